/**
 * Kinds that a field name alone does not settle: a bare `name`, a city, an account number, `value` beside `type`.
 * Decided by the object around: the role of the key above, the siblings, the pair it forms with a label.
 */
import type { FieldKind } from '../catalog/index.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import {
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
import { kindByParent } from './parentRules.ts';
import { describesFields, type Scope } from './scope.ts';

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

/** The kind of a field in this object, or undefined when it holds nothing personal by its name. */
export function resolveKind(
  info: KeyInfo,
  value: unknown,
  scope: Scope,
  siblings: number,
  organisation: boolean,
): FieldKind | undefined {
  return kindByParent(info, scope, siblings) ?? kindByValue(info, value, scope, siblings, organisation);
}

/** The kind by the field's own name, its siblings and, for some, its value. */
export function kindByValue(
  info: KeyInfo,
  value: unknown,
  scope: Scope,
  siblings: number,
  organisation: boolean,
): FieldKind | undefined {
  if (describesFields(scope)) return undefined;
  const field = { info, value, scope, siblings, organisation };
  if (info.kind === undefined) return kindOfUnnamed(field);
  const rule = KIND_RULES[info.kind];
  return rule === undefined ? info.kind : rule(field);
}

/** A list under a field whose kind depends on the value: every string in it is asked for itself. */
export type KindOfItem = (item: string) => FieldKind | undefined;
