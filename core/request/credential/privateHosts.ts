/**
 * The hosts of a server that are in the owner's own network, by origin, each with the certificate authorities that are trusted there in
 * place of the public ones. They are part of the signed bundle, and a credential is sealed together with the authorities of the hosts
 * that it is sent to, so that nobody can have it sent to the holder of another certificate.
 */

import { createHash } from 'node:crypto';
import { originOf } from '../../lib/url/baseUrl.ts';
import { type CredentialShape, shapeWithin } from '../../model/credential.ts';
import type { PrivateHosts } from '../../model/server.ts';
import type { Credential } from './index.ts';
import { partOf } from './index.ts';

/** The origins that a credential is sent to: its own, and that of its token endpoint. */
export const destinationsOf = (origin: string, tokenUrl: string | undefined): string[] =>
  tokenUrl === undefined ? [origin] : [origin, originOf(tokenUrl)];

/** As `destinationsOf`, of an opened credential. */
export const destinationsOfCredential = (origin: string, credential: Credential): string[] =>
  destinationsOf(origin, partOf(credential, 'oauth2')?.tokenUrl);

/** As `destinationsOf`, of the public part of a credential. */
export const destinationsOfShape = (origin: string, shape: CredentialShape): string[] =>
  destinationsOf(origin, shapeWithin(shape, 'oauth2')?.tokenUrl);

/** Digest of the authorities that are trusted at these origins in place of the public ones; undefined when there are none. */
export function authoritiesDigest(origins: readonly string[], hosts: PrivateHosts = {}): string | undefined {
  const own = [...new Set(origins)]
    .sort()
    .map((origin) => [origin, Object.hasOwn(hosts, origin) ? hosts[origin]?.certificateAuthorities : undefined])
    .filter(([, authorities]) => authorities !== undefined);
  return own.length === 0 ? undefined : createHash('sha256').update(JSON.stringify(own)).digest('base64url');
}
