/**
 * Upstream credentials: read from their decrypted form and put on a finished request as the very last step.
 * Nothing here logs, and no error holds a part of a credential.
 */
import { Buffer } from 'node:buffer';
import { CredentialInvalid } from './errors.ts';
import { isForbiddenHeader, isHeaderName, isHeaderValue } from './header.ts';

/** The plaintext that the management function encrypts and the sandbox decrypts, as JSON. */
export type Credential =
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'header'; readonly name: string; readonly value: string };

/** Checks a credential when it is saved and again before use. Throws CredentialInvalid naming the field. */
export function checkCredential(value: unknown): Credential {
  const credential = value as Partial<Record<string, unknown>> | null;
  const text = (field: string, isEmptyAllowed = false): string => {
    const found = credential?.[field];
    if (typeof found !== 'string' || (found === '' && !isEmptyAllowed)) {
      throw new CredentialInvalid(`auth.${field}: must be a text${isEmptyAllowed ? '' : ' that is not empty'}.`);
    }
    if (!isHeaderValue(found) || !found.isWellFormed()) {
      throw new CredentialInvalid(`auth.${field}: may not hold line breaks or other control characters.`);
    }
    return found;
  };
  switch (credential?.['type']) {
    case 'bearer': {
      const token = text('token');
      if (/\s/.test(token)) throw new CredentialInvalid('auth.token: may not hold spaces; give the token alone.');
      return { type: 'bearer', token };
    }
    case 'basic': {
      const username = text('username', true);
      if (username.includes(':')) {
        throw new CredentialInvalid('auth.username: may not hold a colon (RFC 7617), which ends it on the wire.');
      }
      return { type: 'basic', username, password: text('password', true) };
    }
    case 'header': {
      const name = text('name');
      const isAuthorization = name.toLowerCase() === 'authorization';
      if (!isHeaderName(name) || (isForbiddenHeader(name) && !isAuthorization) || /^content-/i.test(name)) {
        // The name is not repeated: people do put the secret into the wrong field.
        throw new CredentialInvalid(
          'auth.name: this is no header that can carry a credential; give a name such as X-Api-Key.',
        );
      }
      return { type: 'header', name, value: text('value').trim() };
    }
    default:
      throw new CredentialInvalid('auth.type: must be bearer, basic, header or none.');
  }
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

/** The header that carries the credential. Basic is UTF-8 (RFC 7617 section 2.1). */
export function credentialHeader(credential: Credential): [string, string] {
  switch (credential.type) {
    case 'bearer':
      return ['authorization', `Bearer ${credential.token}`];
    case 'basic': {
      const pair = Buffer.from(`${credential.username}:${credential.password}`, 'utf8').toString('base64');
      return ['authorization', `Basic ${pair}`];
    }
    case 'header':
      return [credential.name, credential.value];
  }
}

/**
 * The request's headers with the credential's added last. A cookie credential joins the one Cookie header; any other
 * header of the same name, which an argument must have set, is refused rather than overwritten or doubled.
 */
export function withCredential(
  headers: ReadonlyArray<readonly [string, string]>,
  credential: Credential,
): Array<[string, string]> {
  const [name, value] = credentialHeader(credential);
  const lower = name.toLowerCase();
  const result = headers.map(([key, text]) => [key, text] as [string, string]);
  const existing = result.find(([key]) => key.toLowerCase() === lower);
  if (existing && lower === 'cookie') existing[1] = `${existing[1]}; ${value}`;
  else if (existing)
    throw new CredentialInvalid(`The header ${name} is set by the server's credential; leave that argument out.`);
  else result.push([name, value]);
  return result;
}

/** The header's name for display: the value masked. */
export const maskedHeader = (type: Credential['type'], headerName?: string): [string, string] =>
  type === 'header'
    ? [headerName ?? 'x-api-key', '••••']
    : ['authorization', type === 'basic' ? 'Basic ••••' : 'Bearer ••••'];
