/** Measures how the work of an input grows: sizes double until the work is large enough to be told from noise. */
import { Worker } from 'node:worker_threads';
import { type GrowingCase, textOf } from './cases.ts';
import type { Task } from './worker.ts';

/** One measurement may take this long; beyond it the thread is ended. */
const BOUND_MS = 8_000;
/** Loading what the targets need, on a machine that does other things. */
const LOADING_MS = 60_000;
/** Work below this is not judged. */
const TELLING_MS = 40;
/** Enough to judge: sizes need not double any more. */
const ENOUGH_MS = 120;
/** Work per byte at one size over that of half the size: 2 where the work is quadratic, 1 where it is linear. */
const GROWTH = 1.55;
const FIRST = 512;
const LAST = 256 * 1024;

export interface Verdict {
  readonly case: GrowingCase;
  /** Characters, and milliseconds (Infinity beyond the bound). */
  readonly measured: ReadonlyArray<readonly [size: number, ms: number]>;
  /** What is wrong; undefined when the work grows as the input does. */
  readonly fault?: string;
}

export class Prober {
  private worker: Worker | undefined;

  /** Judges a case, and a suspicious one a second time with repeats. `last` is the largest size. */
  async judge(growing: GrowingCase, last = LAST): Promise<Verdict> {
    const first = await this.grow(growing, last, 1);
    return first.fault === undefined ? first : this.grow(growing, last, 3);
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  private async grow(growing: GrowingCase, last: number, repeats: number): Promise<Verdict> {
    const measured: Array<readonly [number, number]> = [];
    for (let size = FIRST; size <= last; size *= 2) {
      const text = textOf(growing, size);
      const ms = await this.measure({ kind: growing.kind, text, repeats });
      measured.push([text.length, ms]);
      if (ms > ENOUGH_MS && measured.length > 2) break;
      if (ms === Number.POSITIVE_INFINITY) break;
    }
    const fault = faultOf(measured);
    return { case: growing, measured, ...(fault !== undefined && { fault }) };
  }

  private async measure(task: Task): Promise<number> {
    if (!this.worker) {
      this.worker = new Worker(new URL('./worker.ts', import.meta.url), { stdout: true, stderr: true });
      const loaded = await this.answer({ kind: 'url', text: 'x', repeats: 1 }, LOADING_MS);
      if (loaded === Number.POSITIVE_INFINITY) throw new Error('The thread for the probes did not start.');
    }
    return this.answer(task, BOUND_MS * task.repeats);
  }

  private answer(task: Task, boundMs: number): Promise<number> {
    const { worker } = this;
    if (!worker) throw new Error('There is no thread to ask.');
    return new Promise((resolve) => {
      const end = (ms: number) => {
        clearTimeout(timer);
        worker.off('message', end);
        worker.off('error', broken);
        if (ms === Number.POSITIVE_INFINITY) {
          this.worker = undefined;
          void worker.terminate();
        }
        resolve(ms);
      };
      const broken = () => end(Number.POSITIVE_INFINITY);
      const timer = setTimeout(broken, boundMs);
      worker.once('message', end);
      worker.once('error', broken);
      worker.postMessage(task);
    });
  }
}

/** Of the last three sizes: work per byte that doubled twice. */
function faultOf(measured: ReadonlyArray<readonly [number, number]>): string | undefined {
  const [size, ms] = measured.at(-1) ?? [0, 0];
  if (ms === Number.POSITIVE_INFINITY) return `${size} characters took more than ${BOUND_MS} ms`;
  const [before, between, after] = measured.slice(-3).map(([length, took]) => took / length);
  if (before === undefined || between === undefined || after === undefined || ms < TELLING_MS) return undefined;
  if (between < GROWTH * before || after < GROWTH * between) return undefined;
  return `the work per byte grew ${(after / before).toFixed(1)} times to ${size} characters (${ms.toFixed(0)} ms)`;
}
