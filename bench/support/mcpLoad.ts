/** Closed-loop load on an MCP endpoint: each connection sends its next request after the previous answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';

export interface LoadTarget {
  readonly url: URL;
  /** Headers and body of a request; the id is unique in a run. */
  request(method: string, params: object, id: number): { headers: Record<string, string>; body: string };
  /**
   * Whether the server needs `initialize` and a session: one for each connection, or `shared` when it does not support
   * two at once.
   */
  readonly sessions: 'none' | 'each' | 'shared';
  /** The server answers calls on a GET stream of the session instead of on the POST. */
  readonly answersOnStream?: boolean;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds of each answered request. */
  readonly latencies: readonly number[];
  readonly errors: number;
}

/** Warm-up before measuring, so that no code is still being compiled. */
const WARM_UP_MS = 700;
/** Time after which a requested stream is considered open. */
const STREAM_MS = 300;
/** An answer on the stream that takes longer counts as lost. */
const ANSWER_MS = 10_000;
const BASE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** A request of the legacy protocol, which every server supports. */
export const legacyRequest: LoadTarget['request'] = (method, params, id) => ({
  headers: { 'mcp-protocol-version': '2025-03-26' },
  body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
});

const isResult = (text: string): boolean => text.includes('"result"') && !text.includes('"isError":true');

export async function load(
  target: LoadTarget,
  method: string,
  params: object,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const shared = target.sessions === 'shared' ? await openLane(target, 1) : undefined;
  const lanes = await Promise.all(
    Array.from({ length: connections }, (_, at) => openLane(target, (at + 1) * 1_000_000, shared?.session)),
  );
  const onStream = target.answersOnStream === true && method === 'tools/call';
  for (const lane of lanes) {
    if (!(await lane.send(method, params, onStream)))
      throw new Error(`${target.url.host} gives no result to ${method}.`);
  }
  const latencies: number[] = [];
  let errors = 0;
  const runFor = async (milliseconds: number) => {
    const until = performance.now() + milliseconds;
    await Promise.all(
      lanes.map(async (lane) => {
        while (performance.now() < until) {
          const sent = performance.now();
          if (await lane.send(method, params, onStream).catch(() => false)) latencies.push(performance.now() - sent);
          else errors++;
        }
      }),
    );
  };
  await runFor(WARM_UP_MS);
  latencies.length = 0;
  errors = 0;
  const began = performance.now();
  await runFor(seconds * 1_000);
  const took = (performance.now() - began) / 1_000;
  await Promise.all([...lanes, ...(shared ? [shared] : [])].map((lane) => lane.close()));
  return { perSecond: Math.round(latencies.length / took), latencies, errors };
}

async function openLane(target: LoadTarget, firstId: number, given?: Record<string, string>) {
  const client = new Client(target.url.origin, { pipelining: 1, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  const path = target.url.pathname;
  const stream = new AbortController();
  const waiting = new Map<number, (answer: string) => void>();
  let session: Record<string, string> = given ?? {};
  let id = firstId;

  const post = async (headers: Record<string, string>, body: string) => {
    const answer = await client.request({ path, method: 'POST', headers: { ...BASE, ...headers, ...session }, body });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };

  if (target.sessions !== 'none' && !given) {
    const clientInfo = { name: 'bench', version: '1' };
    const hello = legacyRequest('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo }, id++);
    const answer = await post({}, hello.body);
    const minted = answer.headers['mcp-session-id'];
    if (typeof minted === 'string') session = { 'mcp-session-id': minted };
    await post({}, '{"jsonrpc":"2.0","method":"notifications/initialized"}');
  }
  if (target.answersOnStream) {
    // Not awaited, because some servers send the headers of a stream only with its first event.
    void fetch(target.url, { headers: { accept: 'text/event-stream', ...session }, signal: stream.signal })
      .then(async (response) => {
        let pending = '';
        for await (const piece of response.body ?? []) {
          const blocks = (pending + Buffer.from(piece).toString()).split('\n\n');
          pending = blocks.pop() as string;
          for (const block of blocks) {
            const answered = Number(/"id":(\d+)\}?\s*$/m.exec(block)?.[1] ?? /"id":(\d+)/.exec(block)?.[1]);
            waiting.get(answered)?.(block);
            waiting.delete(answered);
          }
        }
      })
      .catch(() => {});
    await sleep(STREAM_MS);
  }
  return {
    session,
    /** Sends a request; false when the answer is not a result. */
    async send(method: string, params: object, onStream: boolean): Promise<boolean> {
      const mine = id++;
      const { headers, body } = target.request(method, params, mine);
      const heard = onStream ? new Promise<string>((resolve) => waiting.set(mine, resolve)) : undefined;
      const answer = await post(headers, body);
      if (heard) return Promise.race([heard.then(isResult), sleep(ANSWER_MS, false, { ref: false })]);
      return answer.status === 200 && isResult(answer.text);
    },
    async close() {
      stream.abort();
      await client.destroy();
    },
  };
}
