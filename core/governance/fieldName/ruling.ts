/** What a rule makes of a field: a kind, or that its value stays unless its content says otherwise. */
import { mapped, type Rule } from '../../model/governance/rule.ts';
import { type FieldKind, TYPE_OF } from '../catalog/index.ts';

/** A kind, and the rule that gave it. One object for each pair. */
export interface Giving {
  readonly rule: Rule;
  readonly kind: FieldKind;
  /** Type of the marker. */
  readonly type: string;
}

/** No kind: the value is judged by its content alone. */
export interface Leaving {
  readonly rule: Rule;
  readonly kind: undefined;
  readonly type: undefined;
}

export type Ruling = Giving | Leaving;

export const giving = (rule: Rule, kind: FieldKind): Giving => ({ rule, kind, type: TYPE_OF[kind] });
export const leaving = (rule: Rule): Leaving => ({ rule, kind: undefined, type: undefined });

type Row = readonly [kind: FieldKind | 'stays', says: string, example: string];

/** A table of rules that give one kind each, or let values stay. */
export const defineRulings = <Id extends string, R extends Row>(
  rows: Readonly<Record<Id, R>>,
): Readonly<Record<Id, Ruling>> =>
  mapped(rows, (id, [kind, says, example]): Ruling => {
    const rule = { id, says, example };
    return kind === 'stays' ? leaving(rule) : giving(rule, kind);
  });

/** The rulings of a rule that gives several kinds; one object for each. */
export function rulingsBy(rule: Rule): (kind: FieldKind | undefined) => Ruling {
  const known = new Map<FieldKind | undefined, Ruling>();
  return (kind) => {
    let ruling = known.get(kind);
    if (ruling === undefined) {
      ruling = kind === undefined ? leaving(rule) : giving(rule, kind);
      known.set(kind, ruling);
    }
    return ruling;
  };
}
