import { isIpText } from '../facts/ip.ts';
import { personalData } from './kind.ts';

/** IP addresses. */
export const ip = personalData({
  id: 'ip',
  title: 'IP addresses',
  group: 'network',
  on: true,
  finds: 'IPv4 and IPv6 addresses',
  leaves: 'versions, OIDs, CIDR blocks, loopback',
  fields: {
    ip: {
      names: `
ip ipaddress ipaddr ipv4 ipv6 ipv4address ipv6address clientip remoteip remoteaddr remoteaddress sourceip srcip dstip destip destinationip userip loginip lastip lastloginip signupip
registrationip publicip privateip xforwardedfor forwardedfor xrealip realip cfconnectingip trueclientip peerip peeraddress clientaddress sourceaddress sourceipaddress ipadresse adresseip direccionip indirizzoip ipadres ip地址
registeredip serverip forwarded currentsigninip lastsigninip
`,
      accepts: (value) => isIpText(value),
      parts: 'value address addr v4 v6 raw',
      byLabel: true,
      byUse: true,
    },
  },
  topics: {
    ip: 'ip ipv4 ipv6 address host',
  },
});
