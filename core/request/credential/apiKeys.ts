/**
 * API keys in the query, cookies and headers (Security Scheme Object, `apiKey`), one or several together. A key in the query
 * is added immediately before the request is sent, so that it appears in no log, response or redirect.
 */
import { encodeStrict } from '../../lib/url/percentEncoding.ts';
import { isSameLocation, type KeyLocation } from '../../model/credential.ts';
import { apiKeys as definition } from '../../model/credentialKinds/keys.ts';
import type { Outgoing } from '../build.ts';
import type { Fields } from './fields.ts';
import { checkHeaderName, headerSecrets, withKeyHeader } from './header.ts';
import { type CredentialKind, MASK, withCookie } from './kind.ts';

/** An API key with its location. */
export interface ApiKey extends KeyLocation {
  readonly value: string;
}

/** Several keys that are sent together. */
export interface ApiKeysCredential {
  readonly type: 'apiKeys';
  readonly keys: readonly ApiKey[];
}

const { max: MAX_NAME } = definition.fields.keys.of.name;
/** RFC 6265 section 4.1.1: token and cookie-octet. */
const COOKIE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

function checkKey(fields: Fields, at: string, { in: location, name, value }: ApiKey): void {
  if (location === 'header') checkHeaderName(fields, `${at}.name`, name);
  if (name.length > MAX_NAME) throw fields.fault(`${at}.name`, `has more than ${MAX_NAME} characters.`);
  if (location !== 'cookie') return;
  if (!COOKIE_NAME.test(name)) throw fields.fault(`${at}.name`, 'is no name that a cookie may have.');
  if (!COOKIE_VALUE.test(value)) {
    throw fields.fault(
      `${at}.value`,
      'may not hold spaces, quotes, commas, semicolons or backslashes; encode them first.',
    );
  }
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
  judge(members, fields) {
    const { keys } = members as Pick<ApiKeysCredential, 'keys'>;
    for (const [index, key] of keys.entries()) checkKey(fields, `keys.${index}`, key);
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
