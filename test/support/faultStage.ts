/**
 * A stack whose AWS fails on request (faultyGateway.ts), and the checks after a fault: whether acknowledged changes are kept, clients see
 * what is stored, and the same flow works again without a restart.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import {
  type Ask,
  asking,
  DOCUMENT,
  type Flow,
  listed,
  liveServer,
  type Said,
  type Scene,
  UPSTREAM,
} from './awsFlows.ts';
import type { FaultOrder, Told } from './faultyGateway.ts';
import { startStack } from './stack.ts';
import { longer, until } from './until.ts';
import { startUpstream } from './upstream.ts';

/** After a fault that hangs, including the pauses between retries. */
const RECOVERY_MS = 150_000;
/** API Gateway waits 30 s for the management API; MCP clients wait 60 s. */
const ANSWER_MS = { api: 30_500, mcp: 60_000 };

const isGood = (flow: Flow, said: Said): boolean => flow.isGood?.(said) ?? said.status < 300;

export interface FaultStage {
  /** The operations of AWS that the flow uses until all of it is done. */
  operationsOf(flow: Flow): Promise<string[]>;
  /** What is wrong after the fault ('' when nothing is), and how often the fault occurred. */
  wrongAfter(flow: Flow, order: FaultOrder): Promise<{ readonly wrong: string; readonly met: number }>;
  /** The data folder of the stack. */
  readonly state: string;
  close(): Promise<void>;
}

export async function faultStage(): Promise<FaultStage> {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-faults-'));
  const file = join(folder, 'port');
  const upstream = await startUpstream({
    host: UPSTREAM,
    respond: ({ target }) => ({
      body: JSON.stringify(target.endsWith('.json') ? DOCUMENT : { ok: true }),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const stack = await startStack({
    upstreams: [upstream],
    preload: join(import.meta.dirname, 'faultyGateway.ts'),
    env: { FAULTS_FILE: file },
  });
  const ask: Ask = asking(stack);
  await until(async () => existsSync(file));
  const control = `http://127.0.0.1:${readFileSync(file, 'utf8')}`;
  const tell = async (what: string, order?: FaultOrder): Promise<Told> => {
    const response = await fetch(`${control}/${what}`, {
      method: 'POST',
      ...(order && { body: JSON.stringify(order) }),
    });
    return (await response.json()) as Told;
  };
  const server = await liveServer(ask);
  const state = join(stack.data, 'state');

  let rounds = 0;
  const archived = archiveIn(state);
  const sent = (text: string) => upstream.requests.filter(({ target }) => target.includes(text)).length;
  const newScene = async (flow: Flow): Promise<Scene> => {
    const scene = { ask, server, round: ++rounds, sent, archived };
    const subject = await flow.prepare?.(scene);
    await idle();
    return { ...scene, subject };
  };
  const isDone = (flow: Flow, scene: Scene, said: Said) =>
    eventually(async () => (await flow.isDone?.(scene, said)) !== false);
  /** Work that belongs to an answer but is done beside it has ended as well. */
  const idle = () => until(async () => (await tell('')).busy === 0);
  /** The answer was sent: from now on functions behind it meet the fault. */
  const answered = () => idle().then(() => tell('answered'));

  /** Clients see what is stored. */
  const isServed = () =>
    eventually(async () => {
      const { status } = (await ask('GET', `/v1/servers/${server.id}`)).body;
      const list = await listed(ask, server);
      if (status === 'offline') return list.status === 404;
      const stored = await ask('GET', `/v1/servers/${server.id}/tools/${server.toolId}`);
      const tools = list.body.result?.tools as { name: string; description: string }[];
      const seen = tools?.find(({ name }) => name === 'get_thing');
      return seen?.description.startsWith(stored.body.description) === true;
    });

  /** Without the fault and without a restart. */
  async function recovered(flow: Flow, faulted: Scene): Promise<string> {
    for (const scene of [faulted, await newScene(flow)]) {
      let last: Said | undefined;
      const works = await eventually(async () => {
        const said = await flow.run(scene);
        last = said;
        return isGood(flow, said) && (said.status >= 300 || !flow.isDone || (await isDone(flow, scene, said)));
      });
      if (!works) return `does not work again: ${last?.status} ${JSON.stringify(last?.body)?.slice(0, 300)}`;
    }
    return '';
  }

  return {
    state,
    async operationsOf(flow) {
      const scene = await newScene(flow);
      let said: Said | undefined;
      // A busy machine may miss a deadline.
      await eventually(async () => {
        await tell('order');
        said = await flow.run(scene);
        return isGood(flow, said);
      });
      if (!said || !isGood(flow, said)) throw new Error(`${flow.name}: ${said?.status} ${JSON.stringify(said?.body)}`);
      await answered();
      if (!(await isDone(flow, scene, said))) throw new Error(`${flow.name}: never done`);
      const { seen } = await tell('order');
      return seen.filter((operation) => (flow.functions ? flow.functions.test(operation) : !/^Audit/.test(operation)));
    },
    async wrongAfter(flow, order) {
      const scene = await newScene(flow);
      await tell('order', order);
      const began = Date.now();
      const said = await flow.run(scene);
      const took = Date.now() - began;
      await answered();
      const wrong = [toldWrong(said, took)];
      if (isGood(flow, said)) {
        if (flow.isHeld && !(await flow.isHeld(scene, said))) wrong.push('acknowledged, but not so');
        if (!(await isDone(flow, scene, said))) wrong.push('acknowledged, but not kept');
      }
      wrong.push((await flow.wrong?.(scene)) ?? '');
      const { met } = await tell('order');
      if (!(await isServed())) wrong.push('clients see what is not stored');
      wrong.push(await recovered(flow, scene));
      if (!(await isServed())) wrong.push('clients see what is not stored when it works again');
      return { wrong: wrong.filter(Boolean).join('; '), met };
    },
    async close() {
      await stack.stop();
      await upstream.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function toldWrong({ status, retryAfter, body }: Said, took: number): string {
  const most = body?.jsonrpc ? ANSWER_MS.mcp : ANSWER_MS.api;
  const all = JSON.stringify(body) ?? '';
  const told = all.slice(0, 300);
  if (/planted-7f3a|123456789012/.test(all)) return `told AWS's own words: ${told}`;
  if (took > most) return `answered after ${took} ms`;
  if (body?.code === 'internal') return `answered ${status} internal`;
  if (status === 503 && !retryAfter) return `answered 503 without Retry-After: ${told}`;
  if (status === 500) return `answered 500 ${told}`;
  return '';
}

/** Whether it becomes true; a failed answer counts as not yet. */
async function eventually(fits: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + RECOVERY_MS;
  for (let pause = 50; Date.now() < end; pause = longer(pause)) {
    if (await fits().catch(() => false)) return true;
    await sleep(pause);
  }
  return false;
}

/** Searches the archive's objects on the disk for a text, and for a manifest that names the object. */
function archiveIn(state: string): (text: string) => boolean {
  const known = new Map<string, { readonly text: string; readonly sha256: string }>();
  const bucket = () => readdirSync(join(state, 's3')).find((name) => name.startsWith('dataauditarchive')) ?? '';
  return (text) => {
    const folder = join(state, 's3', bucket(), 'objects');
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      // The file may be incomplete while it is written.
      const version = `${path} ${statSync(path).size}`;
      if (!entry.isFile() || known.has(version)) continue;
      const bytes = readFileSync(path);
      const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
      known.set(version, { text: (isPacked ? gunzipSync(bytes) : bytes).toString(), sha256: hash('sha256', bytes) });
    }
    const all = [...known.values()];
    // A batch that failed is delivered again in halves: its first object holds the text, too, and no manifest names it.
    const holding = all.filter((object) => object.text.includes(text));
    return holding.some(({ sha256 }) => all.some((object) => object.text.includes(sha256)));
  };
}
