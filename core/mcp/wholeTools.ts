/**
 * The tools of a large bundle that one call needs whole. Its listing has only their outlines (core/tools/bundle/parts.ts), which tell what
 * exists, what a token may use and what a search finds; descriptions and checks of arguments need the schemas.
 */
import type { BundleTool } from '../model/bundle.ts';
import type { CallRequest } from './call.ts';
import { type Listing, withChoice } from './listing.ts';
import { neededFor } from './searched.ts';

/** Whole tools by name. */
export type WholeTools = ReadonlyMap<string, BundleTool>;

/** Call it after the listing's search is prepared. @param load reads one tool of the bundle; its errors are thrown */
export async function wholeTools(
  { bundle, byName, search }: Listing,
  call: CallRequest,
  load: (name: string) => Promise<BundleTool | undefined>,
): Promise<WholeTools> {
  const isSearching = search?.names.has(call.name) === true;
  const names = isSearching ? neededFor(search, (name) => byName.has(name), call) : [call.name];
  const read = await Promise.all(names.map(async (name) => [name, byName.has(name) && (await load(name))] as const));
  const { chooseFields } = bundle.governance;
  return new Map(read.flatMap(([name, tool]) => (tool ? [[name, chooseFields ? withChoice(tool) : tool]] : [])));
}
