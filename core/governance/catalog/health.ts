import { personalData } from './kind.ts';

/** Health data. */
export const health = personalData({
  id: 'health',
  title: 'Health data',
  group: 'optional',
  on: false,
  finds: 'diagnosis, medication and allergy fields',
  leaves: '',
  fields: {
    health: {
      names: `
diagnosis diagnose condition allergies allergy medication bloodtype bloodgroup icd10 symptoms
`,
      accepts: (_value, { letters }) => letters > 0,
    },
  },
});
