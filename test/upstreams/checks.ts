/**
 * What is asked of one server through a Portcullis server on the local stack, by one client. A check that fails is a fault with a sentence;
 * what the server has no tool for is `–`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer, TestClient } from '../support/mcpClients.ts';
import type { Front, Sent } from './front.ts';
import { type Asks, CONTENT, type Shown } from './servers.ts';

export const CHECKS = [
  'list',
  'call',
  'wrong arguments',
  'tool error',
  'structured',
  'content',
  'progress',
  'cancel',
  'gone',
  'restarted',
] as const;
export type Check = (typeof CHECKS)[number];

export interface Tried {
  readonly client: TestClient;
  readonly front: Front;
  readonly asks: Asks;
  /** Ends the server, without a word to anybody, and starts it again. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** Milliseconds after which a client leaves: older ones are heard from when their call has lasted a second (design/mcp.md). */
const AFTER_MS = 2_000;
/** Milliseconds from a client's leaving until the server has to know. */
const TOLD_MS = 6_000;

/** What each check says, and the faults. */
export async function check(tried: Tried): Promise<{ cells: Record<Check, string>; faults: string[] }> {
  const faults: string[] = [];
  const cells = {} as Record<Check, string>;
  for (const name of CHECKS) {
    try {
      cells[name] = await RUNS[name](tried);
    } catch (error) {
      cells[name] = 'NO';
      faults.push(
        `${name}: ${String((error as Error).message)
          .replaceAll(/\s+/g, ' ')
          .slice(0, 300)}`,
      );
    }
  }
  return { cells, faults };
}

const shown = ({ content }: CallAnswer): Shown => ({
  text: content.map((block) => block.text ?? JSON.stringify(block.resource ?? '')).join('\n'),
  types: content.map(({ type }) => type),
});
const told = (answer: CallAnswer) => JSON.stringify(answer).slice(0, 250);
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
const calls = ({ sent }: Front): Sent[] => sent.filter(({ method }) => method === 'tools/call');

/** Waits until it holds, but not for long. */
async function soon(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + TOLD_MS; !holds() && Date.now() < end; ) await sleep(50);
}

/** The answer, and what of it reached the server. */
async function called({ client, front }: Tried, [tool, args]: readonly [string, object, ...unknown[]]) {
  const before = calls(front).length;
  const answer = await client.call(tool, args, { timeout: 40_000 });
  return { answer, sent: calls(front).slice(before) };
}

const RUNS: Record<Check, (tried: Tried) => Promise<string>> = {
  list: async ({ client, asks }) => {
    const names = (await client.listTools()).map(({ name }) => name);
    const missing = asks.tools.filter((name) => !names.includes(name));
    must(missing.length === 0, `without ${missing.join()}; there are ${names.join()}`);
    return String(names.length);
  },

  call: async (tried) => {
    const { answer, sent } = await called(tried, tried.asks.call);
    must(!answer.isError && tried.asks.answer.test(shown(answer).text), told(answer));
    must(sent.length === 1, `${sent.length} calls were sent`);
    return 'yes';
  },

  'wrong arguments': async (tried) => {
    if (!tried.asks.wrong) return '–';
    const { answer, sent } = await called(tried, tried.asks.wrong);
    must(answer.isError === true, told(answer));
    must(sent.length === 0, 'they were sent');
    return 'refused';
  },

  'tool error': async (tried) => {
    if (!tried.asks.fails) return '–';
    const { answer, sent } = await called(tried, tried.asks.fails);
    const { text } = shown(answer);
    must(answer.isError === true && tried.asks.fails[2].test(text), told(answer));
    must(!text.includes('jane.doe'), 'what is private is in it');
    must(sent.length === 1, `${sent.length} calls were sent`);
    return 'yes';
  },

  structured: async (tried) => {
    if (!tried.asks.structured) return '–';
    const { answer } = await called(tried, tried.asks.structured);
    must(!answer.isError, told(answer));
    const times = shown(answer).text.match(tried.asks.structured[2])?.length ?? 0;
    must(times === 1, `it is said ${times} times: ${told(answer)}`);
    return 'yes';
  },

  content: async (tried) => {
    const had: string[] = [];
    for (const show of tried.asks.shows) {
      const { answer } = await called(tried, show);
      must(!answer.isError && CONTENT[show[2]](shown(answer)), `${show[2]}: ${told(answer)}`);
      must(!JSON.stringify(answer).includes('jane.doe'), `what is private is in it: ${told(answer)}`);
      had.push(show[2]);
    }
    return had.join(', ');
  },

  progress: async ({ client, asks }) => {
    const heard: Array<{ progress: number; total?: number }> = [];
    const answer = await client.call(asks.slow[0], asks.slow[1], { onprogress: (one) => heard.push(one) });
    must(!answer.isError, told(answer));
    must(
      heard.every(({ progress }, at) => at === 0 || progress > (heard[at - 1]?.progress ?? 0)),
      `it does not rise: ${JSON.stringify(heard)}`,
    );
    if (heard.some(({ total }) => total === asks.total)) return 'passed on';
    return heard.length > 0 ? 'that it goes on' : 'nothing';
  },

  cancel: async (tried) => {
    const { client, front, asks } = tried;
    if (!asks.slower) return '–';
    const before = front.sent.length;
    const leaving = new AbortController();
    const call = client.call(asks.slower[0], asks.slower[1], { signal: leaving.signal, timeout: 30_000 });
    const ended = call.then(
      () => 'answered',
      () => 'left',
    );
    await soon(() => front.sent.slice(before).some(({ method }) => method === 'tools/call'));
    await sleep(AFTER_MS);
    leaving.abort();
    must((await ended) === 'left', 'the call was answered all the same');
    const own = () => front.sent.slice(before);
    const how = () => [
      ...(own().some(({ method }) => method === 'notifications/cancelled') ? ['told'] : []),
      ...(own().some(({ isLeft }) => isLeft) ? ['closed'] : []),
    ];
    await soon(() => how().length > 0);
    // The one may come shortly after the other.
    await sleep(300);
    const sent = own().filter(({ method }) => method === 'tools/call').length;
    must(sent === 1, `${sent} calls were sent`);
    await RUNS.call(tried);
    return how().join(', ') || 'not told';
  },

  gone: async (tried) => {
    await tried.stop();
    try {
      const { answer } = await called(tried, tried.asks.call);
      must(answer.isError === true, told(answer));
      return 'error';
    } finally {
      await tried.start();
    }
  },

  restarted: async (tried) => {
    const { answer, sent } = await called(tried, tried.asks.call);
    must(!answer.isError && tried.asks.answer.test(shown(answer).text), told(answer));
    const taken = sent.filter(({ status = 0 }) => status >= 200 && status < 300);
    must(taken.length === 1, `taken ${taken.length} times`);
    return 'works';
  },
};
