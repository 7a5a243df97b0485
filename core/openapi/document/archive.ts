/**
 * Unpacks an uploaded zip: finds the root document, and gives the other files by path relative to it, so that
 * references between them resolve. Refuses archives that unpack to more than the limits, and archives without an API
 * description.
 */
import { unzipSync } from 'fflate';
import { LIMITS } from '../../limits.ts';
import { ImportRefused } from '../errors.ts';

/** True when the bytes begin with a zip's local file header. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

const MAX_FILES = 5_000;
/** Files with longer paths are ignored: each reference is compared with every path. */
const MAX_PATH = 500;
const DESCRIPTIONS = /\.(?:json|ya?ml)$/i;
/** Usual names of a root document. Of several, the one in the fewest folders is taken. */
const ROOTS = /(?:^|\/)(?:openapi|swagger|api|spec|index|root|main)[\w.-]*\.(?:json|ya?ml)$/i;

/** The root document and the files beside it. */
export interface Archive {
  readonly bytes: Uint8Array;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Unpacks an archive.
 * @throws ImportRefused `spec_invalid` or `spec_too_large`
 */
export function openArchive(zip: Uint8Array): Archive {
  const files = unpack(zip);
  const root = rootOf(files);
  const bytes = root === undefined ? undefined : files.get(root);
  if (root === undefined || !bytes) {
    throw new ImportRefused(
      'spec_invalid',
      'The archive contains no API description: no JSON or YAML file with "openapi" or "swagger" at its top.',
    );
  }
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  const relative = new Map([...files].map(([path, content]) => [relativeTo(folder, path), content]));
  return { bytes, files: relative };
}

/**
 * The JSON and YAML files of a zip by path. The sizes in its central directory may be false, so the unpacked bytes are
 * counted too.
 */
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

/** The path with slashes and without leading `./`, `../` or `/`, which some tools write. */
const pathOf = (name: string): string => name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');

const tooLarge = (limit: number) =>
  new ImportRefused(
    'spec_too_large',
    `The archive unpacks to more than ${limit} bytes or ${MAX_FILES} files. Leave out files that the description does not refer to.`,
    { context: { limit, files: MAX_FILES } },
  );

function rootOf(files: ReadonlyMap<string, Uint8Array>): string | undefined {
  const depth = (path: string) => path.split('/').length;
  const paths = [...files.keys()].sort(
    (a, b) => Number(ROOTS.test(b)) - Number(ROOTS.test(a)) || depth(a) - depth(b) || (a < b ? -1 : 1),
  );
  return paths.find((path) => {
    const bytes = files.get(path);
    return bytes !== undefined && isDescription(bytes);
  });
}

/**
 * The key `openapi` or `swagger` at the start of a line. Uses a lookbehind, because a pattern that starts with white
 * space takes quadratic time.
 */
const AT_LINE_START = /(?<=^[ \t\ufeff]{0,50}\{?[ \t]{0,50}["']?)(?:openapi|swagger)["']?[ \t]{0,50}:/m;

/** True when the text looks like an API description. It is not parsed: an archive may hold hundreds of files. */
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
