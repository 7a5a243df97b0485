/**
 * One small message against the running stack: what held everybody for half a minute each is answered or refused at once, and who
 * asks for something else meanwhile is answered first. Sizes are such that the work without a budget would not end in the test's time.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { zipSync } from 'fflate';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import type { Upstream } from '../support/upstream.ts';

const kind = (type: string) => ({
  type: 'object',
  properties: {
    filters: { type: 'array', items: { $ref: '#/components/schemas/Filter' } },
    type: { type: 'string', enum: [type] },
    // A property of this name is no keyword.
    unevaluatedProperties: { type: 'string' },
  },
  required: ['type'],
});
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Search', version: '1' },
  components: { schemas: { Filter: { anyOf: ['and', 'or', 'not', 'leaf'].map(kind) } } },
  paths: {
    '/search': {
      post: {
        operationId: 'search',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  filter: { $ref: '#/components/schemas/Filter' },
                  text: { type: 'string', pattern: '^([a-z]+[0-9]?){1,200}$' },
                  notes: { type: 'object', patternProperties: { '^([a-z]+[0-9]?){1,50}$': { type: 'string' } } },
                },
              },
            },
          },
        },
        responses: {},
      },
    },
  },
};

let upstream: Upstream;
let stack: SharedStack;
let server: HostedServer;
beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.search.example' });
  server = await deploy(stack, {
    source: { kind: 'openapi', document: DOCUMENT },
    baseUrl: upstream.baseUrl,
    auth: { type: 'none' },
  });
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const management = (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${stack.apiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${stack.accessToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function call(args: object) {
  const response = await fetch(server.mcpUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', arguments: args } }),
  });
  return (await response.json()) as { result: { isError?: boolean; content: { text: string }[] } };
}

describe('one message', () => {
  test('with a filter of forty levels is judged level by level', async () => {
    let filter: object = { type: 'wrong' };
    for (let level = 0; level < 40; level++) filter = { filters: [filter], type: 'not' };

    const { result } = await call({ filter });

    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toContain('(argument_invalid)');
    expect(result.content[0]?.text).toContain('fits none of the alternatives');
  });

  test('with a megabyte for a pattern is refused, and says which argument and why', async () => {
    const { result } = await call({ text: 'ab'.repeat(500_000) });

    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(/\/text: is too long for the pattern .*\(argument_too_complex\)/);
  });

  test('with a megabyte for the name of a property is refused, and says which one has to match patterns', async () => {
    const { result } = await call({ notes: { ['ab'.repeat(500_000)]: 'x' } });

    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(
      /\/notes: has too many or too long property names .*\(argument_too_complex\)/,
    );
  });

  test('with a page that ends in a tag is cleaned in a time that goes with its size', async () => {
    const pages = [`<r ${'DE89a-'.repeat(50_000)}`, `<r 2024-01-01${'@'.repeat(300_000)}`];

    const answers = await Promise.all(
      pages.map((document) => management('POST', '/v1/governance/try', { document, contentType: 'application/xml' })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('with a slow pattern to try is stopped, and who asks meanwhile is answered first', async () => {
    const settings = { customPatterns: [{ name: 'slow', pattern: '(?:[ab]?){100}[ab]{100}$' }] };
    let isOver = false;

    const slow = management('POST', '/v1/governance/try', { document: `${'ab'.repeat(500_000)}.`, settings }).finally(
      () => {
        isOver = true;
      },
    );
    const others = await Promise.all([1, 2, 3].map(() => management('GET', '/v1/me')));
    const wasOver = isOver;

    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(wasOver).toBe(false);
    expect(await (await slow).json()).toMatchObject({ code: 'governance_timeout' });
  });

  test('with an archive of line breaks is refused for what is not in it', async () => {
    const zip = zipSync({ 'openapi.yaml': Buffer.from('\n'.repeat(200_000)) });

    const answer = await management('POST', '/v1/specs/preview', {
      document: { base64: Buffer.from(zip).toString('base64') },
    });

    expect(zip.byteLength).toBeLessThan(1_000);
    expect(await answer.json()).toMatchObject({
      code: 'spec_invalid',
      detail: expect.stringContaining('contains no API description'),
    });
  });
});
