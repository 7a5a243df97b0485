/**
 * Governance of one answer: cut arrays on the bytes, redact by field and then by value, take what was redacted out of the rest, hold the
 * answer under the size cap, report. Compiled once per settings; a run is pure and depends on nothing but its input. What is said about
 * cuts (notice.ts) and the owner's system rules go into a content block of their own (core/request).
 */
import type { JsonValue } from '../json/value.ts';
import { compileSelectors } from './context/fieldSelector.ts';
import { createPlanner, mayKeyHoldData } from './context/objectPlan.ts';
import { createKeyReader } from './fieldName/readName.ts';
import { governBody, withoutCharset } from './formats/registry.ts';
import { sourceOf } from './json/buffers.ts';
import { ByteWalker } from './json/byteWalker.ts';
import { capJson } from './json/document.ts';
import { toJson } from './json/toJson.ts';
import { type Selectors, TreeWalker } from './json/treeWalker.ts';
import { RedactedValues } from './occurrences/redactedValues.ts';
import { type PointerRedactor, removeFromWholeAnswer, removeFromWholeValue } from './occurrences/removal.ts';
import { compilePatterns } from './patterns.ts';
import { isEnabled } from './policy.ts';
import { type GovernedBody, pointerOf, type RedactionReport, segmentsOf, Tally, Trail } from './report.ts';
import type { GovernOptions, Run } from './run.ts';
import { effectiveGovernance, type GovernanceOverrides, type GovernanceSettings } from './settings.ts';
import { requireShape } from './shape.ts';
import { MAX_WORK } from './text/detectors/detector.ts';
import type { TextRules } from './text/prose.ts';
import { Redactor } from './value/redactor.ts';
import type { Walker } from './walker.ts';

/** Governs answers by one set of settings. */
export interface Governor {
  /**
   * @param buffer the body as the upstream sent it, or its beginning
   * @param contentType of the body, with its parameters; '' when it has none
   * @throws PatternTooSlow when a custom pattern uses up its share of work
   */
  governBytes(buffer: Uint8Array, contentType: string, options?: GovernOptions): GovernedBody;
  /** The same shape, redacted; the input is not changed. What is no JSON (dates, maps, bytes) is made JSON first. */
  redact<T extends JsonValue>(value: T): JsonValue;
  /** The same with what was counted. */
  redactWithReport(value: JsonValue): { value: JsonValue; report: RedactionReport };
}

/**
 * Compiles settings; what is not set has its default, so `compileGovernance()` redacts with every detector that is on by default.
 *
 * @throws InvalidInput `invalid_request` when a setting has the wrong type, `pattern_invalid` when a custom pattern does not compile
 */
export function compileGovernance(overrides: GovernanceOverrides = {}): Governor {
  requireShape(overrides);
  const settings = effectiveGovernance(overrides);
  const allow = compileSelectors(settings.allowFields);
  const walkerFor = walkersOf(settings, { allow, always: compileSelectors(settings.customFields) });

  function governBytes(buffer: Uint8Array, contentType: string, options: GovernOptions = {}): GovernedBody {
    const values = new RedactedValues();
    const tally = new Tally(values);
    const run: Run = {
      settings,
      maxItems: settings.truncation ? (options.maxItems ?? settings.maxItems) : Number.POSITIVE_INFINITY,
      maxBytes: settings.maxBytes,
      walker: walkerFor(),
      tally,
      options,
    };
    const type = typeof contentType === 'string' ? contentType : '';
    const withoutLimits: Run = { ...run, maxItems: Number.POSITIVE_INFINITY, options: {} };
    const { governed, redactPointer } = removeFromWholeAnswer(
      governBody(buffer, type, run),
      { values, tally, allow, maxBytes: run.maxBytes },
      ({ text, truncations, capped }) => {
        const held = capJson(text, truncations, run);
        return capped ? { ...held, capped } : held;
      },
      (text) => governBody(Buffer.from(text), withoutCharset(type), withoutLimits),
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
    const values = new RedactedValues();
    const tally = new Tally(values);
    const walker = walkerFor()();
    const { value: redacted, redactPointer } = removeFromWholeValue(
      walker.walk(toJson(value), tally),
      { values, tally, allow },
      (left) => walker.walk(left, tally),
    );
    return { value: redacted, report: reportOf(tally, redactPointer) };
  }

  return { governBytes, redactWithReport, redact: (value) => redactWithReport(value).value };
}

function reportOf(tally: Tally, redactPointer: PointerRedactor): RedactionReport {
  return { count: tally.count, byType: Object.fromEntries(tally.byType), pointers: tally.pointers.map(redactPointer) };
}

/** For each answer the walker that it is redacted with: one for all, or one of its own where custom patterns have a budget for each. */
function walkersOf(settings: GovernanceSettings, selectors: Selectors): () => () => Walker {
  const patterns = compilePatterns(settings.customPatterns);
  if (!settings.pii) return () => () => PASS_THROUGH;
  const known = new Map<string, boolean>();
  const enabled = (type: string): boolean => {
    const on = known.get(type) ?? isEnabled(type, settings.detectors);
    known.set(type, on);
    return on;
  };
  const rules: WalkRules = { enabled, ...selectors };
  if (patterns === undefined) {
    const shared = createWalker(rules);
    return () => () => shared;
  }
  const custom = new Set(settings.customPatterns.map(({ name }) => name));
  return () => {
    const extra = patterns.forAnswer();
    let walker: Walker | undefined;
    return () => (walker ??= createWalker({ ...rules, extra, custom }));
  };
}

/** Redacts nothing. */
const PASS_THROUGH: Walker = {
  walk: (value) => value,
  document: () => undefined,
  field: (_name, value) => value,
  find: () => [],
  pointer: (pointer) => pointer,
};

/** What is redacted, and the fields that an owner excepts or names. */
export type WalkRules = TextRules & Selectors;

/**
 * A walker redacts values by one set of rules: parsed ones as a tree, JSON documents as text, single strings by the name they stand under.
 * All of them share plans and the redactor. Walks of one walker overlap only where a string holds another document.
 */
export function createWalker(rules: WalkRules): Walker {
  const infoOf = createKeyReader(rules.custom);
  const planner = createPlanner(infoOf);
  const { root } = planner;
  const trail = new Trail();
  const work = { left: MAX_WORK };
  const redactor = new Redactor({
    rules: { ...rules, work },
    infoOf,
    root,
    trail,
    // Whether anything changed is told by identity, so the inner value is not walked as an own one.
    walkInner: (value) => treeWalker.visit(value, undefined, undefined, root, { owned: false, sentinel: -1 }),
  });
  const context = { selectors: rules, infoOf, planner, trail, redactor };
  const treeWalker = new TreeWalker(context);
  const byteWalker = new ByteWalker({ ...context, treeWalker });
  const begin = (tally: Tally, leaf: string | undefined): void => {
    // A tally belongs to one answer.
    if (tally !== trail.tally) work.left = MAX_WORK;
    trail.begin(tally, leaf);
  };

  return {
    walk(value, tally, { owned = false, sentinel = -1 } = {}) {
      begin(tally, undefined);
      return treeWalker.visit(value, undefined, undefined, root, { owned, sentinel });
    },
    document(bytes, tally, options) {
      begin(tally, undefined);
      return byteWalker.redact(sourceOf(bytes), options);
    },
    find(text, tally) {
      begin(tally, undefined);
      return redactor.spans(text);
    },
    pointer(pointer) {
      if (!mayKeyHoldData(pointer)) return pointer;
      trail.begin(new Tally(), undefined);
      // Digits alone may be an index or any id; with a letter a segment is judged as a key where people are listed.
      const segments = segmentsOf(pointer).map((segment) => {
        const ofPersons = /^\p{L}|\p{L}$/u.test(segment);
        return redactor.key(segment, redactor.keySpans(segment, { ofPersons }));
      });
      return pointerOf(segments);
    },
    field(name, value, tally) {
      begin(tally, name);
      return redactor.named(name, value);
    },
  };
}
