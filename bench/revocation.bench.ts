/**
 * How fast a revoked token stops working: 500 live streams (HTTP+SSE and subscriptions) of 100 tokens on 5 servers; the
 * tokens are revoked one by one while the tools of every server keep changing. Five rounds on one stack, so that there
 * are enough samples for the 99th percentile. Times start at the answer of the revocation. Then the same for people's
 * sessions: one by one, all of a person, all of a client. With REVOCATION=toolsets the tokens are of five toolsets of two
 * servers each, without sessions, and nothing is stored: to be compared with a run without in the same hour.
 *
 * A separate process revokes and tries the tokens (support/revoker.ts), because the client that holds 500 streams has
 * pauses of its own, which would be counted as the stack's. Those pauses still affect the measured ends of streams.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HeldStream, holdStream, SUBSCRIBE } from '../test/support/eventStream.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack } from '../test/support/stack.ts';
import { measureEndings } from './support/endings.ts';
import { type Spread, spreadOf } from './support/percentiles.ts';
import { saveResult } from './support/report.ts';
import { type Revoker, startRevoker, systemTime } from './support/revoker.ts';

const ROUNDS = 5;
const SERVERS = 5;
const TOKENS_PER_SERVER = 20;
const STREAMS_PER_TOKEN = 5;
/** Changing a tool seals a bundle. Without a pause the load of that work would be measured. */
const CHANGE_PAUSE_MS = 100;

/** Whether tokens of toolsets are revoked. */
const ofToolsets = process.env['REVOCATION'] === 'toolsets';

export async function run(): Promise<void> {
  const stack = await startStack({ warm: true });
  try {
    const tokens = await measure(stack);
    if (ofToolsets) return console.log(JSON.stringify(tokens, null, 2));
    const revoker = await startRevoker();
    const sessions = await measureEndings(stack, revoker).finally(() => revoker.stop());
    const result = { ...tokens, sessions };
    console.log(JSON.stringify(result, null, 2));
    saveResult('revocation', { loadAverage: loadavg()[0], ...result });
  } finally {
    await stack.stop();
  }
}

interface Result {
  readonly streams: number;
  readonly tokens: number;
  /**
   * Milliseconds from the answer of the revocation to the end of the client's stream; 0 when the stream ended before.
   */
  readonly endOfStream: Spread;
  /** Milliseconds from the answer of the revocation to the answer of the first request after it. */
  readonly refused: Spread;
  /** Milliseconds of the revocation itself. */
  readonly revoke: Spread;
  readonly requestsNotRefused: number;
  readonly messagesAfterRevocation: number;
  /** Messages received by all streams, so that the zero above is meaningful. */
  readonly messagesInAll: number;
}

async function measure(stack: LocalStack): Promise<Result> {
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
  const tools = await addTools(stack, servers);
  const opened = ofToolsets ? await combine(stack, servers) : servers;
  const revoker = await startRevoker();
  const seen: Seen = { ends: [], refusals: [], revokes: [], late: 0, admitted: 0, messages: 0 };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const tokens = await holdStreams(stack, opened);
      const changes = keepChanging(stack, tools);
      for (const token of shuffled(tokens)) await revoke(stack, token, revoker, seen);
      await changes.stop();
    }
  } finally {
    revoker.stop();
  }
  return {
    streams: seen.ends.length,
    tokens: seen.revokes.length,
    endOfStream: spreadOf(seen.ends),
    refused: spreadOf(seen.refusals),
    revoke: spreadOf(seen.revokes),
    requestsNotRefused: seen.admitted,
    messagesAfterRevocation: seen.late,
    messagesInAll: seen.messages,
  };
}

interface Token {
  readonly serverId: string;
  readonly id: string;
  readonly url: string;
  readonly held: readonly HeldStream[];
}

/** Creates tokens and opens their streams; resolves when each has received its first event. */
async function holdStreams(stack: LocalStack, servers: readonly HostedServer[]): Promise<Token[]> {
  const tokens: Token[] = [];
  for (const { serverId } of servers) {
    for (let n = 0; n < TOKENS_PER_SERVER; n++) {
      const { id, value } = await addToken(stack, serverId, `token ${n}`);
      const url = `${stack.edgeUrl}/${value}/mcp`;
      const streams = await Promise.all(
        Array.from({ length: STREAMS_PER_TOKEN }, (_, at) => holdStream(url, at % 2 ? SUBSCRIBE : {})),
      );
      for (const stream of streams) await stream.find(() => true);
      tokens.push({ serverId, id, url, held: streams });
    }
  }
  return tokens;
}

/** Measurements so far. */
interface Seen {
  readonly ends: number[];
  readonly refusals: number[];
  readonly revokes: number[];
  late: number;
  admitted: number;
  messages: number;
}

async function revoke(stack: LocalStack, token: Token, revoker: Revoker, seen: Seen): Promise<void> {
  const { asked, answered, tried, status } = await revoker.revoke({
    token: `${stack.apiUrl}/v1/servers/${token.serverId}/tokens/${token.id}`,
    accessToken: stack.accessToken,
    mcpUrl: token.url,
  });
  seen.revokes.push(answered - asked);
  seen.refusals.push(tried - answered);
  if (status !== 404) seen.admitted++;
  // Both clocks run at the same speed but have different starting points.
  const ahead = systemTime() - performance.now();
  for (const stream of token.held) {
    seen.ends.push(Math.max(0, (await stream.ended) + ahead - answered));
    seen.late += stream.events.filter(({ at }) => at + ahead > answered).length;
    seen.messages += stream.events.length;
  }
}

/** A toolset for each server, of it and the next one. */
const combine = (stack: LocalStack, servers: readonly HostedServer[]): Promise<HostedServer[]> =>
  Promise.all(
    servers.map(({ serverId }, at) => {
      const next = servers[(at + 1) % servers.length] as HostedServer;
      const members = [{ serverId }, { serverId: next.serverId }];
      return deploy(stack, { name: `Set ${at}`, source: { kind: 'toolset', members }, auth: { type: 'none' } });
    }),
  );

interface EditedTool {
  readonly serverId: string;
  readonly id: string;
}

const addTools = (stack: LocalStack, servers: readonly HostedServer[]): Promise<EditedTool[]> =>
  Promise.all(
    servers.map(async ({ serverId }) => {
      const thing = { name: 'thing', verb: 'GET', path: '/thing' };
      const { id } = await stack.api<{ id: string }>('POST', `/v1/servers/${serverId}/tools`, thing);
      return { serverId, id };
    }),
  );

/** Keeps editing tools, server after server, so that every stream always has messages to receive. */
function keepChanging(stack: LocalStack, tools: readonly EditedTool[]) {
  let going = true;
  const done = (async () => {
    for (let n = 0; going; n++) {
      const { serverId, id } = tools[n % tools.length] as EditedTool;
      await stack.api('PATCH', `/v1/servers/${serverId}/tools/${id}`, { description: `Change ${n}` });
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
