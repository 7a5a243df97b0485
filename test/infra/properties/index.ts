/** Every property of the template, by its area. */
import { ACCESS } from './access.ts';
import { CHOICES } from './choices.ts';
import { DATA } from './data.ts';
import { EDGE } from './edge.ts';
import { ENVIRONMENT } from './environment.ts';
import { FAILURES } from './failures.ts';
import { FUNCTIONS } from './functions.ts';
import { NUMBERS } from './numbers.ts';
import { OPTIONS } from './options.ts';
import { PIPELINE } from './pipeline.ts';
import { PRIVACY } from './privacy.ts';
import type { Property } from './property.ts';
import { REST_API } from './rest-api.ts';

const ASKED_OF_PARTS = [
  'keys are used by roles of this account, as their policies say',
  'no bucket can be public, and each wants TLS',
  'tables can be restored to any second',
  'what a call leaves in the bucket of bundles goes by itself',
  'queues and buckets refuse what comes without TLS',
  'a variable has one value, whichever function has it',
  'where alarms are on, each function has one of its errors and one of its throttles',
];

/** Those that ask for no resource that every layout has, and so can be asked of a part of one. */
export const OF_PARTS: readonly Property[] = [
  ...OPTIONS,
  ...NUMBERS,
  ...CHOICES,
  ...[...DATA, ...PRIVACY, ...ENVIRONMENT, ...FAILURES].filter(({ name }) => ASKED_OF_PARTS.includes(name)),
];

export const PROPERTIES: readonly Property[] = [
  ...EDGE,
  ...FUNCTIONS,
  ...ENVIRONMENT,
  ...DATA,
  ...ACCESS,
  ...PIPELINE,
  ...FAILURES,
  ...REST_API,
  ...PRIVACY,
  ...OPTIONS,
  ...NUMBERS,
  ...CHOICES,
];
