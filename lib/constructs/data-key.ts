/**
 * One KMS key of the account's own for what the stack stores, where the owner wants it (`dataKey=own`): tables, buckets, log groups, the
 * secret of the distribution, the queue of failures and the variables of functions. AWS encrypts all of these in any case; with a key of
 * its own an account can see each use in CloudTrail, and take the data away from everybody by disabling it. Set on the resources of a
 * stack that is otherwise complete, so that no other construct knows of it. Left out are the files of the dashboard, which anybody may
 * load, and the vault of backups, whose key cannot be changed.
 */
import { Aws, Stack } from 'aws-cdk-lib';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct, IConstruct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';
import { kept } from './kept.ts';

/** Services that use the key for whoever may use the store itself; rights on stores stay where they are given (rights.ts). */
const STORES = ['dynamodb', 's3', 'sqs', 'secretsmanager'];

/** Does nothing without `dataKey=own`. Call it once everything else in `place` is made. */
export function encryptStores(place: Construct, { dataKey }: DeploymentConfig): void {
  if (dataKey !== 'own') return;
  const key = new Key(place, 'DataKey', {
    description: 'Portcullis: tables, buckets, logs, secret, queue and variables of functions',
    enableKeyRotation: true,
    // The locked archive and backups stay whatever becomes of the stack, and cannot be read without it.
    removalPolicy: kept({ retainData: true }),
  });
  allowUse(key);
  for (const each of place.node.findAll()) encrypt(each, key);
}

function allowUse(key: Key): void {
  const { account, region, partition } = Stack.of(key);
  const throughStores = {
    'kms:CallerAccount': account,
    'kms:ViaService': STORES.map((service) => `${service}.${region}.amazonaws.com`),
  };
  const ofStores = (actions: readonly string[], conditions: Readonly<Record<string, object>> = {}) =>
    key.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new AnyPrincipal()],
        actions: [...actions],
        resources: ['*'],
        conditions: { StringEquals: throughStores, ...conditions },
      }),
    );
  ofStores(['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey']);
  // Tables work by grants. Nobody may give another person one.
  ofStores(['kms:CreateGrant'], { Bool: { 'kms:GrantIsForAWSResource': 'true' } });
  key.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:Describe*'],
      resources: ['*'],
      conditions: {
        ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*` },
      },
    }),
  );
}

function encrypt(construct: IConstruct, key: Key): void {
  const { keyArn } = key;
  if (construct instanceof CfnGlobalTable) {
    construct.addPropertyOverride('SSESpecification', { SSEEnabled: true, SSEType: 'KMS' });
    construct.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: keyArn });
  } else if (construct instanceof CfnBucket && !isPublic(construct)) {
    construct.bucketEncryption = {
      serverSideEncryptionConfiguration: [
        { bucketKeyEnabled: true, serverSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: keyArn } },
      ],
    };
  } else if (construct instanceof CfnLogGroup) construct.kmsKeyId = keyArn;
  else if (construct instanceof CfnSecret) construct.kmsKeyId = keyArn;
  else if (construct instanceof CfnQueue) construct.kmsMasterKeyId = keyArn;
  else if (construct instanceof CodeFunction) {
    (construct.node.defaultChild as CfnFunction).kmsKeyArn = keyArn;
    // Lambda opens the variables with the function's role. Whoever may only look at the function does not see them.
    construct.addToRolePolicy(
      new PolicyStatement({
        actions: ['kms:Decrypt'],
        resources: [keyArn],
        conditions: { StringEquals: { 'kms:ViaService': `lambda.${Aws.REGION}.amazonaws.com` } },
      }),
    );
  }
}

/** The bucket of the dashboard, which the distribution reads for everybody. */
const isPublic = (bucket: CfnBucket): boolean => /\/Site(\/|$)/.test(bucket.node.path);
