/** `portcullis export`: writes servers that exist as declarations, which `portcullis apply` reads. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Selection } from '../core/api/selection.ts';
import type { ServerView } from '../core/api/serverViews.ts';
import type { TokenView } from '../core/api/tokens.ts';
import { observeInstallation } from '../core/declarations/installation.ts';
import { allServers } from '../core/declarations/observe.ts';
import { type Observed, type ObservedTool, serverPath } from '../core/declarations/step.ts';
import { declarationText, groupOf, installationText, isWrittenWhole, nameIn } from '../core/declarations/write.ts';
import type { ToolList, ToolView } from '../core/tools/schemas/tools.ts';
import { allTools } from '../core/tools/toolPages.ts';
import { COMMON_OPTIONS, type Surroundings } from './command.ts';
import { CliError, UsageError } from './errors.ts';
import { parsedOptions, pathFrom } from './options.ts';
import { type ApiRequest, apiClient, requestBy, stackOf } from './stack.ts';
import { linesText } from './table.ts';

const OPTIONS = { ...COMMON_OPTIONS, to: { type: 'string' }, installation: { type: 'boolean' } } as const;

/**
 * Runs `portcullis export`.
 * @returns the exit code
 * @throws UsageError
 * @throws CliError with the error of the API, or `file_exists`
 */
export async function exportCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  { environment = process.env }: Surroundings = {},
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  if (values.json) throw new UsageError('export writes YAML alone.');
  const send = apiClient(await stackOf(values, environment));
  const request = requestBy(send);
  if (values.installation) {
    if (positionals.length > 0 || values.to !== undefined)
      throw new UsageError('export --installation goes with no server and no --to.');
    out.write(installationText(await observeInstallation(send, { settings: {}, webhooks: [] })));
    return 0;
  }
  const servers =
    positionals.length === 0
      ? await allServers(send)
      : await Promise.all(positionals.map((id) => request<ServerView>('GET', serverPath(id))));
  const groups = new Map<string, Map<string, Observed>>();
  for (const server of servers) {
    const observed = await whole(request, server);
    const group = groups.get(groupOf(observed)) ?? new Map<string, Observed>();
    groups.set(groupOf(observed), group.set(nameIn(new Set(group.keys()), observed), observed));
  }
  if (values.to !== undefined) {
    out.write(linesText(await written(pathFrom(values.to), groups)));
    return 0;
  }
  const [first, ...others] = groups;
  if (others.length > 0) throw new UsageError(`--to is missing: the servers are of ${groups.size} groups.`);
  if (first) out.write(declarationText(...first));
  return 0;
}

/** A server with its tools and tokens; tools of which a declaration has something are read whole. */
async function whole(request: ApiRequest, server: ServerView): Promise<Observed> {
  const path = serverPath(server.id);
  const [tools, tokens, selection] = await Promise.all([
    allTools(path, (at) => request<ToolList>('GET', at)),
    request<{ items: TokenView[] }>('GET', `${path}/tokens`),
    request<Selection>('GET', `${path}/selection`),
  ]);
  const read: ObservedTool[] = [];
  for (const tool of tools.items)
    read.push(isWrittenWhole(tool) ? await request<ToolView>('GET', `${path}/tools/${tool.id}`) : tool);
  return { server, tools: read, tokens: tokens.items, selection: selection.items };
}

/** A file a server, in a folder a group; never over a file that is there. */
async function written(folder: string, groups: ReadonlyMap<string, ReadonlyMap<string, Observed>>): Promise<string[]> {
  const lines: string[] = [];
  for (const [group, servers] of groups) {
    const place = groups.size > 1 ? join(folder, group) : folder;
    await mkdir(place, { recursive: true });
    for (const [name, observed] of servers) {
      const path = join(place, `${name}.yaml`);
      try {
        await writeFile(path, declarationText(group, new Map([[name, observed]])), { flag: 'wx' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw new CliError('file_exists', `${path} exists. Give another folder, or remove it.`);
      }
      lines.push(`✓ ${path}`);
    }
  }
  return lines;
}
