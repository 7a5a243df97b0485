/**
 * What is done with a credential in a form: filling in what is known, checking it, and making the `auth` member of a request of it, all by
 * the definition of its kind (core/model/credentialKinds/).
 */
import type { AnswerOf } from '../../../core/api/routes/index.ts';
import { CREDENTIAL_KINDS, SINGLE_TYPES } from '../../../core/model/credentialKinds/index.ts';
import { type CredentialField as Definition, refusalOf, usesOf } from '../../../core/model/credentialKinds/kind.ts';
import type { Auth, AuthType, CredentialShape, SingleAuth, SingleAuthType } from '../api/types.ts';
import { labelOf } from './auth-types.ts';
import {
  type CredentialField,
  type Credentials,
  type FormField,
  formField,
  NO_CREDENTIALS,
} from './credential-form.ts';

/** Credentials with the known parts of a shape filled in; what was typed stays. */
export function credentialsFor(shape: Partial<CredentialShape>, given: Credentials = NO_CREDENTIALS): Credentials {
  if (shape.parts !== undefined) {
    const parts = shape.parts.map(({ type }) => type);
    return shape.parts.reduce<Credentials>((filled, part) => credentialsFor(part, filled), { ...given, parts });
  }
  const { type, roleArn, grant, personClaim, keys } = shape;
  if (type === undefined || type === 'none' || type === 'combined') return given;
  const isTyped = given.keys.some(({ name, value }) => name !== '' || value !== '');
  return {
    ...given,
    ...knownTexts(type, shape, given),
    awsIdentity: roleArn === undefined ? given.awsIdentity : 'role',
    grant: grant ?? given.grant,
    personClaim: personClaim ?? given.personClaim,
    keys: keys === undefined || isTyped ? given.keys : keys.map((key) => ({ ...key, value: '' })),
  };
}

function knownTexts(
  type: SingleAuthType,
  shape: Partial<CredentialShape>,
  given: Credentials,
): Partial<Record<CredentialField, string>> {
  const known: Partial<Record<CredentialField, string>> = {};
  for (const [name, { type: of, from }] of Object.entries(CREDENTIAL_KINDS[type].shape ?? {})) {
    const field = formField(type, from ?? name);
    const value: unknown = shape[name as keyof CredentialShape];
    // A time is that of the credential that is replaced.
    if (field === undefined || value === undefined || of === 'time' || given[field.key] !== '') continue;
    known[field.key] = typeof value === 'string' ? value : linesFrom(value as Parameters);
  }
  return known;
}

/** The fields that hold who somebody is, or a secret. */
const TYPED = SINGLE_TYPES.flatMap((type) =>
  Object.entries(CREDENTIAL_KINDS[type].fields).flatMap(([name, definition]) =>
    'holds' in definition && definition.holds !== undefined ? (formField(type, name)?.key ?? []) : [],
  ),
);

/** The secrets that a person has typed, and the names that go with them. */
export const secretsIn = (given: Credentials): string[] =>
  [...new Set(TYPED)]
    .map((key) => given[key])
    .concat(given.keys.map(({ value }) => value))
    .filter((text) => text !== '');

/** A member that the form asks for, or takes. */
export interface AskedField {
  readonly name: string;
  readonly definition: Definition;
  readonly isNeeded: boolean;
  /** Undefined for choices and API keys, which are no text. */
  readonly field: FormField | undefined;
}

/** The members that go with what is chosen, in the order of the definition. */
export const askedFields = (type: SingleAuthType, given: Credentials): readonly AskedField[] =>
  usesOf(CREDENTIAL_KINDS[type], (name) => memberText(type, name, given)).flatMap(([name, use]) => {
    const definition = CREDENTIAL_KINDS[type].fields[name];
    if (definition === undefined || use === 'accepted') return [];
    return [{ name, definition, isNeeded: use === 'needed', field: formField(type, name, given.grant) }];
  });

function memberText(type: SingleAuthType, name: string, given: Credentials): string | undefined {
  // An access key and a role exclude each other, and both stay in the form.
  if (name === 'roleArn' && given.awsIdentity !== 'role') return undefined;
  const key = formField(type, name)?.key ?? name;
  const text: unknown = given[key as keyof Credentials];
  return typeof text === 'string' ? text : undefined;
}

/** Faults by field; those of keys as `keys/0/name`. */
export function credentialFaults(type: AuthType, given: Credentials): Record<string, string> {
  if (type === 'none') return {};
  if (type === 'combined') return Object.assign({}, ...given.parts.map((part) => credentialFaults(part, given)));
  const faults: Record<string, string> = type === 'apiKeys' ? keyFaults(given) : {};
  for (const { definition, field, isNeeded } of askedFields(type, given)) {
    if (field === undefined) continue;
    const fault = textFault(definition, field, given[field.key], isNeeded);
    if (fault !== undefined) faults[field.key] = fault;
  }
  return faults;
}

function textFault(definition: Definition, { needs }: FormField, text: string, isNeeded: boolean): string | undefined {
  if (definition.type === 'list') return areParameters(text) ? undefined : PARAMETERS_FAULT;
  if (definition.type === 'choice') return undefined;
  if (text.trim() === '') return isNeeded ? `Enter ${needs ?? 'a value'}.` : undefined;
  return refusalOf(definition, definition.isTrimmed ? text.trim() : text);
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function keyFaults({ keys }: Credentials): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [index, key] of keys.entries()) {
    if (key.name.trim() === '') faults[`keys/${index}/name`] = 'Enter the name of the key.';
    else if (key.in !== 'query' && !TOKEN.test(key.name))
      faults[`keys/${index}/name`] = 'Use letters, digits and dashes only.';
    if (key.value.trim() === '') faults[`keys/${index}/value`] = 'Enter the key.';
  }
  return faults;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const PARAMETERS_FAULT = 'Enter one name=value per line.';
const areParameters = (text: string): boolean => linesOf(text).every((line) => /^[\w.-]+\s*=./.test(line));

type Parameters = NonNullable<CredentialShape['authorizationParameters']>;
const linesFrom = (parameters: Parameters): string =>
  parameters.map(({ name, value }) => `${name}=${value}`).join('\n');

/** What was found out about the sign-in at an MCP server, in the place of what was there for another one. */
export const discoveredCredentials = (
  {
    parameters,
    authorizationParameters,
    issuer = '',
    scope = '',
    clientSecret = '',
    clientSecretExpiresAt = '',
    type: _,
    ...found
  }: AnswerOf<'discoverSignIn'>['servers'][number]['auth'] & AnswerOf<'registerClient'>,
  given: Credentials,
): Credentials => ({
  ...given,
  ...found,
  issuer,
  scope,
  clientSecret,
  clientSecretExpiresAt,
  parameters: linesFrom(parameters),
  authorizationParameters: linesFrom(authorizationParameters),
});

/** `audience=https://api.example.com`, one per line. */
const parametersOf = (text: string): Array<{ name: string; value: string }> =>
  linesOf(text).map((line) => {
    const at = line.indexOf('=');
    return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });

/** The `auth` member of requests. */
export function authOf(type: AuthType, given: Credentials): Auth {
  if (type === 'none') return { type };
  return type === 'combined'
    ? { type, parts: given.parts.map((part) => singleAuthOf(part, given)) }
    : singleAuthOf(type, given);
}

/** Whether a person has to consent for the credential. */
export const needsConsent = (type: AuthType, { parts, grant }: Pick<Credentials, 'parts' | 'grant'>): boolean =>
  (type === 'combined' ? parts : [type]).includes('oauth2') && grant === 'authorizationCode';

/** What has its default, or is left blank though it may be, is not sent. */
function singleAuthOf(type: SingleAuthType, given: Credentials): SingleAuth {
  const members = askedFields(type, given).flatMap(
    ({ name, definition, field, isNeeded }): Array<[string, unknown]> => {
      if (definition.type === 'choice') {
        const chosen = given[name as 'grant'];
        return isNeeded || chosen !== definition.names[0] ? [[name, chosen]] : [];
      }
      if (field === undefined) return [[name, given.keys.map((key) => ({ ...key }))]];
      const text = given[field.key];
      if (!isNeeded && text.trim() === '') return [];
      return [[name, definition.type === 'list' ? parametersOf(text) : text]];
    },
  );
  return { type, ...Object.fromEntries(members) } as SingleAuth;
}

/** How the credential is sent, in a few words: the header's name, the keys' locations, the service. */
export function shapeText(shape: Partial<CredentialShape>): string {
  const { headerName, keys, roleArn, region, service, tokenUrl, subject, expiresAt = '', parts } = shape;
  if (parts !== undefined) return parts.map((part) => shapeText(part) || labelOf(part.type)).join(' + ');
  if (subject !== undefined) return `${subject}, until ${expiresAt.slice(0, 10)}`;
  if (headerName !== undefined) return headerName;
  if (tokenUrl !== undefined && URL.canParse(tokenUrl))
    return `tokens from ${new URL(tokenUrl).host}${expiresAt === '' ? '' : `, client secret until ${expiresAt.slice(0, 10)}`}`;
  if (keys !== undefined) return keys.map((key) => `${key.name} (${key.in})`).join(', ');
  if (service === undefined) return '';
  return `${service}, ${region ?? ''}${roleArn === undefined ? '' : `, as ${roleArn}`}`;
}

/** The form field that a fault of the API is about: `/auth/keys/0/name` becomes `keys/0/name`, that of the header's name `headerName`. */
export function fieldOfFault(field: string): string {
  const key = /keys\/\d+\/\w+$/.exec(field)?.[0];
  if (/authorizationParameters\/\d+/.test(field)) return 'authorizationParameters';
  if (/parameters\/\d+/.test(field)) return 'parameters';
  const part = /parts\/\d+(?=\/type$)/.exec(field)?.[0];
  if (part !== undefined) return part;
  return key ?? field.replace(/^.*\//, '').replace(/^name$/, 'headerName');
}
