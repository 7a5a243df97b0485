/** How calls to APIs leave, and what of the owner's own network they may reach. */
import { z } from 'zod';
import { refusalOfPrivateName } from '../../core/lib/url/privateNames.ts';
import { refusalOfRange } from '../../core/lib/url/publicAddress.ts';
import { idsOf, listOf, type Refuse, referable } from './fields.ts';

/** Characters of all private hosts together, because a function's environment has 4 KB. */
const MAX_PRIVATE_HOSTS_LENGTH = 300;

/** The settings. */
export const networkSettings = {
  /**
   * Source addresses of calls to APIs: changing ones of AWS (`internet`), or Elastic IPs of a NAT gateway in each of
   * `egressZones` availability zones (`static`), $36.50 a month each and $0.045 per gigabyte. Or those of the owner's own network (`vpc`),
   * with `vpc`, `subnets` and `securityGroups`.
   */
  egress: z.enum(['internet', 'static', 'vpc']).default('internet'),
  /** Id of the VPC; needed for `vpcEndpoints` only. */
  vpc: referable(/^vpc-[0-9a-f]{8,17}$/, 'is no id such as vpc-0a1b2c3d').optional(),
  /** Subnets of the two functions that make requests, best in two availability zones. */
  subnets: idsOf('subnet', 16),
  /** Security groups of these functions. They decide what the functions may reach in the network, and need no ingress rule. */
  securityGroups: idsOf('sg', 5),
  /** Endpoints of AWS services to make in that VPC, because nothing there leads to these services yet. */
  vpcEndpoints: z
    .array(z.enum(['s3', 'kms', 'sts', 'secretsmanager', 'ssm']))
    .max(5)
    .default([]),
  /** Route tables of the subnets, for the endpoint of S3. */
  routeTables: idsOf('rtb', 16),
  /** Names of hosts in the owner's network that servers may use. No other private host can be reached. */
  privateHosts: listOf(refusalOfPrivateName, 20).refine(
    (names) => names.join(',').length <= MAX_PRIVATE_HOSTS_LENGTH,
    `has more than ${MAX_PRIVATE_HOSTS_LENGTH} characters`,
  ),
  /** CIDR blocks in which all addresses of these hosts must lie. */
  privateRanges: listOf(refusalOfRange, 10),
  /** With `egress=static`: in how many availability zones a NAT gateway with an address of its own stands. */
  egressZones: z.int().min(1).max(3).default(2),
};

/** The settings of the owner's own network belong together. */
export function checkNetwork(
  config: z.infer<z.ZodObject<typeof networkSettings>> & { readonly regions: readonly string[] },
  refuse: Refuse,
): void {
  const { egress, vpc, subnets, securityGroups, vpcEndpoints, routeTables, privateHosts, privateRanges, regions } =
    config;
  if (egress !== 'vpc') {
    const given = Object.entries({
      vpc,
      subnets,
      securityGroups,
      vpcEndpoints,
      routeTables,
      privateHosts,
      privateRanges,
    });
    for (const [name, value] of given) {
      if (value !== undefined && value.length > 0) refuse([name], 'goes with egress=vpc only');
    }
    return;
  }
  if (subnets.length === 0) refuse(['subnets'], 'is missing, and egress is vpc');
  if (securityGroups.length === 0) refuse(['securityGroups'], 'is missing, and egress is vpc');
  if (vpcEndpoints.length > 0 && vpc === undefined)
    refuse(['vpc'], 'is missing, and vpcEndpoints are to be made in it');
  if (vpcEndpoints.includes('s3') !== routeTables.length > 0) {
    refuse(['routeTables'], 'and the endpoint of s3 in vpcEndpoints go together');
  }
  if (privateHosts.length > 0 !== privateRanges.length > 0) {
    refuse(
      ['privateRanges'],
      'and privateHosts go together: names without addresses, or addresses without names, allow nothing',
    );
  }
  if (regions.length > 1) refuse(['egress'], 'can be vpc in one region only, because subnets belong to a region');
}
