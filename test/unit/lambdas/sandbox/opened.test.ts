/** A credential is opened for each call, and only what says nothing of it is used again. */
import { afterEach, expect, jest, test } from '@jest/globals';
import type { AwsSigV4Credential } from '../../../../core/request/credential/awsSigV4.ts';
import type { BearerCredential } from '../../../../core/request/credential/bearer.ts';
import { type Credential, checkCredential, partOf, withPart } from '../../../../core/request/credential/index.ts';
import { createOpener } from '../../../../lambdas/sandbox/opened.ts';
import type { WithSession } from '../../../../lambdas/sandbox/roles.ts';
import type { Resolver } from '../../../../lambdas/sandbox/secrets.ts';
import type { LoadedServer, Upstream } from '../../../../lambdas/sandbox/server.ts';
import { SERVER } from '../../../support/bundles.ts';
import { createAuthority } from '../../../support/certificates.ts';
import { defined } from '../../../support/defined.ts';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';
import { tokenVault } from '../../../support/tokenStore.ts';

const BEARER: BearerCredential = { type: 'bearer', token: 'held-token-7f31a9' };
const ROLE = 'arn:aws:iam::123456789012:role/orders';
const server = { bundle: { serverId: SERVER } } as LoadedServer;
const at = (origin: string) => ({ origin, auth: { type: 'bearer', origin } }) as Upstream;

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const HALF_HOUR = 1_800_000;

const NO_RESOLVER: Resolver = {
  resolve: () => Promise.reject(new Error('No credential here names a secret.')),
  refused() {},
};

/** An opener whose ciphertexts are credentials in JSON, and the buffers that it got. */
function opener(withSession: WithSession = async (credential) => credential, secrets: Resolver = NO_RESOLVER) {
  const opened: Uint8Array[] = [];
  const open = createOpener(
    {
      ...tokenVault(),
      secrets,
      decrypt: async (_serverId, _origin, ciphertext) => {
        const bytes = Buffer.from(ciphertext);
        opened.push(bytes);
        return bytes;
      },
    },
    withSession,
  );
  return { open, opened };
}

const handed = (credential: Credential | object) => ({ ciphertext: JSON.stringify(credential), tokens: undefined });

test('it is opened for each call, and its bytes are overwritten at once', async () => {
  const { open, opened } = opener();

  const [first, second] = [
    await open(server, at('https://a.example'), handed(BEARER)),
    await open(server, at('https://a.example'), handed(BEARER)),
  ];

  expect([first.credential, second.credential]).toEqual([BEARER, BEARER]);
  expect(second.credential).not.toBe(first.credential);
  expect(opened.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true, true]);
});

test('it is blanked in each answer, also when another one was opened meanwhile', async () => {
  const { open } = opener();
  const other = { type: 'bearer', token: 'other-token-82c4b0' };

  const masked = [];
  for (const credential of [BEARER, other, BEARER, BEARER]) {
    const { masker } = await open(server, at('https://a.example'), handed(credential));
    masked.push(masker.text(`${BEARER.token} or ${other.token}`));
  }

  const [one, two] = ['[CREDENTIAL] or other-token-82c4b0', 'held-token-7f31a9 or [CREDENTIAL]'];
  expect(masked).toEqual([one, two, one, one]);
});

test('the next session of a role is blanked like the first one', async () => {
  let begun = 0;
  const { open } = opener(async (credential) => {
    begun++;
    const session = {
      accessKeyId: `ASIAPLANTED00000${begun}`,
      secretAccessKey: `planted/secret+${begun}/wJalrXUtnFEMI`,
    };
    return withPart(defined(credential), { ...(credential as AwsSigV4Credential), session } as AwsSigV4Credential);
  });
  const role = { type: 'awsSigV4', roleArn: ROLE, region: 'eu-central-1', service: 'execute-api' };
  const place = { origin: 'https://a.example', auth: { type: 'awsSigV4', origin: 'https://a.example' } } as Upstream;

  const texts = [];
  for (const number of [1, 2]) {
    const { masker } = await open(server, place, handed(role));
    texts.push(masker.text(`key planted/secret+${number}/wJalrXUtnFEMI`));
  }

  expect(texts).toEqual(['key [CREDENTIAL]', 'key [CREDENTIAL]']);
});

test('what cannot be opened is a fault, and so is a credential of another kind', async () => {
  const { open } = opener();

  const first = await open(server, at('https://a.example'), handed(BEARER));
  const refused = open(server, at('https://a.example'), handed({ type: 'basic', username: 'a', password: 'b' }));
  await expect(refused).rejects.toThrow(expect.objectContaining({ code: 'credential_invalid' }));
  const broken = open(server, at('https://a.example'), { ciphertext: '{', tokens: undefined });
  await expect(broken).rejects.toThrow(expect.objectContaining({ code: 'credential_invalid' }));

  expect(first.credential).toEqual(BEARER);
});

test('a certificate that ends while the process runs is refused from then on, though it was checked before', async () => {
  const { open } = opener();
  const { cert, key } = await (await createAuthority('Clients')).issueClient('orders.example');
  const credential = checkCredential({ type: 'mutualTLS', certificate: cert, privateKey: key });
  const place = { origin: 'https://a.example', auth: { type: 'mutualTLS', origin: 'https://a.example' } } as Upstream;
  const { expiresAt } = partOf(credential, 'mutualTLS')?.facts ?? {};

  const before = [await open(server, place, handed(credential)), await open(server, place, handed(credential))];
  jest.useFakeTimers({ now: Date.parse(defined(expiresAt)) + HALF_HOUR });
  const after = open(server, place, handed(credential));

  await expect(after).rejects.toThrow(/ended on/);
  jest.useRealTimers();
  expect(before.map((opened) => opened.credential)).toEqual([credential, credential]);
});

test('a credential that is replaced is on the next request, and each is blanked in its own answer', async () => {
  const texts: Record<string, string> = { one: 'first-token-7f31a9', two: 'second-token-82c4b0' };
  rig = await startRig({
    credential: BEARER,
    respond: (request) => ({ body: `you sent ${request.all('authorization')[0]}` }),
    dependencies: {
      decrypt: async (_serverId, _origin, ciphertext) =>
        Buffer.from(JSON.stringify({ type: 'bearer', token: texts[ciphertext] })),
    },
  });

  const shown = [];
  for (const ciphertext of ['one', 'one', 'two', 'two', 'one'])
    shown.push(textsOf(await rig.call('get', {}, { ciphertext }))[0]);

  expect(rig.upstream.requests.map((request) => request.all('authorization')[0])).toEqual(
    ['one', 'one', 'two', 'two', 'one'].map((name) => `Bearer ${texts[name]}`),
  );
  expect(shown.map((text) => /you sent Bearer \[CREDENTIAL\]/.test(text ?? ''))).toEqual(Array(5).fill(true));
});

test('one whose secret was rotated is blanked in answers as it is now', async () => {
  let token = 'first-secret-of-the-api';
  const secrets: Resolver = {
    resolve: async () => ({ plaintext: Buffer.from(JSON.stringify({ type: 'bearer', token })), versions: token }),
    refused() {},
  };
  const { open } = opener(undefined, secrets);
  const named = handed({ type: 'bearer', token: '{{resolve:secretsmanager:arn}}' });

  const first = await open(server, at('https://a.example'), named);
  token = 'second-secret-of-the-api';
  const second = await open(server, at('https://a.example'), named);

  expect([first, second].map(({ credential }) => credential)).toEqual([
    { type: 'bearer', token: 'first-secret-of-the-api' },
    { type: 'bearer', token: 'second-secret-of-the-api' },
  ]);
  expect(second.masker.text('it is second-secret-of-the-api', { isJson: false })).not.toContain('second-secret');
});
