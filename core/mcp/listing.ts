/**
 * The listing of a server, made once per bundle: its tools for clients, the pages of `tools/list` as text, and the answer
 * to `server/discover`. A request then needs only a string concatenation (figures: design/mcp.md).
 */

import type { JsonValue } from '../lib/json/value.ts';
import { LruCache } from '../lib/lruCache.ts';
import { mayHide } from '../lib/visible.ts';
import type { Bundle, BundleTool } from '../model/bundle.ts';
import type { SchemaProfile } from '../model/schemaProfile.ts';
import { scopeVerdict, type TokenScopes } from '../model/scope.ts';
import { withFieldsArgument } from '../response/projection/argument.ts';
import { describingTool } from '../tools/compact.ts';
import { groupsOf, type ToolGroup } from '../tools/grouped.ts';
import { shownWords } from '../tools/listed.ts';
import { isLong, readingTool } from '../tools/readingTool.ts';
import { SEARCH } from '../tools/searching.ts';
import { instructionsOf } from './instructions.ts';
import { listedTools, readingTools, toolIn, type WireTool } from './listedTools.ts';
import { byKind, capabilitiesOf, type ResourcesAndPrompts } from './passedKinds.ts';
import { META, SUPPORTED_VERSIONS } from './protocol.ts';
import { type Search, searchOf } from './search.ts';
import { type ServerInfo, serverInfoOf } from './serverInfo.ts';
import { TASKS_EXTENSION } from './task.ts';

/** Cache hints of the list. Private, because the list depends on the token. Clients without streams see changes after a minute. */
export const LIST_CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const;

/** Limits of a page; most servers have only one page. */
const PAGE = { tools: 1_000, characters: 2_000_000 };

interface Page {
  readonly tools: readonly WireTool[];
  readonly nextCursor?: string;
  /** `"tools":[…]` and, if there is one, the next cursor, as JSON text. */
  readonly text: string;
  /** For legacy clients, who are told tool by tool which may be called as tasks (MCP 2025-11-25, tool-level negotiation). */
  readonly legacy: Pick<Page, 'tools' | 'text'>;
}

/** The part of a listing that depends on the scope of the token. */
interface ToolView {
  /** All tools by their own names, which a grouped server does not list. */
  readonly byName: ReadonlyMap<string, BundleTool>;
  /** Groups by name; empty without grouped exposition. */
  readonly groups: ReadonlyMap<string, ToolGroup<BundleTool>>;
  /** With a compact list: the name of the tool that describes the others. */
  readonly describe?: string;
  /** With exposition by search. */
  readonly search?: Search;
  /** If answers are held, or a tool is marked as long: the name of the tool that reads on. */
  readonly readingTool?: string;
  /** Whether a tool is marked as long that the token may use. */
  readonly hasLong: boolean;
  /** The resources and prompts; undefined where there are none. */
  readonly resourcesAndPrompts: ResourcesAndPrompts | undefined;
  /** Pages by cursor; '' is the first page. */
  readonly pages: ReadonlyMap<string, Page>;
}

/** The listing of a server. */
export interface Listing extends ToolView {
  readonly bundle: Bundle;
  readonly serverInfo: ServerInfo;
  /** Instructions for the client: what the API is, how to recognize notes and markers, and the owner's rules. */
  readonly instructions: string;
  readonly listChanged: boolean;
  /** JSON text after the id of a `server/discover` answer. */
  readonly discover: string;
  /** The last members of a modern result: `"resultType":…`, `"_meta":…`. */
  readonly resultTail: string;
}

/** Number of scopes for which the listing of a bundle is cached; making one takes milliseconds. */
const MAX_KEPT_SCOPES = 16;
/** Tools of all cached listings together: each has an index for its searches. */
const MAX_KEPT_TOOLS = 32_000;

const plain = new WeakMap<Bundle, Listing>();
const announcing = new WeakMap<Bundle, Listing>();

/** True when a tool can be called by this name. */
export const isCallable = ({ byName, groups, describe, search, readingTool }: Listing, name: string): boolean =>
  groups.has(name) || byName.has(name) || name === describe || name === readingTool || search?.names.has(name) === true;

interface ListingOptions {
  readonly listChanged: boolean;
}

/**
 * The listing of a bundle.
 * @param options.listChanged whether change streams are offered (capability `tools.listChanged`)
 */
export function listingOf(bundle: Bundle, bundleId: string, { listChanged }: ListingOptions): Listing {
  const made = listChanged ? announcing : plain;
  let listing = made.get(bundle);
  if (!listing) {
    listing = makeListing(bundle, bundleId, { listChanged });
    made.set(bundle, listing);
  }
  return listing;
}

const profiled = new WeakMap<Listing, Map<SchemaProfile, Listing>>();

/** The listing with the schemas of a profile. */
export function listingIn(listing: Listing, profile: SchemaProfile): Listing {
  if (profile === 'default') return listing;
  const made = profiled.get(listing) ?? new Map<SchemaProfile, Listing>();
  profiled.set(listing, made);
  let own = made.get(profile);
  if (!own) {
    const tools = [...listing.pages.values()].flatMap((page) => page.tools);
    own = {
      ...listing,
      pages: pagesOf(
        tools.map((tool) => toolIn(tool, profile)),
        longNames(listing),
      ),
    };
    made.set(profile, own);
  }
  return own;
}

const scoped = new WeakMap<Listing, LruCache<Listing>>();

/** The listing for a token with a scope, without the tools outside of the scope. */
export function scopedListing(listing: Listing, scopes: TokenScopes): Promise<Listing> {
  const held = scoped.get(listing) ?? new LruCache<Listing>(MAX_KEPT_SCOPES, MAX_KEPT_TOOLS);
  scoped.set(listing, held);
  const name = `${scopes.access}:${scopes.tools?.join()}`;
  return held.use(name, async () => {
    const outside = scopeVerdict(scopes);
    const { bundle } = listing;
    const inside = (tool: BundleTool) => !outside(tool);
    const tools = bundle.tools.filter(inside);
    held.weigh(name, tools.length);
    return { ...listing, ...viewOf(bundle, tools, bundle.resourcesAndPrompts?.filter(inside)) };
  });
}

const choosing = new WeakMap<BundleTool, BundleTool>();

/** With the argument that chooses fields; the same object for each listing, by which its compiled schema is known. */
export function withChoice(tool: BundleTool): BundleTool {
  let made = choosing.get(tool);
  if (!made) {
    made = withFieldsArgument(tool);
    choosing.set(tool, made);
  }
  return made;
}

function viewOf(bundle: Bundle, tools: readonly BundleTool[], others: readonly BundleTool[] = []): ToolView {
  const { exposition, groups: plans, tools: all } = bundle;
  const { holdAnswers, chooseFields } = bundle.governance;
  const groups = groupsOf(plans ?? [], tools);
  const calls = {
    byName: new Map(tools.map((tool) => [tool.name, chooseFields ? withChoice(tool) : tool])),
    groups: new Map(groups.map((group) => [group.name, group])),
    hasLong: tools.some(isLong),
    ...(exposition === 'search' && { search: searchOf(tools) }),
  };
  return {
    ...calls,
    resourcesAndPrompts: byKind(others),
    pages: pagesOf([...listedTools(bundle, tools), ...readingTools(bundle)], longNames(calls)),
    ...((holdAnswers || all.some(isLong)) && { readingTool: readingTool(all).name }),
    ...(exposition === 'compact' && { describe: describingTool(all).name }),
  };
}

/** The listed tools by which a tool may be called that is marked as long. */
function longNames({
  byName,
  groups,
  search,
  hasLong,
}: Pick<ToolView, 'byName' | 'groups' | 'search' | 'hasLong'>): (name: string) => boolean {
  if (!hasLong) return () => false;
  const called = (name: string) => isLong(byName.get(name) ?? {});
  return (name) =>
    called(name) ||
    groups.get(name)?.actions.keys().some(called) === true ||
    (search?.names.has(name) === true && name !== SEARCH);
}

function makeListing(bundle: Bundle, bundleId: string, { listChanged }: ListingOptions): Listing {
  const serverInfo = serverInfoOf(bundle, bundleId);
  const instructions = instructionsOf(bundle);
  const resultTail = `"resultType":"complete","_meta":${JSON.stringify({ [META.serverInfo]: serverInfo })}`;
  const view = viewOf(bundle, bundle.tools, bundle.resourcesAndPrompts);
  const extensions = view.hasLong && { extensions: { [TASKS_EXTENSION]: {} } };
  const discovered = JSON.stringify({
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: { tools: listChanged ? { listChanged } : {}, ...capabilitiesOf(bundle, listChanged), ...extensions },
    instructions,
    ...LIST_CACHE,
  });
  return {
    bundle,
    ...view,
    serverInfo,
    instructions,
    listChanged,
    discover: `"result":${discovered.slice(0, -1)},${resultTail}}}`,
    resultTail,
  };
}

const AS_TASK = { execution: { taskSupport: 'optional' } } as const;

function pagesOf(tools: readonly WireTool[], isLongName: (name: string) => boolean): Map<string, Page> {
  const pages = new Map<string, Page>();
  let cursor = '';
  let current: WireTool[] = [];
  let texts: string[] = [];
  let size = 0;
  const close = (nextCursor?: string) => {
    const textOf = (parts: readonly string[]) =>
      `"tools":[${parts.join(',')}]${nextCursor ? `,"nextCursor":${JSON.stringify(nextCursor)}` : ''}`;
    const modern = { tools: current, text: textOf(texts) };
    let legacy = modern;
    if (current.some(({ name }) => isLongName(name))) {
      const told = current.map((tool) => (isLongName(tool.name) ? { ...tool, ...AS_TASK } : tool));
      legacy = { tools: told, text: textOf(told.map((tool) => JSON.stringify(tool))) };
    }
    pages.set(cursor, { ...modern, nextCursor, legacy });
    cursor = nextCursor ?? '';
    current = [];
    texts = [];
    size = 0;
  };
  for (const listed of tools) {
    // Every listed tool passes here, whatever it is made of.
    const given = JSON.stringify(listed);
    const tool = mayHide(given) ? (shownWords(listed as unknown as JsonValue) as unknown as WireTool) : listed;
    const text = tool === listed ? given : JSON.stringify(tool);
    const full = current.length >= PAGE.tools || size + text.length > PAGE.characters;

    if (full && current.length > 0) close(Buffer.from(tool.name).toString('base64url'));
    current.push(tool);
    texts.push(text);
    size += text.length;
  }
  close();
  return pages;
}
