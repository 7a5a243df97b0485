/**
 * How functions leave for APIs when it is not by Lambda's own network. Lambda connects a function to a VPC with the function's role; the
 * actions for that are denied to the function's own code.
 */
import { Aws } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CodeFunction, Network } from './code-function.ts';

/** A network for the functions that call APIs. */
export interface Egress {
  readonly network: Network;
  /** The source addresses of calls, separated by commas, where they are known. */
  readonly addresses?: string;
}

/** Actions that Lambda needs for a function in a VPC (Lambda developer guide, "Required IAM permissions"). */
const INTERFACE_ACTIONS = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/** Lets Lambda attach the function to the network, but denies these actions to the function's code (same section). */
export function mayConnect(fn: CodeFunction): void {
  fn.addToRolePolicy(new PolicyStatement({ effect: Effect.ALLOW, actions: INTERFACE_ACTIONS, resources: ['*'] }));
  fn.addToRolePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      actions: INTERFACE_ACTIONS,
      resources: ['*'],
      // With a wildcard, because the ARN of the function in the policy of its role would be a circular dependency.
      conditions: {
        ArnLike: { 'lambda:SourceFunctionArn': `arn:${Aws.PARTITION}:lambda:*:${Aws.ACCOUNT_ID}:function:*` },
      },
    }),
  );
}
