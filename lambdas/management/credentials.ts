/** Upstream credentials on their way in: encrypted at once, remembered as type and hint only. */
import { encryptCredential } from '../../aws/credentials.ts';
import type { Auth } from '../../core/api/servers.ts';
import type { ServerAuth } from '../../core/records.ts';

/** The server row's auth; the plaintext is wiped as soon as KMS has it. */
export async function sealCredential(serverId: string, auth: Auth): Promise<ServerAuth> {
  if (auth.type === 'none') return { type: 'none' };
  const plaintext = Buffer.from(JSON.stringify(auth));
  try {
    const ciphertext = await encryptCredential(serverId, plaintext);
    return {
      type: auth.type,
      ...(auth.type === 'header' && { headerName: auth.name }),
      ciphertext,
      hint: hintOf(auth),
    };
  } finally {
    plaintext.fill(0);
  }
}

/**
 * The last four characters of a long secret; nothing of a short one or of a password. The mask is added for who reads it (views.ts):
 * every call reads the row, and one character outside of Latin-1 doubles its size in memory.
 */
function hintOf(auth: Exclude<Auth, { type: 'none' }>): string {
  if (auth.type === 'basic') return '';
  const secret = auth.type === 'bearer' ? auth.token : auth.value;
  return secret.length >= 16 ? secret.slice(-4) : '';
}
