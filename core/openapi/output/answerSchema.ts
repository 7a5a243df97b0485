/**
 * The form of an operation's JSON answer as a JSON Schema that stays true of governed answers: redaction turns values into texts and takes
 * members away, limits and projections cut, APIs leave out what they require. So it has names and wide types and nothing else: no formats,
 * patterns, enums, limits, required members, no unions (their branches are joined) and no references. It is judged in a time that grows with
 * the answer alone, and it is small: as deep as MAX_LENGTH allows. Only what the description says is read, nothing warns.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../json/value.ts';
import type { Target } from '../document/location.ts';
import type { Context, Operation } from '../model/operation.ts';
import { below, jsonSchemaOf, successResponseOf } from './successResponse.ts';

/** Characters of one schema. */
const MAX_LENGTH = 2_000;
const MAX_DEPTH = 5;
/** Schemas that are looked at for one form, references and branches included. */
const MAX_VISITS = 600;
const MAX_BRANCHES = 16;
/** Nesting of allOf, anyOf and oneOf. */
const MAX_NESTING = 6;

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array';

/** What governance may leave of each: a marker, a placeholder or the digits of a number as a text, or nothing. */
const WIDENED: Readonly<Record<Kind, readonly string[]>> = {
  string: ['string', 'null'],
  number: ['number', 'string', 'null'],
  boolean: ['boolean', 'string', 'null'],
  object: ['object', 'string', 'null'],
  array: ['array', 'string', 'null'],
};

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'string',
  file: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
};

/** What is known of a value; undefined stands for any. */
interface Form {
  readonly kinds: Set<Kind>;
  readonly members: Map<string, Target[]>;
  readonly items: Target[];
  /** Of members that are not named; none where nothing is said of them. */
  readonly others: Target[];
  /** Members of other names may be of any form. */
  isOpen: boolean;
}

/** The forms of the answers of one import: most operations answer with the same few schemas. */
export class AnswerSchemas {
  private readonly context: Context;
  private readonly known = new Map<JsonValue, JsonSchema>();

  constructor(context: Context) {
    this.context = context;
  }

  /** Undefined where the description names no JSON answer; `{}` where it says nothing of its form. */
  of({ target }: Operation): JsonSchema | undefined {
    const response = successResponseOf(target, this.context);
    const schema = response && jsonSchemaOf(response, this.context);
    if (!schema) return undefined;
    let made = this.known.get(schema.value);
    if (!made) {
      made = widened(schema, this.context);
      this.known.set(schema.value, made);
    }
    return made;
  }
}

/** As deep as there is room. */
function widened(schema: Target, context: Context): JsonSchema {
  let best: JsonSchema = {};
  for (let depth = 1; depth <= MAX_DEPTH; depth++) {
    const outline = new Outline(context);
    const made = outline.of([schema], depth);
    if (outline.visits > MAX_VISITS || JSON.stringify(made).length > MAX_LENGTH) break;
    best = made;
    if (!outline.isCut) break;
  }
  return best;
}

class Outline {
  visits = 0;
  /** Something lies deeper. */
  isCut = false;
  private readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  /** One of these schemas holds. */
  of(schemas: readonly Target[], depth: number): JsonSchema {
    const form = either(schemas.map((schema) => this.read(schema, 0)));
    if (!form) return {};
    const type = [...new Set([...form.kinds].flatMap((kind) => WIDENED[kind]))];
    const hasMore = form.members.size > 0 || form.items.length > 0 || form.others.length > 0;
    if (depth === 0) {
      if (hasMore) this.isCut = true;
      return { type };
    }
    const properties = [...form.members].map(([name, of]): [string, JsonSchema] => [name, this.of(of, depth - 1)]);
    const others = !form.isOpen && form.others.length > 0 ? this.of(form.others, depth - 1) : {};
    const items = form.items.length > 0 ? this.of(form.items, depth - 1) : {};
    return {
      type,
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(saysSomething(items) && { items }),
      ...(saysSomething(others) && { additionalProperties: others }),
    };
  }

  private read(schema: Target, nesting: number): Form | undefined {
    const { value } = schema;
    if (!isObject(value) || nesting > MAX_NESTING || ++this.visits > MAX_VISITS) return undefined;
    const parts = [
      this.own(schema, value),
      ...this.branches(schema, 'allOf').map((part) => this.read(part, nesting + 1)),
      ...(['anyOf', 'oneOf'] as const).map((keyword) =>
        either(this.branches(schema, keyword).map((part) => this.read(part, nesting + 1))),
      ),
    ];
    // Of what holds together, a part that allows anything says nothing.
    const known = parts.filter((part) => part !== undefined);
    return known.length === 0 ? undefined : joined(known);
  }

  private branches(schema: Target, keyword: string): Target[] {
    const list = below(schema, keyword, this.context);
    if (!list || !Array.isArray(list.value)) return [];
    const found = list.value.slice(0, MAX_BRANCHES + 1).map((_, index) => below(list, String(index), this.context));
    // What cannot be read, or is one too many, may be anything.
    return found.length > MAX_BRANCHES || found.includes(undefined) ? [{ ...list, value: true }] : (found as Target[]);
  }

  private own(schema: Target, value: JsonObject): Form | undefined {
    const said = [value['type']].flat().filter((type) => type !== 'null');
    const kinds = new Set(said.map((type) => KINDS[String(type)]));
    if (kinds.has(undefined) && said[0] !== undefined) return undefined;
    kinds.delete(undefined);
    if (kinds.size === 0) {
      if (isObject(value['properties']) || isObject(value['additionalProperties'])) kinds.add('object');
      else if (isObject(value['items'])) kinds.add('array');
      else return undefined;
    }
    const form: Form = { kinds: kinds as Set<Kind>, members: new Map(), items: [], others: [], isOpen: false };
    if (kinds.has('object')) this.readMembers(schema, value, form);
    if (kinds.has('array') && isObject(value['items']) && value['prefixItems'] === undefined) {
      const items = below(schema, 'items', this.context);
      if (items) form.items.push(items);
    }
    return form;
  }

  private readMembers(schema: Target, value: JsonObject, form: Form): void {
    const properties = below(schema, 'properties', this.context);
    const names = properties && isObject(properties.value) ? Object.keys(properties.value) : [];
    for (const name of names) {
      const member = properties && below(properties, name, this.context);
      // A client's validator has to take the name, and a model to read it.
      if (member && /^(?!__proto__$)[\p{L}\p{N}_.$@-]{1,60}$/u.test(name)) form.members.set(name, [member]);
      else form.isOpen = true;
    }
    if (value['patternProperties'] !== undefined) form.isOpen = true;
    const others = isObject(value['additionalProperties']) && below(schema, 'additionalProperties', this.context);
    if (others) form.others.push(others);
    else if (value['additionalProperties'] !== false) form.isOpen = true;
  }
}

const saysSomething = (schema: JsonSchema): boolean => Object.keys(schema).length > 0;

/** Undefined, which is any, as soon as one of them may be anything. */
function either(forms: ReadonlyArray<Form | undefined>): Form | undefined {
  const known = forms.filter((form) => form !== undefined);
  return known.length === 0 || known.length < forms.length ? undefined : joined(known);
}

/** What is true of each of them. */
function joined(forms: readonly Form[]): Form {
  const [first] = forms;
  if (first && forms.length === 1) return first;
  const all: Form = { kinds: new Set(), members: new Map(), items: [], others: [], isOpen: false };
  for (const { kinds, members, items, others, isOpen } of forms) {
    for (const kind of kinds) all.kinds.add(kind);
    for (const [name, of] of members) all.members.set(name, [...(all.members.get(name) ?? []), ...of]);
    all.items.push(...items);
    all.others.push(...others);
    if (isOpen) all.isOpen = true;
  }
  return all;
}
