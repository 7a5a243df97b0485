/**
 * What the matrix of clients connects to: a server of one API, or toolsets of two APIs and two MCP servers behind one address. `getThing` is a tool of an API and of an MCP server,
 * and belongs to the member that was there first; so there are two toolsets, whose clients call the one and the other by the same name.
 */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import type { Exposed } from '../../core/model/exposition.ts';
import { type McpUpstream, startMcpUpstream } from '../support/mcpUpstream.ts';
import { deploy, type HostedServer, type LocalStack } from '../support/stack.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

/** What clients of the matrix connect to. */
export interface Host {
  readonly hosted: HostedServer;
  /** The server to which a tool is added when the tools change. */
  readonly changes: string;
  /** Whose tool `getThing` is, for the table. */
  readonly of: string;
}

/** One API. */
export async function deployThings(
  stack: Pick<LocalStack, 'api'>,
  baseUrl: string,
  exposition: Exposed,
): Promise<Host[]> {
  const source = { kind: 'openapi', document: JSON.stringify(thingsDocument(baseUrl)) };
  const hosted = await deploy(stack, { exposition, source, auth: { type: 'none' } });
  return [{ hosted, changes: hosted.serverId, of: '' }];
}

/** The upstreams of all members. */
export interface Members {
  readonly upstreams: ReadonlyArray<Upstream | McpUpstream>;
  deploy(stack: Pick<LocalStack, 'api'>, exposition: Exposed): Promise<Host[]>;
}

const furnish = (server: McpServer): void => {
  server.registerTool(
    'getThing',
    { description: 'Gets a thing.', inputSchema: { id: z.number().int() } as never },
    (async ({ id }: { id: number }) => ({
      content: [{ type: 'text', text: JSON.stringify({ id, from: 'vendor' }) }],
    })) as never,
  );
};

export async function startMembers(): Promise<Members> {
  const apis = await Promise.all(['api.first.example', 'api.second.example'].map((host) => startUpstream({ host })));
  for (const api of apis) api.respond = answerThings(api);
  const vendors = await Promise.all([
    startMcpUpstream('sessions', furnish, { host: 'mcp.first.example' }),
    startMcpUpstream('modern', furnish, { host: 'mcp.second.example' }),
  ]);
  return {
    upstreams: [...apis, ...vendors],
    deploy: async (stack, exposition) => {
      const auth = { type: 'none' };
      const ofApis = await Promise.all(
        apis.map(({ baseUrl, host }) => {
          const document = JSON.stringify(thingsDocument(baseUrl));
          return deploy(stack, { name: host, source: { kind: 'openapi', document }, auth });
        }),
      );
      const ofVendors = await Promise.all(
        vendors.map(({ baseUrl, host }) => deploy(stack, { name: host, source: { kind: 'mcp' }, baseUrl, auth })),
      );
      const first = ofApis[0] as HostedServer;
      const orders = [
        ['API', [...ofApis, ...ofVendors]],
        ['MCP', [...ofVendors, ...ofApis]],
      ] as const;
      return Promise.all(
        orders.map(async ([of, members]) => {
          const source = { kind: 'toolset', members: members.map(({ serverId }) => ({ serverId })) };
          const hosted = await deploy(stack, { name: `Toolset, ${of} first`, exposition, source, auth });
          return { hosted, changes: first.serverId, of: `toolset, of ${of}` };
        }),
      );
    },
  };
}
