/** All answers and texts of this author. */
import type { Draft, Tagged } from '../../label.ts';
import { BANKING } from './banking.ts';
import { CARE } from './care.ts';
import { OPS } from './ops.ts';
import { PEOPLE } from './people.ts';
import { PROPERTY } from './property.ts';
import { PUBLIC } from './public.ts';
import { SHOPS } from './shops.ts';
import { TEXTS_ENGLISH } from './text-en.ts';
import { TEXTS_OTHER } from './text-other.ts';
import { WORLD } from './world.ts';

export const SHAPES: Record<string, () => Draft> = {
  ...BANKING,
  ...PUBLIC,
  ...CARE,
  ...PROPERTY,
  ...PEOPLE,
  ...SHOPS,
  ...OPS,
  ...WORLD,
};

export const TEXTS: readonly Tagged[] = [...TEXTS_ENGLISH, ...TEXTS_OTHER];
