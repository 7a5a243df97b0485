import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Social security numbers of the United States. */
export const ssn = personalData({
  id: 'ssn',
  title: 'US social security numbers',
  group: 'identity',
  on: true,
  minimal: true,
  everywhere: true,
  finds: 'ssn fields; ddd-dd-dddd with valid parts',
  leaves: 'nine digits without context',
  fields: {
    ssn: {
      names: `
ssnumber ssn socialsecuritynumber socialsecurity socialsecurityno ssnnumber ssnlast4 ssn4 ssnlastfour usssn socsecnum
`,
      accepts: (value, { digits }) => digits >= 4 && value.length <= 16,
      acceptsNumber: (digits) => digits >= 4 && digits <= 9,
      evidence: Evidence.contact,
      parts: 'number value last4 full',
      hl7: ['SS', 'SB'],
      isNumber: true,
      byLabel: true,
      mayRefer: true,
      mayBeMasked: true,
    },
  },
  topics: {
    ssn: `
ssn ssns social socials sozialversicherungsnummer sozialversicherung spolecznego ubezpieczenia социального страхования 社会保障番号 社会保障 사회보장번호 socialsecurity socsec
`,
  },
});
