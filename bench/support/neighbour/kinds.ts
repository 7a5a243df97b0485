/** The kinds of noise: how many connections the noisy party has, and what each of them sends repeatedly. */
import { noisyDocument } from './api.ts';

/** The target of the noise and the credentials for it. */
export interface NoiseTarget {
  readonly edgeUrl: string;
  /** The noisy party's own server. */
  readonly mcpUrl: string;
  /** The same with a token that may make twenty calls a second. */
  readonly limitedUrl: string;
  readonly editorToken: string;
  readonly viewerToken: string;
}

export interface NoiseRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Noise {
  readonly connections: number;
  /** The n-th request. Large bodies are made only once. */
  request(n: number): NoiseRequest;
}

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
/** Just below the maximum size of a message (LIMITS.mcpRequestBytes). */
const ARGUMENT_BYTES = 3.9 * 1024 * 1024;

const call = (target: NoiseTarget, name: string, args: object): NoiseRequest => ({
  url: target.mcpUrl,
  method: 'POST',
  headers: JSON_TYPE,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
});

const calls =
  (connections: number, name: string, ...args: readonly (() => object)[]) =>
  (target: NoiseTarget): Noise => {
    const requests = args.map((make) => call(target, name, make()));
    return { connections, request: (n) => requests[n % requests.length] as NoiseRequest };
  };

const wide = () => ({ value: Array.from({ length: ARGUMENT_BYTES / 12 }, (_, at) => ({ k: at % 10_000 })) });
const deep = () => {
  const one = (): object => {
    let value: object = {};
    for (let level = 0; level < 400; level++) value = { a: value };
    return value;
  };
  return { value: Array.from({ length: ARGUMENT_BYTES / 2_500 }, one) };
};
const named = () => ({
  value: Object.fromEntries(Array.from({ length: ARGUMENT_BYTES / 25 }, (_, at) => [`property${at}`, at])),
});
const chain = (levels: number) => () => {
  let value: object = { kind: 1 };
  for (let level = 0; level < levels; level++) value = { next: value, children: [] };
  return value;
};

const answers = (kind: string) => calls(8, 'answer', () => ({ kind }));

function largeDocument(target: NoiseTarget): Noise {
  const paths: Record<string, object> = {};
  for (let n = 0; n < 1_100; n++) {
    const parameters = Array.from({ length: 20 }, (_, at) => ({
      name: `p${at}`,
      in: 'query',
      description: `Parameter ${at} of operation ${n}, told at some length so that there is something to read.`,
      schema: { type: 'string', enum: ['a', 'b', 'c'] },
    }));
    paths[`/things${n}`] = { get: { operationId: `get${n}`, parameters, responses: { 200: { description: 'OK' } } } };
  }
  const document = JSON.stringify({ ...noisyDocument, paths });
  const headers = { ...JSON_TYPE, authorization: `Bearer ${target.editorToken}` };
  const url = `${target.edgeUrl}/v1/servers`;
  const body = JSON.stringify({ source: { kind: 'openapi', document }, auth: { type: 'none' } });
  return { connections: 2, request: () => ({ url, method: 'POST', headers, body }) };
}

export const KINDS: Readonly<Record<string, (target: NoiseTarget) => Noise>> = {
  /** No noise, to show how much two quiet windows differ on this machine. */
  nothing: () => ({ connections: 0, request: () => ({ url: '', method: 'GET', headers: {} }) }),
  'large arguments': calls(4, 'anything', wide, deep, named),
  'arguments of a recursive schema': calls(4, 'node', chain(8), chain(60)),
  'arguments against patterns': calls(
    4,
    'pattern',
    () => ({ text: 'abc '.repeat(ARGUMENT_BYTES / 4) }),
    () =>
      Object.fromEntries(
        Array.from({ length: ARGUMENT_BYTES / 60 }, (_, at) => [`x-${'ab-'.repeat(9)}${at}`, 'ab'.repeat(10)]),
      ),
  ),
  'JSON answers of 50 MB': answers('json'),
  'HTML answers of 50 MB': answers('html'),
  'XML answers of 50 MB': answers('xml'),
  'CSV answers of 50 MB': answers('csv'),
  'packed answers of 50 MB': answers('gzip'),
  'calls that never end': calls(100, 'answer', () => ({ kind: 'never' })),
  'a flood of calls': calls(64, 'answer', () => ({ kind: 'small' })),
  'a flood of calls beyond a limit': (target) =>
    calls(64, 'answer', () => ({ kind: 'small' }))({ ...target, mcpUrl: target.limitedUrl }),
  'a flood of lists': ({ mcpUrl }) => ({
    connections: 64,
    request: () => ({
      url: mcpUrl,
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    }),
  }),
  'as many streams as it gets': ({ mcpUrl }) => ({
    connections: 400,
    request: () => ({ url: mcpUrl, method: 'GET', headers: { accept: 'text/event-stream' } }),
  }),
  'anonymous requests': ({ edgeUrl }) => ({
    connections: 64,
    request: (n) =>
      [
        { url: `${edgeUrl}/v1/me`, method: 'GET' as const, headers: {} },
        { url: `${edgeUrl}/v1/me`, method: 'GET' as const, headers: { authorization: 'Bearer e30.e30.e30' } },
        { url: `${edgeUrl}/v1/config`, method: 'GET' as const, headers: {} },
        { url: `${edgeUrl}/v1/openapi.json`, method: 'GET' as const, headers: {} },
      ][n % 4] as NoiseRequest,
  }),
  'previews by a viewer': ({ edgeUrl, viewerToken }) => {
    const document = '<p class="a">person@example.com +49 30 901820 <b '.repeat(6_000);
    const body = JSON.stringify({ document, contentType: 'text/html' });
    const headers = { ...JSON_TYPE, authorization: `Bearer ${viewerToken}` };
    return { connections: 4, request: () => ({ url: `${edgeUrl}/v1/governance/try`, method: 'POST', headers, body }) };
  },
  'deployments of large documents': largeDocument,
};
