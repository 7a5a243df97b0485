/**
 * The members of a toolset as they are given: every one is a server that is no toolset, so that no call can go round in circles. A member
 * gets a prefix of its own when it joins, which stays when the server is renamed.
 */
import { readServers } from '../../../aws/tables/servers.ts';
import { toolNames } from '../../../aws/tables/toolBriefs.ts';
import type { ToolsetSource } from '../../../core/api/toolsets.ts';
import type { FieldFault } from '../../../core/lib/errors.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { refusal } from '../../../core/lib/zod/faults.ts';
import { membersOf, type ServerRow, type ServerSource } from '../../../core/model/server.ts';
import type { ToolsetMember } from '../../../core/model/toolset.ts';
import { newPrefix } from '../../../core/tools/toolset/prefix.ts';
import { mayUse } from '../http/standing.ts';

type Given = ToolsetSource['members'][number];

/** The checked members, for the row. Throws InvalidInput, which names each member that cannot be one. */
export async function preparedMembers(
  serverId: string,
  { members }: ToolsetSource,
  { current, project }: { readonly current: ServerSource | undefined; readonly project: string | undefined },
): Promise<{ over(): ServerSource; store(): Promise<void> }> {
  const read = await readServers([...new Set(members.map((each) => each.serverId))]);
  // What the caller may not see is answered for as what does not exist.
  const rows = new Map(read.filter(mayUse).map((row) => [row.serverId, row]));
  const faults = [
    ...members.flatMap((member, at) =>
      memberFaults(members, at, { row: rows.get(member.serverId), own: serverId, project }),
    ),
    ...choiceFaults(members),
    ...(await unknownTools(members, rows)),
  ];
  if (faults.length > 0) throw refusal(faults);
  const stored = withPrefixes(members, rows, current?.kind === 'toolset' ? current.members : []);
  return { over: () => ({ kind: 'toolset', members: stored }), store: async () => {} };
}

const fieldOf = (at: number, name: string) => `/source/members/${at}/${name}`;

interface Place {
  /** Of the member; undefined where there is none. */
  readonly row: ServerRow | undefined;
  /** Id of the toolset. */
  readonly own: string;
  /** Of the toolset; undefined for `default`. */
  readonly project: string | undefined;
}

function memberFaults(members: readonly Given[], at: number, { row, own, project }: Place): FieldFault[] {
  const { serverId, prefix } = members[at] as Given;
  const field = fieldOf(at, 'serverId');
  const earlier = members.slice(0, at);
  const faults: FieldFault[] = [];
  if (serverId === own || (row && membersOf(row)))
    faults.push({
      field,
      rule: 'toolset_member',
      message: 'is a toolset, and a toolset has servers only; name the servers of it.',
    });
  else if (!row || row.status === 'deleting')
    faults.push({
      field,
      rule: 'unknown_server',
      message: 'is no server of this installation; take an id from the list of servers.',
    });
  else if (row.project !== project)
    faults.push({
      field,
      rule: 'toolset_member',
      message: 'is in another project than the toolset; take servers of its project, or move the server there.',
    });
  if (earlier.some((other) => other.serverId === serverId))
    faults.push({ field, rule: 'duplicate', message: 'stands here twice; name each server once.' });
  if (prefix !== undefined && earlier.some((other) => other.prefix === prefix))
    faults.push({
      field: fieldOf(at, 'prefix'),
      rule: 'duplicate',
      message: 'is that of another member; give each its own.',
    });
  return faults;
}

/** The row has room for so many, and two tools cannot have one name. */
function choiceFaults(members: readonly Given[]): FieldFault[] {
  const chosen = members.reduce((sum, { tools = [], names = {} }) => sum + tools.length + Object.keys(names).length, 0);
  const faults: FieldFault[] = [];
  if (chosen > LIMITS.toolset.choices) {
    const message = `choose and rename ${chosen} single tools together; ${LIMITS.toolset.choices} is the limit. Choose by tags, or whole servers.`;
    faults.push({ field: '/source/members', rule: 'too_many', message });
  }
  const taken = new Set<string>();
  for (const [at, { names = {} }] of members.entries()) {
    for (const [toolId, name] of Object.entries(names)) {
      if (taken.has(name.toLowerCase()))
        faults.push({
          field: `${fieldOf(at, 'names')}/${toolId}`,
          rule: 'duplicate',
          message: 'is given to another tool, too; give each its own.',
        });
      taken.add(name.toLowerCase());
    }
  }
  return faults;
}

async function unknownTools(members: readonly Given[], rows: ReadonlyMap<string, ServerRow>): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  for (const [at, { serverId, tools = [], names = {} }] of members.entries()) {
    const places = [
      ...tools.map((id, place) => [id, `${fieldOf(at, 'tools')}/${place}`] as const),
      ...Object.keys(names).map((id) => [id, `${fieldOf(at, 'names')}/${id}`] as const),
    ];
    if (places.length === 0) continue;
    const ids = places.map(([id]) => id);
    const known = rows.has(serverId) ? await toolNames(serverId, ids) : new Map();
    for (const [id, field] of places)
      if (!known.has(id)) faults.push({ field, rule: 'unknown_tool', message: 'is not a tool of this server.' });
  }
  return faults;
}

function withPrefixes(
  members: readonly Given[],
  rows: ReadonlyMap<string, ServerRow>,
  before: readonly ToolsetMember[],
): ToolsetMember[] {
  const known = new Map(before.map(({ serverId, prefix }) => [serverId, prefix]));
  const given = new Map(members.flatMap(({ serverId, prefix }) => (prefix === undefined ? [] : [[serverId, prefix]])));
  // What a member has had comes before what is made of a name, in whatever order they stand.
  const staying = members.flatMap((member) => (given.has(member.serverId) ? [] : (known.get(member.serverId) ?? [])));
  const taken = new Set(given.values());
  const reserved = new Set([...taken, ...staying]);
  return members.map(({ serverId, prefixed, tags, tools, names }) => {
    const kept = known.get(serverId);
    const prefix =
      given.get(serverId) ??
      (kept !== undefined && !taken.has(kept) ? kept : newPrefix(rows.get(serverId)?.name ?? '', reserved));
    taken.add(prefix);
    reserved.add(prefix);
    return {
      serverId,
      prefix,
      ...(prefixed && { prefixed }),
      ...(tags && { tags: [...new Set(tags)] }),
      ...(tools && { tools: [...new Set(tools)] }),
      ...(names && Object.keys(names).length > 0 && { names }),
    };
  });
}
