/** The KMS twin through the real client. */
import {
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  verify as verifySignature,
} from 'node:crypto';
import {
  DecryptCommand,
  GenerateDataKeyCommand,
  GenerateMacCommand,
  GetPublicKeyCommand,
  KMSClient,
  ReEncryptCommand,
  SignCommand,
  VerifyMacCommand,
} from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { kmsService, type LocalKey } from '../../../../local/twins/kms.ts';
import { startTwin, type TwinAccess } from '../../../support/twins.ts';

const key = (name: string, usage: LocalKey['usage']): LocalKey => ({
  id: name.padEnd(36, '0'),
  arn: `arn:aws:kms:us-east-1:000000000000:key/${name.padEnd(36, '0')}`,
  usage,
  material: createSecretKey(randomBytes(32)),
});
const credentials = key('credentials', 'ENCRYPT_DECRYPT');
const other = key('other', 'ENCRYPT_DECRYPT');
const signing = key('signing', 'GENERATE_VERIFY_MAC');
const audit: LocalKey = {
  ...key('audit', 'SIGN_VERIFY'),
  material: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
};

let twin: TwinAccess;
let client: KMSClient;
beforeAll(async () => {
  twin = await startTwin(kmsService([credentials, other, signing, audit]), {
    all: [{ Action: 'kms:*', Resource: '*' }],
    encrypter: [{ Action: 'kms:GenerateDataKey', Resource: credentials.arn }],
    binder: [
      {
        Action: 'kms:ReEncryptFrom',
        Resource: credentials.arn,
        Condition: { 'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['serverId'] } },
      },
      {
        Action: 'kms:ReEncryptTo',
        Resource: credentials.arn,
        Condition: { 'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['serverId', 'origin'] } },
      },
    ],
    sandbox: [
      {
        Action: 'kms:Decrypt',
        Resource: credentials.arn,
        Condition: {
          'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['serverId'] },
          Null: { 'kms:EncryptionContext:serverId': 'false' },
        },
      },
    ],
  });
  client = new KMSClient(twin.as('all'));
});
afterAll(() => twin.close());

const makeKey = (EncryptionContext: Record<string, string>) =>
  client.send(new GenerateDataKeyCommand({ KeyId: credentials.arn, KeySpec: 'AES_256', EncryptionContext }));
const encrypt = async (context: Record<string, string>) => (await makeKey(context)).CiphertextBlob as Uint8Array;
const named = (name: string) => expect.objectContaining({ name });

describe('the KMS twin', () => {
  test('makes data keys, each another, and decrypts them under the same encryption context in any order', async () => {
    const made = await makeKey({ serverId: 'srv_a', kind: 'x' });

    const again = await makeKey({ serverId: 'srv_a', kind: 'x' });
    const { Plaintext } = await client.send(
      new DecryptCommand({
        CiphertextBlob: made.CiphertextBlob,
        EncryptionContext: { kind: 'x', serverId: 'srv_a' },
      }),
    );

    expect(Plaintext).toEqual(made.Plaintext);
    expect(made.Plaintext).toHaveLength(32);
    expect(again.Plaintext).not.toEqual(made.Plaintext);
    expect(Buffer.from(made.CiphertextBlob as Uint8Array).includes(Buffer.from(made.Plaintext as Uint8Array))).toBe(
      false,
    );
  });

  test.each([
    ['another context', { serverId: 'srv_b' }],
    ['no context', {}],
    ['a further pair', { serverId: 'srv_a', more: 'x' }],
  ])('refuses to decrypt under %s', async (_name, EncryptionContext) => {
    const CiphertextBlob = await encrypt({ serverId: 'srv_a' });
    await expect(
      client.send(new DecryptCommand({ KeyId: credentials.arn, CiphertextBlob, EncryptionContext })),
    ).rejects.toEqual(named('InvalidCiphertextException'));
  });

  test('refuses to decrypt with another key, altered bytes, or bytes of its own making', async () => {
    const CiphertextBlob = await encrypt({ serverId: 'srv_a' });
    const decrypt = (KeyId: string, blob: Uint8Array) =>
      client.send(new DecryptCommand({ KeyId, CiphertextBlob: blob, EncryptionContext: { serverId: 'srv_a' } }));

    await expect(decrypt(other.arn, CiphertextBlob)).rejects.toEqual(named('IncorrectKeyException'));
    for (const at of [40, CiphertextBlob.length - 1]) {
      const altered = Uint8Array.from(CiphertextBlob);
      altered[at] = (altered[at] as number) ^ 1;
      await expect(decrypt(credentials.arn, altered)).rejects.toEqual(named('InvalidCiphertextException'));
    }
    await expect(decrypt(credentials.arn, randomBytes(80))).rejects.toEqual(named('InvalidCiphertextException'));
  });

  test('makes MACs that verify, and refuses those of another message', async () => {
    const Message = Buffer.from('bundle:1');
    const { Mac } = await client.send(
      new GenerateMacCommand({ KeyId: signing.arn, MacAlgorithm: 'HMAC_SHA_256', Message }),
    );
    const verify = (text: string) =>
      client.send(
        new VerifyMacCommand({ KeyId: signing.arn, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from(text), Mac }),
      );

    expect(await verify('bundle:1')).toMatchObject({ MacValid: true });
    await expect(verify('bundle:2')).rejects.toEqual(named('KMSInvalidMacException'));
    await expect(
      client.send(new GenerateMacCommand({ KeyId: signing.arn, MacAlgorithm: 'HMAC_SHA_512', Message })),
    ).rejects.toEqual(named('InvalidKeyUsageException'));
  });

  test('signs with a P-256 key so that its public part alone verifies it, and tells no more than that part', async () => {
    const Message = Buffer.from('audit-manifest:1:00');
    const sign = (KeyId: string, more: object = {}) =>
      client.send(new SignCommand({ KeyId, Message, SigningAlgorithm: 'ECDSA_SHA_256', ...more }));
    const { Signature } = await sign(audit.arn);
    const { PublicKey, KeySpec } = await client.send(new GetPublicKeyCommand({ KeyId: audit.arn }));
    const publicKey = createPublicKey({ key: Buffer.from(PublicKey as Uint8Array), format: 'der', type: 'spki' });

    const isGood = (text: string) => verifySignature('sha256', Buffer.from(text), publicKey, Signature as Uint8Array);

    expect([KeySpec, isGood('audit-manifest:1:00'), isGood('audit-manifest:2:00')]).toEqual([
      'ECC_NIST_P256',
      true,
      false,
    ]);
    await expect(sign(signing.arn)).rejects.toEqual(named('InvalidKeyUsageException'));
    await expect(sign(audit.arn, { SigningAlgorithm: 'ECDSA_SHA_384' })).rejects.toEqual(named('ValidationException'));
    await expect(sign(audit.arn, { Message: Buffer.alloc(4_097) })).rejects.toEqual(named('ValidationException'));
    await expect(
      new KMSClient(twin.as('encrypter')).send(new GetPublicKeyCommand({ KeyId: audit.arn })),
    ).rejects.toEqual(named('AccessDeniedException'));
  });

  test('refuses a key for what it is not made for, a key that is not there, and data keys of other kinds', async () => {
    const make = (KeyId: string, KeySpec: 'AES_256' | 'AES_128' = 'AES_256') =>
      client.send(new GenerateDataKeyCommand({ KeyId, KeySpec }));

    await expect(make(signing.arn)).rejects.toEqual(named('InvalidKeyUsageException'));
    await expect(make('nobody')).rejects.toEqual(named('NotFoundException'));
    await expect(make(credentials.arn, 'AES_128')).rejects.toEqual(named('ValidationException'));
  });

  test('denies what the role does not allow', async () => {
    const encrypter = new KMSClient(twin.as('encrypter'));
    const CiphertextBlob = await encrypt({ serverId: 'srv_a' });

    await expect(
      encrypter.send(
        new DecryptCommand({ KeyId: credentials.arn, CiphertextBlob, EncryptionContext: { serverId: 'srv_a' } }),
      ),
    ).rejects.toEqual(named('AccessDeniedException'));
  });

  test('wraps a key again under another context, each side by a right of its own', async () => {
    const binder = new KMSClient(twin.as('binder'));
    const [before, after] = [{ serverId: 'srv_a' }, { serverId: 'srv_a', origin: 'https://a.example' }];
    const CiphertextBlob = await encrypt(before);
    const again = (blob: Uint8Array, from: Record<string, string>, to: Record<string, string>, as = binder) =>
      as.send(
        new ReEncryptCommand({
          CiphertextBlob: blob,
          SourceEncryptionContext: from,
          DestinationKeyId: credentials.arn,
          DestinationEncryptionContext: to,
        }),
      );

    const wrapped = (await again(CiphertextBlob, before, after)).CiphertextBlob as Uint8Array;

    const plain = async (blob: Uint8Array, EncryptionContext: Record<string, string>) =>
      (await client.send(new DecryptCommand({ CiphertextBlob: blob, EncryptionContext }))).Plaintext;
    expect(await plain(wrapped, after)).toEqual(await plain(CiphertextBlob, before));
    await expect(plain(wrapped, before)).rejects.toEqual(named('InvalidCiphertextException'));
    await expect(again(CiphertextBlob, { serverId: 'srv_b' }, after)).rejects.toEqual(
      named('InvalidCiphertextException'),
    );
    await expect(again(wrapped, after, { ...after, origin: 'https://b.example' })).rejects.toEqual(
      named('AccessDeniedException'),
    );
    await expect(again(CiphertextBlob, before, { other: 'x' })).rejects.toEqual(named('AccessDeniedException'));
  });

  test('lets the sandbox decrypt under a server id only', async () => {
    const sandbox = new KMSClient(twin.as('sandbox'));
    const bare = await encrypt({});
    const decrypt = (CiphertextBlob: Uint8Array, EncryptionContext: Record<string, string>) =>
      sandbox.send(new DecryptCommand({ KeyId: credentials.arn, CiphertextBlob, EncryptionContext }));

    expect(await decrypt(await encrypt({ serverId: 'srv_a' }), { serverId: 'srv_a' })).toHaveProperty('Plaintext');
    await expect(decrypt(bare, {})).rejects.toEqual(named('AccessDeniedException'));
    await expect(
      decrypt(await encrypt({ serverId: 'srv_a', more: 'x' }), { serverId: 'srv_a', more: 'x' }),
    ).rejects.toEqual(named('AccessDeniedException'));
  });
});

describe('the gateway', () => {
  test('knows nobody without a key of this start', async () => {
    const stranger = new KMSClient({
      ...twin.as('all'),
      credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'x' },
    });
    await expect(
      stranger.send(new GenerateDataKeyCommand({ KeyId: credentials.arn, KeySpec: 'AES_256' })),
    ).rejects.toEqual(named('UnrecognizedClientException'));
  });

  test('answers no web page and no other host name', async () => {
    const { status } = await fetch(twin.url, { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect(status).toBe(404);
  });
});
