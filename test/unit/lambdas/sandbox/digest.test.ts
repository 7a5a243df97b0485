/** Calls with HTTP Digest, against the server side of http-auth, which counts its nonces. */
import { createRequire } from 'node:module';
import { afterEach, describe, expect, test } from '@jest/globals';
import { checkCredential } from '../../../../core/request/credential/index.ts';
import { defined } from '../../../support/defined.ts';
import { type Rig, startRig } from '../../../support/sandboxRig.ts';
import type { RecordedRequest, Reply } from '../../../support/upstream.ts';

const { digest } = createRequire(import.meta.url)('http-auth') as {
  digest(
    options: object,
    checker: (user: string, done: (hash: string) => void) => void,
  ): {
    nonces: unknown[];
    isAuthenticated(request: object, done: (result: { pass?: boolean; stale?: boolean }) => void): void;
    generateHeader(result: object): string;
  };
};
const { md5 } = createRequire(import.meta.url)('http-auth/src/auth/utils') as { md5(text: string): string };

const USER = { username: 'ann', password: 'planted digest 7f31' };
let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function start({ algorithm = 'MD5', auth = USER, reply = {} as Reply, onAsked = (_: number) => {} } = {}) {
  const peer = digest({ realm: 'things', algorithm }, (user, done) => done(md5(`${user}:things:${USER.password}`)));
  let asked = 0;
  const respond = (request: RecordedRequest): Promise<Reply> =>
    new Promise((done) => {
      onAsked(++asked);
      const headers = Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value]));
      peer.isAuthenticated({ method: request.method, url: request.target, headers }, (result) =>
        done(
          result.pass
            ? { headers: { 'content-type': 'application/json' }, body: '{"ok":true}', ...reply }
            : { status: 401, headers: { 'www-authenticate': peer.generateHeader(result) }, body: 'who are you?' },
        ),
      );
    });
  rig = await startRig({
    credential: checkCredential({ type: 'digest', ...auth }),
    respond,
    tools: { order: { program: { verb: 'POST', path: '/orders', parameters: [] } } },
  });
  return { ...rig, peer };
}

test.each(['MD5', 'MD5-sess'])('%s is answered, and once for all calls that follow', async (algorithm) => {
  const { call, upstream } = await start({ algorithm });

  const outcomes = [await call('get', { q: 'a b&"' }), await call('get'), await call('order')];

  expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(upstream.requests.map(({ all }) => all('authorization').length)).toEqual([0, 1, 1, 1]);
});

describe('a request is sent again', () => {
  test('whatever its method is: what is challenged was not carried out', async () => {
    const { call, upstream } = await start();

    expect(await call('order')).toMatchObject({ isError: false, status: 200 });
    expect(upstream.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  test('when its nonce is no longer known', async () => {
    const { call, upstream, peer } = await start();
    await call('get');
    peer.nonces.length = 0;

    expect(await call('get')).toMatchObject({ isError: false, status: 200 });
    expect(upstream.requests).toHaveLength(4);
  });

  test('once more when the new nonce is stale at once, and then no more', async () => {
    let forgotten = 2;
    const own = await start({
      onAsked: (asked) => {
        if (asked >= 2 && forgotten-- > 0) own.peer.nonces.length = 0;
      },
    });

    expect(await own.call('get')).toMatchObject({ isError: true, status: 401 });
    expect(own.upstream.requests).toHaveLength(3);
    expect(await own.call('get')).toMatchObject({ isError: false, status: 200 });
  });

  test('by calls at the same moment, whose counts arrive in any order', async () => {
    const { call } = await start();

    const outcomes = await Promise.all(Array.from({ length: 10 }, () => call('get')));

    expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});

test('a wrong password is told, and not tried again and again', async () => {
  const { call, upstream } = await start({ auth: { ...USER, password: 'wrong-planted-1' } });

  expect(await call('get')).toMatchObject({ isError: true, status: 401 });
  expect(upstream.requests).toHaveLength(2);
});

test('a refusal without a digest ends the call', async () => {
  rig = await startRig({
    credential: checkCredential({ type: 'digest', ...USER }),
    respond: () => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="r"' }, body: 'no' }),
  });

  expect(await rig.call('get')).toMatchObject({ isError: true, status: 401 });
  expect(rig.upstream.requests).toHaveLength(1);
});

test('the nonce that a server wants next is used next', async () => {
  const { call, upstream } = await start({ reply: { headers: { 'authentication-info': 'nextnonce="fresh-1"' } } });
  await call('get');

  await call('get');

  expect(upstream.requests[2]?.all('authorization')[0]).toMatch(/nonce="fresh-1".*nc=00000001/);
});

test('neither the password nor what was derived from it comes back', async () => {
  const { call, upstream } = await start();
  const own = upstream.respond;
  upstream.respond = async (request, socket) => {
    const { status, ...answer } = await own(request, socket);
    const seen = request.all('authorization')[0] ?? '';
    const hash = md5(`ann:things:${USER.password}`);
    return status === 401 ? { status, ...answer } : { body: JSON.stringify({ seen, hash, password: USER.password }) };
  };

  const text = JSON.stringify(await call('get', {}, { explain: true }));
  const response = /response="(\w+)"/.exec(upstream.requests[1]?.all('authorization')[0] ?? '')?.[1];

  expect(response).toHaveLength(32);
  for (const secret of [defined(response), md5(`ann:things:${USER.password}`), USER.password])
    expect(text).not.toContain(secret);
  expect(text).toContain('Digest ••••');
});
