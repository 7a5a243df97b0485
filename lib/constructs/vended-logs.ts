/**
 * The log group of a service that writes logs for its owner (Step Functions, API Gateway). Its name begins with `/aws/vendedlogs/`: for any other
 * name the service adds the group to the one resource policy of CloudWatch Logs in the region, which has 5,120 characters for the whole
 * account, so that in an account with many of them the stack could not be created
 * (docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html).
 */
import { Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';

/** Creates the group `/aws/vendedlogs/<stack>/<construct>-<id>`, which is deleted with its stack. */
export const vendedLogs = (scope: Construct, id: string, { logRetentionDays }: DeploymentConfig): LogGroup =>
  new LogGroup(scope, id, {
    logGroupName: `/aws/vendedlogs/${Stack.of(scope).stackName}/${Names.uniqueResourceName(scope, { maxLength: 100 })}-${id}`,
    retention: logRetentionDays as number,
    removalPolicy: RemovalPolicy.DESTROY,
  });
