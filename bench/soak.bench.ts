/**
 * Endurance test: open streams (`SOAK_STREAMS`, default 200) and mixed calls (reads, writes, wrong arguments, upstream
 * failures, clients that disconnect) over several tokens. Nothing may be lost: every call is answered or fails with a
 * clear error, each has exactly one entry in the audit log, and memory does not grow. Runs over an audit log of
 * `SOAK_ENTRIES` rows (default 10 million), with a host that is killed and restarted: `SOAK_LIVES` lives (default 3)
 * that together last `SOAK_SECONDS` (default 1,800). Memory is the resident set of the host with all its threads (one
 * of them is the archiver) and of its children, the sandbox processes; `hostMb` is the host alone.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HeldStream, holdStream } from '../test/support/eventStream.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack } from '../test/support/stack.ts';
import { answerThings, thingsDocument } from '../test/support/things.ts';
import { startUpstream } from '../test/support/upstream.ts';
import { fillTrail } from './support/fillTrail.ts';
import { spreadOf } from './support/percentiles.ts';
import { saveResult } from './support/report.ts';

const LIVES = Number(process.env['SOAK_LIVES'] ?? 3);
/** Seconds of one life. */
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 1_800) / LIVES;
const ENTRIES = Number(process.env['SOAK_ENTRIES'] ?? 10_000_000);
const STREAMS = Number(process.env['SOAK_STREAMS'] ?? 200);
const TOKENS = 10;
const LANES = 8;
const HANG_UP_MS = 150;

/**
 * Every second client disconnects during this operation, possibly before the call is made; then it has no audit entry.
 */
const SLOW = 'slow';
const CALLS: ReadonlyArray<readonly [name: string, args: object]> = [
  ['getThing', { id: 7 }],
  ['listThings', {}],
  ['createThing', { name: 'Ann', size: 3 }],
  ['getThing', { id: 'wrong' }],
  ['broken', {}],
  ['picture', {}],
  [SLOW, { ms: 400 }],
];

export async function run(): Promise<void> {
  const upstream = await startUpstream({ host: 'api.soak.example' });
  upstream.respond = answerThings(upstream);
  let stack = await startStack({ warm: true, upstreams: [upstream] });
  try {
    const hosted = await deploy(stack, {
      source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
      auth: { type: 'none' },
    });
    const tokens = await Promise.all(
      Array.from({ length: TOKENS }, (_, at) => addToken(stack, hosted.serverId, `soak ${at}`)),
    );
    await stack.kill();
    const state = join(stack.data, 'state');
    const { AuditTable } = JSON.parse(readFileSync(join(state, 'outputs.json'), 'utf8')) as { AuditTable: string };
    fillTrail(join(state, 'rows.db'), AuditTable, hosted.serverId, ENTRIES);
    const lives: object[] = [];
    for (let life = 0; life < LIVES; life++) {
      const began = performance.now();
      stack = await startStack({ warm: true, upstreams: [upstream], data: stack.data });
      const start = {
        seconds: (performance.now() - began) / 1_000,
        hostMb: residentMb(stack.pid, { withChildren: false }),
      };
      lives.push({ start, ...(await soak(stack, hosted, tokens, () => upstream.requests.splice(0))) });
      console.log(lives.at(-1));
      await stack.kill();
    }
    saveResult('soak', { entriesOnDisk: ENTRIES, rowsMb: statSync(join(state, 'rows.db')).size / 1024 ** 2, lives });
  } finally {
    await stack.stop();
    await upstream.close();
  }
}

async function soak(
  stack: LocalStack,
  hosted: HostedServer,
  tokens: ReadonlyArray<HostedServer['token']>,
  forget: () => void,
) {
  // The first call starts the server's sandbox, which is not measured.
  await call(`${stack.edgeUrl}/${tokens[0]?.value}/mcp`, 'getThing', { id: 7 }, { leaves: false });
  const since = new Date().toISOString();
  const urls = tokens.map(({ value }) => `${stack.edgeUrl}/${value}/mcp`);
  const until = performance.now() + SECONDS * 1_000;
  const streams = keepStreams(urls, until);
  const memory: number[] = [];
  let hostMb = 0;
  const latencies: number[] = [];
  const unclear: string[] = [];
  let [answered, answeredSlow] = [0, 0];
  let hungUp = 0;
  const lane = async (at: number) => {
    for (let n = at; performance.now() < until; n++) {
      const [name, args] = CALLS[n % CALLS.length] as (typeof CALLS)[number];
      const leaves = name === SLOW && n % 2 === 0;
      const sent = performance.now();
      const text = await call(urls[n % urls.length] as string, name, args, { leaves });
      if (text === undefined) hungUp++;
      else if (name === SLOW) answeredSlow++;
      else answered++;
      latencies.push(performance.now() - sent);
      const isClear = text === undefined || text.includes('"content":[');
      if (!isClear) unclear.push(text.slice(0, 300));
    }
  };
  const sampling = (async () => {
    while (performance.now() < until) {
      memory.push(residentMb(stack.pid));
      hostMb = Math.max(hostMb, residentMb(stack.pid, { withChildren: false }));
      forget();
      await sleep(Math.min(5_000, SECONDS * 100));
    }
  })();
  await Promise.all([...Array.from({ length: LANES }, (_, at) => lane(at)), sampling, streams.done]);
  await sleep(3_000);
  const calls = await countCalls(stack, hosted.serverId, since);
  const early = memory.slice(Math.floor(memory.length / 4), Math.ceil(memory.length / 2));
  const late = memory.slice(-Math.ceil(memory.length / 4));
  return {
    seconds: SECONDS,
    streams: STREAMS,
    streamsOpened: streams.opened(),
    answered: answered + answeredSlow,
    hungUp,
    unclear: unclear.slice(0, 5),
    callsInAuditTrail: calls.slow + calls.others,
    callsLost: answered - calls.others + Math.max(0, answeredSlow - calls.slow),
    latencyMs: spreadOf(latencies),
    memoryMb: {
      secondQuarter: spreadOf(early).p50,
      lastQuarter: spreadOf(late).p50,
      most: Math.max(...memory),
      hostMb,
    },
  };
}

async function call(
  url: string,
  name: string,
  args: object,
  { leaves }: { readonly leaves: boolean },
): Promise<string | undefined> {
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

/** Keeps the streams open: one that ends is opened again. */
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

/** Counts the audit entries of calls. Throws when a call has two. */
async function countCalls(stack: LocalStack, serverId: string, since: string) {
  const ids = new Set<string>();
  let entries = 0;
  let slow = 0;
  let cursor: string | undefined;
  do {
    const more: string = cursor ? `&cursor=${cursor}` : '';
    const page = await stack.api<{ items: { kind: string; callId?: string; tool?: string }[]; cursor?: string }>(
      'GET',
      `/v1/servers/${serverId}/audit?limit=200&from=${since}${more}`,
    );
    for (const { kind, callId, tool } of page.items) {
      if (kind !== 'call') continue;
      entries++;
      if (tool === SLOW) slow++;
      ids.add(callId as string);
    }
    cursor = page.cursor;
  } while (cursor);
  if (ids.size !== entries) throw new Error(`${entries - ids.size} calls have more than one entry.`);
  return { slow, others: entries - slow };
}

/** Resident memory of the stack's process and its children; only where the system reports it. */
function residentMb(pid: number, { withChildren = true } = {}): number {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...(withChildren ? children : [])].reduce((sum, each) => {
      const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/status`, 'utf8')) ?? [];
      return sum + Number(kilobytes) / 1_024;
    }, 0);
  } catch {
    return 0;
  }
}
