/**
 * The names of tools in a toolset. The rule:
 *
 * 1. A tool has the name that its member gives it, or the one that the toolset's owner gives it, or, where the owner wants the member's
 *    prefix, that name behind the prefix.
 * 2. Where that is taken, it has the prefix, and where that is taken too, a mark made of its id.
 * 3. A tool keeps its name as long as nobody gives it another one at the member or in the toolset. A member that joins later, or a tool that
 *    is added later, takes what is free.
 * 4. A name belongs to the member that had it first for as long as it is a member, also while no tool has it. Clients remember permissions
 *    by name, so a name must never begin to mean a tool of somebody else.
 * 5. What the gateway calls the tools that describe others and that read on is no member's.
 *
 * Of tools that are new at the same moment, those of an earlier member come first, so that two members give the same names whether they
 * were put together or one after the other. Names that differ only in case are the same. Pure.
 */
import { createHash } from 'node:crypto';
import { LIMITS } from '../../lib/limits.ts';
import { DESCRIBE } from '../compact.ts';
import { READ_MORE } from '../readingTool.ts';

/** A tool that needs a name. */
export interface Nameless {
  readonly serverId: string;
  readonly toolId: string;
  /** What the member, or the owner of the toolset, calls it. */
  readonly name: string;
  readonly prefix: string;
  /** Whether the prefix is wanted. */
  readonly prefixed: boolean;
  /** Whether the owner of the toolset has chosen this name. */
  readonly isChosen: boolean;
}

/** A tool that was listed before. */
export interface NamedBefore {
  readonly serverId: string;
  readonly toolId: string;
  readonly name: string;
  readonly wanted: string;
}

/** What was before. */
export interface Before {
  readonly tools: readonly NamedBefore[];
  /** Names that were kept for members, by name. */
  readonly kept: Readonly<Record<string, string>>;
}

/** The names of tools, and what is kept for members. */
export interface Names {
  /** In the order of the tools. */
  readonly tools: ReadonlyArray<{ readonly name: string; readonly wanted: string }>;
  readonly kept: Readonly<Record<string, string>>;
}

const NOTHING: Before = { tools: [], kept: {} };

/**
 * Names the tools.
 * @param tools in the order of the members
 * @param members ids of all servers of the toolset, also of those without tools now
 */
export function nameTools(
  tools: readonly Nameless[],
  members: ReadonlySet<string>,
  { tools: listed, kept }: Before = NOTHING,
): Names {
  const owners = new Map<string, string>();
  const spelled = new Map<string, string>();
  const own = (name: string, serverId: string) => {
    if (!members.has(serverId)) return;
    owners.set(fold(name), serverId);
    spelled.set(fold(name), name);
  };
  for (const [name, serverId] of Object.entries(kept)) own(name, serverId);
  for (const { name, serverId } of listed) own(name, serverId);
  const known = new Map(listed.map((tool) => [keyOf(tool), tool]));
  const taken = new Set<string>();
  const given = tools.map((tool) => {
    const wanted = tool.prefixed ? withPrefix(tool) : tool.name;
    const before = known.get(keyOf(tool));
    // A chosen name is taken as soon as it is free.
    if (before?.wanted !== wanted || (tool.isChosen && before.name !== wanted)) return { wanted, name: undefined };
    taken.add(fold(before.name));
    return { wanted, name: before.name };
  });
  const named = tools.map((tool, at) => {
    const { wanted, name } = given[at] as (typeof given)[number];
    const ownerOf = (candidate: string) =>
      taken.has(fold(candidate)) || OWN.has(fold(candidate)) ? 'taken' : (owners.get(fold(candidate)) ?? NOBODY);
    const chosen = name ?? firstFree(tool, wanted, ownerOf);
    taken.add(fold(chosen));
    owners.set(fold(chosen), tool.serverId);
    return { name: chosen, wanted };
  });
  const left = [...owners]
    .filter(([name]) => !taken.has(name))
    .map(([name, id]): Kept => [spelled.get(name) ?? name, id]);
  return { tools: named, kept: Object.fromEntries(withinRoom(left).sort()) };
}

type Kept = readonly [name: string, serverId: string];

/** As many names as there is room for: a member that has had too many loses its own earlier ones, and no other member loses any. */
function withinRoom(names: readonly Kept[]): Kept[] {
  const ofEach = [...Map.groupBy(names, ([, serverId]) => serverId).values()];
  let room: number = LIMITS.toolsPerServer;
  return ofEach
    .sort((one, other) => one.length - other.length)
    .flatMap((own, at) => {
      const share = Math.min(own.length, Math.floor(room / (ofEach.length - at)));
      room -= share;
      return own.slice(own.length - share);
    });
}

const fold = (name: string): string => name.toLowerCase();

const keyOf = ({ serverId, toolId }: Pick<Nameless, 'serverId' | 'toolId'>): string => `${serverId}/${toolId}`;

/** Names of the gateway's own tools, which would give way to a tool of that name. */
const OWN: ReadonlySet<string> = new Set([DESCRIBE, READ_MORE]);

const NOBODY = '';

/** One that was kept for the member comes first: a tool that comes back is called as it was. */
function firstFree(tool: Nameless, wanted: string, ownerOf: (name: string) => string): string {
  const candidates = [wanted, withPrefix(tool)];
  if (tool.isChosen && [tool.serverId, NOBODY].includes(ownerOf(wanted))) return wanted;
  for (const owner of [tool.serverId, NOBODY]) {
    const free = candidates.find((candidate) => ownerOf(candidate) === owner);
    if (free !== undefined) return free;
  }
  for (let more = 0; ; more++) {
    const marked = cut(withPrefix(tool), `_${markOf(`${keyOf(tool)}${more || ''}`)}`);
    if ([tool.serverId, NOBODY].includes(ownerOf(marked))) return marked;
  }
}

/** Behind the prefix; a name that gets too long is cut and has a mark. */
export function withPrefix({ prefix, name }: Pick<Nameless, 'prefix' | 'name'>): string {
  const whole = `${prefix}_${name}`;
  return whole.length <= LIMITS.toolName ? whole : cut(whole, `_${markOf(whole)}`);
}

const cut = (name: string, mark: string): string =>
  `${name.slice(0, LIMITS.toolName - mark.length).replace(/[_-]+$/, '')}${mark}`;

const markOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6);
