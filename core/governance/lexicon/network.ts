/** Field names of network addresses and device numbers. */

export const IP_FIELDS = `
ip ipaddress ipaddr ipv4 ipv6 ipv4address ipv6address clientip remoteip remoteaddr remoteaddress sourceip srcip dstip destip destinationip userip loginip lastip lastloginip signupip
registrationip hostip publicip privateip xforwardedfor forwardedfor xrealip realip cfconnectingip trueclientip peerip peeraddress clientaddress sourceaddress sourceipaddress ipadresse adresseip direccionip indirizzoip ipadres ip地址
registeredip serverip forwarded currentsigninip lastsigninip
`;

export const MAC_FIELDS = `mac macaddress macaddr hwaddr hardwareaddress ethernetaddress wifimac bluetoothmac bssid macadresse physicaladdressmac`;

export const IMEI_FIELDS = `imei imeis imeinumber imei2 imsi iccid meid`;
