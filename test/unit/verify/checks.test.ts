/**
 * The checks of `npm run verify` against an installation that has one fault each: the check that is for it fails. Without a fault all pass. The
 * installation is a small server of this test, because a real one has none of these faults.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { coldStart, originByMethod, redaction, streaming } from '../../../verify/checks/calls.ts';
import { apiCache, challenge, crossOrigin, fileCache, pageHeaders } from '../../../verify/checks/edge.ts';
import { CHECKS } from '../../../verify/checks/index.ts';
import { lockdown, tenants } from '../../../verify/checks/sandbox.ts';
import { revocation } from '../../../verify/checks/streams.ts';
import type { Check, Result } from '../../../verify/installation/check.ts';
import { Installation } from '../../../verify/installation/installation.ts';
import { advice, page, summary } from '../../../verify/report.ts';
import { runChecks } from '../../../verify/runner.ts';

const SECRET = 'secret-of-the-api';
const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

let fault = '';
let server: Server;
let url: string;
const servers = new Map<string, string>();
const revoked = new Set<string>();
const streams = new Map<string, ServerResponse>();
let number = 0;

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  fault = '';
});

/** A header of every answer of CloudFront. */
const viaDistribution = (): Record<string, string> =>
  fault.startsWith('private') ? {} : { 'x-cache': 'Miss from cloudfront' };

const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...viaDistribution(), ...headers })
    .end(body === undefined ? undefined : JSON.stringify(body));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const piece of request) text += String(piece);
  const { method = '', headers } = request;
  const path = request.url ?? '';
  const foreign: Record<string, string> =
    fault === 'cors' && headers.origin ? { 'access-control-allow-origin': headers.origin } : {};
  if (path === '/') {
    const { 'x-frame-options': _, ...without } = PAGE_HEADERS;
    return void response.writeHead(200, fault === 'headers' ? without : PAGE_HEADERS).end('<html>');
  }
  if (path.startsWith('/v1/')) return manage(method, path, response, foreign);
  if (headers.origin || method === 'OPTIONS') return void send(response, 403, {}, foreign);
  if (path === '/mcp') {
    return void send(
      response,
      fault === 'private and open' ? 200 : 401,
      {},
      /^(challenge|private)/.test(fault)
        ? { 'x-amzn-remapped-www-authenticate': 'Bearer' }
        : { 'www-authenticate': 'Bearer' },
    );
  }
  const token = path.split('/')[1] ?? '';
  if (revoked.has(token)) return void send(response, 404, {});
  if (method === 'GET') {
    if (fault === 'origins') return void send(response, 405, {});
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    streams.set(token, response);
    return void response.write(`retry: 1000\n\nevent: endpoint\ndata: ${path}?sessionId=1\n\n`);
  }
  if (method !== 'POST') return void send(response, 405, {});
  const { id, params } = JSON.parse(text) as { id: number; params?: { name: string; arguments: object } };
  if (params?.name !== 'wait') return void send(response, 200, { id, result: resultOf(params?.arguments) });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (fault !== 'buffered') response.write('data: {}\n\n');
  await sleep(1_100);
  if (fault === 'buffered') response.write('data: {}\n\n');
  response.end('data: {"result":{}}\n\n');
}

function resultOf(args: object | undefined): object {
  const text = JSON.stringify(args ?? {});
  const governed = text.replace(/[^"]*@mail\.example|DE\d+/g, '[REDACTED:x]');
  const seen = fault === 'redaction' ? text : governed;
  return { content: [{ type: 'text', text: fault === 'secret' ? `${seen} ${SECRET}` : seen }] };
}

function manage(method: string, path: string, response: ServerResponse, foreign: Record<string, string>): void {
  const noStore: Record<string, string> =
    fault === 'cached' ? { 'x-cache': 'Hit from cloudfront' } : { 'cache-control': 'no-store' };
  const [, id = '', what, token = ''] = /^\/v1\/servers\/(\w+)(?:\/(\w+)(?:\/(\w+))?)?/.exec(path) ?? [];
  if (path === '/v1/config') return void send(response, 200, {}, noStore);
  if (path === '/v1/me') return void send(response, 401, {}, noStore);
  if (method === 'OPTIONS') return void send(response, 401, {}, foreign);
  if (path === '/v1/servers' && method === 'GET') {
    return void send(response, 200, { items: [...servers].map(([each, name]) => ({ id: each, name })) });
  }
  if (path === '/v1/servers') {
    const made = `srv${++number}`;
    servers.set(made, `portcullis-verify-${number}`);
    return void send(response, 201, {
      server: { id: made, name: '' },
      token: { id: 't' },
      deployment: { id: 'd', phases: [], status: 'succeeded' },
      mcpUrl: `https://elsewhere.example/${made}/mcp`,
    });
  }
  if (what === 'sandbox') {
    const isDenied = fault !== 'lockdown';
    const environment = fault === 'shared' ? 'one' : id;
    return void send(response, 200, {
      environment,
      isTenant: fault !== 'tenantless',
      node: 'v24',
      tries: [{ action: 'read a file', isDenied, result: '' }],
    });
  }
  if (what === 'tokens' && method === 'POST') {
    const made = `token${++number}`;
    return void send(response, 201, { token: { id: made }, mcpUrl: `https://elsewhere.example/${made}/mcp` });
  }
  if (what === 'tokens') {
    if (fault !== 'revocation') revoked.add(token);
    streams.get(token)?.end();
    return void send(response, 204, undefined);
  }
  servers.delete(id);
  return void send(response, 204, undefined);
}

const installation = () =>
  new Installation(
    { url, token: 'admin' },
    { upstream: { baseUrl: 'https://api.example', auth: {}, secret: SECRET }, data: undefined, aws: undefined },
  );
const run = (checks: readonly Check[], signal = new AbortController().signal) =>
  runChecks(checks, installation(), signal, { progress: new PassThrough().resume(), onResult: () => {} });

const FAULTS: ReadonlyArray<readonly [string, Check]> = [
  ['cached', apiCache],
  ['cors', crossOrigin],
  ['headers', pageHeaders],
  ['challenge', challenge],
  ['origins', originByMethod],
  ['buffered', streaming],
  ['redaction', redaction],
  ['secret', redaction],
  ['lockdown', lockdown],
  ['shared', tenants],
  ['tenantless', tenants],
];

describe('a check', () => {
  test('passes where nothing is wrong', async () => {
    const results = await run([...new Set(FAULTS.map(([, check]) => check)), revocation]);

    expect(results.filter(({ status }) => status === 'fail').map(({ check, finding }) => [check.id, finding])).toEqual(
      [],
    );
    expect(servers.size).toBe(0);
  });

  test.each(FAULTS)('fails for the fault %s', async (name, check) => {
    fault = name;

    const [result] = await run([check]);

    expect([result?.check.id, result?.status]).toEqual([check.id, 'fail']);
    expect(servers.size).toBe(0);
  });
});

describe('without a distribution', () => {
  const signal = AbortSignal.timeout(10_000);
  const at = () => ({ url, isLocal: false }) as Installation;

  test.each([
    ['private', undefined],
    ['private and open', false],
  ])(
    'a challenge under the name that API Gateway gives it is no fault, but a request that is let in is (%s)',
    async (kind, holds) => {
      fault = kind;

      expect((await challenge.run(at(), signal)).holds).toBe(holds);
    },
  );

  test('nobody looks for a cache of files', async () => {
    fault = 'private';

    expect(await fileCache.run(at(), signal)).toEqual({ holds: undefined, measured: 'no distribution is in front' });
  });
});

test.each([
  [2_999, true],
  [3_000, false],
])('a first call of %i ms holds: %s', async (firstCallMs, holds) => {
  const servers = [
    { firstCallMs: 20, warmCallMs: 5 },
    { firstCallMs, warmCallMs: 5 },
  ];

  const found = await coldStart.run({ servers } as unknown as Installation, new AbortController().signal);

  expect(found.holds).toBe(holds);
});

describe('a run', () => {
  const broken: Check = {
    id: 'broken',
    title: 'Breaks <b>',
    why: 'why',
    todo: 'what to do',
    run: async () => {
      throw new Error('broke');
    },
  };

  test('reports a check that throws as failed, with what to do', async () => {
    const results = await run([broken]);

    expect(results).toEqual([
      expect.objectContaining({ status: 'fail', finding: { holds: false, measured: 'broke' } }),
    ]);
    expect(advice(results).join('\n')).toContain('what to do');
    const html = page(results, { url, upstream: 'https://api.example', isLocal: true, at: new Date(0) });
    expect(html).toContain('Breaks &lt;b&gt;');
    expect(html).toContain('what to do');
    expect(summary(results)).toBe('1 FAIL');
  });

  test('that is interrupted ends its checks and removes its servers', async () => {
    const controller = new AbortController();
    const endless: Check = {
      ...broken,
      usesServers: true,
      run: () => {
        controller.abort();
        return new Promise<never>(() => {});
      },
    };

    const results: Result[] = await run([endless], controller.signal);

    expect(results.map(({ status }) => status)).toEqual(['not-run']);
    expect(servers.size).toBe(0);
  });

  test('removes old servers of an interrupted run, and leaves young ones and those of others alone', async () => {
    const now = Date.now();
    const name = (minutes: number) =>
      `portcullis-verify-${new Date(now - minutes * 60_000).toISOString().replace(/[:.]/g, '-')}-1`;
    servers.set('old', name(60)).set('young', name(1)).set('other', 'orders');

    const first = await installation().removeLeftovers(false);
    const left = [...servers.keys()];
    const second = await installation().removeLeftovers(true);

    expect([first.removed, first.left, left]).toEqual([[name(60)], [name(1)], ['young', 'other']]);
    expect([second.removed, [...servers.keys()]]).toEqual([[name(1)], ['other']]);
    servers.clear();
  });

  test('has checks with ids of their own, each with a reason and a way out', () => {
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
    for (const { why, todo } of CHECKS) expect([why.length > 20, todo.length > 20]).toEqual([true, true]);
  });
});
