/**
 * The installation under test, and what `verify` creates there: servers of its own, found again by their name when a run was interrupted.
 * Everything is made through the management API and removed through it. Entries of the audit log stay, as for every deleted server.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CreatedServer, untilLive } from '../../cli/deployment.ts';
import { type ApiSend, apiClient, bodyOf, requestBy, type Stack } from '../../cli/stack.ts';
import { pagesOf } from '../../core/lib/pages.ts';
import { type Connection, callTool } from './mcp.ts';
import { PUBLIC_UPSTREAM, upstreamDocument } from './upstream.ts';

/** Beginning of the names of the servers that `verify` creates; the time of the run follows. */
const PREFIX = 'portcullis-verify-';
/** No run lasts longer; older servers are left over from an interrupted one. */
const RUN_MS = 15 * 60_000;
const REMOVE_TRIES = 3;

/** A server that `verify` has created. */
export interface TestServer extends Connection {
  readonly id: string;
  readonly tokenId: string;
  /** From the request to the live server. */
  readonly deployMs: number;
  /** The first call of a tool. */
  readonly firstCallMs: number;
  /** The second one, when everything is warm. */
  readonly warmCallMs: number;
}

/** A further connection token of a server. */
export interface TestToken extends Connection {
  readonly id: string;
}

/** The API that the servers call. */
export interface TestUpstream {
  readonly baseUrl: string;
  readonly auth: object;
  /** The secret in `auth`, which must never be seen again. */
  readonly secret: string;
}

/** The upstream of a run: the given one, else the local stack's demo API, else the public service. The secret is new for each run. */
export function testUpstream(
  given: string | undefined,
  demo: { readonly baseUrl: string; readonly auth: { readonly token: string } } | null | undefined,
): TestUpstream {
  if (given === undefined && demo) return { baseUrl: demo.baseUrl, auth: demo.auth, secret: demo.auth.token };
  const secret = `verify-${randomBytes(18).toString('base64url')}`;
  return { baseUrl: given ?? PUBLIC_UPSTREAM, auth: { type: 'bearer', token: secret }, secret };
}

/** The installation. */
export class Installation {
  readonly url: string;
  readonly isLocal: boolean;
  readonly upstream: TestUpstream;
  /** Folder of a local stack; its logs are read there. */
  readonly data: string | undefined;
  /** The region and stack whose logs are read on AWS. */
  readonly aws: { readonly region: string; readonly stackName: string } | undefined;
  readonly request: ApiSend;
  /** Random text of this run, planted in arguments and searched for in logs. */
  readonly canary: string = randomBytes(12).toString('hex');
  readonly began: number = Date.now();
  readonly servers: TestServer[] = [];
  private readonly created = new Set<string>();

  constructor(stack: Stack, { upstream, data, aws }: Pick<Installation, 'upstream' | 'data' | 'aws'>) {
    this.url = stack.url;
    this.isLocal = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(stack.url);
    this.upstream = upstream;
    this.data = data;
    this.aws = aws;
    this.request = apiClient(stack);
  }

  /**
   * Creates a server, waits until it is live and calls it twice.
   * @throws CliError, Error
   */
  async createServer(progress: NodeJS.WritableStream): Promise<TestServer> {
    const name = `${PREFIX}${new Date(this.began).toISOString().replace(/[:.]/g, '-')}-${this.created.size + 1}`;
    const began = performance.now();
    const made = bodyOf(
      await this.request<CreatedServer & { token: { id: string } }>('POST', '/v1/servers', {
        name,
        source: { kind: 'openapi', document: upstreamDocument(this.upstream.baseUrl) },
        auth: this.upstream.auth,
        exposition: 'flat',
      }),
    );
    const { id } = made.server;
    this.created.add(id);
    await untilLive(requestBy(this.request), made, progress);
    const deployMs = performance.now() - began;
    const connection = { mcpUrl: this.here(made.mcpUrl) };
    const timed = async () => {
      const start = performance.now();
      await callTool(connection, 'echo', { body: { canary: this.canary } });
      return performance.now() - start;
    };
    const firstCallMs = await timed();
    const server = {
      id,
      ...connection,
      tokenId: made.token.id,
      deployMs,
      firstCallMs,
      warmCallMs: await timed(),
    };
    this.servers.push(server);
    return server;
  }

  /** A server of this run. Throws when there is none, which the runner prevents. */
  server(number: 0 | 1 = 0): TestServer {
    const server = this.servers[number];
    if (!server) throw new Error('The server was not created.');
    return server;
  }

  /** @throws CliError */
  async createToken({ id }: TestServer): Promise<TestToken> {
    const { token, mcpUrl } = bodyOf(
      await this.request<{ token: { id: string }; mcpUrl: string }>('POST', `/v1/servers/${id}/tokens`, {
        label: 'verify',
      }),
    );
    return { id: token.id, mcpUrl: this.here(mcpUrl) };
  }

  /**
   * Removes a server, in several tries, because an interrupted deletion is finished by asking again.
   * @throws CliError
   */
  async remove(id: string): Promise<void> {
    for (let left = REMOVE_TRIES; ; left--) {
      const answer = await this.request<object>('DELETE', `/v1/servers/${id}`);
      if (!('error' in answer) || /not_found/.test(answer.error.code)) break;
      if (left <= 1) bodyOf(answer);
      await sleep(1_000);
    }
    this.created.delete(id);
  }

  /**
   * Removes what this run has created.
   * @throws CliError
   */
  async cleanUp(): Promise<void> {
    // A server whose request was interrupted has no id here, so its name is looked for.
    const mine = new Date(this.began).toISOString().replace(/[:.]/g, '-');
    const named = (await this.listed()).filter(({ name }) => name.startsWith(`${PREFIX}${mine}`)).map(({ id }) => id);
    await Promise.all([...new Set([...this.created, ...named])].map((id) => this.remove(id)));
  }

  /**
   * Removes servers that an earlier, interrupted run left.
   * @param all also those of the last minutes, which another run may be using
   * @returns the names of the removed servers, and of those that were left alone
   * @throws CliError
   */
  async removeLeftovers(all: boolean): Promise<{ removed: string[]; left: string[] }> {
    const found = (await this.listed()).filter(({ name }) => name.startsWith(PREFIX));
    const isOld = ({ name }: { name: string }) => {
      const time = name.slice(PREFIX.length).replace(/^(\S+?)T(\d+)-(\d+)-(\d+)-(\d+)Z.*$/, '$1T$2:$3:$4.$5Z');
      return !(Date.parse(time) > this.began - RUN_MS);
    };
    const old = found.filter((server) => all || isOld(server));
    await Promise.all(old.map(({ id }) => this.remove(id)));
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
    return { removed: names(old), left: names(found.filter((server) => !old.includes(server))) };
  }

  private async listed(): Promise<Array<{ id: string; name: string }>> {
    const all: Array<{ id: string; name: string }> = [];
    const read = async (after: string | undefined) =>
      bodyOf(
        await this.request<{ items: typeof all; next?: string }>('GET', `/v1/servers${after ? `?after=${after}` : ''}`),
      );
    for await (const { items } of pagesOf(read, ({ next }) => next)) all.push(...items);
    return all;
  }

  /** The address under the URL that was given, which may be another name of the same installation. */
  private here(address: string): string {
    const { pathname } = new URL(address);
    return `${this.url}${pathname}`;
  }
}
