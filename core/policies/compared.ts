/**
 * What of a call a policy looks at, and which calls it is about. Only that is handed to the engine, where reading it is most of the work. A call
 * that has an argument which is compared in a form that Cedar has no type for is not decided: to `has` it would not be there.
 */
import type { EntityUidJson, PolicyJson } from '@cedar-policy/cedar-wasm';
import type { JsonValue } from '../lib/json/value.ts';
import { type Caller, groupsOf, type PolicyTool } from './schema.ts';

/** A place behind `context.input`, by the names that lead to it; none for the arguments as a whole. */
export interface Comparison {
  readonly path: readonly string[];
  /** False where only whether it is there is asked for. */
  readonly isValue: boolean;
}

/** What of a call can be looked at beside its arguments: entities with their attributes and parents, and times. */
export type Part = 'principal' | 'action' | 'resource' | 'now' | 'weekday';

/** What one policy compares. */
export interface Compared {
  readonly comparisons: readonly Comparison[];
  readonly looksAt: ReadonlySet<Part>;
  /** Whether its scope can match calls of this tool by callers of this type. */
  isAbout(tool: Pick<PolicyTool, 'name' | 'annotations' | 'tags'>, caller: Caller['type']): boolean;
}

/** The entity that a literal of this type may be; groups have no attributes and are handed over with who is in them. */
const PART_OF_TYPE: Readonly<Record<string, Part>> = {
  Person: 'principal',
  Client: 'principal',
  Token: 'principal',
  Server: 'resource',
  Action: 'action',
};

/** What a policy compares, by its form in JSON, which has other integers above 2^53 than its text: no policy is made of it. */
export function comparedIn({ principal, action, resource, conditions }: PolicyJson): Compared {
  const comparisons: Comparison[] = [];
  const looksAt = new Set<Part>();
  const visit = (form: JsonValue): void => {
    if (typeof form !== 'object' || form === null) return;
    if (Array.isArray(form)) {
      for (const item of form) visit(item);
      return;
    }
    const part = partOf(form);
    if (part) looksAt.add(part);
    const member = memberOf(form);
    if (!member) Object.values(form).forEach(visit);
    // The context as a whole, and members of something else than names.
    else if (!member.path) visit(member.from);
    else {
      const [name, ...path] = member.path;
      if (name === undefined || name === 'input') comparisons.push({ path, isValue: member.isValue });
      if (name === undefined || name === 'now') looksAt.add('now');
      if (name === undefined || name === 'weekday') looksAt.add('weekday');
    }
  };
  visit(conditions as unknown as JsonValue);
  if (principal.op === 'in' || (principal.op === 'is' && principal.in)) looksAt.add('principal');
  if (resource.op === 'in' || (resource.op === 'is' && resource.in)) looksAt.add('resource');
  if (action.op === 'in') looksAt.add('action');
  return {
    comparisons,
    looksAt,
    isAbout: (tool, caller) => isOfTool(action, tool) && isOfType(principal, caller),
  };
}

const uidOf = (entity: EntityUidJson) => ('__entity' in entity ? entity.__entity : entity);

function isOfTool(action: PolicyJson['action'], tool: Parameters<Compared['isAbout']>[0]): boolean {
  if (action.op === 'All' || 'slot' in action) return true;
  const named = 'entities' in action ? action.entities : [action.entity];
  const own = [tool.name, ...(action.op === 'in' ? groupsOf(tool) : [])].map((id) => id.toWellFormed());
  return named.map(uidOf).some(({ type, id }) => type === 'Action' && own.includes(id));
}

function isOfType(principal: PolicyJson['principal'], caller: Caller['type']): boolean {
  if (principal.op === 'is') return principal.entity_type === caller;
  return principal.op !== '==' || 'slot' in principal || uidOf(principal.entity).type === caller;
}

/** A variable, or an entity that is written out. */
function partOf(form: { readonly [name: string]: JsonValue }): Part | undefined {
  const variable = form['Var'];
  if (variable === 'principal' || variable === 'action' || variable === 'resource') return variable;
  const { type } = (form['__entity'] ?? {}) as { readonly type?: JsonValue };
  return typeof type === 'string' && Object.hasOwn(PART_OF_TYPE, type) ? PART_OF_TYPE[type] : undefined;
}

interface Member {
  /** Behind `context`; undefined where it is the member of something else. */
  readonly path?: readonly string[];
  readonly isValue: boolean;
  readonly from: JsonValue;
}

/** `context`, `left.attr`, `left has attr` and `left has a.b`; undefined for any other form. */
function memberOf(form: { readonly [name: string]: JsonValue }): Member | undefined {
  if (form['Var'] === 'context') return { path: [], isValue: true, from: form };
  const isValue = '.' in form;
  const taken = (form['.'] ?? form['has']) as { left?: JsonValue; attr?: JsonValue } | undefined;
  if (taken?.left === undefined || taken.attr === undefined) return undefined;
  const { left, attr } = taken;
  const within = typeof left === 'object' && left !== null && !Array.isArray(left) ? memberOf(left) : undefined;
  return { ...(within?.path && { path: [...within.path, ...([attr].flat() as string[])] }), isValue, from: left };
}
