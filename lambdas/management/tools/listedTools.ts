/**
 * The tool list as a client gets it: names, descriptions, schemas and their cost in tokens, for any exposition and for any token's scope.
 * It is made from the stored tools by the code that answers `tools/list`, so the two agree.
 */
import { readSettings } from '../../../aws/tables/settings.ts';
import { listTokens } from '../../../aws/tables/tokens.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import type { QueryOf } from '../../../core/api/routes/index.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { listedTools, readingTools, toolIn } from '../../../core/mcp/listedTools.ts';
import { type Exposed, exposedAs } from '../../../core/model/exposition.ts';
import { floorAt, heldGovernance, heldTools } from '../../../core/model/floor.ts';
import type { FloorSettings } from '../../../core/model/floorRules.ts';
import { effectiveGovernance } from '../../../core/model/governance/settings.ts';
import { unapprovedOrigin } from '../../../core/model/hosts.ts';
import { scopeVerdict, type TokenScopes } from '../../../core/model/scope.ts';
import { membersOf, type ServerRow } from '../../../core/model/server.ts';
import type { SettingsRow } from '../../../core/model/settings.ts';
import { isTool } from '../../../core/model/tool.ts';
import { findableOf } from '../../../core/search/findable.ts';
import { tooManyListed } from '../../../core/tools/bundle/build.ts';
import { planGroups } from '../../../core/tools/exposition.ts';
import { toolTokens } from '../../../core/tools/tokenCost.ts';
import { planMemberGroups } from '../../../core/tools/toolset/groups.ts';
import { notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { composedTools, lockfileOf } from '../serverRow/composed.ts';
import { knownServer } from '../serverRow/load.ts';
import { type Making, preparedOf } from '../serverRow/prepared.ts';

/** Limits of a page: one tool may have 60 KB, and a function returns 6 MB at most. */
const PAGE = { tools: 200, characters: 1_000_000 };

/** What of a token and of all servers decides on a list. */
interface Details {
  readonly scopes?: TokenScopes | undefined;
  readonly global: SettingsRow['governance'];
  readonly floor?: FloorSettings | undefined;
}

/** Handler of `listModelTools`. */
export const listed: HandlersOf<'listModelTools'> = {
  listModelTools: async ({ params, query }) => {
    const server = await knownServer(params.id);
    const [scopes, settings] = await Promise.all([scopesOf(server, query), readSettings()]);
    const details: Details = { scopes, global: settings.governance, floor: floorAt(settings, server.project) };
    return preparedOf('listModelTools', server, { query, details }, makeModelTools);
  },
};

/** The answer of `listModelTools`. Throws Refused `too_many_listed`. */
export async function makeModelTools(
  server: ServerRow,
  { query, details, tell }: Making<QueryOf<'listModelTools'>, Details>,
) {
  const isToolset = membersOf(server) !== undefined;
  const lockfile = isToolset ? await lockfileOf(server) : undefined;
  const sealed = isToolset ? composedTools(lockfile).filter(isTool) : await ownTools(server, details.floor);
  const exposition: Exposed = query.exposition ?? exposedAs(server.exposition, sealed.length);
  if (exposition !== 'search' && sealed.length > LIMITS.listedTools) throw tooManyListed(sealed.length);
  await tell(1);
  const outside = scopeVerdict(details.scopes);
  const own = heldGovernance(effectiveGovernance(details.global, server.governance), details.floor);
  // What its members add to their tools stands in these.
  const toolset = isToolset ? { members: lockfile?.members ?? [] } : undefined;
  const holdAnswers = toolset?.members.some(({ readsOn }) => readsOn !== undefined) ?? false;
  const governance = toolset ? { ...own, ...NOT_OF_TOOLSETS, holdAnswers } : own;
  const groups = toolset ? planMemberGroups(sealed, toolset.members) : planGroups(sealed);
  const listedOnes = listedTools(
    { exposition, governance, tools: sealed, ...(exposition === 'grouped' && { groups }) },
    sealed
      .filter((tool) => !outside(tool))
      .map((tool) => ({ ...tool, program: { path: tool.path }, findable: findableOf(tool) })),
  );
  const profile = server.schemaProfile ?? 'default';
  const all = [...listedOnes, ...readingTools({ governance, tools: sealed, ...(toolset && { toolset }) })]
    .map((tool) => toolIn(tool, profile))
    .map((tool) => ({
      ...tool,
      tokens: toolTokens({ title: '', ...tool }),
    }));
  const wanted = query.q?.toLowerCase() ?? '';
  const found = all.filter((tool) => JSON.stringify(tool).toLowerCase().includes(wanted));
  const items = pageOf(found, query.after);
  const last = items.at(-1);
  const hasMore = last !== undefined && last !== found.at(-1);
  return {
    exposition,
    total: all.length,
    found: found.length,
    tokens: all.reduce((sum, tool) => sum + tool.tokens, 0),
    items,
    ...(hasMore && { next: last.name }),
  };
}

const NOT_OF_TOOLSETS = { chooseFields: false, outputSchemas: false } as const;

const ownTools = async (server: ServerRow, floor: FloorSettings | undefined) =>
  heldTools(await listTools(server.serverId), server, floor)
    .filter((tool) => tool.enabled && isTool(tool) && unapprovedOrigin(tool, server) === undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1));

async function scopesOf(
  { serverId }: ServerRow,
  { token, access }: { readonly token?: string | undefined; readonly access?: 'read' | undefined },
): Promise<TokenScopes | undefined> {
  if (token === undefined) return access && { access };
  const row = (await listTokens(serverId)).find(({ tokenId }) => tokenId === token);
  if (!row) throw notFound('token');
  return row.scopes;
}

function pageOf<T extends { readonly name: string }>(found: readonly T[], after: string | undefined): T[] {
  const page: T[] = [];
  let size = 0;
  for (const tool of after === undefined ? found : found.slice(placeAfter(found, after))) {
    size += JSON.stringify(tool).length;
    if (page.length === PAGE.tools || (size > PAGE.characters && page.length > 0)) break;
    page.push(tool);
  }
  return page;
}

/**
 * A tool may be renamed, switched off or deleted between two pages: then the list goes on where it would be by its name. Tools of ours stand
 * behind those of the API.
 */
function placeAfter(found: ReadonlyArray<{ readonly name: string }>, after: string): number {
  const at = found.findIndex(({ name }) => name === after);
  if (at >= 0) return at + 1;
  const ours = found.findIndex(({ name }, place) => place > 0 && name < (found[place - 1] as { name: string }).name);
  const sorted = ours < 0 ? found.length : ours;
  const next = found.findIndex(({ name }) => name > after);
  return next < 0 ? sorted : Math.min(next, sorted);
}
