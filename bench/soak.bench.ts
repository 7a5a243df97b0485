/**
 * Endurance: 200 held streams and mixed calls (reads, writes, wrong arguments, upstream failures, clients that hang up) over
 * several tokens. Nothing may be lost: every call is answered or fails with a clear error, each has exactly one entry in
 * the audit trail, memory stays flat. `SOAK_SECONDS` sets the length (600 when unset).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HeldStream, holdStream } from '../test/support/eventStream.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack } from '../test/support/stack.ts';
import { answerThings, thingsDocument } from '../test/support/things.ts';
import { startUpstream } from '../test/support/upstream.ts';
import { spreadOf } from './support/percentiles.ts';
import { saveResult } from './support/report.ts';

const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 600);
const STREAMS = 200;
const TOKENS = 10;
const LANES = 8;
const HANG_UP_MS = 150;

const CALLS: ReadonlyArray<readonly [name: string, args: object]> = [
  ['getThing', { id: 7 }],
  ['listThings', {}],
  ['createThing', { name: 'Ann', size: 3 }],
  ['getThing', { id: 'wrong' }],
  ['broken', {}],
  ['picture', {}],
  ['slow', { ms: 400 }],
];

export async function run(): Promise<void> {
  const upstream = await startUpstream({ host: 'api.soak.example' });
  upstream.respond = answerThings(upstream);
  const stack = await startStack({ upstreams: [upstream] });
  try {
    const hosted = await deploy(stack, {
      source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
      auth: { type: 'none' },
    });
    const result = await soak(stack, hosted, () => upstream.requests.splice(0));
    console.log(result);
    saveResult('soak', result);
  } finally {
    await stack.stop();
    await upstream.close();
  }
}

async function soak(stack: LocalStack, hosted: HostedServer, forget: () => void) {
  const tokens = await Promise.all(
    Array.from({ length: TOKENS }, (_, at) => addToken(stack, hosted.serverId, `soak ${at}`)),
  );
  const urls = tokens.map(({ value }) => `${stack.edgeUrl}/${value}/mcp`);
  const until = performance.now() + SECONDS * 1_000;
  const streams = keepStreams(urls, until);
  const memory: number[] = [];
  const latencies: number[] = [];
  const unclear: string[] = [];
  let answered = 0;
  let hungUp = 0;
  const lane = async (at: number) => {
    for (let n = at; performance.now() < until; n++) {
      const [name, args] = CALLS[n % CALLS.length] as (typeof CALLS)[number];
      const leaves = name === 'slow' && n % 2 === 0;
      const sent = performance.now();
      const text = await call(urls[n % urls.length] as string, name, args, leaves);
      if (text === undefined) hungUp++;
      else answered++;
      latencies.push(performance.now() - sent);
      const isClear = text === undefined || text.includes('"content":[');
      if (!isClear) unclear.push(text.slice(0, 300));
    }
  };
  const sampling = (async () => {
    while (performance.now() < until) {
      memory.push(residentMb(stack.pid));
      forget();
      await sleep(Math.min(5_000, SECONDS * 100));
    }
  })();
  await Promise.all([...Array.from({ length: LANES }, (_, at) => lane(at)), sampling, streams.done]);
  await sleep(3_000);
  const calls = await countCalls(stack, hosted.serverId);
  const early = memory.slice(Math.floor(memory.length / 4), Math.ceil(memory.length / 2));
  const late = memory.slice(-Math.ceil(memory.length / 4));
  return {
    seconds: SECONDS,
    streams: STREAMS,
    streamsOpened: streams.opened(),
    answered,
    hungUp,
    unclear: unclear.slice(0, 5),
    callsInAuditTrail: calls,
    callsLost: answered + hungUp - calls,
    latencyMs: spreadOf(latencies),
    memoryMb: { secondQuarter: spreadOf(early).p50, lastQuarter: spreadOf(late).p50 },
  };
}

async function call(url: string, name: string, args: object, leaves: boolean): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      ...(leaves && { signal: AbortSignal.timeout(HANG_UP_MS) }),
    });
    return await response.text();
  } catch (error) {
    if (leaves) return undefined;
    return `no answer: ${String((error as Error).cause ?? error)}`;
  }
}

/** Keeps 200 streams open; one that ends (its life is 5 minutes) is opened again. */
function keepStreams(urls: readonly string[], until: number) {
  let opened = 0;
  const keep = async (at: number) => {
    while (performance.now() < until) {
      const stream: HeldStream = await holdStream(urls[at % urls.length] as string);
      opened++;
      await Promise.race([stream.ended, sleep(Math.max(0, until - performance.now()))]);
      stream.close();
    }
  };
  return { opened: () => opened, done: Promise.all(Array.from({ length: STREAMS }, (_, at) => keep(at))) };
}

async function countCalls(stack: LocalStack, serverId: string): Promise<number> {
  const ids = new Set<string>();
  let entries = 0;
  let cursor: string | undefined;
  do {
    const more: string = cursor ? `&cursor=${cursor}` : '';
    const page = await stack.api<{ items: { kind: string; callId?: string }[]; cursor?: string }>(
      'GET',
      `/v1/servers/${serverId}/audit?limit=200${more}`,
    );
    for (const { kind, callId } of page.items) {
      if (kind !== 'call') continue;
      entries++;
      ids.add(callId as string);
    }
    cursor = page.cursor;
  } while (cursor);
  if (ids.size !== entries) throw new Error(`${entries - ids.size} calls have more than one entry.`);
  return entries;
}

/** Resident memory of the stack's process and its children, where the system tells. */
function residentMb(pid: number): number {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children].reduce((sum, each) => {
      const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/status`, 'utf8')) ?? [];
      return sum + Number(kilobytes) / 1_024;
    }, 0);
  } catch {
    return 0;
  }
}
