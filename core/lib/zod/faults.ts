/**
 * Validates requests against a schema and reports all faults at once, each with its rule and with what is allowed.
 * Messages never contain the values of the request, because a value may be a secret.
 */
import * as z from 'zod';
import { type FieldFault, InvalidInput, PortcullisError } from '../errors.ts';

/** Faults in one answer. A hostile body can have 100,000 faults, and each takes more bytes than the value at fault. */
const MAX_FAULTS = 100;
/** Characters of a fault's field; longer ones are cut. */
const MAX_POINTER = 300;

/** Codes that replace `invalid_request` when all faults of a request have the same one. */
const SPECIFIC_CODES = new Set(['base_url_invalid', 'url_invalid', 'credential_invalid', 'name_taken']);

/**
 * Validates a body or a query.
 * @returns the value as the schema types it
 * @throws InvalidInput with all faults; their fields are JSON pointers into a body, or names of query parameters
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: 'body' | 'query' = 'body',
): z.infer<Schema> {
  const result = schema.safeParse(value, { error: sentence });
  if (result.success) return result.data;
  // One fault per field, the first.
  const byField = new Map(
    result.error.issues
      .flatMap(faultsOf)
      .reverse()
      .map((fault) => [fault.field, fault]),
  );
  const faults = [...byField.values()].reverse();
  throw refusal(place === 'body' ? faults : faults.map((fault) => ({ ...fault, field: fault.field.slice(1) })));
}

/** InvalidInput with the first 100 faults. Without `own` its code is that of the faults if they share a specific one. */
export function refusal(faults: readonly FieldFault[], own?: string): InvalidInput {
  const codeOf = ({ field, rule }: FieldFault) => (field.includes('/customPatterns/') ? 'pattern_invalid' : rule);
  const [code, ...others] = new Set(faults.map(codeOf));
  const isSpecific = code !== undefined && (SPECIFIC_CODES.has(code) || code === 'pattern_invalid');
  return new InvalidInput(listed(faults), own ?? (isSpecific && others.length === 0 ? code : undefined));
}

function listed(faults: readonly FieldFault[]): FieldFault[] {
  const limited = faults.slice(0, MAX_FAULTS).map((fault) => ({ ...fault, field: short(fault.field) }));
  const left = faults.length - limited.length;
  if (left > 0) limited.push({ field: '', rule: 'more', message: `has ${left} more faults; correct these first.` });
  return limited;
}

const short = (field: string): string =>
  field.length > MAX_POINTER ? `${field.slice(0, MAX_POINTER).toWellFormed()}…` : field;

/**
 * Makes a refinement from a check that throws: its PortcullisError becomes a fault whose rule is the error's code. A
 * prefix such as `baseUrl: ` or `auth.name: ` is removed from the message; `auth.name` also moves the fault to the member
 * `name`.
 */
export const refineWith = (check: (value: never) => unknown) => (value: unknown, context: z.RefinementCtx) => {
  try {
    check(value as never);
  } catch (error) {
    if (!(error instanceof PortcullisError)) throw error;
    const [, place = '', text = error.message] = /^([\w.]+): (.*)$/s.exec(error.message) ?? [];
    context.addIssue({
      code: 'custom',
      message: text,
      path: place.split('.').slice(1),
      params: { rule: error.code },
    });
  }
};

type Fault = (path: string[], rule: string, message: string) => void;

/**
 * A rule over several members of an object. It also runs when single members are invalid, so that all faults are reported
 * at once; the rule therefore gets the value before validation.
 */
export const acrossMembers = (rule: (value: Readonly<Record<string, unknown>>, fault: Fault) => void) =>
  z.superRefine<unknown>(
    (value, context) => {
      if (typeof value !== 'object' || value === null) return;
      rule(value as Record<string, unknown>, (path, name, message) =>
        context.addIssue({ code: 'custom', path, message, params: { rule: name } }),
      );
    },
    { when: () => true },
  );

/**
 * The rules that JSON Schema can express: a request that one of them refuses is also invalid against the API description
 * (openapi.ts). The other rules need more than a schema: whether a host is public, a pattern compiles, a cursor is ours.
 */
export const SCHEMA_RULES = [
  'type',
  'required',
  'one_of',
  'format',
  'too_large',
  'too_small',
  'unknown_field',
] as const;

/** The rule of {@link oneOfMembers} as JSON Schema. */
export const oneOfSchema = (...names: readonly string[]) => ({
  oneOf: names.map((name) => ({ required: [name] })),
});

/** The rule that exactly one of these members is present. */
export const oneOfMembers = (...names: readonly [string, string, ...string[]]) =>
  acrossMembers((value, fault) => {
    const [first, ...more] = names.filter((name) => value[name] !== undefined);
    if (first === undefined) fault([names[0]], 'required', `is missing; send either ${names.join(' or ')}.`);
    for (const name of more) fault([name], 'one_of', `cannot go with ${first}; send one of them.`);
  });

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: pointer([...issue.path, key]),
      rule: 'unknown_field',
      message: issue.message,
    }));
  }
  return [{ field: pointer(issue.path), rule: ruleOf(issue), message: issue.message }];
}

/** JSON pointer (RFC 6901) of a path; '' is the whole body. */
export const pointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'custom':
      return String(issue.params?.['rule'] ?? 'invalid');
    case 'invalid_type':
      return issue.message.startsWith('is missing') ? 'required' : 'type';
    case 'invalid_value':
    case 'invalid_union':
      return 'one_of';
    case 'too_big':
      return 'too_large';
    case 'too_small':
      return 'too_small';
    default:
      return 'format';
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The message of an issue whose schema defines none; undefined leaves the message of Zod. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  const missing = issue.input === undefined ? 'is missing; it ' : '';
  switch (issue.code) {
    case 'invalid_type':
      return `${missing}must be ${KINDS[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `${missing}must be ${oneOf(issue.values)}.`;
    case 'invalid_union': {
      const options = (issue as { options?: unknown[] }).options;
      return options ? `${missing}must be ${oneOf(options)}.` : `${missing}has none of the allowed forms.`;
    }
    case 'unrecognized_keys': {
      const shape = (issue.inst as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape;
      if (!shape) return 'is not a field here.';
      const known = Object.keys(shape);
      return `is not a field here; ${known.length > 0 ? `known are ${known.join(', ')}` : 'none is known'}.`;
    }
    case 'too_big':
      return `may have ${measure(issue.origin, issue.maximum)} at most.`;
    case 'too_small':
      return issue.minimum === 1 && issue.origin === 'string'
        ? 'must not be empty.'
        : `must have ${measure(issue.origin, issue.minimum)} at least.`;
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'must be a time with its zone, such as 2026-11-21T09:30:00Z.'
        : 'does not have the required form.';
    case 'invalid_key':
      return 'is not allowed as a name here.';
    default:
      return undefined;
  }
}

const oneOf = (values: readonly unknown[]): string => {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.length === 1 ? (texts[0] as string) : `one of ${texts.join(', ')}`;
};

function measure(origin: string, limit: number | bigint): string {
  const number = Number(limit).toLocaleString('en-US');
  if (origin === 'string') return `${number} characters`;
  return origin === 'array' ? `${number} items` : `the value ${number}`;
}
