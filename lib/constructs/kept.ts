/**
 * What becomes of a resource with data when its stack goes. CloudFormation also keeps a resource with the policy Retain when the stack's
 * creation fails and is rolled back, where it holds nothing yet and costs money or occupies its name. So whatever can be deleted then is.
 * Tables and user pools cannot: they are protected against deletion, and a rollback that has to delete them would fail
 * (lib/leftovers.ts says what to do with those).
 */
import { RemovalPolicy } from 'aws-cdk-lib';
import type { DeploymentConfig } from '../config.ts';

type Settings = Pick<DeploymentConfig, 'retainData'>;

/** For resources that are not protected against deletion. */
export const kept = ({ retainData }: Settings): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** For tables and user pools: kept, and protected against deletion. */
export const keptAndProtected = ({ retainData }: Settings) => ({
  deletionProtection: retainData,
  removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
});
