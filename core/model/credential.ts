/**
 * The public part ("shape") of a credential: its kind and how it is sent, without secrets. It is in rows, bundles, API
 * responses and exported definitions; the secrets are only in the ciphertext. What is asked of it on the way of a call stands here, without the kinds,
 * whose texts a call has no use for; how it is made, and where it puts what, is in credentialShape.ts.
 */
import type { ShapeFields, SingleAuthType } from './credentialKinds/index.ts';
import type { KeyLocation } from './credentialKinds/kind.ts';

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

/** True for the same location and name; the case of header names is ignored. */
export const isSameLocation = (one: KeyLocation, other: KeyLocation): boolean =>
  one.in === other.in &&
  (one.in === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name);
