/**
 * Reads files that declare servers. All faults of all files are told at once, each with the file and a JSON pointer into it; no message has
 * a value of a file. Bounds hold before a value is looked at.
 */
import { InvalidInput, PortcullisError } from '../lib/errors.ts';
import { checked } from '../lib/zod/faults.ts';
import { parseYaml } from '../openapi/document/yaml.ts';
import { manualDraft } from '../tools/manual.ts';
import { manualTool } from '../tools/schemas/tools.ts';
import { DEFAULT_GROUP, type DeclaredServer, type DeclaredTool, declarationFile, MAX_SERVERS } from './schema.ts';

/** Bytes of one file. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** Values of one file, after its aliases are expanded. */
const MAX_VALUES = 200_000;
/** Nesting of a file. */
const MAX_DEPTH = 100;

/** A file as it was read. */
export interface DeclarationText {
  /** For messages, and what references of it are relative to. */
  readonly path: string;
  readonly text: string;
}

/** An API description that a declaration names by path. */
export interface DeclaredDocument {
  /** SHA-256 of it before compression, as the management API tells it of an upload. */
  readonly digest: string;
  readonly base64: string;
}

/** A declared server. */
export interface Declaration {
  /** group/name. */
  readonly key: string;
  readonly group: string;
  readonly name: string;
  readonly path: string;
  readonly server: DeclaredServer;
  /** Of `source.file`, once it is loaded. */
  readonly document?: DeclaredDocument;
}

/** What is wrong, and where. */
export interface DeclarationFault {
  readonly place: string;
  readonly message: string;
}

interface ReadDeclarations {
  readonly declarations: readonly Declaration[];
  readonly faults: readonly DeclarationFault[];
}

/** The declarations of all files, and everything that is wrong with them. */
export function readDeclarations(files: readonly DeclarationText[]): ReadDeclarations {
  const byKey = new Map<string, Declaration>();
  const faults: DeclarationFault[] = [];
  for (const file of files) {
    const read = readFile(file);
    faults.push(...read.faults);
    for (const declaration of read.declarations) {
      const { key, path, name } = declaration;
      const other = byKey.get(key);
      if (other)
        faults.push({ place: `${path}/servers/${name}`, message: `is declared in ${other.path}, too: ${key}.` });
      else byKey.set(key, declaration);
    }
  }
  faults.push(...adoptedTwice([...byKey.values()]));
  if (byKey.size > MAX_SERVERS) faults.push({ place: '', message: `More than ${MAX_SERVERS} servers are declared.` });
  return { declarations: [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1)), faults };
}

function adoptedTwice(declarations: readonly Declaration[]): DeclarationFault[] {
  const seen = new Map<string, string>();
  return declarations.flatMap(({ server: { adopt }, path, name, key }) => {
    if (adopt === undefined) return [];
    const other = seen.get(adopt);
    seen.set(adopt, key);
    return other === undefined
      ? []
      : [{ place: `${path}/servers/${name}/adopt`, message: `is adopted by ${other}, too.` }];
  });
}

function readFile({ path, text }: DeclarationText): ReadDeclarations {
  const fault = (message: string, field = '') => ({
    declarations: [],
    faults: [{ place: `${path}${field}`, message }],
  });
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) return fault(`is larger than ${MAX_FILE_BYTES} bytes.`);
  let value: unknown;
  let isRepeated = false;
  try {
    value = parseYaml(text, () => {
      isRepeated = true;
    });
  } catch (error) {
    if (error instanceof PortcullisError) return fault(error.message);
    // The parser's message quotes the text, which may be a secret: only the line is repeated.
    const { line } = (error as { readonly mark?: { readonly line: number } }).mark ?? {};
    return fault(`is neither YAML nor JSON${line === undefined ? '' : ` (see line ${line + 1})`}.`);
  }
  if (isRepeated) return fault('has a name twice in one object.');
  if (!isWithin(value)) return fault(`has more than ${MAX_VALUES} values, or is nested deeper than ${MAX_DEPTH}.`);
  try {
    const { group = DEFAULT_GROUP, servers } = checked(declarationFile, value);
    const declarations = Object.entries(servers).map(([name, server]) => ({
      key: `${group}/${name}`,
      group,
      name,
      path,
      server,
    }));
    return { declarations, faults: declarations.flatMap(toolFaults) };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return {
      declarations: [],
      faults: error.faults.map(({ field, message }) => ({ place: `${path}${field}`, message })),
    };
  }
}

/** Counts values one by one, so that a small file whose aliases expand to millions is left early. */
function isWithin(root: unknown): boolean {
  let left = MAX_VALUES;
  const visit = (value: unknown, depth: number): boolean => {
    if (--left < 0 || depth > MAX_DEPTH) return false;
    return typeof value !== 'object' || value === null || Object.values(value).every((each) => visit(each, depth + 1));
  };
  return visit(root, 0);
}

/** The request that adds a tool by hand; undefined for an edit of an imported one. */
export function addedTool(key: string, { verb, path, name, ...tool }: DeclaredTool): unknown {
  if (verb === undefined || path === undefined) return undefined;
  const members = Object.entries(tool).filter(([, value]) => value !== null && value !== undefined);
  return { name: name ?? key, verb, path, ...Object.fromEntries(members) };
}

/** What is wrong with tools that are added, as the installation would refuse them. */
function toolFaults({ path, name, server }: Declaration): DeclarationFault[] {
  const isManual = server.source.kind === 'manual';
  return Object.entries(server.tools ?? {}).flatMap(([key, tool]) => {
    const place = `${path}/servers/${name}/tools/${key}`;
    const added = addedTool(key, tool);
    if (added === undefined) {
      if (isManual)
        return [{ place, message: 'has no verb and path; the server has no document whose tools could be edited.' }];
      const isKeyed = key.includes(' ') || tool.name === undefined || tool.name === key;
      return isKeyed
        ? []
        : [{ place, message: 'gives the tool another name; write it under its verb and path, such as GET /orders.' }];
    }
    try {
      manualDraft(checked(manualTool, added));
      return [];
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      return error.faults.map((each) => ({ place: `${place}${each.field}`, message: each.message }));
    }
  });
}
