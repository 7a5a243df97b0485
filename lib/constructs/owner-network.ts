/**
 * The owner's own network as the way out: subnets and security groups that exist already, given by id. It may lead to hosts of that
 * network; which of them a call may reach is decided by the egress guard, from `privateHosts` and `privateRanges`. Endpoints of AWS
 * services are made only where the owner asks for them. They answer for the whole VPC, so their policies hold the functions of this stack to
 * what they need and let everybody else use the service with identities of this account, and with requests that name no identity.
 */
import { Aws, Stack } from 'aws-cdk-lib';
import { CfnSecurityGroup, CfnVPCEndpoint } from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import type { CodeFunction, Network } from './code-function.ts';
import type { Egress } from './egress.ts';

/** One thing that a function needs from a service behind an endpoint. */
export interface Need {
  readonly fn: CodeFunction;
  readonly service: 's3' | 'kms' | 'sts' | 'secretsmanager' | 'ssm';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

/** The owner's network. */
export class OwnerNetwork extends Construct implements Egress {
  readonly network: Network;
  private readonly config: DeploymentConfig;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    this.config = config;
    this.network = { subnetIds: config.subnets, securityGroupIds: config.securityGroups };
  }

  /** Makes the endpoints that the configuration asks for. */
  makeEndpoints(needs: readonly Need[]): void {
    const { vpc, subnets, vpcEndpoints, routeTables } = this.config;
    if (vpc === undefined || vpcEndpoints.length === 0) return;
    const { region } = Stack.of(this);
    const shared = (service: Need['service']) => ({
      vpcId: vpc,
      serviceName: `com.amazonaws.${region}.${service}`,
      policyDocument: policyOf(needs, service),
    });
    if (vpcEndpoints.includes('s3')) {
      new CfnVPCEndpoint(this, 's3', { ...shared('s3'), vpcEndpointType: 'Gateway', routeTableIds: [...routeTables] });
    }
    const interfaces = vpcEndpoints.filter((service) => service !== 's3');
    if (interfaces.length === 0) return;
    const group = new CfnSecurityGroup(this, 'Endpoints', {
      vpcId: vpc,
      groupDescription: 'Portcullis: endpoints of AWS services',
      // With private DNS the name of the service leads here from everywhere in the VPC. The addresses are private.
      securityGroupIngress: [{ cidrIp: '0.0.0.0/0' }, { cidrIpv6: '::/0' }].map((source) => ({
        ...source,
        ipProtocol: 'tcp',
        fromPort: 443,
        toPort: 443,
        description: 'Everybody whom the name of the service leads here',
      })),
      // Endpoints answer and begin nothing; EC2 would allow everything where this is left out.
      securityGroupEgress: [
        { ipProtocol: 'icmp', fromPort: 252, toPort: 86, cidrIp: '255.255.255.255/32', description: 'Nothing' },
      ],
    });
    for (const service of interfaces) {
      new CfnVPCEndpoint(this, service, {
        ...shared(service),
        vpcEndpointType: 'Interface',
        subnetIds: [...subnets],
        securityGroupIds: [group.attrGroupId],
        privateDnsEnabled: true,
      });
    }
  }
}

function policyOf(needs: readonly Need[], service: Need['service']): PolicyDocument {
  const roles = [...new Set(needs.map(({ fn }) => fn))].map((fn) => fn.role?.roleArn ?? '');
  const own = needs
    .filter((need) => need.service === service)
    .map(
      ({ fn, actions, resources }) =>
        new PolicyStatement({
          effect: Effect.ALLOW,
          principals: [new AnyPrincipal()],
          actions: [...actions],
          resources: [...resources],
          conditions: { ArnEquals: { 'aws:PrincipalArn': fn.role?.roleArn } },
        }),
    );
  const others = new PolicyStatement({
    effect: Effect.ALLOW,
    principals: [new AnyPrincipal()],
    actions: [`${service}:*`],
    resources: ['*'],
    conditions: {
      StringEquals: { 'aws:PrincipalAccount': Aws.ACCOUNT_ID },
      ArnNotEquals: { 'aws:PrincipalArn': roles },
    },
  });
  return new PolicyDocument({ statements: [...own, others, ...unsignedOf(service, roles)] });
}

/**
 * What others in the VPC may do without an identity of this account. Signing in to AWS with a token of an identity provider is not signed.
 * Objects of S3 are also read without a signature, or by a signature of somebody else (package mirrors, presigned addresses).
 */
function unsignedOf(service: Need['service'], roles: readonly string[]): readonly PolicyStatement[] {
  const shared = { effect: Effect.ALLOW, principals: [new AnyPrincipal()], resources: ['*'] };
  if (service === 'sts') {
    return [new PolicyStatement({ ...shared, actions: ['sts:AssumeRoleWithSAML', 'sts:AssumeRoleWithWebIdentity'] })];
  }
  if (service === 's3') {
    return [
      new PolicyStatement({
        ...shared,
        actions: ['s3:GetObject'],
        conditions: { ArnNotEquals: { 'aws:PrincipalArn': roles } },
      }),
    ];
  }
  return [];
}
