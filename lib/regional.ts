/**
 * Fixed resource names and their ARNs, by which functions of the home region use resources of other regions. Stacks of
 * different regions share only these, the ARNs of keys, and the function URLs.
 */
import { Aws } from 'aws-cdk-lib';
import type { DeploymentConfig } from './config.ts';

/** Tables that DynamoDB replicates to every region (global tables). */
export type ReplicatedTable = 'servers' | 'tokens' | 'audit';

/** Tables with fixed names. `gates` and `upstreamtokens` are separate tables in each region. */
export type NamedTable = ReplicatedTable | 'gates' | 'upstreamtokens';

/** Name of a table, the same in each region. */
export const tableName = ({ stackName }: DeploymentConfig, table: NamedTable): string => `${stackName}-${table}`;

/** Name of a region's bundles bucket. */
export const bundlesName = ({ stackName }: DeploymentConfig, region: string): string =>
  `${stackName.toLowerCase()}-bundles-${Aws.ACCOUNT_ID}-${region}`;

/** Name of the distribution's secret, which is replicated to every region. */
export const originSecretName = ({ stackName }: DeploymentConfig): string => `${stackName}/origin`;

/** ARN of a table in a region. */
export const tableArn = (config: DeploymentConfig, table: NamedTable, region: string): string =>
  `arn:${Aws.PARTITION}:dynamodb:${region}:${Aws.ACCOUNT_ID}:table/${tableName(config, table)}`;

/** ARN of a region's bundles bucket. */
export const bucketArn = (config: DeploymentConfig, region: string): string =>
  `arn:${Aws.PARTITION}:s3:::${bundlesName(config, region)}`;
