/**
 * Converts integers that a client gave as a string of digits, because they would be rounded as JSON numbers. Converts a
 * string if the schema requires an integer and the number is above 2^53, or if the schema explicitly allows digits
 * (`type: ["integer", "string"], format: int64`); not if the schema allows a string. The exact number is sent; its
 * JavaScript value is validated, so that bounds apply.
 */

import { isPlainObject, parseLossless, sourceNumber } from '../json/lossless.ts';
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../json/value.ts';
import { LIMITS } from '../limits.ts';
import { ValidationBudget } from './validationBudget.ts';

/** Arguments for the request and for validation. */
export interface Arguments {
  /** With exact numbers (core/json/lossless.ts). */
  readonly arguments: JsonObject;
  readonly plainArguments: JsonObject;
}

/**
 * What a schema requires of a value that is a string of digits. `text`: it allows the string; `digits`: it allows digits for
 * an integer; `integer`: it requires an integer; `other`: it allows neither; `any`: it has no rule; `circle`: it refers to
 * itself.
 */
type Verdict = 'text' | 'digits' | 'integer' | 'other' | 'any' | 'circle';

const QUOTED_DIGITS = /"-?[0-9]+"(?!:)/;
const DIGITS = /^-?[0-9]+$/;
/** Order of precedence when several schemas apply together. */
const OF_ALL: readonly Verdict[] = ['text', 'digits', 'integer', 'other', 'circle', 'any'];
/** Order of precedence when one of several schemas applies. */
const OF_ANY: readonly Verdict[] = ['text', 'any', 'digits', 'integer', 'other'];

/**
 * The arguments with converted integers; the given ones when nothing changes.
 * @param text the JSON of the exact arguments
 * @throws ArgumentTooComplex
 */
export function withIntegers(schema: JsonSchema, given: Arguments, text: string): Arguments {
  if (!QUOTED_DIGITS.test(text)) return given;
  const exact = parseLossless(text) as JsonObject;
  const work = new ValidationBudget();
  work.begin(LIMITS.argumentWork / 4);
  if (!new Reader(schema, exact, work).convert()) return given;
  return { arguments: exact, plainArguments: JSON.parse(JSON.stringify(exact)) as JsonObject };
}

/** Converts integers in the given arguments, in place. */
class Reader {
  private readonly schema: JsonSchema;
  private readonly root: JsonObject;
  private readonly work: ValidationBudget;
  private readonly path: string[] = [];
  /** The values from the root to the current string. */
  private readonly values: JsonValue[] = [];
  private count = 0;
  /** Cached verdicts on the current string, by schema, for each step of its path. */
  private known: Map<JsonSchema, Verdict>[] = [];

  constructor(schema: JsonSchema, root: JsonObject, work: ValidationBudget) {
    this.schema = schema;
    this.root = root;
    this.work = work;
  }

  /** Converts all strings; returns the number of converted ones. */
  convert(): number {
    this.visit(this.root);
    return this.count;
  }

  private visit(holder: JsonObject | JsonValue[]): void {
    this.values.push(holder);
    const members = holder as JsonObject;
    for (const key of Object.keys(members)) {
      const value = members[key];
      this.path.push(key);
      if (typeof value === 'string') {
        if (DIGITS.test(value) && this.isInteger(value)) {
          members[key] = sourceNumber(value.replace(/^(-?)0+(?=\d)/, '$1'));
          this.count++;
        }
      } else if (Array.isArray(value) || isPlainObject(value)) this.visit(value);
      this.path.pop();
    }
    this.values.pop();
  }

  private isInteger(text: string): boolean {
    this.values.push(text);
    this.known = this.values.map(() => new Map());
    const verdict = this.verdict(this.schema, 0);
    this.values.pop();
    return verdict === 'digits' || (verdict === 'integer' && !Number.isSafeInteger(Number(text)));
  }

  /** The verdict of a schema, which applies at a step of the path, on the string at the end of the path. */
  private verdict(schema: JsonValue | undefined, step: number): Verdict {
    if (!isObject(schema)) return schema === false ? 'other' : 'any';
    const known = this.known[step];
    const before = known?.get(schema);
    if (before) return before;
    this.work.spend(8, 'schema', `/${this.path.join('/')}`);
    // A schema that refers to itself for the same value adds nothing.
    known?.set(schema, 'circle');
    const all = [step === this.path.length ? this.own(schema, this.values[step] as string) : this.inner(schema, step)];
    if (typeof schema['$ref'] === 'string') all.push(this.verdict(this.target(schema['$ref']), step));
    if (Array.isArray(schema['allOf'])) all.push(...schema['allOf'].map((part) => this.verdict(part, step)));
    for (const key of ['anyOf', 'oneOf']) {
      const branches = schema[key];
      if (!Array.isArray(branches)) continue;
      const open = branches.filter((branch) => this.mayBe(branch, this.values[step] ?? null, 0));
      all.push(first(OF_ANY, open.length > 0 ? open.map((branch) => this.verdict(branch, step)) : ['any']));
    }
    const verdict = first(OF_ALL, all);
    known?.set(schema, verdict);
    return verdict;
  }

  private own({ type, format, enum: listed, const: only }: JsonSchema, text: string): Verdict {
    if (only === text || (Array.isArray(listed) && listed.includes(text))) return 'text';
    if (type === undefined) return only === undefined && listed === undefined ? 'any' : 'other';
    const types = [type].flat();
    if (!types.includes('integer')) return types.includes('string') ? 'text' : 'other';
    if (!types.includes('string')) return 'integer';
    return format === 'int64' ? 'digits' : 'text';
  }

  /** The verdict of the subschema for the next step of the path. */
  private inner(schema: JsonSchema, step: number): Verdict {
    const key = this.path[step] ?? '';
    if (Array.isArray(this.values[step])) {
      const prefix = schema['prefixItems'];
      const isFirst = Array.isArray(prefix) && Number(key) < prefix.length;
      return this.verdict(isFirst ? prefix[Number(key)] : schema['items'], step + 1);
    }
    const { properties, patternProperties, additionalProperties } = schema;
    if (isObject(properties) && Object.hasOwn(properties, key)) return this.verdict(properties[key], step + 1);
    // Considers all patterns, without matching the name.
    if (isObject(patternProperties)) {
      const patterns = Object.values(patternProperties).map((one) => this.verdict(one, step + 1));
      return first(OF_ANY, [...patterns, this.verdict(additionalProperties, step + 1)]);
    }
    return this.verdict(additionalProperties, step + 1);
  }

  /** False when a value cannot match a branch, by its types, required members and const or enum values. */
  private mayBe(branch: JsonValue, value: JsonValue, depth: number): boolean {
    if (!isObject(branch) || typeof value !== 'object' || depth > 8) return true;
    this.work.spend(8, 'schema', `/${this.path.join('/')}`);
    const { type, $ref: reference, allOf, required, properties } = branch;
    if (type !== undefined && ![type].flat().includes(Array.isArray(value) ? 'array' : 'object')) return false;
    if (!isObject(value)) return true;
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
    const definitions = this.schema['$defs'];
    const key = name?.replaceAll('~1', '/').replaceAll('~0', '~');
    return key !== undefined && isObject(definitions) && Object.hasOwn(definitions, key) ? definitions[key] : undefined;
  }
}

const first = (order: readonly Verdict[], found: readonly Verdict[]): Verdict =>
  order.find((one) => found.includes(one)) ?? 'any';
