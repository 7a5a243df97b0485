/**
 * The form of an operation's JSON answer, as a JSON Schema that governed answers still match: redaction replaces values by texts and removes
 * members, limits and projections cut, and APIs leave out members that they require. So it has names and wide types only: no formats,
 * patterns, enums, limits, required members or references; the branches of a union are merged. Validation takes time linear in the answer.
 * The form is as deep as MAX_LENGTH allows. Only the description is read, and nothing warns.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import type { Target } from '../document/location.ts';
import type { Context } from '../model/operation.ts';
import { below } from './successResponse.ts';

/** Characters of one schema. */
const MAX_LENGTH = 2_000;
const MAX_DEPTH = 5;
/** Schemas that are read for one form, including references and branches. */
const MAX_VISITS = 600;
const MAX_BRANCHES = 16;
/** Nesting of allOf, anyOf and oneOf. */
const MAX_NESTING = 6;

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array';

/** The types that a value may have after governance: a marker, a placeholder or the digits of a number is a string; null is allowed. */
const WIDENED: Readonly<Record<Kind, readonly string[]>> = {
  string: ['string', 'null'],
  number: ['number', 'string', 'null'],
  boolean: ['boolean', 'string', 'null'],
  object: ['object', 'string', 'null'],
  array: ['array', 'string', 'null'],
};

const KINDS: ReadonlyMap<JsonValue | undefined, Kind> = new Map([
  ['string', 'string'],
  ['file', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['object', 'object'],
  ['array', 'array'],
]);

/** What is known of a value. Undefined where a `Form` is expected means any value. */
interface Form {
  readonly kinds: Set<Kind>;
  readonly members: Map<string, Target[]>;
  readonly items: Target[];
  /** Schemas of the members that are not named (additionalProperties). */
  readonly others: Target[];
  /** Members that are not named may have any form. */
  isOpen: boolean;
}

/** A form, and how many schemas were read for it. */
interface Read {
  readonly form: Form | undefined;
  readonly visits: number;
}

/** The output schema down to some depth. */
interface Outline {
  readonly schema: JsonSchema;
  readonly visits: number;
  /** Whether the described value goes deeper. */
  readonly isCut: boolean;
}

const UNREAD: Read = { form: undefined, visits: 0 };

/**
 * The forms of the answers of one import. Most operations answer with the same few schemas, which share parts, so forms and outlines are
 * cached, by the value of a schema: it is the same object wherever it is referred to.
 */
export class AnswerSchemas {
  private readonly context: Context;
  private readonly known = new Map<JsonValue, JsonSchema>();
  /** By nesting. */
  private readonly forms = perLevel<Read>(MAX_NESTING);
  /** By depth. */
  private readonly outlines = perLevel<Outline>(MAX_DEPTH);

  constructor(context: Context) {
    this.context = context;
  }

  /** `{}` where the description does not say what the form is. */
  of(schema: Target): JsonSchema {
    return cached(this.known, schema.value, () => {
      let best: JsonSchema = {};
      for (let depth = 1; depth <= MAX_DEPTH; depth++) {
        const made = this.outlineOf([schema], depth);
        if (made.visits > MAX_VISITS || JSON.stringify(made.schema).length > MAX_LENGTH) break;
        best = made.schema;
        if (!made.isCut) break;
      }
      return best;
    });
  }

  /** The outline of a value that matches one of the schemas. */
  private outlineOf(schemas: readonly Target[], depth: number): Outline {
    const [only] = schemas;
    const known = this.outlines[depth];
    if (!only || !known || schemas.length > 1) return this.outlined(schemas, depth);
    return cached(known, only.value, () => this.outlined(schemas, depth));
  }

  /** With more than MAX_VISITS visits the result is incomplete and must not be used. */
  private outlined(schemas: readonly Target[], depth: number): Outline {
    const { form, visits: read } = this.readEach(schemas, 0);
    if (!form || read > MAX_VISITS) return { schema: {}, visits: read, isCut: false };
    const type = [...new Set([...form.kinds].flatMap((kind) => WIDENED[kind]))];
    if (depth === 0) {
      const isCut = form.members.size > 0 || form.items.length > 0 || form.others.length > 0;
      return { schema: { type }, visits: read, isCut };
    }
    let visits = read;
    let isCut = false;
    const inner = (of: readonly Target[]): JsonSchema => {
      if (visits > MAX_VISITS) return {};
      const made = this.outlineOf(of, depth - 1);
      visits += made.visits;
      isCut ||= made.isCut;
      return made.schema;
    };
    const properties = [...form.members].map(([name, of]): [string, JsonSchema] => [name, inner(of)]);
    const others = !form.isOpen && form.others.length > 0 ? inner(form.others) : {};
    const items = form.items.length > 0 ? inner(form.items) : {};
    const schema = {
      type,
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(isRestrictive(items) && { items }),
      ...(isRestrictive(others) && { additionalProperties: others }),
    };
    return { schema, visits, isCut };
  }

  private read(schema: Target, nesting: number): Read {
    const { value } = schema;
    const known = this.forms[nesting];
    if (!isObject(value) || !known) return UNREAD;
    return cached(known, value, () => {
      const own = this.own(schema, value);
      const parts = this.branches(schema, 'allOf').map((part) => [part]);
      const choices = (['anyOf', 'oneOf'] as const).map((keyword) => this.branches(schema, keyword));
      let visits = 1;
      // A part of allOf that allows anything adds nothing.
      const forms = own ? [own] : [];
      for (const each of [...parts, ...choices]) {
        const { form, visits: more } = this.readEach(each, nesting + 1);
        visits += more;
        if (form) forms.push(form);
        if (visits > MAX_VISITS) return { form: undefined, visits };
      }
      return { form: forms.length === 0 ? undefined : joined(forms), visits };
    });
  }

  /** The form of a value that matches one of the schemas; undefined when one of them allows any value. */
  private readEach(schemas: readonly Target[], nesting: number): Read {
    let visits = 0;
    const forms: Form[] = [];
    for (const schema of schemas) {
      const read = this.read(schema, nesting);
      visits += read.visits;
      if (read.form) forms.push(read.form);
      if (visits > MAX_VISITS) return { form: undefined, visits };
    }
    return { form: forms.length === 0 || forms.length < schemas.length ? undefined : joined(forms), visits };
  }

  private branches(schema: Target, keyword: string): Target[] {
    const list = below(schema, keyword, this.context);
    if (!list || !Array.isArray(list.value)) return [];
    const found = list.value.slice(0, MAX_BRANCHES + 1).map((_, index) => below(list, String(index), this.context));
    // With an unreadable branch or too many, any value is possible.
    return found.length > MAX_BRANCHES || found.includes(undefined) ? [{ ...list, value: true }] : (found as Target[]);
  }

  private own(schema: Target, value: JsonObject): Form | undefined {
    const { type } = value;
    const types = (type === undefined ? [] : [type].flat()).filter((name) => name !== 'null');
    const kinds = new Set<Kind>();
    for (const name of types) {
      const kind = KINDS.get(name);
      if (kind === undefined) return undefined;
      kinds.add(kind);
    }
    if (kinds.size === 0) {
      // `items` alone says nothing of values that are no lists, and Slack means objects by it.
      if (!isObject(value['properties']) && !isObject(value['additionalProperties'])) return undefined;
      kinds.add('object');
    }
    const form: Form = { kinds, members: new Map(), items: [], others: [], isOpen: false };
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
      // Clients' validators must accept the name, and it must be harmless for a model to read.
      if (member && /^(?!__proto__$)[\p{L}\p{N}_.$@-]{1,60}$/u.test(name)) form.members.set(name, [member]);
      else form.isOpen = true;
    }
    if (value['patternProperties'] !== undefined) form.isOpen = true;
    const others = isObject(value['additionalProperties']) && below(schema, 'additionalProperties', this.context);
    if (others) form.others.push(others);
    else if (value['additionalProperties'] !== false) form.isOpen = true;
  }
}

const isRestrictive = (schema: JsonSchema): boolean => Object.keys(schema).length > 0;

/** One map for each level from 0 to `deepest`. */
const perLevel = <Value>(deepest: number): ReadonlyArray<Map<JsonValue, Value>> =>
  Array.from({ length: deepest + 1 }, () => new Map<JsonValue, Value>());

function cached<Value extends object>(known: Map<JsonValue, Value>, key: JsonValue, make: () => Value): Value {
  let made = known.get(key);
  if (!made) {
    made = make();
    known.set(key, made);
  }
  return made;
}

/** Everything that one of the forms allows. */
function joined(forms: readonly Form[]): Form {
  const [first] = forms;
  if (first && forms.length === 1) return first;
  const all: Form = { kinds: new Set(), members: new Map(), items: [], others: [], isOpen: false };
  for (const { kinds, members, items, others, isOpen } of forms) {
    for (const kind of kinds) all.kinds.add(kind);
    for (const [name, of] of members) {
      const before = all.members.get(name);
      if (before) before.push(...of);
      else all.members.set(name, [...of]);
    }
    all.items.push(...items);
    all.others.push(...others);
    if (isOpen) all.isOpen = true;
  }
  return all;
}
