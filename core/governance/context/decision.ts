/**
 * Decides which kind a field has: from its name, the objects around it, its siblings, its value, and a label beside it.
 * Both walkers use it (json/treeWalker.ts for parsed values, json/byteWalker.ts for bytes). Rules of single kinds are
 * in kindRules.ts, rules by parent in parentRules.ts.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import type { FieldKind } from '../catalog/index.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { type FieldContext, isAmbiguousAddress, KIND_RULES, mayNameCompany } from './kindRules.ts';
import { kindByRole, type Label, labelDecides, mayBeDecidedByLabel } from './labelledValue.ts';
import { kindByParent } from './parentRules.ts';
import { describesFields, type Scope } from './scope.ts';
import { kindOfUnnamed, mayHaveUnnamedKind } from './unnamedFields.ts';

/** Decides on one string of a list whose kind depends on the value. */
export type KindOfItem = (item: string) => FieldKind | undefined;

/** What the plan of an object knows about a field before its value is read. */
export interface PlannedField {
  readonly info: KeyInfo;
  /** The kind, when names alone decide. */
  readonly kind: FieldKind | undefined;
  /** The kind depends on the value. */
  readonly dependsOnValue: boolean;
  /** A sibling may say what the value is. */
  readonly isLabelled: boolean;
}

/** The object that has the field. */
export interface ObjectContext {
  readonly scope: Scope;
  /** Bits of `Evidence`, combined over its fields. */
  readonly siblings: number;
  /** Its own type field says that it is a company or a thing. */
  readonly organisation: boolean;
  /** What a sibling says about the value; read before anything is replaced. */
  label(): Label | undefined;
}

/**
 * The value of a field, read on demand. Only used while a decision is made, so a walker may reuse one object for all
 * fields.
 */
export interface Member {
  readonly isList: boolean;
  value(): JsonValue | undefined;
}

/** The kind of a field, and the name by which its content is judged. */
export interface FieldDecision {
  readonly kind: FieldKind | undefined;
  /** The field's own name or, where a label decided, the label's. */
  readonly info: KeyInfo;
  /** Set when each string of a list is decided separately. */
  readonly kindOfItem: KindOfItem | undefined;
}

/** Decides on a field whose kind its plan does not fix (`FieldPlan.isDecided` is false). */
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
    if (label !== undefined && labelDecides(label, kind) && !isOfPlace(label, context.scope))
      return { kind: label.kind ?? kindByRole(label, member.value()), info: label.info ?? info, kindOfItem: undefined };
  }
  return { kind, info, kindOfItem };
}

/** Parts of the address of a place: `context: [{id: 'postcode.123', text: '62701'}]`. */
const isOfPlace = ({ kind }: Label, { role }: Scope): boolean =>
  role === 'place' && (kind === 'postalCode' || kind === 'addressPart' || kind === 'address');

/** Whether the kind of a field depends on its value, so that `kindByValue` decides. */
export function kindDependsOnValue(info: KeyInfo, scope: Scope, siblings: number): boolean {
  if (kindByParent(info, scope, siblings)) return false;
  if (info.kind === undefined) return mayHaveUnnamedKind(info, scope, siblings);
  return (
    info.kind === 'bareName' ||
    info.joined === 'fullname' ||
    info.joined === 'namefull' ||
    info.joined === 'namecomplete' ||
    info.joined === 'namekana' ||
    mayNameCompany(info, siblings) ||
    info.kind === 'username' ||
    isAmbiguousAddress(info)
  );
}

/** The kind of a field in its object; undefined when its name stands for nothing personal. */
export function resolveKind(field: FieldContext): FieldKind | undefined {
  return kindByParent(field.info, field.scope, field.siblings) ?? kindByValue(field);
}

/** The kind by the field's own name, its siblings and, for some kinds, its value. */
function kindByValue(field: FieldContext): FieldKind | undefined {
  const { info, scope } = field;
  if (describesFields(scope)) return undefined;
  if (info.kind === undefined) return kindOfUnnamed(field);
  const rule = KIND_RULES[info.kind];
  return rule === undefined ? info.kind : rule(field);
}
