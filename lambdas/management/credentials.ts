/** Upstream credentials on their way in: sealed at once for the one origin that they may go to, remembered as type and date only. */
import { encryptAwaiting, encryptCredential } from '../../aws/credentials.ts';
import type { Auth } from '../../core/api/servers.ts';
import type { ServerAuth } from '../../core/records.ts';
import { checkCredential, credentialShape } from '../../core/request/credential/index.ts';

/** Where a credential may go: to this origin, or to the one that the import of this deployment finds. */
export type Destination = { readonly origin: string } | { readonly awaits: string };

/** The server row's auth; the plaintext is wiped as soon as it is sealed. */
export async function sealCredential(serverId: string, auth: Auth, destination: Destination): Promise<ServerAuth> {
  if (auth.type === 'none') return { type: 'none' };
  const credential = checkCredential(auth);
  const plaintext = Buffer.from(JSON.stringify(credential));
  try {
    const ciphertext = await ('origin' in destination
      ? encryptCredential(serverId, destination.origin, plaintext)
      : encryptAwaiting(serverId, destination.awaits, plaintext));
    return {
      ...credentialShape(credential),
      ciphertext,
      ...destination,
      storedAt: new Date().toISOString(),
    };
  } finally {
    plaintext.fill(0);
  }
}
