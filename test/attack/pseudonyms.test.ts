/**
 * Whose is a pseudonym? On the running stack, somebody who may call tools and read the trail sends guesses and compares: in the body, headers
 * and errors of a tool that echoes, as they are and in every encoding that redaction reads, and beside a list that has the person.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import type { Upstream } from '../support/upstream.ts';

const ANN = 'ann.planted@firma.example';
const PEOPLE = [
  { id: 1, name: 'Carla Ruizova', email: ANN },
  { id: 2, name: 'Ben Okafor', email: 'ben@firma.example' },
];
const JSON_TYPE = { 'content-type': 'application/json' };

let upstream: Upstream;
let stack: SharedStack;
let server: HostedServer;
beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({
    host: 'api.pseudonyms.example',
    respond: ({ target, body }) => {
      const { pathname, searchParams } = new URL(target, 'https://api.pseudonyms.example');
      const q = searchParams.get('q') ?? '';
      if (pathname === '/people') return { headers: JSON_TYPE, body: JSON.stringify(PEOPLE) };
      if (pathname === '/headers')
        return { headers: { ...JSON_TYPE, etag: `"${q}"`, location: `/people/${encodeURIComponent(q)}` }, body: '{}' };
      if (pathname === '/error') return { status: 422, headers: JSON_TYPE, body: JSON.stringify({ detail: q }) };
      if (pathname === '/text') return { headers: { 'content-type': 'text/plain' }, body: q };
      return { headers: JSON_TYPE, body };
    },
  });
  server = await deploy(stack, {
    name: 'People',
    source: { kind: 'manual' },
    baseUrl: upstream.baseUrl,
    auth: { type: 'none' },
    governance: { pseudonyms: true },
  });
  const q = [{ name: 'q', in: 'query', schema: { type: 'string' } }];
  const add = (tool: object) => stack.api('POST', `/v1/servers/${server.serverId}/tools`, tool);
  for (const name of ['people', 'headers', 'error', 'text'])
    await add({ name, verb: 'GET', path: `/${name}`, parameters: q });
  const body = { contentType: 'application/json', schema: { type: 'object', properties: { a: { type: 'string' } } } };
  await add({ name: 'echo', verb: 'POST', path: '/echo', body });
}, 240_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

async function call(name: string, args: object = {}): Promise<string> {
  const answer = await fetch(server.mcpUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  return answer.text();
}

/** The text, and what stands in base64 or hexadecimal digits in it. */
const decoded = (text: string): string =>
  [
    text,
    ...(text.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g) ?? []).map((data) => Buffer.from(data, 'base64').toString()),
    ...(text.match(/[0-9a-f]{24,}/g) ?? []).map((data) => Buffer.from(data, 'hex').toString()),
  ].join('\n');
const pseudonymsIn = (text: string): string[] => decoded(text).match(/(?<=REDACTED:[a-z]+:)[0-9a-z]{7}(?=\])/g) ?? [];
const codes = (text: string, form: (code: string) => string) =>
  [...text].map((char) => form(char.charCodeAt(0).toString(16))).join('');

const SPELLINGS: Readonly<Record<string, string>> = {
  'as it is': ANN,
  'in capitals': ANN.toUpperCase(),
  'percent-encoded twice': codes(ANN, (code) => `%25${code}`),
  'in base64': Buffer.from(`{"email":"${ANN}"}`).toString('base64'),
  'in hexadecimal digits': Buffer.from(`mail: ${ANN} `).toString('hex'),
  'in escapes': `To ${codes(ANN, (code) => `\\u00${code}`)}`,
  'in references': `To ${codes(ANN, (code) => `&#x${code};`)}`,
  'as a name': 'Carla Ruizova',
};

test('pseudonyms are there without a guess, and stay when tools and settings are edited', async () => {
  const before = pseudonymsIn(await call('people', { q: 'open' }));

  await stack.api('PATCH', `/v1/servers/${server.serverId}`, { governance: { maxItems: 20, pseudonyms: true } });

  expect(new Set(before).size).toBe(4);
  expect(pseudonymsIn(await call('people'))).toEqual(before);
});

test.each(Object.entries(SPELLINGS))('a guess %s tells nothing', async (_, guess) => {
  const answers = await Promise.all([
    ...['headers', 'error', 'text', 'people'].map((name) => call(name, { q: guess })),
    call('echo', { a: guess }),
  ]);

  expect(answers.flatMap(pseudonymsIn)).toEqual([]);
  expect(answers.join()).not.toContain(ANN);
});

test('the trail has no pseudonym of what was sent', async () => {
  await call('echo', { a: ANN });

  const trail = JSON.stringify(await stack.api('GET', `/v1/servers/${server.serverId}/audit?limit=50`));

  expect(trail).toContain('[REDACTED:email]');
  expect(pseudonymsIn(trail)).toEqual([]);
});
