/**
 * Fixed source addresses for calls to APIs: a VPC with a NAT gateway and an Elastic IP in each zone, used only by the
 * functions that make requests to the internet. It does not change which hosts they may call; the egress guard also
 * refuses the private addresses of this network.
 */
import { CfnOutput, Fn, Stack } from 'aws-cdk-lib';
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
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import type { Network } from './code-function.ts';
import type { Egress } from './egress.ts';
import { kept } from './kept.ts';

/** The network with fixed source addresses. */
export class StaticEgress extends Construct implements Egress {
  readonly network: Network;
  /** The Elastic IPs, separated by commas. */
  readonly addresses: string;

  constructor(scope: Construct, id: string, { egressZones, retainData }: DeploymentConfig) {
    super(scope, id);
    const addresses = Array.from({ length: egressZones }, (_, zone) => {
      const address = new CfnEIP(this, `Address${zone + 1}`, { domain: 'vpc' });
      // APIs may have the address in their allow lists.
      address.applyRemovalPolicy(kept({ retainData }));
      return address;
    });
    this.addresses = Fn.join(
      ',',
      addresses.map(({ ref }) => ref),
    );
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.119.0.0/22'),
      // Without an account CDK knows two zones of a region, and would make no more.
      ...(Stack.of(this).availabilityZones.length < egressZones
        ? { availabilityZones: addresses.map((_, zone) => Fn.select(zone, Fn.getAzs())) }
        : { maxAzs: egressZones }),
      natGateways: egressZones,
      natGatewayProvider: NatProvider.gateway({
        eipAllocationIds: addresses.map(({ attrAllocationId }) => attrAllocationId),
      }),
      subnetConfiguration: [
        { name: 'Out', subnetType: SubnetType.PUBLIC, cidrMask: 28, mapPublicIpOnLaunch: false },
        { name: 'Functions', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 24 },
      ],
      // The default group is unused. Restricting it would need a function with rights on all security groups of the account.
      restrictDefaultSecurityGroup: false,
      // Free, and avoids the NAT gateway's price per gigabyte for bundles.
      gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
    });
    const securityGroup = new SecurityGroup(this, 'Outwards', {
      vpc,
      description: 'Portcullis: functions that call APIs; nobody calls them',
      allowAllOutbound: false,
    });
    // APIs may use any port; the egress guard limits each server to the port of its API.
    securityGroup.addEgressRule(Peer.anyIpv4(), Port.allTcp(), 'APIs at their ports');
    this.network = { vpc, securityGroup };
    new CfnOutput(this, 'EgressAddresses', {
      value: this.addresses,
      description: 'What an API that allows listed addresses alone has to list',
    });
  }
}
