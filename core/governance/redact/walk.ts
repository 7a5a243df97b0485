/**
 * Redaction of a JSON value: field names first, values second. Nothing is changed in place: what is untouched is shared
 * with the input, so the caller's value stays whole.
 * Booleans and null are never redacted; containers under a telling name are walked, not replaced.
 */
import type { JsonValue } from '../../json.ts';
import { pointerOf } from '../truncate/pointer.ts';
import { redactEncoded } from './encoded.ts';
import { plausible, plausibleNumber, TYPE_OF } from './fieldTypes.ts';
import { createKeyReader, type FieldKind, type KeyInfo, Signal } from './keys.ts';
import { isMarker, markerOf } from './marker.ts';
import { labelOf } from './pairs.ts';
import type { FieldSelector } from './paths.ts';
import { descend, type Place, ROOT, resolveKind } from './resolve.ts';
import { cardColumn, headerRow, tableColumns } from './tables.ts';
import { findSpans, NO_HINTS, redactText, replaceSpans, type TextRules } from './text.ts';

/** Deeper values are replaced whole: no honest answer is nested like that. */
const MAX_DEPTH = 512;
const POINTERS = 100;

export interface WalkRules extends TextRules {
  readonly allow: FieldSelector;
  readonly always: FieldSelector;
}

/** Counts by type and the first pointers. */
export class Tally {
  count = 0;
  readonly byType: Record<string, number> = Object.create(null);
  readonly pointers: string[] = [];

  add(type: string, path: readonly (string | number)[]): void {
    this.count++;
    this.byType[type] = (this.byType[type] ?? 0) + 1;
    if (this.pointers.length < POINTERS) {
      const pointer = pointerOf(path);
      if (this.pointers.at(-1) !== pointer) this.pointers.push(pointer);
    }
  }
}

export interface Walker {
  walk(value: JsonValue, tally: Tally): JsonValue;
  /** A single string with the field name it stands under. */
  field(name: string, value: string, tally: Tally, path?: readonly (string | number)[]): string;
}

/** A number whose text matters is carried as a string with this first character (see exactNumbers.ts). */
export const NO_SENTINEL = -1;

export function createWalker(rules: WalkRules, sentinel = NO_SENTINEL): Walker {
  const infoOf = createKeyReader();
  const renames = new Map<string, string>();

  const asStrings = (path: readonly (string | number)[]): string[] => path.map(String);
  const allowed = (path: readonly (string | number)[]): boolean =>
    !rules.allow.empty && rules.allow.matches(asStrings(path));
  const always = (path: readonly (string | number)[]): boolean =>
    !rules.always.empty && rules.always.matches(asStrings(path));

  function renamed(key: string, tally: Tally, path: readonly (string | number)[]): string {
    if (key.length < 7) return key;
    const known = renames.get(key);
    if (known === key) return key;
    const spans = findSpans(key, NO_HINTS, rules).filter(
      (span) => span.type !== 'national-id' || span.end - span.start < key.length,
    );
    const result = spans.length === 0 ? key : replaceSpans(key, spans);
    if (result === key && renames.size < 4_096) renames.set(key, key);
    for (const span of spans) tally.add(span.type, path);
    return result;
  }

  function walkString(
    value: string,
    info: KeyInfo | undefined,
    tally: Tally,
    path: (string | number)[],
    nested: boolean,
  ): string {
    const length = value.length;
    if (length < 5 || isMarker(value)) return value;
    const hints = info ?? NO_HINTS;
    const inner = nested
      ? undefined
      : redactEncoded(value, info, {
          walk: (child) => walkAny(child, undefined, ROOT, tally, path, path.length, true),
          text: (child, name) =>
            name === undefined ? walkString(child, info, tally, path, true) : fieldValue(name, child, tally, path),
        });
    if (inner !== undefined && inner !== value) return inner;
    return redactText(value, hints, rules, (hit) => tally.add(hit.type, path));
  }

  function fieldValue(name: string, value: string, tally: Tally, path: (string | number)[]): string {
    const info = infoOf(name);
    const kind =
      info.kind && info.kind !== 'bareName' && info.kind !== 'addressPart'
        ? resolveKind(info, value, { ...ROOT, parent: undefined }, 0, false)
        : undefined;
    return redactLeaf(value, kind, info, tally, path, true);
  }

  /** A string under a field of kind `kind`, or of no telling name. */
  function redactLeaf(
    value: string,
    kind: FieldKind | undefined,
    info: KeyInfo | undefined,
    tally: Tally,
    path: (string | number)[],
    nested: boolean,
  ): string {
    if (kind !== undefined) {
      const type = TYPE_OF[kind];
      if (rules.enabled(type) && !isMarker(value) && plausible(kind, value, info?.glued ?? '')) {
        tally.add(type, path);
        return markerOf(type);
      }
    }
    return walkString(value, info, tally, path, nested);
  }

  function redactNumber(
    value: number,
    source: string,
    kind: FieldKind | undefined,
    tally: Tally,
    path: readonly (string | number)[],
  ): JsonValue {
    if (kind === undefined) return value;
    const type = TYPE_OF[kind];
    if (!rules.enabled(type) || !plausibleNumber(kind, source)) return value;
    tally.add(type, path);
    return markerOf(type);
  }

  function walkAny(
    value: JsonValue,
    info: KeyInfo | undefined,
    place: Place,
    tally: Tally,
    path: (string | number)[],
    depth: number,
    nested: boolean,
  ): JsonValue {
    if (typeof value === 'string') {
      if (place.forced) return forced(value, tally, path);
      return redactLeaf(value, undefined, info, tally, path, nested);
    }
    if (typeof value !== 'object' || value === null) {
      return place.forced && typeof value === 'number' ? forced(value, tally, path) : value;
    }
    if (depth > MAX_DEPTH) {
      tally.add('depth', path);
      return markerOf('depth');
    }
    return Array.isArray(value)
      ? walkArray(value, info, undefined, place, tally, path, depth, nested)
      : walkObject(value, place, tally, path, depth, nested);
  }

  function forced(value: string | number, tally: Tally, path: readonly (string | number)[]): JsonValue {
    if (typeof value === 'string' && (value === '' || isMarker(value))) return value;
    tally.add('field', path);
    return markerOf('field');
  }

  /** `kind` is that of the array's own field: it holds for strings and numbers in it. */
  function walkArray(
    array: JsonValue[],
    info: KeyInfo | undefined,
    kind: FieldKind | undefined,
    place: Place,
    tally: Tally,
    path: (string | number)[],
    depth: number,
    nested: boolean,
    columns?: readonly KeyInfo[],
  ): JsonValue[] {
    if (columns === undefined && array.length > 1 && Array.isArray(array[0])) {
      const header = headerRow(array, infoOf);
      if (header) return walkRows(array, header, place, tally, path, depth, nested, 1);
    }
    const property = columns === undefined ? cardColumn(array) : undefined;
    let copy: JsonValue[] | undefined;
    const header = columns ?? undefined;
    for (let index = 0; index < array.length; index++) {
      const value = array[index]!;
      path.push(index);
      const column = header ? header[index] : undefined;
      const cellInfo = column ?? info;
      const next = leafOrChild(
        value,
        cellInfo,
        column ? resolveColumn(column, value, header!) : index >= 3 && property ? property : kind,
        place,
        tally,
        path,
        depth,
        nested,
      );
      path.pop();
      if (next !== value) {
        copy ??= array.slice();
        copy[index] = next;
      }
    }
    return copy ?? array;
  }

  function resolveColumn(column: KeyInfo, value: JsonValue, header: readonly KeyInfo[]): FieldKind | undefined {
    let signals = 0;
    for (const other of header) signals |= other.signals;
    return resolveKind(column, value, ROOT, signals, false);
  }

  function leafOrChild(
    value: JsonValue,
    info: KeyInfo | undefined,
    kind: FieldKind | undefined,
    place: Place,
    tally: Tally,
    path: (string | number)[],
    depth: number,
    nested: boolean,
  ): JsonValue {
    if (typeof value === 'string') {
      if (sentinel >= 0 && value.charCodeAt(0) === sentinel) {
        const source = value.slice(1);
        if (place.forced) return forced(value, tally, path);
        const next = redactNumber(Number(source), source, kind, tally, path);
        return typeof next === 'string' ? next : value;
      }
      if (place.forced) return forced(value, tally, path);
      return redactLeaf(value, kind, info, tally, path, nested);
    }
    if (typeof value === 'number') {
      if (place.forced) return forced(value, tally, path);
      return kind === undefined ? value : redactNumber(value, String(value), kind, tally, path);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      if (depth > MAX_DEPTH) return walkAny(value, info, place, tally, path, depth, nested);
      return walkArray(value, info, kind, place, tally, path, depth + 1, nested);
    }
    return walkAny(value, info, place, tally, path, depth + 1, nested);
  }

  function walkObject(
    object: { [key: string]: JsonValue },
    place: Place,
    tally: Tally,
    path: (string | number)[],
    depth: number,
    nested: boolean,
  ): JsonValue {
    const keys = Object.keys(object);
    const infos: KeyInfo[] = new Array(keys.length);
    let signals = 0;
    for (let index = 0; index < keys.length; index++) {
      const info = infoOf(keys[index]!);
      infos[index] = info;
      signals |= info.signals;
      // A mailbox (`{name, address}`) and a reference to a person (`{reference: 'Patient/1', display}`) are people.
      if (info.mayTell && tellsPerson(object[keys[index]!])) signals |= Signal.contact;
    }
    const type = typeOf(object);
    const organisation = type === 'organisation';
    if (type === 'person') signals |= Signal.person | Signal.typed;
    const columns = tableColumns(object, keys, infos, infoOf);
    let changed: Map<number, JsonValue> | undefined;
    let names: string[] | undefined;
    const selective = !rules.allow.empty || !rules.always.empty;

    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      const info = infos[index]!;
      const value = object[key]!;
      path.push(key);
      if (key.length >= 7 && mayHoldData(key)) {
        const name = renamed(key, tally, path);
        if (name !== key) {
          names ??= keys.slice();
          names[index] = name;
        }
      }
      let here = place;
      if (selective) {
        if (allowed(path)) {
          path.pop();
          continue;
        }
        if (!place.forced && always(path)) here = { ...place, forced: true };
      }
      let next: JsonValue = value;
      if (typeof value === 'string' || typeof value === 'number') {
        let kind = resolveKind(info, value, place, signals, organisation);
        const label = kind === undefined && keys.length > 1 ? labelOf(object, info, infoOf) : undefined;
        if (label) kind = label.kind;
        next = leafOrChild(value, label?.info ?? info, kind, here, tally, path, depth, nested);
      } else if (typeof value === 'object' && value !== null) {
        const below = descend(here, info, signals);
        if (Array.isArray(value)) {
          const kind =
            resolveKind(info, undefined, place, signals, organisation) ?? labelOf(object, info, infoOf)?.kind;
          if (columns?.rows === key) next = walkRows(value, columns.columns, below, tally, path, depth, nested);
          else next = walkArray(value, info, kind, below, tally, path, depth + 1, nested);
        } else next = walkAny(value, info, below, tally, path, depth + 1, nested);
      }
      path.pop();
      if (next !== value) {
        changed ??= new Map();
        changed.set(index, next);
      }
    }
    return rebuilt(object, keys, names, changed);
  }

  function walkRows(
    rows: JsonValue[],
    columns: readonly KeyInfo[],
    place: Place,
    tally: Tally,
    path: (string | number)[],
    depth: number,
    nested: boolean,
    from = 0,
  ): JsonValue[] {
    let copy: JsonValue[] | undefined;
    for (let index = from; index < rows.length; index++) {
      const row = rows[index]!;
      path.push(index);
      const next = Array.isArray(row)
        ? walkArray(row, undefined, undefined, place, tally, path, depth + 2, nested, columns)
        : walkAny(row, undefined, place, tally, path, depth + 2, nested);
      path.pop();
      if (next !== row) {
        copy ??= rows.slice();
        copy[index] = next;
      }
    }
    return copy ?? rows;
  }

  return {
    walk: (value, tally) => leafOrChild(value, undefined, undefined, ROOT, tally, [], 0, false),
    field: (name, value, tally, path = [name]) => fieldValue(name, value, tally, [...path]),
  };
}

/** Keys that can hold an address, a number or a secret at all. */
function mayHoldData(key: string): boolean {
  let digits = 0;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    if (code === 64) return true;
    if (code >= 48 && code <= 57) digits++;
  }
  return digits >= 4 && key.length >= 7;
}

const TYPE_KEYS = [
  'type',
  'kind',
  'object',
  '__typename',
  'resourceType',
  'entity_type',
  'entityType',
  'account_type',
  'accountType',
  '@type',
  'objectType',
];
const ORGANISATION_TYPE =
  /^(?:organi[sz]ation|company|business|team|bot|app|application|group|repository|project|product|location|device|medication|corporate|enterprise|system|service|account|place|store|role|permission|file|folder)$/i;
const PERSON_TYPE =
  /^(?:user|person|people|contact|customer|individual|human|patient|practitioner|relatedperson|employee|member|guest|lead|natural[_ -]?person|private|driver|student|teacher|author|candidate|applicant)s?$/i;

/** What an object's own type field says it is. */
function typeOf(object: { [key: string]: JsonValue }): 'organisation' | 'person' | undefined {
  for (const key of TYPE_KEYS) {
    const type = object[key];
    if (typeof type !== 'string') continue;
    if (ORGANISATION_TYPE.test(type)) return 'organisation';
    if (PERSON_TYPE.test(type)) return 'person';
  }
  return undefined;
}

function tellsPerson(value: JsonValue | undefined): boolean {
  return (
    typeof value === 'string' &&
    value.length < 256 &&
    (value.includes('@') || /^(?:.*\/)?(?:Patient|Practitioner|RelatedPerson|Person|User|Contact)\//.test(value))
  );
}

/** A copy with the changed values and names, in order; `__proto__` stays an own property. */
function rebuilt(
  object: { [key: string]: JsonValue },
  keys: readonly string[],
  names: readonly string[] | undefined,
  changed: ReadonlyMap<number, JsonValue> | undefined,
): JsonValue {
  if (!changed && !names) return object;
  if (!names) {
    const copy = { ...object };
    for (const [index, value] of changed!) set(copy, keys[index]!, value);
    return copy;
  }
  const copy: { [key: string]: JsonValue } = {};
  for (let index = 0; index < keys.length; index++) {
    let name = names[index]!;
    for (let again = 2; Object.hasOwn(copy, name); again++) name = `${names[index]!} (${again})`;
    set(copy, name, changed?.get(index) ?? object[keys[index]!]!);
  }
  return copy;
}

function set(object: { [key: string]: JsonValue }, key: string, value: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
