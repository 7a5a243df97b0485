/** From which network calls to APIs leave: Lambda's, fixed addresses, or the owner's own. */
import type { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import type { DeploymentConfig } from '../config.ts';

type Endpoint = 's3' | 'kms' | 'sts' | 'secretsmanager' | 'ssm';
type Settings = Partial<
  Pick<
    DeploymentConfig,
    'egress' | 'egressZones' | 'vpc' | 'subnets' | 'securityGroups' | 'vpcEndpoints' | 'routeTables'
  >
>;

/** Options of {@link PortcullisNetwork.inVpc}. */
export interface VpcOptions {
  /**
   * Subnets of the two functions that call APIs, best in two availability zones.
   * @default private subnets with a way out
   */
  readonly subnets?: SubnetSelection;
  /** Security groups of these functions. They decide what the functions may reach in the network, and need no ingress rule. */
  readonly securityGroups: readonly ISecurityGroup[];
  /**
   * Endpoints of AWS services to make in the VPC, because nothing there leads to these services yet.
   * @default none
   */
  readonly endpoints?: readonly Endpoint[];
}

/** Ids in place of constructs, for {@link PortcullisNetwork.ofIds}. */
export interface VpcIds {
  /**
   * Needed for `endpoints` only.
   * @default none
   */
  readonly vpc?: string;
  readonly subnets: readonly string[];
  readonly securityGroups: readonly string[];
  /** @default none */
  readonly endpoints?: readonly Endpoint[];
  /**
   * Route tables of the subnets, for the endpoint of S3.
   * @default none
   */
  readonly routeTables?: readonly string[];
}

/** From which network calls to APIs leave. */
export class PortcullisNetwork {
  /** Changing addresses of AWS. */
  static internet(): PortcullisNetwork {
    return new PortcullisNetwork({ egress: 'internet' });
  }

  /**
   * Elastic IPs of a NAT gateway in each availability zone: $36.50 a month each and $0.045 per gigabyte (list prices).
   * @param zones 1 to 3
   */
  static staticAddresses(zones = 2): PortcullisNetwork {
    return new PortcullisNetwork({ egress: 'static', egressZones: zones });
  }

  /** A VPC of yours. `privateHosts` and `privateRanges` say which of its hosts may be called. */
  static inVpc(vpc: IVpc, { subnets, securityGroups, endpoints = [] }: VpcOptions): PortcullisNetwork {
    const selected = vpc.selectSubnets(subnets);
    return PortcullisNetwork.ofIds({
      ...(endpoints.length > 0 && { vpc: vpc.vpcId }),
      subnets: selected.subnetIds,
      securityGroups: securityGroups.map(({ securityGroupId }) => securityGroupId),
      endpoints,
      ...(endpoints.includes('s3') && {
        routeTables: [...new Set(selected.subnets.map(({ routeTable }) => routeTable.routeTableId))],
      }),
    });
  }

  /** The same by ids, of a VPC that is in no CDK app. */
  static ofIds({ vpc, subnets, securityGroups, endpoints = [], routeTables = [] }: VpcIds): PortcullisNetwork {
    return new PortcullisNetwork({
      egress: 'vpc',
      ...(vpc !== undefined && { vpc }),
      subnets: [...subnets],
      securityGroups: [...securityGroups],
      vpcEndpoints: [...endpoints],
      routeTables: [...routeTables],
    });
  }

  /** @internal */
  readonly settings: Settings;

  private constructor(settings: Settings) {
    this.settings = settings;
  }
}
