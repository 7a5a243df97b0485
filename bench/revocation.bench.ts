/**
 * How fast a revoked token dies: 500 live streams (HTTP+SSE and subscriptions) of 100 tokens on 5 servers, the tokens revoked one
 * after the other while the tools of every server keep changing. Times run from the answer of revoke.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HeldStream, holdStream } from '../test/support/eventStream.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack } from '../test/support/stack.ts';
import { type Spread, spreadOf } from './support/percentiles.ts';
import { saveResult } from './support/report.ts';

const SERVERS = 5;
const TOKENS_PER_SERVER = 20;
const STREAMS_PER_TOKEN = 5;
/** A change seals a bundle, which is work: without a pause it would measure the machine's load instead. */
const CHANGE_PAUSE_MS = 100;

interface Held {
  readonly stream: HeldStream;
  /** Events that had arrived when the revocation was answered. */
  before: number;
}

const MODERN = '2026-07-28';
const LISTEN = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'mcp-protocol-version': MODERN, 'mcp-method': 'subscriptions/listen' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 'sub',
    method: 'subscriptions/listen',
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': MODERN,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
};

export async function run(): Promise<void> {
  const stack = await startStack();
  try {
    const result = await measure(stack);
    console.log(result);
    saveResult('revocation', { loadAverage: loadavg()[0], ...result });
  } finally {
    await stack.stop();
  }
}

interface Result {
  readonly streams: number;
  readonly tokens: number;
  /** Milliseconds from the answer of revoke to the client's end of stream; 0 when it ended before the answer. */
  readonly endOfStream: Spread;
  /** Milliseconds from the answer of revoke to the answer of the first request that came after it. */
  readonly refused: Spread;
  /** Milliseconds that revoke itself took. */
  readonly revoke: Spread;
  readonly requestsNotRefused: number;
  readonly messagesAfterRevocation: number;
  /** Messages that the streams got in all, so that the zero above means something. */
  readonly messagesInAll: number;
}

async function measure(stack: LocalStack): Promise<Result> {
  const ends: number[] = [];
  const refusals: number[] = [];
  const revokes: number[] = [];
  let late = 0;
  let admitted = 0;
  let messages = 0;
  const servers = await Promise.all(
    Array.from({ length: SERVERS }, (_, at) =>
      deploy(stack, {
        name: `Bench ${at}`,
        source: { kind: 'manual' },
        baseUrl: 'https://api.example.com',
        auth: { type: 'none' },
      }),
    ),
  );
  const tokens: { server: HostedServer; id: string; url: string; held: Held[] }[] = [];
  for (const server of servers) {
    for (let n = 0; n < TOKENS_PER_SERVER; n++) {
      const { id, value } = await addToken(stack, server.serverId, `token ${n}`);
      const url = `${stack.edgeUrl}/${value}/mcp`;
      const streams = await Promise.all(
        Array.from({ length: STREAMS_PER_TOKEN }, (_, at) => holdStream(url, at % 2 ? LISTEN : {})),
      );
      for (const stream of streams) await stream.find(() => true);
      tokens.push({ server, id, url, held: streams.map((stream) => ({ stream, before: 0 })) });
    }
  }
  const changes = keepChanging(stack, servers);
  for (const token of shuffled(tokens)) {
    const asked = performance.now();
    await stack.api('DELETE', `/v1/servers/${token.server.serverId}/tokens/${token.id}`);
    const answered = performance.now();
    revokes.push(answered - asked);
    for (const held of token.held) held.before = held.stream.events.length;
    const request = await fetch(token.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
    refusals.push(performance.now() - answered);
    if (request.status !== 404) admitted++;
    for (const { stream, before } of token.held) {
      ends.push(Math.max(0, (await stream.ended) - answered));
      late += stream.events.length - before;
      messages += stream.events.length;
    }
  }
  await changes.stop();
  return {
    streams: ends.length,
    tokens: tokens.length,
    endOfStream: spreadOf(ends),
    refused: spreadOf(refusals),
    revoke: spreadOf(revokes),
    requestsNotRefused: admitted,
    messagesAfterRevocation: late,
    messagesInAll: messages,
  };
}

/** Edits a tool of one server after the other, so that something is on its way to every stream all the time. */
function keepChanging(stack: LocalStack, servers: readonly HostedServer[]) {
  let going = true;
  const done = (async () => {
    const tools = await Promise.all(
      servers.map(({ serverId }) =>
        stack.api<{ id: string }>('POST', `/v1/servers/${serverId}/tools`, {
          name: 'thing',
          verb: 'GET',
          path: '/thing',
        }),
      ),
    );
    for (let n = 0; going; n++) {
      const at = n % servers.length;
      const path = `/v1/servers/${servers[at]?.serverId}/tools/${tools[at]?.id}`;
      await stack.api('PATCH', path, { description: `Change ${n}` });
      await sleep(CHANGE_PAUSE_MS);
    }
  })();
  return {
    stop() {
      going = false;
      return done;
    },
  };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
