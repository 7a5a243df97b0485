import { ISO_DATE } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { NUMBER_PARTS, personalData } from './kind.ts';

/** A line of a passport's machine-readable zone (ICAO 9303). */
const MACHINE_READABLE = /^[A-Z0-9]{1,30}<[A-Z0-9<]{10,60}$/;

/** Passports and other travel documents. */
export const passport = personalData({
  id: 'passport',
  title: 'Passport numbers',
  group: 'identity',
  on: true,
  minimal: true,
  everywhere: true,
  finds: 'passport fields; numbers behind the word',
  leaves: 'other document numbers',
  fields: {
    passport: {
      names: `
paszportu passnr reisepassnr passin passinnumero pasnummer passinumero paspoortnr ryokenbango huzhao huzhaohao paspor nomorpaspor nopaspor sohochieu hochieu utlevelszam utlevel cislopasu pasaportno pasaport pasaportnumarasi numarpasaport numerpasu διαβατηριο αριθμοςδιαβατηριου דרכון מספרדרכון جوازالسفر رقمالجواز رقمجوازالسفر الجواز паспортныеданные паспортномер загранпаспорт 旅券番号 旅券 mrz mrzline mrzcode mrztext machinereadablezone
passport visanumber visano residencepermitnumber passportnumber passportno passportid passportnum numeropasaporte pasaporte numeropassaporto passaporto passaporte numeropasseport passeport
numerodepasseport reisepass reisepassnummer passnummer paspoort paspoortnummer paszport numerpaszportu traveldocumentnumber номерпаспорта серияпаспорта серияномерпаспорта 护照 护照号 护照号码 パスポート番号 여권번호
`,
      accepts: (value, { digits }) =>
        (digits >= 4 && value.length <= 20 && !ISO_DATE.test(value)) || MACHINE_READABLE.test(value),
      acceptsNumber: (digits) => digits >= 6 && digits <= 18,
      evidence: Evidence.contact,
      parts: `${NUMBER_PARTS} serianumer seriainumer serienumero seriesnumber documentnumber documentno line1 line2 line3 серия номер series seria numer numero nr`,
      hl7: ['PPN'],
      isNumber: true,
      namedInText: true,
      byLabel: true,
      byUse: true,
      mayRefer: true,
      mayBeMasked: true,
    },
  },
  topics: {
    passport: `
passport passports passnummer passnr reisepass pasaporte passeport passaporto passaporte paspoort paszport passportnumber reisepassnummer 护照 旅券
`,
  },
});
