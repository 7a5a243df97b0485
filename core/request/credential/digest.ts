/**
 * HTTP Digest (RFC 7616): sends a hash of the password with the server's nonce, the method and the URL instead of the
 * password. The caller keeps the nonce of the last challenge (`DigestNonce`); without one, the request is sent without
 * authentication, to get a challenge.
 */
import { Buffer } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import type { CheckedAuth } from '../../model/credentialKinds/index.ts';
import type { Outgoing } from '../build.ts';
import type { Algorithm, DigestChallenge } from './digestChallenge.ts';
import { type CredentialKind, MASK, withHeader } from './kind.ts';
import { targetOf } from './target.ts';

/** User name and password. */
export interface DigestCredential extends CheckedAuth<'digest'> {
  /** Set when the credential is used. */
  readonly nonce?: DigestNonce;
}

/** A challenge with the count of requests that have used its nonce (`nc`, section 3.4). Shared by all calls. */
export class DigestNonce {
  readonly challenge: DigestChallenge;
  /** The same for all requests with a nonce, because `-sess` uses the first one (section 3.4.2). */
  readonly cnonce: string;
  private count = 0;

  constructor(challenge: DigestChallenge, cnonce = randomBytes(16).toString('hex')) {
    this.challenge = challenge;
    this.cnonce = cnonce;
  }

  next(): string {
    return (++this.count).toString(16).padStart(8, '0');
  }
}

const HASHES: Readonly<Record<Algorithm, string>> = {
  MD5: 'md5',
  'SHA-256': 'sha256',
  'SHA-512': 'sha512',
  'SHA-512-256': 'sha512-256',
};

const hash = (algorithm: Algorithm, text: string | Uint8Array): string =>
  createHash(HASHES[algorithm]).update(text).digest('hex');

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** The encoding of RFC 5987, for user names that are not ASCII. */
const extended = (text: string): string =>
  `UTF-8''${[...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')}`;

/** The hash of A1 (section 3.4.2). It is equivalent to the password for this realm. */
function passwordHash({ username, password }: DigestCredential, { challenge, cnonce }: DigestNonce): string {
  const { algorithm, realm, nonce, isSession } = challenge;
  const first = hash(algorithm, `${username}:${realm}:${password}`);
  return isSession ? hash(algorithm, `${first}:${nonce}:${cnonce}`) : first;
}

function authorizationOf(request: Outgoing, credential: DigestCredential, use: DigestNonce, derived: string[]): string {
  const { challenge, cnonce } = use;
  const { algorithm, realm, nonce, opaque, qop, isSession, isUserHashed } = challenge;
  const uri = targetOf(request.url).path;
  const nc = use.next();
  const body = qop === 'auth-int' ? `:${hash(algorithm, request.body ?? '')}` : '';
  const what = hash(algorithm, `${request.method}:${uri}${body}`);
  const who = passwordHash(credential, use);
  const response = hash(algorithm, [who, nonce, ...(qop ? [nc, cnonce, qop] : []), what].join(':'));
  derived.push(who, response);
  const { username } = credential;
  const isAscii = /^[\x20-\x7e]*$/.test(username);
  const name = isUserHashed ? hash(algorithm, `${username}:${realm}`) : username;
  const members = [
    isAscii || isUserHashed ? `username=${quoted(name)}` : `username*=${extended(username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `algorithm=${algorithm}${isSession ? '-sess' : ''}`,
    `response="${response}"`,
    ...(qop ? [`qop=${qop}`, `nc=${nc}`, `cnonce="${cnonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(isUserHashed ? ['userhash=true'] : []),
  ];
  return `Digest ${members.join(', ')}`;
}

/** HTTP Digest (RFC 7616). */
export const digest: CredentialKind<DigestCredential> = {
  type: 'digest',
  isLast: true,
  apply: (request, credential, { derived }) =>
    credential.nonce === undefined
      ? request
      : {
          ...request,
          headers: withHeader(
            request.headers,
            'authorization',
            authorizationOf(request, credential, credential.nonce, derived),
          ),
        },
  secrets: ({ password }) => [password],
  mask: ({ url, headers }) => ({ url, headers: withHeader(headers, 'authorization', `Digest ${MASK}`) }),
};
