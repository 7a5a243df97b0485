import { personalData } from './kind.ts';

/** Addresses that no device has: all zeros, and the one for all. */
const NOBODYS = /^(?:0+|f+)$|^(?:00[:.-]?)+$|^(?:ff[:.-]?)+$/i;

/** MAC addresses. */
export const mac = personalData({
  id: 'mac',
  title: 'MAC addresses',
  group: 'network',
  on: true,
  finds: 'six hex pairs',
  leaves: 'times, fingerprints',
  fields: {
    mac: {
      names: `
mac macaddress macaddr hwaddr hardwareaddress ethernetaddress wifimac bluetoothmac bssid macadresse physicaladdressmac
`,
      accepts(value) {
        return (
          !NOBODYS.test(value) &&
          (/^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i.test(value) ||
            /^(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}$/i.test(value) ||
            /^[0-9a-f]{12}$/i.test(value))
        );
      },
      parts: 'value address',
      byLabel: true,
    },
  },
});
