/**
 * The setting of an attack on a credential: a stack, the host that an admin has set a credential for, and a foreign host that records
 * every byte. An attacker with an editor's login tries to get the credential there.
 */

import { type Answer, ask, type Logins, loginsOf } from './logins.ts';
import { plainCall } from './plainCall.ts';
import { type LocalStack, startStack } from './stack.ts';
import { until } from './until.ts';
import { startUpstream, type Upstream } from './upstream.ts';

export const SECRET = 'the-secret-of-an-admin-5f1c';
/** A path that leaves the base URL: imported switched off; while it is on, the server cannot be sealed. */
const ESCAPING = '/../admin';

export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Home', version: '1' },
  paths: {
    '/orders': { get: { operationId: 'listOrders', responses: { 200: { description: 'ok' } } } },
    [ESCAPING]: { get: { operationId: 'escape', responses: { 200: { description: 'ok' } } } },
  },
};

export interface Stage {
  readonly stack: LocalStack;
  readonly home: Upstream;
  readonly foreign: Upstream;
  readonly logins: Logins;
  as(role: 'admin' | 'editor', method: string, path: string, body?: unknown): Promise<Answer>;
  /** A server with an admin's credential (or `auth`) that is live or has failed. */
  server(body?: object): Promise<Victim>;
  /** The server when nothing is under way any more; undefined when it is gone. */
  // biome-ignore lint/suspicious/noExplicitAny: read loosely, as a script would
  rested(id: string): Promise<any>;
  /** Calls a tool as a client does; returns the answer's text. */
  call(victim: Victim, tool?: string): Promise<string>;
  /** Number of requests with the secret that the foreign host got. */
  stolen(): number;
  close(): Promise<void>;
}

export interface Victim {
  readonly id: string;
  readonly path: string;
  readonly mcpUrl: string;
  /** Id of the tool whose path leaves the base URL. */
  readonly escaping?: string;
}

export async function theftStage(data?: string): Promise<Stage> {
  const [home, foreign] = await Promise.all([
    startUpstream({ host: 'api.home.example' }),
    startUpstream({ host: 'api.foreign.example' }),
  ]);
  const json = { 'content-type': 'application/json' };
  for (const upstream of [home, foreign])
    upstream.respond = ({ target }) => ({
      body: JSON.stringify(target.endsWith('.json') ? DOCUMENT : [{ id: 1 }]),
      headers: json,
    });
  const stack = await startStack({ upstreams: [home, foreign], ...(data === undefined ? {} : { data }) });
  const logins = await loginsOf(stack);
  const tokens = { admin: await logins.of('admin'), editor: await logins.of('editor') };
  const as: Stage['as'] = (role, ...request) => ask(stack, tokens[role], ...request);

  const rested: Stage['rested'] = async (id) => {
    let last: Answer | undefined;
    await until(async () => {
      last = await as('admin', 'GET', `/v1/servers/${id}`);
      return last.status === 404 || (last.status === 200 && !last.body.deploying && last.body.status !== 'deleting');
    });
    return last?.status === 200 ? last.body : undefined;
  };

  return {
    stack,
    home,
    foreign,
    logins,
    as,
    rested,
    async server(body = {}) {
      const made = await as('admin', 'POST', '/v1/servers', {
        source: { kind: 'openapi', document: DOCUMENT },
        baseUrl: `${home.baseUrl}/v1`,
        auth: { type: 'bearer', token: SECRET },
        ...body,
      });
      if (made.status !== 202) throw new Error(JSON.stringify(made.body));
      const { id } = made.body.server;
      await rested(id);
      const path = `/v1/servers/${id}`;
      const { items } = (await as('admin', 'GET', `${path}/tools`)).body;
      const escaping = items.find((tool: { path: string }) => tool.path === ESCAPING)?.id;
      return { id, path, mcpUrl: made.body.mcpUrl, escaping };
    },
    async call({ mcpUrl }, tool = 'listOrders') {
      const response = await plainCall(mcpUrl, tool);
      return response.text();
    },
    stolen: () => foreign.requests.filter(({ raw }) => raw.includes(SECRET)).length,
    async close() {
      await stack.stop();
      await Promise.all([home.close(), foreign.close()]);
    },
  };
}
