/**
 * An uploaded zip → the document in it and the files beside it, by path relative to the document. A reference from one to
 * another resolves inside of the archive. Refused: archives that unpack beyond the caps, and ones with no description in them.
 */
import { unzipSync } from 'fflate';
import { LIMITS } from '../../limits.ts';
import { ImportRefused } from '../errors.ts';

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

const MAX_FILES = 5_000;
/** Longer paths are passed over: a reference is compared with each of them part by part. */
const MAX_PATH = 500;
const DESCRIPTIONS = /\.(?:json|ya?ml)$/i;
/** Usual names of a root document; of several the one highest up wins. */
const ROOTS = /(?:^|\/)(?:openapi|swagger|api|spec|index|root|main)[\w.-]*\.(?:json|ya?ml)$/i;

export interface Archive {
  readonly bytes: Uint8Array;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Throws ImportRefused `spec_invalid` or `spec_too_large`. */
export function openArchive(zip: Uint8Array): Archive {
  const files = unpack(zip);
  const root = rootOf(files);
  if (root === undefined) {
    throw new ImportRefused(
      'spec_invalid',
      'The archive holds no API description: no JSON or YAML file with "openapi" or "swagger" at its top.',
    );
  }
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  const relative = new Map([...files].map(([path, bytes]) => [relativeTo(folder, path), bytes]));
  return { bytes: files.get(root)!, files: relative };
}

/** Sizes in the directory of a zip are claims: what really comes out is counted as well. */
function unpack(zip: Uint8Array): Map<string, Uint8Array> {
  const limit = LIMITS.document.bytes + LIMITS.document.externalBytes;
  let claimed = 0;
  let count = 0;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        const path = pathOf(name);
        if (path.length > MAX_PATH || !DESCRIPTIONS.test(path) || /(?:^|\/)(?:__MACOSX\/|\.)/.test(path)) return false;
        claimed += originalSize;
        count += 1;
        if (claimed > limit || count > MAX_FILES) throw tooLarge(limit);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    throw new ImportRefused('spec_invalid', 'The archive is damaged or of a kind that cannot be unpacked.', {
      cause: error,
    });
  }
  const files = new Map(Object.entries(entries).map(([name, bytes]) => [pathOf(name), bytes]));
  const total = [...files.values()].reduce((sum, bytes) => sum + bytes.byteLength, 0);
  if (total > limit) throw tooLarge(limit);
  return files;
}

/** Some tools write backslashes, or `../` or a slash before every name. */
const pathOf = (name: string): string => name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');

const tooLarge = (limit: number) =>
  new ImportRefused(
    'spec_too_large',
    `The archive unpacks to more than ${limit} bytes or ${MAX_FILES} files. Leave out what the description does not refer to.`,
    { context: { limit, files: MAX_FILES } },
  );

function rootOf(files: ReadonlyMap<string, Uint8Array>): string | undefined {
  const depth = (path: string) => path.split('/').length;
  const paths = [...files.keys()].sort(
    (a, b) => Number(ROOTS.test(b)) - Number(ROOTS.test(a)) || depth(a) - depth(b) || (a < b ? -1 : 1),
  );
  return paths.find((path) => isDescription(files.get(path)!));
}

/** Looked for from the word back: a pattern that began with the blanks before it went over them again and again. */
const AT_LINE_START = /(?<=^[ \t\ufeff]{0,50}\{?[ \t]{0,50}["']?)(?:openapi|swagger)["']?[ \t]{0,50}:/m;

/** Looks at the text alone: a hundred files are not parsed to find the one. */
function isDescription(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.byteLength > 200_000 ? bytes.subarray(0, 200_000) : bytes);
  return AT_LINE_START.test(text) || /["'](?:openapi|swagger)["']\s*:\s*["']?[23]/.test(text);
}

function relativeTo(folder: string, path: string): string {
  const from = folder.split('/').filter(Boolean);
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}
