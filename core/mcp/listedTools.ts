/**
 * The tools of a server as `tools/list` has them, in each exposition: from those that a token may use, or from the stored ones for the
 * dashboard. Pure; listing.ts makes pages of them.
 */

import type { JsonSchema } from '../lib/json/value.ts';
import type { Bundle, BundleTool } from '../model/bundle.ts';
import type { GovernanceSettings } from '../model/governance/settings.ts';
import type { SchemaProfile } from '../model/schemaProfile.ts';
import type { CacheHint } from '../model/tool.ts';
import { withFieldsArgument } from '../response/projection/argument.ts';
import { compactTools, describingTool } from '../tools/compact.ts';
import { inProfile, listedSchema } from '../tools/dialect/index.ts';
import { cut } from '../tools/dialect/node.ts';
import { type Action, groupsOf } from '../tools/grouped.ts';
import { listedHints, listedTitle } from '../tools/listed.ts';
import { isStructured, outputSchemaOf } from '../tools/outputSchema.ts';
import { isLong, readingTool } from '../tools/readingTool.ts';
import { type FoundAction, searchingTools } from '../tools/searching.ts';

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

type Shown = Pick<Bundle, 'exposition' | 'groups'> & {
  readonly tools: readonly { readonly name: string; readonly longMs?: number }[];
  readonly governance: Partial<Pick<GovernanceSettings, 'chooseFields' | 'outputSchemas' | 'holdAnswers'>>;
};

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

/** The tool that reads on, which is listed in every exposition if answers are held, or a tool is marked as long. */
export const readingTools = ({
  governance,
  tools,
  toolset,
}: Pick<Shown, 'governance' | 'tools'> & Pick<Bundle, 'toolset'>): WireTool[] => {
  if (!governance.holdAnswers && !tools.some(isLong)) return [];
  const tool = readingTool(tools);
  const takesFields = governance.chooseFields || toolset?.members.some(({ readsOn }) => readsOn === 'fields');
  return [{ ...wireTool(takesFields ? withFieldsArgument(tool) : tool), _meta: ALWAYS_LOAD }];
};

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

/** A listed tool with its schema in a profile. */
export const toolIn = (tool: WireTool, profile: SchemaProfile): WireTool => ({
  ...tool,
  inputSchema: inProfile(tool.inputSchema as unknown as JsonSchema, profile) as unknown as WireTool['inputSchema'],
});
