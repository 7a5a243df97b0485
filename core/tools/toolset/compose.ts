/**
 * The bundle of a toolset, made of its members' sealed bundles whenever it or one of them changes. It has what clients are told of each tool
 * and whose tool it is, and nothing to call one with: a call loads the member's own bundle. So it grants nothing that the members do not.
 * A member that cannot be used now takes its own tools away and leaves the others as they are. Pure.
 */
import { LIMITS } from '../../lib/limits.ts';
import type { Bundle, BundleMember, BundleTool } from '../../model/bundle.ts';
import { exposedAs } from '../../model/exposition.ts';
import type { GovernanceSettings } from '../../model/governance/settings.ts';
import type { ServerRow } from '../../model/server.ts';
import { isTool, type Tool } from '../../model/tool.ts';
import type { MemberAbsence, ToolsetMember } from '../../model/toolset.ts';
import { withFieldsArgument } from '../../response/projection/argument.ts';
import { findableOf } from '../../search/findable.ts';
import { type SandboxSection, sealedPolicies, tooManyListed } from '../bundle/build.ts';
import { planMemberGroups } from './groups.ts';
import { type Before, nameTools } from './names.ts';

/** A member whose live bundle was read. */
export interface PresentMember {
  readonly member: ToolsetMember;
  readonly name: string;
  readonly bundleId: string;
  readonly bundle: Bundle;
  /** Its tools, whole. */
  readonly tools: readonly BundleTool[];
  /** Its stored tools, which have the tags and what a search reads of them. */
  readonly rows: readonly Tool[];
}

/** A member of which nothing is listed now. */
export interface AbsentMember {
  readonly member: ToolsetMember;
  readonly name: string;
  readonly absent: MemberAbsence;
}

/** A member, as far as it could be read. */
export type ReadMember = PresentMember | AbsentMember;

type ToolsetRow = Pick<ServerRow, 'serverId' | 'name' | 'exposition' | 'schemaProfile' | 'policies'>;

/** A composed bundle without its seal, and the stored tools that its lockfile is made of. */
export interface Composed {
  readonly section: SandboxSection;
  readonly governance: GovernanceSettings;
  readonly rows: readonly Tool[];
}

/**
 * Composes the bundle.
 * @param own what is set for all servers and by the toolset's owner: of it the rules for the model are used
 * @param before what the live list has, whose names stay
 * @throws PortcullisError `too_many_listed`
 */
export function composeToolset(
  row: ToolsetRow,
  members: readonly ReadMember[],
  own: GovernanceSettings,
  before?: Before,
): Composed {
  const chosen = members.flatMap((one) => ('absent' in one ? [] : toolsOf(one)));
  const listed = chosen.filter(({ tool }) => isTool(tool.program)).length;
  const exposition = exposedAs(row.exposition, listed);
  if (exposition !== 'search' && listed > LIMITS.listedTools) throw tooManyListed(listed);
  const ids = new Set(members.map(({ member }) => member.serverId));
  const nameless = chosen.map(({ from: { member }, tool }) => ({
    serverId: member.serverId,
    toolId: tool.toolId,
    name: member.names?.[tool.toolId] ?? tool.name,
    prefix: member.prefix,
    prefixed: member.prefixed === true && member.names?.[tool.toolId] === undefined,
    isChosen: member.names?.[tool.toolId] !== undefined,
  }));
  const { tools: names, kept } = nameTools(nameless, ids, before);
  const tools = chosen
    .map(({ from, tool, row: stored }, at) => {
      const { name, wanted } = names[at] as (typeof names)[number];
      return {
        tag: stored?.tag ?? '',
        tags: stored?.tags ?? [],
        sealed: listedTool(from, tool, { name, wanted, stored }, exposition === 'search'),
      };
    })
    .sort((one, other) => (one.sealed.name < other.sealed.name ? -1 : 1));
  const others = tools.map(({ sealed }) => sealed).filter((tool) => !isTool(tool.program));
  const closed = members.flatMap((one) =>
    'absent' in one ? [] : closedOf(one).map((uri) => uriPrefix(one.member.prefix) + uri),
  );
  const counts = Map.groupBy(
    chosen.filter(({ tool }) => isTool(tool.program)),
    ({ from }) => from.member.serverId,
  );
  const described = members.map((one) => memberOf(one, counts.get(one.member.serverId)?.length ?? 0));
  const grouped = tools
    .filter(({ sealed }) => isTool(sealed.program))
    .map(({ tag, sealed: { name, program, annotations, member } }) => ({
      name,
      tag,
      path: program.path,
      annotations,
      member,
    }));
  const section: SandboxSection = {
    format: 1,
    serverId: row.serverId,
    name: row.name,
    about: { title: row.name },
    // No sandbox loads it. Without a host it could reach nothing there.
    upstream: { baseUrl: '', host: '', port: 0, timeoutMs: LIMITS.upstreamMs.default },
    auth: { type: 'none' },
    exposition,
    ...(row.schemaProfile && { schemaProfile: row.schemaProfile }),
    ...sealedPolicies(
      row.policies,
      tools.map(({ sealed, tags }) => ({ name: sealed.name, tags })),
    ),
    ...(exposition === 'grouped' && { groups: planMemberGroups(grouped, described) }),
    tools: tools.map(({ sealed }) => sealed).filter(({ program }) => isTool(program)),
    ...(others.length > 0 && { resourcesAndPrompts: others }),
    ...(closed.length > 0 && { closedResources: closed }),
    toolset: {
      members: described,
      ...(Object.keys(kept).length > 0 && { kept }),
    },
  };
  const rows = chosen.flatMap(({ row: stored }) => stored ?? []);
  return { section, governance: governanceOf(members, own), rows };
}

/** A member with the tools that the toolset's owner has chosen, of each what a toolset needs: so the rest of it need not stay in memory. */
export function keptOf(read: PresentMember): PresentMember {
  const chosen = toolsOf(read);
  const { parts: _, resourcesAndPrompts: _others, closedResources: _closed, ...head } = read.bundle;
  const closed = closedOf(read);
  return {
    ...read,
    bundle: { ...head, tools: [], ...(closed.length > 0 && { closedResources: closed }) },
    tools: chosen.map(({ tool: { program, sealedHeaders: _headers, ...tool } }) => ({
      ...tool,
      program: namedProgram(program),
    })),
    rows: chosen.flatMap(({ row }) => row ?? []),
  };
}

/** Of a request only what names it: a call takes the member's own. */
const namedProgram = ({ verb, path, baseUrl, mcp }: BundleTool['program']): BundleTool['program'] => ({
  verb,
  path,
  ...(baseUrl !== undefined && { baseUrl }),
  parameters: [],
  // A resource is asked for by its URI.
  ...(mcp?.kind !== undefined && { mcp }),
});

/**
 * The URIs of each member stand behind its prefix, as a scheme is written (RFC 3986, section 3.1): two members may have the same, and a URI
 * must never begin to mean a resource of another one.
 */
function prefixed(program: BundleTool['program'], prefix: string): BundleTool['program'] {
  const { mcp } = program;
  if (mcp?.kind !== 'resource' && mcp?.kind !== 'template') return program;
  return { ...program, mcp: { ...mcp, prefix: uriPrefix(prefix) } };
}

const uriPrefix = (prefix: string): string => `${prefix.replaceAll('_', '-')}+`;

/** URIs of a member's resources that no template gives: those that are off, and those that the toolset's owner has not chosen. */
function closedOf(from: PresentMember): readonly string[] {
  const chosen = new Set(toolsOf(from).map(({ tool }) => tool));
  const unchosen = from.tools.flatMap((tool) => {
    const { mcp } = tool.program;
    return mcp?.kind === 'resource' && !chosen.has(tool) ? [mcp.tool] : [];
  });
  return [...(from.bundle.closedResources ?? []), ...unchosen];
}

interface Chosen {
  readonly from: PresentMember;
  readonly tool: BundleTool;
  readonly row: Tool | undefined;
}

/** The tools of a member that the owner has chosen. */
function toolsOf(from: PresentMember): Chosen[] {
  const { tags, tools } = from.member;
  const rows = new Map(from.rows.map((row) => [row.toolId, row]));
  const wantedTags = new Set(tags);
  const wantedTools = new Set(tools);
  const isAll = tags === undefined && tools === undefined;
  return from.tools
    .map((tool) => ({ from, tool, row: rows.get(tool.toolId) }))
    .filter(
      ({ tool, row }) =>
        isAll ||
        wantedTools.has(tool.toolId) ||
        [row?.tag, ...(row?.tags ?? [])].some((tag) => wantedTags.has(tag ?? '')),
    );
}

/** What clients are told of a tool. */
function listedTool(
  { member, bundle }: PresentMember,
  tool: BundleTool,
  { name, wanted, stored }: { readonly name: string; readonly wanted: string; readonly stored: Tool | undefined },
  isSearched: boolean,
): BundleTool {
  const { toolId, title, description, answerFields, answerSchema, annotations, cacheHint, fields, longMs, program } =
    tool;
  const { inputSchema } = bundle.governance.chooseFields ? withFieldsArgument(tool) : tool;
  return {
    toolId,
    name,
    title,
    description,
    inputSchema,
    ...(answerFields !== undefined && { answerFields }),
    annotations,
    cacheHint,
    ...(longMs !== undefined && { longMs }),
    ...(answerSchema !== undefined && { answerSchema }),
    ...(fields !== undefined && { fields }),
    ...(isSearched && stored && { findable: findableOf({ ...stored, name }) }),
    member: { serverId: member.serverId, name: tool.name, ...(wanted !== name && { wanted }) },
    program: prefixed(namedProgram(program), member.prefix),
  };
}

function memberOf(read: ReadMember, tools: number): BundleMember {
  const { member, name } = read;
  const { serverId, prefix } = member;
  if ('absent' in read) return { serverId, name, prefix, absent: read.absent, tools };
  const {
    about,
    governance: { holdAnswers, chooseFields },
  } = read.bundle;
  const readsOn = holdAnswers && { readsOn: chooseFields ? ('fields' as const) : ('parts' as const) };
  return { serverId, name, prefix, bundle: read.bundleId, tools, ...(about && { about }), ...readsOn };
}

/** The names of a live list. */
export function beforeOf({
  tools,
  toolset,
}: Pick<Bundle, 'toolset'> & {
  readonly tools: ReadonlyArray<Pick<BundleTool, 'toolId' | 'name' | 'member'>>;
}): Before {
  return {
    tools: tools.flatMap(({ toolId, name, member }) =>
      member ? [{ serverId: member.serverId, toolId, name, wanted: member.wanted ?? name }] : [],
    ),
    kept: toolset?.kept ?? {},
  };
}

/** Characters of all rules in the instructions; each answer has those of its member in any case. */
const RULES = 4 * LIMITS.systemRules;

/**
 * What the instructions say of the members' governance. What becomes of an answer is decided by the member's own settings, in its sandbox.
 * Forms of answers are only told where all members tell theirs.
 */
function governanceOf(members: readonly ReadMember[], own: GovernanceSettings): GovernanceSettings {
  const present = members.flatMap((one) => ('absent' in one ? [] : [one]));
  const all = present.map(({ bundle }) => bundle.governance);
  const isClosed = present.some(
    ({ bundle, tools }) =>
      bundle.governance.mode === 'closed' || tools.some(({ redaction }) => redaction?.mode === 'closed'),
  );
  let left = RULES - own.systemRules.length;
  const rules = present.flatMap(({ name, bundle: { governance } }) => {
    const text = `For the tools of ${name}: ${governance.systemRules}`;
    if (governance.systemRules === '' || governance.systemRules === own.systemRules || text.length > left) return [];
    left -= text.length;
    return [text];
  });
  return {
    ...own,
    pii: all.some(({ pii }) => pii),
    mode: isClosed ? 'closed' : 'balanced',
    keepParts: [...new Set(all.flatMap(({ keepParts }) => keepParts))].sort(),
    pseudonyms: false,
    placeholders: [...new Set(all.flatMap(({ placeholders }) => placeholders))].sort(),
    placeholderTools: [],
    dropNulls: all.some(({ dropNulls }) => dropNulls),
    tables: all.some(({ tables }) => tables),
    outputSchemas: all.length > 0 && all.every(({ outputSchemas }) => outputSchemas),
    chooseFields: false,
    holdAnswers: all.some(({ holdAnswers }) => holdAnswers),
    answerDays: 0,
    actions: {},
    detectors: {},
    allowFields: [],
    customFields: [],
    customPatterns: [],
    wordLists: [],
    keptWords: [],
    systemRules: [own.systemRules, ...rules].filter((text) => text !== '').join('\n\n'),
  };
}
