/** Checks of deployment and calls: import to answer, redaction, origins by method, streaming, cancellation, cold starts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, milliseconds } from '../installation/check.ts';
import { callTool, ping, post, textOf, toolCall } from '../installation/mcp.ts';

const LOGS = 'Look at the logs of DataPlaneRpc and SandboxCalls (design/runbook.md).';
/** Of the operation `wait`. */
const WAIT_SECONDS = 4;
const CANCELLATIONS = 8;
const CANCEL_AGAIN_MS = 1_000;
const LONG_WAIT_SECONDS = 10;

/** Import, deploy, call. */
export const mainJob: Check = {
  id: 'call.main',
  title: 'Import, deploy, call through the API',
  why: 'Every part of the product is on this way: the pipeline, KMS, S3, the sandbox and its way out.',
  todo: `The server’s page names the phase that failed. A call that fails: ${LOGS}`,
  usesServers: true,
  async run(installation, signal) {
    const server = installation.server();
    const result = await callTool(server, 'echo', { body: { canary: installation.canary } }, signal);
    return {
      holds: !result.isError && textOf(result).includes(installation.canary),
      measured: `live after ${milliseconds(server.deployMs)}; the answer ${result.isError ? 'is an error' : 'has what was sent'}`,
    };
  },
};

/** Personal data and the credential must not be in an answer. */
export const redaction: Check = {
  id: 'call.redaction',
  title: 'Answers lose personal data and the credential',
  why: 'The API of this test returns what it gets, with its headers: the credential is in its answer.',
  todo: 'Look at the redaction in Settings. If the credential is visible, take the installation offline and report it (SECURITY.md).',
  usesServers: true,
  async run(installation, signal) {
    const { canary, upstream } = installation;
    const planted = { email: `${canary}@mail.example`, iban: 'DE89370400440532013000' };
    const kept = `note-${canary}`;
    const result = await callTool(
      installation.server(),
      'echo',
      { body: { customer: { firstName: 'Ada', lastName: 'Byron', ...planted }, note: kept } },
      signal,
    );
    const text = textOf(result);
    const seen = [...Object.values(planted), upstream.secret].filter((value) => text.includes(value));
    return {
      holds: !result.isError && seen.length === 0 && text.includes('[REDACTED:') && text.includes(kept),
      measured: `${seen.length} of 3 planted values visible; ${(text.match(/\[REDACTED:/g) ?? []).length} markers; other text ${text.includes(kept) ? 'kept' : 'lost'}`,
    };
  },
};

/** GET must reach the function of streams, POST the one of calls. */
export const originByMethod: Check = {
  id: 'edge.origins',
  title: 'GET and POST reach their own function',
  why: 'A CloudFront Function selects the origin by method. Both origins stream; nothing published shows this combination.',
  todo: 'Look at the CloudFront Function Mcp: GET must select the origin `stream`. Its test in the console shows which one it selects.',
  onlyOnAws: 'whether CloudFront selects a streaming origin by method',
  usesServers: true,
  async run(installation, signal) {
    const { mcpUrl } = installation.server();
    const controller = new AbortController();
    const [posted, got, other] = await Promise.all([
      post(mcpUrl, ping(1), { signal }),
      fetch(mcpUrl, {
        headers: { accept: 'text/event-stream' },
        signal: AbortSignal.any([signal, controller.signal]),
      }),
      fetch(mcpUrl, { method: 'PUT', signal }),
    ]);
    const first = await got.body?.getReader().read();
    controller.abort();
    const event = new TextDecoder().decode(first?.value);
    const types = [posted, got].map(({ headers }) => headers.get('content-type')?.split(';')[0]);
    return {
      holds:
        posted.status === 200 &&
        types.join() === 'application/json,text/event-stream' &&
        /^event: endpoint$/m.test(event) &&
        other.status === 405,
      measured: `POST ${posted.status} ${types[0]}; GET ${got.status} ${types[1]}, first event ${JSON.stringify(/event: (\w+)/.exec(event)?.[1])}; PUT ${other.status}`,
    };
  },
};

/** The first bytes of a long call arrive before its end. */
export const streaming: Check = {
  id: 'call.streaming',
  title: 'A streamed answer begins before it ends',
  why: 'Something that buffers (compression, a cache, an origin that is not streaming) would hold progress back until the end.',
  todo: 'The behaviours of MCP must have compress off, and both function URLs InvokeMode RESPONSE_STREAM.',
  onlyOnAws: 'whether CloudFront and function URLs pass events on at once',
  usesServers: true,
  async run(installation, signal) {
    const began = performance.now();
    const message = toolCall('stream', 'wait', { seconds: WAIT_SECONDS }, { progress: true });
    const response = await post(installation.server().mcpUrl, message, { signal });
    const times: number[] = [];
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) {
      times.push(performance.now() - began);
      text += decoder.decode(piece, { stream: true });
    }
    const [first = 0, last = 0] = [times[0], times.at(-1)];
    return {
      holds: response.status === 200 && text.includes('"result"') && last - first > 1_000,
      measured: `first bytes after ${milliseconds(first)}, the end after ${milliseconds(last)}, ${times.length} pieces`,
    };
  },
};

/** A cancelled call ends at once. */
export const cancellation: Check = {
  id: 'call.cancel',
  title: 'A cancelled call ends',
  why: 'The cancellation is a request of its own, which may reach another environment. It travels by IoT Core.',
  todo: 'Look for `cancel_not_sent` in the logs of DataPlaneRpc, and at its right to publish to and subscribe to the topics of cancellations.',
  onlyOnAws: 'the way through IoT Core between two environments',
  usesServers: true,
  async run(installation, signal) {
    const { mcpUrl } = installation.server();
    const headers = { 'mcp-session-id': `verify-${installation.canary}` };
    const { promise: isRunning, resolve: running } = Promise.withResolvers<void>();
    const began = performance.now();
    let ended: number | undefined;
    const call = post(mcpUrl, toolCall('cancelled', 'wait', { seconds: LONG_WAIT_SECONDS }, { progress: true }), {
      headers,
      signal,
    }).then(async (response) => {
      for await (const _ of response.body ?? []) running();
      ended = performance.now();
    });
    // From the first sign of progress on the call is known to run.
    await Promise.race([isRunning, call]);
    const notification = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'cancelled', reason: 'verify' },
    };
    let sent = 0;
    const cancelled = performance.now();
    // Again, because a call can be cancelled only after it has subscribed, for which it takes its time.
    for (; ended === undefined && sent < CANCELLATIONS; sent++) {
      const { status } = await post(mcpUrl, notification, { headers, signal });
      if (status !== 202) throw new Error(`A cancellation was answered with status ${status}.`);
      await Promise.race([call, sleep(CANCEL_AGAIN_MS, undefined, { signal })]);
    }
    await call;
    const end = ended ?? performance.now();
    return {
      holds: end - began < LONG_WAIT_SECONDS * 1_000 - 1_000,
      measured: `ended ${milliseconds(end - cancelled)} after the first of ${sent} cancellations (the call would have taken ${LONG_WAIT_SECONDS} s)`,
    };
  },
};

/** The first call of a new server. */
export const coldStart: Check = {
  id: 'call.cold',
  title: 'The first call of a new server takes under 3 s',
  why: 'It starts an environment of the sandbox, perhaps one of mcp-rpc too, and opens connections to four services and the API.',
  todo: 'Look at `environment_started` in the logs of SandboxCalls and DataPlaneRpc. More memory starts faster.',
  onlyOnAws: 'the time of a cold start of Lambda',
  usesServers: true,
  async run({ servers }) {
    const first = servers.map(({ firstCallMs }) => firstCallMs);
    return {
      holds: first.every((ms) => ms < 3_000),
      measured: `first calls ${first.map(milliseconds).join(', ')}; second calls ${servers.map(({ warmCallMs }) => milliseconds(warmCallMs)).join(', ')}`,
    };
  },
};
