/**
 * Governs one JSON document: cuts arrays on the bytes, redacts (on the bytes where possible, otherwise as a parsed
 * value), and applies the size cap. Numbers keep their text throughout.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import { segmentsOf, type Truncation } from '../../model/governance/report.ts';
import type { Governed, Run } from '../formats/run.ts';
import { createArrayScanner, type ScanResult } from './arrayLimit.ts';
import { findExactNumbers } from './bytes.ts';
import { unwrapNumbers, wrapNumbers } from './exactNumbers.ts';
import { cutArrays } from './parsedArrayLimit.ts';
import { capValue } from './sizeCap.ts';

/** The governed document; undefined when the bytes are not JSON. */
export function governJson(bytes: Uint8Array, run: Run): Governed | undefined {
  const scan = scanBody(bytes, run);
  if (scan.bytes) {
    const written = run.walker().document(scan.bytes, run.tally, { unique: scan.truncations.length > 0 });
    if (written) return capJson(written.text, scan.truncations, run, written.bytes);
  }
  return governParsed(bytes, scan, run);
}

/** The result of a scan, or a body that needed none. Exact numbers are searched when they are needed. */
type Scan = Pick<ScanResult, 'bytes' | 'truncations'> & Partial<Pick<ScanResult, 'exactNumbers'>>;

function scanBody(bytes: Uint8Array, run: Run): Scan {
  const truncated = run.options.truncatedInput === true;
  if (!truncated && run.maxItems === Number.POSITIVE_INFINITY) return { bytes, truncations: [] };
  const scanner = createArrayScanner(run.maxItems);
  scanner.push(bytes);
  return scanner.finish({ truncated });
}

/** Governs the document as a parsed value. */
function governParsed(bytes: Uint8Array, scan: Scan, run: Run): Governed | undefined {
  const scanned = scan.bytes && parseScanned(scan.bytes, scan);
  const { value, sentinel, truncations } = scanned ?? parseWhole(bytes, run.maxItems);
  if (value === undefined) return undefined;
  const redacted = run.walker().walk(value, run.tally, { owned: true, sentinel });
  return capJson(JSON.stringify(unwrapNumbers(redacted, sentinel)), truncations, run);
}

interface Parsed {
  /** Undefined when the bytes are not JSON. */
  readonly value: JsonValue | undefined;
  /** First character of strings that hold the text of a number, or -1. */
  readonly sentinel: number;
  readonly truncations: readonly Truncation[];
}

/** Parses what a scan left, with its exact numbers as strings. */
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
 * Applies a run's size cap to a JSON text.
 *
 * @param length of the text in bytes
 */
export function capJson(
  text: string,
  truncations: readonly Truncation[],
  run: Pick<Run, 'maxBytes'>,
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

/** Joins the size cap's cuts with earlier ones: totals are the upstream's, kept items those after the cap. */
function mergeCuts(first: readonly Truncation[], second: readonly Truncation[]): Truncation[] {
  const byPointer = new Map(first.map((cut) => [cut.pointer, cut]));
  for (const cut of second) {
    const earlier = byPointer.get(cut.pointer);
    byPointer.set(cut.pointer, earlier ? { ...earlier, kept: cut.kept } : cut);
  }
  return [...byPointer.values()];
}
