/** Finds tokens that share their label, as a token and its replacement do. */
import type { Token } from '../api/types.ts';

type Named = Pick<Token, 'id' | 'label' | 'hint'>;

/** The last characters of these tokens, by token. */
export function hintsOfNamesakes(tokens: readonly Named[]): ReadonlyMap<string, string> {
  const bearers = new Map<string, number>();
  for (const { label } of tokens) bearers.set(label, (bearers.get(label) ?? 0) + 1);
  return new Map(tokens.filter(({ label }) => (bearers.get(label) ?? 0) > 1).map(({ id, hint }) => [id, hint]));
}
