/**
 * Real MCP clients against the running local stack: each calls a tool again and again, over its own connection, which is cut once by
 * force; the tools change before and after the cut; at the end its token is revoked. A client passes when it is never dead (no call of
 * it works any more, not even over a new connection), never hangs, and is never unaware:
 *   of a cut      it works on by itself, or its calls fail at once so that its program can connect anew; only the call whose answer
 *                 was on its way may end by its own time limit
 *   of a change   it is notified; where its library has no way to say so, its next list has the tool. A list of groups, or of the
 *                 tools that search, names the same tools as before, so such a client has nothing to notice there
 *   of a revocation  its calls fail at once, and go on failing
 * What each of them does is in the table (`Verdict`).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exposed } from '../../core/model/exposition.ts';
import type { SharedStack } from '../support/sharedStack.ts';
import { addToken, type LocalStack, startStack } from '../support/stack.ts';
import { answerThings } from '../support/things.ts';
import { startUpstream } from '../support/upstream.ts';
import { deployThings, type Host, startMembers } from './hosts.ts';
import { Link } from './link.ts';

export interface MatrixClient {
  readonly name: string;
  readonly transport: 'http' | 'sse';
  /** The driver and the library that it is to use; transport, address and pause follow. */
  readonly command: readonly string[];
  /** False for libraries that tell their program nothing of changed tools. */
  readonly isNotified: boolean;
  /** How its server lists the tools; flat when unset. */
  readonly exposition?: MatrixExposition;
}

/** How a driver calls getThing: by its own name, or through a listed tool with an argument that names it. */
const WAYS = {
  flat: [],
  compact: [],
  grouped: ['things_read', 'action'],
  search: ['call_read', 'tool'],
} as const satisfies Partial<Record<Exposed, readonly string[]>>;
export type MatrixExposition = keyof typeof WAYS;
export const MATRIX_EXPOSITIONS = Object.keys(WAYS) as MatrixExposition[];

export interface MatrixOptions {
  readonly clients: readonly MatrixClient[];
  readonly seconds: number;
  readonly everyMs: number;
  /** Against toolsets of two APIs and two MCP servers (hosts.ts), on a stack of its own. */
  readonly toolset?: boolean;
  /** Cuts the server's streams after so long, as AWS does. */
  readonly streamLifeSeconds?: number;
  /** Runs already; without it, a stack of its own. */
  readonly stack?: SharedStack;
  readonly say?: (line: string) => void;
}

export interface Verdict {
  readonly client: string;
  readonly transport: string;
  /** How the tools are listed; of a toolset, whose tool is called, too. */
  readonly exposition: string;
  readonly passed: boolean;
  readonly calls: number;
  /** Failed ones before the revocation. */
  readonly failed: number;
  readonly hung: number;
  readonly changes: string;
  readonly afterCut: string;
  readonly afterRevocation: string;
  /** What did not pass. */
  readonly faults: readonly string[];
}

interface Told {
  readonly is: 'ready' | 'called' | 'listed' | 'changed' | 'renewed';
  readonly at: number;
  readonly ok?: boolean;
  readonly hung?: boolean;
  readonly ms?: number;
  readonly error?: string;
  readonly tools?: readonly string[];
}

/** Parts of the whole time at which something happens. */
const MOMENTS = { change: 0.2, cut: 0.45, changeAgain: 0.7, revoke: 0.85 } as const;
const NOTICE_MS = 2_500;
const READY_MS = 120_000;
/** From the cut until both ends know of it. */
const LOST_MS = 500;
/** Clients of one server; each has a token of its own, of which a server has 25 at most. */
const TOKENS = 20;

export async function runMatrix(options: MatrixOptions): Promise<Verdict[]> {
  const { clients, seconds, everyMs, streamLifeSeconds, say = () => {} } = options;
  const upstream = await (options.stack?.upstream ?? startUpstream)({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream);
  const members = options.toolset ? await startMembers() : undefined;
  const upstreams = members?.upstreams ?? [upstream];
  const flags = streamLifeSeconds === undefined ? [] : ['--stream-life', String(streamLifeSeconds)];
  const stack = options.stack ?? (await startStack({ upstreams, flags }));
  const runs: Run[] = [];
  try {
    const changing = new Set<string>();
    for (const exposition of MATRIX_EXPOSITIONS) {
      const own = clients.filter((client) => (client.exposition ?? 'flat') === exposition);
      let hosts: readonly Host[] = [];
      for (const [at, client] of own.entries()) {
        if (at % TOKENS === 0) {
          hosts = await (members?.deploy(stack, exposition) ?? deployThings(stack, upstream.baseUrl, exposition));
          for (const { changes } of hosts) changing.add(changes);
        }
        runs.push(await Run.start(client, stack, hosts[at % hosts.length] as Host, everyMs));
      }
    }
    await Promise.all(runs.map((run) => run.told(({ is }) => is === 'ready', READY_MS)));
    say(`${runs.length} clients are connected.`);
    const began = Date.now();
    // Before, the clients' own starts kept the machine busy.
    for (const run of runs) run.moments.begin = began;
    /** What is done may take its time on a busy machine; what follows leaves the clients some calls to notice it. */
    let done = Date.now();
    const until = async (part: number) => {
      const planned = began + part * seconds * 1_000;
      await sleep(Math.max(0, planned - Date.now(), done + NOTICE_MS + 5 * everyMs - Date.now()));
    };
    const act = async (part: number, what: Exclude<keyof Moments, 'begin'>, happen: () => Promise<unknown>) => {
      await until(part);
      for (const run of runs) run.moments[what] = Date.now();
      await happen();
      done = Date.now();
      if (what === 'revoke') for (const run of runs) run.moments[what] = Date.now();
      say(`${((Date.now() - began) / 1_000).toFixed(0)} s: ${what}`);
    };
    const addTool = (name: string) =>
      Promise.all(
        [...changing].map((serverId) =>
          stack.api('POST', `/v1/servers/${serverId}/tools`, { name, verb: 'GET', path: `/${name}` }),
        ),
      );
    await act(MOMENTS.change, 'change', () => addTool('firstChange'));
    await act(MOMENTS.cut, 'cut', async () => {
      for (const run of runs) run.cut();
    });
    await act(MOMENTS.changeAgain, 'changeAgain', () => addTool('secondChange'));
    await act(MOMENTS.revoke, 'revoke', () => Promise.all(runs.map((run) => run.revoke())));
    await until(1);
    return runs.map((run) => run.verdict(everyMs));
  } finally {
    await Promise.all(runs.map((run) => run.end()));
    await stack.stop();
    await Promise.all([upstream, ...(members?.upstreams ?? [])].map((one) => one.close()));
  }
}

interface Moments {
  begin: number;
  change: number;
  cut: number;
  changeAgain: number;
  revoke: number;
}

class Run {
  readonly moments: Moments = { begin: 0, change: 0, cut: 0, changeAgain: 0, revoke: 0 };
  private readonly client: MatrixClient;
  private readonly list: string;
  private readonly child: ChildProcess;
  private readonly proxy: Link;
  private readonly lines: Told[] = [];
  private readonly noise: string[] = [];
  readonly revoke: () => Promise<unknown>;

  private constructor(
    client: MatrixClient,
    of: string,
    child: ChildProcess,
    proxy: Link,
    revoke: () => Promise<unknown>,
  ) {
    this.client = client;
    this.list = of || (client.exposition ?? 'flat');
    this.child = child;
    this.proxy = proxy;
    this.revoke = revoke;
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      try {
        this.lines.push({ ...(JSON.parse(line) as Told), at: Date.now() });
      } catch {
        this.noise.push(line);
      }
    });
    child.stderr?.on('data', (data: Buffer) => void this.noise.push(data.toString()));
  }

  static async start(
    client: MatrixClient,
    stack: Pick<LocalStack, 'api' | 'edgeUrl'>,
    { hosted, of }: Host,
    everyMs: number,
  ): Promise<Run> {
    const token = await addToken(stack, hosted.serverId, `${client.name} ${client.transport}`);
    const proxy = await Link.start(Number(new URL(stack.edgeUrl).port));
    const url = `http://127.0.0.1:${proxy.port}/${token.value}/mcp`;
    const [program = '', ...args] = client.command;
    const way = WAYS[client.exposition ?? 'flat'];
    const child = spawn(program, [...args, client.transport, url, String(everyMs), ...way], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const revoke = () => stack.api('DELETE', `/v1/servers/${hosted.serverId}/tokens/${token.id}`);
    return new Run(client, of, child, proxy, revoke);
  }

  cut(): void {
    this.proxy.cut();
  }

  async told(fits: (line: Told) => boolean, withinMs: number): Promise<Told> {
    for (const until = Date.now() + withinMs; Date.now() < until; ) {
      const found = this.lines.find(fits);
      if (found) return found;
      if (this.child.exitCode !== null) break;
      await sleep(20);
    }
    const { name, transport } = this.client;
    throw new Error(`${name} over ${transport} is not there:\n${this.noise.join('').slice(-1_500)}`);
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((done) => this.child.once('exit', done));
      this.child.kill('SIGKILL');
      await ended;
    }
    this.proxy.close();
  }

  verdict(everyMs: number): Verdict {
    const { begin, change, cut, changeAgain, revoke } = this.moments;
    const faults: string[] = [];
    const during = (from: number, to: number) => this.lines.filter(({ at }) => at >= from && at < to);
    const calls = this.lines.filter(({ is, at, ms = 0 }) => is === 'called' && at - ms >= begin);
    const before = calls.filter(({ at }) => at < revoke);
    const good = before.filter(({ ok }) => ok);
    const failed = before.filter(({ ok }) => !ok);
    // A call whose answer was lost with its stream ends by its own time limit, whatever a server does.
    const wasCutOff = ({ at, ms = 0 }: Told) => [cut, revoke].some((end) => at - ms < end + LOST_MS && at > end);
    const hung = calls.filter((one) => one.hung && !wasCutOff(one));
    if (hung.length > 0) faults.push(`${hung.length} calls hung`);
    if (this.child.exitCode !== null) faults.push(`it ended: ${this.noise.join('').slice(-300)}`);
    if (calls.some(({ ok, at }) => !ok && at < cut)) faults.push('calls failed before anything was cut');

    const namesChange = WAYS[this.client.exposition ?? 'flat'].length === 0;
    const changes = [this.heard('firstChange', change, cut), this.heard('secondChange', changeAgain, revoke)];
    for (const [at, how] of changes.entries()) {
      if ((how === 'nothing' && namesChange) || (this.client.isNotified && how !== 'notified'))
        faults.push(`change ${at + 1}: ${how}`);
    }

    const back = good.find(({ at }) => at > cut + 50);
    const renewed = during(cut, revoke).some(({ is, ok }) => is === 'renewed' && ok);
    if (!back) faults.push('dead after the cut');
    const late = back ? back.at - cut : Number.POSITIVE_INFINITY;
    if (late > 20_000 + 4 * everyMs) faults.push(`back only after ${late} ms`);
    const afterwards = failed.filter(({ at }) => at > cut);
    const how = renewed ? 'told, then connected anew' : afterwards.length > 0 ? 'told, then by itself' : 'by itself';

    const refused = calls.filter(({ at }) => at > revoke + 500);
    if (refused.some(({ ok }) => ok)) faults.push('calls worked after the revocation');
    if (refused.length === 0) faults.push('nothing was heard after the revocation');
    if (
      during(revoke, Number.POSITIVE_INFINITY).some(({ is, ok, at }) => is === 'renewed' && ok && at > revoke + 500)
    ) {
      faults.push('it connected anew after the revocation');
    }
    return {
      client: this.client.name,
      transport: this.client.transport,
      exposition: this.list,
      passed: faults.length === 0,
      calls: good.length,
      failed: failed.length,
      hung: hung.length,
      changes: changes.join(', '),
      afterCut: back ? `${how} (${(late / 1_000).toFixed(1)} s)` : 'dead',
      afterRevocation: refused.length > 0 ? `refused: ${(refused[0]?.error ?? '').slice(0, 60)}` : 'nothing',
      faults,
    };
  }

  /** How the client came to know the tool between two moments. */
  private heard(tool: string, from: number, to: number): 'notified' | 'listed' | 'nothing' {
    const lines = this.lines.filter(({ at }) => at >= from && at < to);
    if (lines.some(({ is }) => is === 'changed')) return 'notified';
    return lines.some(({ tools }) => tools?.includes(tool)) ? 'listed' : 'nothing';
  }
}
