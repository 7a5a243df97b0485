import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Gender, race and religion. */
export const gender = personalData({
  id: 'gender',
  title: 'Gender, race and religion',
  group: 'optional',
  on: false,
  finds: 'gender, marital status, ethnicity, race, religion',
  leaves: '',
  fields: {
    gender: {
      names: `
gender sex geschlecht genre sexe genero sexo geslacht maritalstatus ethnicity race religion
`,
      accepts: (_value, { letters }) => letters > 0,
      evidence: Evidence.person,
    },
  },
});
