/** Measures how the work for an input grows: sizes are doubled until the work is large enough to be told from noise. */
import { Worker } from 'node:worker_threads';
import { type GrowingCase, textOf } from './cases.ts';
import type { Task } from './worker.ts';

/** Maximum time of one measurement; then the thread is terminated. */
const BOUND_MS = 8_000;
/** Time for loading the targets on a busy machine. */
const LOADING_MS = 60_000;
/** Less work than this is not judged. */
const TELLING_MS = 40;
/** With this much work, sizes need not be doubled any more. */
const ENOUGH_MS = 120;
/** Work per byte at one size divided by that at half the size: 2 for quadratic work, 1 for linear work. */
const GROWTH = 1.55;
const FIRST = 512;
const LAST = 256 * 1024;

export interface Verdict {
  readonly case: GrowingCase;
  /** Size in characters, time in milliseconds (Infinity beyond the bound). */
  readonly measured: ReadonlyArray<readonly [size: number, ms: number]>;
  /** The fault; undefined when the work grows as the input does. */
  readonly fault?: string;
}

export class Prober {
  private worker: Worker | undefined;

  /** Judges a case, a suspicious one twice. `last`: the largest size. */
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

/** By the last three sizes: a fault if the work per byte has doubled twice. */
function faultOf(measured: ReadonlyArray<readonly [number, number]>): string | undefined {
  const [size, ms] = measured.at(-1) ?? [0, 0];
  if (ms === Number.POSITIVE_INFINITY) return `${size} characters took more than ${BOUND_MS} ms`;
  const [before, between, after] = measured.slice(-3).map(([length, took]) => took / length);
  if (before === undefined || between === undefined || after === undefined || ms < TELLING_MS) return undefined;
  if (between < GROWTH * before || after < GROWTH * between) return undefined;
  return `the work per byte grew ${(after / before).toFixed(1)} times to ${size} characters (${ms.toFixed(0)} ms)`;
}
