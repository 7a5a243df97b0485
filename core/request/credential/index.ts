/**
 * Upstream credentials: checked when they are given and once more when they are opened, put on a request as the very last step, and
 * searched for in what comes back. Nothing here logs, and no error holds a part of a credential.
 */
import { Buffer } from 'node:buffer';
import { CredentialInvalid } from '../errors.ts';
import { type ApiKeysCredential, apiKeys, isNamed } from './apiKeys.ts';
import { type AwsSigV4Credential, awsSigV4 } from './awsSigV4.ts';
import { type BasicCredential, basic } from './basic.ts';
import { type BearerCredential, bearer } from './bearer.ts';
import { type HeaderCredential, header } from './header.ts';
import { type CredentialKind, Fields, type Outgoing } from './kind.ts';
import { type OAuth2Credential, oauth2 } from './oauth2/oauth2.ts';
import { type CredentialShape, filledBy, type KeyPlace } from './shape.ts';

/** The plaintext that the management function encrypts and the sandbox decrypts, as JSON. */
export type Credential =
  | BearerCredential
  | BasicCredential
  | HeaderCredential
  | ApiKeysCredential
  | AwsSigV4Credential
  | OAuth2Credential;

type Kinds = { readonly [Type in Credential['type']]: CredentialKind<Extract<Credential, { type: Type }>> };

const KINDS: Kinds = { bearer, basic, header, apiKeys, awsSigV4, oauth2 };

const kindOf = (type: Credential['type']): CredentialKind<Credential> =>
  KINDS[type] as unknown as CredentialKind<Credential>;

/** Throws CredentialInvalid naming the field. */
export function checkCredential(value: unknown): Credential {
  const type = (value as { readonly type?: unknown } | null)?.type;
  if (typeof type !== 'string' || !Object.hasOwn(KINDS, type)) {
    throw new CredentialInvalid(`auth.type: must be ${Object.keys(KINDS).join(', ')} or none.`);
  }
  return kindOf(type as Credential['type']).check(new Fields(value));
}

/** Reads the decrypted bytes. Throws CredentialInvalid. */
export function parseCredential(plaintext: Uint8Array): Credential {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.length).toString());
  } catch {
    throw new CredentialInvalid('The stored credential cannot be read. Save the server’s credential again.');
  }
  return checkCredential(value);
}

/** What may be known of it. */
export function credentialShape(credential: Credential): CredentialShape {
  switch (credential.type) {
    case 'header':
      return { type: 'header', headerName: credential.name };
    case 'apiKeys':
      return { type: 'apiKeys', keys: credential.keys.map(({ in: place, name }) => ({ in: place, name })) };
    case 'awsSigV4':
      return { type: 'awsSigV4', region: credential.region, service: credential.service };
    case 'oauth2': {
      const { type, grant, tokenUrl, scope } = credential;
      return { type, grant, tokenUrl, ...(scope !== undefined && { scope }) };
    }
    default:
      return { type: credential.type };
  }
}

/** The request with the credential on it. */
export const withCredential = (request: Outgoing, credential: Credential, now = new Date()): Outgoing =>
  kindOf(credential.type).apply(request, credential, now);

/** The request as people may see it. */
export const withMask = (
  request: Pick<Outgoing, 'url' | 'headers'>,
  shape: CredentialShape,
): Pick<Outgoing, 'url' | 'headers'> => (shape.type === 'none' ? request : kindOf(shape.type).mask(request, shape));

/** Texts that are blanked wherever the upstream reflects them; none is empty. */
export const secretsOf = (credential: Credential): string[] =>
  [...new Set(kindOf(credential.type).secrets(credential))].filter((secret) => secret !== '');

/** What an argument has set is neither overwritten nor doubled. Throws CredentialInvalid. */
export function checkUnset(request: Pick<Outgoing, 'url' | 'headers'>, shape: CredentialShape): void {
  const set = filledBy(shape).find((place) => isSet(request, place));
  if (set === undefined) return;
  const what = set.in === 'query' ? 'query parameter' : set.in;
  throw new CredentialInvalid(`The ${what} ${set.name} is set by the server's credential; leave that argument out.`);
}

function isSet({ url, headers }: Pick<Outgoing, 'url' | 'headers'>, { in: place, name }: KeyPlace): boolean {
  const lower = name.toLowerCase();
  const valuesOf = (header: string) =>
    headers.filter(([each]) => each.toLowerCase() === header).map(([, value]) => value);
  switch (place) {
    case 'query':
      return (/\?([^#]*)/.exec(url)?.[1] ?? '').split('&').some((pair) => pair !== '' && isNamed(pair, name));
    case 'cookie':
      return valuesOf('cookie').some((value) => value.split('; ').some((pair) => pair.split('=', 1)[0] === name));
    case 'header':
      // The one Cookie header has room for more.
      return lower !== 'cookie' && valuesOf(lower).length > 0;
  }
}
