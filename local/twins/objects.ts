/** Objects of one bucket as files: written whole or not at all, keys encoded segment by segment, so that none can leave the folder. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string;
}

const TYPE = '.type';

/** A file name for one segment: dots at its start are encoded too, so `..` and the type files cannot be named. */
const encode = (segment: string): string =>
  encodeURIComponent(segment).replace(/^\./, '%2E').replace(/\*/g, '%2A') || '%';
const decode = (name: string): string => (name === '%' ? '' : decodeURIComponent(name));

export class ObjectFolder {
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
    mkdirSync(root, { recursive: true });
  }

  put(key: string, bytes: Uint8Array, contentType: string): void {
    const path = this.pathOf(key);
    mkdirSync(dirname(path), { recursive: true });
    const temporary = join(this.root, `.${randomUUID()}`);
    writeFileSync(temporary, bytes, { mode: 0o600 });
    writeFileSync(`${path}${TYPE}`, contentType, { mode: 0o600 });
    renameSync(temporary, path);
  }

  get(key: string): StoredObject | undefined {
    const path = this.pathOf(key);
    if (!existsSync(path) || !statSync(path).isFile()) return undefined;
    const contentType = existsSync(`${path}${TYPE}`) ? readFileSync(`${path}${TYPE}`, 'utf8') : 'binary/octet-stream';
    return { bytes: readFileSync(path), contentType };
  }

  delete(key: string): void {
    const path = this.pathOf(key);
    rmSync(path, { force: true });
    rmSync(`${path}${TYPE}`, { force: true });
  }

  /** Keys with the prefix, sorted as S3 sorts them. */
  list(prefix: string): Array<{ key: string; size: number }> {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(TYPE) && !entry.name.startsWith('.'))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const key = path
          .slice(this.root.length + 1)
          .split(/[\\/]/)
          .map(decode)
          .join('/');
        return { key, size: statSync(path).size };
      })
      .filter(({ key }) => key.startsWith(prefix))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  private pathOf(key: string): string {
    return join(this.root, ...key.split('/').map((segment) => `${encode(segment)}`));
  }
}
