import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Nationality and citizenship. */
export const nationality = personalData({
  id: 'nationality',
  title: 'Nationality',
  group: 'identity',
  on: true,
  finds: 'nationality and citizenship fields of people',
  leaves: 'countries of residence, products and companies',
  fields: {
    /** The state of which somebody is a citizen. */
    nationality: {
      names: `
nationality citizenship nationalities citizenships nationalitycode citizenshipcode countryofcitizenship citizenshipcountry nationalitycountry countryofnationality staatsangehorigkeit staatsangehoerigkeit staatsburgerschaft staatsbuergerschaft
nationalitat nationalitaet nationalite citoyennete nacionalidad nacionalidade nazionalita cittadinanza nationaliteit obywatelstwo narodowosc medborgarskap
statsborgerskap statsborgerskab nationalitet kansalaisuus obcanstvi statniobcanstvi statniprislusnost allampolgarsag nemzetiseg cetatenie cetatenia uyruk uyrugu vatandaslik kewarganegaraan quoctich
kokuseki guoji гражданство национальность громадянство ιθαγενεια υπηκοοτητα εθνικοτητα אזרחות לאום الجنسية جنسية 国籍 國籍 국적
`,
      accepts: (value, { digits, letters }) =>
        letters > 1 && digits === 0 && value.length <= 48 && !/^(?:any|all|other|multiple|various)$/i.test(value),
      evidence: Evidence.person,
      captions: 'other',
      byLabel: true,
    },
  },
});
