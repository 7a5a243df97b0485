/**
 * Integers that a client wrote as digits in a text, because as JSON numbers they would have been rounded. Where the
 * tool's schema says that an integer stands there, the number is sent; digits stay text wherever text may stand. Digits
 * of any number are accepted where the schema says so (`type: ["integer", "string"], format: int64`); where it only
 * says integer, those of numbers above 2^53. The exact number is sent; the same number as JavaScript reads it is
 * validated, so that bounds apply.
 */

import { isPlainObject, parseLossless, sourceNumber } from '../json/lossless.ts';
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../json/value.ts';
import { LIMITS } from '../limits.ts';
import { ValidationBudget } from './validationBudget.ts';

/** Arguments for validation and for the wire. */
export interface Arguments {
  /** With the digits of numbers that JavaScript would round. */
  readonly arguments: JsonObject;
  readonly plainArguments: JsonObject;
}

/**
 * What a schema says about a text of digits: `integer` does not allow it as text, `any` says nothing, `cycle` not even
 * that.
 */
type Verdict = 'text' | 'digits' | 'integer' | 'other' | 'any' | 'circle';

const WRITTEN = /"-?[0-9]+"(?!:)/;
const DIGITS = /^-?[0-9]+$/;
/** Which of two verdicts wins when both schemas apply. */
const OF_ALL: readonly Verdict[] = ['text', 'digits', 'integer', 'other', 'circle', 'any'];
/** Which of two verdicts wins when one of the schemas applies. */
const OF_ANY: readonly Verdict[] = ['text', 'any', 'digits', 'integer', 'other'];

/**
 * The arguments with texts turned into numbers; the given ones when nothing changes.
 * @param text the JSON of the exact arguments
 * @throws ArgumentTooComplex
 */
export function withIntegers(schema: JsonSchema, given: Arguments, text: string): Arguments {
  if (!WRITTEN.test(text)) return given;
  const exact = parseLossless(text) as JsonObject;
  const work = new ValidationBudget();
  work.begin(LIMITS.argumentWork / 4);
  if (!new Reader(schema, exact, work).convert()) return given;
  return { arguments: exact, plainArguments: JSON.parse(JSON.stringify(exact)) as JsonObject };
}

/** Changes the arguments that it is given. */
class Reader {
  private readonly schema: JsonSchema;
  private readonly root: JsonObject;
  private readonly work: ValidationBudget;
  private readonly path: string[] = [];
  /** The values on the way to the text, the root first. */
  private readonly values: JsonValue[] = [];
  private count = 0;
  /** Verdicts on the text that is looked at, by schema, for each step of its path. */
  private known: Map<JsonSchema, Verdict>[] = [];

  constructor(schema: JsonSchema, root: JsonObject, work: ValidationBudget) {
    this.schema = schema;
    this.root = root;
    this.work = work;
  }

  /** How many texts have become numbers. */
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

  /** What a schema of the value at a step of the path says of the text at its end. */
  private verdict(schema: JsonValue | undefined, step: number): Verdict {
    if (!isObject(schema)) return schema === false ? 'other' : 'any';
    const known = this.known[step];
    const before = known?.get(schema);
    if (before) return before;
    this.work.spend(8, 'schema', `/${this.path.join('/')}`);
    // One that leads back to itself without a step into the value says nothing more.
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

  /** By what the schema says of the next member of the path. */
  private inner(schema: JsonSchema, step: number): Verdict {
    const key = this.path[step] ?? '';
    if (Array.isArray(this.values[step])) {
      const prefix = schema['prefixItems'];
      const isFirst = Array.isArray(prefix) && Number(key) < prefix.length;
      return this.verdict(isFirst ? prefix[Number(key)] : schema['items'], step + 1);
    }
    const { properties, patternProperties, additionalProperties } = schema;
    if (isObject(properties) && Object.hasOwn(properties, key)) return this.verdict(properties[key], step + 1);
    // Which pattern fits is the validator's to find out; they are names that no argument could have (oddKeys.ts).
    if (isObject(patternProperties)) {
      const patterns = Object.values(patternProperties).map((one) => this.verdict(one, step + 1));
      return first(OF_ANY, [...patterns, this.verdict(additionalProperties, step + 1)]);
    }
    return this.verdict(additionalProperties, step + 1);
  }

  /** Whether a value can be of a branch, as far as what it requires and the values that tell its kind show. */
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
      const propertySchema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const { const: only, enum: listed } = isObject(propertySchema) ? propertySchema : {};
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
