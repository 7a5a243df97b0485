/** What the answers of the blind part have in common. */
import type { Draft } from '../../label.ts';
import type { Cast } from '../values.ts';

export type Shapes = Readonly<Record<string, (v: Cast) => Draft>>;

export const many = (count: number, make: (index: number) => Draft): Draft[] =>
  Array.from({ length: count }, (_, index) => make(index));
