/** Our own servers as entries of the registry: what is in them, and that the reader of such entries finds the address. */
import { expect, test } from '@jest/globals';
import { serverJsonOf, serverJsonUrl } from '../../../../core/clientSetup/serverJson.ts';
import { readServerJson } from '../../../../core/mcpUpstream/serverJson.ts';

const EDGE = 'https://d111.cloudfront.net';
const row = {
  serverId: 'srv_0123456789Ab',
  name: 'Orders',
  bundle: { id: 'a', mac: 'b', version: 7, tools: 3 },
  baseUrl: 'https://internal.example',
};
const entryOf = (more: object) => serverJsonOf(EDGE, { ...row, ...more } as never);

test.each([
  ['tokens', {}, [`${EDGE}/mcp`], 'bearer'],
  ['sign-ins', { access: 'sign-in' }, [`${EDGE}/srv_0123456789Ab/mcp`], 'none'],
  ['both', { access: 'both' }, [`${EDGE}/srv_0123456789Ab/mcp`, `${EDGE}/mcp`], 'none'],
])('a server that takes %s', (_, more, urls, suggested) => {
  const found = readServerJson(JSON.stringify(entryOf(more)));

  expect(found.title).toBe('Orders');
  expect(found.remotes.map(({ template }) => template)).toEqual(urls);
  expect(found.remotes[0]?.suggested.type).toBe(suggested);
});

test('holds the schema’s bounds, and nothing of the API', () => {
  const entry = entryOf({ name: `O\u200b${'x'.repeat(300)}` }) as Record<string, string>;

  expect(entry).toMatchObject({ name: 'net.cloudfront.d111/srv_0123456789Ab', version: '1.0.7' });
  expect(entry['name']).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  for (const member of ['title', 'description']) expect(entry[member]?.length).toBeLessThanOrEqual(100);
  expect(JSON.stringify(entry)).not.toMatch(/internal|\u200b/);
  expect(serverJsonUrl(EDGE, row.serverId)).toBe(`${EDGE}/.well-known/mcp/srv_0123456789Ab/server.json`);
});
