/** Sealed credentials before a KMS of the test's own: what opens them, what does not, and how often KMS is asked. */

import { createSecretKey, randomBytes } from 'node:crypto';
import { GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  bindFound,
  bindUnbound,
  decryptAddress,
  decryptCredential,
  encryptAddress,
  encryptAwaiting,
  encryptCredential,
  isUnbound,
  KEY_LIFE_MS,
  openTokens,
  sealTokens,
  type TokensOf,
} from '../../../aws/credentials.ts';
import { open as openEnvelope, seal as sealEnvelope } from '../../../aws/services/envelope.ts';
import { kmsService, type LocalKey } from '../../../local/twins/kms.ts';
import { startTwin, type TwinAccess } from '../../support/twins.ts';

const KEY: LocalKey = {
  id: '00000000-0000-0000-0000-00000000000a',
  arn: 'arn:aws:kms:us-east-1:000000000000:key/00000000-0000-0000-0000-00000000000a',
  usage: 'ENCRYPT_DECRYPT',
  material: createSecretKey(randomBytes(32)),
};
const SECRET = '{"type":"bearer","token":"a-secret-of-an-upstream"}';

let twin: TwinAccess;
let decrypted = 0;
let isDown = false;
const before = { ...process.env };

beforeAll(async () => {
  const service = kmsService([KEY]);
  twin = await startTwin({
    ...service,
    serve: async (request, response) => {
      if (String(request.headers['x-amz-target']).endsWith('.Decrypt')) decrypted++;
      if (isDown) throw new Error('KMS is down');
      await service.serve(request, response);
    },
  });
  const { credentials } = twin.as('all');
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_KMS: twin.url,
    KEY_CREDENTIALS: KEY.arn,
  });
});
afterAll(async () => {
  process.env = before;
  await twin.close();
});
beforeEach(() => {
  decrypted = 0;
  isDown = false;
});

const ORIGIN = 'https://api.example.com';
const seal = (serverId: string, text = SECRET, origin = ORIGIN) =>
  encryptCredential(serverId, origin, Buffer.from(text));
const open = async (serverId: string, sealed: string, origin = ORIGIN, options = {}) =>
  Buffer.from(await decryptCredential(serverId, origin, sealed, options)).toString();
/** As the first version sealed a credential: KMS ciphertext of its own. The bytes of a data key stand for the credential. */
async function sealBare() {
  const request = { KeyId: KEY.arn, KeySpec: 'AES_256', EncryptionContext: { serverId: 'srv_a' } } as const;
  const { Plaintext, CiphertextBlob } = await new KMSClient(twin.as('all')).send(new GenerateDataKeyCommand(request));
  return { secret: Plaintext as Uint8Array, sealed: Buffer.from(CiphertextBlob as Uint8Array).toString('base64') };
}
/** As those after it did. */
const UNBOUND = { version: 'v1', context: { serverId: 'srv_a' }, associated: 'portcullis/credential/v1:srv_a' };
const sealUnbound = () => sealEnvelope(UNBOUND, Buffer.from(SECRET));
const OTHER_ORIGINS = [
  'https://api.example.org',
  'https://api.example.com:8443',
  'http://api.example.com',
  'https://api.example.com.evil.example',
  '',
];

describe('a sealed credential', () => {
  test('and the sealed address of a description open nothing of each other', async () => {
    const url = 'https://api.example.com/openapi.json?key=abc';
    const sealed = await encryptAddress('srv_a', url);

    expect(await decryptAddress('srv_a', sealed)).toBe(url);
    await expect(open('srv_a', sealed)).rejects.toThrow();
    await expect(open('srv_a', sealed, ORIGIN, { mayBeUnbound: true })).rejects.toThrow();
    await expect(decryptAddress('srv_b', sealed)).rejects.toThrow();
    await expect(decryptAddress('srv_a', await seal('srv_a'))).rejects.toThrow();
  });

  test.each(OTHER_ORIGINS)('does not open for %j, also when its data key is held', async (other) => {
    const sealed = await seal('srv_a');
    await open('srv_a', sealed);

    await expect(open('srv_a', sealed, other)).rejects.toThrow(
      expect.objectContaining({ name: 'InvalidCiphertextException' }),
    );
  });

  test('does not open as what another kind of sealing is', async () => {
    const sealed = await seal('srv_a');
    const rebound = await bindUnbound('srv_a', ORIGIN, await sealUnbound());

    for (const each of [sealed, rebound]) {
      const [version, ...rest] = each.split('.');
      for (const name of ['v1', 'v2', 'v2r', 'v2d'].filter((one) => one !== version)) {
        const renamed = [name, ...rest].join('.');
        await expect(open('srv_a', renamed, ORIGIN, { mayBeUnbound: true })).rejects.toThrow();
      }
    }
  });
});

describe('tokens beside a credential', () => {
  const LOGIN = 'https://login.example.com';
  const TOKENS = '{"accessToken":"an-access-token","refreshToken":"a-refresh-token"}';
  const of = (ciphertext: string) => ({
    serverId: 'srv_a',
    origin: ORIGIN,
    ciphertext,
    holder: 'server',
    tokenOrigin: LOGIN,
  });
  const opened = async (bound: TokensOf, sealed: string) => Buffer.from(await openTokens(bound, sealed)).toString();

  test('open for what they were sealed for, and for nothing else', async () => {
    const [own, other] = [await seal('srv_a'), await seal('srv_a')];
    const sealed = await sealTokens(of(own), Buffer.from(TOKENS));

    expect(await opened(of(own), sealed)).toBe(TOKENS);
    for (const change of [
      { serverId: 'srv_b' },
      { origin: 'https://evil.example' },
      { tokenOrigin: 'https://evil.example' },
      { holder: 'https://files.example.com' },
      { ciphertext: other },
    ]) {
      await expect(opened({ ...of(own), ...change }, sealed)).rejects.toThrow();
    }
    for (const secret of ['an-access-token', 'a-refresh-token']) expect(sealed).not.toContain(secret);
  });

  test('are no credential, and a credential is none of them', async () => {
    const own = await seal('srv_a');
    const sealed = await sealTokens(of(own), Buffer.from(TOKENS));
    const [, wrapped, body] = own.split('.');

    await expect(open('srv_a', `v2.${wrapped}.${sealed.split('.')[1]}`)).rejects.toThrow();
    await expect(opened(of(own), `t1.${body}`)).rejects.toThrow();
  });

  test('cost no request to KMS beyond that of their credential', async () => {
    const own = await seal('srv_a');
    await open('srv_a', own);
    decrypted = 0;

    await opened(of(own), await sealTokens(of(own), Buffer.from(TOKENS)));

    expect(decrypted).toBe(0);
  });
});

describe('a credential whose origin was not known', () => {
  test('is opened by nobody before it is bound, and then for that origin only', async () => {
    const waiting = await encryptAwaiting('srv_a', 'dep_1', Buffer.from(SECRET));
    for (const origin of [ORIGIN, ...OTHER_ORIGINS])
      await expect(open('srv_a', waiting, origin, { mayBeUnbound: true })).rejects.toThrow();

    const bound = await bindFound('srv_a', 'dep_1', ORIGIN, waiting);

    expect(await open('srv_a', bound)).toBe(SECRET);
    for (const origin of OTHER_ORIGINS) await expect(open('srv_a', bound, origin)).rejects.toThrow();
    await expect(open('srv_b', bound)).rejects.toThrow();
  });

  test('is bound by its own deployment only, and never again', async () => {
    const waiting = await encryptAwaiting('srv_a', 'dep_1', Buffer.from(SECRET));
    const bound = await bindFound('srv_a', 'dep_1', ORIGIN, waiting);

    await expect(bindFound('srv_a', 'dep_2', ORIGIN, waiting)).rejects.toThrow();
    await expect(bindFound('srv_b', 'dep_1', ORIGIN, waiting)).rejects.toThrow();
    await expect(bindFound('srv_a', 'dep_1', 'https://evil.example', bound)).rejects.toThrow();
    await expect(bindUnbound('srv_a', 'https://evil.example', bound)).rejects.toThrow();
    await expect(bindUnbound('srv_a', 'https://evil.example', await seal('srv_a'))).rejects.toThrow();
  });

  test('of an earlier version opens where that is asked for, until it is bound', async () => {
    const old = await sealUnbound();
    expect(isUnbound(old)).toBe(true);
    await expect(open('srv_a', old)).rejects.toThrow(expect.objectContaining({ code: 'ciphertext_invalid' }));
    expect(await open('srv_a', old, ORIGIN, { mayBeUnbound: true })).toBe(SECRET);

    const bound = await bindUnbound('srv_a', ORIGIN, old);

    expect(isUnbound(bound)).toBe(false);
    expect(await open('srv_a', bound)).toBe(SECRET);
    await expect(open('srv_a', bound, 'https://evil.example', { mayBeUnbound: true })).rejects.toThrow();
    await expect(openEnvelope({ ...UNBOUND, version: 'v2r' }, bound)).rejects.toThrow();
  });

  test('of the first version, which had no envelopes, likewise', async () => {
    const { secret, sealed } = await sealBare();
    expect(isUnbound(sealed)).toBe(true);
    await expect(open('srv_a', sealed)).rejects.toThrow(expect.objectContaining({ code: 'ciphertext_invalid' }));
    await expect(open('srv_b', sealed, ORIGIN, { mayBeUnbound: true })).rejects.toThrow();
    expect(await decryptCredential('srv_a', ORIGIN, sealed, { mayBeUnbound: true })).toEqual(Buffer.from(secret));

    const bound = await bindUnbound('srv_a', ORIGIN, sealed);

    expect(isUnbound(bound)).toBe(false);
    expect(await decryptCredential('srv_a', ORIGIN, bound)).toEqual(Buffer.from(secret));
    for (const origin of OTHER_ORIGINS) await expect(open('srv_a', bound, origin)).rejects.toThrow();
    await expect(open('srv_b', bound)).rejects.toThrow();
    await expect(bindUnbound('srv_a', 'https://evil.example', bound)).rejects.toThrow();
    await expect(bindUnbound('srv_a', 'https://evil.example', bound.slice('v0r.'.length))).rejects.toThrow();
  });
});

describe('the form', () => {
  test('is opened by the server that it was sealed for, and says nothing by itself', async () => {
    const sealed = await seal('srv_a');

    expect(sealed).toMatch(/^v2\.[\w-]+\.[\w-]+$/);
    expect(sealed).not.toContain(Buffer.from(SECRET).toString('base64url').slice(4, 30));
    expect(await open('srv_a', sealed)).toBe(SECRET);
    expect(await seal('srv_a')).not.toBe(sealed);
  });

  test('holds long secrets and ones of any bytes', async () => {
    const long = 'ž漢'.repeat(5_000);
    expect(await open('srv_a', await seal('srv_a', long))).toBe(long);
  });

  test('is not opened for another server, also when its data key is held', async () => {
    const sealed = await seal('srv_a');
    await open('srv_a', sealed);

    await expect(open('srv_b', sealed)).rejects.toThrow(
      expect.objectContaining({ name: 'InvalidCiphertextException' }),
    );
  });

  test('is not opened with the body of another one', async () => {
    const [first, second] = [await seal('srv_a', 'first'), await seal('srv_a', 'second')].map((each) =>
      each.split('.'),
    );

    const mixed = ['v2', first?.[1], second?.[2]].join('.');
    await expect(open('srv_a', mixed)).rejects.toThrow(expect.objectContaining({ code: 'ciphertext_invalid' }));
  });

  test.each([
    ['one of another form', 'AQICAHh'],
    ['another version', (sealed: string) => sealed.replace('v2', 'v3')],
    ['a part more', (sealed: string) => `${sealed}.x`],
    ['no body', (sealed: string) => sealed.split('.').slice(0, 2).join('.')],
    ['a body that is cut', (sealed: string) => sealed.slice(0, -3)],
    ['a body of a few bytes', (sealed: string) => `${sealed.split('.').slice(0, 2).join('.')}.AAAA`],
  ])('is refused as %s', async (_name, change) => {
    const sealed = typeof change === 'string' ? change : change(await seal('srv_a'));
    await expect(open('srv_a', sealed)).rejects.toThrow(expect.objectContaining({ code: 'ciphertext_invalid' }));
  });

  test('is refused when any byte of it was changed', async () => {
    const sealed = await seal('srv_a');

    const [version, wrapped, body] = sealed.split('.') as [string, string, string];
    for (const [part, other] of [
      [wrapped, (text: string) => [version, text, body]],
      [body, (text: string) => [version, wrapped, text]],
    ] as const) {
      for (let at = 0; at < part.length - 1; at += 7) {
        const flipped = part[at] === 'A' ? 'B' : 'A';
        const altered = other(part.slice(0, at) + flipped + part.slice(at + 1)).join('.');
        await expect(open('srv_a', altered)).rejects.toThrow();
      }
    }
  });
});

describe('the data key', () => {
  test('is asked for once for many calls, also at the same moment', async () => {
    const sealed = await seal('srv_once');
    await Promise.all(Array.from({ length: 20 }, () => open('srv_once', sealed)));

    await open('srv_once', sealed);

    expect(decrypted).toBe(1);
  });

  test('is asked for again when its time is over', async () => {
    const sealed = await seal('srv_time');
    await open('srv_time', sealed);
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + KEY_LIFE_MS + 1);
    await open('srv_time', sealed);

    clock.mockRestore();

    expect(decrypted).toBe(2);
  });

  test('that could not be had is asked for again', async () => {
    const sealed = await seal('srv_down');
    isDown = true;
    await expect(open('srv_down', sealed)).rejects.toThrow();

    isDown = false;
    expect(await open('srv_down', sealed)).toBe(SECRET);
  });

  test('is held for a few servers only', async () => {
    const sealed = await Promise.all(Array.from({ length: 19 }, (_, at) => seal(`srv_${at}`)));
    for (const [at, each] of sealed.entries()) await open(`srv_${at}`, each);
    await open('srv_18', sealed[18] as string);
    expect(decrypted).toBe(19);

    await open('srv_0', sealed[0] as string);
    expect(decrypted).toBe(20);
  });
});
