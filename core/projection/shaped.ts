/**
 * The last form of a governed JSON text: the wanted fields, without nulls, lists as tables, as the owner and the call have it. Numbers keep
 * their text. The text comes back as it is where nothing of this is asked for.
 */
import { isSourceNumber, parseExact } from '../json/lossless.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { FieldNode } from './fields.ts';
import { type MissingField, project } from './project.ts';
import { tableOf } from './table.ts';

/** What is asked for. */
export interface Shaping {
  /** The owner's choice, of which nobody is told. */
  readonly owners?: FieldNode | undefined;
  /** The call's, among those. */
  readonly wanted?: FieldNode | undefined;
  readonly dropNulls?: boolean | undefined;
  readonly tables?: boolean | undefined;
}

/** The text in its last form. */
export interface Shaped {
  readonly text: string;
  /** Fields that the call wanted and the answer does not have. */
  readonly missing: readonly MissingField[];
  /** False where the call wanted fields and the answer has none of them. */
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
  const limited = owners ? project(value, owners).value : value;
  const chosen = wanted ? project(limited, wanted) : { value: limited, missing: [], isAny: true };
  const last = dropNulls || tables ? reduced(chosen.value, dropNulls === true, tables === true) : chosen.value;
  return {
    text: isSourceNumber(last) ? last.rawJSON : JSON.stringify(last),
    missing: chosen.missing,
    isAny: chosen.isAny,
  };
}

/** A table keeps its nulls: they hold the place of a value. */
function reduced(value: JsonValue, dropNulls: boolean, tables: boolean): JsonValue {
  if (Array.isArray(value)) {
    return (tables ? tableOf(value) : undefined) ?? value.map((item) => reduced(item, dropNulls, tables));
  }
  if (!isObject(value) || isSourceNumber(value)) return value;
  const kept: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member !== null || !dropNulls) kept.push([name, reduced(member, dropNulls, tables)]);
  }
  return Object.fromEntries(kept) as JsonObject;
}
