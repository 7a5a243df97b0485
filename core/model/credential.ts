/**
 * The public part ("shape") of a credential: its kind and how it is sent, without secrets. It is in rows, bundles, API
 * responses and exported definitions; the secrets are only in the ciphertext.
 */
import type { GRANTS } from './credentialLimits.ts';

/** Kinds of credentials except combinations. */
export type SingleAuthType = 'bearer' | 'basic' | 'header' | 'apiKeys' | 'awsSigV4' | 'oauth2' | 'digest' | 'mutualTLS';
/** Kinds of credentials. */
export type AuthType = SingleAuthType | 'combined' | 'none';

/** Location and name of an API key, as in the Security Scheme Object. */
export interface KeyLocation {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}

interface ShapeFields {
  /** For `header`. */
  readonly headerName?: string;
  /** For `apiKeys`. */
  readonly keys?: readonly KeyLocation[];
  /** For `awsSigV4`; `roleArn` if there is a role in place of an access key. */
  readonly roleArn?: string;
  readonly region?: string;
  readonly service?: string;
  /** For `oauth2`. */
  readonly grant?: (typeof GRANTS)[number];
  readonly tokenUrl?: string;
  /** With the grant `authorizationCode`: where a person consents. */
  readonly authorizationUrl?: string;
  readonly authorizationParameters?: ReadonlyArray<{ readonly name: string; readonly value: string }>;
  readonly scope?: string;
  /** For `oauth2`: the header of the access token, if it is not Authorization. */
  readonly tokenHeader?: string;
  /** For `mutualTLS`: subject of the certificate. */
  readonly subject?: string;
  /** ISO 8601. For `mutualTLS` that of the certificate; for `oauth2` that of the client secret, where somebody has said it. */
  readonly expiresAt?: string;
}

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

function fieldsOf(shape: ShapeFields): ShapeFields {
  const { headerName, keys, roleArn, region, service, grant, tokenUrl, scope, tokenHeader, subject, expiresAt } = shape;
  const { authorizationUrl, authorizationParameters } = shape;
  return {
    ...(headerName !== undefined && { headerName }),
    ...(keys !== undefined && { keys: keys.map(({ in: location, name }) => ({ in: location, name })) }),
    ...(roleArn !== undefined && { roleArn }),
    ...(region !== undefined && { region }),
    ...(service !== undefined && { service }),
    ...(grant !== undefined && { grant }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(authorizationParameters !== undefined &&
      authorizationParameters.length > 0 && {
        authorizationParameters: authorizationParameters.map(({ name, value }) => ({ name, value })),
      }),
    ...(scope !== undefined && { scope }),
    ...(tokenHeader !== undefined && { tokenHeader }),
    ...(subject !== undefined && { subject }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
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

/** Whether calls to the base URL use access tokens that all clients of the server share. */
export function hasSharedTokens({
  auth,
  credentials,
}: {
  readonly auth: Pick<CredentialShape, 'type' | 'parts'>;
  readonly credentials?: 'per-token';
}): boolean {
  const { grant, tokenUrl } = shapeWithin(auth, 'oauth2') ?? {};
  return tokenUrl !== undefined && !isOwnAccount(grant, credentials);
}

const TRIABLE: readonly string[] = ['clientCredentials', 'password', 'jwtBearer', 'githubApp'];

/** Whether a sign-in may be tried and its token thrown away: a refresh token may be good for one use. */
export const isTriable = ({ grant }: Pick<CredentialShape, 'grant'>): boolean =>
  grant !== undefined && TRIABLE.includes(grant);

const AUTHORIZATION: KeyLocation = { in: 'header', name: 'Authorization' };

/** The headers, query parameters and cookies that the credential sets. */
export function locationsOf(shape: CredentialShape): readonly KeyLocation[] {
  switch (shape.type) {
    case 'header':
      return shape.headerName === undefined ? [] : [{ in: 'header', name: shape.headerName }];
    case 'apiKeys':
      return shape.keys ?? [];
    case 'combined':
      return (shape.parts ?? []).flatMap(locationsOf);
    case 'oauth2':
      return shape.tokenHeader === undefined ? [AUTHORIZATION] : [{ in: 'header', name: shape.tokenHeader }];
    case 'mutualTLS':
    case 'none':
      return [];
    default:
      return [AUTHORIZATION];
  }
}

/** The same without `Authorization`, which no argument may set anyway (core/request/header.ts). */
export const filledBy = (shape: CredentialShape): readonly KeyLocation[] =>
  locationsOf(shape).filter((location) => location !== AUTHORIZATION);

/** True for the same location and name; the case of header names is ignored. */
export const isSameLocation = (one: KeyLocation, other: KeyLocation): boolean =>
  one.in === other.in &&
  (one.in === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name);
