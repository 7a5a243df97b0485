/**
 * A thousand calls through the whole stack to upstreams that send the credential back in every form: afterwards it is in no
 * answer, table, bundle, log, audit entry or file. And one server that misbehaves does not touch another.
 */

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { defined } from '../support/defined.ts';
import { plainCall } from '../support/plainCall.ts';
import { credentialOf, formsOf, REFLECTIONS } from '../support/reflections.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { storedTexts } from '../support/storedTexts.ts';
import { type Respond, startUpstream, type Upstream } from '../support/upstream.ts';

jest.setTimeout(240_000);

const CALLS = 1_000;
const AT_ONCE = 20;
const TOKEN = 'refl-3f8a01d2c4/+b5"e6';
const PASSWORD = 'päss-77aa01d2c4/b5e6';
const KEY = 'key-51c0ffee01d2c4b5e6aa';

let upstream: Upstream;
let stack: LocalStack;
const servers: HostedServer[] = [];

beforeAll(async () => {
  upstream = await startUpstream({ host: 'api.mirror.example' });
  stack = await startStack({ upstreams: [upstream] });
  const deployed = [
    { type: 'bearer', token: TOKEN },
    { type: 'basic', username: 'jo', password: PASSWORD },
    { type: 'header', name: 'X-Api-Key', value: KEY },
  ].map((auth) => deploy(stack, { name: `Mirror ${auth.type}`, source: documentOf(upstream.baseUrl), auth }));
  servers.push(...(await Promise.all(deployed)));
});
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const documentOf = (baseUrl: string) => ({
  kind: 'openapi',
  document: JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Mirror', version: '1' },
    servers: [{ url: baseUrl }],
    paths: {
      '/reflect': { get: { operationId: 'reflect', responses: { 200: { description: 'ok' } } } },
      '/change': { post: { operationId: 'change', responses: { 200: { description: 'ok' } } } },
    },
  }),
});

const callTool = async (server: HostedServer, name: string): Promise<string> => {
  const response = await plainCall(server.mcpUrl, name);
  return `${response.status} ${await response.text()}`;
};

const decodedImages = (answers: readonly string[]): string[] =>
  answers.flatMap((text) =>
    [...text.matchAll(/"(?:data|blob)":"([^"]+)"/g)].map(([, data]) =>
      Buffer.from(defined(data), 'base64').toString('utf8'),
    ),
  );

describe('a credential that its upstream sends back', () => {
  test('is found nowhere after a thousand calls', async () => {
    // Prepare
    let turn = 0;
    const mirror: Respond = (request) => {
      const { header, secret } = credentialOf(
        request,
        request.all('x-api-key').length > 0 ? 'x-api-key' : 'authorization',
      );
      return defined(REFLECTIONS[turn++ % REFLECTIONS.length])(header, secret);
    };
    upstream.respond = mirror;
    const before = upstream.requests.length;

    // Act
    const answers: string[] = [];
    for (let done = 0; done < CALLS; done += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, (_, index) =>
        callTool(defined(servers[(done + index) % servers.length]), index % 5 === 0 ? 'change' : 'reflect'),
      );
      answers.push(...(await Promise.all(batch)));
    }
    const listed = await Promise.all(
      servers.flatMap(({ serverId }) =>
        ['', '/tools', '/audit', '/deployments'].map((path) => stack.api('GET', `/v1/servers/${serverId}${path}`)),
      ),
    );

    // Assess
    const places = [...answers, ...decodedImages(answers), JSON.stringify(listed), ...storedTexts(stack.data)];
    const needles = [TOKEN, PASSWORD, KEY, `jo:${PASSWORD}`].flatMap(formsOf);
    expect(upstream.requests.length - before).toBe(CALLS);
    expect(answers.filter((text) => text.startsWith('200 '))).toHaveLength(CALLS);
    expect(
      answers.filter((text) => text.includes('[CREDENTIAL]') || text.includes('[REDACTED')).length,
    ).toBeGreaterThan(CALLS / 2);
    expect(needles.flatMap((needle) => places.filter((text) => text.includes(needle)).slice(0, 1))).toEqual([]);
  });
});

describe('a server that misbehaves', () => {
  test('leaves the calls of the others alone, and is back with its next call', async () => {
    // Prepare: the first server's upstream sends a huge nested answer, or nothing at all.
    const [bad, good] = servers as [HostedServer, HostedServer];
    const isBad = (request: { all(name: string): string[] }) => request.all('authorization')[0]?.startsWith('Bearer');
    let isQuiet = false;
    upstream.respond = (request) => {
      if (isQuiet || !isBad(request)) return { headers: { 'content-type': 'application/json' }, body: '{"ok":true}' };
      return { headers: { 'content-type': 'application/json' }, body: `${'['.repeat(3_000_000)}` };
    };

    // Act
    const [broken, ...others] = await Promise.all([
      callTool(bad, 'reflect'),
      ...Array.from({ length: 10 }, () => callTool(good, 'reflect')),
    ]);
    isQuiet = true;
    const next = await callTool(bad, 'reflect');

    // Assess
    expect(broken).toMatch(/^200 /);
    expect(others.filter((text) => text.includes('{\\"ok\\":true}'))).toHaveLength(10);
    expect(next).toContain('{\\"ok\\":true}');
  });
});
