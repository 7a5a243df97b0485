/**
 * The owner's own network as the way out: subnets and security groups that exist already, given by id. It may lead to hosts of that
 * network; which of them a call may reach is decided by the egress guard, from `privateHosts` and `privateRanges`. Endpoints of AWS
 * services are made only where the owner asks for them. Their policies hold the functions of this stack to what they need, and leave
 * everybody else in the VPC what they had, within this account.
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
  readonly service: 's3' | 'kms' | 'sts';
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
    const { vpc, subnets, securityGroups, vpcEndpoints, routeTables } = this.config;
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
      groupDescription: 'Portcullis: endpoints of AWS services, for its functions',
      securityGroupIngress: securityGroups.map((sourceSecurityGroupId) => ({
        ipProtocol: 'tcp',
        fromPort: 443,
        toPort: 443,
        sourceSecurityGroupId,
        description: 'Functions that call APIs',
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
  return new PolicyDocument({ statements: [...own, others] });
}
