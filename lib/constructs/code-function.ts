/**
 * A Lambda function: Node 24 on arm64, one bundled ES module, a log group with retention, and a role that may only write
 * to that log group. Further rights are granted one by one by the construct that creates the function.
 */
import { type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { ISecurityGroup, IVpc } from 'aws-cdk-lib/aws-ec2';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  type TenancyConfig,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EnvironmentName } from '../../aws/lib/environment.ts';
import { bundleOf, type Entry } from '../bundles.ts';

/** The VPC and security group of a function. */
interface OwnNetwork {
  readonly vpc: IVpc;
  readonly securityGroup: ISecurityGroup;
}

/** Subnets and security groups that exist already, by id. */
interface GivenNetwork {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
}

/** The network of a function. */
export type Network = OwnNetwork | GivenNetwork;

/** Properties of a {@link CodeFunction}. */
export interface CodeFunctionProps {
  readonly entry: Entry;
  /** The folder of its code, where that is more than the entry's bundle; empty of use where only the template is wanted. */
  readonly codeOf?: (isNeeded: boolean) => string;
  readonly description: string;
  /** Megabytes; CPU grows with it (1,769 MB is one vCPU). */
  readonly memory: number;
  readonly timeout: Duration;
  readonly logRetentionDays: RetentionDays;
  /**
   * Lambda logs no lines of its own (START, END, REPORT) for invocations that succeed: they are $0.17 a million. Those of failures stay.
   */
  readonly logsFailuresOnly?: boolean;
  readonly environment?: Partial<Record<EnvironmentName, string>>;
  readonly tenancy?: TenancyConfig;
  /** Reserved concurrency: concurrent executions that are kept for the function, and its limit. */
  readonly reserved?: number | undefined;
  /** Unset: the network of Lambda, with access to the internet. */
  readonly network?: Network | undefined;
}

/** A Lambda function: Node on arm64, bundled code, a log group with retention. */
export class CodeFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: CodeFunctionProps) {
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: props.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `${Stack.of(scope).stackName} ${props.description}`.slice(0, 200),
    });
    super(scope, id, {
      code: Code.fromAsset(
        (props.codeOf ?? ((isNeeded) => bundleOf(props.entry, isNeeded)))(Stack.of(scope).bundlingRequired),
      ),
      handler: 'index.handler',
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memory,
      timeout: props.timeout,
      role,
      logGroup,
      // The level of these lines can only be chosen in Lambda's JSON format; ours are JSON in either (aws/lib/log.ts).
      ...(props.logsFailuresOnly === true && {
        loggingFormat: LoggingFormat.JSON,
        systemLogLevelV2: SystemLogLevel.WARN,
      }),
      environment: props.environment as Record<string, string>,
      tenancyConfig: props.tenancy,
      ...(props.network &&
        'vpc' in props.network && { vpc: props.network.vpc, securityGroups: [props.network.securityGroup] }),
      ...(props.reserved !== undefined && { reservedConcurrentExecutions: props.reserved }),
    });
    // CDK takes the network of a function from its own constructs, for which it would look zones up in an account.
    if (props.network && 'subnetIds' in props.network) {
      const { subnetIds, securityGroupIds } = props.network;
      (this.node.defaultChild as CfnFunction).vpcConfig = {
        subnetIds: [...subnetIds],
        securityGroupIds: [...securityGroupIds],
      };
    }
    logGroup.grantWrite(role);
  }
}
