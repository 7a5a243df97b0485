/**
 * Reads files that declare servers. All faults of all files are told at once, each with the file and a JSON pointer into it; no message has
 * a value of a file. Bounds hold before a value is looked at.
 */
import {
  DEFAULT_GROUP,
  type DeclaredInstallation,
  type DeclaredServer,
  declarationFile,
  MAX_SERVERS,
} from '../api/declarations.ts';
import { type FieldFault, InvalidInput, PortcullisError } from '../lib/errors.ts';
import { checked } from '../lib/zod/faults.ts';
import { parseYaml } from '../openapi/document/yaml.ts';
import { type Declaration, declarationFaults } from './declaration.ts';

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

/** A declared server, and the file in which it is. */
export interface FileDeclaration extends Declaration {
  readonly group: string;
  readonly path: string;
}

/** What a file declares of the whole installation. */
export interface FileInstallation extends DeclaredInstallation {
  readonly path: string;
}

/** What is wrong, and where. */
export interface DeclarationFault {
  readonly place: string;
  readonly message: string;
}

/** What files declare. */
export interface ReadDeclarations {
  readonly declarations: readonly FileDeclaration[];
  /** One at most. */
  readonly installation: readonly FileInstallation[];
  readonly faults: readonly DeclarationFault[];
}

/** The declarations of all files, and everything that is wrong with them. */
export function readDeclarations(files: readonly DeclarationText[]): ReadDeclarations {
  const byKey = new Map<string, FileDeclaration>();
  const installation: FileInstallation[] = [];
  const faults: DeclarationFault[] = [];
  for (const file of files) {
    const read = readFile(file);
    faults.push(...read.faults);
    installation.push(...read.installation);
    for (const declaration of read.declarations) {
      const { key, path, name } = declaration;
      const other = byKey.get(key);
      if (other)
        faults.push({ place: `${path}/servers/${name}`, message: `is declared in ${other.path}, too: ${key}.` });
      else byKey.set(key, declaration);
    }
  }
  faults.push(...adoptedTwice([...byKey.values()]), ...sharedTwice(installation));
  if (byKey.size > MAX_SERVERS) faults.push({ place: '', message: `More than ${MAX_SERVERS} servers are declared.` });
  const declarations = [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  return { declarations, installation, faults };
}

/** What is declared of the installation is held whole, so it stands together. */
const sharedTwice = ([first, ...others]: readonly FileInstallation[]): DeclarationFault[] =>
  others.map(({ path }) => ({
    place: path,
    message: `has settings or webhooks, as ${first?.path} does; declare them in one file.`,
  }));

function adoptedTwice(declarations: readonly FileDeclaration[]): DeclarationFault[] {
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
    installation: [],
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
  const placed = (faults: readonly FieldFault[], under = '') =>
    faults.map(({ field, message }) => ({ place: `${path}${under}${field}`, message }));
  try {
    const { group = DEFAULT_GROUP, servers = {}, settings, webhooks } = checked(declarationFile, value);
    const declarations = Object.entries(servers).map(([name, server]) => ({
      key: `${group}/${name}`,
      group,
      name,
      path,
      server: server as DeclaredServer,
    }));
    const shared = { path, ...(settings && { settings }), ...(webhooks && { webhooks }) } as FileInstallation;
    return {
      declarations,
      installation: settings || webhooks ? [shared] : [],
      faults: placed(declarationFaults(servers as Readonly<Record<string, DeclaredServer>>), '/servers'),
    };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { declarations: [], installation: [], faults: placed(error.faults) };
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
