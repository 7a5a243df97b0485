/**
 * The quotas of an account that a deployment needs: what the stack itself has of each (counted by its configuration), and what its use takes.
 * Service Quotas says what the account may have, not what others in it already use.
 */
import { ListServiceQuotasCommand, type ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { pagesOf } from '../core/lib/pages.ts';
import { type DeploymentConfig, edgesOf } from './config.ts';

/** One quota that is needed. */
export interface Need {
  /** Service code of Service Quotas. */
  readonly service: string;
  /** Name of the quota there. */
  readonly quota: RegExp;
  readonly label: string;
  readonly needed: number;
  /** Why so many, and what happens with fewer. */
  readonly why: string;
  /** CloudFront's quotas are read in us-east-1. */
  readonly isGlobal?: boolean;
}

/** A quota that was read. */
export interface Quota {
  readonly name: string;
  readonly value: number;
}

/** How a need is met. `unknown`: Service Quotas does not list the quota. */
export interface Judgement {
  readonly need: Need;
  readonly result: 'enough' | 'too low' | 'unknown';
  readonly value?: number;
}

/** Executions below which a handful of clients stop each other: a call is two, a stream is one. */
const USUAL_CONCURRENCY = 100;

/** The quotas that a configuration needs in one region. */
export function needsOf(config: DeploymentConfig): Need[] {
  const { lambdaConcurrency, egress, egressZones, mail } = config;
  return [
    {
      service: 'lambda',
      quota: /^Concurrent executions$/,
      label: 'Lambda: concurrent executions',
      needed: lambdaConcurrency ?? USUAL_CONCURRENCY,
      why:
        lambdaConcurrency === undefined
          ? 'A call takes two, a held stream one. A new account has ten, which a handful of clients uses up.'
          : 'lambdaConcurrency reserves shares of this number; with a lower quota the deployment fails.',
    },
    {
      service: 'dynamodb',
      quota: /^Maximum number of tables$/i,
      label: 'DynamoDB: tables',
      needed: 9,
      why: 'The tables of the stack. With none left the deployment fails.',
    },
    {
      service: 's3',
      quota: /^General purpose buckets$/i,
      label: 'S3: buckets',
      needed: config.entrance === 'private' ? 3 : 4,
      why: 'Bundles, descriptions, the archive of the audit log, and behind a distribution the dashboard.',
    },
    ...ofEntrance(config),
    {
      service: 'cognito-idp',
      quota: /^User pools per (Region|account)$/i,
      label: 'Cognito: user pools',
      needed: 1,
      why: 'The login.',
    },
    {
      service: 'iotcore',
      quota: /^Maximum concurrent client connections per account/i,
      label: 'IoT Core: connections',
      needed: 1_000,
      why: 'One for each held stream, and one for each call of more than a second.',
    },
    ...(mail
      ? [
          {
            service: 'ses',
            quota: /^Sending quota$/i,
            label: 'SES: mails a day',
            needed: 201,
            why: 'mail: an account in the sandbox of SES may send 200, and only to addresses that are verified. Ask for production access.',
          },
        ]
      : []),
    ...(egress === 'static'
      ? [
          {
            service: 'ec2',
            quota: /^EC2-VPC Elastic IPs$/i,
            label: 'EC2: Elastic IPs',
            needed: egressZones,
            why: 'egress=static: one address in each zone.',
          },
          {
            service: 'vpc',
            quota: /^VPCs per Region$/i,
            label: 'VPC: networks',
            needed: 1,
            why: 'egress=static: a network of its own.',
          },
          {
            service: 'vpc',
            quota: /^NAT gateways per Availability Zone$/i,
            label: 'VPC: NAT gateways of a zone',
            needed: 1,
            why: 'egress=static: one in each zone.',
          },
        ]
      : []),
  ];
}

/** What is wrong with the certificate of a private API's name in this region; undefined: nothing that is seen in its ARN. */
export function misplacedCertificate(
  { entrance, certificateArn = '' }: DeploymentConfig,
  region: string,
): string | undefined {
  const [, found = region] = /^arn:aws:acm:([^:]+):/.exec(certificateArn) ?? [];
  if (entrance !== 'private' || found === region) return undefined;
  return `certificateArn: is of ${found}, and with entrance=private the name needs one of ${region}. Request one there.`;
}

/** What the entrance needs: a distribution with its APIs, or a private API. */
function ofEntrance(config: DeploymentConfig): Need[] {
  const { entrance } = config;
  if (entrance === 'private') {
    return [
      {
        service: 'apigateway',
        quota: /^Private APIs per Region$/i,
        label: 'API Gateway: private APIs',
        needed: 1,
        why: 'entrance=private: dashboard, management, sign-in and MCP.',
      },
      {
        service: 'apigateway',
        quota: /^(Custom )?Private (custom )?domain names per Region$/i,
        label: 'API Gateway: private domain names',
        needed: 1,
        why: 'entrance=private: the name of the deployment.',
      },
    ];
  }
  const regions = 1 + edgesOf(config).length;
  return [
    {
      service: 'cloudfront',
      quota: /^Functions per AWS account$/i,
      label: 'CloudFront: functions',
      needed: 5,
      why: 'MCP, its challenges, the API’s entrance, registrations, pages.',
      isGlobal: true,
    },
    {
      service: 'cloudfront',
      quota: /^Web distributions per AWS account$|^Distributions per AWS account$/i,
      label: 'CloudFront: distributions',
      needed: 1,
      why: 'The distribution.',
      isGlobal: true,
    },
    {
      service: 'cloudfront',
      quota: /^Origins per distribution$/i,
      label: 'CloudFront: origins of a distribution',
      needed: 2 + 2 * regions,
      why: 'Dashboard, API, and two functions in each region.',
      isGlobal: true,
    },
    {
      service: 'apigateway',
      quota: /^(HTTP )?APIs per Region$|^Regional APIs per Region$/i,
      label: 'API Gateway: APIs',
      needed: entrance === 'rest' ? 2 : 1,
      why: 'The management API, and with entrance=rest the one for MCP clients.',
    },
  ];
}

/**
 * All quotas of a service in the client's region.
 * @throws errors of AWS
 */
export async function quotasOf(client: ServiceQuotasClient, ServiceCode: string): Promise<Quota[]> {
  const quotas: Quota[] = [];
  const read = (NextToken: string | undefined) =>
    client.send(
      new ListServiceQuotasCommand({ ServiceCode, MaxResults: 100, ...(NextToken !== undefined && { NextToken }) }),
    );
  for await (const { Quotas = [] } of pagesOf(read, ({ NextToken }) => NextToken)) {
    for (const { QuotaName, Value } of Quotas) {
      if (QuotaName !== undefined && Value !== undefined) quotas.push({ name: QuotaName, value: Value });
    }
  }
  return quotas;
}

/** Compares a need with the quotas of its service. */
export function judge(need: Need, quotas: readonly Quota[]): Judgement {
  const found = quotas.find(({ name }) => need.quota.test(name));
  if (!found) return { need, result: 'unknown' };
  return { need, result: found.value >= need.needed ? 'enough' : 'too low', value: found.value };
}
