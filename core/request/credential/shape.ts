/**
 * What may be known of a credential: how it is sent, never what. It stands in rows, bundles, answers of the API and exported definitions;
 * the values are in the sealed part alone.
 */
import type { GRANTS } from './limits.ts';

/** Kinds of credentials that can be one of several. */
export type SingleAuthType = 'bearer' | 'basic' | 'header' | 'apiKeys' | 'awsSigV4' | 'oauth2' | 'digest' | 'mutualTLS';
/** Kinds of credentials. */
export type AuthType = SingleAuthType | 'combined' | 'none';

/** Where a key goes, as OpenAPI's API key schemes say it. */
export interface KeyPlace {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}

interface ShapeFields {
  /** For `header`. */
  readonly headerName?: string;
  /** For `apiKeys`. */
  readonly keys?: readonly KeyPlace[];
  /** For `awsSigV4`, as the service's endpoint names them. */
  readonly region?: string;
  readonly service?: string;
  /** For `oauth2`: how a token is got, where, and for what. */
  readonly grant?: (typeof GRANTS)[number];
  readonly tokenUrl?: string;
  readonly scope?: string;
  /** The header of the access token, when it is not Authorization. */
  readonly tokenHeader?: string;
  /** For `mutualTLS`: whose certificate it is, and until when (ISO 8601). */
  readonly subject?: string;
  readonly expiresAt?: string;
}

/** The public part of a credential of one kind. */
export interface SingleShape extends ShapeFields {
  readonly type: SingleAuthType;
}

/** The public part of a credential: everything but its secrets. */
export interface CredentialShape extends ShapeFields {
  readonly type: AuthType;
  /** For `combined`. */
  readonly parts?: readonly SingleShape[];
}

function fieldsOf(shape: ShapeFields): ShapeFields {
  const { headerName, keys, region, service, grant, tokenUrl, scope, tokenHeader, subject, expiresAt } = shape;
  return {
    ...(headerName !== undefined && { headerName }),
    ...(keys !== undefined && { keys: keys.map(({ in: place, name }) => ({ in: place, name })) }),
    ...(region !== undefined && { region }),
    ...(service !== undefined && { service }),
    ...(grant !== undefined && { grant }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(scope !== undefined && { scope }),
    ...(tokenHeader !== undefined && { tokenHeader }),
    ...(subject !== undefined && { subject }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** The shape alone, of whatever has one. */
export const shapeOf = (shape: CredentialShape): CredentialShape => ({
  type: shape.type,
  ...fieldsOf(shape),
  ...(shape.parts !== undefined && { parts: shape.parts.map((part) => ({ type: part.type, ...fieldsOf(part) })) }),
});

/** The shape of one kind, by itself or as a part of several. */
export const shapeWithin = (
  shape: Pick<CredentialShape, 'type' | 'parts'>,
  type: SingleAuthType,
): CredentialShape | undefined => (shape.type === type ? shape : shape.parts?.find((part) => part.type === type));

const AUTHORIZATION: KeyPlace = { in: 'header', name: 'Authorization' };

/** Every place that the credential fills on the request. */
export function placesOf(shape: CredentialShape): readonly KeyPlace[] {
  switch (shape.type) {
    case 'header':
      return shape.headerName === undefined ? [] : [{ in: 'header', name: shape.headerName }];
    case 'apiKeys':
      return shape.keys ?? [];
    case 'combined':
      return (shape.parts ?? []).flatMap(placesOf);
    case 'oauth2':
      return shape.tokenHeader === undefined ? [AUTHORIZATION] : [{ in: 'header', name: shape.tokenHeader }];
    case 'mutualTLS':
    case 'none':
      return [];
    default:
      return [AUTHORIZATION];
  }
}

/** What the credential fills, so that no argument may. `Authorization` is none anyway (core/request/header.ts). */
export const filledBy = (shape: CredentialShape): readonly KeyPlace[] =>
  placesOf(shape).filter((place) => place !== AUTHORIZATION);

/** Whether two places are one on the wire. A `Cookie` header carries more than one thing, so it is filled by nobody alone. */
export const isSamePlace = (one: KeyPlace, other: KeyPlace): boolean =>
  one.in === other.in &&
  (one.in === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name);
