/**
 * Rows as earlier commits wrote them (test/datasets/earlier/rows.json names each): today's code lists, shows, changes and seals them, and
 * still knows whether their tokens are good. Members that later commits have added are missing there. Credentials of earlier versions have
 * tests of their own (test/attack/earlierCredentials.test.ts), data folders too (test/unit/local/data/folder.test.ts).
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { documents } from '../../../../aws/services/clients.ts';
import { readTokenAndServer } from '../../../../aws/tables/tokenReading.ts';
import { openedServer, refusalReason } from '../../../../core/auth/tokens/check.ts';
import { schemaOf } from '../../../../core/model/migrations.ts';
import rows from '../../../datasets/earlier/rows.json' with { type: 'json' };
import { defined } from '../../../support/defined.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(() => stack.empty());

const put = (TableName: string, Item: object) => documents().send(new PutCommand({ TableName, Item }));
/** Binary members cannot be in JSON. */
const stored = ({ compressed, ...tool }: { readonly compressed?: string }) =>
  compressed === undefined ? tool : { ...tool, tool: Buffer.from(compressed, 'base64') };
const lay = async ({ server, tool, token, deployment }: (typeof rows)[number]) => {
  await put('servers', server);
  await put('tools', stored(tool));
  await put('tokens', token);
  await put('deployments', deployment);
};

describe.each(rows)('rows of $commit: $what', (each) => {
  const { server, tool, token, deployment } = each;
  const path = `/v1/servers/${server.serverId}`;

  test('are listed and shown', async () => {
    await lay(each);

    const [list, one, tools, tokens, deployments] = await Promise.all(
      ['/v1/servers', path, `${path}/tools`, `${path}/tokens`, `${path}/deployments`].map((at) =>
        stack.call('GET', at),
      ),
    );

    expect(list?.body.items).toMatchObject([{ id: server.serverId, name: server.name }]);
    expect(one?.body).toMatchObject({ name: server.name, baseUrl: server.baseUrl, status: server.status });
    expect(tools?.body.items).toMatchObject([{ id: tool.toolId }]);
    expect(tokens?.body.items).toMatchObject([{ id: token.tokenId, label: token.label }]);
    expect(deployments?.body.items).toMatchObject([{ id: deployment.deploymentId, status: deployment.status }]);
  });

  test('can be changed, and keep what they had', async () => {
    await lay(each);

    const changed = await stack.call('PATCH', path, { name: 'Renamed' });

    expect([changed.status, changed.body.name]).toEqual([200, 'Renamed']);
    const [row] = await stack.rows('servers');
    expect(row).toMatchObject({ serverId: server.serverId, source: server.source, createdAt: server.createdAt });
    expect(row?.version).toBeGreaterThan(server.version);
  });

  test('decide as before whether the token is good', async () => {
    await lay(each);

    const reading = await readTokenAndServer(token.tokenHash, server.serverId);

    const isGood = server.status === 'live' && !('revokedAt' in token);
    expect(openedServer(reading)?.serverId).toBe(isGood ? server.serverId : undefined);
    if (!isGood) expect(refusalReason(reading)).toBe('token_revoked');
  });
});

test('a tool of the first form has the present one when it is next written', async () => {
  const [first] = rows;
  await lay(defined(first));
  const { server, tool } = defined(first);

  await stack.call('PATCH', `/v1/servers/${server.serverId}/tools/${tool.toolId}`, { description: 'Every order.' });

  const [stored] = await stack.rows('tools');
  expect(stored).toMatchObject({ toolId: tool.toolId, version: tool.version + 1, schema: schemaOf('tool') });
  expect(JSON.parse(defined(stored)['tool'] as string)).toMatchObject({ name: tool.name, description: 'Every order.' });
});

describe('a row of a later version', () => {
  const each = defined(rows.at(-1));
  const { serverId } = each.server;
  const path = `/v1/servers/${serverId}`;
  const later = { schema: 99, futureRule: 'an earlier version does not know it' };
  const refused = { status: 503, body: { code: 'schema_newer' }, headers: { 'retry-after': '5' } };

  test.each([
    ['servers', 'server', '', { name: 'Renamed' }],
    ['tools', 'tool', `/tools/${each.tool.toolId}`, { description: 'Changed' }],
  ] as const)('of the table %s is refused and stays as it is', async (table, kind, at, change) => {
    await lay(each);
    await put(table, { ...each[kind], ...later });

    const answers = [await stack.call('GET', path + at), await stack.call('PATCH', path + at, change)];

    expect(answers.map(({ status, body, headers }) => ({ status, body, headers }))).toMatchObject([refused, refused]);
    expect(await stack.rows(table)).toEqual([{ ...each[kind], ...later }]);
  });

  test('of a token admits nobody; it can be listed and revoked', async () => {
    await lay(each);
    await put('tokens', { ...each.token, ...later });

    await expect(readTokenAndServer(each.token.tokenHash, serverId)).rejects.toMatchObject({ code: 'schema_newer' });
    const listed = await stack.call('GET', `${path}/tokens`);
    const revoked = await stack.call('DELETE', `${path}/tokens/${each.token.tokenId}`);

    expect(listed.body.items).toMatchObject([{ id: each.token.tokenId }]);
    expect(revoked.status).toBeLessThan(300);
    expect((await stack.rows('tokens'))[0]).toMatchObject({ ...each.token, ...later, revokedAt: expect.any(String) });
  });
});

test('rows are there from each kind of change of the tables', () => {
  expect(rows.length).toBeGreaterThanOrEqual(3);
  expect(new Set(rows.map(({ commit }) => commit)).size).toBe(rows.length);
});
