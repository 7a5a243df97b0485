/**
 * Validates tool arguments against the tool's input schema (JSON Schema 2020-12), which is compiled at the tool's first
 * call. Does not add defaults or convert values; repairs.ts reads what clients send otherwise. `format` is only an annotation
 * (2020-12 validation, section 7); the upstream checks formats. The cost is limited (validationBudget.ts), because schema
 * and value are not trusted.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FieldFault } from '../../lib/errors.ts';
import { canonicalJson } from '../../lib/json/canonical.ts';
import type { JsonSchema, JsonValue } from '../../lib/json/value.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { BundleTool } from '../../model/bundle.ts';
import { isWide, withoutManyPatterns } from '../../tools/compilable.ts';
import { Patterns } from './patterns.ts';
import { type Fault, needsValidateOnce, validateOnce } from './refKeyword.ts';
import { ArgumentTooComplex, countValidation, ValidationBudget } from './validationBudget.ts';

/**
 * Characters of JSON above which only the first fault is searched for, because a hostile value could have a million faults.
 */
const LIST_FAULTS_BELOW = 16 * 1024;
const MAX_FAULTS = 10;

/** Validates a value; returns null when it is valid. Throws ArgumentTooComplex. */
type Validator = (value: unknown) => readonly ErrorObject[] | null;

interface Compiled {
  readonly quick: Validator;
  /** Finds all faults; compiled at the first call that stays invalid. */
  thorough?: Validator;
}

const compiled = new WeakMap<BundleTool, Compiled>();

function compiledOf(tool: BundleTool): Compiled {
  let checks = compiled.get(tool);
  if (!checks) {
    checks = { quick: compile(tool.inputSchema, { allErrors: false }) };
    compiled.set(tool, checks);
  }
  return checks;
}

/**
 * Whether the arguments are valid; finds no more than the first fault.
 * @throws as {@link argumentFaults}
 */
export const isValid = (tool: BundleTool, value: unknown): boolean => compiledOf(tool).quick(value) === null;

/**
 * The faults of `value`, at most 10; empty when it is valid.
 * @param size characters of its JSON
 * @throws ArgumentTooComplex when validation would cost more than LIMITS.argumentWork
 * @throws the errors of Ajv when the schema does not compile
 */
export function argumentFaults(tool: BundleTool, value: unknown, size: number): FieldFault[] {
  const checks = compiledOf(tool);
  const first = checks.quick(value);
  if (!first) return [];
  if (size > LIST_FAULTS_BELOW) return describeAll(first, value);
  checks.thorough ??= compile(tool.inputSchema, { allErrors: true });
  return describeAll(allFaults(checks.thorough, value) ?? first, value);
}

/** All faults of an invalid value; null when finding all of them costs too much. */
function allFaults(thorough: Validator, value: unknown): readonly ErrorObject[] | null {
  try {
    return thorough(value);
  } catch (error) {
    if (error instanceof ArgumentTooComplex) return null;
    throw error;
  }
}

function compile(inputSchema: JsonSchema, { allErrors }: { readonly allErrors: boolean }): Validator {
  const patterns = new Patterns();
  const work = new ValidationBudget();
  const units = allErrors ? LIMITS.argumentWork / 4 : LIMITS.argumentWork;
  const ajv = new Ajv2020({
    strict: false,
    allErrors: allErrors || isWide(inputSchema),
    logger: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    // Ajv's optimizer takes quadratic time: with it, a thousand properties take 200 ms, without it 22 ms.
    code: { optimize: false, regExp: Object.assign(patterns.compile, { code: '' }) },
  });
  // Most descriptions mean anyOf by oneOf: their branches overlap, and JSON Schema does not know the discriminator.
  ajv.removeKeyword('oneOf');
  ajv.addKeyword({ keyword: 'oneOf', macro: (branches: JsonValue) => ({ anyOf: branches }) });
  // Ajv's own uniqueItems takes quadratic time: most of an hour for a megabyte of small objects.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (unique: boolean, items: readonly unknown[], _parent?: unknown, place?: { instancePath: string }) => {
      if (!unique) return true;
      const texts = new Set<string>();
      for (const item of items) {
        const text = canonicalJson(item);
        work.spend(4 + text.length / 4, 'uniqueItems', place?.instancePath ?? '');
        texts.add(text);
      }
      return texts.size === items.length;
    },
    error: { message: 'must not hold equal items' },
  });
  const { $schema: _, ...schema } = withoutManyPatterns(inputSchema);
  const validatesOnce = needsValidateOnce(schema);
  if (validatesOnce) validateOnce(ajv, 'arguments');
  countValidation(ajv, work, patterns);
  if (validatesOnce) ajv.addSchema(schema, 'arguments');
  const validate = validatesOnce ? (ajv.getSchema('arguments') as ValidateFunction) : ajv.compile(schema);
  return (value) => {
    work.begin(units);
    try {
      return validate(value) ? null : (validate.errors ?? []);
    } catch (error) {
      // A stack overflow, caused by a definition that refers to itself for the same value.
      if (error instanceof RangeError) throw new ArgumentTooComplex('', 'schema');
      throw error;
    }
  };
}

/**
 * Describes the faults. Ajv reports a fault for a union and the faults of each branch; the latter are left out.
 */
function describeAll(all: readonly Fault[], value: unknown): FieldFault[] {
  const pathOf = ({ origin, schemaPath }: Fault) => origin ?? schemaPath;
  const isChoice = ({ keyword }: Fault) => keyword === 'anyOf' || keyword === 'oneOf';
  const choices = new Set(all.filter(isChoice).map(pathOf));
  const isBranch = (path: string): boolean => {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      if (choices.has(path.slice(0, at))) return true;
    }
    return false;
  };
  const reported = choices.size === 0 ? all : all.filter((fault) => isChoice(fault) || !isBranch(pathOf(fault)));
  const faults = new Map<string, FieldFault>();
  for (const error of reported) {
    const fault = describe(error, value);
    faults.set(`${fault.field} ${fault.message}`, fault);
    if (faults.size === MAX_FAULTS) break;
  }
  return [...faults.values()];
}

function describe(error: ErrorObject, value: unknown): FieldFault {
  const { instancePath, keyword, params } = error;
  const fault = (field: string, message: string): FieldFault => ({
    field: field || 'arguments',
    rule: keyword,
    message,
  });
  const child = (name: string) => `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const found = typeName(at(value, instancePath));
  switch (keyword) {
    case 'required':
      return fault(child(params['missingProperty']), 'is required');
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return fault(
        child(params['additionalProperty'] ?? params['unevaluatedProperty']),
        'is not an argument of this tool; leave it out or check its spelling',
      );
    case 'type':
      return fault(instancePath, `must be ${[params['type']].flat().join(' or ')}, not ${found}`);
    case 'enum':
      return fault(instancePath, `must be one of ${list(params['allowedValues'])}`);
    case 'const':
      return fault(instancePath, `must be ${JSON.stringify(params['allowedValue'])}`);
    case 'anyOf':
    case 'oneOf':
      return fault(instancePath, `fits none of the alternatives that the schema allows (it is ${found})`);
    default:
      return fault(instancePath, error.message ?? `breaks the rule ${keyword}`);
  }
}

function list(values: readonly JsonValue[]): string {
  const shown = values.slice(0, 20).map((value) => JSON.stringify(value));
  return shown.join(', ') + (values.length > shown.length ? `, … (${values.length} values)` : '');
}

function at(value: unknown, pointer: string): unknown {
  let current = value;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return current;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
