/**
 * Tells the model what was cut from an answer: each shortened array, and how to get the rest with the tool's own
 * parameters. Without that advice a model repeats the same call.
 */

import type { JsonObject, JsonSchema } from '../lib/json/value.ts';
import { lazy } from '../lib/lazy.ts';
import { CURSOR, OFFSET, PAGE, SIZE, wordOf } from '../model/governance/paging.ts';
import type { GovernedBody, Truncation } from '../model/governance/report.ts';

/** The part of a tool that the advice uses; parameters by argument name. */
export interface ToolShape {
  readonly inputSchema: JsonSchema;
  readonly parameters?: readonly { readonly argument: string; readonly in: string }[];
}

const MAX_LISTED = 10;

/** The lines of the notice; empty when nothing was cut. */
export function noticeFor(governed: GovernedBody, tool: ToolShape): string[] {
  const cuts = cutLines(governed);
  return cuts.length === 0 ? cuts : [...cuts, adviceFor(governed, tool)];
}

/** The lines about cuts, without the advice. */
export function cutLines(governed: GovernedBody): string[] {
  if (governed.truncations.length === 0 && !governed.capped) return [];
  const lines: string[] = [];
  for (const cut of governed.truncations.slice(0, MAX_LISTED)) lines.push(lineFor(cut));
  const more = governed.truncations.length - MAX_LISTED;
  if (more > 0) lines.push(`${more} more arrays were cut in the same way.`);
  if (governed.capped)
    lines.push(
      `The answer was cut to the size limit (maxBytes): ${format(governed.bytesOut)} of ${format(governed.bytesIn)} bytes are shown.`,
    );
  return lines;
}

/**
 * Names in an answer come from the upstream, and the notice is read as the gateway's words. So a pointer is shown only
 * when it has this form.
 */
const POINTER = lazy(() => /^(?:\/[\p{L}\p{N}_$.@~-]{1,40}){1,12}$/u);

function lineFor(cut: Truncation): string {
  const where = cut.pointer === '' ? 'The list' : POINTER().test(cut.pointer) ? `The list at ${cut.pointer}` : 'A list';
  return `${where} has ${cut.atLeast ? 'at least ' : ''}${format(cut.total)} items; the first ${format(cut.kept)} are shown (limit maxItems).`;
}

function format(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

const FIELDS = /^(?:fields|\$select|select|include|include_?fields|expand|attributes|columns|projection)$/i;
const ORDER = /^(?:sort|order|order_?by|sort_?by|\$orderby|direction|sort_?order|ordering)$/i;

/** How to get the rest with the tool's own parameters. */
export function adviceFor(governed: GovernedBody, tool: ToolShape): string {
  const properties = Object.entries((tool.inputSchema['properties'] ?? {}) as JsonObject);
  const locations = new Map((tool.parameters ?? []).map((parameter) => [parameter.argument, parameter.in]));
  const names = properties.map(([name]) => name);
  const pick = (pattern: RegExp): string | undefined =>
    names.find(
      (name) => pattern.test(wordOf(name)) && locations.get(name) !== 'path' && locations.get(name) !== 'header',
    );
  const kept = Math.max(...governed.truncations.map((cut) => cut.kept), 0);
  const size = pick(SIZE);
  const cursor = pick(CURSOR);
  const page = pick(PAGE);
  const offset = pick(OFFSET);
  const sized = size && kept > 0 ? ` with \`${size}\` at most ${kept}` : '';
  const steps: string[] = [];
  if (offset && kept > 0)
    steps.push(`call this tool again${sized} and \`${offset}\` ${kept}, then ${kept * 2}, and so on`);
  else if (page) steps.push(`call this tool again${sized} and \`${page}\` 2, then 3, and so on`);
  else if (cursor)
    steps.push(
      `call this tool again${sized} and \`${cursor}\` set from the cursor in the answer, or from its last item`,
    );
  else if (size) steps.push(`ask for fewer items at a time with \`${size}\``);
  const filters = properties
    .filter(([name, schema]) => isFilter(name, schema as JsonSchema, locations))
    .map(([name]) => `\`${name}\``);
  if (filters.length > 0) steps.push(`narrow the answer with ${filters.slice(0, 6).join(', ')}`);
  const fields = pick(FIELDS);
  if (fields && governed.capped) steps.push(`ask for fewer fields with \`${fields}\``);
  const order = pick(ORDER);
  if (order && governed.truncations.length > 0) steps.push(`bring other items to the front with \`${order}\``);
  if (steps.length === 0)
    return 'This tool has no parameters for paging or filtering: the same call returns the same items. Look for a tool that gets single items or a narrower list.';
  return `To get the rest: ${steps.join('; or ')}.`;
}

function isFilter(name: string, schema: JsonSchema, locations: ReadonlyMap<string, string>): boolean {
  const location = locations.get(name);
  if (location === 'path' || location === 'header' || location === 'cookie') return false;
  const short = wordOf(name);
  if ([CURSOR, PAGE, OFFSET, SIZE, FIELDS, ORDER].some((pattern) => pattern.test(short))) return false;
  if (typeof schema !== 'object' || schema === null) return false;
  if (schema['type'] === 'object' || 'properties' in schema) return false;
  return locations.size === 0
    ? /^(?:q|query|search|filter|status|state|type|kind|category|tag|label|from|to|since|until|after|before|created|updated|date|start|end|name|id|ids|role|group|owner|assignee|country|currency)/i.test(
        short,
      )
    : location === 'query';
}
