import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Age. */
export const age = personalData({
  id: 'age',
  title: 'Age',
  group: 'optional',
  on: false,
  finds: 'age fields',
  leaves: 'durations',
  fields: {
    age: {
      names: 'age ageyears patientage alter edad idade leeftijd eta',
      accepts: (value, { digits }) => digits >= 1 && value.length <= 12,
      acceptsNumber: (digits) => digits <= 3,
      evidence: Evidence.person,
    },
  },
});
