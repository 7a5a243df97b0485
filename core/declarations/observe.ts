/** Asks the management API what a declaration is compared with: servers, and of each only what the declaration has. */
import { pagesOf } from '../../core/lib/pages.ts';
import type { DeploymentView } from '../api/deployments.ts';
import type { StillReading } from '../api/reading.ts';
import type { Selection } from '../api/selection.ts';
import type { ServerView } from '../api/serverViews.ts';
import type { TokenView } from '../api/tokens.ts';
import { DEFAULT_PROJECT, projectOf } from '../model/projects.ts';
import type { ToolList, ToolView } from '../tools/schemas/tools.ts';
import { allTools } from '../tools/toolPages.ts';
import type { Declaration } from './declaration.ts';
import { answered, NotYetMade, type Observed, type ObservedTool, type Send, serverPath } from './step.ts';
import { needsWhole, toolNames } from './tools.ts';

const pagesAt = <Item>(send: Send, path: string) =>
  pagesOf(
    async (after: string | undefined) =>
      answered(await send<{ items: Item[]; next?: string }>('GET', after ? `${path}?after=${after}` : path)),
    ({ next }) => next,
  );

/** Every server of the installation, those too that are being deleted. */
export async function listedServers(send: Send): Promise<ServerView[]> {
  const servers: ServerView[] = [];
  for await (const { items } of pagesAt<ServerView>(send, '/v1/servers')) servers.push(...items);
  return servers;
}

/** Every server of the installation. */
export const allServers = async (send: Send): Promise<ServerView[]> =>
  (await listedServers(send)).filter(({ status }) => status !== 'deleting');

/** The server that a declaration is about: the one with its key, else the one that it adopts. */
export const ownServer = (
  { key, server: { adopt, project } }: Declaration,
  servers: readonly ServerView[],
): ServerView | undefined =>
  servers.find((server) => server.declared === key && projectOf(server) === (project ?? DEFAULT_PROJECT)) ??
  servers.find(({ declared }) => declared === key && project === undefined) ??
  servers.find(({ id, declared }) => id === adopt && declared === undefined);

/** What there is of a server, as far as its declaration has it. Throws NotYetMade, and PortcullisError with an error of the API. */
export async function observe(send: Send, { server: declared }: Declaration, server: ServerView): Promise<Observed> {
  const path = serverPath(server.id);
  const { tools: wanted, tokens, accessRules = [], selection } = declared;
  const namesTools =
    selection !== undefined ||
    [...accessRules, ...(tokens ?? []).map(({ scopes }) => scopes)].some((each) => each?.tools !== undefined);
  const tools =
    server.bundle !== undefined && (wanted !== undefined || namesTools)
      ? await toolsOf(send, path, wanted ?? {})
      : undefined;
  const importedAt = server.source.changedAt === undefined ? undefined : await lastImport(send, path);
  return {
    server,
    ...(tools && { tools }),
    ...(tokens && { tokens: answered(await send<{ items: TokenView[] }>('GET', `${path}/tokens`)).items }),
    ...(selection && { selection: await sentencesOf(send, `${path}/selection`) }),
    ...(importedAt !== undefined && { importedAt }),
  };
}

/** The sentences with their ranks. Throws NotYetMade where these, of a large server, take longer than one request waits. */
async function sentencesOf(send: Send, path: string): Promise<Selection['items']> {
  const selection = answered(await send<Selection | StillReading>('GET', path));
  if ('reading' in selection) throw new NotYetMade();
  return selection.items;
}

/** The tools; those of which lists leave out what is compared are read whole. */
async function toolsOf(
  send: Send,
  path: string,
  wanted: NonNullable<Declaration['server']['tools']>,
): Promise<ObservedTool[]> {
  const { items } = await allTools(path, async (at) => answered(await send<ToolList>('GET', at)));
  const names = toolNames(items);
  const whole = new Set<string>();
  for (const [key, tool] of Object.entries(wanted)) {
    try {
      const found = names.find(tool.verb !== undefined && tool.name !== undefined ? tool.name : key);
      if (needsWhole(key, tool, found)) whole.add(found.id);
    } catch {
      // The plan says that there is none.
    }
  }
  const tools: ObservedTool[] = [];
  for (const item of items)
    tools.push(whole.has(item.id) ? answered(await send<ToolView>('GET', `${path}/tools/${item.id}`)) : item);
  return tools;
}

/** When the last import that went live began. */
async function lastImport(send: Send, path: string): Promise<string | undefined> {
  for await (const { items } of pagesAt<DeploymentView>(send, `${path}/deployments`)) {
    const found = items.find(({ kind, status }) => kind === 'import' && status === 'live');
    if (found) return found.createdAt;
  }
  return undefined;
}
