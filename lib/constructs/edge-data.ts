/**
 * The data of a region beside home: replicas of the tables that requests read, which the home stack makes, and what is this
 * region's alone, its gates (design/regions.md), its sessions and its bucket of bundles.
 */
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, Billing, type ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { bundlesName, type ReplicatedTable, tableName } from '../regional.ts';
import { appendOnly, BUNDLES, keptOrEmptied, PRIVATE, sessionsTable } from './data.ts';

export class EdgeData extends Construct {
  readonly servers: ITableV2;
  readonly tokens: ITableV2;
  readonly audit: ITableV2;
  readonly gates: TableV2;
  readonly sessions: TableV2;
  readonly bundles: Bucket;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    const removalPolicy = config.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const replica = (tableId: string, name: ReplicatedTable) =>
      TableV2.fromTableName(this, tableId, tableName(config, name));
    this.servers = replica('Servers', 'servers');
    this.tokens = replica('Tokens', 'tokens');
    this.audit = replica('Audit', 'audit');
    this.keepAppendOnly(config);
    this.gates = new TableV2(this, 'Gates', {
      tableName: tableName(config, 'gates'),
      partitionKey: { name: 'gate', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: config.retainData,
      removalPolicy,
    });
    this.sessions = sessionsTable(this);
    this.bundles = new Bucket(this, 'Bundles', {
      ...PRIVATE,
      ...BUNDLES,
      ...keptOrEmptied(config),
      bucketName: bundlesName(config, Stack.of(this).region),
    });
  }

  /**
   * Puts the policy of the audit table on this region's replica. The table's own template can't: it takes no policy for a replica of
   * another region in the update that makes the replica, and leaves alone one that was put there by others (Amazon DynamoDB developer
   * guide, resource-based policy considerations). Nothing takes it away again: a replica that outlives its stack keeps it.
   */
  private keepAppendOnly(config: DeploymentConfig): void {
    new AwsCustomResource(this, 'AuditPolicy', {
      onUpdate: {
        service: 'DynamoDB',
        action: 'putResourcePolicy',
        parameters: {
          ResourceArn: this.audit.tableArn,
          Policy: Stack.of(this).toJsonString(appendOnly(config).toJSON()),
        },
        physicalResourceId: PhysicalResourceId.of(`${tableName(config, 'audit')}-policy`),
      },
      installLatestAwsSdk: false,
      logGroup: new LogGroup(this, 'AuditPolicyLogs', {
        retention: config.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      policy: AwsCustomResourcePolicy.fromStatements([
        new PolicyStatement({
          effect: Effect.ALLOW,
          actions: ['dynamodb:PutResourcePolicy'],
          resources: [this.audit.tableArn],
        }),
      ]),
    });
  }
}
