/** A request that dies between storing a change and sealing it in: what is stored and what clients see must meet again. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { loadBundle } from '../../../../aws/services/bundles.ts';
import { documents } from '../../../../aws/services/clients.ts';
import { readServer } from '../../../../aws/tables/servers.ts';
import { quietManagementStack, type Row } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
/** Ends what stands still, after a test. */
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
  jest.restoreAllMocks();
  await stack.empty();
});

/** The request stores its change and goes no further. */
async function dying(method: string, path: string, body?: unknown): Promise<void> {
  await new Promise<void>((stored) => {
    let request: Promise<unknown> | undefined;
    stack.state.whileSealing = () => {
      stored();
      return new Promise<void>((goOn) => {
        ends.push(() => {
          goOn();
          return request as Promise<unknown>;
        });
      });
    };
    request = stack.call(method, path, body);
  });
}

function later(ms: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

const live = async (id: string) => loadBundle(id, (await readServer(id))?.bundle as never);

async function withTools(...names: string[]) {
  const { server } = await stack.liveServer('Orders');
  const path = `/v1/servers/${server.id}`;
  const ids: string[] = [];
  for (const name of names) {
    const tool = { name, verb: 'GET', path: `/${name}`, tag: 'all' };
    ids.push((await stack.call('POST', `${path}/tools`, tool)).body.id);
  }
  return { id: server.id, path, ids };
}

describe('a change that a crash kept from being sealed in', () => {
  test('is sealed in when it is asked for again, although nothing is different then', async () => {
    const { id, path } = await withTools('one');
    const change = { governance: { maxItems: 7 } };
    await dying('PATCH', path, change);

    const again = await stack.call('PATCH', path, change);

    expect(again.status).toBe(200);
    expect((await live(id)).governance.maxItems).toBe(7);
  });

  test('is sealed in when it is a switch of many tools and is asked for again', async () => {
    const { id, path } = await withTools('one', 'two');
    await dying('PATCH', `${path}/tools`, { tag: 'all', enabled: false });

    const again = await stack.call('PATCH', `${path}/tools`, { tag: 'all', enabled: false });

    expect(again.body).toMatchObject({ changed: 0, resealed: false });
    expect((await live(id)).tools).toEqual([]);
  });

  test('is sealed in when somebody looks at the server', async () => {
    const { id, path, ids } = await withTools('one', 'two');
    await dying('DELETE', `${path}/tools/${ids[0]}`);
    later(15_000);

    await stack.call('GET', path);
    await stack.state.soon;

    expect((await live(id)).tools.map(({ name }) => name)).toEqual(['two']);
    expect(await readServer(id)).not.toHaveProperty('unsealed');
  });

  test('is left to whoever is still at it', async () => {
    const { id, path } = await withTools('one');
    await dying('PATCH', path, { governance: { maxItems: 7 } });

    await stack.call('GET', path);

    expect((await live(id)).governance.maxItems).toBe(50);
  });
});

describe('a change of a server that is deleted meanwhile', () => {
  test('says so, although it was the sandbox that found no bundle to load', async () => {
    const { path } = await withTools('one');
    stack.state.whileProbing = async () => {
      stack.state.sandboxRefuses = true;
      await stack.call('DELETE', path);
    };

    const answer = await stack.call('PATCH', path, { governance: { maxItems: 7 } });
    stack.state.sandboxRefuses = false;

    expect(answer).toMatchObject({ status: 409, body: { code: 'server_missing' } });
  });
});

describe('global settings that a crash kept from those who follow', () => {
  test('reach them when somebody looks at the settings', async () => {
    const { id } = await withTools('one');
    await dying('PUT', '/v1/settings', { governance: { maxItems: 7 } });
    later(90_000);

    await stack.call('GET', '/v1/settings');
    await stack.state.soon;

    expect((await live(id)).governance.maxItems).toBe(7);
    expect((await stack.rows('settings'))[0]).not.toHaveProperty('unsealed');
  });

  test('reach them at the second attempt when the sealing did not answer', async () => {
    const { id } = await withTools('one');
    stack.state.whileSealing = async () => {
      throw new Error('socket hang up');
    };

    const answer = await stack.call('PUT', '/v1/settings', { governance: { maxItems: 7 } });

    expect(answer.body.resealed).toEqual({ following: 1, done: 1, failed: [], later: 0 });
    expect((await live(id)).governance.maxItems).toBe(7);
  });

  test('reach them when they are asked for again', async () => {
    const { id } = await withTools('one');
    await dying('PUT', '/v1/settings', { governance: { maxItems: 7 } });

    const again = await stack.call('PUT', '/v1/settings', { governance: { maxItems: 7 } });

    expect(again.body.resealed).toMatchObject({ following: 1, done: 1 });
    expect((await live(id)).governance.maxItems).toBe(7);
  });
});

describe('the trail', () => {
  test('has every change of a table in the transaction that makes it, so that no request can die in between', async () => {
    // Prepare
    const together = new Set<string>();
    const send = documents().send.bind(documents());
    jest.spyOn(documents(), 'send').mockImplementation((async (command: { input: object }) => {
      const { TransactItems = [] } = command.input as { TransactItems?: { Put?: { TableName: string; Item: Row } }[] };
      const result = await send(command as never);
      for (const { Put } of TransactItems) {
        if (Put?.TableName === 'audit' && TransactItems.length > 1) together.add(Put.Item['entryId'] as string);
      }
      return result;
    }) as never);

    // Act
    const { path } = await withTools('one', 'two');
    const { items } = (await stack.call('GET', `${path}/tools`)).body;
    await stack.call('PATCH', `${path}/tools/${items[0].id}`, { title: 'First' });
    await stack.call('PATCH', `${path}/tools`, { tag: 'all', enabled: false });
    await stack.call('DELETE', `${path}/tools/${items[1].id}`);
    await stack.call('PATCH', path, { governance: { maxItems: 7 } });
    await stack.call('PUT', `${path}/credentials`, { type: 'bearer', token: 'a-new-one' });
    await stack.call('PUT', '/v1/settings', { governance: { maxItems: 8 } });
    const token = await stack.call('POST', `${path}/tokens`, { label: 'Second' });
    await stack.call('DELETE', `${path}/tokens/${token.body.token.id}`);
    await stack.call('PUT', `${path}/status`, { status: 'offline' });
    const deployed = await stack.call('POST', `${path}/deployments`);
    await stack.runPipeline(deployed.body.id);
    await stack.call('DELETE', path);

    // Assess
    const entries = await stack.rows('audit');
    const told = (isTogether: boolean) =>
      entries
        .filter((entry) => together.has(entry['entryId'] as string) === isTogether)
        .map((entry) => entry['action']);
    expect([...new Set(told(true))].sort()).toEqual([
      'server.change',
      'server.create',
      'server.credentials',
      'server.delete.begun',
      'server.deploy',
      'server.offline',
      'settings.change',
      'token.create',
      'token.revoke',
      'tool.change',
      'tool.create',
      'tool.delete',
      'tools.switch',
    ]);
    // What the first entry of a deletion announced, once for the server and once for those who look for it among all.
    expect(told(false)).toEqual(['server.delete', 'server.delete']);
  });

  test('says that a change was made and taken back when it could not be sealed in', async () => {
    const { path } = await withTools('one');
    stack.state.sandboxRefuses = true;

    const refused = await stack.call('PATCH', path, { governance: { maxItems: 7 } });

    stack.state.sandboxRefuses = false;
    expect(refused.status).toBe(502);
    const actions = (await stack.rows('audit')).map((entry) => entry['action'] as string);
    expect(actions.filter((action) => action.startsWith('server.change')).sort()).toEqual([
      'server.change',
      'server.change.undone',
    ]);
  });

  test('has a revocation even where the token is stamped at the same moment', async () => {
    const { path } = await withTools('one');
    const token = await stack.call('POST', `${path}/tokens`, { label: 'Busy' });
    const send = documents().send.bind(documents());
    jest.spyOn(documents(), 'send').mockImplementation((async (command: { input: object }) => {
      if (JSON.stringify(command.input).includes('revokedAt = :now') && 'TransactItems' in command.input) {
        throw Object.assign(new Error('conflict'), { name: 'TransactionCanceledException' });
      }
      return send(command as never);
    }) as never);

    const answer = await stack.call('DELETE', `${path}/tokens/${token.body.token.id}`);

    expect(answer.status).toBe(204);
    const actions = (await stack.rows('audit')).map((entry) => entry['action']);
    expect(actions.filter((action) => action === 'token.revoke')).toHaveLength(1);
  });
});
