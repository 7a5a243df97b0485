/** Flows of people and clients that a fault of AWS may interrupt, and what must hold afterwards. */
import type { LocalStack } from './stack.ts';
import { until } from './until.ts';

export interface Said {
  readonly status: number;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every route
  readonly body: any;
}

export type Ask = (method: string, path: string, body?: unknown) => Promise<Said>;

export interface Server {
  readonly id: string;
  readonly mcpUrl: string;
  readonly toolId: string;
}

/** One run of a flow. */
export interface Scene {
  readonly ask: Ask;
  readonly server: Server;
  /** Distinguishes the runs. */
  readonly round: number;
  /** What `prepare` made. */
  // biome-ignore lint/suspicious/noExplicitAny: each flow knows its own
  readonly subject?: any;
  /** Number of requests to the upstream with this text in their target. */
  sent(text: string): number;
  /** Whether the archived part of the audit trail contains this text. */
  archived(text: string): boolean;
}

export interface Flow {
  readonly name: string;
  /** Runs before the fault. Resolves to the subject of the flow. */
  prepare?(scene: Scene): Promise<unknown>;
  /** Runs while the fault may occur. */
  run(scene: Scene): Promise<Said>;
  /** Whether the requested change is visible to everybody. Absent when nothing is changed. */
  isDone?(scene: Scene, said: Said): Promise<boolean>;
  /** What must hold at the moment of the acknowledgement. */
  isHeld?(scene: Scene, said: Said): Promise<boolean>;
  /** What must never be, whatever was answered: a description of it, or ''. */
  wrong?(scene: Scene): Promise<string>;
  /** Whether the answer is a success; by default a 2xx. */
  isGood?(said: Said): boolean;
  /** Functions whose operations may fail; by default all but the archiver's. */
  readonly functions?: RegExp;
}

export const asking =
  (stack: LocalStack): Ask =>
  async (method, path, body) => {
    const response = await fetch(path.startsWith('http') ? path : `${stack.apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${stack.accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    const json = text.startsWith('event:') ? /^data: (.*)$/m.exec(text)?.[1] : text;
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: json?.startsWith('{') ? JSON.parse(json) : json,
    };
  };

export const UPSTREAM = 'api.faults.example';
const BASE_URL = `https://${UPSTREAM}/v1`;
export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Faults', version: '1' },
  servers: [{ url: BASE_URL }],
  paths: { '/thing': { get: { operationId: 'getThing', responses: { 200: { description: 'ok' } } } } },
};
const AUTH = { type: 'bearer', token: 'first-credential-0123456789' };
const MANUAL = { name: 'Faults', source: { kind: 'manual' }, baseUrl: BASE_URL, auth: AUTH };
const IMPORTED = { source: { kind: 'openapi', url: `https://${UPSTREAM}/openapi.json` }, auth: AUTH };

const N = [{ name: 'n', in: 'query', schema: { type: 'string' } }];
const THING = { name: 'get_thing', verb: 'GET', path: '/thing', parameters: N };
const MADE = { name: 'make_thing', verb: 'POST', path: '/thing', parameters: N };

async function serverOf(ask: Ask, body: object): Promise<{ id: string; mcpUrl: string }> {
  let made: Said | undefined;
  // Right after its start on a busy machine, a stack may miss its own deadlines.
  await until(async () => {
    made = await ask('POST', '/v1/servers', body);
    return made.status < 300;
  });
  const id = made?.body.server.id as string;
  await until(async () => (await ask('GET', `/v1/servers/${id}`)).body.status === 'live');
  return { id, mcpUrl: made?.body.mcpUrl };
}

/** A live server with a reading and a changing tool. */
export async function liveServer(ask: Ask): Promise<Server> {
  const { id, mcpUrl } = await serverOf(ask, MANUAL);
  const tool = await ask('POST', `/v1/servers/${id}/tools`, THING);
  await ask('POST', `/v1/servers/${id}/tools`, MADE);
  return { id, mcpUrl, toolId: tool.body.id };
}

/** The tools as a client sees them. */
export const listed = async (ask: Ask, { mcpUrl }: Pick<Server, 'mcpUrl'>): Promise<Said> =>
  ask('POST', mcpUrl, { jsonrpc: '2.0', id: 1, method: 'tools/list' });

const called = ({ ask, server }: Scene, name: string, n: string): Promise<Said> =>
  ask('POST', server.mcpUrl, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { n } } });
const isCalled = ({ status, body }: Said) => status === 200 && body?.result !== undefined && !body.result.isError;

/** Audit entries of a server that contain a text. */
async function entered({ ask, server }: Scene, text: string): Promise<{ kind: string; outcome?: string }[]> {
  const { body } = await ask('GET', `/v1/servers/${server.id}/audit?limit=50`);
  return body.items.filter((entry: object) => JSON.stringify(entry).includes(text));
}

const isAt = async (ask: Ask, path: string, member: string, value: unknown) =>
  (await ask('GET', path)).body[member] === value;
const isClosed = async (ask: Ask, subject: Pick<Server, 'mcpUrl'>) => (await listed(ask, subject)).status === 404;

/** It may fail because of the fault and then says so; the server exists and can be deployed again. */
async function isDeployed({ ask }: Scene, said: Said): Promise<boolean> {
  const { status } = (await ask('GET', `/v1/servers/${said.body.server.id}`)).body;
  return status === 'failed' || (status === 'live' && (await listed(ask, said.body)).body.result !== undefined);
}

/** When a credential was replaced, by run: a credential is never shown again, except for its date. */
const replacedAt = new Map<number, number>();

/** Makes caches useless: the next request reads bundle and credential again. */
async function newBundle({ ask, server: { id, toolId }, round }: Scene): Promise<void> {
  await ask('PATCH', `/v1/servers/${id}/tools/${toolId}`, { description: `New in round ${round}.` });
  await ask('PUT', `/v1/servers/${id}/credentials`, { ...AUTH, token: `new-in-round-${10_000 + round}` });
}

export const FLOWS: readonly Flow[] = [
  { name: 'create a server', run: ({ ask }) => ask('POST', '/v1/servers', MANUAL), isDone: isDeployed },
  { name: 'import a description', run: ({ ask }) => ask('POST', '/v1/servers', IMPORTED), isDone: isDeployed },
  {
    name: 'look at a description',
    run: ({ ask }) => ask('POST', '/v1/specs/preview', { document: DOCUMENT }),
  },
  {
    name: 'deploy again',
    run: ({ ask, server }) => ask('POST', `/v1/servers/${server.id}/deployments`, {}),
    // It may fail because of the fault and then says so, but it must not hang.
    isDone: async ({ ask, server }, said) =>
      (await ask('GET', `/v1/servers/${server.id}/deployments/${said.body.id}`)).body.status !== 'running',
  },
  {
    name: 'edit a tool',
    run: ({ ask, server: { id, toolId }, round }) =>
      ask('PATCH', `/v1/servers/${id}/tools/${toolId}`, { description: `Round ${round}.` }),
    isDone: async ({ ask, server, round }) =>
      (await listed(ask, server)).body.result?.tools.some(({ description }: { description: string }) =>
        description.startsWith(`Round ${round}.`),
      ),
  },
  {
    name: 'change a server',
    run: ({ ask, server, round }) =>
      ask('PATCH', `/v1/servers/${server.id}`, { name: `Round ${round}`, governance: { maxItems: 5 } }),
    isDone: ({ ask, server, round }) => isAt(ask, `/v1/servers/${server.id}`, 'name', `Round ${round}`),
  },
  {
    name: 'replace a credential',
    run({ ask, server, round }) {
      replacedAt.set(round, Date.now());
      const token = `a-credential-of-round-${10_000 + round}`;
      return ask('PUT', `/v1/servers/${server.id}/credentials`, { type: 'bearer', token });
    },
    isDone: async ({ ask, server, round }) =>
      Date.parse((await ask('GET', `/v1/servers/${server.id}`)).body.auth.storedAt) >= (replacedAt.get(round) ?? 0),
  },
  {
    name: 'make a token',
    prepare: ({ ask }) => serverOf(ask, MANUAL),
    run: ({ ask, subject, round }) => ask('POST', `/v1/servers/${subject.id}/tokens`, { label: `Round ${round}` }),
    isDone: async ({ ask }, said) => (await listed(ask, said.body)).body.result !== undefined,
  },
  {
    name: 'revoke a token',
    async prepare({ ask, round }) {
      const server = await serverOf(ask, MANUAL);
      const { body } = await ask('POST', `/v1/servers/${server.id}/tokens`, { label: `Revoked ${round}` });
      return { server, id: body.token?.id ?? body.id, mcpUrl: body.mcpUrl };
    },
    run: ({ ask, subject }) => ask('DELETE', `/v1/servers/${subject.server.id}/tokens/${subject.id}`),
    isHeld: ({ ask, subject }) => isClosed(ask, subject),
    async isDone(scene) {
      const { server, id } = scene.subject;
      const entries = await entered({ ...scene, server }, id);
      const revocations = entries.filter((entry) => (entry as { action?: string }).action === 'token.revoke');
      return revocations.length === 1 && isClosed(scene.ask, scene.subject);
    },
  },
  {
    name: 'delete a server',
    prepare: async ({ ask }) => {
      const server = await serverOf(ask, MANUAL);
      await ask('POST', `/v1/servers/${server.id}/tools`, THING);
      return server;
    },
    run: ({ ask, subject }) => ask('DELETE', `/v1/servers/${subject.id}`),
    isGood: ({ status }) => status === 204 || status === 404,
    isHeld: ({ ask, subject }) => isClosed(ask, subject),
    isDone: async ({ ask, subject }) =>
      (await ask('GET', `/v1/servers/${subject.id}`)).status === 404 && isClosed(ask, subject),
  },
  { name: 'list tools', prepare: newBundle, run: ({ ask, server }) => listed(ask, server) },
  {
    name: 'call a tool that reads',
    prepare: newBundle,
    run: (scene) => called(scene, 'get_thing', `read-${scene.round}.`),
    isGood: isCalled,
    isDone: async (scene) =>
      (await entered(scene, `read-${scene.round}.`)).some(({ kind, outcome }) => kind === 'call' && outcome === 'ok'),
  },
  {
    name: 'call a tool that changes',
    run: (scene) => called(scene, 'make_thing', `made-${scene.round}.`),
    isGood: isCalled,
    isDone: async (scene) =>
      (await entered(scene, `made-${scene.round}.`)).some(({ kind, outcome }) => kind === 'call' && outcome === 'ok'),
    async wrong(scene) {
      const sent = scene.sent(`made-${scene.round}.`);
      if (sent > 1) return `sent ${sent} times to the upstream`;
      const isEntered = (await entered(scene, `made-${scene.round}.`)).length > 0;
      return sent === 1 && !isEntered ? 'sent to the upstream, but not in the trail' : '';
    },
  },
  {
    name: 'try a tool',
    run: ({ ask, server, round }) =>
      ask('POST', `/v1/servers/${server.id}/tools/${server.toolId}/try`, { arguments: { n: `tried-${round}.` } }),
  },
  {
    name: 'archive the trail',
    run: (scene) => called(scene, 'get_thing', `archived-${scene.round}.`),
    isGood: isCalled,
    isDone: async ({ archived, round }) => archived(`archived-${round}.`),
    functions: /^AuditArchiver/,
  },
  {
    name: 'read a server, its tools, tokens, trail and figures',
    async run({ ask, server }) {
      const parts = ['', '/tools', '/tokens', '/deployments', '/audit'].map(
        (part) => `/v1/servers/${server.id}${part}`,
      );
      const answers = await Promise.all([...parts, `/v1/stats?server=${server.id}`].map((path) => ask('GET', path)));
      return answers.find(({ status }) => status !== 200) ?? (answers[0] as Said);
    },
  },
  {
    name: 'take a server offline and online',
    async run({ ask, server }) {
      const off = await ask('PUT', `/v1/servers/${server.id}/status`, { status: 'offline' });
      const on = await ask('PUT', `/v1/servers/${server.id}/status`, { status: 'online' });
      return off.status === 200 ? on : off;
    },
    isDone: ({ ask, server }) => isAt(ask, `/v1/servers/${server.id}`, 'status', 'live'),
  },
  {
    name: 'change the settings',
    run: ({ ask, round }) => ask('PUT', '/v1/settings', { governance: { systemRules: `Rules of round ${round}.` } }),
    isDone: async ({ ask, round }) =>
      (await ask('GET', '/v1/settings')).body.governance.effective.systemRules === `Rules of round ${round}.`,
  },
];
