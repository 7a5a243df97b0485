/**
 * What of a call's arguments a policy compares, and for which tools. Only these are handed to the engine, and a call that has one of them in a form
 * which Cedar has no type for is not decided: to `has` it would not be there.
 */
import type { PolicyJson } from '@cedar-policy/cedar-wasm';
import type { JsonValue } from '../lib/json/value.ts';
import { groupsOf, type PolicyTool } from './schema.ts';

/** A place behind `context.input`, by the names that lead to it; none for the arguments as a whole. */
export interface Comparison {
  readonly path: readonly string[];
  /** False where only whether it is there is asked for. */
  readonly isValue: boolean;
}

/** What one policy compares. */
export interface Compared {
  readonly comparisons: readonly Comparison[];
  /** Whether the policy is about calls of this tool, as far as its scope says. */
  isAbout(tool: Pick<PolicyTool, 'name' | 'annotations' | 'tags'>): boolean;
}

/** What a policy compares, by its form in JSON. */
export function comparedIn({ action, conditions }: PolicyJson): Compared {
  const comparisons: Comparison[] = [];
  const visit = (form: JsonValue): void => {
    if (typeof form !== 'object' || form === null) return;
    if (Array.isArray(form)) {
      for (const item of form) visit(item);
      return;
    }
    const member = memberOf(form);
    if (!member) Object.values(form).forEach(visit);
    // The context as a whole, and members of something else than names.
    else if (!member.path) visit(member.from);
    else if (member.path[0] === undefined || member.path[0] === 'input')
      comparisons.push({ path: member.path.slice(1), isValue: member.isValue });
  };
  visit(conditions as unknown as JsonValue);
  return { comparisons, isAbout: scopeOf(action) };
}

function scopeOf(action: PolicyJson['action']): Compared['isAbout'] {
  if (!('entity' in action || 'entities' in action)) return () => true;
  const entities = 'entities' in action ? action.entities : [action.entity];
  const ids = new Set(entities.map((entity) => ('__entity' in entity ? entity.__entity.id : entity.id)));
  return (tool) => ids.has(tool.name) || groupsOf(tool).some((group) => ids.has(group));
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
