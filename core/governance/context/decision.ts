/**
 * Decides which kind a field has: from its name, the objects around it, its siblings, its value, and a label beside it.
 * Both walkers use it (json/treeWalker.ts for parsed values, json/byteWalker.ts for bytes). Rules of single kinds are
 * in kindRules.ts, rules by parent in parentRules.ts.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import type { FieldKind } from '../catalog/index.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { defineRulings, type Ruling } from '../fieldName/ruling.ts';
import { type Column, columnOf } from './column.ts';
import { type FieldContext, isAmbiguousAddress, KIND_RULES, mayNameCompany } from './kindRules.ts';
import { type Label, labelDecides, mayBeDecidedByLabel, rulingOfLabel } from './labelledValue.ts';
import type { ColumnReader } from './nameRules.ts';
import { rulingByParent } from './parentRules.ts';
import { describesFields, type Scope } from './scope.ts';
import { mayHaveUnnamedKind, rulingOfUnnamed } from './unnamedFields.ts';

/** What holds before any kind is looked at. */
export const SCOPE_RULES = defineRulings({
  'scope.describes-fields': [
    'stays',
    'The object describes other fields (labels, faults, patterns), so that its texts are no data.',
    "errors: {email: ['is missing']}",
  ],
});

/** Decides on one string of a list whose kind depends on the value. */
export type RulingOfItem = (item: string) => Ruling;

/** What the plan of an object knows about a field before its value is read. */
export interface PlannedField {
  readonly info: KeyInfo;
  /** The kind, when names alone decide. */
  readonly kind: FieldKind | undefined;
  /** What gave it; what is known of the name alone where the value decides. */
  readonly ruling: Ruling;
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
  /** Reads the first strings of the list that it is; may be called after the decision. */
  items(): () => Iterable<string>;
  /** What the same field holds in the records around; called while the decision is made. */
  readonly column: ColumnReader | undefined;
}

/** The kind of a field with the rule that gave it, and the name by which its content is judged. */
export interface FieldDecision {
  readonly ruling: Ruling;
  /** The field's own name or, where a label decided, the label's. */
  readonly info: KeyInfo;
  /** Set when each string of a list is decided separately. */
  readonly rulingOfItem: RulingOfItem | undefined;
  /** What stands in the same place of other records. */
  readonly column: ColumnReader | undefined;
}

/** Decides on a field whose kind its plan does not fix (`FieldPlan.isDecided` is false). */
export function decideField(field: PlannedField, context: ObjectContext, member: Member): FieldDecision {
  const { info } = field;
  let { ruling } = field;
  let rulingOfItem: RulingOfItem | undefined;
  let column: ColumnReader | undefined;
  if (field.dependsOnValue) {
    const { scope, siblings, organisation } = context;
    if (member.isList) {
      column = once(member.items());
      rulingOfItem = (value) => rulingByValue({ info, value, scope, siblings, organisation, column });
    } else {
      column = member.column;
      ruling = rulingByValue({ info, value: member.value(), scope, siblings, organisation, column });
    }
  }
  if (field.isLabelled && mayBeDecidedByLabel(ruling.kind)) {
    const label = context.label();
    if (label !== undefined && labelDecides(label, ruling.kind) && !isOfPlace(label, context.scope))
      return {
        ruling: rulingOfLabel(label, member.value()),
        info: label.info ?? info,
        rulingOfItem: undefined,
        column: undefined,
      };
  }
  return { ruling, info, rulingOfItem, column };
}

/** A column, read when it is asked for first. */
function once(items: () => Iterable<string>): ColumnReader {
  let known: Column | undefined;
  return () => (known ??= columnOf(items()));
}

/** Parts of the address of a place: `context: [{id: 'postcode.123', text: '62701'}]`. */
const isOfPlace = ({ kind }: Label, { role }: Scope): boolean =>
  role === 'place' && (kind === 'postalCode' || kind === 'addressPart' || kind === 'address');

/** Whether the kind of a field depends on its value, so that `rulingByValue` decides. */
export function kindDependsOnValue(info: KeyInfo, scope: Scope, siblings: number): boolean {
  if (rulingByParent(info, scope, siblings)) return false;
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

/** What a field holds in its object. */
export function rulingOf(field: FieldContext): Ruling {
  return rulingByParent(field.info, field.scope, field.siblings) ?? rulingByValue(field);
}

/** The same by the field's own name, its siblings and, for some kinds, its value. */
function rulingByValue(field: FieldContext): Ruling {
  const { info, scope } = field;
  if (describesFields(scope)) return SCOPE_RULES['scope.describes-fields'];
  if (info.kind === undefined) return rulingOfUnnamed(field);
  const rule = KIND_RULES[info.kind];
  return rule === undefined ? info.ruling : rule(field);
}
