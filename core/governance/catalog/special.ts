/**
 * What the law protects most besides health: GDPR articles 9 and 10, CPRA §1798.140(ae). Named are the law's own words; what they say in one
 * word alone (`party`, `union`, `conviction`) also names events, tables and marketing. Race and religion as bare words are in gender.ts.
 */
import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Special categories of personal data. */
export const special = personalData({
  id: 'special',
  title: 'Special categories',
  group: 'identity',
  on: true,
  finds:
    'sexual orientation, political opinions, beliefs, origin, union membership, disabilities, convictions, genetic and biometric data by field',
  leaves: 'parties of candidates, unions as organisations',
  fields: {
    special: {
      names: `
sexualorientation orientationsexuelle sexuelleorientierung orientacionsexual orientacaosexual orientamentosessuale seksuelegeaardheid orientacjaseksualna sexuellorientering
sexlife genderidentity identitedegenre identidaddegenero geschlechtsidentitat geschlechtsidentitaet
politicalopinion politicalopinions politicalaffiliation politicalviews politicalview politicalbeliefs politischemeinung opinionpolitique opinionspolitiques opinionpolitica opinionespoliticas opiniaopolitica
religiousbelief religiousbeliefs religiousaffiliation religiousdenomination philosophicalbeliefs philosophicalbelief konfession religionszugehorigkeit religionszugehoerigkeit confessionreligieuse confesionreligiosa
ethnicorigin racialorigin ethnicgroup ethnischeherkunft origineethnique origenetnico origemetnica racaoucor origineetnica
tradeunion tradeunionmembership unionmembership tradeunionmember gewerkschaft gewerkschaftszugehorigkeit gewerkschaftsmitglied appartenancesyndicale affiliationsyndicale afiliacionsindical filiacaosindical
disability disabilities disabilitystatus disabilitytype behinderung schwerbehinderung handicap discapacidad deficiencia invalidite gradobehinderung graddembehinderung gdb
criminalrecord criminalrecords criminalconviction criminalconvictions criminalhistory criminaloffence criminaloffences criminaloffense criminaloffenses priorconvictions vorstrafen vorstrafe fuhrungszeugnis fuehrungszeugnis casierjudiciaire antecedentespenales antecedentescriminais
geneticdata genotype dnaprofile biometricdata biometrictemplate fingerprinttemplate facetemplate voiceprint irisscan
immigrationstatus citizenshipstatus aufenthaltsstatus
`,
      accepts: (value, { letters, digits }) => (letters > 0 || digits > 0 ? value.length <= 4_000 : false),
      evidence: Evidence.person,
      captions: 'other',
      byLabel: true,
    },
  },
});
