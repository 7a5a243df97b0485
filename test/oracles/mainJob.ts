/** The main job from outside, for stacks that run on parts of others: import, deploy, list, call and revoke, by clients of each version. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CLIENTS, closeClients } from '../support/mcpClients.ts';
import {
  addToken,
  deploy,
  type HostedServer,
  type LocalStack,
  type StackOptions,
  startStack,
} from '../support/stack.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { until } from '../support/until.ts';
import { holdable, startUpstream, type Upstream } from '../support/upstream.ts';

/** Nobody is told that a client has left, as on AWS; no stream of these tests lives so long. */
const STREAM_SECONDS = 120;

/** How the stack is started; `context`: settings of its deployment. */
export interface JobOptions extends Pick<StackOptions, 'preload' | 'env'> {
  readonly context?: readonly string[];
}

/** The stack and the server of the tests, once they have begun. */
export interface Job {
  readonly stack: LocalStack;
  readonly hosted: HostedServer;
}

/** Defines the tests in the current `describe`. Returns how to reach the stack in further tests, after these. */
export function doMainJob(optionsOf: () => Promise<JobOptions>): () => Job {
  let upstream: Upstream;
  let stack: LocalStack;
  let hosted: HostedServer;
  let answers: ReturnType<typeof holdable>;
  const urlOf = ({ value }: HostedServer['token']) => `${stack.edgeUrl}/${value}/mcp`;

  beforeAll(async () => {
    upstream = await startUpstream({ host: 'api.things.example' });
    answers = holdable(answerThings(upstream));
    upstream.respond = answers.respond;
    const { context = [], ...options } = await optionsOf();
    const flags = ['--stream-life', String(STREAM_SECONDS), ...context.flatMap((setting) => ['--context', setting])];
    stack = await startStack({ upstreams: [upstream], flags, ...options });
    hosted = await deploy(stack, {
      source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
      auth: { type: 'none' },
    });
  }, 300_000);
  afterAll(async () => {
    answers?.release();
    await closeClients();
    await stack?.stop();
    await upstream?.close();
  });

  test.each(CLIENTS)(
    '%s (%s) lists, calls, and loses its token in the middle of a call',
    async (kind, version, connect) => {
      // Prepare
      const token = await addToken(stack, hosted.serverId, kind);
      const client = await connect(urlOf(token));

      // Act
      const tools = await client.listTools();
      const answer = await client.call('getThing', { id: 7 });
      answers.hold();
      const name = `held for ${kind}`;
      const withheld = client.call('createThing', { name }).catch((error: Error) => error.message);
      await until(() => upstream.requests.some(({ body }) => body.toString().includes(name)));
      await stack.api('DELETE', `/v1/servers/${hosted.serverId}/tokens/${token.id}`);
      answers.release();
      const refused = await fetch(urlOf(token), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      // The stream of an HTTP+SSE session ends with the revocation, and its client waits on.
      const text = version === '2024-11-05' ? '' : JSON.stringify(await withheld);

      // Assess
      expect(tools.length).toBeGreaterThan(5);
      expect(JSON.stringify(answer.content)).toContain('7');
      expect(text).not.toContain('created');
      expect(refused.status).toBe(404);
      const trail = async () => {
        const path = `/v1/servers/${hosted.serverId}/audit?token=${token.id}`;
        const { items } = await stack.api<{ items: Array<Record<string, unknown>> }>('GET', path);
        return items.filter(({ kind: what }) => what === 'call').map(({ outcome, errorCode }) => errorCode ?? outcome);
      };
      await until(async () => (await trail()).length >= 2);
      expect((await trail()).sort()).toEqual(['answer_withheld', 'ok']);
    },
    180_000,
  );

  return () => ({ stack, hosted });
}
