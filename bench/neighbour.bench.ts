/**
 * Two parties on one stack: the noisy one does one kind of harmful work after another (support/neighbour/kinds.ts),
 * while the other's `tools/list`, `tools/call` and `/v1/me` are measured. Quiet and noisy windows alternate, so that
 * changes of the machine's speed affect both. The p99 in noisy windows should be at most three times that of quiet
 * ones. The noisy party's client and upstream represent other machines and run at the lowest priority
 * (support/neighbour/elsewhere.ts); what they make the stack do does not.
 *
 * Then each of some 250 hostile inputs (support/neighbour/hostile.ts) is sent four times at once, and nobody else should
 * wait for more than three seconds meanwhile.
 *
 * `NEIGHBOUR_SECONDS` is the duration of each kind (60 by default; 5 for a first look). `NEIGHBOUR_KINDS` selects kinds
 * by parts of their names, separated by commas; `hostile` are the inputs. Only a run of all kinds is stored.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { signIn } from '../test/support/signIn.ts';
import { deploy, type LocalStack, startStack } from '../test/support/stack.ts';
import { NOISY_HOST, noisyDocument } from './support/neighbour/api.ts';
import { type HostileInput, hostileInputs } from './support/neighbour/hostile.ts';
import { KINDS, type NoiseTarget } from './support/neighbour/kinds.ts';
import { type Answers, type NoisyParty, startNoisyParty } from './support/neighbour/noise.ts';
import { type Measured, measure, type QuietTarget } from './support/neighbour/quiet.ts';
import { spreadOf } from './support/percentiles.ts';
import { saveResult, table } from './support/report.ts';
import { CALLED, THINGS_HOST, type ThingsUpstream, thingsApi } from './support/thingsApi.ts';

const SECONDS = Number(process.env['NEIGHBOUR_SECONDS'] ?? 60);
const WANTED = (process.env['NEIGHBOUR_KINDS'] ?? '').split(',').filter(Boolean);
const ROUNDS = Math.max(2, Math.ceil(SECONDS / 10));
/** Length of a quiet window relative to a noisy one. */
const QUIET_SHARE = 0.6;
const WARM_UP_SECONDS = 5;
const MOST = 3;
/** Pause after the noise, until its remaining work is done. */
const SETTLE_MS = 1_500;
const REQUESTS = ['list', 'call', 'me'] as const;
/** How often a hostile input is sent at once, and the longest that somebody else may wait meanwhile. */
const AT_ONCE = 4;
const LONGEST_MS = 3_000;
/** After this time a hostile request is given up; its work may go on. */
const GIVE_UP_MS = 35_000;
const LOOK_SECONDS = 0.5;

interface Row {
  readonly kind: string;
  readonly noise: Answers;
  readonly requests: Readonly<
    Record<(typeof REQUESTS)[number], { quiet: Figures; noisy: Figures; ratio: number; failures: number }>
  >;
}
type Figures = ReturnType<typeof spreadOf>;

export async function run(): Promise<void> {
  const isWanted = (kind: string) => WANTED.length === 0 || WANTED.some((part) => kind.includes(part));
  const kinds = Object.keys(KINDS).filter(isWanted);
  const stops: (() => unknown)[] = [];
  try {
    const quietApi = await startUpstream('thingsApi.ts', stops);
    const noisyApi = await startUpstream('neighbour/api.ts', stops);
    const stack = await startStack({
      warm: true,
      upstreams: [upstreamOf(THINGS_HOST, quietApi), upstreamOf(NOISY_HOST, noisyApi)],
    });
    stops.push(() => stack.stop());
    const { quiet, noisy } = await deployBoth(stack);
    const party = await startNoisyParty();
    stops.push(() => party.stop());
    console.error('warms up …');
    await measure(quiet, WARM_UP_SECONDS);
    const rows: Row[] = [];
    for (const kind of kinds) {
      console.error(`${kind} …`);
      const row = await rowOf(kind, quiet, noisy, party);
      rows.push(row);
      console.error(lineOf(row).join(' | '), JSON.stringify(row.noise));
    }
    console.log(
      table(['kind', ...REQUESTS.map((name) => `${name}: p99 quiet → noisy, ms (times)`), 'failed'], rows.map(lineOf)),
    );
    const hostile = isWanted('hostile') ? await hostileRows(quiet, noisy) : [];
    if (hostile.length > 0) {
      const slowest = [...hostile].sort((one, other) => other.longestMs - one.longestMs).slice(0, 10);
      const cells = slowest.map(({ what, statuses, longestMs }) => [what, statuses.join(' '), String(longestMs)]);
      console.log(table(['hostile input, the slowest of all', 'statuses', 'longest wait of others, ms'], cells));
      const over = hostile.filter(({ longestMs, failures }) => longestMs > LONGEST_MS || failures > 0).length;
      console.log(`${hostile.length} inputs, ${over} of them over ${LONGEST_MS} ms or with a failed request of others`);
    }
    if (WANTED.length === 0) {
      saveResult('neighbour', { loadAverage: loadavg()[0], secondsOfNoiseEach: SECONDS, target: MOST, rows, hostile });
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const upstreamOf = (host: string, { port, ca }: ThingsUpstream) => ({
  ca,
  pinned: [{ host, port: 443, address: '127.0.0.1', addressPort: port }],
});

async function startUpstream(file: string, stops: (() => unknown)[]): Promise<ThingsUpstream> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support', file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stops.push(() => child.kill());
  const [line] = await once(child.stdout, 'data');
  return JSON.parse(String(line)) as ThingsUpstream;
}

async function deployBoth(stack: LocalStack): Promise<{ quiet: QuietTarget; noisy: NoiseTarget }> {
  const auth = { type: 'bearer', token: 'bench-credential' };
  const hosted = (document: object) =>
    deploy(stack, { source: { kind: 'openapi', document: JSON.stringify(document) }, auth });
  const ours = await hosted(thingsApi(`https://${THINGS_HOST}`));
  const theirs = await hosted(noisyDocument);
  const { edgeUrl, accessToken } = stack;
  const { mcpUrl: limitedUrl } = await stack.api<{ mcpUrl: string }>('POST', `/v1/servers/${theirs.serverId}/tokens`, {
    label: 'limited',
    limits: { callsPerSecond: 20 },
  });
  return {
    quiet: { edgeUrl, mcpUrl: ours.mcpUrl, accessToken, tool: CALLED },
    noisy: {
      edgeUrl,
      mcpUrl: theirs.mcpUrl,
      limitedUrl,
      editorToken: await signIn(edgeUrl, 'editor'),
      viewerToken: await signIn(edgeUrl, 'viewer'),
    },
  };
}

async function rowOf(kind: string, quiet: QuietTarget, target: NoiseTarget, party: NoisyParty): Promise<Row> {
  const still: Measured[] = [];
  const loud: Measured[] = [];
  const noise: Record<string, number> = {};
  const seconds = SECONDS / ROUNDS;
  for (let round = 0; round < ROUNDS; round++) {
    still.push(await measure(quiet, seconds * QUIET_SHARE));
    await party.begin(kind, target);
    loud.push(await measure(quiet, seconds));
    for (const [status, count] of Object.entries(await party.end())) noise[status] = (noise[status] ?? 0) + count;
    await sleep(SETTLE_MS);
  }
  const requests = Object.fromEntries(
    REQUESTS.map((name) => {
      const quietly = spreadOf(still.flatMap((each) => each[name].latencies));
      const loudly = spreadOf(loud.flatMap((each) => each[name].latencies));
      const failures = loud.reduce((sum, each) => sum + each[name].failures, 0);
      return [
        name,
        { quiet: quietly, noisy: loudly, ratio: Math.round((loudly.p99 / quietly.p99) * 10) / 10, failures },
      ];
    }),
  ) as Row['requests'];
  return { kind, noise, requests };
}

function lineOf({ kind, requests }: Row): string[] {
  const cells = REQUESTS.map((name) => {
    const { quiet, noisy, ratio } = requests[name];
    return `${quiet.p99} → ${noisy.p99} (${ratio}${ratio > MOST ? ', over' : ''})`;
  });
  return [kind, ...cells, String(REQUESTS.reduce((sum, name) => sum + requests[name].failures, 0))];
}

interface HostileRow {
  readonly what: string;
  readonly statuses: readonly string[];
  readonly longestMs: number;
  /** Requests of others without the expected answer. */
  readonly failures: number;
}

async function hostileRows(quiet: QuietTarget, target: NoiseTarget): Promise<HostileRow[]> {
  const rows: HostileRow[] = [];
  for (const input of hostileInputs(target)) {
    const row = await hostileRow(input, quiet);
    rows.push(row);
    if (row.longestMs > LONGEST_MS / 3 || row.failures > 0)
      console.error(row.what, row.statuses.join(' '), row.longestMs, row.failures);
  }
  return rows;
}

/** Sends the input, and asks as somebody else until it was answered. */
async function hostileRow(
  { what, request: { url, ...options } }: HostileInput,
  quiet: QuietTarget,
): Promise<HostileRow> {
  let isOver = false;
  const sent = Array.from({ length: AT_ONCE }, async () => {
    try {
      const { statusCode, body } = await request(url, { ...options, signal: AbortSignal.timeout(GIVE_UP_MS) });
      await body.dump({ limit: Number.POSITIVE_INFINITY });
      return String(statusCode);
    } catch {
      return 'lost';
    }
  });
  const answered = Promise.all(sent).finally(() => {
    isOver = true;
  });
  let longestMs = 0;
  let failures = 0;
  while (!isOver || longestMs === 0) {
    const measured = await measure(quiet, LOOK_SECONDS);
    for (const name of REQUESTS) {
      longestMs = Math.max(longestMs, ...measured[name].latencies.map(Math.round));
      failures += measured[name].failures;
    }
  }
  return { what, statuses: [...new Set(await answered)], longestMs, failures };
}
