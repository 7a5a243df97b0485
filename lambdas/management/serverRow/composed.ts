/** The tools of a toolset as clients see them, from its lockfile: none are stored for it. */
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { readJson } from '../../../aws/services/objects.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Lockfile } from '../../../core/tools/bundle/lockfile.ts';

/** The tools of a toolset, as its lockfile has them: it has no others stored. */
export const composedTools = (lockfile: Lockfile | undefined) =>
  (lockfile?.entries ?? []).map(({ toolId = '', tags = [], program, ...entry }) => ({
    ...entry,
    toolId,
    tags,
    tag: tags[0] ?? '',
    path: program.path,
    ...(program.mcp && { mcp: program.mcp }),
    cacheHint: 'none' as const,
  }));

/** What is known in short of each tool that clients of a toolset see. */
export const composedBriefs = async (server: ServerRow) =>
  composedTools(await lockfileOf(server)).map(({ toolId, name, annotations: { readOnlyHint } }) => ({
    toolId,
    name,
    enabled: true,
    readOnly: readOnlyHint,
  }));

/** The lockfile of a server's live version; undefined before it has one. */
export const lockfileOf = async ({ lockfileKey }: ServerRow): Promise<Lockfile | undefined> =>
  lockfileKey === undefined ? undefined : readJson<Lockfile>(requireEnvironment('BUCKET_BUNDLES'), lockfileKey);
