/** With whose token the tools of an MCP server are read, where each person has one: that of whoever imports, or for a key the one that callers without a name share. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { upstreamTokens } from '../../../../aws/tables/upstreamTokens.ts';
import { versionOfCredential } from '../../../../core/request/credential/oauth2/storedTokens.ts';
import { importTokens } from '../../../../lambdas/shared/importTokens.ts';
import { startTables, type Tables } from '../../../support/tables.ts';

const KEY = 'key_0123456789Ab';
const SERVER = {
  serverId: 'srv_a',
  source: { kind: 'mcp' },
  baseUrl: 'https://mcp.example.com/mcp',
  bundle: { id: 'b', mac: 'm' },
  auth: {
    type: 'oauth2',
    grant: 'tokenExchange',
    tokenUrl: 'https://login.example.com/token',
    origin: 'https://mcp.example.com',
    ciphertext: 'a.b',
    personClaim: 'email',
    defaultSubject: 'service@example.com',
  },
} as never;

let tables: Tables;
beforeAll(async () => {
  tables = await startTables({ own: ['serverId', 'holder'] }, {});
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'TEST',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
    TABLE_UPSTREAM_TOKENS: 'own',
  });
  for (const holder of ['server', 'person:ann']) {
    const credential = versionOfCredential('a.b');
    await upstreamTokens.write({ serverId: 'srv_a', holder, credential, sealed: holder, generation: 1, version: 0 });
  }
});
afterAll(() => tables?.close());

test.each([
  ['a person', 'ann', 'person:ann'],
  ['an automation key', KEY, 'server'],
])('%s reads them with a token of the right holder', async (_who, importer, holder) => {
  expect(await importTokens(SERVER, importer)).toEqual({ holder, sealed: holder });
});

test('nobody reads them with the token of somebody else', async () => {
  await expect(importTokens(SERVER, 'bob')).rejects.toMatchObject({ code: 'oauth_not_connected' });
});
