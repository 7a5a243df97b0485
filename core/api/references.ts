/**
 * References that stand for values which a declaration may not have itself: a variable of the environment in which a declaration is applied,
 * a file beside it, a secret of AWS Secrets Manager, a parameter of AWS Systems Manager. Whoever applies a declaration looks them up.
 * Messages never repeat a value, because what stands there may be a secret.
 */
import * as z from 'zod';
import { models } from '../lib/zod/fields.ts';
import { secretReferenceText } from '../request/credential/references.ts';

const name = (max: number) => z.string().min(1).max(max);
const at = z
  .literal('call')
  .optional()
  .describe(
    'Not looked up now: the sandbox reads it for its calls. By its ARN, which the deployment allows (upstreamSecrets)',
  );
const FORMS = [
  z.strictObject({
    env: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/)
      .describe('Name of a variable of the environment'),
  }),
  z.strictObject({ file: name(1_000).describe('Path of a file, relative to this one') }),
  z.strictObject({
    secretsManager: name(2_048).describe('Name or ARN of a secret of AWS Secrets Manager'),
    key: name(200).optional().describe('Member of the secret, where it is a JSON object'),
    at,
  }),
  z.strictObject({ ssm: name(2_048).describe('Name or ARN of a parameter of AWS Systems Manager'), at }),
] as const;

/** A reference to a value. `file` is relative to the file of the declaration. */
export const reference = z.union(FORMS).register(models, {
  id: 'Reference',
  description: 'Where the value is; whoever applies a declaration looks it up',
});
/** {@link reference} as a value. */
export type Reference = z.infer<typeof reference>;

const HOW = 'give { env: NAME }, { file: path }, { secretsManager: name } or { ssm: name }';
const KINDS = ['env', 'file', 'secretsManager', 'ssm'] as const;

/** Whether a value of a declaration is a reference. */
export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' &&
  value !== null &&
  KINDS.some((kind) => Object.hasOwn(value, kind)) &&
  reference.safeParse(value).success;

function faultOf(value: unknown): { readonly rule: string; readonly message: string } | undefined {
  if (isReference(value)) return undefined;
  if (value === undefined || value === null) return { rule: 'required', message: `is missing; ${HOW}.` };
  if (typeof value === 'object') return { rule: 'reference', message: `is no reference; ${HOW}.` };
  return { rule: 'secret_plain', message: `holds a secret, which may not stand in a declaration; ${HOW}.` };
}

const { $schema: _, ...FORM } = z.toJSONSchema(reference);

/** A value that is given by reference alone. */
export const byReference = z
  .unknown()
  .superRefine((value, context) => {
    const fault = faultOf(value);
    if (fault) context.addIssue({ code: 'custom', message: fault.message, params: { rule: fault.rule } });
  })
  .meta(FORM);

/** A value that is written out, or given by reference. */
export const orReference = <Schema extends z.ZodType>(schema: Schema) => z.union([reference, schema]);

const isAtCall = (given: Reference): boolean => 'at' in given && given.at === 'call';

/** As a credential names it (core/request/credential/references.ts). */
function textAtCall(given: Reference): string {
  if ('ssm' in given) return secretReferenceText({ store: 'ssm', arn: given.ssm });
  const { secretsManager: arn, key } = given as Extract<Reference, { readonly secretsManager: string }>;
  return secretReferenceText({ store: 'secretsmanager', arn, ...(key !== undefined && { key }) });
}

/** What a reference is called in messages. */
export const nameOf = (given: Reference): string =>
  Object.entries(given)
    .map(([kind, text]) => `${kind} ${text}`)
    .join(', ');

/** The references within a value, with their places. */
export function referencesIn(
  value: unknown,
  place = '',
): Array<{ readonly place: string; readonly reference: Reference }> {
  if (isReference(value)) return isAtCall(value) ? [] : [{ place, reference: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, each]) => referencesIn(each, `${place}/${member}`));
}

/** The value with what `look` finds in place of each reference; those of which it finds nothing stay. */
export function resolved(value: unknown, look: (reference: Reference) => string | undefined): unknown {
  if (isReference(value)) return isAtCall(value) ? textAtCall(value) : (look(value) ?? value);
  if (Array.isArray(value)) return value.map((item) => resolved(item, look));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, resolved(each, look)]));
}
