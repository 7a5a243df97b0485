/**
 * Where a deployment cannot be: services that every region of one needs, some for one entrance alone, with the commercial regions that lack them, and the partitions
 * without CloudFront. Lists of a date: AWS adds regions from time to time, so `npm run preflight` tells of a service that is missing, and only
 * another partition is refused.
 */

import type { DeploymentConfig } from './config.ts';

type Entrance = Pick<DeploymentConfig, 'entrance'>;

/** A service, and where it is not. */
interface Service {
  readonly label: string;
  /** Whose list it is, and of when. */
  readonly source: string;
  readonly missingIn: ReadonlySet<string>;
  /** The entrance that needs it; undefined: each. */
  readonly entrance?: DeploymentConfig['entrance'];
}

/** What every region of a deployment needs and some lack. */
export const SERVICES: readonly Service[] = [
  {
    label: 'Lambda: function URLs (entrance=rest goes without)',
    entrance: 'cloudfront',
    source: 'cfn-lint 1.58, November 2026',
    missingIn: new Set([
      'ap-east-2',
      'ap-south-2',
      'ap-southeast-4',
      'ap-southeast-5',
      'ap-southeast-6',
      'ap-southeast-7',
      'ca-west-1',
      'eu-central-2',
      'il-central-1',
      'me-central-1',
      'mx-central-1',
    ]),
  },
  {
    // No type of CloudFormation stands for it: the stack asks IoT Core for its endpoint.
    label: 'IoT Core, which tells held streams what changes',
    source: 'endpoints of botocore 1.43 and 1.44',
    missingIn: new Set([
      'af-south-1',
      'ap-east-2',
      'ap-northeast-3',
      'ap-south-2',
      'ap-southeast-3',
      'ap-southeast-4',
      'ap-southeast-6',
      'ap-southeast-7',
      'ca-west-1',
      'eu-central-2',
      'mx-central-1',
    ]),
  },
];

/** Regions of other partitions, where there is no CloudFront or another one: GovCloud, China, isolated and sovereign ones. */
const OTHER_PARTITION = /^(us-gov|us-iso|us-isob|eu-isoe|us-isof|cn|eusc)-/;

/** What a region lacks, one line each; empty where a deployment can be. */
export function missingIn(region: string, { entrance }: Entrance): string[] {
  if (OTHER_PARTITION.test(region))
    return ['CloudFront: this region is of another partition, in which Portcullis does not run.'];
  return SERVICES.filter((service) => service.missingIn.has(region) && (service.entrance ?? entrance) === entrance).map(
    ({ label, source }) => `${label}, by ${source}. Deploy to another region, or ask AWS whether it is here now.`,
  );
}

/** Throws Error for a region in which no deployment can be. */
export function refuseOtherPartition(region: string | undefined): void {
  if (region === undefined || !OTHER_PARTITION.test(region)) return;
  throw new Error(
    `AWS_REGION: ${region} is of another partition than CloudFront. Choose a commercial region, such as eu-west-1.`,
  );
}
