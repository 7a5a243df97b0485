/** The standard output and error of a function: a file of its own, started anew when it grows large. */
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';

const MAX_BYTES = 10 * 1024 * 1024;
const FLUSH_MS = 200;

/** Where output is written; a stream will do. */
export interface LogSink {
  write(chunk: Buffer): unknown;
  close?(): void;
}

/** The log file of one function. */
export class FunctionLog implements LogSink {
  private readonly path: string;
  private size: number;
  private pending: Buffer[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(path: string) {
    this.path = path;
    this.size = existsSync(path) ? statSync(path).size : 0;
  }

  write(chunk: Buffer): void {
    this.pending.push(chunk);
    this.timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  close(): void {
    clearTimeout(this.timer);
    this.flush();
  }

  private flush(): void {
    this.timer = undefined;
    const bytes = Buffer.concat(this.pending);
    this.pending = [];
    if (bytes.length === 0) return;
    if (this.size + bytes.length > MAX_BYTES && this.size > 0) {
      renameSync(this.path, `${this.path}.1`);
      this.size = 0;
    }
    appendFileSync(this.path, bytes, { mode: 0o600 });
    this.size += bytes.length;
  }
}
