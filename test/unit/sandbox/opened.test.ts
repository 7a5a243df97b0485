/** How long an opened credential stays in a sandbox, and for what it is used again. */
import { afterEach, expect, test } from '@jest/globals';
import { KEY_LIFE_MS } from '../../../aws/credentials.ts';
import type { Credential } from '../../../core/request/credential/index.ts';
import { createOpener, type OpenCredential } from '../../../lambdas/sandbox/opened.ts';
import type { LoadedServer, Upstream } from '../../../lambdas/sandbox/server.ts';
import { SERVER } from '../../support/bundles.ts';
import { type Rig, startRig, textsOf } from '../../support/sandboxRig.ts';
import { tokenVault } from '../../support/tokenStore.ts';

const BEARER: Credential = { type: 'bearer', token: 'held-token-7f31a9' };
const HANDED = { ciphertext: 'one', tokens: undefined };
const server = { bundle: { serverId: SERVER } } as LoadedServer;
const at = (origin: string) => ({ origin, auth: { type: 'bearer', origin } }) as Upstream;

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

function counted(answer: () => Promise<Uint8Array> = async () => Buffer.from(JSON.stringify(BEARER))) {
  const opened: string[] = [];
  const clock = { now: 1_000_000 };
  const open: OpenCredential = createOpener(
    {
      ...tokenVault(),
      decrypt: async (_serverId, origin, ciphertext) => {
        opened.push(`${ciphertext} for ${origin}`);
        return answer();
      },
    },
    async (credential) => credential,
    () => clock.now,
  );
  return { open, opened, clock };
}

test('the same credential is opened once, and searched for by one search', async () => {
  const { open, opened } = counted();

  const [first, second] = [
    await open(server, at('https://a.example'), HANDED),
    await open(server, at('https://a.example'), HANDED),
  ];

  expect(opened).toEqual(['one for https://a.example']);
  expect(second.credential).toEqual(BEARER);
  expect(second.masker()).toBe(first.masker());
});

test.each([
  ['another credential', at('https://a.example'), { ciphertext: 'two', tokens: undefined }],
  ['another host', at('https://b.example'), HANDED],
])('%s takes its place, and the former is opened anew', async (_, upstream, handed) => {
  const { open, opened } = counted();

  await open(server, at('https://a.example'), HANDED);
  await open(server, upstream, handed);
  await open(server, at('https://a.example'), HANDED);

  expect(opened).toEqual([
    'one for https://a.example',
    `${handed.ciphertext} for ${upstream.origin}`,
    'one for https://a.example',
  ]);
});

test('it is opened anew when its data key has to be', async () => {
  const { open, opened, clock } = counted();

  await open(server, at('https://a.example'), HANDED);
  clock.now += KEY_LIFE_MS - 1;
  await open(server, at('https://a.example'), HANDED);
  clock.now += 1;
  await open(server, at('https://a.example'), HANDED);

  expect(opened).toHaveLength(2);
});

test('what cannot be opened is not held, and what was held before it is gone', async () => {
  let isOpen = true;
  const { open, opened } = counted(async () => {
    if (isOpen) return Buffer.from(JSON.stringify(BEARER));
    throw new Error('refused');
  });

  await open(server, at('https://a.example'), HANDED);
  isOpen = false;
  const refused = open(server, at('https://a.example'), { ciphertext: 'two', tokens: undefined });
  await expect(refused).rejects.toThrow(expect.objectContaining({ code: 'credential_unavailable' }));
  const again = open(server, at('https://a.example'), HANDED);
  await expect(again).rejects.toThrow(expect.objectContaining({ code: 'credential_unavailable' }));

  expect(opened).toHaveLength(3);
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
