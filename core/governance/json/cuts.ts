/** Arrays that were cut out of bytes: where they are in the output, what of them was kept, and how an output without its end is closed. */

import { pointerOf } from '../pointer.ts';
import type { Truncation } from '../report.ts';

export interface ArrayCut {
  /** Per open container: [keyStart, keyEnd] output offsets, or [-1, index]. */
  readonly path: readonly (readonly [number, number])[];
  total: number;
  kept: number;
  atLeast: boolean;
}

/** Cuts with their pointers; the keys are read out of the output. */
export function truncationsOf(cuts: readonly ArrayCut[], output: Uint8Array): Truncation[] {
  const text = Buffer.from(output.buffer, output.byteOffset, output.byteLength);
  return cuts
    .filter((cut) => cut.kept < cut.total || cut.atLeast)
    .map((cut) => ({
      pointer: pointerOf(cut.path.map(([start, end]) => (start < 0 ? end : readKey(text, start, end)))),
      total: cut.total,
      kept: cut.kept,
      ...(cut.atLeast ? { atLeast: true } : {}),
    }));
}

/** The output with the brackets that are still open, outermost first in `counts` (of objects below zero). */
export function closeBrackets(bytes: Uint8Array, counts: Int32Array, depth: number): Uint8Array {
  let closers = '';
  for (let level = depth - 1; level >= 0; level--) closers += counts[level]! < 0 ? '}' : ']';
  return Buffer.concat([bytes, Buffer.from(closers)]);
}

function readKey(text: Buffer, start: number, end: number): string {
  try {
    return String(JSON.parse(text.toString('utf8', start, end)));
  } catch {
    return text.toString('utf8', start + 1, end - 1);
  }
}
