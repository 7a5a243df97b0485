/** What people and clients do with a server, each as one flow that a fault of AWS can meet, and what must hold after it. */
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

export interface Flow {
  readonly name: string;
  /** What the fault may meet. `round` tells one run from another. */
  run(ask: Ask, server: Server, round: number): Promise<Said>;
  /** Whether what was asked has become true, for everybody who looks. Absent where nothing is changed. */
  isDone?(ask: Ask, server: Server, round: number, said: Said): Promise<boolean>;
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

const MANUAL = {
  name: 'Faults',
  source: { kind: 'manual' },
  baseUrl: 'https://upstream.example.com',
  auth: { type: 'bearer', token: 'first-credential-0123456789' },
};

/** A live server with one tool. */
export async function liveServer(ask: Ask): Promise<Server> {
  const made = await ask('POST', '/v1/servers', MANUAL);
  const id = made.body.server.id as string;
  await until(async () => (await ask('GET', `/v1/servers/${id}`)).body.status === 'live');
  const tool = await ask('POST', `/v1/servers/${id}/tools`, { name: 'get_thing', verb: 'GET', path: '/thing' });
  return { id, mcpUrl: made.body.mcpUrl, toolId: tool.body.id };
}

/** The tools as a client sees them. */
export const listed = async (ask: Ask, { mcpUrl }: Pick<Server, 'mcpUrl'>): Promise<Said> =>
  ask('POST', mcpUrl, { jsonrpc: '2.0', id: 1, method: 'tools/list' });

const isAt = async (ask: Ask, path: string, member: string, value: unknown) =>
  (await ask('GET', path)).body[member] === value;

/** A credential is never shown again, but when it was stored. */
let replacedAt = 0;

export const FLOWS: readonly Flow[] = [
  {
    name: 'create a server',
    run: (ask) => ask('POST', '/v1/servers', MANUAL),
    // Its deployment may fail for the fault, and then says so: the server is there and can be deployed again.
    async isDone(ask, _server, _round, said) {
      const { status } = (await ask('GET', `/v1/servers/${said.body.server.id}`)).body;
      return status === 'failed' || (status === 'live' && (await listed(ask, said.body)).body.result !== undefined);
    },
  },
  {
    name: 'deploy again',
    run: (ask, { id }) => ask('POST', `/v1/servers/${id}/deployments`, {}),
    // It may fail for the fault, and then says so; it may not stay as it is.
    isDone: async (ask, { id }, _round, said) =>
      (await ask('GET', `/v1/servers/${id}/deployments/${said.body.id}`)).body.status !== 'running',
  },
  {
    name: 'edit a tool',
    run: (ask, { id, toolId }, round) =>
      ask('PATCH', `/v1/servers/${id}/tools/${toolId}`, { description: `Round ${round}` }),
    isDone: async (ask, server, round) =>
      (await listed(ask, server)).body.result?.tools[0]?.description.startsWith(`Round ${round}`),
  },
  {
    name: 'change a server',
    run: (ask, { id }, round) =>
      ask('PATCH', `/v1/servers/${id}`, { name: `Round ${round}`, governance: { maxItems: 5 } }),
    isDone: (ask, { id }, round) => isAt(ask, `/v1/servers/${id}`, 'name', `Round ${round}`),
  },
  {
    name: 'replace a credential',
    run(ask, { id }, round) {
      replacedAt = Date.now();
      const token = `a-credential-of-round-${10_000 + round}`;
      return ask('PUT', `/v1/servers/${id}/credentials`, { type: 'bearer', token });
    },
    isDone: async (ask, { id }) => Date.parse((await ask('GET', `/v1/servers/${id}`)).body.auth.storedAt) >= replacedAt,
  },
  {
    name: 'make a token',
    run: (ask, { id }, round) => ask('POST', `/v1/servers/${id}/tokens`, { label: `Round ${round}` }),
    isDone: async (ask, _server, _round, said) => (await listed(ask, said.body)).body.result !== undefined,
  },
  {
    name: 'list tools',
    run: listed,
  },
  {
    name: 'read a server, its tools, tokens and trail',
    async run(ask, { id }) {
      const answers = await Promise.all(
        ['', '/tools', '/tokens', '/deployments', '/audit'].map((part) => ask('GET', `/v1/servers/${id}${part}`)),
      );
      return answers.find(({ status }) => status !== 200) ?? (answers[0] as Said);
    },
  },
  {
    name: 'take a server offline and online',
    async run(ask, { id }) {
      const off = await ask('PUT', `/v1/servers/${id}/status`, { status: 'offline' });
      const on = await ask('PUT', `/v1/servers/${id}/status`, { status: 'online' });
      return off.status === 200 ? on : off;
    },
    isDone: (ask, { id }) => isAt(ask, `/v1/servers/${id}`, 'status', 'live'),
  },
  {
    name: 'change the settings',
    run: (ask, _server, round) =>
      ask('PUT', '/v1/settings', { governance: { systemRules: `Rules of round ${round}.` } }),
    isDone: async (ask, _server, round) =>
      (await ask('GET', '/v1/settings')).body.governance.effective.systemRules === `Rules of round ${round}.`,
  },
];
