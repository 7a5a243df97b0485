/** Checks of held streams and of revocation, measured from outside: pings, the way through the push channel, the end of streams. */
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf } from '../../cli/stack.ts';
import { type Check, milliseconds } from '../installation/check.ts';
import { openSession, ping, post } from '../installation/mcp.ts';

/** A stream is checked every 15 s, and carries something then. */
const PING_MS = 15_000;
const SLACK_MS = 5_000;
const SAMPLES = 10;
const REVOCATIONS = 3;
/** Revocation aims at 40 ms in one region; measured from outside, a network and a function are added. */
const REFUSED_MS = 1_000;
/** The bound when a push is lost: the stream's next check. */
const CLOSED_MS = PING_MS + SLACK_MS;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const figures = (values: readonly number[]): string =>
  `median ${milliseconds(median(values))}, at most ${milliseconds(Math.max(...values))}`;

/** Something arrives on an idle stream. */
export const pings: Check = {
  id: 'stream.ping',
  title: 'An idle stream carries a ping every 15 s',
  why: 'CloudFront closes a stream on which nothing arrives for two minutes, and other proxies sooner.',
  todo: 'Look for errors in the logs of DataPlaneStream.',
  onlyOnAws: 'how long CloudFront holds a stream',
  usesServers: true,
  async run(installation, signal) {
    const { stream } = await openSession(installation.server(), signal);
    const began = performance.now();
    let over = false;
    void stream.ended.then(() => {
      over = true;
    });
    const isQuiet = () => stream.comments === 0 && !stream.events.some(({ data }) => data.includes('"ping"'));
    while (isQuiet() && !over && performance.now() - began < PING_MS + SLACK_MS)
      await sleep(100, undefined, { signal });
    const after = performance.now() - began;
    stream.close();
    return {
      holds: !isQuiet() && !over,
      measured: `${isQuiet() ? 'nothing' : 'the first ping'} after ${milliseconds(after)}`,
    };
  },
};

/** From a POST to the event on the session's stream, through IoT Core. */
export const push: Check = {
  id: 'stream.push',
  title: 'Answers travel from function to function within 1 s',
  why: 'IoT Core carries them, and the same way carries revocations. No latency of it is published.',
  todo: 'Above 250 ms in the same region, look at AWS Health of IoT Core. Tokens are refused at once whatever the push channel does.',
  onlyOnAws: 'the latency of IoT Core',
  usesServers: true,
  async run(installation, signal) {
    const { stream, endpoint } = await openSession(installation.server(), signal);
    const times: number[] = [];
    for (let id = 1; id <= SAMPLES; id++) {
      const began = performance.now();
      const accepted = await post(endpoint, ping(id), { signal });
      if (accepted.status !== 202)
        throw new Error(`A message of a session was answered with status ${accepted.status}.`);
      const { at } = await stream.find(({ data }) => data.includes(`"id":${id},`) || data.includes(`"id":${id}}`));
      times.push(at - began);
    }
    stream.close();
    return {
      holds: median(times) < 1_000,
      measured: `from POST to event, ${times.length} times: ${figures(times)} (with the network and a function)`,
    };
  },
};

/** Revocation: refused from its answer on, and open streams end. */
export const revocation: Check = {
  id: 'token.revocation',
  title: 'A revoked token is refused at once, and its streams end',
  why: 'A token is read with strong consistency at every request; streams are closed by push, at the latest by their next check.',
  todo: 'A request that is accepted after the answer: take the server offline and report it (SECURITY.md). Streams that end late: design/runbook.md, Slow revocation.',
  onlyOnAws: 'the time that it takes there',
  usesServers: true,
  async run(installation, signal) {
    const server = installation.server();
    const refused: number[] = [];
    const closed: number[] = [];
    let acceptedLate = 0;
    for (let round = 0; round < REVOCATIONS; round++) {
      const token = await installation.createToken(server);
      const { stream } = await openSession(token, signal);
      const before = await post(token.mcpUrl, ping('before'), { signal });
      if (before.status !== 200) throw new Error(`A new token was answered with status ${before.status}.`);
      const began = performance.now();
      let firstRefusal: number | undefined;
      const knock = async () => {
        while (firstRefusal === undefined && performance.now() - began < CLOSED_MS) {
          const { status } = await post(token.mcpUrl, ping('knock'), { signal });
          if (status === 404 || status === 401) firstRefusal = performance.now() - began;
        }
      };
      const knocking = knock();
      bodyOf(await installation.request<object>('DELETE', `/v1/servers/${server.id}/tokens/${token.id}`));
      const answered = performance.now() - began;
      const after = await post(token.mcpUrl, ping('after'), { signal });
      if (after.status !== 404 && after.status !== 401) acceptedLate++;
      await knocking;
      refused.push(firstRefusal ?? CLOSED_MS);
      const end = await Promise.race([stream.ended, sleep(CLOSED_MS, undefined, { signal })]);
      stream.close();
      closed.push((end ?? began + CLOSED_MS * 2) - began - answered);
    }
    return {
      holds: acceptedLate === 0 && Math.max(...refused) < REFUSED_MS + CLOSED_MS && Math.max(...closed) < CLOSED_MS,
      measured: `first refusal ${figures(refused)} after the request; stream ended ${figures(closed.map((ms) => Math.max(0, ms)))} after its answer; ${acceptedLate} accepted after it`,
    };
  },
};
