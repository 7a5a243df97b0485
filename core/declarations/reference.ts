/**
 * References that stand for values which a declaration may not have itself: `{ env: NAME }` is a variable of the environment in which a
 * declaration is applied, `{ file: path }` a file beside it. Messages never repeat a value, because what stands there may be a secret.
 */
import * as z from 'zod';

/** A reference to a value. `file` is relative to the file of the declaration. */
export type Reference = { readonly env: string } | { readonly file: string };

const HOW = 'give { env: NAME } or { file: path }';
const ELSEWHERE = ['secretsManager', 'secretsmanager', 'ssm', 'vault'];
const MAX_PATH = 1_000;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether a value of a declaration is a reference. */
export function isReference(value: unknown): value is Reference {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  const { env, file } = value as { readonly env?: unknown; readonly file?: unknown };
  return (isText(env) && /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(env)) || (isText(file) && file.length <= MAX_PATH);
}

function faultOf(value: unknown): { readonly rule: string; readonly message: string } | undefined {
  if (isReference(value)) return undefined;
  if (value === undefined || value === null) return { rule: 'required', message: `is missing; ${HOW}.` };
  if (typeof value === 'object') {
    const kind = ELSEWHERE.find((name) => Object.hasOwn(value, name));
    if (kind !== undefined) {
      const message = `refers to ${kind}, which is not read; fetch the value in your pipeline, and ${HOW}.`;
      return { rule: 'reference_unknown', message };
    }
    return { rule: 'reference', message: `is no reference; ${HOW}, with one member.` };
  }
  return { rule: 'secret_plain', message: `holds a secret, which may not stand in a declaration; ${HOW}.` };
}

/** The form of a reference, for JSON Schema. */
const FORM = {
  type: 'object',
  properties: {
    env: {
      type: 'string',
      description: 'Name of a variable of the environment',
      pattern: '^[A-Za-z_][A-Za-z0-9_]{0,199}$',
    },
    file: { type: 'string', description: 'Path of a file, relative to this one', maxLength: MAX_PATH },
  },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
} as const;

/** A value that is given by reference alone. */
export const reference = z
  .unknown()
  .superRefine((value, context) => {
    const fault = faultOf(value);
    if (fault) context.addIssue({ code: 'custom', message: fault.message, params: { rule: fault.rule } });
  })
  .meta(FORM);

/** A value that is written out, or given by reference. */
export const orReference = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.unknown().refine(isReference).meta(FORM), schema]);

/** The references within a value, with their places. */
export function referencesIn(
  value: unknown,
  place = '',
): Array<{ readonly place: string; readonly reference: Reference }> {
  if (isReference(value)) return [{ place, reference: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => referencesIn(member, `${place}/${name}`));
}

/** The value with what `look` finds in place of each reference. */
export function resolved(value: unknown, look: (reference: Reference) => string): unknown {
  if (isReference(value)) return look(value);
  if (Array.isArray(value)) return value.map((item) => resolved(item, look));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member, look)]));
}
