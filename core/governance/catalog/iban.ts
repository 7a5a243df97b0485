import { looksLikeIban } from '../facts/iban.ts';
import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** International bank account numbers. */
export const iban = personalData({
  id: 'iban',
  title: 'IBAN',
  group: 'money',
  on: true,
  minimal: true,
  distinct: true,
  everywhere: true,
  finds: 'valid IBANs in any spelling',
  leaves: 'codes that fail mod 97',
  fields: {
    iban: {
      names: 'iban ibannumber ibanno ibancode internationalbankaccountnumber',
      accepts: (value) => looksLikeIban(value),
      evidence: Evidence.bank,
      parts: 'value number',
      isNumber: true,
      hasForm: true,
      byLabel: true,
      byUse: true,
    },
  },
});
