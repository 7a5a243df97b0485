/**
 * The one decision about a field: its kind, from the plan of its object (plan.ts) and, where names alone do not settle it, from its
 * value and from the label beside it. Serves the walk of a parsed value (tree.ts) and that of a text (json/byteWalker.ts); the two
 * differ in how they read and write only.
 */
import type { JsonValue } from '../../json/value.ts';
import type { FieldKind } from '../catalog/index.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { type ByItem, kindByValue } from './fieldKind.ts';
import { kindByRole, type Label, mayBeOutweighed, outweighs } from './labelledValue.ts';
import type { ObjectPlan, Step, Variant } from './objectPlan.ts';
import type { Place } from './scope.ts';

/** The object around the field. */
export interface FieldScope {
  readonly place: Place;
  readonly variant: Variant;
  /** What a sibling says of the value, read before anything was replaced. */
  label(): Label | undefined;
}

/** The value of the field, read only when it is asked for. Used during the decision alone, so a walk may use one for all fields. */
export interface Member {
  readonly isList: boolean;
  value(): JsonValue | undefined;
}

export interface FieldDecision {
  readonly kind: FieldKind | undefined;
  /** What tells of the content: the field's own name, or the label's. */
  readonly info: KeyInfo;
  /** Set when each string of a list is judged by itself. */
  readonly byItem: ByItem | undefined;
}

/** Whether the plan alone decides a field: `step.kind` is its kind then. */
export function isDecided(step: Step, plan: ObjectPlan): boolean {
  return !step.dynamic && !(step.labelled && plan.labels.length > 0 && mayBeOutweighed(step.kind));
}

/** The decision on a field that is not decided by its plan (`isDecided`). */
export function decideField(step: Step, plan: ObjectPlan, scope: FieldScope, member: Member): FieldDecision {
  const { info } = step;
  let { kind } = step;
  let byItem: ByItem | undefined;
  if (step.dynamic) {
    const { place } = scope;
    const { siblings, organisation } = scope.variant;
    if (member.isList) byItem = (item) => kindByValue(info, item, place, siblings, organisation);
    else kind = kindByValue(info, member.value(), place, siblings, organisation);
  }
  if (step.labelled && plan.labels.length > 0 && mayBeOutweighed(kind)) {
    const label = scope.label();
    if (label !== undefined && outweighs(label, kind))
      return { kind: label.kind ?? kindByRole(label, member.value()), info: label.info ?? info, byItem: undefined };
  }
  return { kind, info, byItem };
}
