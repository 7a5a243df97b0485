/**
 * The data of a region other than home: replicas of the tables that requests read, which the home stack creates, and the
 * region's own gates (design/regions.md), sessions, upstream tokens and bundles bucket.
 */
import { Stack } from 'aws-cdk-lib';
import { AttributeType, Billing, type ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { bundlesName, type ReplicatedTable, tableName } from '../regional.ts';
import { BUNDLES, keptOrEmptied, PRIVATE, sessionsTable, upstreamTokensTable } from './data.ts';
import { keptAndProtected } from './kept.ts';

/** Tables and buckets of a region other than home. */
export class EdgeData extends Construct {
  readonly servers: ITableV2;
  readonly tokens: ITableV2;
  readonly audit: ITableV2;
  readonly gates: TableV2;
  readonly sessions: TableV2;
  readonly upstreamTokens: TableV2;
  readonly bundles: Bucket;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    const replica = (tableId: string, name: ReplicatedTable) =>
      TableV2.fromTableName(this, tableId, tableName(config, name));
    this.servers = replica('Servers', 'servers');
    this.tokens = replica('Tokens', 'tokens');
    this.audit = replica('Audit', 'audit');
    this.gates = new TableV2(this, 'Gates', {
      tableName: tableName(config, 'gates'),
      partitionKey: { name: 'gate', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...keptAndProtected(config),
    });
    this.sessions = sessionsTable(this);
    this.upstreamTokens = upstreamTokensTable(this, config);
    this.bundles = new Bucket(this, 'Bundles', {
      ...PRIVATE,
      ...BUNDLES,
      ...keptOrEmptied(config),
      bucketName: bundlesName(config, Stack.of(this).region),
    });
  }
}
