/**
 * The one decision about a field: its kind, from the plan of its object (plan.ts) and, where names alone do not settle it, from its
 * value and from the label beside it. Serves the walk of a parsed value (tree.ts) and that of a text (json/byteWalker.ts); the two
 * differ in how they read and write only.
 */
import type { JsonValue } from '../../json/value.ts';
import type { FieldKind } from '../catalog/index.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { type KindOfItem, kindByValue } from './fieldKind.ts';
import { kindByRole, type Label, labelDecides, mayBeDecidedByLabel } from './labelledValue.ts';
import type { FieldPlan, ObjectPlan, Variant } from './objectPlan.ts';
import type { Scope } from './scope.ts';

/** The object around the field. */
export interface ObjectContext {
  readonly scope: Scope;
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
  readonly kindOfItem: KindOfItem | undefined;
}

/** Whether the plan alone decides a field: `step.kind` is its kind then. */
export function isDecidedByPlan(plannedField: FieldPlan, plan: ObjectPlan): boolean {
  return (
    !plannedField.dependsOnValue &&
    !(plannedField.labelled && plan.labels.length > 0 && mayBeDecidedByLabel(plannedField.kind))
  );
}

/** The decision on a field that is not decided by its plan (`isDecided`). */
export function decideField(
  plannedField: FieldPlan,
  plan: ObjectPlan,
  context: ObjectContext,
  member: Member,
): FieldDecision {
  const { info } = plannedField;
  let { kind } = plannedField;
  let kindOfItem: KindOfItem | undefined;
  if (plannedField.dependsOnValue) {
    const { scope } = context;
    const { siblings, organisation } = context.variant;
    if (member.isList) kindOfItem = (item) => kindByValue(info, item, scope, siblings, organisation);
    else kind = kindByValue(info, member.value(), scope, siblings, organisation);
  }
  if (plannedField.labelled && plan.labels.length > 0 && mayBeDecidedByLabel(kind)) {
    const label = context.label();
    if (label !== undefined && labelDecides(label, kind))
      return { kind: label.kind ?? kindByRole(label, member.value()), info: label.info ?? info, kindOfItem: undefined };
  }
  return { kind, info, kindOfItem };
}
