/**
 * Versions of the functions for MCP clients behind an alias, where the owner wants environments that are always warm
 * (`provisionedConcurrency`) or a deployment that reaches a tenth of the requests first and is taken back when they fail (`canary`). Without
 * either, requests reach the functions themselves and nothing of this is made. The sandbox has no part in it: Lambda provisions no
 * environments for functions with an environment for each tenant, and a call takes the sandbox that is there.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import type { CodeFunction } from './code-function.ts';

/** Functions that end in an error or by their time, in a minute, at which a deployment is taken back. */
const FAILURES = 5;

interface Functions<Kind extends IFunction> {
  readonly rpc: Kind;
  readonly stream: Kind;
}

/** What requests are sent to: aliases, or the functions as they are. */
export function rollOut(
  scope: Construct,
  { provisionedConcurrency, canary }: DeploymentConfig,
  { rpc, stream }: Functions<CodeFunction>,
): Functions<IFunction> {
  if (provisionedConcurrency === undefined && !canary) return { rpc, stream };
  const live = (id: string, fn: CodeFunction, provisionedConcurrentExecutions?: number) => {
    const alias = new Alias(scope, `${id}Live`, {
      aliasName: 'live',
      version: fn.currentVersion,
      ...(provisionedConcurrentExecutions !== undefined && { provisionedConcurrentExecutions }),
    });
    if (canary) shiftGradually(scope, id, alias);
    return alias;
  };
  return { rpc: live('Rpc', rpc, provisionedConcurrency), stream: live('Stream', stream) };
}

function shiftGradually(scope: Construct, id: string, alias: Alias): void {
  const failed = new Alarm(scope, `${id}Failing`, {
    metric: alias.metricErrors({ period: Duration.minutes(1), statistic: 'Sum' }),
    alarmDescription: `${Stack.of(scope).stackName}: the new version of a function for MCP clients fails, and its deployment is taken back. What to do: design/runbook.md#canary`,
    threshold: FAILURES,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  new LambdaDeploymentGroup(scope, `${id}Rollout`, {
    alias,
    deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
    alarms: [failed],
  });
}
