/**
 * Maps a security scheme of a description to the kind of credential that satisfies it, and the schemes of one Security
 * Requirement Object, which must be used together, to a combination of kinds.
 */
import type { JsonObject } from '../../lib/json/value.ts';
import { type CredentialShape, isSameLocation, type KeyLocation, type SingleAuthType } from '../../model/credential.ts';
import { CREDENTIAL_KINDS, SINGLE_TYPES } from '../../model/credentialKinds/index.ts';
import { MAX_KEYS, MAX_PARTS } from '../../model/credentialKinds/limits.ts';
import { locationsOf } from '../../model/credentialShape.ts';
import { stringMember } from '../document/read.ts';
import { cleanText } from '../model/text.ts';
import { type Flow, flowOf } from './oauthFlow.ts';

/** The kind of credential that satisfies a security requirement. */
export type Kind =
  | { readonly type: Exclude<SingleAuthType, 'header' | 'apiKeys' | 'oauth2'> }
  | { readonly type: 'header'; readonly name: string }
  | { readonly type: 'apiKeys'; readonly keys: readonly KeyLocation[] }
  | ({ readonly type: 'oauth2' } & Flow)
  | {
      readonly type: 'openIdConnect' | 'unknown';
      readonly detail: string;
    }
  | { readonly type: 'combined'; readonly parts: readonly Single[] };

/** A kind that is not a combination of others. */
export type Single = Exclude<Kind, { readonly type: 'combined' }>;

/**
 * Order of preference, lower is better: first long-lived credentials that are sent unchanged, then signatures and tokens
 * that are fetched automatically, last those that need a session or another tool.
 */
export function rank(kind: Kind): number {
  if (kind.type === 'combined') return Math.max(...kind.parts.map(rank));
  if (kind.type === 'oauth2' && (kind.grant === undefined || kind.isImplicit)) return 5;
  if (kind.type === 'apiKeys') {
    if (kind.keys.some((key) => key.in === 'cookie')) return 6;
    return kind.keys.some((key) => key.in === 'query') ? 3 : 1;
  }
  if (kind.type === 'openIdConnect') return 5;
  return kind.type === 'unknown' ? 10 : CREDENTIAL_KINDS[kind.type].scheme.rank;
}

/** True when Portcullis can authenticate with a credential of this kind. */
export const isSupported = (kind: Kind): boolean =>
  kind.type === 'oauth2' ? kind.grant !== undefined : !['openIdConnect', 'unknown'].includes(kind.type);

/** The kind for schemes that must be used together: several keys, or keys and other kinds; undefined if unsupported. */
export function combinedKind(all: readonly Kind[]): Kind | undefined {
  return combinedKeys(all) ?? combinedKinds(all);
}

/** A combination of keys and other kinds. Undefined when one is not supported, or two set the same header or parameter. */
function combinedKinds(all: readonly Kind[]): Kind | undefined {
  const isKey = ({ type }: Kind) => type === 'apiKeys' || type === 'header';
  const keys = keysOf(all.filter(isKey));
  const single = all.filter((kind): kind is Single => !isKey(kind) && kind.type !== 'combined');
  // Google's descriptions require two OAuth 2 schemes together where either is meant.
  const others = single.filter((kind, index) => !single.slice(0, index).some(({ type }) => type === kind.type));
  const parts: Single[] = [
    ...(keys.length === 0 ? [] : [{ type: 'apiKeys' as const, keys }]),
    ...others.map((kind) =>
      kind.type === 'oauth2'
        ? (single.filter(({ type }) => type === 'oauth2').sort((one, other) => rank(one) - rank(other))[0] ?? kind)
        : kind,
    ),
  ];
  const locations = parts.flatMap((part) => locationsOf(shapeOfKind(part)));
  const isApart = locations.every(
    (one, index) => !locations.slice(0, index).some((other) => isSameLocation(one, other)),
  );
  const isPossible = parts.every(isSupported) && isApart && keys.length <= MAX_KEYS;
  return isPossible && parts.length > 1 && parts.length <= MAX_PARTS ? { type: 'combined', parts } : undefined;
}

/** A kind in the shape that `locationsOf` takes. */
const shapeOfKind = (kind: Single): CredentialShape =>
  kind.type === 'apiKeys'
    ? { type: kind.type, keys: kind.keys }
    : { type: kind.type === 'openIdConnect' || kind.type === 'unknown' ? 'none' : kind.type };

function keysOf(all: readonly Kind[]): readonly KeyLocation[] {
  const keys = all.flatMap((kind): readonly KeyLocation[] => {
    if (kind.type === 'apiKeys') return kind.keys;
    if (kind.type === 'header') return [{ in: 'header', name: kind.name }];
    return kind.type === 'bearer' ? [{ in: 'header', name: 'Authorization' }] : [];
  });
  return keys.filter((key, index) => !keys.slice(0, index).some((other) => isSameLocation(key, other)));
}

/** A combination of keys only. A bearer token counts as a key in the header Authorization. */
function combinedKeys(all: readonly Kind[]): Kind | undefined {
  const keys = keysOf(all);
  const isWhole = all.every(({ type }) => type === 'apiKeys' || type === 'header' || type === 'bearer');
  return isWhole && keys.length > 1 && keys.length <= MAX_KEYS ? { type: 'apiKeys', keys } : undefined;
}

/** The kind of one Security Scheme Object. */
export function kindOf(name: string, scheme: JsonObject, baseUrl: string): Single {
  const type = String(scheme['type'] ?? '').toLowerCase();
  const place = String(scheme['in'] ?? '').toLowerCase();
  switch (type) {
    case 'basic':
      return { type: 'basic' };
    case 'http': {
      const method = String(scheme['scheme'] ?? '').toLowerCase();
      const type = SINGLE_TYPES.find((each) => CREDENTIAL_KINDS[each].scheme.http === method);
      if (type !== undefined) return { type } as Single;
      return method === 'oauth' ? { type: 'bearer' } : { type: 'header', name: 'Authorization' };
    }
    case 'apikey': {
      if (/^aws/i.test(stringMember(scheme, 'x-amazon-apigateway-authtype') ?? '')) return { type: 'awsSigV4' };
      const key = stringMember(scheme, 'name') ?? name;
      if (place === 'query' || place === 'cookie') return { type: 'apiKeys', keys: [{ in: place, name: key }] };
      return key.toLowerCase() === 'authorization' && /bearer/i.test(`${name} ${cleanText(scheme['description'], 400)}`)
        ? { type: 'bearer' }
        : { type: 'header', name: key };
    }
    case 'oauth2':
      return { type: 'oauth2', ...flowOf(scheme, baseUrl) };
    case 'openidconnect':
      return { type: 'openIdConnect', detail: stringMember(scheme, 'openIdConnectUrl') ?? '' };
    case 'mutualtls':
      return { type: 'mutualTLS' };
    default:
      return { type: 'unknown', detail: name };
  }
}

/** A key that is equal for equal kinds, for maps. */
export function keyOf(kind: Kind): string {
  if (kind.type === 'header') return `header ${kind.name.toLowerCase()}`;
  if (kind.type === 'oauth2') return `oauth2 ${kind.grant ?? ''} ${kind.tokenUrl ?? ''} ${kind.authorizationUrl ?? ''}`;
  if (kind.type === 'combined') return kind.parts.map(keyOf).join(' + ');
  return kind.type === 'apiKeys' ? kind.keys.map((key) => `${key.in} ${key.name}`).join('\n') : kind.type;
}

/** A description of a kind, for people. */
export function describeKind(kind: Kind): string {
  switch (kind.type) {
    case 'header':
      return `the header ${kind.name}`;
    case 'apiKeys':
      return kind.keys.map((key) => `the key ${key.name} (${key.in})`).join(' and ');
    case 'openIdConnect':
      return 'an access token';
    case 'combined':
      return kind.parts.map(describeKind).join(' and ');
    case 'unknown':
      return 'unknown auth';
    default:
      return CREDENTIAL_KINDS[kind.type].scheme.says;
  }
}
