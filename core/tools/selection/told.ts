/**
 * What each way of listing tells of a tool, as text to be searched: the flat list all of it, the compact one its outline, a group the
 * lines that fit, a search what is in its index. So the ranking of a sentence says whether the words of the list suffice. Pure.
 */
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import type { Exposed } from '../../model/exposition.ts';
import type { Tool } from '../../model/tool.ts';
import { findableOf } from '../../search/findable.ts';
import type { Searchable } from '../../search/toolIndex.ts';
import { compactTools } from '../compact.ts';
import { planGroups } from '../exposition.ts';
import { groupsOf } from '../grouped.ts';

/** A tool with its id, which the search does not read. */
export type Told = Searchable & { readonly toolId: string };

/** Characters of what is said of arguments that are searched. */
const MAX_ARGUMENTS = 3_000;

/** The tools as a way of listing tells them. */
export const TELLING: Readonly<Record<Exposed, (tools: readonly Tool[]) => Told[]>> = {
  flat: (tools) => tools.map((tool) => listed(tool, tool)),
  compact: (tools) => {
    const outlines = compactTools(tools);
    return tools.map((tool, at) => listed(tool, { ...tool, ...outlines[at] }));
  },
  grouped: (tools) => {
    const lines = linesOf(tools);
    return tools.map((tool) => {
      const { group = '', line = '' } = lines.get(tool.name) ?? {};
      return listed(tool, { name: tool.name, title: group, description: line, inputSchema: {} });
    });
  },
  search: (tools) =>
    tools.map(({ toolId, name, title, description, inputSchema, verb, path, tags, operationId }) => ({
      toolId,
      name,
      title,
      description,
      inputSchema,
      program: { verb, path },
      findable: findableOf({ name, tags, operationId }),
    })),
};

/** What a list says, without path and tags, which it does not have. Of the method a client is told whether the tool reads. */
const listed = (
  { toolId, annotations }: Tool,
  { name, title, description, inputSchema }: Pick<Searchable, 'name' | 'title' | 'description' | 'inputSchema'>,
): Told => ({
  toolId,
  name,
  title,
  description,
  inputSchema,
  program: { verb: annotations.readOnlyHint ? 'GET' : '', path: '' },
  findable: { arguments: argumentText(inputSchema) },
});

function argumentText({ properties }: JsonObject): string {
  let text = '';
  for (const [name, value] of Object.entries(isObject(properties) ? properties : {})) {
    if (text.length > MAX_ARGUMENTS) break;
    text += ` ${name} ${descriptionOf(value)}`;
  }
  return text.slice(0, MAX_ARGUMENTS);
}

const descriptionOf = (value: JsonValue | undefined): string =>
  isObject(value) && typeof value['description'] === 'string' ? value['description'] : '';

/** By the name of a tool: the title of its group, and its line in the group, where it fits. */
function linesOf(tools: readonly Tool[]): Map<string, { readonly group: string; readonly line: string }> {
  const lines = new Map<string, { group: string; line: string }>();
  for (const { title, description, inputSchema, actions } of groupsOf(planGroups(tools), tools)) {
    const { properties } = inputSchema;
    const action = isObject(properties) ? properties['action'] : undefined;
    const text = `${description}\n${descriptionOf(action)}`;
    const told = new Map(
      [...text.matchAll(/^- ([\w-]+)\((.*)$/gm)].map(([, name = '', rest = '']) => [name, rest] as const),
    );
    for (const name of actions.keys()) lines.set(name, { group: title, line: told.get(name) ?? '' });
  }
  return lines;
}
