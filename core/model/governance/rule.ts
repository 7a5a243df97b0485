/**
 * The rules of redaction as others see them: whatever decides that a value goes or stays is a row in a table where it decides, with an id that
 * stays the same, a sentence and an example. `core/governance/rules.ts` lists them all.
 */

/** A rule. Says nothing about any value. */
export interface Rule {
  /** Stage and name: `text.email`. */
  readonly id: string;
  /** One sentence: what it looks at, and what follows. */
  readonly says: string;
  /** What it holds for. */
  readonly example: string;
}

/** Why a value has its marker, or stays. One object for each pair, so that hits are counted by it. */
export interface Reason {
  readonly rule: Rule;
  /** Type of the marker; undefined where the value stays. */
  readonly type: string | undefined;
}

/** Why a value has its marker. */
export interface Finding extends Reason {
  readonly type: string;
}

/** A table of rules. */
export const defineRules = <Id extends string>(
  rows: Readonly<Record<Id, readonly [says: string, example: string]>>,
): Readonly<Record<Id, Rule>> => mapped(rows, (id, [says, example]): Rule => ({ id, says, example }));

/** A table of what is found in values, by one rule each. */
export const defineFindings = <Id extends string>(
  rows: Readonly<Record<Id, readonly [type: string, says: string, example: string]>>,
): Readonly<Record<Id, Finding>> =>
  mapped(rows, (id, [type, says, example]): Finding => ({ rule: { id, says, example }, type }));

/** The findings of a rule that gives several types; one object for each. */
export function findingsBy(rule: Rule): (type: string) => Finding {
  const known = new Map<string, Finding>();
  return (type) => {
    let finding = known.get(type);
    if (finding === undefined) {
      finding = { rule, type };
      known.set(type, finding);
    }
    return finding;
  };
}

/** A table of the same rows with other values. */
export const mapped = <Id extends string, Row, Value>(
  rows: Readonly<Record<Id, Row>>,
  make: (id: Id, row: Row) => Value,
): Readonly<Record<Id, Value>> =>
  Object.fromEntries((Object.entries(rows) as [Id, Row][]).map(([id, row]) => [id, make(id, row)])) as Readonly<
    Record<Id, Value>
  >;
