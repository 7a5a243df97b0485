/** Policies as a form has them: rows with a key of their own, so that one keeps its fields while others are moved or removed. */
import { POLICY_NAME, type Policy } from '../../../core/model/policies.ts';
import { effectOf } from '../../../core/policies/text.ts';

export interface PolicyRow {
  readonly key: number;
  readonly name: string;
  readonly text: string;
  readonly mode: Policy['mode'];
  readonly advice: string;
}

let keys = 0;

/** A row with a new key. */
export const rowOf = ({ name, text, mode, advice = '' }: Policy): PolicyRow => ({
  key: keys++,
  name,
  text,
  mode,
  advice,
});

/** As the API takes them. */
export const policiesOf = (rows: readonly PolicyRow[]): Policy[] =>
  rows.map(({ name, text, mode, advice }) => ({
    name: name.trim(),
    text: text.trim(),
    mode,
    ...(advice.trim() !== '' && { advice: advice.trim() }),
  }));

/** The name, or it with the first number that makes it one of its own. */
export function freeName(name: string, rows: readonly PolicyRow[]): string {
  const taken = new Set(rows.map((row) => row.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
  return free;
}

/** What is wrong with a name. */
export function nameFault({ name, key }: PolicyRow, rows: readonly PolicyRow[]): string | undefined {
  if (!POLICY_NAME.test(name.trim())) return 'Lower-case letters, digits and hyphens, at most 63.';
  return rows.some((row) => row.key !== key && row.name.trim() === name.trim())
    ? 'Another policy has this name.'
    : undefined;
}

/** Whether policies are in force and none permits anything, so that no call passes. */
export function permitsNothing(rows: readonly Pick<Policy, 'mode' | 'text'>[]): boolean {
  const inForce = rows.filter(({ mode }) => mode !== 'shadow');
  return inForce.length > 0 && inForce.every(({ text }) => effectOf(text) === 'forbid');
}
