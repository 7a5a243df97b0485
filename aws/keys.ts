/**
 * The MAC keys in KMS: bundles and lockfiles are signed with one, token hashes derive from another (so that whoever hashes tokens
 * cannot sign bundles).
 * Keys never leave KMS; no pepper or signing secret is stored anywhere.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { GenerateMacCommand, VerifyMacCommand } from '@aws-sdk/client-kms';
import { kms } from './clients.ts';
import { callJson } from './direct/json.ts';
import { requireEnvironment } from './environment.ts';
import { isNamed } from './errors.ts';

const HMAC = 'HMAC_SHA_256' as const;
const TOKEN_KEY_LABEL = Buffer.from('portcullis/token-hash/v1');

/** Base64 MAC over `message`, which names its own domain (`bundle:<id>`, `lockfile:<digest>`). */
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

/**
 * Whether a MAC (base64) is the signing key's for this message. Resolves to false for a wrong one; rejects when KMS
 * does not answer.
 */
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
 * The key of a server's placeholders, 32 bytes that follow from its id under a key of KMS that only the sandbox may use. Asked of KMS for each
 * environment once, by whoever calls this; without the SDK, which is slower to load than to ask.
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
    true,
  );
  return createSecretKey(Buffer.from(Mac, 'base64'));
}

let tokenKey: Promise<KeyObject> | undefined;

/**
 * The 32-byte key under which tokens are hashed, derived once per cold start. A failed derivation is tried again. A key object,
 * because Node 24 takes six times as long for a MAC under bare bytes.
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
