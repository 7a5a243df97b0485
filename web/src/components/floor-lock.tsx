/** Beside a setting: that the floor of the installation bounds it, and by which rule. */
import { useQuery } from '@tanstack/react-query';
import { type Bounded, FLOOR_RULE_IDS, FLOOR_RULES } from '../../../core/model/floorRules.ts';
import { floorQuery } from '../api/queries/installation.ts';

interface FloorLockProps {
  readonly of: Bounded;
  readonly field: string;
}

export function FloorLock({ of, field }: FloorLockProps) {
  const { data } = useQuery(floorQuery());
  const rules: Readonly<Record<string, unknown>> = data?.rules ?? {};
  const set = FLOOR_RULE_IDS.filter(
    (id) => rules[id] !== undefined && FLOOR_RULES[id].bounds.some((bound) => bound.of === of && bound.field === field),
  );
  if (set.length === 0) return null;
  const needs = set.map((id) => FLOOR_RULES[id].needs(rules[id] as never)).join('; ');
  return (
    <span className="small muted">
      <span aria-hidden="true">🔒 </span>
      The floor {needs}.
    </span>
  );
}
