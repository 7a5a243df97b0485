import { ISO_DATE } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { NUMBER_PARTS, personalData } from './kind.ts';

/** Driver licences. */
export const driverLicense = personalData({
  id: 'driver-license',
  title: 'Driver licence numbers',
  group: 'identity',
  on: true,
  minimal: true,
  everywhere: true,
  finds: 'driver licence fields',
  leaves: 'software licences',
  fields: {
    driverLicense: {
      names: `
driverlicense driverslicense drivinglicense drivinglicence driverlicence driverslicence driverlicensenumber driverslicensenumber driverslicenseno drivinglicensenumber drivinglicencenumber driverlicenseno dlnumber dlno driverlicensenum
oln olnnumber operatorlicense operatorlicensenumber operatorslicense licencedriver permisconduire numeropermis fuhrerschein fuhrerscheinnummer rijbewijs rijbewijsnummer licenciaconducir carnetconducir patente cnh numerocnh korkortsnummer prawojazdy 驾照 驾驶证号
`,
      accepts: (value, { digits }) => digits >= 4 && value.length <= 30 && !ISO_DATE.test(value),
      acceptsNumber: (digits) => digits >= 4,
      evidence: Evidence.contact,
      parts: NUMBER_PARTS,
      hl7: ['DL'],
      isNumber: true,
      namedInText: true,
      byLabel: true,
      mayRefer: true,
    },
  },
  topics: {
    licence: 'licence driver drivers driving dl fuhrerschein permis rijbewijs conducir',
  },
});
