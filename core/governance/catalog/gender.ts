import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Gender, race, religion and party. */
export const gender = personalData({
  id: 'gender',
  title: 'Gender, race, religion and party',
  group: 'optional',
  on: false,
  finds: 'gender, marital status, ethnicity, race, religion, political party',
  leaves: '',
  fields: {
    gender: {
      names: `
gender sex geschlecht genre sexe genero sexo geslacht maritalstatus ethnicity race religion politicalparty partymembership parteizugehorigkeit
`,
      accepts: (_value, { letters }) => letters > 0,
      evidence: Evidence.person,
    },
  },
});
