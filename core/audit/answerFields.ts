/**
 * Compares two governed answers of one tool by their fields: which are new, which are gone, and what became of their values. Fields are
 * named without positions in lists, so that lists of other lengths are compared by what their items have; tables (core/response/projection)
 * as the lists that they stand for. Pure and bounded, because answers are of any size and form.
 */
import { parsedJson } from '../lib/json/parsed.ts';
import { isObject, type JsonValue } from '../lib/json/value.ts';
import { pathOfSteps } from '../model/fieldPaths.ts';

const MAX_FIELDS = 5_000;
const MAX_VALUES = 200_000;
/** Lists count, too: a step for each would not bound lists of lists. */
const MAX_DEPTH = 64;
/** `[REDACTED:email]`, and with a pseudonym `[REDACTED:email:k7m2]`. */
const MARKER = /\[REDACTED:([A-Za-z0-9-]+)/g;

/** What the values of a field are: `redacted` if all hold a marker, `partly` if some do, else `open`. */
export type FieldState = 'open' | 'partly' | 'redacted';

/** A field of an answer. */
export interface AnswerField {
  readonly path: string;
  readonly state: FieldState;
  /** Kinds of its markers. */
  readonly kinds: readonly string[];
}

/** The fields of an answer. */
export interface AnswerFields {
  readonly fields: ReadonlyMap<string, AnswerField>;
  /** False where it has more than is looked at. */
  readonly isWhole: boolean;
}

/** What differs between two answers. */
export interface AnswerChanges {
  readonly added: readonly AnswerField[];
  readonly gone: readonly AnswerField[];
  /** Fields of both whose values were treated differently. */
  readonly changed: readonly { readonly before: AnswerField; readonly now: AnswerField }[];
  readonly isWhole: boolean;
}

interface Counted {
  values: number;
  redacted: number;
  readonly kinds: Set<string>;
}

/** The fields of the JSON in an answer's text blocks; undefined when there is none. @param content as MCP clients get it */
export function answerFields(content: readonly Readonly<Record<string, unknown>>[]): AnswerFields | undefined {
  const roots = content.flatMap(({ text }) => (typeof text === 'string' ? jsonIn(text) : []));
  if (roots.length === 0) return undefined;
  const found = new Map<string, Counted>();
  let left = MAX_VALUES;
  let isWhole = true;
  const visit = (value: JsonValue, steps: readonly string[], depth: number): void => {
    if (left-- <= 0 || depth > MAX_DEPTH) {
      isWhole = false;
      return;
    }
    if (Array.isArray(value)) {
      for (const item of value) visit(item, steps, depth + 1);
      return;
    }
    if (isObject(value)) {
      for (const [name, member] of membersOf(value)) visit(member, [...steps, name], depth + 1);
      return;
    }
    const path = pathOfSteps(steps);
    const field = found.get(path) ?? { values: 0, redacted: 0, kinds: new Set<string>() };
    if (!found.has(path) && found.size >= MAX_FIELDS) {
      isWhole = false;
      return;
    }
    found.set(path, field);
    field.values++;
    const kinds = typeof value === 'string' ? [...value.matchAll(MARKER)].map(([, kind = '']) => kind) : [];
    if (kinds.length > 0) field.redacted++;
    for (const kind of kinds) field.kinds.add(kind);
  };
  for (const root of roots) visit(root, [], 0);
  return { fields: new Map([...found].map(([path, counted]) => [path, fieldOf(path, counted)])), isWhole };
}

/** A text that is a JSON object or list; notes of the gateway are none. */
function jsonIn(text: string): JsonValue[] {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null ? [value] : [];
}

const isNames = (columns: JsonValue | undefined): columns is string[] =>
  Array.isArray(columns) && columns.every((name) => typeof name === 'string');

/** Of a table, its cells by column. */
function* membersOf(value: Readonly<Record<string, JsonValue>>): Generator<readonly [string, JsonValue]> {
  const { columns, rows, ...rest } = value;
  const isTable = isNames(columns) && Array.isArray(rows) && Object.keys(rest).length === 0;
  if (!isTable || !rows.every(Array.isArray)) {
    yield* Object.entries(value);
    return;
  }
  for (const row of rows as readonly JsonValue[][]) {
    for (const [at, cell] of row.entries()) yield [columns[at] ?? String(at), cell];
  }
}

const fieldOf = (path: string, { values, redacted, kinds }: Counted): AnswerField => ({
  path,
  state: redacted === 0 ? 'open' : redacted < values ? 'partly' : 'redacted',
  kinds: [...kinds].sort(),
});

/** What is new, gone and treated differently in the later of two answers. */
export function compareAnswers(before: AnswerFields, now: AnswerFields): AnswerChanges {
  const isSame = (one: AnswerField, other: AnswerField) =>
    one.state === other.state && one.kinds.join() === other.kinds.join();
  return {
    added: [...now.fields.values()].filter(({ path }) => !before.fields.has(path)),
    gone: [...before.fields.values()].filter(({ path }) => !now.fields.has(path)),
    changed: [...now.fields.values()].flatMap((field) => {
      const old = before.fields.get(field.path);
      return old === undefined || isSame(old, field) ? [] : [{ before: old, now: field }];
    }),
    isWhole: before.isWhole && now.isWhole,
  };
}
