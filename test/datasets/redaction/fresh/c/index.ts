/**
 * Set C of unseen answers and texts, by an author who knew the published rules and had seen neither the detectors nor the other
 * parts.
 */
import type { Draft, Tagged } from '../../label.ts';
import { CLOUD1 } from './cloud1.ts';
import { CLOUD2 } from './cloud2.ts';
import { CRM1 } from './crm1.ts';
import { CRM2 } from './crm2.ts';
import { DESK1 } from './desk1.ts';
import { DESK2 } from './desk2.ts';
import { HEALTH1 } from './health1.ts';
import { HEALTH2 } from './health2.ts';
import { HR1 } from './hr1.ts';
import { HR2 } from './hr2.ts';
import { HR3 } from './hr3.ts';
import { OPS1 } from './ops1.ts';
import { OPS2 } from './ops2.ts';
import { PAYMENTS1 } from './payments1.ts';
import { PAYMENTS2 } from './payments2.ts';
import { PAYMENTS3 } from './payments3.ts';
import { PLACES } from './places.ts';
import { SCM1 } from './scm1.ts';
import { SCM2 } from './scm2.ts';
import { SHOPS1 } from './shops1.ts';
import { SHOPS2 } from './shops2.ts';
import { SHOPS3 } from './shops3.ts';
import { TEXTS_EN } from './texts-en.ts';
import { TEXTS_WORLD } from './texts-world.ts';

export const SHAPES: Record<string, () => Draft> = {
  ...CLOUD1,
  ...CLOUD2,
  ...CRM1,
  ...CRM2,
  ...DESK1,
  ...DESK2,
  ...HEALTH1,
  ...HEALTH2,
  ...HR1,
  ...HR2,
  ...HR3,
  ...OPS1,
  ...OPS2,
  ...PAYMENTS1,
  ...PAYMENTS2,
  ...PAYMENTS3,
  ...PLACES,
  ...SCM1,
  ...SCM2,
  ...SHOPS1,
  ...SHOPS2,
  ...SHOPS3,
};

export const TEXTS: readonly Tagged[] = [...TEXTS_EN, ...TEXTS_WORLD];
