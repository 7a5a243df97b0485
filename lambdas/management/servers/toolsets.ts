/**
 * Toolsets beside other servers: what they do not have, what became of their members, and that they are composed anew when a member is switched
 * on or off. What is told of the list is read in its lockfile, which says which versions of the members it was made of.
 */
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { logWarning, reasonOf } from '../../../aws/lib/log.ts';
import { readJson } from '../../../aws/services/objects.ts';
import { readServers } from '../../../aws/tables/servers.ts';
import { toolsetsWith } from '../../../aws/tables/toolsets.ts';
import type { NewServer, ServerChange } from '../../../core/api/servers.ts';
import { refusal } from '../../../core/lib/zod/faults.ts';
import type { BundleMember } from '../../../core/model/bundle.ts';
import { isBeingSealed, membersOf, type ServerRow } from '../../../core/model/server.ts';
import type { Lockfile } from '../../../core/tools/bundle/lockfile.ts';
import type { HandlersOf } from '../http/request.ts';
import { settledServer } from '../serverRow/load.ts';
import { sealSoon } from '../serverRow/resealing.ts';

/** How many renamed tools of a member are told. */
const RENAMED = 200;

/** Handler of `listToolsetMembers`. */
export const toolsets: HandlersOf<'listToolsetMembers'> = {
  listToolsetMembers: async ({ params }) => {
    const row = await settledServer(params.id);
    const members = membersOf(row) ?? [];
    const [lockfile, servers] = await Promise.all([
      row.lockfileKey === undefined
        ? undefined
        : readJson<Lockfile>(requireEnvironment('BUCKET_BUNDLES'), row.lockfileKey),
      readServers(members.map(({ serverId }) => serverId)),
    ]);
    const listed = new Map((lockfile?.members ?? []).map((member) => [member.serverId, member]));
    // One that has moved while it became a member is told as one that is gone.
    const live = new Map(
      servers.flatMap((server) => (server.project === row.project ? [[server.serverId, server] as const] : [])),
    );
    // Composing it anew was refused after its last change, and would be again.
    const waits = row.unsealable && !isBeingSealed(row) ? 'refused' : 'changing';
    const items = members.map(({ serverId, prefix }) => {
      const server = live.get(serverId);
      const entries = (lockfile?.entries ?? []).filter(({ member }) => member?.serverId === serverId);
      const renamed = entries.flatMap(({ name, member }) =>
        member && member.name !== name ? [{ name, from: member.name }] : [],
      );
      return {
        serverId,
        name: server?.name ?? listed.get(serverId)?.name ?? '',
        prefix,
        state: stateOf(server, listed.get(serverId), waits),
        tools: entries.length,
        renamed: renamed.slice(0, RENAMED),
      };
    });
    // A request to compose it anew was lost.
    if (row.bundle && !row.deploying && items.some(({ state }) => state === 'changing')) await sealSoon(row.serverId);
    return { items };
  },
};

type MemberState = Awaited<ReturnType<(typeof toolsets)['listToolsetMembers']>>['items'][number]['state'];

/** What is true now, or `waits` while clients see something else. */
function stateOf(
  server: ServerRow | undefined,
  listed: BundleMember | undefined,
  waits: 'changing' | 'refused',
): MemberState {
  const now = absenceOf(server);
  if (now !== undefined) return listed?.bundle === undefined ? now : waits;
  if (listed?.absent === 'unreadable') return 'unreadable';
  return listed?.bundle === server?.bundle?.id ? 'listed' : waits;
}

function absenceOf(server: ServerRow | undefined) {
  if (!server || server.status === 'deleting') return 'missing';
  if (!server.bundle) return 'not_deployed';
  return server.status === 'live' ? undefined : 'offline';
}

/** Settings that a toolset does not have: its members' own hold for their tools. */
const OF_MEMBERS = [
  'baseUrl',
  'auth',
  'hosts',
  'privateHosts',
  'headers',
  'tags',
  'withoutRepairs',
  'signed',
  'upstreamMs',
  'traceContext',
  'listStyle',
  'resourcesAndPrompts',
  'elicitation',
  'credentials',
  'breaker',
] as const;

/** Throws InvalidInput where a request sets something that a toolset does not have. */
export function checkToolsetSettings(body: Partial<NewServer> | ServerChange, isNew: boolean): void {
  const given = body as Readonly<Record<string, unknown>>;
  const message = 'is no setting of a toolset: that of each member holds for its tools. Change it there.';
  const named = OF_MEMBERS.filter((name) => given[name] !== undefined && !(isNew && name === 'auth'));
  const governance = Object.keys(body.governance ?? {}).filter((name) => name !== 'systemRules');
  const fields = [...named.map((name) => `/${name}`), ...governance.map((name) => `/governance/${name}`)];
  if (fields.length > 0) throw refusal(fields.map((field) => ({ field, rule: 'of_members', message })));
}

/** Has the toolsets with a server composed anew. A call looks at the server in any case, so what fails here only delays their lists. */
export async function recomposeToolsets(serverId: string): Promise<void> {
  try {
    await Promise.all((await toolsetsWith(serverId)).map((toolset) => sealSoon(toolset.serverId)));
  } catch (error) {
    logWarning('toolsets_not_recomposed', { serverId, reason: reasonOf(error) });
  }
}
