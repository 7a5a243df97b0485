/** Names of machines, of their fields and of DNS records, whose addresses are nobody's. */

/** Machines in a cluster or a cloud, before `ip` in the name of a field; a part of a pattern. */
export const IP_OWNERS = 'pod|host|node|cluster|loadbalancer|gateway|nameserver|dnsserver|container|vm';
/** Objects that are machines, or their interfaces and networks. */
export const MACHINES =
  /^(?:(?:virtual)?machines?|vms?|droplets?|instances?|servers?|nodes?|pods?|clusters?|loadbalancers?|resolvers?|nodebalancers?|floatingips?|reservedips?|elasticips?|(?:private|public|external|internal)(?:ip)?(?:addresses|networks?)|networkinterfaces?|ipv6addresses|associations?|nics?|ipconfigurations?|frontendipconfigurations?|subnets?|vpcs?|nameservers?)$/;
/** Fields of DNS records, of network interfaces and of machines in a cloud. */
export const MACHINE_FIELDS =
  /^(?:netmask|subnetmask|prefixlen(?:gth)?|ipprefixlen|subnetid|vpcid|vnetid|networkinterfaceid|instanceid|instancetype|dropletid|imageid|hypervisor|hostuuid|vcpus?|flavou?r|gatewayipv4|nodename|podname|targetref|containerid|fqdns?|defaultroute|dnsptr|ptrrecord|reversedns|rdns)$/;
/** DNS records, and sets of them. */
export const DNS_RECORDS = /^(?:resource|dns|zone)records?$|^(?:resource)?recordsets?$/;
/** The values of DNS records and of network settings. */
export const MACHINE_ADDRESSES =
  /^(?:value|values|content|data|rdata|rrdatas?|target|routetarget|network|address|answers?|records?|ip|ips|ipaddress|gateway|v[46]|ipv[46]s?)$/;
