/** Every property of the template, by its area. */
import { ACCESS } from './access.ts';
import { DATA } from './data.ts';
import { EDGE } from './edge.ts';
import { FAILURES } from './failures.ts';
import { FUNCTIONS } from './functions.ts';
import { NUMBERS } from './numbers.ts';
import { OPTIONS } from './options.ts';
import { PIPELINE } from './pipeline.ts';
import { PRIVACY } from './privacy.ts';
import type { Property } from './property.ts';
import { REST_API } from './rest-api.ts';

export const PROPERTIES: readonly Property[] = [
  ...EDGE,
  ...FUNCTIONS,
  ...DATA,
  ...ACCESS,
  ...PIPELINE,
  ...FAILURES,
  ...REST_API,
  ...PRIVACY,
  ...OPTIONS,
  ...NUMBERS,
];
