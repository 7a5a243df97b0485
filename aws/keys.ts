/**
 * The MAC keys in KMS: one signs bundles and lockfiles, another derives token hashes (so that a function that hashes tokens cannot sign
 * bundles). The keys never leave KMS; no pepper or signing secret is stored anywhere.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { GenerateMacCommand, VerifyMacCommand } from '@aws-sdk/client-kms';
import { kms } from './clients.ts';
import { callJson } from './direct/json.ts';
import { requireEnvironment } from './environment.ts';
import { isNamed } from './errors.ts';

const HMAC = 'HMAC_SHA_256' as const;
const TOKEN_KEY_LABEL = Buffer.from('portcullis/token-hash/v1');

/** Base64 MAC of `message`, whose prefix names its domain (`bundle:<id>`, `lockfile:<digest>`, `pseudonyms:<server>`). */
export async function sign(message: string): Promise<string> {
  const { Mac } = await kms().send(
    new GenerateMacCommand({
      KeyId: requireEnvironment('KEY_SIGNING'),
      MacAlgorithm: HMAC,
      Message: Buffer.from(message),
    }),
  );
  return Buffer.from(Mac as Uint8Array).toString('base64');
}

/** Whether `mac` (base64) is the signing key's MAC of this message. Rejects when KMS cannot be reached. */
export async function verifySignature(message: string, mac: string): Promise<boolean> {
  try {
    const { MacValid } = await kms().send(
      new VerifyMacCommand({
        KeyId: requireEnvironment('KEY_SIGNING'),
        MacAlgorithm: HMAC,
        Message: Buffer.from(message),
        Mac: Buffer.from(mac, 'base64'),
      }),
    );
    return MacValid === true;
  } catch (error) {
    if (isNamed(error, 'KMSInvalidMacException')) return false;
    throw error;
  }
}

/**
 * The key of a server's placeholders: 32 bytes derived from the server's id by a KMS key that only the sandbox may use. The caller keeps
 * it for the life of the environment. Without the SDK, which takes longer to load than the request takes.
 */
export async function placeholderKey(serverId: string): Promise<KeyObject> {
  const { Mac } = await callJson<{ Mac: string }>(
    'kms',
    'GenerateMac',
    {
      KeyId: requireEnvironment('KEY_PLACEHOLDERS'),
      MacAlgorithm: HMAC,
      Message: Buffer.from(`portcullis/placeholders/v1:${serverId}`).toString('base64'),
    },
    { isRepeatable: true },
  );
  return createSecretKey(Buffer.from(Mac, 'base64'));
}

let tokenKey: Promise<KeyObject> | undefined;

/**
 * The 32-byte key that hashes tokens, derived once per environment; after a failure it is derived again. It is a key object because Node
 * 24 takes six times as long for a MAC with raw bytes.
 */
export function tokenHashKey(): Promise<KeyObject> {
  tokenKey ??= kms()
    .send(
      new GenerateMacCommand({ KeyId: requireEnvironment('KEY_TOKENS'), MacAlgorithm: HMAC, Message: TOKEN_KEY_LABEL }),
    )
    .then(({ Mac }) => createSecretKey(Mac as Uint8Array))
    .catch((error: unknown) => {
      tokenKey = undefined;
      throw error;
    });
  return tokenKey;
}
