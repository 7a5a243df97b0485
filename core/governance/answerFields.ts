/**
 * Folds recorded answers to their fields: for each field of each tool how many values it had, what each mode makes of them, by which rules, how sure
 * that is, and how the values are written. Every value is counted once, in a row or as left. No value and no name of a member that is data leaves
 * this file. JSON is told field by field, since marks name its fields; an answer in any other format is one row.
 *
 * An answer is governed once a mode and walked beside its governed forms (fieldWalk.ts), so what is told is what became of it. Rules and sums come
 * from the explanation (explain.ts) of two of these runs.
 */
import type { JsonValue } from '../lib/json/value.ts';
import { LIMITS } from '../lib/limits.ts';
import { type AnswerFields, byDoubt, onlyMarkable } from '../model/answerFields.ts';
import { pathOfMark, stepsOf } from '../model/fieldPaths.ts';
import type { MarkedTool } from '../model/governance/marked.ts';
import { MODES, type RedactionMode } from '../model/governance/modes.ts';
import type { Rule } from '../model/governance/rule.ts';
import type { GovernanceSettings } from '../model/governance/settings.ts';
import { compileGovernance } from './compile.ts';
import { Explainer } from './explain.ts';
import { addTo, rowOf, type Sums, sumsOf } from './fieldSums.ts';
import { type Place, type Seen, walkFields } from './fieldWalk.ts';
import type { Governor } from './pipeline.ts';

/** An answer that was recorded. */
export interface RecordedBody {
  readonly toolId: string;
  readonly contentType: string;
  readonly text: string;
}

/** By what the answers are governed. */
export interface FieldSettings {
  /** Those in effect for the server. */
  readonly governance: GovernanceSettings;
  /** Hosts of the API (pipeline.ts). */
  readonly hosts: readonly string[];
  readonly tools: ReadonlyMap<string, MarkedTool>;
}

const { values: MAX_VALUES, rows: MAX_ROWS } = LIMITS.recordedAnswers;
const LINES = /\r?\n/;

/**
 * Folds answers.
 * @throws InvalidInput `pattern_invalid`
 * @throws `pattern_too_slow`
 */
export function foldAnswers(answers: readonly RecordedBody[], settings: FieldSettings): AnswerFields {
  return new Fold(settings).of(answers);
}

class Fold {
  readonly #settings: FieldSettings;
  readonly #governors = new Map<string, Governor>();
  readonly #rows = new Map<string, Sums>();
  readonly #custom: ReadonlySet<string>;
  #values = 0;
  #left = 0;

  constructor(settings: FieldSettings) {
    this.#settings = settings;
    const { customPatterns, wordLists } = settings.governance;
    this.#custom = new Set([...customPatterns, ...wordLists].map(({ name }) => name));
  }

  of(answers: readonly RecordedBody[]): AnswerFields {
    for (const answer of answers) this.#answer(answer);
    const named = new Set<Rule>();
    const rows = [...this.#rows.values()].map((sums) => rowOf(sums, named));
    return {
      rows: onlyMarkable(rows).sort(byDoubt),
      values: this.#values,
      left: this.#left,
      rules: Object.fromEntries([...named].map(({ id, says }) => [id, says])),
    };
  }

  #governor(mode: RedactionMode, tool: MarkedTool | undefined): Governor {
    const { governance, hosts } = this.#settings;
    const { prose = governance.prose } = tool?.redaction ?? {};
    const key = `${mode} ${prose}`;
    const known = this.#governors.get(key);
    if (known) return known;
    // Nothing is cut, and what is only reported or refused is told as what would be redacted.
    const own = { pii: true, dryRun: false, actions: {}, truncation: false, maxBytes: LIMITS.upstreamBody.keep };
    const governor = compileGovernance({ ...governance, ...own, mode, prose, pseudonyms: false }, undefined, { hosts });
    this.#governors.set(key, governor);
    return governor;
  }

  #answer({ toolId, contentType, text }: RecordedBody): void {
    const tool = this.#settings.tools.get(toolId);
    const { governance } = this.#settings;
    const mode = tool?.redaction?.mode ?? governance.mode;
    const isOn = governance.pii && !(tool?.redaction?.dryRun ?? governance.dryRun);
    const document = documentOf(text);
    const body = document?.text ?? text;
    const own = new Explainer(MAX_VALUES);
    const strict = mode === 'strict' ? own : new Explainer(MAX_VALUES);
    const traces: Partial<Record<RedactionMode, Explainer>> = { strict, [mode]: own };
    const run = (each: RedactionMode) => {
      const trace = traces[each];
      const options = { ...(tool && { tool }), ...(trace && { trace }) };
      const type = document === undefined ? contentType : 'application/json';
      const governed = this.#governor(each, tool).governBytes(Buffer.from(body), type, options).text;
      return document === undefined ? governed : parsed(governed);
    };
    const after = Object.fromEntries(MODES.map((each) => [each, run(each)])) as Seen['after'];
    walkFields(
      document === undefined ? text : document.value,
      after,
      { toolId, marks: marksOf(tool), mode, isOn, own, strict, isMarkable: document !== undefined },
      (place, seen) => this.#count(place, seen),
    );
  }

  #count({ path, isMarkable, toolId, mark }: Place, seen: Seen | undefined): void {
    const key = `${toolId} ${path}`;
    const known = this.#rows.get(key);
    if (seen === undefined || this.#values >= MAX_VALUES || (!known && this.#rows.size >= MAX_ROWS)) {
      this.#left++;
      return;
    }
    const sums = known ?? sumsOf(toolId, path, mark);
    if (!known) this.#rows.set(key, sums);
    sums.isMarkable &&= isMarkable;
    this.#values++;
    addTo(sums, seen, this.#custom);
  }
}

const marksOf = (tool: MarkedTool | undefined): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(tool?.redaction?.fields ?? {}).map(([path, mark]) => [pathOfMark(stepsOf(path) ?? [path]), mark]),
  );

/** JSON, or lines of JSON as one list, whose items have the same paths; undefined for anything else. */
function documentOf(text: string): { readonly value: JsonValue; readonly text: string } | undefined {
  const value = parsed(text);
  if (typeof value === 'object' && value !== null) return { value, text };
  const lines = text.split(LINES, MAX_VALUES).filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => /^\s*[{[]/.test(line))) return undefined;
  const joined = `[${lines.join(',')}]`;
  const list = parsed(joined);
  return list === undefined ? undefined : { value: list, text: joined };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
