/** Arrays that were cut out of the bytes of a document, and their report. */
import { pointerOf, type Truncation } from '../../model/governance/report.ts';

/** An array that was cut. */
export interface ArrayCut {
  /** For each container on the path: output offsets [start, end] of its last key, or [-1, index] in an array. */
  readonly path: readonly (readonly [number, number])[];
  total: number;
  kept: number;
  /** `total` is a lower bound. */
  atLeast: boolean;
}

/** The cuts with JSON pointers; keys are read from the output. */
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

function readKey(text: Buffer, start: number, end: number): string {
  try {
    return String(JSON.parse(text.toString('utf8', start, end)));
  } catch {
    return text.toString('utf8', start + 1, end - 1);
  }
}
