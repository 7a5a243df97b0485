/**
 * Governance of one answer: cut arrays on the bytes → parse → redact by field, then value → take what was redacted out of the rest →
 * size cap → report.
 * Compiled once per settings; every run is pure and depends on nothing but its input.
 * The notice of what was cut (notice.ts) and the system rules stand behind the text, in a block of their own (core/response/notes.ts).
 */
import type { JsonValue } from '../json/value.ts';
import { compileSelectors } from './context/fieldSelector.ts';
import { createWalker, type WalkRules } from './createWalker.ts';
import { governCsv } from './formats/csv.ts';
import { csvDelimiter, formatOf } from './formats/detect.ts';
import { governFragments } from './formats/embeddedJson.ts';
import { governForm, governMultipart, isMultipart } from './formats/form.ts';
import { governSequence } from './formats/jsonSequence.ts';
import { governMarkup } from './formats/markup.ts';
import { createArrayScanner, type ScanResult } from './json/arrayLimit.ts';
import { unwrapNumbers, wrapNumbers } from './json/exactNumbers.ts';
import { findExactNumbers } from './json/numberText.ts';
import { cutArrays } from './json/parsedArrayLimit.ts';
import { capValue } from './json/sizeCap.ts';
import { toJson } from './json/toJson.ts';
import { removeFromWholeAnswer, removeFromWholeValue } from './occurrences/passes.ts';
import { RedactedValues } from './occurrences/redactedValues.ts';
import { compilePatterns } from './patterns.ts';
import { segmentsOf } from './pointer.ts';
import { isEnabled } from './policy.ts';
import type { GovernedBody, RedactionReport, Truncation } from './report.ts';
import type { Governed, GovernOptions, Run } from './run.ts';
import { effectiveGovernance, type GovernanceOverrides } from './settings.ts';
import { requireShape } from './shape.ts';
import { Tally } from './tally.ts';
import type { Walker } from './walker.ts';

export interface Governor {
  governBytes(buffer: Uint8Array, contentType: string, options?: GovernOptions): GovernedBody;
  /** The same shape, redacted; the input is not changed. What is no JSON (dates, maps, bytes) is made JSON first. */
  redact<T extends JsonValue>(value: T): JsonValue;
  redactWithReport(value: JsonValue): { value: JsonValue; report: RedactionReport };
}

/**
 * Compiles settings; anything unset has its default, so `compileGovernance()` redacts with every detector that is on by
 * default. Throws InvalidInput: `invalid_request` when a setting has the wrong type, `pattern_invalid` when a custom pattern
 * does not compile.
 */
export function compileGovernance(overrides: GovernanceOverrides = {}): Governor {
  requireShape(overrides);
  const settings = effectiveGovernance(overrides);
  const patterns = compilePatterns(settings.customPatterns);
  const enabled = new Map<string, boolean>();
  const base = {
    enabled(type: string): boolean {
      let on = enabled.get(type);
      if (on === undefined) {
        on = isEnabled(type, settings.detectors);
        enabled.set(type, on);
      }
      return on;
    },
    allow: compileSelectors(settings.allowFields),
    always: compileSelectors(settings.customFields),
  };
  const shared = settings.pii ? (patterns ? undefined : createWalker(base)) : PASS_THROUGH;
  const custom = new Set(settings.customPatterns.map(({ name }) => name));
  const walkerFor = (): (() => Walker) => {
    if (shared) return () => shared;
    const rules: WalkRules = { ...base, extra: patterns!.forAnswer(), custom };
    let walker: Walker | undefined;
    return () => (walker ??= createWalker(rules));
  };

  function governBytes(buffer: Uint8Array, contentType: string, options: GovernOptions = {}): GovernedBody {
    const memory = new RedactedValues();
    const tally = new Tally(memory);
    const run: Run = {
      settings,
      maxItems: settings.truncation ? (options.maxItems ?? settings.maxItems) : Number.POSITIVE_INFINITY,
      maxBytes: settings.maxBytes,
      walker: walkerFor(),
      tally,
      options,
    };
    const type = typeof contentType === 'string' ? contentType : '';
    const { governed, redactPointer } = removeFromWholeAnswer(
      governAs(buffer, type, run),
      { memory, tally, allow: base.allow, maxBytes: run.maxBytes },
      ({ text, truncations, capped }) => {
        const held = underCap(text, truncations, run);
        return capped ? { ...held, capped } : held;
      },
      (text) =>
        governAs(Buffer.from(text), withoutCharset(type), { ...run, maxItems: Number.POSITIVE_INFINITY, options: {} }),
    );
    return {
      text: governed.text,
      json: governed.json,
      bytesIn: options.totalBytes ?? buffer.byteLength,
      bytesOut: governed.bytes ?? Buffer.byteLength(governed.text),
      redactions: reportOf(tally, redactPointer),
      truncations: governed.truncations.map((cut) => ({
        ...cut,
        pointer: redactPointer(run.walker().pointer(cut.pointer)),
      })),
      capped: governed.capped,
    };
  }

  function redactWithReport(value: JsonValue): { value: JsonValue; report: RedactionReport } {
    const memory = new RedactedValues();
    const tally = new Tally(memory);
    const walker = walkerFor()();
    const { value: taken, redactPointer } = removeFromWholeValue(
      walker.walk(toJson(value), tally),
      { memory, tally, allow: base.allow },
      (left) => walker.walk(left, tally),
    );
    return { value: taken, report: reportOf(tally, redactPointer) };
  }

  return { governBytes, redactWithReport, redact: (value) => redactWithReport(value).value };
}

function reportOf(tally: Tally, redactPointer: (pointer: string) => string): RedactionReport {
  return { count: tally.count, byType: Object.fromEntries(tally.byType), pointers: tally.pointers.map(redactPointer) };
}

/** Parts that begin like a body of parts themselves are taken apart as deep as this; below it they are text. */
const MAX_PART_DEPTH = 3;

function governAs(buffer: Uint8Array, contentType: string, run: Run, depth = 0): Governed {
  const source = formatOf(buffer, contentType);
  // A body that is JSON is JSON, whatever its type says.
  if (source.mayBeJson && source.format !== 'json' && source.format !== 'ndjson') {
    const governed = governJson(source.bytes, run);
    if (governed) return governed;
  }
  switch (source.format) {
    case 'json': {
      const governed = governJson(source.bytes, run);
      return governed ?? governFragments(decode(source.bytes), run, governJson);
    }
    case 'ndjson':
      return governSequence(decode(source.bytes), run, governJson);
    case 'csv':
      return governCsv(decode(source.bytes), source.delimiter, run);
    case 'xml':
    case 'html':
      return governMarkup(decode(source.bytes), source.format, run);
    case 'form':
      return governForm(decode(source.bytes), run);
    case 'multipart':
      return governParts(decode(source.bytes), run, depth);
    default: {
      const text = decode(source.bytes);
      if (depth < MAX_PART_DEPTH && isMultipart(text)) return governParts(text, run, depth);
      const delimiter = csvDelimiter(text);
      return delimiter === undefined ? governFragments(text, run, governJson) : governCsv(text, delimiter, run);
    }
  }
}

/** The parts of a body by their own types; what calls itself parts in a part is told by how it begins. */
function governParts(text: string, run: Run, depth: number): Governed {
  return governMultipart(text, run, (part, type) => {
    const media = type.toLowerCase().startsWith('multipart/') ? 'text/plain' : type;
    return governAs(Buffer.from(part), withoutCharset(media), run, depth + 1);
  });
}

/** Of a text that is one already. */
function withoutCharset(contentType: string): string {
  return contentType.replace(/;\s*charset[^;]*/i, '');
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Of a governor that redacts nothing. */
const PASS_THROUGH: Walker = {
  walk: (value) => value,
  document: () => undefined,
  field: (_name, value) => value,
  find: () => [],
  pointer: (pointer) => pointer,
};

/** JSON, or undefined when the body is none. */
export function governJson(bytes: Uint8Array, run: Run): Governed | undefined {
  const scan = scanBody(bytes, run);
  if (scan.bytes) {
    const written = run.walker().document(scan.bytes, run.tally, scan.truncations.length > 0);
    if (written) return underCap(written.text, scan.truncations, run, written.bytes);
  }
  return governTree(bytes, scan, run);
}

/** A scan, or a body that needed none; its numbers are looked for when they matter. */
type Scan = Pick<ScanResult, 'bytes' | 'truncations'> & Partial<Pick<ScanResult, 'exactNumbers'>>;

/** What is not read as text: the same by way of a parsed value. */
function governTree(bytes: Uint8Array, scan: Scan, run: Run): Governed | undefined {
  let parsed: JsonValue | undefined;
  let sentinel = -1;
  let truncations: readonly Truncation[] = [];
  if (scan.bytes) {
    const exactNumbers = scan.exactNumbers ?? findExactNumbers(scan.bytes);
    if (exactNumbers) {
      const wrapped = wrapNumbers(scan.bytes, exactNumbers);
      sentinel = wrapped.sentinel;
      parsed = parse(wrapped.text);
    }
    if (parsed !== undefined)
      truncations = scan.truncations.filter((cut) => lengthAt(parsed!, cut.pointer) === cut.kept);
  }
  if (parsed === undefined) {
    sentinel = -1;
    parsed = parse(decode(bytes));
    if (parsed === undefined) return undefined;
    const cut = cutArrays(parsed, run.maxItems);
    parsed = cut.value;
    truncations = cut.truncations;
  }
  const redacted = run.walker().walk(parsed, run.tally, { owned: true, sentinel });
  return underCap(JSON.stringify(unwrapNumbers(redacted, sentinel)), truncations, run);
}

/** Holds a JSON text under the size cap. */
function underCap(
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

function scanBody(bytes: Uint8Array, run: Run): Scan {
  const truncated = run.options.truncatedInput === true;
  if (!truncated && run.maxItems === Number.POSITIVE_INFINITY) return { bytes, truncations: [] };
  const scanner = createArrayScanner(run.maxItems);
  scanner.push(bytes);
  return scanner.finish({ truncated });
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Length of the array at a pointer: a duplicate key may have replaced the one that was cut. */
function lengthAt(value: JsonValue, pointer: string): number | undefined {
  let node: JsonValue | undefined = value;
  for (const segment of segmentsOf(pointer)) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, segment)) return undefined;
    node = (node as { [key: string]: JsonValue })[segment];
  }
  return Array.isArray(node) ? node.length : undefined;
}

/** The cap's cuts on top of earlier ones: the total is the upstream's, what is kept is the cap's. */
export function mergeCuts(first: readonly Truncation[], second: readonly Truncation[]): Truncation[] {
  const byPointer = new Map(first.map((cut) => [cut.pointer, cut]));
  for (const cut of second) {
    const earlier = byPointer.get(cut.pointer);
    byPointer.set(cut.pointer, earlier ? { ...earlier, kept: cut.kept } : cut);
  }
  return [...byPointer.values()];
}
