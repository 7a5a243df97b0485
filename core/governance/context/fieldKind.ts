/**
 * Kinds that a field name alone does not settle: a bare `name`, a city, an account number, `value` beside `type`.
 * Decided by the object around: the role of the key above, the siblings, the pair it forms with a label.
 */
import type { FieldKind } from '../catalog/index.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import {
  CONTEXT_RULES,
  isEitherAddress,
  isNameOfFirmToo,
  isNickname,
  isSummary,
  isUserName,
  kindWithoutName,
  MESSAGE_ENDS,
  WHEREABOUTS,
} from './kindRules.ts';
import { kindByParent } from './parentRules.ts';
import { isWording, type Place } from './scope.ts';

/** Whether the kind of a field depends on its value; then `kindByValue` tells it. */
export function isDynamic(info: KeyInfo, place: Place, siblings: number): boolean {
  if (kindByParent(info, place, siblings)) return false;
  if (info.kind === undefined)
    return (
      info.holdsPersonName ||
      isSummary(info, place, siblings) ||
      MESSAGE_ENDS.has(info.glued) ||
      WHEREABOUTS.has(info.glued)
    );
  return (
    info.kind === 'bareName' ||
    info.glued === 'fullname' ||
    info.glued === 'namecomplete' ||
    isNameOfFirmToo(info, siblings) ||
    isUserName(info) ||
    isNickname(info) ||
    isEitherAddress(info)
  );
}

/** The kind of a field in this object, or undefined when it holds nothing personal by its name. */
export function resolveKind(
  info: KeyInfo,
  value: unknown,
  place: Place,
  siblings: number,
  organisation: boolean,
): FieldKind | undefined {
  return kindByParent(info, place, siblings) ?? kindByValue(info, value, place, siblings, organisation);
}

/** The kind by the field's own name, its siblings and, for some, its value. */
export function kindByValue(
  info: KeyInfo,
  value: unknown,
  place: Place,
  siblings: number,
  organisation: boolean,
): FieldKind | undefined {
  if (isWording(place)) return undefined;
  const field = { info, value, place, siblings, organisation };
  if (info.kind === undefined) return kindWithoutName(field);
  const rule = CONTEXT_RULES[info.kind];
  return rule === undefined ? info.kind : rule(field);
}

/** A list under a field whose kind depends on the value: every string in it is asked for itself. */
export type ByItem = (item: string) => FieldKind | undefined;
