/**
 * A second part for tuning: families of field names, many services, many languages, many forms, and as many things that only
 * look personal. May be looked into, as `tuning` may.
 */
import type { Template } from '../structured/tuning.ts';
import { FAMILIES } from './families.ts';
import { FORMS } from './forms.ts';
import { LANGUAGES } from './languages.ts';
import { MONEY } from './money.ts';
import { PEOPLE } from './people.ts';
import { ROUND1 } from './round1.ts';
import { ROUND2 } from './round2.ts';
import { ROUND3 } from './round3.ts';
import { ROUND4 } from './round4.ts';
import { ROUND5A } from './round5a.ts';
import { ROUND5B } from './round5b.ts';
import { THINGS } from './things.ts';

export const BROAD: Readonly<Record<string, Template>> = {
  ...FAMILIES,
  ...MONEY,
  ...PEOPLE,
  ...FORMS,
  ...LANGUAGES,
  ...THINGS,
  ...ROUND1,
  ...ROUND2,
  ...ROUND3,
  ...ROUND4,
  ...ROUND5A,
  ...ROUND5B,
};
