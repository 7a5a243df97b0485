/** Reads what is pasted as a private key. */
import type { Credentials } from './credential-form.ts';

/** A Google key file (JSON) in the private key field also fills the other fields. */
export function withKeyFile(given: Credentials, text: string): Credentials {
  const plain = { ...given, privateKey: text };
  if (!text.trimStart().startsWith('{')) return plain;
  try {
    const file = JSON.parse(text) as Record<string, unknown>;
    const { private_key: key, client_email: email, token_uri: url, private_key_id: id } = file;
    if (typeof key !== 'string' || typeof email !== 'string') return plain;
    return {
      ...given,
      privateKey: key,
      issuer: email,
      ...(typeof url === 'string' && { tokenUrl: url }),
      ...(typeof id === 'string' && { keyId: id }),
    };
  } catch {
    return plain;
  }
}
