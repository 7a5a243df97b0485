/**
 * Finds out whether a value satisfies a tool's input schema (JSON Schema 2020-12 as the import writes it): creates one, proves that there
 * is none, or says that it cannot tell. It cannot tell for `not`, `if`, `contains`, `propertyNames` and the like, patterns that
 * patternText.ts creates no text for, lists of distinct objects, schemas that require themselves, and whatever exceeds its bounds. Shares
 * no code with the importer. A created value still has to be checked by a real validator.
 */
import { isObject, type JsonObject, type JsonValue } from '../../core/lib/json/value.ts';
import { defined } from './defined.ts';
import { allows, covers, isMatch, isSame, numberIn, pointed, textOf, typeOfValue } from './instanceValues.ts';
import { patternText } from './patternText.ts';

export type Found = { readonly value: JsonValue } | 'none' | 'unknown';

export interface Verdict {
  /** A value with as many properties as possible. */
  readonly full: Found;
  /** A value with the required properties only. */
  readonly least: Found;
  /** Places of properties, items and branches that no value satisfies. */
  readonly dead: readonly string[];
}

const WORK = 60_000;
const DEPTH = 24;
const ALL_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
/** Keywords that are not evaluated; a schema with one of them may be satisfied by fewer values than found. */
const UNREAD = ['if', 'contains', 'propertyNames', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'];

export function verdictOn(schema: JsonObject): Verdict {
  const maker = new Maker(schema);
  const full = maker.make([schema], '', 0, true);
  return { least: new Maker(schema).make([schema], '', 0, false), full, dead: [...maker.dead] };
}

/** The schemas that one value must satisfy together, without references, allOf and unresolved choices. */
interface Together {
  readonly parts: JsonObject[];
  readonly choices: Array<{ readonly branches: readonly JsonValue[]; readonly at: string }>;
  readonly isUnsure: boolean;
}

class Maker {
  readonly dead = new Set<string>();
  private readonly root: JsonObject;
  private work = 0;
  /** Definitions whose properties were all tried. */
  private readonly visited = new Set<string>();

  constructor(root: JsonObject) {
    this.root = root;
  }

  make(schemas: readonly JsonValue[], at: string, depth: number, isFull: boolean): Found {
    if (++this.work > WORK || depth > DEPTH) return 'unknown';
    const isNew = !isFull || schemas.every((one) => this.isNew(one));
    const together = this.together(schemas, at);
    if (together === 'none') return 'none';
    const found = this.fromChoices(together, at, depth, isFull && isNew);
    return found === 'none' && together.isUnsure ? 'unknown' : found;
  }

  private isNew(schema: JsonValue): boolean {
    const reference = isObject(schema) ? schema['$ref'] : undefined;
    if (typeof reference !== 'string') return true;
    if (this.visited.has(reference)) return false;
    this.visited.add(reference);
    return true;
  }

  private together(schemas: readonly JsonValue[], at: string): Together | 'none' {
    const found = { parts: [] as JsonObject[], choices: [] as Together['choices'], isUnsure: false };
    const queue = [...schemas];
    const seen = new Set<JsonValue>();
    for (let schema = queue.shift(); schema !== undefined; schema = queue.shift()) {
      if (schema === false) return 'none';
      if (!isObject(schema) || seen.has(schema)) continue;
      seen.add(schema);
      const { not } = schema;
      if (not !== undefined) {
        if (not === true || (isObject(not) && Object.keys(not).length === 0)) return 'none';
        found.isUnsure = true;
      }
      if (UNREAD.some((key) => key in schema)) found.isUnsure = true;
      if (typeof schema['$ref'] === 'string') {
        const target = pointed(this.root, schema['$ref']);
        if (target !== undefined) queue.push(target);
      }
      if (Array.isArray(schema['allOf'])) queue.push(...schema['allOf']);
      for (const key of ['anyOf', 'oneOf']) {
        const branches = schema[key];
        if (Array.isArray(branches)) found.choices.push({ branches, at: `${at}/${key}` });
      }
      found.parts.push(schema);
    }
    return found;
  }

  private fromChoices({ parts, choices }: Together, at: string, depth: number, isFull: boolean): Found {
    const [choice, ...rest] = choices;
    if (!choice) return this.plain(parts, at, depth, isFull);
    const bare = [...parts.map(withoutChoices), ...rest.map(({ branches }) => ({ anyOf: [...branches] }))];
    let found: Found = 'none';
    for (const [index, branch] of choice.branches.entries()) {
      const made = this.make([...bare, branch], at, depth + 1, isFull);
      if (typeof made === 'object') {
        if (typeof found !== 'object') found = made;
        if (!isFull) return found;
      } else if (made === 'unknown') found = typeof found === 'object' ? found : 'unknown';
      else if (isFull && depth < 8) this.dead.add(`${choice.at}/${index}`);
    }
    return found;
  }

  private plain(parts: readonly JsonObject[], at: string, depth: number, isFull: boolean): Found {
    let types = ALL_TYPES;
    let listed: readonly JsonValue[] | undefined;
    for (const { type, enum: values, const: only } of parts) {
      if (type !== undefined) types = types.filter((one) => covers([type].flat() as string[], one));
      const own = only !== undefined ? [only] : Array.isArray(values) ? values : undefined;
      if (own) listed = listed ? listed.filter((value) => own.some((other) => isSame(value, other))) : own;
    }
    if (listed) return this.listed(listed, parts, types);
    let found: Found = 'none';
    for (const type of types) {
      const made = this.ofType(type, parts, at, depth, isFull);
      if (typeof made === 'object') return made;
      if (made === 'unknown') found = 'unknown';
    }
    return found;
  }

  /** An enumerated value that the other keywords allow; for objects and lists only a validator can tell. */
  private listed(values: readonly JsonValue[], parts: readonly JsonObject[], types: readonly string[]): Found {
    let isOpen = false;
    for (const value of values) {
      if (!types.some((type) => type === typeOfValue(value) || (type === 'number' && typeof value === 'number')))
        continue;
      if (typeof value === 'object' && value !== null) isOpen = true;
      else if (parts.every((part) => allows(part, value))) return { value };
    }
    return isOpen ? 'unknown' : 'none';
  }

  private ofType(type: string, parts: readonly JsonObject[], at: string, depth: number, isFull: boolean): Found {
    switch (type) {
      case 'object':
        return this.object(parts, at, depth, isFull);
      case 'array':
        return this.array(parts, at, depth, isFull);
      case 'string':
        return this.string(parts);
      case 'null':
        return { value: null };
      case 'boolean':
        return { value: true };
      default: {
        const value = numberIn(parts, type === 'integer');
        return typeof value === 'number' ? { value } : value;
      }
    }
  }

  private object(parts: readonly JsonObject[], at: string, depth: number, isFull: boolean): Found {
    const required = new Set(parts.flatMap((part) => arrayOf(part['required']).map(String)));
    const known = new Set(parts.flatMap((part) => Object.keys(objectOf(part['properties']))));
    for (const part of parts) {
      for (const [name, others] of Object.entries(objectOf(part['dependentRequired']))) {
        if (required.has(name)) for (const other of arrayOf(others)) required.add(String(other));
      }
    }
    const most = Math.min(
      ...parts.map(({ maxProperties }) => (typeof maxProperties === 'number' ? maxProperties : 1e9)),
    );
    const least = Math.max(
      ...parts.map(({ minProperties }) => (typeof minProperties === 'number' ? minProperties : 0)),
    );
    if (required.size > most) return 'none';
    const value: JsonObject = {};
    let isUnsure = false;
    const add = (name: string, isRequired: boolean): boolean => {
      const schemas = parts.flatMap((part) => schemasOf(part, name));
      const made = this.make(schemas, `${at}/${name}`, depth + 1, isFull);
      if (typeof made === 'object')
        Object.defineProperty(value, name, { value: made.value, enumerable: true, configurable: true, writable: true });
      else if (made === 'none') {
        if (isFull) this.dead.add(`${at}/${name}`);
        if (isRequired) return false;
      } else isUnsure ||= isRequired;
      return true;
    };
    for (const name of required) if (!add(name, true)) return 'none';
    for (const name of known) {
      const count = Object.keys(value).length;
      if (!required.has(name) && count < most && (isFull || count < least)) add(name, false);
    }
    for (let more = 1; Object.keys(value).length < least && more < 50; more++) add(`more${more}`, false);
    if (isUnsure) return 'unknown';
    return Object.keys(value).length < least ? 'unknown' : { value };
  }

  private array(parts: readonly JsonObject[], at: string, depth: number, isFull: boolean): Found {
    const least = Math.max(...parts.map(({ minItems }) => (typeof minItems === 'number' ? minItems : 0)));
    const most = Math.min(...parts.map(({ maxItems }) => (typeof maxItems === 'number' ? maxItems : 1e9)));
    if (least > most) return 'none';
    if (least > 1_000) return 'unknown';
    const wanted = Math.max(least, isFull && most > 0 ? 1 : 0);
    const value: JsonValue[] = [];
    for (let index = 0; index < wanted; index++) {
      const schemas = parts.flatMap(({ items, prefixItems }): JsonValue[] => {
        const own = Array.isArray(prefixItems) ? prefixItems[index] : undefined;
        return own !== undefined ? [own] : items !== undefined ? [items] : [];
      });
      const made = this.make(schemas, `${at}/${index}`, depth + 1, isFull && index === 0);
      if (typeof made !== 'object') {
        if (made === 'none' && isFull) this.dead.add(`${at}/${index}`);
        if (index >= least) break;
        return made;
      }
      value.push(made.value);
    }
    const areDistinct = parts.some(({ uniqueItems }) => uniqueItems === true);
    return areDistinct && value.length > 1 ? this.distinct(parts, value.length) : { value };
  }

  /** Distinct items are made from enumerated values and numbers only. */
  private distinct(parts: readonly JsonObject[], count: number): Found {
    const together = this.together(
      parts.flatMap(({ items }) => (items === undefined ? [] : [items])),
      '',
    );
    if (together === 'none' || together.choices.length > 0) return 'unknown';
    const listed = together.parts.map((part) => part['enum']).find(Array.isArray);
    const made =
      listed ??
      Array.from({ length: count }, (_, at) =>
        together.parts.some(({ type }) => type === 'string') ? `item${at}` : at + 1,
      );
    const value = made.filter((one) => together.parts.every((part) => allows(part, one))).slice(0, count);
    return value.length < count ? 'unknown' : { value };
  }

  private string(parts: readonly JsonObject[]): Found {
    const least = Math.max(...parts.map(({ minLength }) => (typeof minLength === 'number' ? minLength : 0)));
    const most = Math.min(...parts.map(({ maxLength }) => (typeof maxLength === 'number' ? maxLength : 1e9)));
    if (least > most) return 'none';
    if (least > 100_000) return 'unknown';
    const samples = parts.flatMap(({ default: byDefault, examples }) => [byDefault, ...arrayOf(examples)]);
    const patterns = parts.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
    const isFit = (text: JsonValue | undefined): text is string =>
      typeof text === 'string' && parts.every((part) => allows(part, text));
    const lengths = [Math.max(1, least), Math.min(most, least + 3), Math.min(most, 12), Math.min(most, 36)];
    const plain = ['a', 'A', '1', '/'].flatMap((one) => lengths.map((length) => one.repeat(length)));
    let value = [...samples, '', textOf(least, most), ...plain].find(isFit);
    for (const pattern of value === undefined ? patterns : []) value ??= matching(pattern, isFit);
    return value === undefined ? 'unknown' : { value };
  }
}

/** A text for the pattern that satisfies all other keywords. */
function matching(pattern: string, isFit: (text: string) => boolean): string | undefined {
  for (const more of [0, 1, 5, 12, 36]) {
    for (const choice of [0, 1, 2]) {
      const text = patternText(pattern, more, choice);
      if (text !== undefined && isFit(text)) return text;
    }
  }
  return undefined;
}

/** What a part requires of a property. */
function schemasOf(part: JsonObject, name: string): JsonValue[] {
  const own = objectOf(part['properties']);
  const found: JsonValue[] = Object.hasOwn(own, name) ? [defined(own[name])] : [];
  for (const [pattern, schema] of Object.entries(objectOf(part['patternProperties']))) {
    if (isMatch(pattern, name)) found.push(schema);
  }
  const more = part['additionalProperties'];
  return found.length === 0 && more !== undefined ? [more] : found;
}

function withoutChoices({ anyOf: _, oneOf: __, allOf: ___, $ref: ____, ...rest }: JsonObject): JsonObject {
  return rest;
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});
const arrayOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);
