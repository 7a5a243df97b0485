/**
 * Refresh tokens that are good for one use, against an authorization server that others wrote and that ends everything when it sees one
 * twice: many sandboxes at once, and what is left when something dies at any moment.
 */
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { decryptCredential, encryptCredential, openTokens, sealTokens } from '../../../../aws/credentials.ts';
import { upstreamTokens } from '../../../../aws/tables/upstreamTokens.ts';
import { checkCredential } from '../../../../core/request/credential/index.ts';
import { LEASE_MS, LEASE_RESERVE_MS, SERVER_HOLDER } from '../../../../core/request/credential/oauth2/storedTokens.ts';
import { CLIENT } from '../../../support/authorizationClients.ts';
import { type AuthorizationServer, startAuthorizationServer } from '../../../support/authorizationServer.ts';
import { SERVER } from '../../../support/bundles.ts';
import { type Authority, createAuthority } from '../../../support/certificates.ts';
import { defined } from '../../../support/defined.ts';
import { directAws } from '../../../support/directAws.ts';
import { memoryKms } from '../../../support/memoryAws.ts';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';
import { startTables, type Tables } from '../../../support/tables.ts';
import { tokenStore, tokenVault } from '../../../support/tokenStore.ts';
import { type RecordedRequest, startUpstream, type Upstream } from '../../../support/upstream.ts';

const tokenOf = (request: RecordedRequest): string => (request.all('authorization')[0] ?? '').replace(/^Bearer /, '');

let authority: Authority;
let login: AuthorizationServer;
let upstream: Upstream;
beforeAll(async () => {
  authority = await createAuthority();
  login = await startAuthorizationServer({ authority, ttl: 1, rotates: true });
  upstream = await startUpstream({
    authority,
    respond: async (request) =>
      (await login.isGood(tokenOf(request))) ? { body: 'ok', delayMs: 100 } : { status: 401, body: 'who are you?' },
  });
});
afterAll(async () => {
  await upstream?.close();
  await login?.close();
});

const credentialOf = async () =>
  checkCredential({
    type: 'oauth2',
    grant: 'refreshToken',
    tokenUrl: login.tokenUrl,
    ...CLIENT,
    refreshToken: await login.refreshToken(),
  });

describe('on twenty sandboxes, over a table and under keys as on AWS,', () => {
  let tables: Tables;
  beforeAll(async () => {
    tables = await startTables({ upstream_tokens: ['serverId', 'holder'] }, {});
    Object.assign(process.env, {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'TEST',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_DYNAMODB: tables.url,
      TABLE_UPSTREAM_TOKENS: 'upstream_tokens',
      KEY_CREDENTIALS: 'key-credentials',
    });
    directAws();
    memoryKms();
  });
  afterAll(() => tables?.close());

  test('a thousand calls with a token of one second end well, and no refresh token is shown twice', async () => {
    // Prepare
    const credential = await credentialOf();
    const plaintext = Buffer.from(JSON.stringify(credential));
    const ciphertext = await encryptCredential(SERVER, upstream.baseUrl, plaintext);
    const shared = {
      at: upstream,
      credential,
      ciphertext,
      tokens: upstreamTokens,
      vault: { sealTokens, openTokens },
      dependencies: { decrypt: decryptCredential },
      others: [login.upstream],
    };
    const rigs: Rig[] = [];
    for (let count = 0; count < 20; count++) rigs.push(await startRig(shared));
    const asked = login.asked;

    // Act
    let begun = 0;
    const outcomes = await Promise.all(
      rigs.map(async (rig) => {
        const own: string[] = [];
        while (begun++ < 1_000) {
          const outcome = await rig.call('get');
          own.push(`${outcome.status} ${outcome.errorCode ?? ''}`);
        }
        return own;
      }),
    );
    const row = await upstreamTokens.read(SERVER, SERVER_HOLDER);

    // Assess
    expect(new Set(outcomes.flat())).toEqual(new Set(['200 ']));
    expect(outcomes.flat()).toHaveLength(1_000);
    expect(login.asked - asked).toBeGreaterThanOrEqual(3);
    expect(new Set(login.presented).size).toBe(login.presented.length);
    expect(row?.generation).toBe(login.asked - asked);
    const stored = JSON.stringify(row);
    for (const secret of [...login.issued, ...login.refreshTokens]) expect(stored).not.toContain(secret);
  }, 120_000);
});

test('two regions sign in once between them, and one that is beside home needs home for that only', async () => {
  const host = 'patient.upstream.example';
  const patient = await startAuthorizationServer({ authority, host, rotates: true });
  const credential = checkCredential({
    type: 'oauth2',
    grant: 'refreshToken',
    tokenUrl: patient.tokenUrl,
    ...CLIENT,
    refreshToken: await patient.refreshToken(),
  });
  const [tokens, vault] = [tokenStore(), tokenVault()];
  const shared = { authority, credential, vault, others: [patient.upstream] };
  const home = await startRig({ ...shared, tokens });
  const copies = tokenStore();
  let reads = 0;
  const read: typeof tokens.read = (...key) => {
    reads++;
    return tokens.read(...key);
  };
  const beside = await startRig({ ...shared, tokens: { ...tokens, read }, copies });

  const outcomes = [await home.call('get'), await beside.call('get')];
  const readsOnce = reads;
  outcomes.push(await beside.call('get'));
  const [readsTwice, askedTwice] = [reads, patient.asked];
  // Each region finds that the token has ended.
  await copies.copy(await tokens.write({ ...defined(await tokens.read(SERVER, SERVER_HOLDER)), until: 0 }));
  outcomes.push(...(await Promise.all([home.call('get'), beside.call('get')])));

  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect([askedTwice, patient.asked]).toEqual([1, 2]);
  expect(readsTwice).toBe(readsOnce);
  expect(copies.rows).toEqual(tokens.rows);
  await Promise.all([home, beside, patient].map((each) => each.close()));
});

describe('when something dies', () => {
  afterEach(() => {
    login.losesAnswers = false;
    jest.useRealTimers();
  });

  /** Sandboxes of one server, one after the other, each of its own memory. */
  async function start() {
    const [credential, tokens, vault] = [await credentialOf(), tokenStore(), tokenVault()];
    const sandbox = () => startRig({ at: upstream, credential, tokens, vault, others: [login.upstream] });
    /** The next write of this kind does not come about, and whoever wanted it is gone. */
    const dieBefore = (which: 'lease' | 'tokens', others: { afterIt?: boolean } = {}) => {
      const { write } = tokens;
      tokens.write = async (row) => {
        const kind = row.lease ? 'lease' : 'tokens';
        if (kind !== which) return write(row);
        tokens.write = write;
        if (others.afterIt) await write(row);
        throw new Error('killed');
      };
    };
    return { tokens, sandbox, dieBefore, asked: login.asked };
  }
  const afterTheLease = () => {
    const now = Date.now() + LEASE_MS + 1_000;
    jest.useFakeTimers({
      now,
      doNotFake: [
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'setInterval',
        'setTimeout',
        'clearImmediate',
        'clearInterval',
        'clearTimeout',
      ],
    });
  };

  test('with the lease and before the exchange, the refresh token is still good', async () => {
    const { sandbox, dieBefore, asked } = await start();
    const rig = await sandbox();
    dieBefore('lease', { afterIt: true });
    await expect(rig.call('get')).rejects.toThrow('killed');
    const exchanged = login.asked - asked;
    afterTheLease();

    expect(await rig.call('get')).toMatchObject({ status: 200 });
    expect([exchanged, login.asked - asked]).toEqual([0, 1]);
  });

  test('nothing, and the sandbox is too slow to begin within the lease, the lease is taken again at once', async () => {
    const { tokens, sandbox, asked } = await start();
    const { write } = tokens;
    let leases = 0;
    tokens.write = async (row) => {
      if (!row.lease) return write(row);
      const until = Date.now() + (leases++ === 0 ? LEASE_RESERVE_MS : LEASE_MS);
      return write({ ...row, lease: { ...row.lease, until } });
    };

    const answer = await (await sandbox()).call('get');

    expect(answer).toMatchObject({ status: 200 });
    expect([leases, login.asked - asked]).toEqual([2, 1]);
  });

  test('nothing, and the sandbox is always too slow, the call fails and nothing was sent', async () => {
    const { tokens, sandbox, asked } = await start();
    const { write } = tokens;
    tokens.write = async (row) =>
      write(row.lease ? { ...row, lease: { ...row.lease, until: Date.now() + LEASE_RESERVE_MS } } : row);

    const answer = await (await sandbox()).call('get');

    expect(answer).toMatchObject({ isError: true, errorCode: 'oauth_endpoint_failed' });
    expect(login.asked - asked).toBe(0);
  });

  test('between exchange and store, the sandbox still has the answer, and the server is not asked again', async () => {
    const { sandbox, dieBefore, asked } = await start();
    const rig = await sandbox();
    dieBefore('tokens');
    await expect(rig.call('get')).rejects.toThrow('killed');
    afterTheLease();

    const after = await rig.call('get');
    const next = await rig.call('get');

    expect([after.status, next.status]).toEqual([200, 200]);
    expect(login.presented.slice(asked - login.asked)).toHaveLength(login.asked - asked);
    expect(new Set(login.presented).size).toBe(login.presented.length);
  });

  test('between store and use, the next call uses what was stored', async () => {
    const { sandbox, dieBefore, asked } = await start();
    dieBefore('tokens', { afterIt: true });
    await expect((await sandbox()).call('get')).rejects.toThrow('killed');

    expect(await (await sandbox()).call('get')).toMatchObject({ status: 200 });
    expect(login.asked - asked).toBe(1);
  });

  test('the answer on its way, nobody asks again before the lease has ended, and then the server has the last word', async () => {
    const { tokens, sandbox, asked } = await start();
    const rig = await sandbox();
    login.losesAnswers = true;
    const lost = await rig.call('get');
    login.losesAnswers = false;
    const soon = await rig.call('get');
    const askedSoon = login.asked - asked;
    afterTheLease();
    const late = await rig.call('get');
    const later = await rig.call('get');

    expect([lost, soon].map(({ errorCode }) => errorCode)).toEqual(Array(2).fill('oauth_endpoint_failed'));
    expect(askedSoon).toBe(1);
    expect([late, later].map(({ errorCode }) => errorCode)).toEqual(Array(2).fill('oauth_consent_ended'));
    expect(login.asked - asked).toBe(2);
    expect((await tokens.read(SERVER, SERVER_HOLDER))?.failure).toEqual({
      code: 'oauth_consent_ended',
      at: expect.any(Number),
    });
    expect(textsOf(late)[0]).toContain('login.upstream.example');
  });

  test('nothing, but somebody is slower than the lease: what was exchanged is stored nevertheless', async () => {
    const { tokens, sandbox } = await start();
    const { write } = tokens;
    let go = () => {};
    const slow = new Promise<void>((resolve) => {
      go = resolve;
    });
    tokens.write = async (row) => {
      if (row.generation === 1) {
        tokens.write = write;
        await slow;
      }
      return write(row);
    };
    const first = (await sandbox()).call('get');
    while (tokens.write !== write) await new Promise(setImmediate);
    afterTheLease();
    const second = await (await sandbox()).call('get');
    go();

    await first;
    const writes = tokens.history.map(({ generation, failure }) => `${generation} ${failure?.code ?? ''}`);
    expect(second.errorCode).toBe('oauth_consent_ended');
    // The second has shown a used token, which ends what the first has got as well: this server says so to its next exchange.
    expect(writes.slice(0, 4)).toEqual(['0 ', '0 ', '0 oauth_consent_ended', '1 ']);
  });
});
