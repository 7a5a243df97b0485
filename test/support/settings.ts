/** Settings of a deployment that several tests of templates use. */

/** A certificate where CloudFront looks for it, and a zone of Route 53. */
export const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e';
/** Reached from the owner's network alone. */
export const PRIVATE = {
  entrance: 'private' as const,
  domainNames: ['mcp.corp.example.com'],
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e',
  entranceEndpoints: ['vpce-0a1b2c3d4e5f60718', 'vpce-0a1b2c3d4e5f60719'],
};
export const ZONE = { id: 'Z0123456789ABC', name: 'example.com' };

/** The owner's own network, with hosts that may be reached in it. */
export const OWN_NETWORK = {
  egress: 'vpc' as const,
  vpc: 'vpc-0a1b2c3d4e5f60718',
  subnets: ['subnet-0a1b2c3d4e5f60718', 'subnet-0a1b2c3d4e5f60719'],
  securityGroups: ['sg-0a1b2c3d4e5f60718'],
  privateHosts: ['orders.internal', 'api.corp.example.com'],
  privateRanges: ['10.20.0.0/16', 'fd12:3456::/32'],
};

/** The same with endpoints of all services. */
export const NETWORK_WITH_ENDPOINTS = {
  ...OWN_NETWORK,
  vpcEndpoints: ['s3' as const, 'kms' as const, 'sts' as const],
  routeTables: ['rtb-0a1b2c3d'],
};

/** Backups with all that goes with them. */
export const BACKUP = {
  backup: 'daily' as const,
  backupRetentionDays: 90,
  backupLock: 'compliance' as const,
  backupCopyTo: 'arn:aws:backup:eu-central-1:123456789012:backup-vault:Copies',
};

export const OIDC = {
  name: 'Company',
  issuer: 'https://login.example.com/tenant',
  clientId: 'portcullis',
  clientSecret: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:login-AbCdEf',
  scopes: ['openid', 'email', 'profile', 'groups'],
  groupsClaim: 'groups',
};

export const SAML = {
  name: 'Company',
  metadataUrl: 'https://login.example.com/metadata.xml',
  emailAttribute: 'email',
  nameAttribute: 'name',
  groupsAttribute: 'groups',
};
