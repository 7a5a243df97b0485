import { personalData } from './kind.ts';

/** Health data. */
export const health = personalData({
  id: 'health',
  title: 'Health data',
  group: 'optional',
  on: false,
  finds: 'diagnosis, medication, allergy, treatment and medical note fields',
  leaves: '',
  fields: {
    health: {
      names: `
diagnosis diagnose condition allergies allergy medication bloodtype bloodgroup icd10 symptoms
medicalnotes medicalnote medicalhistory medicalcondition medicalconditions healthcondition healthconditions healthstatus diagnoses medications prescribedmedication treatmentnotes clinicalnotes clinicalnote patientnotes hivstatus pregnancystatus
diagnosen krankengeschichte vorerkrankungen medikamente antecedentsmedicaux traitementmedical diagnostico antecedentesmedicos medicamentos historiaclinica diagnosi anamnesi
`,
      accepts: (_value, { letters }) => letters > 0,
    },
  },
});
