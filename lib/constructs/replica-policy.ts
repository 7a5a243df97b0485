/**
 * Puts the policy of the audit table on a region's replica. The table's own template can't: CloudFormation takes no policy for a replica
 * of another region in the update that makes the replica, and leaves alone one that was put there by others (Amazon DynamoDB developer
 * guide, resource-based policy considerations). Nothing takes it away again: a replica that outlives its stack keeps it.
 */
import { Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { appendOnly } from './data.ts';

interface ReplicaPolicyProps {
  readonly config: DeploymentConfig;
  readonly audit: ITableV2;
  /** Of the stack's one function for such calls. */
  readonly logGroup: ILogGroup;
}

/** Puts the append-only policy on a replica of the audit table. */
export class ReplicaPolicy extends Construct {
  constructor(scope: Construct, id: string, { config, audit, logGroup }: ReplicaPolicyProps) {
    super(scope, id);
    new AwsCustomResource(this, 'Put', {
      onUpdate: {
        service: 'DynamoDB',
        action: 'putResourcePolicy',
        parameters: {
          ResourceArn: audit.tableArn,
          Policy: Stack.of(this).toJsonString(appendOnly(config).toJSON()),
        },
        physicalResourceId: PhysicalResourceId.of(`${audit.tableName}-policy`),
      },
      installLatestAwsSdk: false,
      logGroup,
      policy: AwsCustomResourcePolicy.fromStatements([
        new PolicyStatement({
          effect: Effect.ALLOW,
          actions: ['dynamodb:PutResourcePolicy'],
          resources: [audit.tableArn],
        }),
      ]),
    });
  }
}
