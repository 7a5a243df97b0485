/**
 * Upstream credentials: checked when they are entered and when they are decrypted, added to a request as the last step, and
 * masked in responses. Nothing here logs, and no error contains a part of a credential.
 */
import { Buffer } from 'node:buffer';
import { PortcullisError } from '../../lib/errors.ts';
import { type CredentialShape, isSameLocation, type KeyLocation, type SingleShape } from '../../model/credential.ts';
import { filledBy, locationsOf, singleShape } from '../../model/credentialShape.ts';
import type { Outgoing } from '../build.ts';
import { isNamed } from './apiKeys.ts';
import {
  type CombinedCredential,
  checkedParts,
  combined,
  isWithoutCertificate,
  NEEDS_CERTIFICATE,
} from './combined.ts';
import { Fields } from './fields.ts';
import type { HeaderCredential } from './header.ts';
import type { Applying, CredentialKind } from './kind.ts';
import { checkSingle, type SingleCredential, kindOf as singleKind } from './kinds.ts';

/** A credential. The management function encrypts its JSON, and the sandbox decrypts it. */
export type Credential = SingleCredential | CombinedCredential;

const kindOf = (type: Credential['type']): CredentialKind<Credential> =>
  (type === 'combined' ? combined : singleKind(type)) as unknown as CredentialKind<Credential>;

/**
 * Checks a credential.
 * @throws `credential_invalid` naming the field
 */
export function checkCredential(value: unknown): Credential {
  const fields = new Fields(value);
  if (fields.plain('type') === 'combined') return { type: 'combined', parts: checkedParts(fields) };
  const single = checkSingle(fields, ['combined', 'none']);
  if (isWithoutCertificate([single])) throw fields.fault('clientAuthentication', NEEDS_CERTIFICATE);
  return single;
}

/** The credential of a kind: the given one, or a part of a combination. */
export const partOf = <Type extends SingleCredential['type']>(
  credential: Credential | undefined,
  type: Type,
): Extract<SingleCredential, { type: Type }> | undefined =>
  (credential?.type === 'combined' ? credential.parts : [credential]).find((each) => each?.type === type) as
    | Extract<SingleCredential, { type: Type }>
    | undefined;

/** The credential with the part of the same kind replaced. */
export const withPart = (credential: Credential, part: SingleCredential): Credential =>
  credential.type === 'combined'
    ? { ...credential, parts: credential.parts.map((each) => (each.type === part.type ? part : each)) }
    : part;

/**
 * The credential with further headers: as API keys, so that everything that holds for a credential holds for them. A header that the
 * credential sets has its value.
 */
export function withHeaders(credential: Credential | undefined, headers: readonly HeaderCredential[]): Credential {
  const taken = credential ? locationsOf(credentialShape(credential)) : [];
  const keys = headers
    .map(({ name, value }) => ({ in: 'header' as const, name, value }))
    .filter((key) => !taken.some((location) => isSameLocation(location, key)));
  if (credential && keys.length === 0) return credential;
  const known = partOf(credential, 'apiKeys');
  const part = { type: 'apiKeys' as const, keys: [...(known?.keys ?? []), ...keys] };
  if (!credential) return part;
  if (known) return withPart(credential, part);
  return { type: 'combined', parts: [...(credential.type === 'combined' ? credential.parts : [credential]), part] };
}

/** The same of the public part. */
export function shapeWithHeaders(shape: CredentialShape, names: readonly string[]): CredentialShape {
  const keys = names.map((name) => ({ in: 'header' as const, name }));
  const part = { type: 'apiKeys' as const, keys };
  if (shape.type === 'none') return part;
  const parts = shape.type === 'combined' ? (shape.parts ?? []) : [shape as SingleShape];
  return { type: 'combined', parts: [...parts, part] };
}

/** A credential as it is encrypted: with the digest of the private authorities that its hosts had then, if they had any. */
export interface SealedCredential {
  readonly credential: Credential;
  readonly authorities?: string;
}

const AUTHORITIES = 'authoritiesDigest';

/** The text that is encrypted. */
export const credentialText = ({ credential, authorities }: SealedCredential): string =>
  JSON.stringify({ ...credential, ...(authorities !== undefined && { [AUTHORITIES]: authorities }) });

/**
 * Parses a decrypted credential.
 * @throws `credential_invalid`
 */
export const parseCredential = (plaintext: Uint8Array): Credential => parseSealed(plaintext).credential;

/**
 * The same with what it was sealed together with.
 * @throws `credential_invalid`
 */
export function parseSealed(plaintext: Uint8Array): SealedCredential {
  const value = jsonOf(plaintext);
  const authorities = (value as Record<string, unknown> | null)?.[AUTHORITIES];
  return { credential: checkCredential(value), ...(typeof authorities === 'string' && { authorities }) };
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString();

function jsonOf(plaintext: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(plaintext));
  } catch {
    throw new PortcullisError(
      'credential_invalid',
      'The stored credential cannot be read. Save the server’s credential again.',
    );
  }
}

/**
 * The same of bytes that {@link parseSealed} has taken before and that {@link checkedUntil} says are still good: the checks are not made
 * again, of which those of a private key or a certificate take half a millisecond.
 */
export function parseChecked(plaintext: Uint8Array): SealedCredential {
  const { [AUTHORITIES]: authorities, ...credential } = jsonOf(plaintext) as Credential & { [AUTHORITIES]?: string };
  return { credential: credential as Credential, ...(authorities !== undefined && { authorities }) };
}

/**
 * Until when these bytes need no further check (milliseconds since 1970): until a certificate ends. Never, when an earlier version wrote
 * them in another form than that in which they are checked.
 */
export function checkedUntil(plaintext: Uint8Array, sealed: SealedCredential): number {
  // As texts, because a buffer would be one more copy to overwrite.
  if (credentialText(sealed) !== textOf(plaintext)) return 0;
  const certificate = partOf(sealed.credential, 'mutualTLS');
  return certificate ? Date.parse(certificate.facts.expiresAt) : Number.POSITIVE_INFINITY;
}

/** The public part of a credential. */
export const credentialShape = (credential: Credential): CredentialShape =>
  credential.type === 'combined'
    ? { type: 'combined', parts: credential.parts.map(singleShape) }
    : singleShape(credential);

/** The request with the credential added. */
export const withCredential = (
  request: Outgoing,
  credential: Credential,
  { now = new Date(), derived = [] }: Partial<Applying> = {},
): Outgoing => kindOf(credential.type).apply(request, credential, { now, derived });

/** The request with the credential masked, for people. */
export const withMask = (
  request: Pick<Outgoing, 'url' | 'headers'>,
  shape: CredentialShape,
): Pick<Outgoing, 'url' | 'headers'> => (shape.type === 'none' ? request : kindOf(shape.type).mask(request, shape));

/** The texts that are masked if the upstream's response contains them; none is empty. */
export const secretsOf = (credential: Credential): string[] =>
  [...new Set(kindOf(credential.type).secrets(credential))].filter((secret) => secret !== '');

/**
 * Checks that no argument has set a header, query parameter or cookie of the credential.
 * @throws `credential_invalid`
 */
export function checkUnset(request: Pick<Outgoing, 'url' | 'headers'>, shape: CredentialShape): void {
  const set = filledBy(shape).find((location) => isSet(request, location));
  if (set === undefined) return;
  const what = set.in === 'query' ? 'query parameter' : set.in;
  throw new PortcullisError(
    'credential_invalid',
    `The ${what} ${set.name} is set by the server's credential; leave that argument out.`,
  );
}

function isSet({ url, headers }: Pick<Outgoing, 'url' | 'headers'>, { in: location, name }: KeyLocation): boolean {
  const lower = name.toLowerCase();
  const valuesOf = (header: string) =>
    headers.filter(([each]) => each.toLowerCase() === header).map(([, value]) => value);
  switch (location) {
    case 'query':
      return (/\?([^#]*)/.exec(url)?.[1] ?? '').split('&').some((pair) => pair !== '' && isNamed(pair, name));
    case 'cookie':
      return valuesOf('cookie').some((value) => value.split('; ').some((pair) => pair.split('=', 1)[0] === name));
    case 'header':
      // Cookies are added to the existing Cookie header.
      return lower !== 'cookie' && valuesOf(lower).length > 0;
  }
}
