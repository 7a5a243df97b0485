/**
 * Redaction of a parsed value. Nothing is changed in place unless the value is the walk's own: what is untouched is shared
 * with the input, so the caller's value stays whole.
 * Booleans and null are never redacted; containers under a telling name are walked, not replaced.
 */
import type { JsonValue } from '../../json/value.ts';
import type { FieldKind } from '../catalog/index.ts';
import { markerOf } from '../catalog/marker.ts';
import { decideField, isDecidedByPlan, type ObjectContext } from '../context/decision.ts';
import { entityTypeOf } from '../context/entityType.ts';
import type { KindOfItem } from '../context/fieldKind.ts';
import type { FieldSelector } from '../context/fieldSelector.ts';
import { labelOf } from '../context/labelledValue.ts';
import { EntityType, type ObjectPlan, type Planner } from '../context/objectPlan.ts';
import { descend, type Scope } from '../context/scope.ts';
import { cardColumn, headerRow, isCalendarPerson, pairNames, tableColumns, wrappedTable } from '../context/tables.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Trail } from '../tally.ts';
import type { Redactor } from '../value/redactor.ts';
import { createTableWalker } from './tableWalker.ts';

/** Deeper values are replaced whole: no honest answer is nested like that. */
const MAX_DEPTH = 512;

type JsonObject = { [key: string]: JsonValue };

export interface Selectors {
  readonly allow: FieldSelector;
  readonly always: FieldSelector;
}

export interface TreeWalkerContext {
  readonly selectors: Selectors;
  readonly infoOf: (key: string) => KeyInfo;
  readonly planner: Planner;
  readonly trail: Trail;
  readonly redactor: Redactor;
}

export interface VisitOptions {
  /** The value is the walk's own and may be changed in place. */
  readonly owned: boolean;
  /** First character of strings that carry the text of a number (json/exactNumbers.ts), or -1. */
  readonly sentinel: number;
  /** Judges the strings of a list one by one. */
  readonly kindOfItem?: KindOfItem | undefined;
}

export interface TreeWalker {
  /** `kind` holds for strings and numbers, also inside arrays; objects are walked by their own keys. */
  visit(
    value: JsonValue,
    kind: FieldKind | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    options: VisitOptions,
  ): JsonValue;
}

export function createTreeWalker({ selectors, infoOf, planner, trail, redactor }: TreeWalkerContext): TreeWalker {
  const { allow, always } = selectors;
  const selective = !allow.empty || !always.empty;
  let depth = 0;
  let owned = false;
  let sentinel = -1;
  const tables = createTableWalker({ trail, root: planner.root, owns: () => owned, visit });

  /** `kind` holds for strings and numbers, also inside arrays; objects are walked by their own keys. */
  function visit(
    value: JsonValue,
    kind: FieldKind | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    kindOfItem?: KindOfItem,
  ): JsonValue {
    if (typeof value === 'string') {
      if (scope.forced) return redactor.forced(value);
      if (sentinel >= 0 && value.charCodeAt(0) === sentinel) return redactor.number(value, value.slice(1), kind, info);
      return redactor.string(value, kindOfItem === undefined ? kind : kindOfItem(value), info);
    }
    if (typeof value === 'number') {
      if (scope.forced) return redactor.forced(value);
      return redactor.number(value, String(value), kind, info);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= MAX_DEPTH) {
      trail.hit('depth');
      return markerOf('depth');
    }
    depth++;
    const name = trail.leaf;
    if (name !== undefined) trail.path.push(name);
    const result = Array.isArray(value) ? visitArray(value, kind, info, scope, kindOfItem) : visitObject(value, scope);
    if (name !== undefined) trail.path.pop();
    trail.leaf = name;
    depth--;
    return result;
  }

  function visitArray(
    array: JsonValue[],
    kind: FieldKind | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    kindOfItem?: KindOfItem,
  ): JsonValue[] {
    if (array.length > 1 && Array.isArray(array[0])) {
      const names = pairNames(array, infoOf);
      if (names) return tables.pairs(array, names, scope);
      const header = headerRow(array, infoOf);
      if (header) return tables.rows(array, header, scope, 1);
    }
    const property = array.length >= 4 ? cardColumn(array) : undefined;
    const person = isCalendarPerson(array) ? descend(planner.root, infoOf('attendee')) : undefined;
    let copy: JsonValue[] | undefined;
    for (let index = 0; index < array.length; index++) {
      const value = array[index]!;
      trail.leaf = index;
      const next =
        property !== undefined && index >= 3
          ? visit(value, property, info, scope)
          : visit(value, kind, info, person !== undefined && index === 1 ? person : scope, kindOfItem);
      if (next !== value) {
        copy ??= owned ? array : array.slice();
        copy[index] = next;
      }
    }
    return copy ?? array;
  }

  function visitObject(object: JsonObject, scope: Scope): JsonValue {
    const plan = planner.planOf(object, scope);
    const names = namesOf(plan, scope);
    if (names === undefined) return visitMembers(object, scope, plan);
    // Read by its new names, as a second redaction would: a name that held something says less without it.
    const renamed = rename(object, plan.keys, names);
    const keys = Object.keys(renamed);
    const before = new Map(keys.map((key, index) => [key, plan.keys[index]!]));
    return visitMembers(renamed, scope, planner.planOf(renamed, scope), before);
  }

  /** New names of members whose keys hold something personal. */
  function namesOf(plan: ObjectPlan, scope: Scope): Map<string, string> | undefined {
    let names: Map<string, string> | undefined;
    for (const plannedField of plan.variant(EntityType.none).keysToCheck) {
      plannedField.spans ??= redactor.keySpans(
        plannedField.key,
        scope.role === 'person' || scope.parent?.kind === 'nationalId',
      );
      if (plannedField.spans.length === 0) continue;
      names ??= new Map();
      names.set(plannedField.key, redactor.key(plannedField.key, plannedField.spans));
    }
    return names;
  }

  /** @param before the names that members had before they were redacted */
  function visitMembers(
    object: JsonObject,
    scope: Scope,
    plan: ObjectPlan,
    before?: ReadonlyMap<string, string>,
  ): JsonValue {
    const member = (index: number): JsonValue => object[plan.keys[index]!]!;
    const variant = plan.variant(entityTypeOf(plan, member));
    const { fields } = variant;
    // Before anything is replaced: a label is read as it came.
    const label = plan.labels.length > 0 ? labelOf(plan, member, infoOf) : undefined;
    const context: ObjectContext = { scope, variant, label: () => label };
    const table = plan.mayBeTable ? tableColumns(object, plan.keys, plan.infos, infoOf) : undefined;
    const wrapped =
      plan.mayBeTable && table === undefined ? wrappedTable(object, plan.keys, plan.infos, infoOf) : undefined;
    let copy: JsonObject | undefined;

    for (let index = 0; index < fields.length; index++) {
      const plannedField = fields[index]!;
      const { key, info } = plannedField;
      const value = object[key]!;
      trail.leaf = key;
      let here = plannedField.childScope;
      if (selective) {
        trail.path.push(before?.get(key) ?? key);
        const exempt = !allow.empty && allow.matches(trail.path);
        const forced = scope.forced || (!always.empty && always.matches(trail.path));
        trail.path.pop();
        if (exempt) continue;
        if (forced) here = { ...here, forced: true };
      }
      let next: JsonValue = value;
      if (typeof value === 'string' || typeof value === 'number' || Array.isArray(value)) {
        if (table?.rows === key && Array.isArray(value)) {
          trail.path.push(key);
          next = tables.rows(value, table.columns, here, 0);
          trail.path.pop();
        } else if (wrapped?.rows === key && Array.isArray(value)) {
          trail.path.push(key);
          next = value.map((row, at) => tables.wrapped(row, wrapped, at, here));
          trail.path.pop();
        } else if (isDecidedByPlan(plannedField, plan)) next = visit(value, plannedField.kind, info, here);
        else {
          const field = decideField(plannedField, plan, context, { isList: Array.isArray(value), value: () => value });
          next = visit(value, field.kind, field.info, here, field.kindOfItem);
        }
      } else if (typeof value === 'object' && value !== null) next = visit(value, undefined, info, here);
      if (next !== value) {
        copy ??= owned ? object : { ...object };
        put(copy, key, next);
      }
    }
    return copy ?? object;
  }

  return {
    visit(value, kind, info, scope, options) {
      const before = { depth, owned, sentinel };
      ({ owned, sentinel } = options);
      // A document in a string is nested in nothing.
      depth = 0;
      const result = visit(value, kind, info, scope, options.kindOfItem);
      ({ depth, owned, sentinel } = before);
      return result;
    },
  };
}

/** The same members under their new names, in order; equal names are numbered. */
function rename(object: JsonObject, keys: readonly string[], names: ReadonlyMap<string, string>): JsonObject {
  const copy: JsonObject = {};
  /** How often each name was given: thousands of keys may become one marker. */
  const given = new Map<string, number>();
  for (const key of keys) {
    const wanted = names.get(key) ?? key;
    let name = wanted;
    let times = given.get(wanted) ?? 1;
    while (Object.hasOwn(copy, name)) name = `${wanted} (${++times})`;
    given.set(wanted, times);
    put(copy, name, object[key]!);
  }
  return copy;
}

/** `__proto__` stays an own member. */
function put(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
