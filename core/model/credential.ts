/**
 * The public part ("shape") of a credential: its kind and how it is sent, without secrets. It is in rows, bundles, API
 * responses and exported definitions; the secrets are only in the ciphertext.
 */
import { CREDENTIAL_KINDS, type ShapeFields, SINGLE_TYPES, type SingleAuthType } from './credentialKinds/index.ts';
import type { KeyLocation, ShapeField } from './credentialKinds/kind.ts';

export type { SingleAuthType } from './credentialKinds/index.ts';
export type { KeyLocation } from './credentialKinds/kind.ts';

/** Kinds of credentials. */
export type AuthType = SingleAuthType | 'combined' | 'none';

/** The public part of a credential of one kind. */
export interface SingleShape extends ShapeFields {
  readonly type: SingleAuthType;
}

/** The public part of a credential. */
export interface CredentialShape extends ShapeFields {
  readonly type: AuthType;
  /** For `combined`. */
  readonly parts?: readonly SingleShape[];
}

/** The members of the public part of all kinds. One that two kinds have stands where the last has it. */
export const SHAPE_FIELDS: ReadonlyArray<readonly [name: string, field: ShapeField]> = SINGLE_TYPES.flatMap((type) =>
  Object.entries(CREDENTIAL_KINDS[type].shape ?? {}),
).filter(([name], index, all) => all.findLastIndex(([other]) => other === name) === index);

type Values = Readonly<Record<string, unknown>>;

/** The named members alone; of lists only what belongs to the public part. */
function picked(fields: ReadonlyArray<readonly [string, ShapeField]>, read: (name: string) => unknown): ShapeFields {
  const made: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = read(name);
    if (value === undefined) continue;
    if (field.type !== 'list') made[name] = value;
    else {
      const items = value as readonly Values[];
      const members = Object.keys(field.of);
      if (field.isLeftOutEmpty && items.length === 0) continue;
      made[name] = items.map((item) => Object.fromEntries(members.map((member) => [member, item[member]])));
    }
  }
  return made;
}

const fieldsOf = (shape: ShapeFields): ShapeFields => picked(SHAPE_FIELDS, (name) => (shape as Values)[name]);

/** The public part of a checked credential of one kind. */
export function singleShape(credential: { readonly type: SingleAuthType }): SingleShape {
  const { shape = {} } = CREDENTIAL_KINDS[credential.type];
  const read = (name: string) =>
    (shape[name]?.from ?? name)
      .split('.')
      .reduce<unknown>((value, member) => (value as Values | undefined)?.[member], credential);
  return { type: credential.type, ...picked(Object.entries(shape), read) };
}

/** The public part of a stored credential, without other members. */
export const shapeOf = (shape: CredentialShape): CredentialShape => ({
  type: shape.type,
  ...fieldsOf(shape),
  ...(shape.parts !== undefined && { parts: shape.parts.map((part) => ({ type: part.type, ...fieldsOf(part) })) }),
});

/** The public part of a kind: the given one, or a part of a combination. */
export const shapeWithin = (
  shape: Pick<CredentialShape, 'type' | 'parts'>,
  type: SingleAuthType,
): CredentialShape | undefined => (shape.type === type ? shape : shape.parts?.find((part) => part.type === type));

/** Whether each client of a server consents for an account of its own with this grant. */
export const isOwnAccount = (grant: CredentialShape['grant'], credentials: 'per-token' | undefined): boolean =>
  grant === 'authorizationCode' && credentials === 'per-token';

/**
 * Whether tokens of this credential are those of the person who calls. Callers who are no person have the account that it names for them,
 * or none.
 */
export const isOfPersons = ({ personClaim }: Pick<CredentialShape, 'personClaim'>): boolean =>
  personClaim !== undefined;

/** Whether calls to the base URL use access tokens that all clients of the server share. */
export function hasSharedTokens({
  auth,
  credentials,
}: {
  readonly auth: Pick<CredentialShape, 'type' | 'parts'>;
  readonly credentials?: 'per-token';
}): boolean {
  const shape = shapeWithin(auth, 'oauth2');
  return shape?.tokenUrl !== undefined && !isOfPersons(shape) && !isOwnAccount(shape.grant, credentials);
}

const TRIABLE: readonly string[] = ['clientCredentials', 'password', 'jwtBearer', 'tokenExchange', 'githubApp'];

/** Whether a sign-in may be tried and its token thrown away: a refresh token may be good for one use, and a person has to be named. */
export const isTriable = ({ grant, personClaim }: Pick<CredentialShape, 'grant' | 'personClaim'>): boolean =>
  grant !== undefined && TRIABLE.includes(grant) && personClaim === undefined;

const AUTHORIZATION: KeyLocation = { in: 'header', name: 'Authorization' };

/** The headers, query parameters and cookies that the credential sets. */
export function locationsOf(shape: CredentialShape): readonly KeyLocation[] {
  if (shape.type === 'none') return [];
  if (shape.type === 'combined') return (shape.parts ?? []).flatMap(locationsOf);
  return CREDENTIAL_KINDS[shape.type].places?.(shape) ?? [AUTHORIZATION];
}

/** The same without `Authorization`, which no argument may set anyway (core/request/header.ts). */
export const filledBy = (shape: CredentialShape): readonly KeyLocation[] =>
  locationsOf(shape).filter((location) => location !== AUTHORIZATION);

/** True for the same location and name; the case of header names is ignored. */
export const isSameLocation = (one: KeyLocation, other: KeyLocation): boolean =>
  one.in === other.in &&
  (one.in === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name);
