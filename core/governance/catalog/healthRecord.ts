import { ISO_DATE, UUID } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Positions in an image (DICOM): `-249.5\\-458.5\\314`. */
const IMAGE_POSITION = /\\|^-?\d+\.\d+$/;

/** Medical records and health insurance. */
export const healthRecord = personalData({
  id: 'health-record',
  title: 'Medical record numbers',
  group: 'health',
  on: true,
  minimal: true,
  everywhere: true,
  finds: 'record and health insurance numbers by field',
  leaves: 'ids of encounters and orders',
  fields: {
    healthRecord: {
      names: `
patientennummer patientennr numeropatient numeropaciente patientnr numerpacjenta numutente numeroutente numerodeutente hospitalno hospitalnum nhinumber nhino
kvnummer krankenversicherungsnummer krankenversicherungsnr versichertennr krankenkassennummer egknummer carteassurancemaladie tesserasanitaria numerotesserasanitaria cartaosus numerosus cns numerocns numerocartaosus tarjetasanitaria numerotarjetasanitaria zorgpolis polisnummerzorg verzekerdennummer verzekerdenummer hokenshobango hokenshabango hihokenshabango 保険証番号 被保険者番号 保険者番号 医保卡号 社保卡号 номерполиса kelaelakortti sjukforsakringsnummer medicalcardnumber healthcareid memberhealthid patientrecordnumber chartno
mrn medicalrecord medicalrecordnumber medicalrecordno medicalid patientnumber patnumber patientno patientmrn healthid healthcardnumber healthcard healthinsurancenumber
insurancenumber insurancepolicynumber insurancememberid insuranceid healthplanid healthplannumber beneficiaryid memberinsuranceid medicaid medicaidid medicaidnumber medicarebeneficiaryid mbi
subscriberidinsurance krankenversichertennummer versichertennummer kvnr hospitalnumber chartnumber healthinsuranceid cartevitale
`,
      accepts(value, { digits }) {
        return (
          digits >= 3 &&
          value.length <= 30 &&
          !ISO_DATE.test(value) &&
          !IMAGE_POSITION.test(value) &&
          !(value.length === 36 && UUID.test(value))
        );
      },
      acceptsNumber: (digits) => digits >= 4,
      evidence: Evidence.contact,
      parts: 'number value no',
      hl7: ['MR', 'MC', 'MA', 'PI'],
      isNumber: true,
      namedInText: true,
      byLabel: true,
      mayRefer: true,
    },
  },
  topics: {
    health: 'mrn medical patient chart',
  },
});
