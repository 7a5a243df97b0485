/** All answers and texts of this author. */
import type { Draft, Tagged } from '../../label.ts';
import { BANKING1 } from './banking1.ts';
import { BANKING2 } from './banking2.ts';
import { BANKING3 } from './banking3.ts';
import { CARE1 } from './care1.ts';
import { CARE2 } from './care2.ts';
import { OPS1 } from './ops1.ts';
import { OPS2 } from './ops2.ts';
import { OPS3 } from './ops3.ts';
import { PEOPLE1 } from './people1.ts';
import { PEOPLE2 } from './people2.ts';
import { PROPERTY1 } from './property1.ts';
import { PROPERTY2 } from './property2.ts';
import { PROPERTY3 } from './property3.ts';
import { PUBLIC1 } from './public1.ts';
import { PUBLIC2 } from './public2.ts';
import { PUBLIC3 } from './public3.ts';
import { SHOPS1 } from './shops1.ts';
import { SHOPS2 } from './shops2.ts';
import { SHOPS3 } from './shops3.ts';
import { TEXTS_ENGLISH1 } from './text-en1.ts';
import { TEXTS_ENGLISH2 } from './text-en2.ts';
import { TEXTS_OTHER } from './text-other.ts';
import { WORLD } from './world.ts';

export const SHAPES: Record<string, () => Draft> = {
  ...BANKING1,
  ...BANKING2,
  ...BANKING3,
  ...PUBLIC1,
  ...PUBLIC2,
  ...PUBLIC3,
  ...CARE1,
  ...CARE2,
  ...PROPERTY1,
  ...PROPERTY2,
  ...PROPERTY3,
  ...PEOPLE1,
  ...PEOPLE2,
  ...SHOPS1,
  ...SHOPS2,
  ...SHOPS3,
  ...OPS1,
  ...OPS2,
  ...OPS3,
  ...WORLD,
};

export const TEXTS: readonly Tagged[] = [...TEXTS_ENGLISH1, ...TEXTS_ENGLISH2, ...TEXTS_OTHER];
