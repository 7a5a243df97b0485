/**
 * The one decision about a field: which kind it has, from its name, what stands above and beside it, its value, and the label beside it.
 * Serves the walk of a parsed value (json/treeWalker.ts) and that of a text (json/byteWalker.ts); the two differ in how they read and write
 * only. Rules of single kinds are in kindRules.ts, what a parent makes of its children in parentRules.ts.
 */
import type { JsonValue } from '../../json/value.ts';
import type { FieldKind } from '../catalog/index.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import {
  type FieldContext,
  isAmbiguousAddress,
  isNickname,
  isReferenceSummary,
  isUserName,
  KIND_RULES,
  kindOfUnnamed,
  MESSAGE_PARTY_KEYS,
  mayNameCompany,
  WHEREABOUTS_KEYS,
} from './kindRules.ts';
import { kindByRole, type Label, labelDecides, mayBeDecidedByLabel } from './labelledValue.ts';
import { kindByParent } from './parentRules.ts';
import { describesFields, type Scope } from './scope.ts';

/** Decides on a list whose field's kind depends on the value: every string in it by itself. */
export type KindOfItem = (item: string) => FieldKind | undefined;

/** What a plan leaves open about a field. */
export interface PlannedField {
  readonly info: KeyInfo;
  /** The kind, when names alone settle it. */
  readonly kind: FieldKind | undefined;
  /** The kind depends on the value. */
  readonly dependsOnValue: boolean;
  /** A sibling may name the value. */
  readonly isLabelled: boolean;
}

/** The object around a field. */
export interface ObjectContext {
  readonly scope: Scope;
  /** Bits of `Evidence` that its fields give together. */
  readonly siblings: number;
  /** Its own type field says that it is a company or a thing. */
  readonly organisation: boolean;
  /** What a sibling says of the value, read before anything was replaced. */
  label(): Label | undefined;
}

/** The value of a field, read only when it is asked for. Used during the decision alone, so a walk may use one for all fields. */
export interface Member {
  readonly isList: boolean;
  value(): JsonValue | undefined;
}

/** The kind of a field, and what to judge its content by. */
export interface FieldDecision {
  readonly kind: FieldKind | undefined;
  /** What tells of the content: the field's own name, or the label's. */
  readonly info: KeyInfo;
  /** Set when each string of a list is judged by itself. */
  readonly kindOfItem: KindOfItem | undefined;
}

/** The decision on a field that its plan leaves open (`FieldPlan.isDecided`). */
export function decideField(field: PlannedField, context: ObjectContext, member: Member): FieldDecision {
  const { info } = field;
  let { kind } = field;
  let kindOfItem: KindOfItem | undefined;
  if (field.dependsOnValue) {
    const { scope, siblings, organisation } = context;
    if (member.isList) kindOfItem = (value) => kindByValue({ info, value, scope, siblings, organisation });
    else kind = kindByValue({ info, value: member.value(), scope, siblings, organisation });
  }
  if (field.isLabelled && mayBeDecidedByLabel(kind)) {
    const label = context.label();
    if (label !== undefined && labelDecides(label, kind))
      return { kind: label.kind ?? kindByRole(label, member.value()), info: label.info ?? info, kindOfItem: undefined };
  }
  return { kind, info, kindOfItem };
}

/** Whether the kind of a field depends on its value; then `kindByValue` tells it. */
export function kindDependsOnValue(info: KeyInfo, scope: Scope, siblings: number): boolean {
  if (kindByParent(info, scope, siblings)) return false;
  if (info.kind === undefined)
    return (
      info.holdsPersonName ||
      isReferenceSummary(info, scope, siblings) ||
      MESSAGE_PARTY_KEYS.has(info.joined) ||
      WHEREABOUTS_KEYS.has(info.joined)
    );
  return (
    info.kind === 'bareName' ||
    info.joined === 'fullname' ||
    info.joined === 'namecomplete' ||
    mayNameCompany(info, siblings) ||
    isUserName(info) ||
    isNickname(info) ||
    isAmbiguousAddress(info)
  );
}

/** The kind of a field in an object, or undefined when it holds nothing personal by its name. */
export function resolveKind(field: FieldContext): FieldKind | undefined {
  return kindByParent(field.info, field.scope, field.siblings) ?? kindByValue(field);
}

/** The kind by the field's own name, its siblings and, for some, its value. */
function kindByValue(field: FieldContext): FieldKind | undefined {
  const { info, scope } = field;
  if (describesFields(scope)) return undefined;
  if (info.kind === undefined) return kindOfUnnamed(field);
  const rule = KIND_RULES[info.kind];
  return rule === undefined ? info.kind : rule(field);
}
