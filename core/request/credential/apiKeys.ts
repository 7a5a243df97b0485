/**
 * API keys in the query, cookies and headers (Security Scheme Object, `apiKey`), one or several together. A key in the query
 * is added immediately before the request is sent, so that it appears in no log, response or redirect.
 */
import { encodeStrict } from '../../lib/url/percentEncoding.ts';
import { isSameLocation, type KeyLocation } from '../../model/credential.ts';
import { MAX_KEYS } from '../../model/credentialLimits.ts';
import type { Outgoing } from '../build.ts';
import { checkedHeaderName, headerSecrets, withKeyHeader } from './header.ts';
import { type CredentialKind, type Fields, MASK, withCookie } from './kind.ts';

/** An API key with its location. */
export interface ApiKey extends KeyLocation {
  readonly value: string;
}

/** Several keys that are sent together. */
export interface ApiKeysCredential {
  readonly type: 'apiKeys';
  readonly keys: readonly ApiKey[];
}

const MAX_NAME = 200;
/** RFC 6265 section 4.1.1: token and cookie-octet. */
const COOKIE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

function checkedKey(fields: Fields): ApiKey {
  const location = fields.text('in');
  if (location !== 'header' && location !== 'query' && location !== 'cookie') {
    throw fields.fault('in', 'must be header, query or cookie.');
  }
  const name = location === 'header' ? checkedHeaderName(fields) : fields.text('name');
  if (name.length > MAX_NAME) throw fields.fault('name', `has more than ${MAX_NAME} characters.`);
  const value = fields.text('value').trim();
  if (location === 'cookie' && !COOKIE_NAME.test(name))
    throw fields.fault('name', 'is no name that a cookie may have.');
  if (location === 'cookie' && !COOKIE_VALUE.test(value)) {
    throw fields.fault('value', 'may not hold spaces, quotes, commas, semicolons or backslashes; encode them first.');
  }
  return { in: location, name, value };
}

/** The URL with a query parameter added. Replaces one of the same name, which a redirect may contain. */
function withQuery(url: string, name: string, encoded: string): string {
  const [, before = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const key = encodeStrict(name);
  const others = query.split('&').filter((pair) => pair !== '' && !isNamed(pair, name));
  return `${before}?${[...others, `${key}=${encoded}`].join('&')}${fragment}`;
}

/** True when a pair of a query has this name, in any encoding. */
export function isNamed(pair: string, name: string): boolean {
  const [key = ''] = pair.split('=', 1);
  if (key === name || key === encodeStrict(name)) return true;
  try {
    return decodeURIComponent(key.replaceAll('+', ' ')) === name;
  } catch {
    return false;
  }
}

function withKey(request: Outgoing, { in: location, name }: KeyLocation, value: string, encoded: string): Outgoing {
  if (location === 'query') return { ...request, url: withQuery(request.url, name, encoded) };
  const { headers } = request;
  return {
    ...request,
    headers: location === 'cookie' ? withCookie(headers, `${name}=${value}`) : withKeyHeader(headers, name, value),
  };
}

/** API keys in headers, the query or cookies. */
export const apiKeys: CredentialKind<ApiKeysCredential> = {
  type: 'apiKeys',
  check(fields) {
    const keys = fields.list('keys', MAX_KEYS).map(checkedKey);
    const duplicate = keys.findIndex((key, index) => keys.slice(0, index).some((other) => isSameLocation(key, other)));
    if (duplicate >= 0) throw fields.fault('keys', `has the place of key ${duplicate + 1} twice.`);
    return { type: 'apiKeys', keys };
  },
  apply: (request, { keys }) =>
    keys.reduce<Outgoing>((made, key) => withKey(made, key, key.value, encodeStrict(key.value)), request),
  secrets: ({ keys }) =>
    keys.flatMap(({ in: location, value }) => (location === 'header' ? headerSecrets(value) : [value])),
  mask: ({ url, headers }, { keys = [] }) =>
    keys.reduce<Outgoing>((made, key) => withKey(made, key, MASK, MASK), { method: '', url, headers }),
};
