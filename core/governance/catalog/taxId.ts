import { ISO_DATE } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { type FieldKindRule, INDIAN_PAN, NUMBER_PARTS, personalData } from './kind.ts';

/** Of the United Kingdom. In India a UTR is the reference of a bank transfer. */
const UTR = /^\d{5} ?\d{5}K?$/;

const accepts: FieldKindRule['accepts'] = (value, { digits }, name) =>
  name.endsWith('utr')
    ? UTR.test(value)
    : (digits >= 5 && value.length <= 24 && !ISO_DATE.test(value)) || INDIAN_PAN.test(value);

/** Tax numbers. */
export const taxId = personalData({
  id: 'tax-id',
  title: 'Tax numbers',
  group: 'identity',
  on: true,
  minimal: true,
  everywhere: true,
  finds: 'tax number fields; VAT numbers of people',
  leaves: 'VAT numbers of companies',
  fields: {
    /** Tax numbers: personal unless the object is an organisation. */
    taxId: {
      names: `
stcd1 stcd2 stcd3 stcd4 stcd5
nomornpwp masothue mst panno numerocontribuinte contribuinte numfiscal codefiscal nofiscal referencefiscale numeroimpots steuernr steueridentnr steueridentnummer steueridentifikationsnr steuerlicheidentifikationsnummer identifikationsnummersteuer fiscaalnummer rsin skattenummer adoszam adoazonositojel dph vergino verginumarasi vergikimlikno αφμ иннфизлица الرقمالضريبي 納税者番号 税号 纳税人识别号
inn npwp nit ruc afm dic adoazonosito cif krapin taxcode taxno taxidno fiscalid fiscalnumber taxpayeridentificationnumber uniquetaxpayerreference nif niff steueridnummer idnr taxreference taxref taxfileno numerodeidentificacionfiscal
taxid taxidnumber taxidentificationnumber taxnumber taxpayerid taxpayernumber tin tinnumber ein itin steuernummer steuerid steueridnr numerofiscal numfiscal identificacionfiscal codigofiscal nip utr pannumber pancard
`,
      accepts,
      acceptsNumber: (digits) => digits >= 6 && digits <= 18,
      evidence: Evidence.tax,
      parts: NUMBER_PARTS,
      hl7: ['TAX'],
      isNumber: true,
      namedInText: true,
      byLabel: true,
      mayRefer: true,
      mayBeMasked: true,
    },
    /** Tax numbers of companies: personal only in a person's record. */
    vat: {
      names: `
stceg vat vatid vatnumber vatno ustid ustidnr partitaiva piva cnpj abn btw btwnummer tvaintracommunautaire gstin gst
`,
      accepts,
      mayRefer: true,
    },
  },
  topics: {
    tax: 'tax taxpayer taxpayers steuer steuernr idnr tin ein itin taxid steuernummer',
  },
});
