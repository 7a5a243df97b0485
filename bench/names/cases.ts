/**
 * The cases that the weights of unlisted names are fitted on (context/nameWeights.ts): text leaves of the labelled answers that are written like
 * a name. A field whose name says something is taken a second time as if it said nothing, because a list has the names of the
 * fields that were read, and the weights are for those that nobody has read.
 */

import { columnOf, MOST_OF_COLUMN } from '../../core/governance/context/column.ts';
import { compileSelectors } from '../../core/governance/context/fieldSelector.ts';
import { NAME_RULES, type NameCase } from '../../core/governance/context/nameRules.ts';
import { descend, rootScope, type Scope } from '../../core/governance/context/scope.ts';
import { nameCaseOf } from '../../core/governance/context/unlistedNames.ts';
import { combinedEvidence } from '../../core/governance/fieldName/evidence.ts';
import { type KeyInfo, readKey } from '../../core/governance/fieldName/readName.ts';
import { RedactedValues } from '../../core/governance/occurrences/redactedValues.ts';
import { isEnabled } from '../../core/governance/policy.ts';
import { createWalker } from '../../core/governance/walker.ts';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import { Tally } from '../../core/model/governance/report.ts';
import type { Labelled } from '../../test/datasets/redaction/index.ts';
import type { Example } from './logistic.ts';

export interface Case {
  readonly key: string;
  readonly value: string;
  readonly isName: boolean;
  /** Whether the field's name was hidden. */
  readonly isHidden: boolean;
  /** How often each rule holds, in the order of the rules. */
  readonly counts: readonly number[];
  readonly given: NameCase;
}

/** The API that a labelled answer is of: variants of one generated answer are one API. */
export const apiOf = (name: string): string =>
  name
    .replace(/^.: /, '')
    .replace(/-\d+(?:-\w+)?$/, '')
    .split(/[ :]/)[0] ?? name;

/** Redacts by all rules but these. */
const others = createWalker({
  enabled: (type) => isEnabled(type, {}),
  allow: compileSelectors([]),
  always: compileSelectors([]),
});
const HIDDEN: KeyInfo = readKey('xqzv', { nameFrom: 0 });
const known = new Map<string, KeyInfo>();
function infoOf(key: string): KeyInfo {
  const info = known.get(key) ?? readKey(key, { nameFrom: 0 });
  known.set(key, info);
  return info;
}

/** A field that a value stands in. */
interface Field {
  readonly key: string;
  readonly scope: Scope;
  readonly siblings: number;
  /** What stands in the same place of other records. */
  readonly column?: readonly JsonValue[] | undefined;
  /** Of a record: it, and those behind it. */
  readonly records?: readonly JsonValue[];
}

/** The cases of an answer. Names that the rules before find by their field count as hidden only. */
export function casesOf({ document, leaves }: Labelled): Case[] {
  const labels = new Map(leaves.map((leaf) => [leaf.pointer, leaf]));
  const found: Case[] = [];
  const after = others.walk(structuredClone(document) as JsonValue, new Tally(new RedactedValues()));
  const note = (value: string, next: JsonValue | undefined, at: string, field: Field) => {
    const leaf = labels.get(at);
    if (leaf === undefined || leaf.parts || (leaf.personal !== undefined && leaf.personal !== 'name')) return;
    const isName = leaf.personal === 'name';
    const info = infoOf(field.key);
    const texts = field.column?.slice(0, MOST_OF_COLUMN).filter((item): item is string => typeof item === 'string');
    const column = texts && (() => columnOf(texts));
    const add = (isHidden: boolean) => {
      const given = nameCaseOf(value, isHidden ? HIDDEN : info, field.scope, field.siblings, column);
      // A given name under `first_name` says nothing of one word under any other name.
      if (given === undefined || (isHidden && given.shape.isSingle)) return;
      const counts = NAME_RULES.map((rule) => rule.count(given));
      found.push({ key: field.key, value, isName, isHidden, counts, given });
    };
    const isOpen = info.kind === undefined && info.nameFrom === 0;
    if (isOpen && (isName || next === value)) add(false);
    if (!isOpen && (isName || (next === value && info.kind === undefined))) add(true);
  };
  const visit = (value: JsonValue, next: JsonValue | undefined, at: string, field: Field) => {
    if (typeof value === 'string') note(value, next, at, field);
    if (typeof value !== 'object' || value === null) return;
    const scope = field.key === '' ? field.scope : descend(field.scope, infoOf(field.key), field.siblings);
    const siblings = Array.isArray(value) ? field.siblings : combinedEvidence(Object.keys(value).map(infoOf));
    for (const [key, child] of Object.entries(value)) {
      const inner = Array.isArray(value)
        ? { ...field, column: value, records: value.slice(Number(key)) }
        : {
            key,
            scope,
            siblings,
            column: field.records?.map((record) => (record as JsonObject | null)?.[key] ?? null),
          };
      const path = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      visit(child as JsonValue, (next as Record<string, JsonValue> | undefined)?.[key], path, inner);
    }
  };
  visit(document, after, '', { key: '', scope: rootScope(), siblings: 0 });
  return found;
}

/** How much a case counts. The trades are the only answers with field names that nobody has read. */
const WEIGHT = { trades: 3, open: 1, hiddenName: 1, hidden: 0.3 };
/** Against weights that few cases have shown: of a squared weight, in cases. */
const PENALTY = 4;
/** How much the value is written like a name alone says is no guess. */
export const PENALTIES = NAME_RULES.map(({ id }) => (id === 'form.name' ? 0.01 : PENALTY));

export interface Weighed extends Case, Example {
  readonly api: string;
  readonly isTrade: boolean;
}

/** The cases of labelled answers with what they count. */
export function weighedCases(parts: readonly (readonly [part: string, answers: readonly Labelled[]])[]): Weighed[] {
  const cases = parts.flatMap(([part, answers]) =>
    answers.flatMap((answer) =>
      casesOf(answer).map((each) => ({
        ...each,
        api: apiOf(answer.name),
        isTrade: part === 'trades',
        isTrue: each.isName,
        weight:
          part === 'trades'
            ? WEIGHT.trades
            : each.isHidden
              ? each.isName
                ? WEIGHT.hiddenName
                : WEIGHT.hidden
              : WEIGHT.open,
      })),
    ),
  );
  // One value often stands in a hundred generated answers.
  const times = new Map<string, number>();
  const idOf = ({ value, isHidden }: Case): string => `${isHidden}${value}`;
  for (const each of cases) times.set(idOf(each), (times.get(idOf(each)) ?? 0) + 1);
  return cases.map((each) => ({ ...each, weight: each.weight / Math.sqrt(times.get(idOf(each)) ?? 1) }));
}
