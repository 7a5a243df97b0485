/** Tokens that share their label with another one, as a token and its replacement do. */
import type { Token } from '../api/types.ts';

type Named = Pick<Token, 'id' | 'label' | 'hint'>;

/** Their last characters, by token. */
export function hintsOfNamesakes(tokens: readonly Named[]): ReadonlyMap<string, string> {
  const namesakes = tokens.filter((one) => tokens.some((other) => other.id !== one.id && other.label === one.label));
  return new Map(namesakes.map(({ id, hint }) => [id, hint]));
}
