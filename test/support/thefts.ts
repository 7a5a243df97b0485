/**
 * The setting of an attack on a credential: a stack, the host that an admin has set a credential for, and a foreign host that records
 * every byte. An attacker with an editor's login tries to get the credential there.
 */

import type { TLSSocket } from 'node:tls';
import { type Answer, ask, type Logins, loginsOf } from './logins.ts';
import { plainCall } from './plainCall.ts';
import { type Auth, CODE, issuing } from './planted.ts';
import { sharedStack } from './sharedStack.ts';
import { type LocalStack, startStack } from './stack.ts';
import { until } from './until.ts';
import { type RecordedRequest, startUpstream, type Upstream } from './upstream.ts';

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

const CHALLENGE = {
  status: 401,
  headers: { 'www-authenticate': 'Digest realm="things", nonce="7f31", qop="auth", algorithm=SHA-256' },
};

const bearsCredential = ({ all, raw }: RecordedRequest, socket: TLSSocket): boolean =>
  all('authorization').length > 0 ||
  raw.includes('planted') ||
  raw.includes(SECRET) ||
  socket.getPeerCertificate().subject !== undefined;

export interface Stage {
  readonly stack: Omit<LocalStack, 'kill'>;
  readonly home: Upstream;
  readonly foreign: Upstream;
  readonly logins: Logins;
  /** The first segments of paths below which both hosts answer with a challenge of HTTP Digest to who brings nothing. */
  readonly challenged: Set<string>;
  as(role: 'admin' | 'editor', method: string, path: string, body?: unknown): Promise<Answer>;
  /** A server with an admin's credential (or `auth`) that is live or has failed. */
  server(body?: object): Promise<Victim>;
  /** A person consents for the server, where its credential waits for that. */
  connect(victim: Victim, auth: Auth): Promise<void>;
  /** The server when nothing is under way any more; undefined when it is gone. */
  // biome-ignore lint/suspicious/noExplicitAny: read loosely, as a script would
  rested(id: string): Promise<any>;
  /** Calls a tool as a client does; returns the answer's text. */
  call(victim: Victim, tool?: string): Promise<string>;
  /** Number of requests with the secret that the foreign host got. */
  stolen(): number;
  /**
   * How many requests of a host came with a credential of any kind: a header, a cookie, a key in the query, a client certificate.
   * @param segment of those only whose path begins with it
   */
  bearing(at: 'home' | 'foreign', segment?: string): number;
  close(): Promise<void>;
}

export interface Victim {
  readonly id: string;
  readonly path: string;
  readonly mcpUrl: string;
  /** Id of the tool whose path leaves the base URL. */
  readonly escaping?: string;
}

/** @param data the data folder of an earlier stack, to continue from; without it, the stack that files share (sharedStack.ts) */
export async function theftStage(data?: string): Promise<Stage> {
  const shared = data === undefined ? await sharedStack() : undefined;
  const start = shared?.upstream ?? startUpstream;
  const upstreams = await Promise.all([
    start({ host: 'api.home.example', asksForCertificate: true }),
    start({ host: 'api.foreign.example', asksForCertificate: true }),
    start({ host: 'login.home.example', asksForCertificate: true, respond: issuing }),
  ]);
  const [home, foreign] = upstreams;
  const json = { 'content-type': 'application/json' };
  const challenged = new Set<string>();
  const bearing: Record<'home' | 'foreign', string[]> = { home: [], foreign: [] };
  for (const [name, upstream] of Object.entries({ home, foreign }))
    upstream.respond = (request, socket) => {
      const segment = request.target.split('/')[1] ?? '';
      if (bearsCredential(request, socket as TLSSocket)) bearing[name as keyof typeof bearing].push(segment);
      else if (challenged.has(segment)) return CHALLENGE;
      return { body: JSON.stringify(request.target.endsWith('.json') ? DOCUMENT : [{ id: 1 }]), headers: json };
    };
  const stack = shared ?? (await startStack({ upstreams, ...(data === undefined ? {} : { data }) }));
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
    challenged,
    bearing: (at, segment) => bearing[at].filter((each) => segment === undefined || each === segment).length,
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
    async connect({ path }, { grant }) {
      if (grant !== 'authorizationCode') return;
      const { body } = await as('admin', 'POST', `${path}/consents`);
      const state = new URL(body.authorizationUrl).searchParams.get('state');
      const { status } = await as('admin', 'POST', '/v1/consents', { state, code: CODE });
      if (status !== 200) throw new Error(`The consent ended with ${status}.`);
    },
    async call({ mcpUrl }, tool = 'listOrders') {
      const response = await plainCall(mcpUrl, tool);
      return response.text();
    },
    stolen: () => foreign.requests.filter(({ raw }) => raw.includes(SECRET)).length,
    async close() {
      await stack.stop();
      await Promise.all(upstreams.map((upstream) => upstream.close()));
    },
  };
}
