/**
 * Which JSON types a schema takes for a value at one place of the arguments. In a union only those branches count that the
 * values around may match, by their types, required members and listed texts. Judges types alone: the value is validated
 * afterwards (validate.ts). The work is limited, because schema and value are not trusted.
 */
import { isPlainObject } from '../../lib/json/lossless.ts';
import { isObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { mayBeShown, visibleText } from '../../lib/visible.ts';
import type { ValidationBudget } from './validationBudget.ts';

/** JSON types as bits of a set. An integer is a number, too. */
export const BITS = { null: 1, boolean: 2, object: 4, array: 8, integer: 16, number: 48, string: 64 } as const;
const ANY = 127;
/** Levels of schemas for one value, and of a whole path for what is required. */
const MAX_DEPTH = 64;

/** The sets of types by place; one instance for one call. */
export class SchemaTypes {
  private readonly root: JsonSchema;
  private readonly work: ValidationBudget;
  private path: readonly string[] = [];
  private values: readonly JsonValue[] = [];
  /** What is known of schemas, for each step of the path; undefined for a schema that is being read. */
  private known: Map<JsonSchema, number | undefined>[] = [];
  private readonly meant = new Set<string>();

  constructor(root: JsonSchema, work: ValidationBudget) {
    this.root = root;
    this.work = work;
  }

  /**
   * The types for the value at the end of a path; 0 when the schema takes none there.
   * @param values the values from the root to the end, one more than the path has steps
   * @throws ArgumentTooComplex
   */
  at(path: readonly string[], values: readonly JsonValue[]): number {
    this.path = path;
    this.values = values;
    this.known = values.map(() => new Map());
    this.meant.clear();
    return this.typesOf(this.root, 0) ?? ANY;
  }

  /** The listed text that is shown as the one at the end of the last path; undefined for none and for several. */
  get listedText(): string | undefined {
    return this.meant.size === 1 ? [...this.meant][0] : undefined;
  }

  /** Whether the object around the value at the end of a path must have that member. Takes what {@link at} takes. */
  isRequired(path: readonly string[], values: readonly JsonValue[]): boolean {
    this.path = path;
    this.values = values;
    return this.requires(this.root, 0, 0);
  }

  private requires(schema: JsonValue | undefined, step: number, depth: number): boolean {
    if (!isObject(schema) || depth > MAX_DEPTH) return false;
    this.work.spend(8, 'schema', `/${this.path.join('/')}`);
    const of = (part: JsonValue | undefined) => this.requires(part, step, depth + 1);
    if (step === this.path.length - 1) {
      const { required } = schema;
      if (Array.isArray(required) && required.includes(this.path[step] ?? '')) return true;
    } else if (this.inner(schema, step).some((inner) => this.requires(inner, step + 1, depth + 1))) return true;
    if (typeof schema['$ref'] === 'string' && of(this.target(schema['$ref']))) return true;
    if (Array.isArray(schema['allOf']) && schema['allOf'].some(of)) return true;
    return ['anyOf', 'oneOf'].some((key) => {
      const branches = schema[key];
      if (!Array.isArray(branches)) return false;
      const open = branches.filter((branch) => this.mayBe(branch, this.values[step] ?? null, 0));
      return open.length > 0 && open.every(of);
    });
  }

  /** Undefined when the schema refers to itself for the same value, which says nothing. */
  private typesOf(schema: JsonValue | undefined, step: number): number | undefined {
    if (!isObject(schema)) return schema === false ? 0 : ANY;
    const known = this.known[step];
    if (known?.has(schema)) return known.get(schema);
    this.work.spend(8, 'schema', `/${this.path.join('/')}`);
    known?.set(schema, undefined);
    let types =
      step === this.path.length ? this.ownTypes(schema, this.values[step] ?? null) : this.innerTypes(schema, step);
    if (typeof schema['$ref'] === 'string') types &= this.typesOf(this.target(schema['$ref']), step) ?? ANY;
    if (Array.isArray(schema['allOf'])) for (const part of schema['allOf']) types &= this.typesOf(part, step) ?? ANY;
    for (const key of ['anyOf', 'oneOf']) {
      const branches = schema[key];
      if (Array.isArray(branches)) types &= this.typesOfAny(branches, step);
    }
    known?.set(schema, types);
    return types;
  }

  /** The types by `type`, `enum` and `const`. For a text only the same text counts among the listed ones. */
  private ownTypes({ type, enum: listed, const: only }: JsonSchema, value: JsonValue): number {
    const isOther = (one: JsonValue) => typeof one === 'string' && typeof value === 'string' && one !== value;
    let types = type === undefined ? ANY : [type].flat().reduce<number>((all, one) => all | bitsOf(one), 0);
    for (const values of [listed, only === undefined ? undefined : [only]]) {
      if (!Array.isArray(values)) continue;
      types &= values.reduce<number>((all, one) => all | (isOther(one) ? 0 : typeBits(one)), 0);
      if (typeof value === 'string' && mayBeShown(value))
        for (const one of values) if (typeof one === 'string' && visibleText(one) === value) this.meant.add(one);
    }
    return types;
  }

  private typesOfAny(branches: readonly JsonValue[], step: number): number {
    const open = branches.filter((branch) => this.mayBe(branch, this.values[step] ?? null, 0));
    const found = open.map((branch) => this.typesOf(branch, step)).filter((types) => types !== undefined);
    return found.length === 0 ? ANY : found.reduce((all, types) => all | types, 0);
  }

  /** The types of the subschemas for the next step of the path. */
  private innerTypes(schema: JsonSchema, step: number): number {
    return this.inner(schema, step).reduce<number>((types, one) => types | (this.typesOf(one, step + 1) ?? ANY), 0);
  }

  /** The subschemas for the next step of the path, of which one applies; undefined where there is no rule. */
  private inner(schema: JsonSchema, step: number): (JsonValue | undefined)[] {
    const key = this.path[step] ?? '';
    if (Array.isArray(this.values[step])) {
      const prefix = schema['prefixItems'];
      return [Array.isArray(prefix) && Number(key) < prefix.length ? prefix[Number(key)] : schema['items']];
    }
    const { properties, patternProperties, additionalProperties } = schema;
    if (isObject(properties) && Object.hasOwn(properties, key)) return [properties[key]];
    // All patterns, without matching the name.
    return [additionalProperties, ...(isObject(patternProperties) ? Object.values(patternProperties) : [])];
  }

  /** False when a value cannot match a branch, by its types, required members and const or enum values. */
  private mayBe(branch: JsonValue, value: JsonValue, depth: number): boolean {
    if (!isObject(branch) || typeof value !== 'object' || value === null || depth > 8) return true;
    this.work.spend(8, 'schema', `/${this.path.join('/')}`);
    const { type, $ref: reference, allOf, required, properties } = branch;
    if (type !== undefined && ![type].flat().includes(Array.isArray(value) ? 'array' : 'object')) return false;
    if (!isPlainObject(value)) return true;
    if (typeof reference === 'string' && !this.mayBe(this.target(reference) ?? {}, value, depth + 1)) return false;
    if (Array.isArray(allOf) && !allOf.every((part) => this.mayBe(part, value, depth + 1))) return false;
    if (Array.isArray(required) && !required.every((name) => Object.hasOwn(value, name as string))) return false;
    if (!isObject(properties)) return true;
    return Object.keys(value).every((name) => {
      const described = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const { const: only, enum: listed } = isObject(described) ? described : {};
      const given = value[name];
      if (typeof given !== 'string') return true;
      return (only === undefined || only === given) && (!Array.isArray(listed) || listed.includes(given));
    });
  }

  private target(reference: string): JsonValue | undefined {
    const name = /^#\/\$defs\/(.+)$/.exec(reference)?.[1];
    const definitions = this.root['$defs'];
    const key = name?.replaceAll('~1', '/').replaceAll('~0', '~');
    return key !== undefined && isObject(definitions) && Object.hasOwn(definitions, key) ? definitions[key] : undefined;
  }
}

const bitsOf = (type: JsonValue): number => (Object.hasOwn(BITS, String(type)) ? BITS[type as keyof typeof BITS] : 0);

/** The type of a JSON value as a set. */
export function typeBits(value: JsonValue): number {
  if (value === null) return BITS.null;
  if (Array.isArray(value)) return BITS.array;
  if (typeof value === 'number') return Number.isInteger(value) ? BITS.integer : BITS.number;
  return bitsOf(typeof value);
}
