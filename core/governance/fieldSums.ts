/** Adds the values of a field up to its row (core/model/answerFields.ts), of which none stays. */
import type { JsonValue } from '../lib/json/value.ts';
import { type FieldRow, NAMED_OF_FIELD, type Sureness } from '../model/answerFields.ts';
import { MODES, type RedactionMode } from '../model/governance/modes.ts';
import type { Rule } from '../model/governance/rule.ts';
import { isMarker, markersIn } from './catalog/marker.ts';
import type { ToldReason } from './explain.ts';
import type { Seen } from './fieldWalk.ts';
import { valueForm } from './valueForm.ts';

/** A sum that is nearer to its threshold is not sure: odds of less than e to 1. */
const NARROW = 1;
/** Different values, and forms, that are told apart of one field. */
const MAX_DIFFERENT = 50;

/** What is added up of a row. */
export interface Sums {
  readonly toolId: string;
  readonly path: string;
  isMarkable: boolean;
  readonly mark: string | undefined;
  values: number;
  kept: number;
  redacted: number;
  withheld: number;
  readonly inMode: Record<RedactionMode, number>;
  readonly kinds: Map<string, number>;
  readonly rules: Map<Rule, number>;
  level: number;
  /** Texts and numbers that `strict` replaces, and that it lets stay. */
  gone: number;
  stayed: number;
  least: number;
  most: number;
  readonly forms: Map<string, number>;
  shortest: number;
  longest: number;
  readonly different: Set<number>;
}

/** By number. */
const LEVELS: readonly Sureness[] = ['certain', 'likely', 'unsure'];

/** Of a field without values. */
export const sumsOf = (toolId: string, path: string, mark: string | undefined): Sums => ({
  toolId,
  path,
  isMarkable: true,
  mark,
  values: 0,
  kept: 0,
  redacted: 0,
  withheld: 0,
  inMode: { closed: 0, strict: 0, balanced: 0, minimal: 0 },
  kinds: new Map(),
  rules: new Map(),
  level: 0,
  gone: 0,
  stayed: 0,
  least: Number.POSITIVE_INFINITY,
  most: Number.NEGATIVE_INFINITY,
  forms: new Map(),
  shortest: Number.POSITIVE_INFINITY,
  longest: 0,
  different: new Set(),
});

/** Adds a value. */
export function addTo(sums: Sums, seen: Seen, custom: ReadonlySet<string>): void {
  const { before, after, mode, isOn, reason, strictReason } = seen;
  const wasMarked = typeof before === 'string' && isMarker(before);
  // What was governed when it was recorded.
  const isGone = (each: RedactionMode) => wasMarked || (after[each] !== undefined && after[each] !== before);
  sums.values++;
  for (const each of MODES) if (isGone(each)) sums.inMode[each]++;
  const types = new Set([before, ...MODES.map((each) => after[each])].flatMap((form) => typesOf(form, custom)));
  const shown = typesOf(wasMarked ? before : after[mode], custom);
  const isWithheld = shown.length > 0 && shown.every((type) => type === 'withheld');
  if (!isOn || !isGone(mode)) sums.kept++;
  else if (isWithheld) sums.withheld++;
  else sums.redacted++;
  for (const type of types) if (type !== 'withheld') count(sums.kinds, type);
  if (reason) count(sums.rules, reason.rule);
  if (typeof before === 'boolean' || before === null || before === '') return;
  judge(sums, { isGone, evidence: reason?.evidence ?? strictReason?.evidence, wasMarked });
  if (wasMarked) return;
  const text = String(before);
  sums.shortest = Math.min(sums.shortest, text.length);
  sums.longest = Math.max(sums.longest, text.length);
  if (sums.forms.size < MAX_DIFFERENT || sums.forms.has(valueForm(text))) count(sums.forms, valueForm(text));
  if (sums.different.size < MAX_DIFFERENT) sums.different.add(hashOf(text));
}

const typesOf = (form: JsonValue | undefined, custom: ReadonlySet<string>): string[] =>
  typeof form === 'string' ? markersIn(form, custom).map((hit) => hit[1] ?? '') : [];

interface Judged {
  readonly isGone: (mode: RedactionMode) => boolean;
  readonly evidence: ToldReason['evidence'];
  readonly wasMarked: boolean;
}

/** How sure the decision on a value is, and whether others of its field were decided otherwise. */
function judge(sums: Sums, { isGone, evidence, wasMarked }: Judged): void {
  if (evidence) {
    const margin = evidence.sum - evidence.needed;
    sums.least = Math.min(sums.least, margin);
    sums.most = Math.max(sums.most, margin);
    sums.level = Math.max(sums.level, Math.abs(margin) < NARROW ? 2 : 1);
  } else if (!wasMarked && (isGone('strict') !== isGone('balanced') || isGone('closed') !== isGone('strict')))
    sums.level = Math.max(sums.level, 1);
  if (isGone('strict')) sums.gone++;
  else sums.stayed++;
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** FNV-1a, which tells values apart without keeping them. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < Math.min(text.length, 200); at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ text.length;
}

const mostOf = <Key>(counts: ReadonlyMap<Key, number>, most: number): Key[] =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([key]) => key);

const rounded = (sum: number): number => Math.round(sum * 100) / 100;

/**
 * The row of a field.
 * @param named gets the rules that it names
 */
export function rowOf(sums: Sums, named: Set<Rule>): FieldRow {
  const { mark, kinds, rules, forms, different, gone, stayed, level, least, most, shortest, longest, ...row } = sums;
  const first = mostOf(rules, NAMED_OF_FIELD.rules);
  for (const rule of first) named.add(rule);
  return {
    ...row,
    ...(mark !== undefined && { mark }),
    kinds: Object.fromEntries([...kinds].sort(([, one], [, other]) => other - one).slice(0, NAMED_OF_FIELD.kinds)),
    rules: first.map(({ id }) => id),
    sure: gone > 0 && stayed > 0 ? 'unsure' : (LEVELS[level] as Sureness),
    ...(most >= least && { margin: { least: rounded(least), most: rounded(most) } }),
    forms: mostOf(forms, NAMED_OF_FIELD.forms),
    ...(longest > 0 && { length: { least: shortest, most: longest } }),
    distinct: different.size,
  };
}
