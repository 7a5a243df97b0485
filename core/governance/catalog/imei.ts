import { personalData } from './kind.ts';

/** Numbers of devices and SIM cards. */
export const imei = personalData({
  id: 'imei',
  title: 'Device numbers',
  group: 'network',
  on: true,
  finds: 'IMEI, IMSI and ICCID fields',
  leaves: 'device ids',
  fields: {
    imei: {
      names: 'imei imeis imeinumber imei2 imsi iccid meid',
      accepts: (value, { digits }) => digits >= 14 && value.length <= 24,
      acceptsNumber: (digits) => digits >= 14,
      isNumber: true,
      byLabel: true,
      mayRefer: true,
    },
  },
  topics: {
    imei: 'imei',
  },
});
