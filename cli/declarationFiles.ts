/**
 * Reads declarations from files and folders, and the API descriptions that they name. Folders are read recursively: .yaml, .yml and .json.
 * Links are not followed out of a folder that is read.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  type DeclarationFault,
  type DeclarationText,
  type FileDeclaration,
  MAX_FILE_BYTES,
  type ReadDeclarations,
  readDeclarations,
} from '../core/declarations/read.ts';
import { sha256 } from '../core/lib/json/canonical.ts';
import { LIMITS } from '../core/lib/limits.ts';
import { isGzip } from '../core/openapi/document/read.ts';
import { UsageError } from './errors.ts';
import { pathFrom, unreadBecause } from './options.ts';

/** Files of one run. */
const MAX_FILES = 2_000;
/** What a request takes, as base64 in JSON. */
const MAX_UPLOAD_BYTES = 3.9 * 1024 * 1024;

/**
 * Everything that is declared at these places.
 * @throws UsageError when a place cannot be read, or has no declaration
 */
export async function loadDeclarations(places: readonly string[]): Promise<ReadDeclarations> {
  const paths = (await Promise.all(places.map((place) => filesAt(place)))).flat();
  if (paths.length > MAX_FILES) throw new UsageError(`-f names more than ${MAX_FILES} files.`);
  if (paths.length === 0) throw new UsageError(`-f ${places.join(', ')} has no .yaml, .yml or .json file.`);
  const files: DeclarationText[] = [];
  for (const path of new Set(paths)) files.push({ path, text: await textOf(path) });
  const { declarations, installation, faults } = readDeclarations(files);
  const found: DeclarationFault[] = [...faults];
  const whole: FileDeclaration[] = [];
  for (const declaration of declarations) {
    const loaded = await withDocument(declaration);
    if ('message' in loaded) found.push(loaded);
    else whole.push(loaded);
  }
  return { declarations: whole, installation, faults: found };
}

async function filesAt(place: string): Promise<string[]> {
  const path = pathFrom(place);
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && /\.(?:ya?ml|json)$/i.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/[\\/](?:node_modules|\.[^\\/]+)[\\/]/.test(file.slice(path.length)))
      .sort();
  } catch (error) {
    throw new UsageError(`-f ${place}: ${unreadBecause(error)}.`);
  }
}

async function textOf(path: string): Promise<string> {
  if ((await stat(path)).size > MAX_FILE_BYTES) throw new UsageError(`${path} is larger than ${MAX_FILE_BYTES} bytes.`);
  return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
}

/** The declaration with the description that it names, or why that cannot be read. */
async function withDocument(declaration: FileDeclaration): Promise<FileDeclaration | DeclarationFault> {
  const { file } = declaration.server.source as { readonly file?: string };
  if (file === undefined) return declaration;
  const place = `${declaration.path}/servers/${declaration.name}/source/file`;
  try {
    const bytes = await readFile(resolve(dirname(declaration.path), file));
    const whole = isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: LIMITS.document.bytes }) : bytes;
    if (whole.byteLength > LIMITS.document.bytes)
      return { place, message: `is larger than ${LIMITS.document.bytes} bytes.` };
    if (bytes.byteLength > MAX_UPLOAD_BYTES)
      return { place, message: `is larger than ${MAX_UPLOAD_BYTES} bytes; compress it with gzip, or give its url.` };
    return { ...declaration, document: { digest: sha256(whole), base64: bytes.toString('base64') } };
  } catch (error) {
    return { place, message: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'damaged'}).` };
  }
}
