/**
 * What redaction does to the fields of recorded answers: one row a field of a tool, with counts and forms and never a value. Reports of parts are
 * joined here, because a recording is sent in parts. Data only; the dashboard and the command line read it, too.
 */
import { stepsOf } from './fieldPaths.ts';
import type { RedactionMode } from './governance/modes.ts';

/** How sure the decisions on a field are, from what needs a person to look to what does not. */
export const SURENESS = ['unsure', 'likely', 'certain'] as const;
export type Sureness = (typeof SURENESS)[number];

/** Of kinds, rules and forms, how many a row names. */
export const NAMED_OF_FIELD = { kinds: 6, rules: 4, forms: 4 } as const;

/** A field of a tool's answers. */
export interface FieldRow {
  readonly toolId: string;
  /** As marks name it (core/model/fieldPaths.ts): lists are passed through, and `*` stands for names that are data. '' is the whole of an answer. */
  readonly path: string;
  /** Whether a mark can name it: not in formats other than JSON, and not below more names than a path may have. */
  readonly isMarkable: boolean;
  /** The owner's mark of exactly this path. */
  readonly mark?: string;
  /** How many values it had. The next three are as the settings in effect decide; together they are all values. */
  readonly values: number;
  readonly kept: number;
  /** Replaced, as a whole or in part, because something was found. */
  readonly redacted: number;
  /** Replaced in the mode `closed`, because nothing is known of them. */
  readonly withheld: number;
  /** By mode: how many values it replaces. */
  readonly inMode: Readonly<Record<RedactionMode, number>>;
  /** By type of the marker, in all modes: in how many values it stood at most. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Ids of the rules that decided most often, by the settings in effect. */
  readonly rules: readonly string[];
  readonly sure: Sureness;
  /** Where evidence was weighed: how far the sums were from the threshold; below 0 the value stays. */
  readonly margin?: { readonly least: number; readonly most: number };
  /** How the texts and numbers are written, letters as `a`, digits as `9` (core/governance/valueForm.ts); the most frequent ones. */
  readonly forms: readonly string[];
  /** Of texts and numbers, in characters. */
  readonly length?: { readonly least: number; readonly most: number };
  /** At least so many values differ. */
  readonly distinct: number;
}

/** What recorded answers have. */
export interface AnswerFields {
  readonly rows: readonly FieldRow[];
  /** Values of all rows. */
  readonly values: number;
  /** Values that no row counts, because there are too many of them or of their fields. */
  readonly left: number;
  /** The rules that are named, with what they say. */
  readonly rules: Readonly<Record<string, string>>;
}

const surer = (one: Sureness, other: Sureness): Sureness =>
  SURENESS.indexOf(one) <= SURENESS.indexOf(other) ? one : other;

const span = <Range extends { readonly least: number; readonly most: number }>(one?: Range, other?: Range) =>
  one && other ? { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) } : (one ?? other);

function sums<Key extends string>(one: Readonly<Record<Key, number>>, other: Readonly<Record<Key, number>>) {
  const all = new Map(Object.entries<number>(one));
  for (const [key, count] of Object.entries<number>(other)) all.set(key, (all.get(key) ?? 0) + count);
  return Object.fromEntries(all) as Record<Key, number>;
}

const firstOf = (one: readonly string[], other: readonly string[], most: number): string[] =>
  [...new Set([...one, ...other])].slice(0, most);

function joinedRow(one: FieldRow, other: FieldRow): FieldRow {
  const [margin, length] = [span(one.margin, other.margin), span(one.length, other.length)];
  return {
    ...one,
    isMarkable: one.isMarkable && other.isMarkable,
    values: one.values + other.values,
    kept: one.kept + other.kept,
    redacted: one.redacted + other.redacted,
    withheld: one.withheld + other.withheld,
    inMode: sums(one.inMode, other.inMode),
    kinds: sums(one.kinds, other.kinds),
    rules: firstOf(one.rules, other.rules, NAMED_OF_FIELD.rules),
    sure: isMixed(one, other) ? 'unsure' : surer(one.sure, other.sure),
    ...(margin && { margin }),
    forms: firstOf(one.forms, other.forms, NAMED_OF_FIELD.forms),
    ...(length && { length }),
    distinct: Math.max(one.distinct, other.distinct),
  };
}

/** `strict` replaced all values of one part and none of the other. */
const isMixed = (one: FieldRow, other: FieldRow): boolean =>
  one.inMode.strict > 0 !== other.inMode.strict > 0 && one.sure !== 'certain' && other.sure !== 'certain';

/** The report of two parts together. */
export function joinedFields(one: AnswerFields, other: AnswerFields): AnswerFields {
  const rows = new Map(one.rows.map((row) => [keyOf(row), row]));
  for (const row of other.rows) {
    const known = rows.get(keyOf(row));
    rows.set(keyOf(row), known ? joinedRow(known, row) : row);
  }
  return {
    rows: onlyMarkable([...rows.values()]).sort(byDoubt),
    values: one.values + other.values,
    left: one.left + other.left,
    rules: { ...one.rules, ...other.rules },
  };
}

/** What a `*` would name besides. */
const placesIn = ({
  toolId,
  path,
}: FieldRow): { readonly steps: readonly string[]; readonly at: (depth: number) => string } => {
  const steps = stepsOf(path) ?? [];
  return { steps, at: (depth) => JSON.stringify([toolId, ...steps.slice(0, depth)]) };
};

/**
 * Rows with a `*` where other answers have names of fields cannot be marked, since a mark with `*` would count for these fields, too.
 */
export function onlyMarkable(rows: readonly FieldRow[]): FieldRow[] {
  const named = new Set<string>();
  for (const row of rows) {
    const { steps, at } = placesIn(row);
    for (const [depth, step] of steps.entries()) if (step !== '*') named.add(at(depth));
  }
  return rows.map((row) => {
    const { steps, at } = placesIn(row);
    const isClosed = steps.some((step, depth) => step === '*' && named.has(at(depth)));
    return isClosed && row.isMarkable ? { ...row, isMarkable: false } : row;
  });
}

/** A report without answers. */
export const NO_FIELDS: AnswerFields = { rows: [], values: 0, left: 0, rules: {} };

/** Whether a field is withheld by the mode `closed` alone: nothing was found in it by any other mode. */
export const isUnknownAlone = ({ isMarkable, withheld, redacted, inMode }: FieldRow): boolean =>
  isMarkable && withheld > 0 && redacted === 0 && inMode.strict === 0;

/** Which row is which. */
export const keyOf = ({ toolId, path }: Pick<FieldRow, 'toolId' | 'path'>): string => `${toolId} ${path}`;

/** How far the nearest sum was from the threshold; 0 where sums were on both sides of it. */
const nearest = ({ margin }: FieldRow): number => {
  if (margin === undefined) return Number.POSITIVE_INFINITY;
  return margin.least < 0 && margin.most >= 0 ? 0 : Math.min(Math.abs(margin.least), Math.abs(margin.most));
};

/** What needs a person to look comes first; of that what was decided most narrowly, and then what has most values. */
export function byDoubt(one: FieldRow, other: FieldRow): number {
  const sureness = SURENESS.indexOf(one.sure) - SURENESS.indexOf(other.sure);
  if (sureness !== 0) return sureness;
  const [near, far] = [nearest(one), nearest(other)];
  if (near !== far) return near < far ? -1 : 1;
  return other.values - one.values || (keyOf(one) < keyOf(other) ? -1 : 1);
}
