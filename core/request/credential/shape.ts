/**
 * What may be known of a credential: how it is sent, never what. It stands in rows, bundles, answers of the API and exported definitions;
 * the values are in the sealed part alone.
 */
import type { GRANTS } from './limits.ts';

export type AuthType = 'bearer' | 'basic' | 'header' | 'apiKeys' | 'awsSigV4' | 'oauth2' | 'none';

/** Where a key goes, as OpenAPI's API key schemes say it. */
export interface KeyPlace {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}

export interface CredentialShape {
  readonly type: AuthType;
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
}

/** The shape alone, of whatever has one. */
export function shapeOf(shape: CredentialShape): CredentialShape {
  const { type, headerName, keys, region, service, grant, tokenUrl, scope } = shape;
  return {
    type,
    ...(headerName !== undefined && { headerName }),
    ...(keys !== undefined && { keys: keys.map(({ in: place, name }) => ({ in: place, name })) }),
    ...(region !== undefined && { region }),
    ...(service !== undefined && { service }),
    ...(grant !== undefined && { grant }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(scope !== undefined && { scope }),
  };
}

/** What the credential fills, so that no argument may. `Authorization` is none anyway (core/request/header.ts). */
export function filledBy({ type, headerName, keys }: CredentialShape): readonly KeyPlace[] {
  if (type === 'header') return headerName === undefined ? [] : [{ in: 'header', name: headerName }];
  return type === 'apiKeys' ? (keys ?? []) : [];
}

/** Whether two places are one on the wire. A `Cookie` header carries more than one thing, so it is filled by nobody alone. */
export const isSamePlace = (one: KeyPlace, other: KeyPlace): boolean =>
  one.in === other.in &&
  (one.in === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name);
