/**
 * What several regions must agree on without asking each other: names, and with them the ARNs by which the home region's
 * functions reach into the others. Stacks of different regions share nothing else but key and function-URL addresses.
 */
import { Aws } from 'aws-cdk-lib';
import type { DeploymentConfig } from './config.ts';

/** Tables that DynamoDB replicates to every region (global tables). */
export type ReplicatedTable = 'servers' | 'tokens' | 'audit';

/** The last two are each region's own. */
export type NamedTable = ReplicatedTable | 'gates' | 'upstreamtokens';

/** Replicas have their table's name in every region. */
export const tableName = ({ stackName }: DeploymentConfig, table: NamedTable): string => `${stackName}-${table}`;

/** Name of a region's bucket of bundles. */
export const bundlesName = ({ stackName }: DeploymentConfig, region: string): string =>
  `${stackName.toLowerCase()}-bundles-${Aws.ACCOUNT_ID}-${region}`;

/** The secret of the distribution, replicated to every region under one name. */
export const originSecretName = ({ stackName }: DeploymentConfig): string => `${stackName}/origin`;

/** ARN of a table in a region. */
export const tableArn = (config: DeploymentConfig, table: NamedTable, region: string): string =>
  `arn:${Aws.PARTITION}:dynamodb:${region}:${Aws.ACCOUNT_ID}:table/${tableName(config, table)}`;

/** ARN of a region's bucket of bundles. */
export const bucketArn = (config: DeploymentConfig, region: string): string =>
  `arn:${Aws.PARTITION}:s3:::${bundlesName(config, region)}`;
