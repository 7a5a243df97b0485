/**
 * Fixed addresses for what leaves towards APIs: a VPC of its own with a NAT gateway and an Elastic IP in each zone, and nothing in it
 * but the functions that reach the internet. It changes from where they call and not whom they may call: the egress guard decides that,
 * and refuses the private addresses of this network like any other.
 */
import { Aws, CfnOutput, Fn, RemovalPolicy } from 'aws-cdk-lib';
import {
  CfnEIP,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  NatProvider,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import type { CodeFunction, Network } from './code-function.ts';

/** What Lambda itself does with the role of a function in a VPC (Lambda developer guide, "Required IAM permissions"). */
const INTERFACE_ACTIONS = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/** The network with fixed addresses for the functions that call APIs. */
export class StaticEgress extends Construct {
  readonly network: Network;
  /** The Elastic IPs, with commas between them. */
  readonly addresses: string;

  constructor(scope: Construct, id: string, { egressZones, retainData }: DeploymentConfig) {
    super(scope, id);
    const addresses = Array.from({ length: egressZones }, (_, zone) => {
      const address = new CfnEIP(this, `Address${zone + 1}`, { domain: 'vpc' });
      // Others have it in their allow lists; a new one would lock us out there.
      address.applyRemovalPolicy(retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
      return address;
    });
    this.addresses = Fn.join(
      ',',
      addresses.map(({ ref }) => ref),
    );
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.119.0.0/22'),
      maxAzs: egressZones,
      natGateways: egressZones,
      natGatewayProvider: NatProvider.gateway({
        eipAllocationIds: addresses.map(({ attrAllocationId }) => attrAllocationId),
      }),
      subnetConfiguration: [
        { name: 'Out', subnetType: SubnetType.PUBLIC, cidrMask: 28, mapPublicIpOnLaunch: false },
        { name: 'Functions', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 24 },
      ],
      // Nothing is in the default group; emptying it would take a function with rights over every group of the account.
      restrictDefaultSecurityGroup: false,
      // Free, and bundles do not pay the gateway's price by the gigabyte.
      gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
    });
    const securityGroup = new SecurityGroup(this, 'Outwards', {
      vpc,
      description: 'Portcullis: functions that call APIs; nobody calls them',
      allowAllOutbound: false,
    });
    // APIs may listen at any port; the guard holds each server to its own.
    securityGroup.addEgressRule(Peer.anyIpv4(), Port.allTcp(), 'APIs at their ports');
    this.network = { vpc, securityGroup };
    new CfnOutput(this, 'EgressAddresses', {
      value: this.addresses,
      description: 'What an API that allows listed addresses alone has to list',
    });
  }

  /** Lets Lambda connect the function to the network, and the function's own code not (Lambda developer guide, same section). */
  connect(fn: CodeFunction): void {
    fn.addToRolePolicy(new PolicyStatement({ effect: Effect.ALLOW, actions: INTERFACE_ACTIONS, resources: ['*'] }));
    fn.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: INTERFACE_ACTIONS,
        resources: ['*'],
        // By its own logical name: a function's ARN in its role's policy would be a circle.
        conditions: {
          ArnLike: { 'lambda:SourceFunctionArn': `arn:${Aws.PARTITION}:lambda:*:${Aws.ACCOUNT_ID}:function:*` },
        },
      }),
    );
  }
}
