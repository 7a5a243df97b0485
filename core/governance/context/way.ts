/** What the walk over bytes is to do with a field, as bits, so that it reads the plans of few fields. */
import type { FieldKind } from '../catalog/index.ts';
import type { Scope } from './scope.ts';

export const Way = {
  /** It has no kind, whatever its value is, and nothing is set for it, so that only its content decides. */
  plain: 1,
  /** `FieldPlan.isDecided`. */
  decided: 2,
  /** `FieldPlan.isKept`. */
  kept: 4,
  /** What is in it is redacted in any case (`Scope.forced`). */
  forced: 8,
} as const;

/** The first fields of an object; further ones have no bit in `bitsOf`. */
export const FIELDS_WITH_BITS = 31;

/** The bits of a field. */
export function wayOf({
  isDecided,
  kind,
  isKept,
  childScope,
}: {
  readonly isDecided: boolean;
  readonly kind: FieldKind | undefined;
  readonly isKept: boolean;
  readonly childScope: Scope;
}): number {
  const forced = childScope.forced === undefined ? 0 : Way.forced;
  const way = (isDecided ? Way.decided : 0) | (isKept ? Way.kept : 0) | forced;
  return way === Way.decided && kind === undefined ? way | Way.plain : way;
}

/** For which of the first fields something holds, a bit for each. */
export function bitsOf<T>(fields: readonly T[], holds: (field: T) => boolean): number {
  let bits = 0;
  for (const [index, field] of fields.slice(0, FIELDS_WITH_BITS).entries()) if (holds(field)) bits |= 1 << index;
  return bits;
}
