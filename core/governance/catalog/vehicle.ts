import { personalData } from './kind.ts';

/** Number plates and vehicle numbers. */
export const vehicle = personalData({
  id: 'vehicle',
  title: 'Vehicles',
  group: 'optional',
  on: false,
  finds: 'number plates and VINs',
  leaves: '',
  fields: {
    vehicle: {
      names: `
vin vinnumber vehicleidentificationnumber licenseplate licenceplate platenumber numberplate plate registrationplate kennzeichen fahrgestellnummer immatriculation matricula kenteken
`,
      accepts: (value, { digits }) => digits >= 1 && value.length <= 20,
    },
  },
});
