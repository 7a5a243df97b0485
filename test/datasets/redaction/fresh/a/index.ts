/** Set A of unseen answers and texts, written by one author who has not seen the redactor. */
import type { Draft, Tagged } from '../../label.ts';
import { CRM1 } from './crm1.ts';
import { CRM2 } from './crm2.ts';
import { CRM3 } from './crm3.ts';
import { DEV1 } from './dev1.ts';
import { DEV2 } from './dev2.ts';
import { FHIR1 } from './fhir1.ts';
import { IDENT1 } from './ident1.ts';
import { IDENT2 } from './ident2.ts';
import { MOVE1 } from './move1.ts';
import { MOVE2 } from './move2.ts';
import { OPS1 } from './ops1.ts';
import { OPS2 } from './ops2.ts';
import { OPS3 } from './ops3.ts';
import { PAY1 } from './pay1.ts';
import { PAY2 } from './pay2.ts';
import { PAY3 } from './pay3.ts';
import { PAY4 } from './pay4.ts';
import { SHOP1 } from './shop1.ts';
import { SHOP2 } from './shop2.ts';
import { TEXTS_EN } from './text-en.ts';
import { TEXTS_OTHER } from './text-other.ts';
import { WORK1 } from './work1.ts';
import { WORK2 } from './work2.ts';

export const SHAPES: Record<string, () => Draft> = {
  ...CRM1,
  ...CRM2,
  ...CRM3,
  ...DEV1,
  ...DEV2,
  ...FHIR1,
  ...IDENT1,
  ...IDENT2,
  ...MOVE1,
  ...MOVE2,
  ...OPS1,
  ...OPS2,
  ...OPS3,
  ...PAY1,
  ...PAY2,
  ...PAY3,
  ...PAY4,
  ...SHOP1,
  ...SHOP2,
  ...WORK1,
  ...WORK2,
};

export const TEXTS: readonly Tagged[] = [...TEXTS_EN, ...TEXTS_OTHER];
