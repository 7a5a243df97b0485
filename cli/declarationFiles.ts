/**
 * Reads declarations from files and folders, the API descriptions that they name, and the values of their references. Folders are read
 * recursively: .yaml, .yml and .json. Links are not followed out of a folder that is read.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  type Declaration,
  type DeclarationFault,
  type DeclarationText,
  MAX_FILE_BYTES,
  readDeclarations,
} from '../core/declarations/read.ts';
import { type Reference, referencesIn } from '../core/declarations/reference.ts';
import { sha256 } from '../core/lib/json/canonical.ts';
import { LIMITS } from '../core/lib/limits.ts';
import { isGzip } from '../core/openapi/document/read.ts';
import { UsageError } from './errors.ts';
import { pathFrom } from './options.ts';
import type { Environment } from './stack.ts';

/** Files of one run. */
const MAX_FILES = 2_000;
/** Bytes of a file that a reference names. */
const MAX_SECRET_BYTES = 64 * 1024;
/** What a request takes, as base64 in JSON. */
const MAX_UPLOAD_BYTES = 3.9 * 1024 * 1024;

interface Loaded {
  readonly declarations: readonly Declaration[];
  readonly faults: readonly DeclarationFault[];
}

/**
 * Everything that is declared at these places.
 * @throws UsageError when a place cannot be read, or has no declaration
 */
export async function loadDeclarations(places: readonly string[]): Promise<Loaded> {
  const paths = (await Promise.all(places.map((place) => filesAt(place)))).flat();
  if (paths.length > MAX_FILES) throw new UsageError(`-f names more than ${MAX_FILES} files.`);
  if (paths.length === 0) throw new UsageError(`-f ${places.join(', ')} has no .yaml, .yml or .json file.`);
  const files: DeclarationText[] = [];
  for (const path of new Set(paths)) files.push({ path, text: await textOf(path) });
  const { declarations, faults } = readDeclarations(files);
  const found: DeclarationFault[] = [...faults];
  const whole: Declaration[] = [];
  for (const declaration of declarations) {
    const loaded = await withDocument(declaration);
    if ('message' in loaded) found.push(loaded);
    else whole.push(loaded);
  }
  return { declarations: whole, faults: found };
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
    throw new UsageError(`-f ${place}: ${(error as NodeJS.ErrnoException).code ?? 'cannot be read'}.`);
  }
}

async function textOf(path: string): Promise<string> {
  if ((await stat(path)).size > MAX_FILE_BYTES) throw new UsageError(`${path} is larger than ${MAX_FILE_BYTES} bytes.`);
  return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
}

/** The declaration with the description that it names, or why that cannot be read. */
async function withDocument(declaration: Declaration): Promise<Declaration | DeclarationFault> {
  const { source } = declaration.server;
  if (source.kind !== 'openapi' || source.file === undefined) return declaration;
  const place = `${declaration.path}/servers/${declaration.name}/source/file`;
  try {
    const bytes = await readFile(resolve(dirname(declaration.path), source.file));
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

/** Finds the values of references; each is read once. */
export interface References {
  /** Reads the values within a body; says of each that is missing where it stands. */
  readonly load: (declaration: Declaration, body: unknown) => Promise<readonly string[]>;
  /** A value that was read. */
  readonly look: (declaration: Declaration) => (reference: Reference) => string;
}

/** Values from the environment and from files beside the declarations. */
export function referencesFrom(environment: Environment): References {
  const values = new Map<string, string>();
  const nameOf = ({ path }: Declaration, reference: Reference): string =>
    'env' in reference ? `env ${reference.env}` : `file ${resolve(dirname(path), reference.file)}`;
  return {
    async load(declaration, body) {
      const faults: string[] = [];
      for (const { place, reference } of referencesIn(body)) {
        const name = nameOf(declaration, reference);
        if (values.has(name)) continue;
        const value = 'env' in reference ? environment[reference.env] : await secretAt(name.slice('file '.length));
        if (value) values.set(name, value.replace(/\r?\n$/, ''));
        else
          faults.push(
            `${place}: ${'env' in reference ? `the variable ${reference.env} is not set` : `${reference.file} cannot be read, is empty, or too large`}`,
          );
      }
      return faults;
    },
    look: (declaration) => (reference) => values.get(nameOf(declaration, reference)) ?? '',
  };
}

async function secretAt(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).size > MAX_SECRET_BYTES ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
