/** Finds and groups tools. Pure, so that 20,000 tools stay fast and the rules can be tested. */
import { isObject } from '../../../core/lib/json/value.ts';
import { toolsWith } from '../../../core/tools/find.ts';
import { listedTitle } from '../../../core/tools/listed.ts';
import type { ToolList, ToolSummary } from '../api/types.ts';

export interface ToolGroup {
  readonly tag: string;
  readonly tools: readonly ToolSummary[];
  readonly enabled: number;
}

/** 'Area 2' before 'Area 10'. */
const byNumber = new Intl.Collator(undefined, { numeric: true });

export interface Mark {
  readonly text: string;
  readonly tone: 'bad' | 'warn' | 'accent' | '';
}

/** The chips of a tool, which a search also finds. */
export function marksOf({ annotations, deprecated, origin, edited }: ToolSummary): readonly Mark[] {
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  const marks: (Mark | false)[] = [
    readOnlyHint && { text: 'read-only', tone: '' },
    destructiveHint && { text: 'destructive', tone: 'bad' },
    !readOnlyHint && !destructiveHint && { text: 'writes', tone: 'warn' },
    // Of what only reads it says nothing.
    !readOnlyHint && idempotentHint === true && { text: 'idempotent', tone: '' },
    deprecated === true && { text: 'deprecated', tone: '' },
    origin === 'manual' && { text: 'added manually', tone: 'accent' },
    edited.length > 0 && { text: 'edited', tone: 'accent' },
  ];
  return marks.filter((mark) => mark !== false);
}

/** The tool that takes least to try: it only reads, and needs nothing in its path; undefined if none is on. */
export function easiestToTry(tools: readonly ToolSummary[]): ToolSummary | undefined {
  const on = tools.filter(({ enabled }) => enabled);
  const reading = on.filter(({ annotations }) => annotations.readOnlyHint);
  return reading.find(({ path }) => !path.includes('{')) ?? reading[0] ?? on[0];
}

/** Tools that contain every word: in name, title, path, description, method, tag or chip. */
export const findTools = (tools: readonly ToolSummary[], text: string): readonly ToolSummary[] =>
  toolsWith(tools, text, (tool) => marksOf(tool).map(({ text: mark }) => mark));

/** What a model reads of a tool: its description, with the title where that says something else than its beginning. */
export function saidOf(tool: Pick<ToolSummary, 'name' | 'title' | 'description'>): string {
  const { description } = tool;
  const title = listedTitle(tool);
  const isSaid = title === undefined || description.toLowerCase().startsWith(title.toLowerCase());
  return isSaid ? description : `${title}. ${description}`;
}

/** Groups by tag in alphabetical order, tools without a tag last; of tools that are ranked, in the order of their best. */
export function groupTools(tools: readonly ToolSummary[], { isRanked = false } = {}): readonly ToolGroup[] {
  const groups = new Map<string, ToolSummary[]>();
  for (const tool of tools) {
    const group = groups.get(tool.tag);
    if (group === undefined) groups.set(tool.tag, [tool]);
    else group.push(tool);
  }
  const all = [...groups].map(([tag, members]) => ({
    tag,
    tools: members,
    enabled: members.filter((tool) => tool.enabled).length,
  }));
  if (isRanked) return all;
  return all.sort((a, b) => (a.tag === '' ? 1 : b.tag === '' ? -1 : byNumber.compare(a.tag, b.tag)));
}

/** Parameter names of a path template, in order, each once. */
export const bracesOf = (path: string): string[] => [
  ...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '')),
];

/** The value if it is an object, else an empty object. */
export const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** Number of enumerated values that are listed. */
const NAMED = 8;

/** A short description of the allowed values. */
export function inWords({ type, enum: choice, format, pattern, minimum, maximum }: Record<string, unknown>): string {
  if (Array.isArray(choice))
    return `one of ${choice.slice(0, NAMED).map(String).join(', ')}${choice.length > NAMED ? ' …' : ''}`;
  const types = [type].flat().filter((one) => typeof one === 'string' && one !== 'null');
  return [
    types.join(' or ') || 'any value',
    typeof format === 'string' && format,
    typeof pattern === 'string' && `matching ${pattern}`,
    typeof minimum === 'number' && `from ${minimum}`,
    typeof maximum === 'number' && `up to ${maximum}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** Initial arguments for a schema: required fields with their example, default, or an empty value of their type. */
export function exampleOf(schema: unknown, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || depth > 4) return null;
  const s = schema as Record<string, unknown>;
  if (s['default'] !== undefined) return s['default'];
  if (Array.isArray(s['examples']) && s['examples'].length > 0) return s['examples'][0];
  if (Array.isArray(s['enum'])) return s['enum'][0];
  if (s['const'] !== undefined) return s['const'];
  const branch = [s['oneOf'], s['anyOf'], s['allOf']].find((one) => Array.isArray(one) && one.length > 0) as
    | unknown[]
    | undefined;
  const type = Array.isArray(s['type']) ? s['type'][0] : s['type'];
  if (type === 'object' || s['properties'] !== undefined) {
    const properties = (s['properties'] ?? {}) as Record<string, unknown>;
    const required = Array.isArray(s['required']) ? s['required'].map(String) : [];
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name], depth + 1)]));
  }
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return typeof s['minimum'] === 'number' ? s['minimum'] : 0;
  if (type === 'boolean') return false;
  if (branch !== undefined) return exampleOf(branch[0], depth + 1);
  return '';
}

/** Enabled tools that clients do not see, because nobody has approved their host. */
export function leftOut({ items, otherHosts }: Pick<ToolList, 'items' | 'otherHosts'>): readonly ToolSummary[] {
  const unapproved = new Set(otherHosts.filter(({ approved }) => !approved).map(({ origin }) => origin));
  if (unapproved.size === 0) return [];
  return items.filter(
    ({ enabled, baseUrl }) => enabled && baseUrl !== undefined && unapproved.has(new URL(baseUrl).origin),
  );
}
