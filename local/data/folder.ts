/**
 * The folder with a local stack's state: created on first use, held by one host at a time, never wiped. A folder that is not ours or is
 * damaged is reported with what to do.
 */
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { PortcullisError } from '../../core/lib/errors.ts';

/** File that marks a folder as ours. */
export const MARKER = 'portcullis.json';
/** Format 2 has the older rows of the audit trail in a file of their own, and lists the folder's contents in the marker file. */
const FORMAT = 2;
const FORMATS: readonly unknown[] = [1, FORMAT];
/** What a folder of format 1 contains once a stack has run in it. */
const FIRST_HELD = ['kms.json', 'secrets.json', 'tables.journal', 's3'];
/** The stack's outputs, by name. */
export const OUTPUTS_FILE = 'outputs.json';

/** File of the KMS twin's key material. */
export const KEYS_FILE = 'kms.json';

/** Journal of the tables. */
export const TABLES_FILE = 'tables.journal';
/** The older rows of append-only tables. */
export const ROWS_FILE = 'rows.db';

interface Marker {
  readonly format?: number;
  readonly held?: readonly string[];
}

/** The folder of one stack. */
export class DataFolder {
  readonly root: string;
  private held = false;

  /** Throws PortcullisError `data_foreign`, `data_corrupt`, `data_incomplete`, `data_in_use` or `data_unwritable`. */
  constructor(path: string) {
    this.root = resolve(path);
    try {
      mkdirSync(this.root, { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw new PortcullisError(
        'data_foreign',
        `${this.root} cannot be a folder. Choose another one with --data <folder>.`,
        { cause },
      );
    }
    try {
      this.check();
      this.hold();
    } catch (cause) {
      if (cause instanceof PortcullisError || !codeOf(cause)) throw cause;
      throw new PortcullisError(
        'data_unwritable',
        `${this.root} cannot be written (${codeOf(cause)}). Make it writable and free some space, or choose another folder with --data <folder>.`,
        { cause },
      );
    }
  }

  path(...segments: string[]): string {
    return join(this.root, ...segments);
  }

  folder(...segments: string[]): string {
    const path = this.path(...segments);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /** Reads a JSON file, or creates it with `make` on first use. Throws `data_corrupt`. */
  remembered<T>(name: string, make: () => T): T {
    if (!existsSync(this.path(name))) this.write(name, make());
    return this.read<T>(name);
  }

  read<T>(name: string): T {
    try {
      return JSON.parse(readFileSync(this.path(name), 'utf8')) as T;
    } catch (cause) {
      throw new PortcullisError(
        'data_corrupt',
        `${this.path(name)} is damaged. Restore it from a backup, or start with another folder (--data <folder>); nothing was changed.`,
        { cause },
      );
    }
  }

  /** The outputs of the stack that ran here before, if one did. */
  outputs(): Readonly<Record<string, string>> | undefined {
    return this.has(OUTPUTS_FILE) ? this.read(OUTPUTS_FILE) : undefined;
  }

  /** Writes a file atomically; readable by its owner only. */
  write(name: string, value: unknown): void {
    writeFileSync(this.path(`${name}.new`), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(this.path(`${name}.new`), this.path(name));
  }

  /**
   * Records which files of the folder cannot be replaced, and its format: a later start without one of them is refused. `names` are files
   * and folders in it.
   */
  keep(names: readonly string[]): void {
    const { held = [] } = this.read<Marker>(MARKER);
    this.write(MARKER, { format: FORMAT, held: [...new Set([...held, ...names])].sort() });
  }

  release(): void {
    if (this.held) rmSync(this.path('host.pid'), { force: true });
    this.held = false;
  }

  private check(): void {
    if (existsSync(this.path(MARKER))) {
      const { format, held } = this.read<Marker>(MARKER);
      if (FORMATS.includes(format)) {
        this.demandWhole(held ?? (this.wasUp(format) ? FIRST_HELD : []));
        return;
      }
      throw new PortcullisError(
        'data_corrupt',
        `${this.path(MARKER)} names the format ${format}; this version reads ${FORMATS.join(' and ')}. Start this folder with the version that made it, or start with another folder (--data <folder>).`,
      );
    }
    // A first start that was killed may have left this file.
    if (readdirSync(this.root).some((name) => name !== `${MARKER}.new`)) {
      throw new PortcullisError(
        'data_foreign',
        `${this.root} is not empty and contains no Portcullis data. Choose an empty folder with --data <folder>.`,
      );
    }
    this.write(MARKER, { format: FORMAT });
  }

  /** If a missing file were created anew, the rest would be worthless: tokens and credentials are sealed with the keys. */
  private demandWhole(held: readonly string[]): void {
    const missing = held.filter((name) => !this.has(name));
    if (missing.length === 0) return;
    throw new PortcullisError(
      'data_incomplete',
      `${this.root} lacks ${missing.join(', ')}, and the rest cannot be used without ${missing.length === 1 ? 'it' : 'them'}. Nothing was changed. Put ${missing.length === 1 ? 'it' : 'them'} back from a copy of the folder, or start with another folder (--data <folder>).`,
    );
  }

  /** Whether a stack has run in this folder before markers listed the contents. The first version wrote no outputs, but rows. */
  private wasUp(format: number | undefined): boolean {
    const hasRows = () => this.has(TABLES_FILE) && statSync(this.path(TABLES_FILE)).size > 0;
    return this.has(OUTPUTS_FILE) || (format === 1 && hasRows());
  }

  private has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /**
   * Takes the lock: a hard link to a file that names its holder, which appears whole or not at all, and for one of several processes
   * only. The lock file of a killed holder is removed first; a process that removed another's file by mistake restores it.
   */
  private hold(): void {
    const file = this.path('host.pid');
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, this.markOf(process.pid), { mode: 0o600 });
    try {
      while (!this.held) {
        this.removeDead(file, `${draft}.old`);
        this.held = isLinked(draft, file);
      }
    } finally {
      rmSync(draft, { force: true });
    }
  }

  private removeDead(file: string, aside: string): void {
    const holder = textOf(file);
    if (holder === undefined) return;
    const pid = Number.parseInt(holder, 10);
    if (isAlive(pid) && this.markOf(pid) === holder) {
      throw new PortcullisError(
        'data_in_use',
        `${this.root} is in use by process ${pid}. Stop it, or start with another folder (--data <folder>).`,
      );
    }
    try {
      renameSync(file, aside);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw error;
    }
    if (textOf(aside) !== holder) isLinked(aside, file);
    rmSync(aside, { force: true });
  }

  /**
   * A process id with the start time of the process, where the system tells it, because ids are reused; and the identity of the folder,
   * because a copy of a folder in use is not in use.
   */
  private markOf(pid: number): string {
    return `${pid} ${beginOf(pid)} ${statSync(this.root).ino}`;
  }
}

const beginOf = (pid: number): string => fieldsOf(pid)[19] ?? '';

/** proc(5): the fields of a process from its state on; none where the system does not tell them. */
function fieldsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** False when the file exists. On file systems without hard links it is copied without replacing. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (existsSync(to)) return false;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
  return true;
}

/** A process that has ended but was not waited for by its parent (in a container without an init) still takes signals. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !['Z', 'X'].includes(fieldsOf(pid)[0] ?? '');
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
