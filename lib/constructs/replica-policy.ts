/**
 * Sets the policy of the audit table on a replica. The template of the table cannot do so: CloudFormation accepts no policy
 * for a replica in the update that creates it, and does not change a policy that was set otherwise (Amazon DynamoDB
 * developer guide, resource-based policy considerations). The policy is not removed when the stack is deleted.
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
  /** Log group of the stack's function for AWS calls at deployment. */
  readonly logGroup: ILogGroup;
}

/** Sets the append-only policy on a replica of the audit table. */
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
