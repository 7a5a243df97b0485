/**
 * What differs between the tools of a declaration and those of a server. A tool is named by its verb and path, or by its name. The section is
 * held whole: an edit that it does not have is reset, and a tool added by hand that it does not have is deleted.
 */
import type { DeclaredServer } from '../api/declarations.ts';
import type { DeclaredTool } from '../api/declaredTools.ts';
import { isSameJson } from '../lib/json/canonical.ts';
import { EDITABLE_FIELDS } from '../model/tool.ts';
import { manualDraft } from '../tools/manual.ts';
import type { ManualTool } from '../tools/schemas/tools.ts';
import { addedTool } from './declaration.ts';
import type { ObservedTool, Plan, Step } from './step.ts';

/** Lists cut longer descriptions. */
const LISTED_DESCRIPTION = 1_000;
const NO_TOOLS: NonNullable<DeclaredServer['tools']> = {};

/** Finds a tool by what a declaration calls it. */
export interface ToolNames {
  readonly has: (key: string) => boolean;
  /** Throws Error with a sentence when there is none, or several. */
  readonly find: (key: string) => ObservedTool;
}

/** The tools by name, and by verb and path. */
export function toolNames(tools: readonly ObservedTool[]): ToolNames {
  const byKey = new Map<string, ObservedTool[]>();
  for (const tool of tools) {
    for (const key of [tool.name, `${tool.verb} ${tool.path}`]) byKey.set(key, [...(byKey.get(key) ?? []), tool]);
  }
  const find = (key: string): ObservedTool => {
    const [tool, ...others] = byKey.get(key) ?? [];
    if (tool === undefined) throw new Error(`has no tool ${JSON.stringify(key)}`);
    if (others.length > 0) throw new Error(`has several tools ${JSON.stringify(key)}; name the one that is meant`);
    return tool;
  };
  return { has: (key) => byKey.has(key), find };
}

/** Whether lists leave out something of a tool that its declaration is compared with. */
export const needsWhole = (key: string, declared: DeclaredTool, tool: ObservedTool): boolean =>
  addedTool(key, declared) !== undefined ||
  declared.inputSchema !== undefined ||
  (declared.headers !== undefined && declared.headers !== null) ||
  (declared.description !== undefined && tool.description.length >= LISTED_DESCRIPTION);

/** The steps that bring the tools to their declaration. */
export function planTools(declared = NO_TOOLS, tools: readonly ObservedTool[]): Plan {
  const names = toolNames(tools);
  const kept = new Set<string>();
  const steps: Step[] = [];
  const faults: string[] = [];
  const gone: Step[] = [];
  for (const [key, wanted] of Object.entries(declared)) {
    const added = addedTool(key, wanted) as ManualTool | undefined;
    if (added) {
      const there = tools.find(({ origin, name }) => origin === 'manual' && name === added.name);
      if (there) kept.add(there.id);
      steps.push(...addedSteps(added, there));
      continue;
    }
    try {
      if (wanted.deleted && !names.has(key)) continue;
      const tool = names.find(key);
      if (kept.has(tool.id)) faults.push(`names the tool ${tool.name} twice`);
      kept.add(tool.id);
      if (wanted.deleted) gone.push(deletion(tool));
      else steps.push(...editSteps(wanted, tool));
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  const left = tools.filter(({ id }) => !kept.has(id));
  gone.push(...left.filter(({ origin }) => origin === 'manual').map(deletion));
  const reset = left
    .filter(({ origin, edited }) => origin === 'import' && edited.length > 0)
    .flatMap((tool) => editSteps({}, tool));
  return { steps: joined([...gone, ...steps, ...reset]), faults };
}

const deletion = ({ id, name }: ObservedTool): Step => ({
  kind: 'tool',
  says: `delete the tool ${name}`,
  method: 'DELETE',
  path: `/tools/${id}`,
});

function addedSteps(added: ManualTool, there: ObservedTool | undefined): Step[] {
  const { name } = added;
  if (!there) return [{ kind: 'tool', says: `add the tool ${name}`, method: 'POST', path: '/tools', body: added }];
  const { tags: _, ...draft } = manualDraft(added);
  const wanted = {
    ...draft,
    body: draft.body,
    headers: draft.headers,
    cacheHint: added.cacheHint ?? 'none',
    maxItems: added.maxItems,
    fields: added.fields,
    redaction: added.redaction,
    longMs: added.longMs,
  };
  const isSame = Object.entries(wanted).every(([member, value]) => isSameJson(value, there[member as 'name']));
  return isSame
    ? []
    : [{ kind: 'tool', says: `redefine the tool ${name}`, method: 'PUT', path: `/tools/${there.id}`, body: added }];
}

function editSteps(wanted: DeclaredTool, tool: ObservedTool): Step[] {
  const change: Record<string, unknown> = {};
  const reset: string[] = [];
  for (const field of EDITABLE_FIELDS) {
    const value = wanted[field];
    if (value === undefined || value === null) {
      if (tool.edited.includes(field)) reset.push(field);
    } else if (!isHeld(value, tool[field])) change[field] = value;
  }
  const fields = [...Object.keys(change), ...reset];
  if (fields.length === 0) return [];
  const body = { ...change, ...(reset.length > 0 && { reset }) };
  const what = [
    ...(Object.keys(change).length > 0 ? [`set ${Object.keys(change).join(', ')}`] : []),
    ...(reset.length > 0 ? [`reset ${reset.join(', ')}`] : []),
  ];
  return [
    {
      kind: 'tool',
      says: `${what.join(' and ')} of the tool ${tool.name}`,
      method: 'PATCH',
      path: `/tools/${tool.id}`,
      body,
    },
  ];
}

/** Annotations are given in part. */
function isHeld(wanted: unknown, now: unknown): boolean {
  if (
    typeof wanted !== 'object' ||
    wanted === null ||
    !(
      'readOnlyHint' in wanted ||
      'destructiveHint' in wanted ||
      'idempotentHint' in wanted ||
      'openWorldHint' in wanted
    )
  )
    return isSameJson(wanted, now);
  return isSameJson({ ...(now as object), ...wanted }, now);
}

/** Tools that are only switched on or off go in one request, because each request makes a bundle. */
function joined(steps: readonly Step[]): Step[] {
  const isSwitch = ({ method, body = {} }: Step, to: boolean) =>
    method === 'PATCH' && Object.keys(body).length === 1 && (body as { enabled?: boolean }).enabled === to;
  const switches = [true, false].flatMap((enabled): Step[] => {
    const these = steps.filter((step) => isSwitch(step, enabled));
    if (these.length < 2) return these;
    const toolIds = these.map(({ path }) => path.slice('/tools/'.length));
    const says = `switch ${these.length} tools ${enabled ? 'on' : 'off'}`;
    return [{ kind: 'tool', says, method: 'PATCH', path: '/tools', body: { enabled, toolIds } }];
  });
  return [...steps.filter((step) => !isSwitch(step, true) && !isSwitch(step, false)), ...switches];
}
