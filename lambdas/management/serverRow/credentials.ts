/**
 * Incoming upstream credentials: sealed at once for the one origin that they may be sent to. Only their type and date are stored in the
 * clear.
 */
import { encryptAwaiting, encryptCredential } from '../../../aws/credentials.ts';
import { InvocationFailed, invokeClientReader, isRefusal } from '../../../aws/services/invoke.ts';
import { privateNetwork } from '../../../aws/services/privateNetwork.ts';
import type { Auth } from '../../../core/api/credentials.ts';
import { withPem } from '../../../core/api/pkcs12.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import type { JsonValue } from '../../../core/lib/json/value.ts';
import type { PrivateHosts, ServerAuth, ServerRow } from '../../../core/model/server.ts';
import {
  type Credential,
  checkCredential,
  credentialShape,
  credentialText,
  partOf,
} from '../../../core/request/credential/index.ts';
import { confirmEndpoints, needsIssuer } from '../../../core/request/credential/oauth2/endpoints.ts';
import { authoritiesDigest, destinationsOfCredential } from '../../../core/request/credential/privateHosts.ts';
import { roleRefused } from '../../../core/request/errors.ts';
import { Refused } from '../http/errors.ts';

/** The origin that a credential is for: this one, or the one that the import of this deployment finds. */
export type Destination = { readonly origin: string } | { readonly awaits: string };

/** The credentials of a server: that of its base URL, then those of its approved hosts. */
export const credentialsOf = ({ auth, hosts = {} }: Pick<ServerRow, 'auth' | 'hosts'>): ServerAuth[] => [
  auth,
  ...Object.values(hosts).flatMap((host) => host.auth ?? []),
];

/** The same and the sealed headers: all that is sealed for a host of the server. */
export const sealedOf = (row: Pick<ServerRow, 'auth' | 'hosts' | 'headers'>): ServerAuth[] => [
  ...credentialsOf(row),
  ...(row.headers ?? []).flatMap(({ sealed }) => sealed ?? []),
];

/**
 * The ciphertext of a checked credential, together with the private authorities of the hosts that it is sent to. The plaintext is wiped as
 * soon as it is sealed.
 */
export async function encrypted(
  serverId: string,
  credential: Credential,
  destination: Destination,
  privateHosts?: PrivateHosts,
): Promise<string> {
  const origins = 'origin' in destination ? destinationsOfCredential(destination.origin, credential) : [];
  const authorities = authoritiesDigest(origins, privateHosts);
  const plaintext = Buffer.from(credentialText({ credential, ...(authorities !== undefined && { authorities }) }));
  try {
    return await ('origin' in destination
      ? encryptCredential(serverId, destination.origin, plaintext)
      : encryptAwaiting(serverId, destination.awaits, plaintext));
  } finally {
    plaintext.fill(0);
  }
}

/**
 * The `auth` of the server's row. Every way in which a credential is stored comes through here. Throws `credential_invalid`, `role_…` for a role
 * if the deployment allows none, and PortcullisError where its code could go to somebody else.
 */
export async function sealCredential(
  serverId: string,
  auth: Auth,
  destination: Destination,
  privateHosts?: PrivateHosts,
): Promise<ServerAuth> {
  if (auth.type === 'none') return { type: 'none' };
  const credential = checkCredential(withPem(auth));
  const signed = partOf(credential, 'awsSigV4');
  if (signed && 'roleArn' in signed && !process.env['SANDBOX_ROLE']) throw roleRefused('role_not_allowed');
  const signIn = partOf(credential, 'oauth2');
  // The sandbox looks again before anybody is sent there, also where only it can reach the host (one of the owner's network).
  if (signIn?.grant === 'authorizationCode' && needsIssuer(signIn) && !isInside(signIn.issuer)) {
    await confirmEndpoints(signIn, readIssuer);
  }
  return {
    ...credentialShape(credential),
    ciphertext: await encrypted(serverId, credential, destination, privateHosts),
    ...destination,
    storedAt: new Date().toISOString(),
  };
}

const isInside = (issuer: string | undefined): boolean =>
  issuer !== undefined && privateNetwork().names.includes(new URL(issuer).hostname);

/** Of both places of an issuer's metadata, one after the other, a person waits this long at most for each. */
const ISSUER_MS = 8_000;

/** Metadata of an issuer or a resource; through the spec reader, because this function opens no connections. */
export async function readIssuer(url: string): Promise<JsonValue | undefined> {
  const answer = await invokeClientReader('issuer', url, ISSUER_MS).catch((error: Error) => {
    if (error instanceof InvocationFailed || error.name === 'AbortError' || error.name === 'TimeoutError')
      return undefined;
    throw error;
  });
  return answer === undefined || isRefusal(answer) ? undefined : (answer.document as JsonValue);
}

/** Of all credentials of a server, which are in its row; certificates are large. */
const ALL_SEALED = 68_000;
/** DynamoDB takes 400 KB an item; the pipeline writes some more to the row. */
const ROW_BYTES = 390_000;

/**
 * Governance, rules, tags, credentials and certificates have a limit each, and together one that is lower than their sum. Throws
 * `credential_invalid`, and Refused `server_too_large`.
 */
export function checkRoom(server: ServerRow): void {
  const size = sealedOf(server).reduce((sum, { ciphertext = '' }) => sum + ciphertext.length, 0);
  if (size > ALL_SEALED) {
    throw new PortcullisError(
      'credential_invalid',
      'auth: the credentials of the server and its hosts are too long in total. Leave out certificates of issuers, or use elliptic curve keys.',
    );
  }
  const bytes = Buffer.byteLength(JSON.stringify(server));
  if (bytes > ROW_BYTES) {
    throw new Refused(
      'server_too_large',
      `The settings of the server have ${bytes} bytes, and may have ${ROW_BYTES} in total. Shorten the longest: lists and patterns of governance, access rules, tags, certificates of private hosts, credentials.`,
      { context: { limit: ROW_BYTES } },
    );
  }
}
