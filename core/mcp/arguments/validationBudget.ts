/**
 * Limits the cost of validating arguments. Units are counted while the code of Ajv runs: a recursive definition in a union
 * takes exponential time in the depth of the value, and a pattern takes its size times the length of the text. A unit is
 * about the time of RE2 for one instruction and one character (5 to 25 ns). The counter is a keyword that Ajv evaluates
 * before all others in each schema.
 */
import { _, type Ajv, type KeywordCxt, Name, type SchemaObject } from 'ajv';
import type { Rule } from 'ajv/dist/compile/rules.js';
import { type FieldFault, PortcullisError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { Patterns } from './patterns.ts';

/** Validating the arguments costs more than the limit (code `argument_too_complex`). */
export class ArgumentTooComplex extends PortcullisError {
  override readonly name = 'ArgumentTooComplex';
  /** The value at which the limit was reached (JSON pointer), the keyword that used most of it, and what to do. */
  readonly fault: FieldFault;

  constructor(pointer: string, rule: string) {
    const field = shortened(pointer) || 'arguments';
    const limit = LIMITS.argumentWork;
    const message = `${MESSAGES[rule] ?? MESSAGES['schema']} (limit argumentWork, ${limit} units)`;
    super('argument_too_complex', `${field}: ${message}`, { context: { field, rule, limit } });
    this.fault = { field, rule, message };
  }
}

const MESSAGES: Readonly<Record<string, string>> = {
  pattern: 'is too long for the pattern that it has to match; send a shorter text, or in parts',
  patternProperties: 'has too many or too long property names for the patterns that they have to match; send fewer',
  uniqueItems: 'holds too much to compare its items; send fewer or smaller ones',
  schema: 'fits the schema in too many ways to be checked; send a flatter or smaller value',
};
const MAX_POINTER_LENGTH = 200;
const shortened = (field: string): string =>
  (field.length > MAX_POINTER_LENGTH ? `${field.slice(0, MAX_POINTER_LENGTH)}…` : field).toWellFormed();

/** The cost of a schema that depends on the size of the value, in units. */
interface Growth {
  /** Per character of a string. */
  readonly character: number;
  /** Per item of an array, and per property of an object. */
  readonly item: number;
  readonly property: number;
  /** Per character of a property name. */
  readonly nameCharacter: number;
  readonly rule: string;
}

/** The units that are left for one call. */
export class ValidationBudget {
  left = 0;
  private budget = 0;
  /** Units by keyword, for keywords that can use many. */
  private byRule = new Map<string, number>();

  begin(units: number): void {
    this.left = units;
    this.budget = units;
    if (this.byRule.size > 0) this.byRule.clear();
  }

  /** Uses units for a keyword; throws ArgumentTooComplex when none are left. */
  spend(units: number, rule: string, field: string): void {
    this.note(units, rule);
    this.left -= units;
    if (this.left < 0) this.refuse(field);
  }

  /** The units of a value, in addition to those of the schema. */
  of(value: unknown, growth: Growth): number {
    const units = unitsOf(value, growth);
    this.note(units, growth.rule);
    return units;
  }

  refuse(field: string): never {
    const [rule] = [...this.byRule].find(([, units]) => units > this.budget / 2) ?? ['schema'];
    throw new ArgumentTooComplex(field, rule);
  }

  private note(units: number, rule: string): void {
    if (units > 0 && rule !== 'schema') this.byRule.set(rule, (this.byRule.get(rule) ?? 0) + units);
  }
}

function unitsOf(value: unknown, { character, item, property, nameCharacter }: Growth): number {
  if (typeof value === 'string') return Math.ceil(value.length * character);
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return Math.ceil(value.length * item);
  if (property === 0) return 0;
  const names = Object.keys(value);
  let units = names.length * property;
  if (nameCharacter > 0) for (const name of names) units += name.length * nameCharacter;
  return Math.ceil(units);
}

/** Adds the counting keyword to an Ajv. */
export function countValidation(ajv: Ajv, work: ValidationBudget, patterns: Patterns): void {
  const rule: Rule = {
    keyword: 'work',
    definition: {
      keyword: 'work',
      // Ajv evaluates the keyword for each schema that has any of these keywords.
      implements: Object.keys(ajv.RULES.all),
      type: [],
      schemaType: [],
      allowUndefined: true,
      code: (context) => count(context, work, patterns),
    },
  };
  ajv.RULES.rules[0]?.rules.unshift(rule);
}

/** Ajv's variable with the number of errors in a function; after a reference the errors are copied. */
const ERRORS = new Name('errors');
const INSTANCE_PATH = new Name('instancePath');

function count({ gen, data, it }: KeywordCxt, work: ValidationBudget, patterns: Patterns): void {
  const schema = it.schema as SchemaObject;
  const counter = gen.scopeValue('obj', { ref: work });
  const growth = growthOf(schema, patterns);
  const grows = growth.character + growth.item + growth.property > 0;
  const more = grows ? _` + ${counter}.of(${data}, ${gen.scopeValue('obj', { ref: growth })})` : _``;
  gen.if(
    _`(${counter}.left -= ${unitsOfSchema(schema) + (schema === it.schemaEnv.schema ? CALL : 0)} + ${ERRORS}${more}) < 0`,
    () => {
      gen.code(_`${counter}.refuse(${INSTANCE_PATH} + ${it.errorPath})`);
    },
  );
}

/** Units of a function call: Ajv makes a function of each definition, and copies the errors that it returns. */
const CALL = 8;
/** Units of a branch of a union, because each that does not match adds an error. */
const BRANCH = 2;

/** Units of a schema that do not depend on the value, by the length of its lists. */
function unitsOfSchema(schema: SchemaObject): number {
  let listed = 0;
  for (const key of ['properties', 'required', 'allOf', 'prefixItems', 'dependentRequired']) {
    listed += membersOf(schema[key]);
  }
  const branches = membersOf(schema['anyOf']) + membersOf(schema['oneOf']) + (has(schema, 'if', 'not') ? 1 : 0);
  const values = nodesOf(schema['enum']) + nodesOf(schema['const']);
  return 1 + BRANCH * branches + Math.ceil(listed / 8) + Math.ceil(values / 4);
}

const membersOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0;

function nodesOf(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value !== 'object' || value === null) return 1;
  let nodes = 1;
  for (const child of Object.values(value)) nodes += nodesOf(child);
  return nodes;
}

const has = (schema: SchemaObject, ...keys: readonly string[]): boolean =>
  keys.some((key) => schema[key] !== undefined);

function growthOf(schema: SchemaObject, patterns: Patterns): Growth {
  const names = Object.keys(schema['patternProperties'] ?? {}).reduce((sum, each) => sum + patterns.unitsOf(each), 0);
  const pattern = typeof schema['pattern'] === 'string' ? patterns.unitsOf(schema['pattern']) : 0;
  const goesThroughNames =
    names > 0 || has(schema, 'additionalProperties', 'unevaluatedProperties', 'propertyNames', 'maxProperties');
  return {
    character: pattern + (has(schema, 'minLength', 'maxLength') ? 1 / 8 : 0),
    item: has(schema, 'items', 'contains', 'unevaluatedItems') ? 1 / 2 : 0,
    property: goesThroughNames ? 2 : 0,
    nameCharacter: names + (goesThroughNames ? 1 / 8 : 0),
    rule: pattern > 0 ? 'pattern' : names > 0 ? 'patternProperties' : 'schema',
  };
}
