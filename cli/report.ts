/**
 * The report of `portcullis import` on one document. A file may refer only to files in its own folder and below, or in the
 * folder around it that the user names.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PortcullisError } from '../core/lib/errors.ts';
import type { JsonSchema } from '../core/lib/json/value.ts';
import { LIMITS } from '../core/lib/limits.ts';
import type { ToolAnnotations, ToolDraft } from '../core/model/tool.ts';
import { type ArchiveContents, checkNotChosen, isZip, openArchive } from '../core/openapi/document/archive.ts';
import { importDocument, type Repair } from '../core/openapi/index.ts';
import type { ImportOptions, ImportResult, ImportWarning } from '../core/openapi/model/types.ts';
import { LOSSES } from '../core/openapi/model/warnings.ts';
import { fetchDocument } from '../egress/document.ts';
import type { EgressClient } from '../egress/index.ts';
import { UsageError } from './errors.ts';
import { pathFrom } from './options.ts';

/** One tool of the report: what a client sees of it, and the mapping of its arguments. */
export interface ToolReport {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  /** Argument by parameter `in:name`; `body:name` for a field of the body, `body:` for a whole body. */
  readonly params: Readonly<Record<string, string>>;
}

/** The report on one document. `ms` is the duration of the import in milliseconds. */
export interface DocumentReport {
  readonly file: string;
  /** False when it could not be imported, or references or types of the description are lost in the tools. */
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
  readonly ms: number;
  readonly title?: string;
  readonly version?: string;
  readonly dialect?: string;
  readonly baseUrl?: string;
  /** Of an archive, the description that was read, and all that are in it. */
  readonly archive?: Pick<ArchiveContents, 'root' | 'descriptions'>;
  /** Where parts of the address are to be chosen. */
  readonly address?: ImportResult['address'];
  readonly auth?: ImportResult['auth'];
  readonly tools: readonly ToolReport[];
  readonly warnings: readonly ImportWarning[];
}

/** Options of the import, as in the dashboard's wizard. */
export interface ReportOptions {
  readonly tags?: readonly string[] | undefined;
  readonly withoutRepairs?: readonly Repair[] | undefined;
  /** Of an archive, the path of the description in it; of a file, the folder around it whose files it may refer to. */
  readonly root?: string | undefined;
  readonly onProgress?: ((detail: string) => void) | undefined;
}

/**
 * Imports one document.
 * @param file a path or an https URL
 * @returns the report; a PortcullisError becomes its `error`
 * @throws UsageError when the root cannot be used
 */
export async function reportOf(file: string, client: EgressClient, options: ReportOptions): Promise<DocumentReport> {
  const started = performance.now();
  const ms = () => Math.round((performance.now() - started) * 10) / 10;
  try {
    const { bytes, ...given } = await read(file, client, options.root);
    const result = await importDocument(bytes, {
      ...given,
      maxBytes: MAX_BYTES,
      ...(options.tags ? { tags: options.tags } : {}),
      ...(options.withoutRepairs ? { withoutRepairs: options.withoutRepairs } : {}),
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
    });
    const { title, version, dialect, baseUrl, address, auth, warnings } = result;
    const error = faultOf(warnings);
    const { archive } = given;
    return {
      file,
      ok: error === undefined,
      ...(error && { error }),
      ms: ms(),
      title,
      version,
      dialect,
      baseUrl,
      ...(archive && { archive: { root: archive.root, descriptions: archive.descriptions } }),
      ...(address && { address }),
      auth,
      tools: result.tools.map(toolReport),
      warnings,
    };
  } catch (error) {
    if (!(error instanceof PortcullisError) || error instanceof UsageError) throw error;
    return { file, ok: false, error: { code: error.code, message: error.message }, ms: ms(), tools: [], warnings: [] };
  }
}

/** The error of an import that gave tools: they are not what the description says. */
function faultOf(warnings: readonly ImportWarning[]): DocumentReport['error'] {
  const fault = warnings.find(({ severity }) => severity === 'error');
  if (fault) return { code: fault.code, message: fault.message };
  const lost = warnings.filter(({ code }) => LOSSES.has(code));
  const [first] = lost;
  if (!first) return undefined;
  const places = lost.length === 1 ? 'one place' : `${lost.length} places`;
  return {
    code: 'import_incomplete',
    message: `The tools lack what the description says in ${places}. The first, at ${first.pointer}: ${first.message}`,
  };
}

/**
 * Larger than the limit of a server, because the command runs on the user's own machine.
 */
const MAX_BYTES = 100 * 1024 * 1024;

type Read = Pick<ImportOptions, 'url' | 'files' | 'archive' | 'fetchDocument'> & { readonly bytes: Uint8Array };

async function read(file: string, client: EgressClient, root: string | undefined): Promise<Read> {
  const online = (url: string) => fetchDocument(client, url, { limit: LIMITS.document.externalBytes });
  if (/^https?:\/\//i.test(file)) {
    const { url, bytes } = await fetchDocument(client, file);
    if (isZip(bytes)) return { ...openArchive(bytes, root), fetchDocument: online };
    checkNotChosen(root);
    return { url, bytes, fetchDocument: online };
  }
  if (/^[a-z][\w+.-]*:\/\//i.test(file)) {
    throw new PortcullisError('spec_unreachable', `${file} is not an https URL. Give one, or the path of a file.`);
  }
  const path = pathFrom(file);
  const bytes = await readLocal(path);
  if (isZip(bytes)) return { ...openArchive(bytes, root), fetchDocument: online };
  const folder = root === undefined ? dirname(path) : await folderAround(path, root);
  return {
    bytes,
    url: pathToFileURL(path).href,
    fetchDocument: (url) => (url.startsWith('file:') ? readBeside(folder, url) : online(url)),
  };
}

/** The folder that the user names for the references of a file. Throws UsageError. */
async function folderAround(path: string, root: string): Promise<string> {
  const folder = pathFrom(root);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder || !isBelow(path, folder)) {
    throw new UsageError(
      `--root ${root} is no folder around ${path}. For a file it is the folder whose files the file may refer to; for a zip, the path of the description in it.`,
    );
  }
  return folder;
}

async function readLocal(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PortcullisError('spec_unreachable', `${path} cannot be read (${code ?? 'unknown reason'}).`);
  }
}

/**
 * Reads a file in a folder or below; refuses others, also by symbolic links, because the document may come
 * from somebody else.
 */
async function readBeside(folder: string, url: string): Promise<{ url: string; bytes: Uint8Array }> {
  const path = fileURLToPath(url);
  const realPaths = await Promise.all([realpath(path), realpath(folder)]).catch(() => undefined);
  if (!isBelow(path, folder) || (realPaths && !isBelow(...realPaths))) {
    throw new PortcullisError(
      'reference_refused',
      `${path} is outside of ${folder}; --root names a folder further up whose files may be read`,
    );
  }
  return { url, bytes: await readLocal(path) };
}

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** The report on one tool. */
export function toolReport(tool: ToolDraft): ToolReport {
  const { name, title, description, inputSchema, annotations, verb, path, tags } = tool;
  return { name, title, description, inputSchema, annotations, method: verb, path, tags, params: paramsOf(tool) };
}

function paramsOf({ parameters, body }: ToolDraft): Record<string, string> {
  const pairs = parameters.map(({ in: place, name, argument }): [string, string] => [`${place}:${name}`, argument]);
  if (body?.layout === 'whole') pairs.push(['body:', body.argument]);
  else for (const { name, argument } of body?.fields ?? []) pairs.push([`body:${name}`, argument]);
  return Object.fromEntries(pairs);
}
