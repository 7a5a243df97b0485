/**
 * Gives a governed JSON text its final shape: only the wanted fields, without nulls, with lists as tables, as the owner's settings and the
 * call ask for. Numbers keep their source text. A text for which nothing is asked is returned unchanged.
 */
import { isPlainObject, jsonText, parseExact } from '../../lib/json/lossless.ts';
import type { JsonValue } from '../../lib/json/value.ts';
import type { FieldNode } from '../../model/fieldPaths.ts';
import { type MissingField, project } from './project.ts';
import { tableOf } from './table.ts';

/** What is asked for. */
export interface Shaping {
  /** The owner's choice; clients do not learn of it. */
  readonly owners?: FieldNode | undefined;
  /** The call's choice, among those. */
  readonly wanted?: FieldNode | undefined;
  readonly dropNulls?: boolean | undefined;
  readonly tables?: boolean | undefined;
}

/** The text in its final shape. */
export interface Shaped {
  readonly text: string;
  /** Fields that the call wanted and the answer does not have. */
  readonly missing: readonly MissingField[];
  /** False if the call wanted fields and the answer has none of them. */
  readonly isAny: boolean;
}

/** Whether there is anything to do. */
export const isShaped = ({ owners, wanted, dropNulls, tables }: Shaping): boolean =>
  owners !== undefined || wanted !== undefined || dropNulls === true || tables === true;

/** Shapes a JSON text. */
export function shaped(text: string, shaping: Shaping): Shaped {
  if (!isShaped(shaping)) return { text, missing: [], isAny: true };
  const { owners, wanted, dropNulls, tables } = shaping;
  const value = parseExact(text);
  const limited = owners ? project(value, owners, true).value : value;
  const chosen = wanted ? project(limited, wanted) : { value: limited, missing: [], isAny: true };
  const last = dropNulls || tables ? reduced(chosen.value, dropNulls === true, tables === true) : chosen.value;
  return {
    text: jsonText(last),
    missing: chosen.missing,
    isAny: chosen.isAny,
  };
}

/** Nulls in tables stay, because each value has its column. */
function reduced(value: JsonValue, dropNulls: boolean, tables: boolean): JsonValue {
  if (Array.isArray(value)) {
    return (tables ? tableOf(value) : undefined) ?? value.map((item) => reduced(item, dropNulls, tables));
  }
  if (!isPlainObject(value)) return value;
  const kept: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member !== null || !dropNulls) kept.push([name, reduced(member, dropNulls, tables)]);
  }
  return Object.fromEntries(kept);
}
