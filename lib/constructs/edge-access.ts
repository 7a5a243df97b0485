/**
 * The variables and rights by which functions of the home region work in the other regions: close gates, store and delete
 * bundles, publish, and check whether replication has arrived. Nothing with one region.
 */
import { Stack } from 'aws-cdk-lib';
import { Effect, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { type DeploymentConfig, edgesOf } from '../config.ts';
import { bucketArn, bundlesName, tableArn, tableName } from '../regional.ts';
import type { Push } from './push.ts';

/** The variable EDGE_REGIONS (aws/regions/edges.ts); none with one region. */
export function edgeVariables(scope: Construct, config: DeploymentConfig, push: Push): { EDGE_REGIONS?: string } {
  const edges = edgesOf(config).map((region) => ({
    region,
    gates: tableName(config, 'gates'),
    bundles: bundlesName(config, region),
    push: push.endpointIn(region),
    upstreamTokens: tableName(config, 'upstreamtokens'),
  }));
  return edges.length > 0 ? { EDGE_REGIONS: Stack.of(scope).toJsonString(edges) } : {};
}

/** Rights of the functions that make a bundle live. */
export function grantDistributeInEdges(grantee: IGrantable, config: DeploymentConfig, push: Push): void {
  for (const region of edgesOf(config)) {
    allow(grantee, 's3:PutObject', `${bucketArn(config, region)}/bundles/*`);
    allowClearing(grantee, config, region);
    allow(grantee, 'dynamodb:GetItem', tableArn(config, 'servers', region));
    push.grantPublishIn(region, grantee, 'srv');
  }
}

/** Rights of the management API. Kept answers are stored in the region of the call. */
export function grantManageInEdges(grantee: IGrantable, config: DeploymentConfig, push: Push): void {
  for (const region of edgesOf(config)) {
    allow(grantee, 'dynamodb:UpdateItem', tableArn(config, 'gates', region));
    allow(grantee, 'dynamodb:GetItem', tableArn(config, 'tokens', region));
    allow(grantee, 's3:GetObject', `${bucketArn(config, region)}/answers/*`);
    // Of a server that is being deleted.
    for (const action of ['dynamodb:Query', 'dynamodb:DeleteItem'])
      allow(grantee, action, tableArn(config, 'upstreamtokens', region));
    allowClearing(grantee, config, region);
    push.grantPublishIn(region, grantee, 'mcp', 'srv');
  }
}

/** Rights of a function that ends sessions: close gates of tokens, close streams, and wait for replication. */
export function grantRevokeInEdges(grantee: IGrantable, config: DeploymentConfig, push: Push): void {
  for (const region of edgesOf(config)) {
    allow(grantee, 'dynamodb:UpdateItem', tableArn(config, 'gates', region), {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['token:*'] },
    });
    allow(grantee, 'dynamodb:GetItem', tableArn(config, 'tokens', region));
    push.grantPublishIn(region, grantee, 'mcp');
  }
}

function allowClearing(grantee: IGrantable, config: DeploymentConfig, region: string): void {
  allow(grantee, 's3:DeleteObject', `${bucketArn(config, region)}/bundles/*`);
  allow(grantee, 's3:ListBucket', bucketArn(config, region), { StringLike: { 's3:prefix': ['bundles/*'] } });
}

function allow(grantee: IGrantable, action: string, resource: string, conditions?: Record<string, object>): void {
  grantee.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: [action],
      resources: [resource],
      ...(conditions && { conditions }),
    }),
  );
}
