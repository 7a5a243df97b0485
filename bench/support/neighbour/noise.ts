/**
 * The noisy party's client, in a process of its own at the lowest priority (elsewhere.ts). Run as a program it is the
 * client; imported it starts one.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { runAsIfElsewhere } from './elsewhere.ts';
import { KINDS, type NoiseTarget } from './kinds.ts';

/** Number of answers by status; `lost` counts connections that ended without one. */
export type Answers = Readonly<Record<string, number>>;

type Order = { readonly kind: string; readonly target: NoiseTarget } | 'stop';

export interface NoisyParty {
  /** Resolves when the first requests have been sent. */
  begin(kind: string, target: NoiseTarget): Promise<void>;
  /** Aborts all requests. */
  end(): Promise<Answers>;
  stop(): void;
}

export async function startNoisyParty(): Promise<NoisyParty> {
  const child = fork(import.meta.filename);
  await once(child, 'message');
  const order = async (given: Order): Promise<unknown> => {
    child.send(given);
    return (await once(child, 'message'))[0];
  };
  return {
    begin: async (kind, target) => void (await order({ kind, target })),
    end: async () => (await order('stop')) as Answers,
    stop: () => child.kill(),
  };
}

/** Pause after a refusal. Repeating at once would be a flood, which is another kind of noise. */
const AFTER_REFUSAL_MS = 10;

function make(kind: string, target: NoiseTarget): () => Promise<Answers> {
  const noise = KINDS[kind]?.(target);
  if (!noise) throw new Error(`There is no kind of noise ${kind}.`);
  const over = new AbortController();
  const agent = new Agent({ connections: noise.connections || 1, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const answers: Record<string, number> = {};
  let counter = 0;
  const lane = async () => {
    while (!over.signal.aborted) {
      const { url, ...options } = noise.request(counter++);
      const key = await request(url, { ...options, dispatcher: agent, signal: over.signal }).then(
        async ({ statusCode, body }) => {
          await body.dump({ limit: Number.POSITIVE_INFINITY });
          return String(statusCode);
        },
        () => 'lost',
      );
      if (over.signal.aborted) return;
      answers[key] = (answers[key] ?? 0) + 1;
      if (!key.startsWith('2')) await sleep(AFTER_REFUSAL_MS);
    }
  };
  const lanes = Array.from({ length: noise.connections }, lane);
  return async () => {
    over.abort();
    await Promise.allSettled(lanes);
    await agent.destroy();
    return answers;
  };
}

if (process.send && process.argv[1] === import.meta.filename) {
  runAsIfElsewhere();
  let end: (() => Promise<Answers>) | undefined;
  process.on('message', async (order: Order) => {
    if (order !== 'stop') {
      end = make(order.kind, order.target);
      process.send?.('begun');
    } else process.send?.((await end?.()) ?? {});
  });
  process.send('ready');
}
