/**
 * Unpacks an uploaded zip: takes the root document that was asked for, or finds it, and gives the other files by path
 * relative to it, so that references between them resolve. Names the descriptions that were not taken. Refuses archives
 * that unpack to more than the limits, and archives without an API description.
 */
import { unzipSync } from 'fflate';
import { PortcullisError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';

/** True when the bytes begin with a zip's local file header. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

const MAX_FILES = 5_000;
/** Files with longer paths are ignored: each reference is compared with every path. */
const MAX_PATH = 500;
const DESCRIPTIONS = /\.(?:json|ya?ml)$/i;
/** Usual names of a root document. */
const ROOTS = /(?:^|\/)(?:openapi|swagger|api|spec|index|root|main)[\w.-]*\.(?:json|ya?ml)$/i;

/** Descriptions of an archive that are named. */
const MAX_NAMED = 500;

/** The root document and the files beside it. */
export interface Archive {
  readonly bytes: Uint8Array;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly archive: ArchiveContents;
}

/** What an archive was read for, and what it could have been read for. */
export interface ArchiveContents {
  /** Path of the root document. */
  readonly root: string;
  /** Paths of all API descriptions, the likeliest first; of very many the first ones. */
  readonly descriptions: readonly string[];
  /** True when the owner has named the root document. */
  readonly isChosen: boolean;
}

/**
 * Unpacks an archive.
 * @param chosen path of the root document in it; without it the likeliest is taken
 * @throws PortcullisError `spec_invalid` or `spec_too_large`
 */
export function openArchive(zip: Uint8Array, chosen?: string): Archive {
  const files = unpack(zip);
  const descriptions = descriptionsIn(files);
  const root = chosen === undefined ? descriptions[0] : pathOf(chosen);
  const bytes = root === undefined ? undefined : files.get(root);
  if (root === undefined || !bytes) {
    throw new PortcullisError(
      'spec_invalid',
      chosen === undefined
        ? 'The archive contains no API description: no JSON or YAML file with "openapi" or "swagger" at its top.'
        : `The archive has no JSON or YAML file ${chosen.slice(0, 200)}. API descriptions in it: ${listOf(descriptions) || 'none'}.`,
    );
  }
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  const relative = new Map([...files].map(([path, content]) => [relativeTo(folder, path), content]));
  const archive = { root, descriptions: descriptions.slice(0, MAX_NAMED), isChosen: chosen !== undefined };
  return { bytes, files: relative, archive };
}

/**
 * Refuses the choice of a file in a document that is no archive.
 * @throws PortcullisError `spec_invalid`
 */
export function checkNotChosen(chosen: string | undefined): void {
  if (chosen === undefined) return;
  throw new PortcullisError(
    'spec_invalid',
    `The document is no archive, so it has no file ${chosen.slice(0, 200)} (root). Leave the choice out, or give a zip.`,
  );
}

const MAX_LISTED = 8;

/** The first paths, for people. */
export const listOf = (paths: readonly string[]): string =>
  `${paths.slice(0, MAX_LISTED).join(', ')}${paths.length > MAX_LISTED ? ` and ${paths.length - MAX_LISTED} more` : ''}`;

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
    if (error instanceof PortcullisError) throw error;
    throw new PortcullisError('spec_invalid', 'The archive is damaged or of a kind that cannot be unpacked.', {
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
  new PortcullisError(
    'spec_too_large',
    `The archive unpacks to more than ${limit} bytes or ${MAX_FILES} files. Leave out files that the description does not refer to.`,
    { context: { limit, files: MAX_FILES } },
  );

/** The API descriptions: those with operations first, then those with a usual name, then those in the fewest folders. */
function descriptionsIn(files: ReadonlyMap<string, Uint8Array>): string[] {
  const depth = (path: string) => path.split('/').length;
  return [...files]
    .filter(([, bytes]) => isDescription(bytes))
    .map(([path, bytes]) => ({ path, hasPaths: hasPaths(bytes), isUsual: ROOTS.test(path) }))
    .sort(
      (a, b) =>
        Number(b.hasPaths) - Number(a.hasPaths) ||
        Number(b.isUsual) - Number(a.isUsual) ||
        depth(a.path) - depth(b.path) ||
        (a.path < b.path ? -1 : 1),
    )
    .map(({ path }) => path);
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

/** The key `paths` with something in it: a member in JSON or flow style, or an indented line that is no comment. */
const WITH_PATHS =
  /(?<=^|[{,\s])["']?paths["']?[ \t]{0,50}:(?:\s{0,200}\{\s{0,200}["'\w$/]|[ \t]{0,50}(?:#[^\n]{0,500})?\r?\n(?:[ \t]{0,50}(?:#[^\n]{0,500})?\r?\n){0,50}[ \t]{1,50}[^\s#])/;

/** True when a description has operations, as far as its text tells. */
const hasPaths = (bytes: Uint8Array): boolean => WITH_PATHS.test(new TextDecoder().decode(bytes));

function relativeTo(folder: string, path: string): string {
  const from = folder.split('/').filter(Boolean);
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}
