/** What goes with the entrance of a deployment: a distribution, or a private REST API under a name of the owner's. */
import { isToken, type Refuse } from './fields.ts';

interface Settings {
  readonly entrance: 'cloudfront' | 'rest' | 'private';
  readonly entranceEndpoints: readonly string[];
  readonly domainNames: readonly string[];
  readonly certificateArn?: string | undefined;
  readonly hostedZone?: object | undefined;
  readonly waf: boolean;
  readonly webAclArn?: string | undefined;
  readonly originSecretVersion?: string | undefined;
  readonly regions: readonly string[];
}

/** Checks them together. */
export function checkEntrance(config: Settings, refuse: Refuse): void {
  const { entrance, entranceEndpoints, domainNames, certificateArn, hostedZone, waf, webAclArn } = config;
  const { originSecretVersion, regions } = config;
  if (entrance !== 'private') {
    if (entranceEndpoints.length > 0) refuse(['entranceEndpoints'], 'goes with entrance=private only');
    if (
      certificateArn !== undefined &&
      !isToken(certificateArn) &&
      !certificateArn.startsWith('arn:aws:acm:us-east-1:')
    )
      refuse(['certificateArn'], 'is no certificate of us-east-1, where CloudFront looks for it');
    return;
  }
  if (entranceEndpoints.length === 0)
    refuse(
      ['entranceEndpoints'],
      'is missing, and with entrance=private nothing else leads in: name VPC endpoints of execute-api',
    );
  if (domainNames.length !== 1)
    refuse(
      ['domainNames'],
      'has to be one name with entrance=private: pages and sign-in need one without a path before them',
    );
  if (certificateArn === undefined)
    refuse(['certificateArn'], 'is missing, and with entrance=private it is one of the region of the stack');
  const ofDistribution = Object.entries({ hostedZone, webAclArn, originSecretVersion, ...(waf && { waf }) });
  for (const [name, value] of ofDistribution)
    if (value !== undefined) refuse([name], 'is for a distribution, and with entrance=private there is none');
  if (regions.length > 1) refuse(['entrance'], 'can be private in one region only, because the endpoints belong to it');
}
