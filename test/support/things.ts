/**
 * An API for tests of the data plane: a description with one operation for each behaviour that matters to an MCP client, and the upstream
 * that implements it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Respond, Upstream } from './upstream.ts';

const ok = { responses: { 200: { description: 'OK' } } };
const idInPath = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }];

export const thingsDocument = (baseUrl: string) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0', description: 'Keeps things. Lends them, too. Sells none.' },
  externalDocs: { url: 'https://things.example/docs' },
  servers: [{ url: baseUrl }],
  paths: {
    '/things': {
      get: { operationId: 'listThings', summary: 'List things', ...ok },
      post: {
        operationId: 'createThing',
        summary: 'Create a thing',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { name: { type: 'string' }, size: { type: 'integer' } },
                required: ['name'],
              },
            },
          },
        },
        ...ok,
      },
    },
    '/things/{id}': {
      get: { operationId: 'getThing', summary: 'Get a thing', parameters: idInPath, ...ok },
      delete: { operationId: 'deleteThing', summary: 'Delete a thing', parameters: idInPath, ...ok },
    },
    '/slow/{ms}': {
      get: {
        operationId: 'slow',
        summary: 'Answer after a while',
        parameters: [{ name: 'ms', in: 'path', required: true, schema: { type: 'integer' } }],
        ...ok,
      },
    },
    '/large': { get: { operationId: 'large', summary: 'A text of a megabyte', ...ok } },
    '/picture': { get: { operationId: 'picture', summary: 'A picture', ...ok } },
    '/broken': { get: { operationId: 'broken', summary: 'Always fails', ...ok } },
  },
});

export const THING_TOOLS = [
  'broken',
  'createThing',
  'deleteThing',
  'getThing',
  'large',
  'listThings',
  'picture',
  'slow',
];

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const json = (value: unknown, status = 200) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** `cut` collects the paths of requests whose caller disconnected before the answer. */
export function answerThings(upstream: Pick<Upstream, 'requests'>, cut: string[] = []): Respond {
  return async ({ method, target, body }, socket) => {
    const [, kind, rest = ''] = target.split('/');
    if (kind === 'things' && method === 'POST') return json({ created: JSON.parse(body.toString()) }, 201);
    if (kind === 'things' && rest !== '')
      return { ...json({}), body: `{"id":${rest},"calls":${upstream.requests.length}}` };
    if (kind === 'things') {
      return json(
        Array.from({ length: 2_000 }, (_, id) => ({ id, email: `person${id}@example.com`, phone: '+49 30 901820' })),
      );
    }
    if (kind === 'large') return { headers: { 'content-type': 'text/plain' }, body: 'word '.repeat(180_000) };
    if (kind === 'picture') return { headers: { 'content-type': 'image/png' }, body: PNG };
    if (kind === 'slow') {
      const gone = new AbortController();
      const leave = () => gone.abort();
      socket.once('close', leave);
      await sleep(Number(rest), undefined, { signal: gone.signal }).catch(() => cut.push(target));
      socket.off('close', leave);
      return json({ waited: Number(rest) });
    }
    return json({ error: 'out of order' }, 503);
  };
}
