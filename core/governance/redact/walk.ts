/**
 * Redaction of a JSON value: field names first, values second. Nothing is changed in place: what is untouched is shared
 * with the input, so the caller's value stays whole.
 * Booleans and null are never redacted; containers under a telling name are walked, not replaced.
 */
import type { JsonValue } from '../../json.ts';
import { pointerOf, segmentsOf } from '../truncate/pointer.ts';
import { redactEncoded } from './encoded.ts';
import { plausible, plausibleNumber, TYPE_OF } from './fieldTypes.ts';
import { createKeyReader, type FieldKind, type KeyInfo } from './keys.ts';
import { isMarker, markerOf } from './marker.ts';
import { labelOf } from './pairs.ts';
import type { FieldSelector } from './paths.ts';
import { createPlanner, mayHoldData, type ObjectPlan, Verdict } from './plan.ts';
import { kindByValue, type Place, resolveKind } from './resolve.ts';
import { cardColumn, headerRow, tableColumns } from './tables.ts';
import { findSpans, NO_HINTS, redactText, replaceSpans, scanCharacters, type TextRules } from './text.ts';

/** Deeper values are replaced whole: no honest answer is nested like that. */
const MAX_DEPTH = 512;
const POINTERS = 100;

export type Path = (string | number)[];
type JsonObject = { [key: string]: JsonValue };

export interface WalkRules extends TextRules {
  readonly allow: FieldSelector;
  readonly always: FieldSelector;
}

/** Counts by type and the first pointers. */
export class Tally {
  count = 0;
  readonly byType = new Map<string, number>();
  readonly pointers: string[] = [];

  /** A hit at the field `leaf` of the container at `path`; without a leaf, at `path` itself. */
  add(type: string, path: readonly (string | number)[], leaf?: string | number): void {
    this.count++;
    this.byType.set(type, (this.byType.get(type) ?? 0) + 1);
    if (this.pointers.length < POINTERS) {
      const pointer = pointerOf(leaf === undefined ? path : [...path, leaf]);
      if (this.pointers.at(-1) !== pointer) this.pointers.push(pointer);
    }
  }
}

export interface Walker {
  /** `owned`: the value is the caller's own and may be changed in place. */
  walk(value: JsonValue, tally: Tally, owned?: boolean): JsonValue;
  /** A single string with the field name it stands under. */
  field(name: string, value: string, tally: Tally): string;
  /** A pointer without personal data in its segments. */
  pointer(pointer: string): string;
}

/** `sentinel`: first character of strings that carry the text of a number (truncate/exactNumbers.ts), or -1. */
export function createWalker(rules: WalkRules, sentinel = -1): Walker {
  const infoOf = createKeyReader();
  const planner = createPlanner(infoOf);
  const selective = !rules.allow.empty || !rules.always.empty;
  const markers = new Map<FieldKind, string>();
  for (const [kind, type] of Object.entries(TYPE_OF) as [FieldKind, string][]) {
    if (rules.enabled(type)) markers.set(kind, markerOf(type));
  }
  // State of one walk; a walker is never re-entered but by itself.
  let tally = new Tally();
  let path: Path = [];
  /** The field in the container at `path` that is looked at. */
  let leaf: string | number | undefined;
  let depth = 0;
  /** Inside a string that held encoded data: one level is enough. */
  let nested = false;
  let owned = false;

  function redactString(value: string, kind: FieldKind | undefined, info: KeyInfo | undefined): string {
    if (kind !== undefined) {
      const marker = markers.get(kind);
      if (marker !== undefined && plausible(kind, value, info === undefined ? '' : info.glued) && !isMarker(value)) {
        tally.add(TYPE_OF[kind], path, leaf);
        return marker;
      }
    }
    const hints = info ?? NO_HINTS;
    if (rules.extra === undefined) {
      if (value.length < 5) return value;
      const seen = scanCharacters(value);
      if (!seen.telling && !seen.mayBeEncoded) return value;
      // An ordinary identifier: one short word under a name that says so.
      if (hints.identifier && seen.longest < 16 && seen.spaces + seen.ats + seen.colons === 0) return value;
      if (nested || !seen.mayBeEncoded) return redactText(value, hints, rules, onHit, seen);
    }
    const inner = nested ? undefined : redactEncoded(value, info, encodedWalk);
    return inner === undefined || inner === value ? redactText(value, hints, rules, onHit) : inner;
  }

  const onHit = (type: string): void => tally.add(type, path, leaf);

  const encodedWalk = {
    walk(child: JsonValue): JsonValue {
      nested = true;
      const before = owned;
      // Whether anything changed is told by identity.
      owned = false;
      const result = visit(child, undefined, undefined, planner.root);
      owned = before;
      nested = false;
      return result;
    },
    text(child: string, name?: string): string {
      nested = true;
      const result = name === undefined ? redactString(child, undefined, undefined) : named(name, child);
      nested = false;
      return result;
    },
  };

  /** A string whose only context is a name (a query parameter, a tag, a column). */
  function named(name: string, value: string): string {
    const info = infoOf(name);
    const alone =
      info.kind === 'addressPart' || info.kind === 'bareName'
        ? undefined
        : resolveKind(info, value, planner.root, 0, false);
    return redactString(value, alone, info);
  }

  function redactNumber(value: JsonValue, source: string, kind: FieldKind | undefined): JsonValue {
    if (kind === undefined) return value;
    const marker = markers.get(kind);
    if (marker === undefined || !plausibleNumber(kind, source)) return value;
    tally.add(TYPE_OF[kind], path, leaf);
    return marker;
  }

  function force(value: JsonValue): JsonValue {
    if (typeof value !== 'number' && (typeof value !== 'string' || value === '' || isMarker(value))) return value;
    tally.add('field', path, leaf);
    return markerOf('field');
  }

  /** `kind` holds for strings and numbers, also inside arrays; objects are walked by their own keys. */
  function visit(value: JsonValue, kind: FieldKind | undefined, info: KeyInfo | undefined, place: Place): JsonValue {
    if (typeof value === 'string') {
      if (place.forced) return force(value);
      if (sentinel >= 0 && value.charCodeAt(0) === sentinel) return redactNumber(value, value.slice(1), kind);
      return redactString(value, kind, info);
    }
    if (typeof value === 'number') {
      if (place.forced) return force(value);
      return kind === undefined ? value : redactNumber(value, String(value), kind);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= MAX_DEPTH) {
      tally.add('depth', path, leaf);
      return markerOf('depth');
    }
    depth++;
    const name = leaf;
    if (name !== undefined) path.push(name);
    const result = Array.isArray(value) ? visitArray(value, kind, info, place) : visitObject(value, place);
    if (name !== undefined) path.pop();
    leaf = name;
    depth--;
    return result;
  }

  function visitArray(
    array: JsonValue[],
    kind: FieldKind | undefined,
    info: KeyInfo | undefined,
    place: Place,
  ): JsonValue[] {
    if (array.length > 1 && Array.isArray(array[0])) {
      const header = headerRow(array, infoOf);
      if (header) return visitRows(array, header, place, 1);
    }
    const property = array.length >= 4 ? cardColumn(array) : undefined;
    let copy: JsonValue[] | undefined;
    for (let index = 0; index < array.length; index++) {
      const value = array[index]!;
      leaf = index;
      const next = visit(value, property !== undefined && index >= 3 ? property : kind, info, place);
      if (next !== value) {
        copy ??= owned ? array : array.slice();
        copy[index] = next;
      }
    }
    return copy ?? array;
  }

  function visitRows(rows: JsonValue[], columns: readonly KeyInfo[], place: Place, from: number): JsonValue[] {
    const signals = columns.reduce((bits, column) => bits | column.signals, 0);
    let copy: JsonValue[] | undefined;
    for (let index = from; index < rows.length; index++) {
      const row = rows[index]!;
      leaf = index;
      let next: JsonValue;
      if (Array.isArray(row)) {
        path.push(index);
        next = visitRow(row, columns, signals, place);
        path.pop();
      } else next = visit(row, undefined, undefined, place);
      if (next !== row) {
        copy ??= owned ? rows : rows.slice();
        copy[index] = next;
      }
    }
    return copy ?? rows;
  }

  function visitRow(row: JsonValue[], columns: readonly KeyInfo[], signals: number, place: Place): JsonValue[] {
    let copy: JsonValue[] | undefined;
    for (let index = 0; index < row.length; index++) {
      const value = row[index]!;
      const column = columns[index];
      leaf = index;
      const kind = column && resolveKind(column, value, planner.root, signals, false);
      const next = visit(value, kind, column, place);
      if (next !== value) {
        copy ??= owned ? row : row.slice();
        copy[index] = next;
      }
    }
    return copy ?? row;
  }

  function visitObject(object: JsonObject, place: Place): JsonValue {
    const plan = planner.planOf(object, place);
    const { steps, siblings, organisation } = plan.variant(verdictOf(object, plan));
    const table = plan.mayBeTable ? tableColumns(object, plan.keys, plan.infos, infoOf) : undefined;
    let copy: JsonObject | undefined;
    let names: Map<string, string> | undefined;

    for (let index = 0; index < steps.length; index++) {
      const step = steps[index]!;
      const { key, info } = step;
      const value = object[key]!;
      leaf = key;
      if (step.suspicious) {
        const name = redactKey(key);
        if (name !== key) {
          names ??= new Map();
          names.set(key, name);
          // Pointers are shown and kept: they carry the new name.
          leaf = name;
        }
      }
      let here = step.below;
      if (selective) {
        path.push(key);
        const exempt = !rules.allow.empty && rules.allow.matches(path);
        const always = place.forced || (!rules.always.empty && rules.always.matches(path));
        path.pop();
        if (exempt) continue;
        if (always) here = { ...here, forced: true, plans: [] };
      }
      let next: JsonValue = value;
      if (typeof value === 'string' || typeof value === 'number' || Array.isArray(value)) {
        let kind = step.dynamic ? kindByValue(info, value, place, siblings, organisation) : step.kind;
        let hints = info;
        if (step.labelled && kind === undefined) {
          const label = labelOf(object, infoOf);
          if (label) {
            kind = label.kind;
            hints = label.info ?? info;
          }
        }
        if (table?.rows === key && Array.isArray(value)) {
          path.push(key);
          next = visitRows(value, table.columns, here, 0);
          path.pop();
        } else next = visit(value, kind, hints, here);
      } else if (typeof value === 'object' && value !== null) next = visit(value, undefined, info, here);
      if (next !== value) {
        copy ??= owned ? object : { ...object };
        put(copy, key, next);
      }
    }
    return names === undefined ? (copy ?? object) : rename(copy ?? object, plan.keys, names);
  }

  function redactKey(key: string): string {
    const spans = findSpans(key, NO_HINTS, rules).filter((span) => span.type !== 'national-id');
    if (spans.length === 0) return key;
    const name = replaceSpans(key, spans);
    for (const span of spans) tally.add(span.type, path, name);
    return name;
  }

  function start<T>(into: Tally, at: string | undefined, own: boolean, task: () => T): T {
    owned = own;
    tally = into;
    path = [];
    leaf = at;
    depth = 0;
    nested = false;
    return task();
  }

  return {
    walk: (value, into, own = false) =>
      start(into, undefined, own, () => visit(value, undefined, undefined, planner.root)),
    pointer: (pointer) =>
      mayHoldData(pointer)
        ? start(new Tally(), undefined, false, () => pointerOf(segmentsOf(pointer).map(redactKey)))
        : pointer,
    field: (name, value, into) => start(into, name, false, () => named(name, value)),
  };
}

const ORGANISATION_TYPE =
  /^(?:organi[sz]ation|company|business|team|bot|app|application|group|repository|project|product|location|device|medication|corporate|enterprise|system|service|account|place|store|role|permission|file|folder)$/i;
const PERSON_TYPE =
  /^(?:user|person|people|contact|customer|individual|human|patient|practitioner|relatedperson|employee|member|guest|lead|natural[_ -]?person|private|driver|student|teacher|author|candidate|applicant)s?$/i;

/** What an object's own values say it is: its type, a mailbox address, a reference to a person. */
function verdictOf(object: JsonObject, plan: ObjectPlan): number {
  let verdict: number = Verdict.none;
  for (const index of plan.typeKeys) {
    const type = object[plan.keys[index]!];
    if (typeof type !== 'string') continue;
    if (ORGANISATION_TYPE.test(type)) verdict = Verdict.organisation;
    else if (PERSON_TYPE.test(type)) verdict = Verdict.person;
    else continue;
    break;
  }
  for (const index of plan.tellKeys) if (tellsPerson(object[plan.keys[index]!])) return verdict | Verdict.contact;
  return verdict;
}

function tellsPerson(value: JsonValue | undefined): boolean {
  return (
    typeof value === 'string' &&
    value.length < 256 &&
    (value.includes('@') || /^(?:.*\/)?(?:Patient|Practitioner|RelatedPerson|Person|User|Contact)\//.test(value))
  );
}

/** The same members under their new names, in order; equal names are numbered. */
function rename(object: JsonObject, keys: readonly string[], names: ReadonlyMap<string, string>): JsonObject {
  const copy: JsonObject = {};
  for (const key of keys) {
    const wanted = names.get(key) ?? key;
    let name = wanted;
    for (let again = 2; Object.hasOwn(copy, name); again++) name = `${wanted} (${again})`;
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
