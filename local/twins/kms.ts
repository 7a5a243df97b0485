/**
 * The KMS twin: symmetric keys with the encryption context as additional authenticated data, HMAC_256 keys, and P-256 signing keys. Key
 * material is generated once, is stored in the data folder readable by its owner only, and never leaves this module.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { AwsError } from '../aws/errors.ts';
import type { AwsService, Input } from '../aws/gateway.ts';
import { type Asking, blob, jsonService, text } from '../aws/json.ts';
import type { RequestContext } from '../template/policies.ts';

/** A key of the twin. */
export interface LocalKey {
  readonly id: string;
  readonly arn: string;
  readonly usage: 'ENCRYPT_DECRYPT' | 'GENERATE_VERIFY_MAC' | 'SIGN_VERIFY';
  readonly material: KeyObject;
}

type Context = Readonly<Record<string, string>>;

const IV = 12;
const TAG = 16;
const ID = 36;
const MAX_PLAIN = 4_096;
const SIGNING = 'ECDSA_SHA_256';

/** Finds the keys that requests name, and checks what the caller may do with them. */
class KeyRing {
  private readonly keys: readonly LocalKey[];

  constructor(keys: readonly LocalKey[]) {
    this.keys = keys;
  }

  find(name: string): LocalKey {
    const key = this.keys.find(({ id, arn }) => id === name || arn === name);
    if (!key) throw new AwsError(400, 'NotFoundException', `Key '${name}' does not exist`);
    return key;
  }

  /** Returns the key after checking its usage and the caller's rights. */
  use(input: Input, { caller }: Asking, action: string, usage: LocalKey['usage'], key = input['KeyId']): LocalKey {
    const found = this.find(String(key));
    const context = (input['EncryptionContext'] ?? {}) as Context;
    return demanded(found, caller, action, usage, context);
  }

  /** Throws unless the ciphertext is of this key. */
  checkKeyOf(sealed: Buffer, key: LocalKey): void {
    const named = keyOf(sealed);
    if (key.id === named) return;
    if (!this.keys.some(({ id }) => id === named)) throw new AwsError(400, 'InvalidCiphertextException', '');
    throw new AwsError(
      400,
      'IncorrectKeyException',
      'The key ID in the request does not identify a CMK that can perform this operation.',
    );
  }
}

function demanded(
  found: LocalKey,
  caller: Asking['caller'],
  action: string,
  usage: LocalKey['usage'],
  context: Context,
): LocalKey {
  caller.demand(`kms:${action}`, found.arn, conditionKeys(context));
  if (found.usage !== usage) {
    throw new AwsError(400, 'InvalidKeyUsageException', `${found.arn} key usage is ${found.usage}.`);
  }
  return found;
}

type Operations = Parameters<typeof jsonService>[1];

/** The KMS service over these keys. */
export function kmsService(keys: readonly LocalKey[]): AwsService {
  const ring = new KeyRing(keys);
  return jsonService('KMS', { ...encryption(ring), ...authentication(ring), ...signing(ring) });
}

const encryption = (ring: KeyRing): Operations => ({
  GenerateDataKey(input, request) {
    const key = ring.use(input, request, 'GenerateDataKey', 'ENCRYPT_DECRYPT');
    if (text(input, 'KeySpec') !== 'AES_256') {
      throw new AwsError(400, 'ValidationException', 'The local KMS makes data keys of KeySpec AES_256 only.');
    }
    const plain = randomBytes(32);
    return {
      KeyId: key.arn,
      Plaintext: plain.toString('base64'),
      CiphertextBlob: seal(key, plain, input['EncryptionContext'] as Context).toString('base64'),
    };
  },
  /** Authorized twice, with the encryption context of each side. */
  ReEncrypt(input, { caller }) {
    const sealed = blob(input, 'CiphertextBlob');
    const source = ring.find(String(input['SourceKeyId'] ?? keyOf(sealed)));
    const target = ring.find(text(input, 'DestinationKeyId'));
    const [before, after] = ['SourceEncryptionContext', 'DestinationEncryptionContext'].map(
      (name) => (input[name] ?? {}) as Context,
    ) as [Context, Context];
    demanded(source, caller, 'ReEncryptFrom', 'ENCRYPT_DECRYPT', before);
    demanded(target, caller, 'ReEncryptTo', 'ENCRYPT_DECRYPT', after);
    ring.checkKeyOf(sealed, source);
    return {
      KeyId: target.arn,
      SourceKeyId: source.arn,
      CiphertextBlob: seal(target, open(source, sealed, before), after).toString('base64'),
    };
  },
  Decrypt(input, request) {
    const sealed = blob(input, 'CiphertextBlob');
    const key = ring.use(input, request, 'Decrypt', 'ENCRYPT_DECRYPT', input['KeyId'] ?? keyOf(sealed));
    ring.checkKeyOf(sealed, key);
    return { KeyId: key.arn, Plaintext: open(key, sealed, input['EncryptionContext'] as Context).toString('base64') };
  },
});

const authentication = (ring: KeyRing): Operations => ({
  GenerateMac(input, request) {
    const key = ring.use(input, request, 'GenerateMac', 'GENERATE_VERIFY_MAC');
    return { KeyId: key.arn, MacAlgorithm: 'HMAC_SHA_256', Mac: mac(key, input).toString('base64') };
  },
  VerifyMac(input, request) {
    const key = ring.use(input, request, 'VerifyMac', 'GENERATE_VERIFY_MAC');
    const given = blob(input, 'Mac');
    const right = mac(key, input);
    if (given.length !== right.length || !timingSafeEqual(given, right)) {
      throw new AwsError(400, 'KMSInvalidMacException', 'The MAC is not valid.');
    }
    return { KeyId: key.arn, MacAlgorithm: 'HMAC_SHA_256', MacValid: true };
  },
});

const signing = (ring: KeyRing): Operations => ({
  Sign(input, request) {
    const key = ring.use(input, request, 'Sign', 'SIGN_VERIFY');
    const algorithm = text(input, 'SigningAlgorithm');
    if (algorithm !== SIGNING) {
      throw new AwsError(
        400,
        'ValidationException',
        `Algorithm ${algorithm} is incompatible with key spec ECC_NIST_P256.`,
      );
    }
    if ((input['MessageType'] ?? 'RAW') !== 'RAW') {
      throw new AwsError(400, 'ValidationException', 'The local KMS signs messages of type RAW only.');
    }
    const signature = sign('sha256', messageOf(input), key.material);
    return { KeyId: key.arn, SigningAlgorithm: SIGNING, Signature: signature.toString('base64') };
  },
  GetPublicKey(input, request) {
    const key = ring.use(input, request, 'GetPublicKey', 'SIGN_VERIFY');
    return {
      KeyId: key.arn,
      KeySpec: 'ECC_NIST_P256',
      KeyUsage: key.usage,
      SigningAlgorithms: [SIGNING],
      PublicKey: createPublicKey(key.material).export({ type: 'spki', format: 'der' }).toString('base64'),
    };
  },
});

/** The id of the key that encrypted it. */
const keyOf = (sealed: Buffer): string => sealed.subarray(0, ID).toString('latin1');

function conditionKeys(context: Context): RequestContext {
  const pairs = Object.entries(context).map(([name, value]) => [`kms:EncryptionContext:${name}`, value]);
  return { 'kms:EncryptionContextKeys': Object.keys(context), ...Object.fromEntries(pairs) };
}

/** Canonical bytes of an encryption context, independent of the order of its pairs. */
const associated = (context: Context = {}): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));

function seal(key: LocalKey, plain: Buffer, context: Context): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key.material, iv).setAAD(associated(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from(key.id, 'latin1'), iv, cipher.getAuthTag(), body]);
}

function open(key: LocalKey, sealed: Buffer, context: Context): Buffer {
  try {
    const tag = sealed.subarray(ID + IV, ID + IV + TAG);
    const decipher = createDecipheriv('aes-256-gcm', key.material, sealed.subarray(ID, ID + IV), { authTagLength: TAG })
      .setAAD(associated(context))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(ID + IV + TAG)), decipher.final()]);
  } catch {
    throw new AwsError(400, 'InvalidCiphertextException', '');
  }
}

function mac(key: LocalKey, input: Input): Buffer {
  const algorithm = text(input, 'MacAlgorithm');
  if (algorithm !== 'HMAC_SHA_256') {
    const message = `Algorithm ${algorithm} is incompatible with key spec HMAC_256.`;
    throw new AwsError(400, 'InvalidKeyUsageException', message);
  }
  return createHmac('sha256', key.material).update(messageOf(input)).digest();
}

function messageOf(input: Input): Buffer {
  const message = blob(input, 'Message');
  if (message.length < 1 || message.length > MAX_PLAIN) {
    throw new AwsError(400, 'ValidationException', `Message must have between 1 and ${MAX_PLAIN} bytes.`);
  }
  return message;
}
