/**
 * Checks tool arguments against the tool's input schema (JSON Schema 2020-12), compiled on the tool's first call.
 * Nothing is coerced and nothing is filled in. `format` is an annotation (2020-12 section 7): the upstream is the judge of its
 * own formats. Patterns come from imported documents and meet hostile values, hence RE2: linear time, no back-tracking.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import { canonicalJson } from '../bundle/canonical.ts';
import type { BundleTool } from '../bundle/model.ts';
import type { FieldFault } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import { type Fault, judgeOnce, wantsJudgingOnce } from './references.ts';

/** Above this size only the first fault is looked for: a hostile value could break a rule a million times. */
const LIST_FAULTS_BELOW = 64 * 1024;
const MAX_FAULTS = 10;

interface Compiled {
  readonly quick: ValidateFunction;
  /** Finds every fault; compiled when the first wrong call arrives. */
  thorough?: ValidateFunction;
}

const compiled = new WeakMap<BundleTool, Compiled>();

/** The faults of `value`, at most 10; empty when it is valid. Throws when the schema itself does not compile. */
export function argumentFaults(tool: BundleTool, value: unknown, size: number): FieldFault[] {
  let checks = compiled.get(tool);
  if (!checks) {
    checks = { quick: compile(tool, false) };
    compiled.set(tool, checks);
  }
  if (checks.quick(value)) return [];
  if (size > LIST_FAULTS_BELOW) return describeAll(checks.quick.errors, value);
  checks.thorough ??= compile(tool, true);
  checks.thorough(value);
  return describeAll(checks.thorough.errors, value);
}

function compile(tool: BundleTool, allErrors: boolean): ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    allErrors,
    logger: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    code: { regExp: Object.assign(linearPattern, { code: '' }) },
  });
  // Descriptions write oneOf and mean anyOf: open branches overlap, and their discriminator is not a JSON Schema keyword.
  ajv.removeKeyword('oneOf');
  ajv.addKeyword({ keyword: 'oneOf', macro: (branches: JsonValue) => ({ anyOf: branches }) });
  // Ajv compares each item with each other one: for a megabyte of small objects it would take the better part of an hour.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (unique: boolean, items: readonly unknown[]) =>
      !unique || new Set(items.map((item) => canonicalJson(item))).size === items.length,
    error: { message: 'must not hold equal items' },
  });
  const { $schema: _, ...schema } = tool.inputSchema;
  if (!wantsJudgingOnce(schema)) return ajv.compile(schema);
  judgeOnce(ajv, 'arguments');
  ajv.addSchema(schema, 'arguments');
  return ajv.getSchema('arguments') as ValidateFunction;
}

/**
 * A pattern that RE2 does not know (look-around, back-references) is left to the upstream. Ajv takes patterns of a schema whose
 * `toString` is the same for the same pattern.
 */
function linearPattern(pattern: string): { test(text: string): boolean; toString(): string } {
  const name = () => pattern;
  try {
    const compiledPattern = RE2JS.compile(RE2JS.translateRegExp(withSpaces(pattern)));
    return { test: (text) => compiledPattern.matcher(text).find(), toString: name };
  } catch {
    return { test: () => true, toString: name };
  }
}

/** What `\s` means in ECMAScript; RE2 knows the ASCII ones of it. */
const SPACES = '\\s\\v\\p{Z}\\x{feff}';

function withSpaces(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\.|[[\]]/gsu, (token) => {
    if (token === '[' || token === ']') inClass = token === '[';
    if (token === '\\s') return inClass ? SPACES : `[${SPACES}]`;
    return token === '\\S' && !inClass ? `[^${SPACES}]` : token;
  });
}

/** Alternatives report each of their branches; their own verdict says it better, so branches of one place are dropped. */
function describeAll(errors: readonly ErrorObject[] | null | undefined, value: unknown): FieldFault[] {
  const all: readonly Fault[] = errors ?? [];
  const pathOf = ({ origin, schemaPath }: Fault) => origin ?? schemaPath;
  const choices = all.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const telling = all.filter(
    (error) => choices.includes(error) || !choices.some((choice) => pathOf(error).startsWith(`${pathOf(choice)}/`)),
  );
  const faults = new Map<string, FieldFault>();
  for (const error of telling) {
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
