/**
 * The MAC keys in KMS: one signs bundles and lockfiles, another derives token hashes (so that a function that hashes tokens cannot sign
 * bundles). The keys never leave KMS; no pepper or signing secret is stored anywhere.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { callJson } from '../direct/json.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { isNamed } from '../lib/errors.ts';

const HMAC = 'HMAC_SHA_256';
const TOKEN_KEY_LABEL = 'portcullis/token-hash/v1';

/** Base64 MAC by a key of KMS. Without the SDK, as every request of a call. */
async function macBy(KeyId: string, message: string): Promise<string> {
  const input = { KeyId, MacAlgorithm: HMAC, Message: base64(message) };
  return (await callJson<{ Mac: string }>('kms', 'GenerateMac', input, { isRepeatable: true })).Mac;
}
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Base64 MAC of `message`, whose prefix names its domain (`bundle:<id>`, `lockfile:<digest>`, `pseudonyms:<server>`). */
export const sign = async (message: string): Promise<string> => macBy(requireEnvironment('KEY_SIGNING'), message);

/** Whether `mac` (base64) is the signing key's MAC of this message. Rejects when KMS cannot be reached. */
export async function verifySignature(message: string, mac: string): Promise<boolean> {
  const input = { KeyId: requireEnvironment('KEY_SIGNING'), MacAlgorithm: HMAC, Message: base64(message), Mac: mac };
  try {
    const { MacValid } = await callJson<{ MacValid?: boolean }>('kms', 'VerifyMac', input, { isRepeatable: true });
    return MacValid === true;
  } catch (error) {
    if (isNamed(error, 'KMSInvalidMacException')) return false;
    throw error;
  }
}

/**
 * The key of a server's placeholders: 32 bytes derived from the server's id by a KMS key that only the sandbox may use. The caller keeps
 * it for the life of the environment.
 */
export async function placeholderKey(serverId: string): Promise<KeyObject> {
  const mac = await macBy(requireEnvironment('KEY_PLACEHOLDERS'), `portcullis/placeholders/v1:${serverId}`);
  return createSecretKey(Buffer.from(mac, 'base64'));
}

let tokenKey: Promise<KeyObject> | undefined;

/**
 * The 32-byte key that hashes tokens, derived once per environment; after a failure it is derived again. It is a key object because Node
 * 24 takes six times as long for a MAC with raw bytes.
 */
export function tokenHashKey(): Promise<KeyObject> {
  tokenKey ??= macBy(requireEnvironment('KEY_TOKENS'), TOKEN_KEY_LABEL)
    .then((mac) => createSecretKey(Buffer.from(mac, 'base64')))
    .catch((error: unknown) => {
      tokenKey = undefined;
      throw error;
    });
  return tokenKey;
}
