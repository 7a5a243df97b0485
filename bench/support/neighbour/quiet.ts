/** The measured party: three clients with one connection each, which send a request, wait for the answer and pause. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';

export interface QuietTarget {
  readonly edgeUrl: string;
  readonly mcpUrl: string;
  readonly accessToken: string;
  /** A tool that takes an id. */
  readonly tool: string;
}

interface Sample {
  /** Milliseconds of each request that had the expected answer. */
  readonly latencies: number[];
  failures: number;
}
export type Measured = Readonly<Record<'list' | 'call' | 'me', Sample>>;

/** Pause between requests, so that the three clients do not disturb each other. */
const PAUSE_MS = 5;

export async function measure(target: QuietTarget, seconds: number): Promise<Measured> {
  const until = performance.now() + seconds * 1_000;
  const { pathname } = new URL(target.mcpUrl);
  const rpc = (method: string, params: object) => ({
    path: pathname,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const me = { path: '/v1/me', method: 'GET' as const, headers: { authorization: `Bearer ${target.accessToken}` } };
  const lane = async (options: Parameters<Client['request']>[0], expected: string): Promise<Sample> => {
    const client = new Client(new URL(target.edgeUrl).origin, { pipelining: 1 });
    const sample: Sample = { latencies: [], failures: 0 };
    while (performance.now() < until) {
      const sent = performance.now();
      const text = await client.request(options).then(
        ({ body }) => body.text(),
        () => '',
      );
      if (text.includes(expected) && !text.includes('"isError":true')) sample.latencies.push(performance.now() - sent);
      else sample.failures++;
      await sleep(PAUSE_MS);
    }
    await client.destroy();
    return sample;
  };
  const [list, call, own] = await Promise.all([
    lane(rpc('tools/list', {}), '"tools"'),
    lane(rpc('tools/call', { name: target.tool, arguments: { id: 7 } }), '"content"'),
    lane(me, '"role"'),
  ]);
  return { list, call, me: own };
}
