/**
 * Code of the thread that writes rows into a RowFile, in a thread because each write waits for the disk. `keepRows` starts it with the
 * first rows.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { giveWay } from '../lib/priority.ts';
import { RowFile, type StoredRow } from './rowFile.ts';

/** Steps of nice(2), because no client waits for it. */
const BEHIND_CLIENTS = 5;

interface Work {
  readonly table: string;
  readonly rows: readonly StoredRow[];
}

/** Writes rows in a thread of its own. */
export interface RowKeeper {
  /** Resolves when the rows are on the disk. One call at a time. */
  put(table: string, rows: readonly StoredRow[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the file for writing beside readers of the same file. */
export function keepRows(path: string, tables: readonly string[]): RowKeeper {
  let worker: Worker | undefined;
  return {
    put: (table, rows) =>
      new Promise((done, fail) => {
        worker ??= new Worker(new URL(import.meta.url), {
          workerData: { path, tables },
          execArgv: ['--disable-warning=ExperimentalWarning'],
        });
        const settle = (error: string | Error | null) => {
          worker?.off('message', settle).off('error', settle);
          worker?.unref();
          if (error instanceof Error) worker = undefined;
          if (error === null) done();
          else fail(error instanceof Error ? error : new Error(error));
        };
        worker.ref();
        worker.on('message', settle).on('error', settle);
        worker.postMessage({ table, rows } satisfies Work);
      }),
    async close() {
      await worker?.terminate();
      worker = undefined;
    },
  };
}

if (!isMainThread && workerData?.path !== undefined && parentPort) {
  giveWay(BEHIND_CLIENTS);
  const { path, tables } = workerData as { path: string; tables: readonly string[] };
  const file = new RowFile(path, tables);
  const port = parentPort;
  port.on('message', ({ table, rows }: Work) => {
    try {
      file.put(table, rows);
      port.postMessage(null);
    } catch (error) {
      port.postMessage((error as Error).message);
    }
  });
}
