/**
 * Governance of one answer: cuts arrays on the bytes, redacts by field and by content, removes redacted values from the
 * rest of the answer, applies the size cap, reports. Compiled once for each set of settings. A run is pure and depends
 * only on its input. Notices of cuts (notice.ts) and the owner's system rules go into a content block of their own
 * (core/request).
 */

import type { JsonValue } from '../lib/json/value.ts';
import { type GovernedBody, type RedactionReport, Tally } from '../model/governance/report.ts';
import {
  type CustomPattern,
  effectiveGovernance,
  type GovernanceOverrides,
  type GovernanceSettings,
} from '../model/governance/settings.ts';
import type { MarkerFor } from '../model/governance/span.ts';
import { withActions } from './actions.ts';
import { plainMarker, pseudonymousMarkers } from './catalog/pseudonyms.ts';
import { compileSelectors, type FieldSelector } from './context/fieldSelector.ts';
import { Explainer } from './explain.ts';
import { forgetLastValues } from './facts/personName.ts';
import type { GovernOptions, Run } from './formats/run.ts';
import { governBody, withoutCharset } from './formats.ts';
import { capJson } from './json/document.ts';
import { toJson } from './json/toJson.ts';
import { RedactedValues } from './occurrences/redactedValues.ts';
import { type PointerRedactor, removeFromWholeAnswer, removeFromWholeValue } from './occurrences/removal.ts';
import type { CompiledPatterns } from './patterns.ts';
import { type Finder, sentOf } from './sent.ts';
import { requireShape } from './shape.ts';
import type { ClosedRules } from './value/harmless.ts';
import { keepingParts } from './value/keptParts.ts';
import { type FindNames, knownOf, walkersOf } from './walker.ts';

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
  /** Finds names in sentences; needed for `prose`. */
  readonly findNames?: FindNames | undefined;
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
  { pseudonymKey, findNames, hosts = [] }: Sealed,
): Governor {
  const closed = settings.pii && settings.mode === 'closed' ? closedBy(settings, hosts) : undefined;
  const allow = compileSelectors(settings.allowFields);
  let finder: Finder | undefined;
  const read = (sent: JsonValue) => {
    finder ??= finderOf(settings, findNames);
    return sentOf(sent, finder);
  };
  const pseudonyms = settings.pseudonyms && pseudonymKey ? pseudonymousMarkers(pseudonymKey, read) : undefined;
  const markerFor = keepingParts(settings.keepParts, pseudonyms?.markerFor ?? plainMarker);
  const selectors = { allow, always: compileSelectors(settings.customFields) };
  const finders = { patterns: compilePatterns(settings.customPatterns), findNames };
  const walkerFor = walkersOf(settings, selectors, markerFor, finders, closed);

  function governBytes(buffer: Uint8Array, contentType: string, options: GovernOptions = {}): GovernedBody {
    const values = new RedactedValues();
    const explainer = options.explain ? new Explainer() : undefined;
    const tally = new Tally(values, options.trace ?? explainer);
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
function finderOf(settings: GovernanceSettings, findNames: FindNames | undefined): Finder {
  const none = compileSelectors([]);
  let note: MarkerFor = plainMarker;
  const walker = walkersOf(settings, { allow: none, always: none }, (...found) => note(...found), { findNames })()();
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
