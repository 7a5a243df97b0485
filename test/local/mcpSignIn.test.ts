/**
 * An MCP server at which people sign in, as the source of a server: how is found out, this installation registers itself, a person signs in,
 * and only then its tools are imported, approved and called, with one account for all or one for each.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { commandLine } from '../support/commandLine.ts';
import { defined } from '../support/defined.ts';
import { closeClients, connect } from '../support/mcpClients.ts';
import { type SignInUpstream, startSignInUpstream } from '../support/mcpSignIn.ts';
import { deploy, type HostedServer, type LocalStack, reimported, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

function furnish(server: McpServer): void {
  server.registerTool(
    'get_me',
    { description: 'Tells who has signed in.', annotations: { readOnlyHint: true } },
    (async ({ authInfo }: { authInfo?: { extra?: { person?: string } } }) => ({
      content: [{ type: 'text', text: JSON.stringify({ account: authInfo?.extra?.person }) }],
    })) as never,
  );
}

interface Ways {
  readonly resource: string;
  readonly servers: ReadonlyArray<{
    readonly issuer: string;
    readonly hosts: readonly string[];
    readonly registers: boolean;
    readonly clientId?: string;
    readonly auth: object;
  }>;
}
interface Preview {
  readonly surface: string;
  readonly reading?: string;
  readonly changes: ReadonlyArray<{ readonly name: string; readonly change: string }>;
}

let upstream: SignInUpstream;
let stack: LocalStack;
beforeAll(async () => {
  upstream = await startSignInUpstream(furnish);
  stack = await startStack({ upstreams: [upstream] });
}, 180_000);
afterAll(async () => {
  await closeClients();
  await stack?.stop();
  await upstream?.close();
});

const discovered = () => stack.api<Ways>('POST', '/v1/mcp/sign-in', { url: upstream.baseUrl });

/** A server whose client is registered by itself, before anybody has signed in. */
async function made(more: object = {}): Promise<HostedServer> {
  const ways = await discovered();
  const { issuer, auth } = defined(ways.servers[0]);
  const client = await stack.api<object>('POST', '/v1/mcp/clients', { url: upstream.baseUrl, issuer });
  return deploy(stack, {
    name: 'Vendor',
    source: { kind: 'mcp' },
    baseUrl: upstream.baseUrl,
    auth: { ...auth, ...client },
    ...more,
  });
}

const at = ({ serverId }: HostedServer) => `/v1/servers/${serverId}`;

async function previewed(hosted: HostedServer): Promise<Preview> {
  const path = `${at(hosted)}/reimport/preview`;
  let answer = await stack.api<Preview>('POST', path);
  await until(async () => {
    if (answer.reading === undefined) return true;
    answer = await stack.api<Preview>('POST', `${path}?reading=${answer.reading}`);
    return false;
  });
  return answer;
}

/** Has the person sign in for a pending consent. */
async function signedIn(authorizationUrl: string) {
  const answer = await upstream.consent(authorizationUrl);
  const { searchParams } = answer;
  return { state: searchParams.get('state'), code: searchParams.get('code') };
}

describe('how people sign in', () => {
  test('is found out by the metadata of the server and of its authorization server', async () => {
    expect(await discovered()).toEqual({
      resource: upstream.baseUrl,
      servers: [
        {
          issuer: 'https://login.vendor.example/',
          hosts: ['login.vendor.example'],
          registers: true,
          auth: {
            type: 'oauth2',
            grant: 'authorizationCode',
            authorizationUrl: 'https://login.vendor.example/authorize',
            tokenUrl: 'https://login.vendor.example/token',
            scope: 'tools offline_access',
            parameters: [{ name: 'resource', value: upstream.baseUrl }],
            authorizationParameters: [{ name: 'resource', value: upstream.baseUrl }],
          },
        },
      ],
    });
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['are about another issuer', { issuer: 'https://evil.example/' }, /another issuer/],
    ['offer no PKCE', { code_challenge_methods_supported: ['plain'] }, /no PKCE/],
    [
      'name an endpoint without https',
      { token_endpoint: 'http://login.vendor.example/token' },
      /no endpoints with https/,
    ],
    [
      'name an endpoint inside the network',
      { token_endpoint: 'https://169.254.169.254/token' },
      /no endpoints with https/,
    ],
  ])('is not taken from metadata that %s', async (_what, said, reason) => {
    Object.assign(upstream.metadata, said);
    try {
      const asked = discovered();
      await expect(asked).rejects.toThrow(/sign_in_not_found/);
      await expect(asked).rejects.toThrow(reason);
    } finally {
      for (const name of Object.keys(said)) delete upstream.metadata[name];
    }
  });

  test('of a server that says nothing is told as not found', async () => {
    const asked = stack.api('POST', '/v1/mcp/sign-in', { url: 'https://nobody.vendor.example/mcp' });

    await expect(asked).rejects.toThrow(/sign_in_not_found/);
  });

  test('is not registered for at an authorization server that the MCP server does not name', async () => {
    const asked = stack.api('POST', '/v1/mcp/clients', { url: upstream.baseUrl, issuer: 'https://evil.example/' });

    await expect(asked).rejects.toThrow(/registration_refused/);
  });
});

describe('with one account for all', () => {
  let hosted: HostedServer;

  test('the server is live without tools until somebody has signed in, and says so', async () => {
    hosted = await made();
    const { items } = await stack.api<{ items: { phases: { name: string; detail?: string }[] }[] }>(
      'GET',
      `${at(hosted)}/deployments`,
    );

    expect(await (await connect(hosted.mcpUrl)).listTools()).toEqual([]);
    expect(items[0]?.phases[0]).toMatchObject({ detail: 'no tools before somebody has signed in' });
    await expect(stack.api('POST', `${at(hosted)}/reimport/preview`)).rejects.toThrow(/oauth_not_connected/);
    const [client] = [...upstream.clients.values()];
    expect(client).toMatchObject({
      client_name: 'Portcullis',
      redirect_uris: [`${stack.edgeUrl}/connect/callback`],
      token_endpoint_auth_method: 'none',
    });
  });

  test('then its tools are shown, approved, and called with the account', async () => {
    const begun = await stack.api<{ authorizationUrl: string }>('POST', `${at(hosted)}/consents`);
    await stack.api('POST', '/v1/consents', await signedIn(begun.authorizationUrl));

    const { surface, changes } = await previewed(hosted);
    expect(changes).toEqual([expect.objectContaining({ name: 'get_me', change: 'added' })]);
    expect(await reimported(stack, hosted.serverId)).toMatchObject({ error: { code: 'surface_changed' } });
    expect(await reimported(stack, hosted.serverId, surface)).toMatchObject({ status: 'live' });
    const mcp = await connect(hosted.mcpUrl);
    await until(async () => (await mcp.listTools()).length === 1);
    const answer = await mcp.call('get_me', {});
    expect(answer.content.map(({ text }) => text).join()).toContain('"account":"ann"');
    expect(new URL(begun.authorizationUrl).searchParams.get('resource')).toBe(upstream.baseUrl);
    expect(upstream.asked).toContainEqual({ grant: 'code', resource: upstream.baseUrl });
  });

  test('a token that has ended is replaced for the call after the one that was refused, and the tools are read with it', async () => {
    upstream.expire();
    const before = upstream.asked.length;
    const mcp = await connect(hosted.mcpUrl);
    const refused = await mcp.call('get_me', {});
    const answer = await mcp.call('get_me', {});

    expect([refused.isError, answer.isError ?? false]).toEqual([true, false]);
    expect(upstream.asked.slice(before)).toEqual([{ grant: 'refresh', resource: upstream.baseUrl }]);
    expect(await reimported(stack, hosted.serverId)).toMatchObject({ status: 'live' });
  });
});

describe('on the command line', () => {
  const create = (...more: readonly string[]) =>
    commandLine(stack, ['server', 'create', upstream.baseUrl, '--mcp', '--name', 'Typed', '--json', ...more]);

  test('nothing is made before its host is confirmed', async () => {
    const before = upstream.clients.size;
    const { code, out, err } = await create('--sign-in', 'login.other.example');

    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('--sign-in login.vendor.example');
    expect(upstream.clients.size).toBe(before);
  });

  test('the page is printed where a person has to consent', async () => {
    const { code, out } = await create('--sign-in', 'login.vendor.example');

    expect(code).toBe(0);
    const { serverId, connect: waiting } = JSON.parse(out) as { serverId: string; connect: { page: string }[] };
    expect(waiting).toMatchObject([{ page: `${stack.edgeUrl}/servers/${serverId}/settings/sign-in` }]);
  });
});

describe('the document about this installation', () => {
  test('is public, and says where answers go', async () => {
    const answer = await fetch(`${stack.edgeUrl}/oauth/client`);

    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      client_id: `${stack.edgeUrl}/oauth/client`,
      redirect_uris: [`${stack.edgeUrl}/connect/callback`],
    });
  });
});

describe('with an account each', () => {
  test('the tools are read with the account of who imports them, and called with that of who calls', async () => {
    const hosted = await made({ credentials: 'per-token' });
    await expect(stack.api('POST', `${at(hosted)}/reimport/preview`)).rejects.toThrow(/oauth_not_connected/);
    upstream.person = 'owner';
    const own = await stack.api<{ authorizationUrl: string }>('POST', `${at(hosted)}/account/consents`);
    await stack.api('POST', '/v1/consents', await signedIn(own.authorizationUrl));

    const { surface } = await previewed(hosted);
    expect(await reimported(stack, hosted.serverId, surface)).toMatchObject({ status: 'live' });
    const mcp = await connect(hosted.mcpUrl);
    await until(async () => (await mcp.listTools()).length === 1);
    const refused = await mcp.call('get_me', {});
    expect(refused.content.map(({ text }) => text).join()).toMatch(/your own account/);
    expect(upstream.seen.at(-1)).toBe('owner');
  });
});
