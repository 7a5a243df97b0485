/**
 * KMS: symmetric keys with encryption context as additional data, HMAC keys. Ciphertexts are bound to key and context and
 * refuse another, as AWS does. Key material lies in the data folder, readable by its owner only.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../../core/bundle/canonical.ts';
import { ACCOUNT, REGION } from '../template/resolve.ts';
import { AwsError, type Caller, type Callers, type Service, startJsonService } from './service.ts';

export interface KeyMaterial {
  readonly keyId: string;
  readonly usage: 'ENCRYPT_DECRYPT' | 'GENERATE_VERIFY_MAC';
  /** Base64 of 32 bytes. */
  readonly secret: string;
}

export const keyArn = (keyId: string): string => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${keyId}`;

interface Input {
  readonly KeyId?: string;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: Record<string, string>;
  readonly Message?: string;
  readonly Mac?: string;
  readonly MacAlgorithm?: string;
}

const VERSION = 1;
const KEY_ID_BYTES = 36;

export function startKms(keys: readonly KeyMaterial[], callers: Callers): Promise<Service> {
  const byId = new Map(keys.map((key) => [key.keyId, key]));

  const use = (caller: Caller, action: string, id: string | undefined, usage: KeyMaterial['usage'], input: Input) => {
    const keyId = String(id).split('/').at(-1) as string;
    const key = byId.get(keyId);
    if (!key) throw new AwsError('NotFoundException', `Key '${keyArn(keyId)}' does not exist`);
    const context = input.EncryptionContext ?? {};
    caller.require(action, keyArn(keyId), {
      'kms:EncryptionContextKeys': Object.keys(context),
      ...Object.fromEntries(Object.entries(context).map(([name, value]) => [`kms:EncryptionContext:${name}`, value])),
    });
    if (key.usage !== usage)
      throw new AwsError('InvalidKeyUsageException', `${keyArn(keyId)} key usage is ${key.usage}`);
    return { arn: keyArn(keyId), keyId, secret: Buffer.from(key.secret, 'base64') };
  };
  const additionalData = (input: Input) => Buffer.from(canonicalJson(input.EncryptionContext ?? {}));
  const macOf = (secret: Buffer, input: Input) => {
    if (input.MacAlgorithm !== 'HMAC_SHA_256')
      throw new AwsError('InvalidKeyUsageException', 'The key is for HMAC_SHA_256.');
    const message = Buffer.from(input.Message ?? '', 'base64');
    if (message.length < 1 || message.length > 4_096)
      throw new AwsError('ValidationException', 'Message must have 1 to 4096 bytes.');
    return createHmac('sha256', secret).update(message).digest();
  };

  return startJsonService(callers, {
    Encrypt(input: Input, caller: Caller) {
      const { arn, keyId, secret } = use(caller, 'kms:Encrypt', input.KeyId, 'ENCRYPT_DECRYPT', input);
      const plaintext = Buffer.from(input.Plaintext ?? '', 'base64');
      if (plaintext.length < 1 || plaintext.length > 4_096)
        throw new AwsError('ValidationException', 'Plaintext must have 1 to 4096 bytes.');
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(additionalData(input));
      const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      const blob = Buffer.concat([
        Buffer.of(VERSION),
        Buffer.from(keyId.padEnd(KEY_ID_BYTES)),
        iv,
        cipher.getAuthTag(),
        sealed,
      ]);
      return { CiphertextBlob: blob.toString('base64'), KeyId: arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
    },
    Decrypt(input: Input, caller: Caller) {
      const blob = Buffer.from(input.CiphertextBlob ?? '', 'base64');
      const invalid = new AwsError(
        'InvalidCiphertextException',
        'The ciphertext is not of this key or this encryption context.',
      );
      if (blob[0] !== VERSION || blob.length < 1 + KEY_ID_BYTES + 28) throw invalid;
      const made = blob
        .subarray(1, 1 + KEY_ID_BYTES)
        .toString()
        .trim();
      const { arn, keyId, secret } = use(caller, 'kms:Decrypt', input.KeyId ?? made, 'ENCRYPT_DECRYPT', input);
      if (keyId !== made) throw new AwsError('IncorrectKeyException', 'The ciphertext was made with another key.');
      const rest = blob.subarray(1 + KEY_ID_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', secret, rest.subarray(0, 12))
        .setAAD(additionalData(input))
        .setAuthTag(rest.subarray(12, 28));
      try {
        const plaintext = Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]);
        return { Plaintext: plaintext.toString('base64'), KeyId: arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
      } catch {
        throw invalid;
      }
    },
    GenerateMac(input: Input, caller: Caller) {
      const { arn, secret } = use(caller, 'kms:GenerateMac', input.KeyId, 'GENERATE_VERIFY_MAC', input);
      return { KeyId: arn, MacAlgorithm: input.MacAlgorithm, Mac: macOf(secret, input).toString('base64') };
    },
    VerifyMac(input: Input, caller: Caller) {
      const { arn, secret } = use(caller, 'kms:VerifyMac', input.KeyId, 'GENERATE_VERIFY_MAC', input);
      const given = Buffer.from(input.Mac ?? '', 'base64');
      const mac = macOf(secret, input);
      if (given.length !== mac.length || !timingSafeEqual(given, mac))
        throw new AwsError('KMSInvalidMacException', 'The MAC does not verify.');
      return { KeyId: arn, MacAlgorithm: input.MacAlgorithm, MacValid: true };
    },
  });
}
