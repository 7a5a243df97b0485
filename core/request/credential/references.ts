/**
 * Secrets that a credential names and does not have, in the notation of CloudFormation's dynamic references (AWS CloudFormation user guide): the sandbox
 * reads them for its calls. `{{resolve:secretsmanager:ARN:SecretString:key}}` is a member of a secret of AWS Secrets Manager, without `:key` the whole of
 * it; `{{resolve:ssm-secure:ARN}}` a parameter of AWS Systems Manager. Always by ARN, because names do not say whose they are.
 */

/** Where a secret is. */
export interface SecretReference {
  readonly store: 'secretsmanager' | 'ssm';
  readonly arn: string;
  /** Member of the secret, which is a JSON object then. */
  readonly key?: string;
}

/** ARN of a secret of Secrets Manager, whose names have at most 512 characters (CreateSecret), before six of its own. */
const SECRET = String.raw`arn:aws:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]{1,519}`;
/** ARN of a parameter (PutParameter). */
const PARAMETER = String.raw`arn:aws:ssm:[a-z0-9-]+:\d{12}:parameter/[\w/.-]{1,1000}`;
/** What an owner may name. */
export const STORED_SECRET_ARN = new RegExp(`^(?:${SECRET}|${PARAMETER})$`);
const OF_SECRET = new RegExp(
  String.raw`^\{\{resolve:secretsmanager:(${SECRET})(?::SecretString(?::([^:{}"\s]{1,200}))?)?\}\}$`,
);
const OF_PARAMETER = new RegExp(String.raw`^\{\{resolve:ssm(?:-secure)?:(${PARAMETER})\}\}$`);

/** What every reference begins with. */
export const REFERENCE_START = '{{resolve:';
/** What to write. */
export const REFERENCE_FORMS =
  '{{resolve:secretsmanager:ARN:SecretString:key}} or {{resolve:ssm-secure:ARN}}, with the whole ARN';

/** The reference that a text is; undefined where it is none. */
export function secretReference(text: string): SecretReference | undefined {
  const [, arn, key] = OF_SECRET.exec(text) ?? [];
  if (arn !== undefined) return { store: 'secretsmanager', arn, ...(key !== undefined && { key }) };
  const [, parameter] = OF_PARAMETER.exec(text) ?? [];
  return parameter === undefined ? undefined : { store: 'ssm', arn: parameter };
}

/** The text of a reference. */
export const secretReferenceText = ({ store, arn, key }: SecretReference): string =>
  store === 'ssm'
    ? `{{resolve:ssm-secure:${arn}}}`
    : `{{resolve:secretsmanager:${arn}${key === undefined ? '' : `:SecretString:${key}`}}}`;

/** The value of a reference in what is stored; undefined where it is no JSON object, or has no such text. */
export function valueIn(stored: string, { key }: SecretReference): string | undefined {
  if (key === undefined) return stored;
  try {
    const object: unknown = JSON.parse(stored);
    if (typeof object !== 'object' || object === null || !Object.hasOwn(object, key)) return undefined;
    const value = (object as Record<string, unknown>)[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  } catch {
    return undefined;
  }
}
