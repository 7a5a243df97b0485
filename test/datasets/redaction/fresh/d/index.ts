/**
 * Set D of unseen answers and texts, by an author who knew the published rules and had seen neither the detectors nor the other
 * parts.
 */
import type { Draft, Tagged } from '../../label.ts';
import { BANKING } from './banking.ts';
import { COMMERCE_FOOD1 } from './commerce-food1.ts';
import { COMMERCE_FOOD2 } from './commerce-food2.ts';
import { EDUCATION_PUBLIC1 } from './education-public1.ts';
import { EDUCATION_PUBLIC2 } from './education-public2.ts';
import { FORMATS1 } from './formats1.ts';
import { FORMATS2 } from './formats2.ts';
import { FORMATS3 } from './formats3.ts';
import { FORMATS4 } from './formats4.ts';
import { HIRING_LEGAL_EVENTS1 } from './hiring-legal-events1.ts';
import { HIRING_LEGAL_EVENTS2 } from './hiring-legal-events2.ts';
import { HOSPITALITY_LOGISTICS1 } from './hospitality-logistics1.ts';
import { HOSPITALITY_LOGISTICS2 } from './hospitality-logistics2.ts';
import { INSURANCE1 } from './insurance1.ts';
import { INSURANCE2 } from './insurance2.ts';
import { PROPERTY_GAMES } from './property-games.ts';
import { TELECOM1 } from './telecom1.ts';
import { TELECOM2 } from './telecom2.ts';
import { TEXTS_ENGLISH } from './texts-english.ts';
import { TEXTS_OTHER } from './texts-other.ts';
import { THINGS_ENERGY1 } from './things-energy1.ts';
import { THINGS_ENERGY2 } from './things-energy2.ts';
import { TRAVEL1 } from './travel1.ts';
import { TRAVEL2 } from './travel2.ts';

export const SHAPES: Record<string, () => Draft> = {
  ...BANKING,
  ...COMMERCE_FOOD1,
  ...COMMERCE_FOOD2,
  ...EDUCATION_PUBLIC1,
  ...EDUCATION_PUBLIC2,
  ...FORMATS1,
  ...FORMATS2,
  ...FORMATS3,
  ...FORMATS4,
  ...HIRING_LEGAL_EVENTS1,
  ...HIRING_LEGAL_EVENTS2,
  ...HOSPITALITY_LOGISTICS1,
  ...HOSPITALITY_LOGISTICS2,
  ...INSURANCE1,
  ...INSURANCE2,
  ...PROPERTY_GAMES,
  ...TELECOM1,
  ...TELECOM2,
  ...THINGS_ENERGY1,
  ...THINGS_ENERGY2,
  ...TRAVEL1,
  ...TRAVEL2,
};

export const TEXTS: readonly Tagged[] = [...TEXTS_ENGLISH, ...TEXTS_OTHER];
