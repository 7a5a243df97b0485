/**
 * Governance of one answer: cuts arrays on the bytes, redacts by field and by content, removes redacted values from the
 * rest of the answer, applies the size cap, reports. Compiled once for each set of settings. A run is pure and depends
 * only on its input. Notices of cuts (notice.ts) and the owner's system rules go into a content block of their own
 * (core/request).
 */

import type { JsonValue } from '../lib/json/value.ts';
import type { MarkedTool } from '../model/governance/marked.ts';
import {
  type GovernedBody,
  pointerOf,
  type RedactionReport,
  segmentsOf,
  Tally,
  Trail,
} from '../model/governance/report.ts';
import {
  type CustomPattern,
  effectiveGovernance,
  type GovernanceOverrides,
  type GovernanceSettings,
} from '../model/governance/settings.ts';
import type { MarkerFor } from '../model/governance/span.ts';
import { withActions } from './actions.ts';
import { plainMarker, pseudonymousMarkers } from './catalog/pseudonyms.ts';
import { passingNames } from './context/closedNames.ts';
import { compileSelectors, type FieldSelector } from './context/fieldSelector.ts';
import { compileMarks, keptFields, type MarkNode } from './context/marks.ts';
import { mayKeyHoldData, type NamesHeldBack } from './context/objectPlan.ts';
import { createPlanner } from './context/planCache.ts';
import { rootScope, type Scope } from './context/scope.ts';
import { NAME_FROM } from './context/unlistedNames.ts';
import { Explainer } from './explain.ts';
import { forgetLastValues } from './facts/personName.ts';
import { createKeyReader } from './fieldName/nameCache.ts';
import type { NameReading } from './fieldName/readName.ts';
import type { GovernOptions, Run } from './formats/run.ts';
import type { Walker } from './formats/walker.ts';
import { governBody, withoutCharset } from './formats.ts';
import { sourceOf } from './json/buffers.ts';
import { ByteWalker } from './json/byteWalker.ts';
import { capJson } from './json/document.ts';
import { toJson } from './json/toJson.ts';
import { type Selectors, TreeWalker } from './json/treeWalker.ts';
import { RedactedValues } from './occurrences/redactedValues.ts';
import { type PointerRedactor, removeFromWholeAnswer, removeFromWholeValue } from './occurrences/removal.ts';
import { findOwnWords, keptWordsOf } from './ownWords.ts';
import type { CompiledPatterns } from './patterns.ts';
import { isEnabled } from './policy.ts';
import { type Finder, sentOf } from './sent.ts';
import { requireShape } from './shape.ts';
import { MAX_WORK } from './text/detectors/detector.ts';
import type { ClosedRules } from './value/harmless.ts';
import { type KeptParts, keepingParts, keptPartsOf } from './value/keptParts.ts';
import type { TextRules } from './value/prose.ts';
import { Redactor } from './value/redactor.ts';

/** Governs answers by one set of settings. */
export interface Governor {
  /**
   * @param buffer the body as the upstream sent it, or its beginning
   * @param contentType of the body, with its parameters; '' when it has none
   * @throws `answer_refused` when it holds a kind for which the owner has answers refused
   * @throws `pattern_too_slow` when a custom pattern uses up its share of work
   */
  governBytes(buffer: Uint8Array, contentType: string, options?: GovernOptions): GovernedBody;
  /**
   * The value with the same shape, redacted; the input is not changed. What is not JSON (dates, maps, bytes) is
   * converted first.
   * @param sent the call's arguments, where the value is of its answer or is them ({@link GovernOptions})
   */
  redact<T extends JsonValue>(value: T, sent?: JsonValue): JsonValue;
  /** The same, with the report. */
  redactWithReport(value: JsonValue): { value: JsonValue; report: RedactionReport };
}

/** `compilePatterns`, or what takes its place where there are no custom patterns, so that their engine need not be loaded. */
export type CompilePatterns = (patterns: readonly CustomPattern[]) => CompiledPatterns | undefined;

/** What a server gives its governor besides the settings. */
export interface Sealed {
  /** For `pseudonyms`; without it, markers have none. */
  readonly pseudonymKey?: Uint8Array | undefined;
  /** Hosts of the API, with their ports where they are not the scheme's; their URLs may pass in the mode `closed`. */
  readonly hosts?: readonly string[];
}

/** `compileGovernance` with the given way to compile custom patterns. */
export function compileWith(
  compilePatterns: CompilePatterns,
  overrides: GovernanceOverrides = {},
  sealed: Sealed = {},
): Governor {
  requireShape(overrides);
  return withActions(effectiveGovernance(overrides), (settings) => governorOf(settings, compilePatterns, sealed));
}

/** The governor of settings without their actions. */
function governorOf(
  settings: GovernanceSettings,
  compilePatterns: CompilePatterns,
  { pseudonymKey, hosts = [] }: Sealed,
): Governor {
  const closed = settings.pii && settings.mode === 'closed' ? closedBy(settings, hosts) : undefined;
  const allow = compileSelectors(settings.allowFields);
  let finder: Finder | undefined;
  const read = (sent: JsonValue) => {
    finder ??= finderOf(settings);
    return sentOf(sent, finder);
  };
  const pseudonyms = settings.pseudonyms && pseudonymKey ? pseudonymousMarkers(pseudonymKey, read) : undefined;
  const markerFor = keepingParts(settings.keepParts, pseudonyms?.markerFor ?? plainMarker);
  const selectors = { allow, always: compileSelectors(settings.customFields) };
  const walkerFor = walkersOf(settings, selectors, markerFor, compilePatterns(settings.customPatterns), closed);

  function governBytes(buffer: Uint8Array, contentType: string, options: GovernOptions = {}): GovernedBody {
    const values = new RedactedValues();
    const explainer = options.explain ? new Explainer() : undefined;
    const tally = new Tally(values, explainer);
    const { tool } = options;
    const walker = walkerFor();
    const run: Run = {
      settings,
      maxItems: settings.truncation ? (options.maxItems ?? settings.maxItems) : Number.POSITIVE_INFINITY,
      maxBytes: settings.maxBytes,
      walker: () => walker().of(tool),
      tally,
      options,
    };
    const type = typeof contentType === 'string' ? contentType : '';
    const withoutLimits: Run = { ...run, maxItems: Number.POSITIVE_INFINITY, options: {} };
    const { governed, redactPointer } = removeFromWholeAnswer(
      governBody(buffer, type, run),
      {
        values,
        tally,
        allow: eitherOf(allow, knownOf(tool, closed !== undefined).kept),
        markerFor,
        maxBytes: run.maxBytes,
      },
      ({ text, truncations, capped }) => {
        const held = capJson(text, truncations, run);
        return capped ? { ...held, capped } : held;
      },
      (text) => governBody(Buffer.from(text), withoutCharset(type), withoutLimits),
    );
    const body: GovernedBody = {
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
    if (explainer === undefined) return body;
    const value = governed.json ? (JSON.parse(governed.text) as JsonValue) : undefined;
    return { ...body, explanation: explainer.finish(value, redactPointer) };
  }

  function redactWithReport(value: JsonValue): { value: JsonValue; report: RedactionReport } {
    const values = new RedactedValues();
    const tally = new Tally(values);
    const walker = walkerFor()();
    const { value: redacted, redactPointer } = removeFromWholeValue(
      walker.walk(toJson(value), tally),
      { values, tally, allow, markerFor },
      (left) => walker.walk(left, tally),
    );
    return { value: redacted, report: reportOf(tally, redactPointer) };
  }

  const reported = thenForgetting(redactWithReport);
  return {
    governBytes: thenForgetting((buffer, contentType, options) =>
      pseudonyms
        ? pseudonyms.during(options?.sent, () => governBytes(buffer, contentType, options))
        : governBytes(buffer, contentType, options),
    ),
    redactWithReport: reported,
    redact: (value, sent) => (pseudonyms ? pseudonyms.during(sent, () => reported(value)) : reported(value)).value,
  };
}

/** Finds what the settings redact, whatever fields the owner excepts. */
function finderOf(settings: GovernanceSettings): Finder {
  const none = compileSelectors([]);
  let note: MarkerFor = plainMarker;
  const walker = walkersOf(settings, { allow: none, always: none }, (...found) => note(...found), undefined)()();
  return {
    value(value, markerFor) {
      note = markerFor;
      walker.walk(toJson(value), new Tally(new RedactedValues()));
    },
    body(text, markerFor) {
      note = markerFor;
      const tally = new Tally(new RedactedValues());
      const run = {
        settings,
        maxItems: Number.POSITIVE_INFINITY,
        maxBytes: settings.maxBytes,
        walker: () => walker,
        tally,
        options: {},
      };
      governBody(Buffer.from(text), 'text/plain', run);
    },
  };
}

/** Governs an answer and keeps none of its values in the process's memory of last values. */
function thenForgetting<Given extends unknown[], Result>(govern: (...given: Given) => Result) {
  return (...given: Given): Result => {
    try {
      return govern(...given);
    } finally {
      forgetLastValues();
    }
  };
}

/** What is known about a tool, compiled. */
interface Known {
  readonly marks: MarkNode | undefined;
  readonly kept: FieldSelector;
}

const UNMARKED: Known = { marks: undefined, kept: keptFields(undefined) };
/** By tool, which the bundle holds. */
const knownTools = new WeakMap<MarkedTool, Known>();
const knownClosed = new WeakMap<MarkedTool, Known>();

function knownOf(tool: MarkedTool | undefined, isClosed: boolean): Known {
  if (tool?.described === undefined && tool?.redaction === undefined) return UNMARKED;
  const tools = isClosed ? knownClosed : knownTools;
  let known = tools.get(tool);
  if (known === undefined) {
    const marks = compileMarks(tool, { isClosed });
    known = { marks, kept: keptFields(marks) };
    tools.set(tool, known);
  }
  return known;
}

/** What passes in the mode `closed` besides forms. */
const closedBy = ({ allowFields }: GovernanceSettings, hosts: readonly string[]): ClosedRules => ({
  hosts: new Set(hosts),
  released: new Set(allowFields.filter((field) => !field.startsWith('/'))),
});

function eitherOf(one: FieldSelector, other: FieldSelector): FieldSelector {
  if (other.empty) return one;
  return { empty: false, matches: (path) => one.matches(path) || other.matches(path) };
}

function reportOf(tally: Tally, redactPointer: PointerRedactor): RedactionReport {
  const { count, byType } = tally;
  if (count === 0) return { count, byType, pointers: [] };
  return { count, byType, pointers: tally.pointers.map(redactPointer), rules: tally.byRule };
}

/**
 * Returns the walker of each answer: one for all, or, with custom patterns, one of its own because their work limit is
 * per answer.
 */
function walkersOf(
  settings: GovernanceSettings,
  selectors: Selectors,
  markerFor: MarkerFor,
  patterns: CompiledPatterns | undefined,
  closed?: ClosedRules,
): () => () => Walker {
  if (!settings.pii) return () => () => PASS_THROUGH;
  const known = new Map<string, boolean>();
  const enabled = (type: string): boolean => {
    const on = known.get(type) ?? isEnabled(type, settings.detectors, settings.mode);
    known.set(type, on);
    return on;
  };
  const nameFrom = enabled('name') ? NAME_FROM[settings.mode] : undefined;
  const rules: WalkRules = {
    enabled,
    markerFor,
    keptParts: keptPartsOf(settings.keepParts),
    nameFrom,
    ...(closed && { closed }),
    ...(settings.keptWords.length > 0 && { kept: keptWordsOf(settings.keptWords) }),
    ...selectors,
  };
  const { wordLists } = settings;
  const words = wordLists.length === 0 ? undefined : findOwnWords(wordLists);
  const custom = new Set([...settings.customPatterns, ...wordLists].map(({ name }) => name));
  if (patterns === undefined) {
    const shared = createWalker(words === undefined ? rules : { ...rules, extra: words, custom, hasOwnWords: true });
    return () => () => shared;
  }
  return () => {
    const find = patterns.forAnswer();
    const extra = words === undefined ? find : (text: string) => [...find(text), ...words(text)];
    let walker: Walker | undefined;
    return () => (walker ??= createWalker({ ...rules, extra, custom, hasOwnWords: words !== undefined }));
  };
}

/** Redacts nothing. */
const PASS_THROUGH: Walker = {
  of: () => PASS_THROUGH,
  walk: (value) => value,
  document: () => undefined,
  field: (_name, value) => value,
  find: () => [],
  pointer: (pointer) => pointer,
  names: (names) => names,
  isClosed: false,
  markerFor: plainMarker,
};

/** What is redacted, and the fields that the owner excepts or adds. */
export type WalkRules = TextRules &
  Selectors &
  Pick<NameReading, 'nameFrom'> & {
    readonly keptParts?: KeptParts;
    readonly closed?: ClosedRules;
    readonly hasOwnWords?: boolean;
  };

/**
 * Creates a walker, which redacts values by one set of rules: parsed values as a tree, JSON documents on their bytes,
 * single strings by their name. All of these share plans and the redactor. Two walks of one walker overlap only where a
 * string holds another document.
 */
export function createWalker(rules: WalkRules): Walker {
  const infoOf = createKeyReader(rules);
  const { closed } = rules;
  const holdsBack: NamesHeldBack = (keys, { marks }) =>
    passingNames(keys, infoOf).map((passes, index) => {
      const key = keys[index] ?? '';
      return !passes && marks?.children.has(key) !== true && closed?.released.has(key) !== true;
    });
  // A word of the owner may be any key.
  const mayHoldData = rules.hasOwnWords === true ? () => true : mayKeyHoldData;
  const planner = createPlanner(infoOf, closed && holdsBack, mayHoldData);
  const trail = new Trail();
  const work = { left: MAX_WORK };
  const redactor = new Redactor({
    rules: { ...rules, work, stays: (rule) => trail.tally.trace?.stays(rule) },
    keptParts: rules.keptParts ?? keptPartsOf([]),
    infoOf,
    root: planner.root,
    trail,
    closed,
    // A change is recognized by identity, so the inner value must not be changed in place.
    walkInner: (value) => treeWalker.visit(value, undefined, undefined, planner.root, { owned: false, sentinel: -1 }),
  });
  const context = { selectors: rules, infoOf, planner, trail, redactor };
  const treeWalker = new TreeWalker(context);
  const byteWalker = new ByteWalker({ ...context, treeWalker });
  const begin = (tally: Tally, leaf: string | undefined): void => {
    // Each answer has its own tally.
    if (tally !== trail.tally) {
      work.left = MAX_WORK;
      redactor.begin();
    }
    trail.begin(tally, leaf);
  };

  /** By what is known about a tool. */
  const walkers = new WeakMap<MarkNode, Walker>();
  const of = (tool: MarkedTool | undefined): Walker => {
    const { marks } = knownOf(tool, closed !== undefined);
    if (marks === undefined) return plain;
    let known = walkers.get(marks);
    if (known === undefined) {
      known = walkerAt(rootScope(marks));
      walkers.set(marks, known);
    }
    return known;
  };
  const walkerAt = (root: Scope): Walker => ({
    of,
    markerFor: rules.markerFor ?? plainMarker,
    walk(value, tally, { owned = false, sentinel = -1 } = {}) {
      begin(tally, undefined);
      return treeWalker.visit(value, undefined, undefined, root, { owned, sentinel });
    },
    document(bytes, tally, options) {
      // Its values are walked one by one.
      if (tally.trace !== undefined) return undefined;
      begin(tally, undefined);
      return byteWalker.redact(sourceOf(bytes), { ...options, root });
    },
    find(text, tally) {
      begin(tally, undefined);
      return redactor.spans(text);
    },
    isClosed: closed !== undefined,
    names(names, tally) {
      if (closed === undefined) return names;
      begin(tally, undefined);
      const held = holdsBack(names, root);
      return names.map((name, index) =>
        redactor.key(name, redactor.keySpans(name, { ofPersons: false, isHeldBack: held[index] === true })),
      );
    },
    pointer(pointer) {
      if (closed === undefined && !mayHoldData(pointer)) return pointer;
      trail.begin(new Tally(), undefined);
      // Digits alone may be an index or any id. A segment with a letter is judged like a key that names a person.
      const segments = segmentsOf(pointer).map((segment) => {
        const ofPersons = /^\p{L}|\p{L}$/u.test(segment);
        const isHeldBack = closed !== undefined && holdsBack([segment], root)[0] === true;
        return redactor.key(segment, redactor.keySpans(segment, { ofPersons, isHeldBack }));
      });
      return pointerOf(segments);
    },
    field(name, value, tally) {
      begin(tally, name);
      return redactor.named(name, value);
    },
  });
  const plain = walkerAt(planner.root);
  return plain;
}
