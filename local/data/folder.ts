/**
 * The folder that holds a local stack's state: made on first use, held by one host at a time, never wiped. What is not ours or
 * is damaged is reported with the way out.
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
import { LocalStackError } from '../errors.ts';

/** File by which a folder is known to be ours. */
export const MARKER = 'portcullis.json';
/** 2: the older rows of the audit trail in a file of their own, and this file names what the folder holds. */
const FORMAT = 2;
const FORMATS: readonly unknown[] = [1, FORMAT];
/** What a folder of format 1 holds once a stack has been up in it. */
const FIRST_HELD = ['kms.json', 'secrets.json', 'tables.journal', 's3'];
/** The stack's outputs, by name. */
export const OUTPUTS_FILE = 'outputs.json';

/** File of the KMS twin's key material. */
export const KEYS_FILE = 'kms.json';

/** Journal of the tables. */
export const TABLES_FILE = 'tables.journal';
/** The older rows of tables that only grow. */
export const ROWS_FILE = 'rows.db';

interface Marker {
  readonly format?: number;
  readonly held?: readonly string[];
}

/** The folder of one stack. */
export class DataFolder {
  readonly root: string;
  private held = false;

  /** Throws LocalStackError `data_foreign`, `data_corrupt`, `data_incomplete`, `data_in_use` or `data_unwritable`. */
  constructor(path: string) {
    this.root = resolve(path);
    try {
      mkdirSync(this.root, { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw new LocalStackError(
        'data_foreign',
        `${this.root} cannot be a folder. Choose another one with --data <folder>.`,
        { cause },
      );
    }
    try {
      this.check();
      this.hold();
    } catch (cause) {
      if (cause instanceof LocalStackError || !codeOf(cause)) throw cause;
      throw new LocalStackError(
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

  /** Reads a JSON file, or makes it with `make` on first use. Throws `data_corrupt`. */
  remembered<T>(name: string, make: () => T): T {
    if (!existsSync(this.path(name))) this.write(name, make());
    return this.read<T>(name);
  }

  read<T>(name: string): T {
    try {
      return JSON.parse(readFileSync(this.path(name), 'utf8')) as T;
    } catch (cause) {
      throw new LocalStackError(
        'data_corrupt',
        `${this.path(name)} is damaged. Restore it from a backup, or start with another folder (--data <folder>); nothing was changed.`,
        { cause },
      );
    }
  }

  /** Whole or not at all; readable by the owner only. */
  write(name: string, value: unknown): void {
    writeFileSync(this.path(`${name}.new`), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(this.path(`${name}.new`), this.path(name));
  }

  /**
   * Remembers what of the folder nothing can replace, and that it has this format: a later start without any of it is refused. `names`
   * are files and folders in it.
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
      throw new LocalStackError(
        'data_corrupt',
        `${this.path(MARKER)} names the format ${format}; this version reads ${FORMATS.join(' and ')}. Start this folder with the version that made it, or start with another folder (--data <folder>).`,
      );
    }
    // A first start that was killed may have left this much.
    if (readdirSync(this.root).some((name) => name !== `${MARKER}.new`)) {
      throw new LocalStackError(
        'data_foreign',
        `${this.root} is not empty and holds no Portcullis data. Choose an empty folder with --data <folder>.`,
      );
    }
    this.write(MARKER, { format: FORMAT });
  }

  /** Made anew, any of it would make the rest worthless without a word: tokens and credentials are sealed with the keys. */
  private demandWhole(held: readonly string[]): void {
    const missing = held.filter((name) => !this.has(name));
    if (missing.length === 0) return;
    throw new LocalStackError(
      'data_incomplete',
      `${this.root} lacks ${missing.join(', ')}, without which what else it holds cannot be used. Nothing was changed. Put ${missing.length === 1 ? 'it' : 'them'} back from a copy of the folder, or start with another folder (--data <folder>).`,
    );
  }

  /** Whether a stack has been up in it before folders named what they hold. The first version wrote no outputs, but rows. */
  private wasUp(format: number | undefined): boolean {
    const hasRows = () => this.has(TABLES_FILE) && statSync(this.path(TABLES_FILE)).size > 0;
    return this.has(OUTPUTS_FILE) || (format === 1 && hasRows());
  }

  private has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /**
   * A link to a file that says whose it is appears whole or not at all, and for one of several only. The file of a holder that
   * was killed is taken away first; whoever took another one by that puts it back.
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
      throw new LocalStackError(
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
   * A process id with the time its process began, where the system tells it: ids alone are given out again. And which folder it
   * is: a copy of one that is in use is not in use.
   */
  private markOf(pid: number): string {
    return `${pid} ${beginOf(pid)} ${statSync(this.root).ino}`;
  }
}

function beginOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return String(fields[19]);
  } catch {
    return '';
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

/** False when there is such a file already. Where the file system knows no links, a copy that refuses to replace has to do. */
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

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
