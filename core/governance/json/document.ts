/**
 * Governs one JSON document: cuts arrays on the bytes, redacts (as text where that is possible, else as a parsed value), holds the result
 * under the size cap. Numbers keep their text in all of that.
 */
import type { JsonValue } from '../../json/value.ts';
import { segmentsOf, type Truncation } from '../report.ts';
import type { Governed, Run } from '../run.ts';
import { createArrayScanner, type ScanResult } from './arrayLimit.ts';
import { findExactNumbers } from './bytes.ts';
import { unwrapNumbers, wrapNumbers } from './exactNumbers.ts';
import { cutArrays } from './parsedArrayLimit.ts';
import { capValue } from './sizeCap.ts';

/** The governed document, or undefined when the bytes are no JSON. */
export function governJson(bytes: Uint8Array, run: Run): Governed | undefined {
  const scan = scanBody(bytes, run);
  if (scan.bytes) {
    const written = run.walker().document(scan.bytes, run.tally, { unique: scan.truncations.length > 0 });
    if (written) return capJson(written.text, scan.truncations, run, written.bytes);
  }
  return governParsed(bytes, scan, run);
}

/** A scan, or a body that needed none; its numbers are looked for when they matter. */
type Scan = Pick<ScanResult, 'bytes' | 'truncations'> & Partial<Pick<ScanResult, 'exactNumbers'>>;

function scanBody(bytes: Uint8Array, run: Run): Scan {
  const truncated = run.options.truncatedInput === true;
  if (!truncated && run.maxItems === Number.POSITIVE_INFINITY) return { bytes, truncations: [] };
  const scanner = createArrayScanner(run.maxItems);
  scanner.push(bytes);
  return scanner.finish({ truncated });
}

/** The same by way of a parsed value. */
function governParsed(bytes: Uint8Array, scan: Scan, run: Run): Governed | undefined {
  const scanned = scan.bytes && parseScanned(scan.bytes, scan);
  const { value, sentinel, truncations } = scanned ?? parseWhole(bytes, run.maxItems);
  if (value === undefined) return undefined;
  const redacted = run.walker().walk(value, run.tally, { owned: true, sentinel });
  return capJson(JSON.stringify(unwrapNumbers(redacted, sentinel)), truncations, run);
}

interface Parsed {
  /** Undefined when the bytes are no JSON. */
  readonly value: JsonValue | undefined;
  /** First character of strings that carry the text of a number, or -1. */
  readonly sentinel: number;
  readonly truncations: readonly Truncation[];
}

/** The document that a scan left, when it has numbers to keep. */
function parseScanned(bytes: Uint8Array, scan: Scan): Parsed | undefined {
  const exactNumbers = scan.exactNumbers ?? findExactNumbers(bytes);
  if (exactNumbers === undefined) return undefined;
  const { text, sentinel } = wrapNumbers(bytes, exactNumbers);
  const value = parse(text);
  if (value === undefined) return undefined;
  // A repeated key may have replaced the array that was cut.
  const truncations = scan.truncations.filter((cut) => lengthAt(value, cut.pointer) === cut.kept);
  return { value, sentinel, truncations };
}

function parseWhole(bytes: Uint8Array, maxItems: number): Parsed {
  const value = parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  if (value === undefined) return { value, sentinel: -1, truncations: [] };
  return { ...cutArrays(value, maxItems), sentinel: -1 };
}

/**
 * Holds a JSON text under the size cap of a run.
 *
 * @param length of the text in bytes
 */
export function capJson(
  text: string,
  truncations: readonly Truncation[],
  run: Run,
  length = Buffer.byteLength(text),
): Governed {
  if (length <= run.maxBytes) return { text, json: true, truncations, capped: false, bytes: length };
  const bytes = Buffer.from(text);
  const wrapped = wrapNumbers(bytes, findExactNumbers(bytes) ?? []);
  const capped = capValue(unwrapNumbers(JSON.parse(wrapped.text) as JsonValue, wrapped.sentinel), run.maxBytes);
  return {
    text: JSON.stringify(capped.value),
    json: true,
    truncations: mergeCuts(truncations, capped.truncations),
    capped: true,
  };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Length of the array at a pointer. */
function lengthAt(value: JsonValue, pointer: string): number | undefined {
  let node: JsonValue | undefined = value;
  for (const segment of segmentsOf(pointer)) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, segment)) return undefined;
    node = (node as { [key: string]: JsonValue })[segment];
  }
  return Array.isArray(node) ? node.length : undefined;
}

/** The cap's cuts on top of earlier ones: the total is the upstream's, what is kept is the cap's. */
function mergeCuts(first: readonly Truncation[], second: readonly Truncation[]): Truncation[] {
  const byPointer = new Map(first.map((cut) => [cut.pointer, cut]));
  for (const cut of second) {
    const earlier = byPointer.get(cut.pointer);
    byPointer.set(cut.pointer, earlier ? { ...earlier, kept: cut.kept } : cut);
  }
  return [...byPointer.values()];
}
