/**
 * The stacks of two regions over twins of their own: the real functions, each with the rights and the environment that it is
 * synthesized with. Nothing replicates here unless a test says so: what holds, holds without replication.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { hashToken, newToken } from '../../../../core/auth/tokens/format.ts';
import { newTokenId } from '../../../../core/lib/ids.ts';
import { canonicalJson, sha256 } from '../../../../core/lib/json/canonical.ts';
import { bundleOf, bundleTool } from '../../../support/bundles.ts';
import { eventOf } from '../../../support/managementEvent.ts';
import { type Held, makeAccount, ORIGIN_SECRET, type Region, startRegion } from '../../../support/region.ts';
import { until } from '../../../support/until.ts';

const HOME = 'us-east-1';
const AWAY = 'eu-west-1';
const account = makeAccount(HOME, AWAY);
const mac = (key: number, text: string) =>
  createHmac('sha256', account.keys[key]?.material as KeyObject)
    .update(text)
    .digest();
const tokenKey = createSecretKey(mac(2, 'portcullis/token-hash/v1'));
const headers = { 'x-origin-verify': ORIGIN_SECRET };

let home: Region;
let away: Region;
let servers = 0;
beforeAll(async () => {
  [home, away] = await Promise.all([startRegion(HOME, account), startRegion(AWAY, account)]);
  home.start(away.endpoints('_EU_WEST_1'));
  away.start();
});
afterAll(() => Promise.all([home.stop(), away.stop()]));
afterEach(() => {
  for (const { state } of [home, away]) Object.assign(state, { down: false, pushDown: false });
});

/** A live server with tokens, in both regions, as if it had replicated long ago. */
async function liveServer(count = 1) {
  const serverId = `srv_Regions${String(++servers).padStart(5, '0')}`;
  const bundle = { ...bundleOf([bundleTool('one')]), serverId };
  const id = sha256(canonicalJson(bundle));
  const signature = mac(1, `bundle:${serverId}:${id}`).toString('base64');
  const at = new Date(0).toISOString();
  const server = {
    serverId,
    name: 'Two regions',
    baseUrl: 'https://api.example.com',
    source: { kind: 'manual' },
    auth: { type: 'none' },
    governance: {},
    exposition: 'flat',
    signed: false,
    status: 'live',
    bundle: { id, mac: signature, version: 1, tools: 1 },
    createdAt: at,
    createdBy: 'ann',
    updatedAt: at,
    version: 5,
  };
  const tokens = Array.from({ length: count }, () => {
    const value = newToken(serverId);
    const tokenHash = hashToken(tokenKey, value);
    const row = { tokenHash, tokenId: newTokenId(), serverId, label: 'x', hint: 'abcd', createdAt: at };
    return { value, row: { ...row, createdBy: 'ann' } };
  });
  for (const region of [home, away]) {
    await region.store(bundle);
    await put(region, 'servers', server);
    for (const { row } of tokens) await put(region, 'tokens', row);
  }
  return { serverId, tokens, first: tokens[0] as (typeof tokens)[number] };
}

const put = (region: Region, TableName: string, Item: object) =>
  region.rows.send(new PutCommand({ TableName: `Portcullis-${TableName}`, Item: Item as Record<string, unknown> }));
const rowOf = async (region: Region, TableName: string, Key: Record<string, string>) =>
  (await region.rows.send(new GetCommand({ TableName: `Portcullis-${TableName}`, Key, ConsistentRead: true }))).Item;

/** Status of an MCP request with this token in this region. */
const ask = async (region: Region, token: string, query = '') =>
  (
    await region.post({
      path: `/${token}/mcp`,
      query,
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
  ).status;
const askBoth = (token: string) => Promise.all([ask(home, token), ask(away, token)]);

async function hold(region: Region, token: string): Promise<Held> {
  const held = region.hold(`/${token}/mcp`);
  await until(() => held.text.includes('event: endpoint'));
  return held;
}

async function api(method: string, path: string, body?: unknown) {
  const { status, text } = await home.api(eventOf(method, `/v1/servers/${path}`, body, { headers }));
  return { status, body: text ? JSON.parse(text) : undefined };
}

const trail = async (serverId: string): Promise<string[]> =>
  ((await home.rows.send(new ScanCommand({ TableName: 'Portcullis-audit' }))).Items ?? [])
    .filter((entry) => entry['serverId'] === serverId && entry['kind'] === 'management')
    .map((entry) => entry['action'] as string)
    .sort();

describe('a revoked token', () => {
  test('is refused in every region from the answer on, its streams in both end, and others live on', async () => {
    const { serverId, tokens } = await liveServer(2);
    const [gone, stays] = tokens as [(typeof tokens)[number], (typeof tokens)[number]];
    const streams = await Promise.all([home, away].map((region) => hold(region, gone.value)));
    const others = await Promise.all([home, away].map((region) => hold(region, stays.value)));
    expect(await askBoth(gone.value)).toEqual([200, 200]);

    const answer = await api('DELETE', `${serverId}/tokens/${gone.row.tokenId}`);

    expect(answer.status).toBe(204);
    expect(await askBoth(gone.value)).toEqual([404, 404]);
    await Promise.all(streams.map(({ done }) => done));
    expect(await askBoth(stays.value)).toEqual([200, 200]);
    const list = await api('GET', `${serverId}/tokens`);
    expect(list.body.items.map(({ status }: { status: string }) => status).sort()).toEqual(['active', 'revoked']);
    expect(await trail(serverId)).toEqual(['token.revoke']);

    await api('POST', `${serverId}/connections/kill`);
    await Promise.all(others.map(({ done }) => done));
    expect(await askBoth(stays.value)).toEqual([200, 200]);
  });

  test('stays refused when an older version of its row arrives late', async () => {
    const { serverId, first } = await liveServer();
    await api('DELETE', `${serverId}/tokens/${first.row.tokenId}`);

    await put(away, 'tokens', { ...first.row, lastUsedAt: new Date().toISOString() });

    expect(await ask(away, first.value)).toBe(404);
    await expect(away.hold(`/${first.value}/mcp`).done).resolves.toMatchObject({ status: 404 });
  });

  test('is refused where its row has not arrived yet, also when it arrives afterwards', async () => {
    const { serverId } = await liveServer();
    const value = newToken(serverId);
    const row = { tokenHash: hashToken(tokenKey, value), tokenId: newTokenId(), serverId, label: 'new', hint: 'abcd' };
    await put(home, 'tokens', { ...row, createdAt: new Date().toISOString(), createdBy: 'ann' });

    expect((await api('DELETE', `${serverId}/tokens/${row.tokenId}`)).status).toBe(204);
    await put(away, 'tokens', row);

    expect(await askBoth(value)).toEqual([404, 404]);
  });

  test('is not called revoked while a region has not confirmed; home refuses it, and repeating finishes it', async () => {
    const { serverId, first } = await liveServer();
    const path = `${serverId}/tokens/${first.row.tokenId}`;
    const statusOf = async () => (await api('GET', `${serverId}/tokens`)).body.items[0];
    away.state.down = true;

    const answer = await api('DELETE', path);

    expect(answer).toMatchObject({
      status: 502,
      body: { code: 'region_unreachable', context: { confirmed: [HOME], missing: [AWAY] } },
    });
    expect(answer.body.detail).toContain(`${AWAY} did not confirm and may still let clients in. Repeat the request`);
    expect(await ask(home, first.value)).toBe(404);
    expect(await ask(away, first.value)).toBe(503);
    expect(await statusOf()).toMatchObject({ status: 'revoking', unconfirmed: [AWAY] });

    away.state.down = false;
    const stream = await hold(away, first.value);
    expect((await api('DELETE', path)).status).toBe(204);

    expect(await askBoth(first.value)).toEqual([404, 404]);
    await stream.done;
    expect(await statusOf()).toMatchObject({ status: 'revoked' });
    expect((await statusOf()).unconfirmed).toBeUndefined();
    expect(await trail(serverId)).toEqual(['token.revoke', 'token.revoke.unconfirmed']);
  });

  test('is revoked once, however many ask for it at the same moment', async () => {
    const { serverId, tokens } = await liveServer(8);
    const paths = tokens.flatMap(({ row }) => [1, 2, 3].map(() => `${serverId}/tokens/${row.tokenId}`));

    const answers = await Promise.all(paths.map((path) => api('DELETE', path)));

    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 204));
    for (const { value } of tokens) expect(await askBoth(value)).toEqual([404, 404]);
    expect(await trail(serverId)).toEqual(tokens.map(() => 'token.revoke'));
  });

  test('stands when the push of a region is down', async () => {
    const { serverId, first } = await liveServer();
    away.state.pushDown = true;

    expect((await api('DELETE', `${serverId}/tokens/${first.row.tokenId}`)).status).toBe(204);

    expect(await askBoth(first.value)).toEqual([404, 404]);
  });
});

describe('a server', () => {
  test('that goes offline is shut in every region, and open again in every region', async () => {
    const { serverId, first } = await liveServer();
    const streams = await Promise.all([home, away].map((region) => hold(region, first.value)));

    const offline = await api('PUT', `${serverId}/status`, { status: 'offline' });

    expect(offline).toMatchObject({ status: 200, body: { status: 'offline' } });
    expect(await askBoth(first.value)).toEqual([404, 404]);
    await Promise.all(streams.map(({ done }) => done));
    expect((await api('PUT', `${serverId}/status`, { status: 'online' })).status).toBe(200);
    expect(await askBoth(first.value)).toEqual([200, 200]);
  });

  test('says which regions have not confirmed its status, and setting it again finishes it', async () => {
    const { serverId, first } = await liveServer();
    const offline = () => api('PUT', `${serverId}/status`, { status: 'offline' });
    away.state.down = true;

    expect(await offline()).toMatchObject({ status: 502, body: { code: 'region_unreachable' } });

    away.state.down = false;
    expect((await api('GET', serverId)).body).toMatchObject({ status: 'offline', unconfirmed: [AWAY] });
    expect((await offline()).body.unconfirmed).toBeUndefined();
    expect(await askBoth(first.value)).toEqual([404, 404]);
    expect(await trail(serverId)).toEqual(['server.offline', 'server.offline', 'server.offline.unconfirmed']);
  });

  test('is not opened by an older decision that arrives late', async () => {
    const { serverId, first } = await liveServer();
    await api('PUT', `${serverId}/status`, { status: 'offline' });
    const gate = await rowOf(away, 'gates', { gate: `server:${serverId}` });
    expect(gate).toMatchObject({ isShut: true, version: 6 });

    const row = await rowOf(home, 'servers', { serverId });
    await put(home, 'servers', { ...row, version: 2 });
    await api('PUT', `${serverId}/status`, { status: 'online' });

    expect(await ask(away, first.value)).toBe(404);
  });

  test('that is deleted is shut everywhere, and not removed while a region has not confirmed', async () => {
    const { serverId, first } = await liveServer();
    const stream = await hold(away, first.value);
    away.state.pushDown = true;
    away.state.down = true;

    expect(await api('DELETE', serverId)).toMatchObject({ status: 502, body: { code: 'region_unreachable' } });
    expect((await api('GET', serverId)).body.status).toBe('deleting');

    Object.assign(away.state, { down: false, pushDown: false });
    expect((await api('DELETE', serverId)).status).toBe(204);
    await stream.done;
    expect(await askBoth(first.value)).toEqual([404, 404]);
    expect((await api('GET', serverId)).status).toBe(404);
  });

  test('that is deleted leaves no tokens of its upstream in any region, and those of others stay', async () => {
    const [gone, other] = [await liveServer(), await liveServer()];
    const holders = ['server', 'https://files.example.com'];
    for (const region of [home, away])
      for (const { serverId } of [gone, other])
        for (const holder of holders)
          await put(region, 'upstreamtokens', {
            serverId,
            holder,
            credential: 'c1',
            generation: 1,
            sealed: 't1.x',
            version: 2,
          });

    expect((await api('DELETE', gone.serverId)).status).toBe(204);

    for (const region of [home, away]) {
      const rows = (await region.rows.send(new ScanCommand({ TableName: 'Portcullis-upstreamtokens' }))).Items ?? [];
      expect(rows.map(({ serverId }) => serverId)).toEqual([other.serverId, other.serverId]);
    }
  });

  test('loses its streams in every region, or the answer names the region that did not hear', async () => {
    const { serverId, first } = await liveServer();
    const streams = await Promise.all([home, away].map((region) => hold(region, first.value)));
    away.state.pushDown = true;

    const failed = await api('POST', `${serverId}/connections/kill`);

    expect(failed).toMatchObject({ status: 502, body: { code: 'push_failed' } });
    expect(failed.body.detail).toContain(AWAY);
    away.state.pushDown = false;
    expect((await api('POST', `${serverId}/connections/kill`)).status).toBe(204);
    await Promise.all(streams.map(({ done }) => done));
  });
});

describe('between regions', () => {
  test('a use away from home never touches the row of the token, and is listed once it has arrived', async () => {
    const { serverId, first } = await liveServer();
    const { tokenHash } = first.row;
    await ask(away, first.value);

    const use = await rowOf(away, 'tokens', { tokenHash: `${tokenHash}@${AWAY}` });
    expect(use).toEqual({ tokenHash: `${tokenHash}@${AWAY}`, serverId, lastUsedAt: expect.any(String) });
    expect(await rowOf(away, 'tokens', { tokenHash })).toEqual(first.row);

    await put(home, 'tokens', use as object);
    const { items } = (await api('GET', `${serverId}/tokens`)).body;
    expect(items).toEqual([expect.objectContaining({ id: first.row.tokenId, lastUsedAt: use?.['lastUsedAt'] })]);
  });

  test('mcp-rpc away from home can stamp a use there, and touch neither rows nor gates', async () => {
    const { first } = await liveServer();
    const { tokenHash } = first.row;
    const rpc = away.tablesOf('mcp-rpc');
    const update = (TableName: string, Key: Record<string, string>) => {
      const UpdateExpression = 'SET lastUsedAt = :at';
      const ExpressionAttributeValues = { ':at': 'now' };
      return rpc.send(new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues }));
    };
    const denied = { name: 'AccessDeniedException' };

    await expect(update('Portcullis-tokens', { tokenHash: `${tokenHash}@${AWAY}` })).resolves.toBeDefined();
    await expect(update('Portcullis-tokens', { tokenHash })).rejects.toMatchObject(denied);
    await expect(update('Portcullis-tokens', { tokenHash: `${tokenHash}@${HOME}` })).rejects.toMatchObject(denied);
    await expect(update('Portcullis-gates', { gate: `token:${tokenHash}` })).rejects.toMatchObject(denied);
  });

  test('a new token is handed out once it opens its server everywhere', async () => {
    const { serverId } = await liveServer();
    let handedOut = false;
    const making = api('POST', `${serverId}/tokens`, { label: 'new' }).finally(() => {
      handedOut = true;
    });
    let row: Record<string, unknown> | undefined;
    while (!row) {
      const { Items = [] } = await home.rows.send(new ScanCommand({ TableName: 'Portcullis-tokens' }));
      row = Items.find((each) => each['label'] === 'new' && each['serverId'] === serverId);
    }
    expect(handedOut).toBe(false);
    await put(away, 'tokens', row);

    const made = await making;

    expect(made.status).toBe(201);
    expect(await askBoth(made.body.token.value)).toEqual([200, 200]);
  });

  test('a session is unknown in the region that does not hold its stream', async () => {
    const { first } = await liveServer();
    const streams = await Promise.all([home, away].map((region) => hold(region, first.value)));
    const [atHome, atAway] = streams.map(({ text }) => /sessionId=(\S+)/.exec(text)?.[1]);

    expect(await ask(home, first.value, `sessionId=${atHome}`)).toBe(202);
    expect(await ask(away, first.value, `sessionId=${atAway}`)).toBe(202);
    expect(await ask(home, first.value, `sessionId=${atAway}`)).toBe(404);
    expect(await ask(away, first.value, `sessionId=${atHome}`)).toBe(404);
  });
});
