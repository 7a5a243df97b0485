/**
 * Rows as earlier commits wrote them (test/datasets/earlier/rows.json names each): today's code lists, shows, changes and seals them, and
 * still knows whether their tokens are good. Members that later commits have added are missing there. Credentials of earlier versions have
 * tests of their own (test/attack/earlierCredentials.test.ts), data folders too (test/unit/local/data/folder.test.ts).
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { documents } from '../../../aws/clients.ts';
import { readTokenAndServer } from '../../../aws/tables/tokens.ts';
import { openedServer, refusalReason } from '../../../core/tokens/check.ts';
import rows from '../../datasets/earlier/rows.json' with { type: 'json' };
import { quietManagementStack } from '../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(() => stack.empty());

const put = (TableName: string, Item: object) => documents().send(new PutCommand({ TableName, Item }));
const lay = async ({ server, tool, token, deployment }: (typeof rows)[number]) => {
  await put('servers', server);
  await put('tools', tool);
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

test('rows are there from each kind of change of the tables', () => {
  expect(rows.length).toBeGreaterThanOrEqual(3);
  expect(new Set(rows.map(({ commit }) => commit)).size).toBe(rows.length);
});
