/**
 * The listing of a server, made once per bundle: its tools for clients, the pages of `tools/list` as text, and the answer
 * to `server/discover`. A request then needs only a string concatenation (figures: design/mcp.md).
 */
import type { Bundle, BundleTool } from '../bundle/model.ts';
import { readingTool } from '../continuation/tool.ts';
import type { GovernanceSettings } from '../governance/settings.ts';
import type { JsonSchema, JsonValue } from '../json/value.ts';
import { LruCache } from '../lruCache.ts';
import { PLACEHOLDER_INSTRUCTIONS } from '../placeholders/instructions.ts';
import {
  FIELDS_INSTRUCTIONS,
  NULLS_INSTRUCTIONS,
  TABLES_INSTRUCTIONS,
  withFieldsArgument,
} from '../projection/argument.ts';
import { NOTE_INSTRUCTIONS } from '../response/notes.ts';
import { mayHide, visibleText } from '../response/visible.ts';
import { scopeVerdict, type TokenScopes } from '../tokens/scope.ts';
import { compactTools, describingTool } from '../tools/compact.ts';
import { inProfile, listedSchema } from '../tools/dialect/index.ts';
import { cut } from '../tools/dialect/node.ts';
import type { SchemaProfile } from '../tools/dialect/profile.ts';
import { type Action, groupsOf, type ToolGroup } from '../tools/grouped.ts';
import { listedHints, listedTitle, shownWords } from '../tools/listed.ts';
import type { CacheHint } from '../tools/model.ts';
import { isStructured, outputSchemaOf } from '../tools/outputSchema.ts';
import { type FoundAction, searchingTools } from '../tools/searching.ts';
import { hasLongInteger, LONG_INTEGER_INSTRUCTIONS } from './arguments/longIntegers.ts';
import { META, SUPPORTED_VERSIONS } from './protocol.ts';
import { MARKER_INSTRUCTIONS, PARTS_INSTRUCTIONS, PSEUDONYM_INSTRUCTIONS } from './redactedArguments.ts';
import { type Search, searchOf } from './search.ts';
import { aboutText, type ServerInfo, serverInfoOf } from './serverInfo.ts';
import { STRUCTURED_INSTRUCTIONS } from './structured.ts';

/** Cache hints of the list. Private, because the list depends on the token. Clients without streams see changes after a minute. */
export const LIST_CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const;

/** Limits of a page; most servers have only one page. */
const PAGE = { tools: 1_000, characters: 2_000_000 };

/** Key of the cache hint in `_meta` of tools and results. */
export const CACHE_META = 'portcullis/cacheControl';

/** Makes Claude Code load a tool at once instead of deferring it to its own tool search. */
const ALWAYS_LOAD = { 'anthropic/alwaysLoad': true } as const;

/** A tool in `tools/list`. */
export interface WireTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object' };
  readonly outputSchema?: JsonSchema;
  readonly annotations: Partial<BundleTool['annotations']>;
  readonly _meta?: {
    readonly [CACHE_META]?: Exclude<CacheHint, 'none'>;
    readonly 'anthropic/alwaysLoad'?: true;
  };
}

/** What a list is made of. */
export type ListedTool = FoundAction & Pick<BundleTool, 'answerSchema'>;

interface Page {
  readonly tools: readonly WireTool[];
  readonly nextCursor?: string;
  /** `"tools":[…]` and, if there is one, the next cursor, as JSON text. */
  readonly text: string;
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
  /** If answers are held: the name of the tool that reads on. */
  readonly readingTool?: string;
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
    own = { ...listing, pages: pagesOf(tools.map((tool) => toolIn(tool, profile))) };
    made.set(profile, own);
  }
  return own;
}

/** A listed tool with its schema in a profile. */
export const toolIn = (tool: WireTool, profile: SchemaProfile): WireTool => ({
  ...tool,
  inputSchema: inProfile(tool.inputSchema as unknown as JsonSchema, profile) as unknown as WireTool['inputSchema'],
});

const scoped = new WeakMap<Listing, LruCache<Listing>>();

/** The listing for a token with a scope, without the tools outside of the scope. */
export function scopedListing(listing: Listing, scopes: TokenScopes): Promise<Listing> {
  const held = scoped.get(listing) ?? new LruCache<Listing>(MAX_KEPT_SCOPES);
  scoped.set(listing, held);
  return held.use(`${scopes.access}:${scopes.tools?.join()}`, async () => {
    const outside = scopeVerdict(scopes);
    const { bundle } = listing;
    return {
      ...listing,
      ...viewOf(
        bundle,
        bundle.tools.filter((tool) => !outside(tool)),
      ),
    };
  });
}

type Shown = Pick<Bundle, 'exposition' | 'groups'> & {
  readonly tools: readonly { readonly name: string }[];
  readonly governance: Partial<Pick<GovernanceSettings, 'chooseFields' | 'outputSchemas' | 'holdAnswers'>>;
};

const choosing = new WeakMap<BundleTool, BundleTool>();

/** With the argument that chooses fields; the same object for each listing, by which its compiled schema is known. */
function withChoice(tool: BundleTool): BundleTool {
  let made = choosing.get(tool);
  if (!made) {
    made = withFieldsArgument(tool);
    choosing.set(tool, made);
  }
  return made;
}

function viewOf(bundle: Bundle, tools: readonly BundleTool[]): ToolView {
  const { exposition, groups: plans, tools: all } = bundle;
  const { holdAnswers, chooseFields } = bundle.governance;
  const groups = groupsOf(plans ?? [], tools);
  return {
    byName: new Map(tools.map((tool) => [tool.name, chooseFields ? withChoice(tool) : tool])),
    groups: new Map(groups.map((group) => [group.name, group])),
    pages: pagesOf([...listedTools(bundle, tools), ...readingTools(bundle)]),
    ...(holdAnswers && { readingTool: readingTool(all).name }),
    ...(exposition === 'compact' && { describe: describingTool(all).name }),
    ...(exposition === 'search' && { search: searchOf(tools) }),
  };
}

/** The listed tools for the tools that a token may use. */
export function listedTools(
  { exposition, groups, tools: all, governance }: Shown,
  tools: readonly ListedTool[],
): WireTool[] {
  if (groups) return groupsOf(groups, tools).map(wireTool);
  // Groups and a search tell of the choice once, in the instructions.
  const own = governance.chooseFields ? tools.map(withFieldsArgument) : tools;
  // The name of the describing tool must not depend on the scope of the token.
  if (exposition === 'compact') return [...compactTools(own), describingTool(all)].map(wireTool);
  if (exposition === 'search') {
    return searchingTools(tools)
      .map(wireTool)
      .map((tool) => ({ ...tool, _meta: { ...tool._meta, ...ALWAYS_LOAD } }));
  }
  return own.map((tool) =>
    isStructured(exposition, governance, tool) ? { ...titled(tool), outputSchema: outputSchemaOf(tool) } : titled(tool),
  );
}

/** A tool of the flat list, which has every title: people read them in place of names, clients do not show them to models. */
function titled(tool: Action): WireTool {
  const { name, ...rest } = wireTool(tool);
  return { name, ...(tool.title !== '' && { title: tool.title }), ...rest };
}

/** The tool that reads on, which is listed in every exposition if answers are held. */
export const readingTools = ({ governance, tools }: Pick<Shown, 'governance' | 'tools'>): WireTool[] => {
  if (!governance.holdAnswers) return [];
  const tool = readingTool(tools);
  return [{ ...wireTool(governance.chooseFields ? withFieldsArgument(tool) : tool), _meta: ALWAYS_LOAD }];
};

function makeListing(bundle: Bundle, bundleId: string, { listChanged }: ListingOptions): Listing {
  const serverInfo = serverInfoOf(bundle, bundleId);
  const {
    pii,
    pseudonyms,
    systemRules,
    placeholders = [],
    keepParts = [],
    chooseFields,
    dropNulls,
    tables,
  } = bundle.governance;
  const hasOutputSchemas = bundle.tools.some((tool) => isStructured(bundle.exposition, bundle.governance, tool));
  const instructions = visibleText(
    [
      aboutText(bundle),
      NOTE_INSTRUCTIONS,
      pii ? MARKER_INSTRUCTIONS : '',
      pii && pseudonyms ? PSEUDONYM_INSTRUCTIONS : '',
      pii && keepParts.some((part) => part === 'emailDomain' || part === 'birthYear' || part === 'postalArea')
        ? PARTS_INSTRUCTIONS
        : '',
      placeholders.length > 0 ? PLACEHOLDER_INSTRUCTIONS : '',
      chooseFields ? FIELDS_INSTRUCTIONS : '',
      dropNulls ? NULLS_INSTRUCTIONS : '',
      tables ? TABLES_INSTRUCTIONS : '',
      bundle.tools.some(({ inputSchema }) => hasLongInteger(inputSchema)) ? LONG_INTEGER_INSTRUCTIONS : '',
      hasOutputSchemas ? STRUCTURED_INSTRUCTIONS : '',
      systemRules,
    ]
      .filter((text) => text !== '')
      .join('\n\n'),
  );
  const resultTail = `"resultType":"complete","_meta":${JSON.stringify({ [META.serverInfo]: serverInfo })}`;
  const discovered = JSON.stringify({
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: { tools: listChanged ? { listChanged } : {} },
    instructions,
    ...LIST_CACHE,
  });
  return {
    bundle,
    ...viewOf(bundle, bundle.tools),
    serverInfo,
    instructions,
    listChanged,
    discover: `"result":${discovered.slice(0, -1)},${resultTail}}}`,
    resultTail,
  };
}

function wireTool({ name, title, description, inputSchema, annotations, cacheHint }: Action): WireTool {
  const said = listedTitle({ name, title, description });
  const tool = {
    name,
    ...(said !== undefined && { title: said }),
    // An owner's text of an earlier version may be longer.
    description: cut(description),
    inputSchema: listedSchema(inputSchema) as { type: 'object' },
    annotations: listedHints(annotations),
  };
  return cacheHint === 'none' ? tool : { ...tool, _meta: { [CACHE_META]: cacheHint } };
}

function pagesOf(tools: readonly WireTool[]): Map<string, Page> {
  const pages = new Map<string, Page>();
  let cursor = '';
  let current: WireTool[] = [];
  let texts: string[] = [];
  let size = 0;
  const close = (nextCursor?: string) => {
    const text = `"tools":[${texts.join(',')}]${nextCursor ? `,"nextCursor":${JSON.stringify(nextCursor)}` : ''}`;
    pages.set(cursor, { tools: current, nextCursor, text });
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
