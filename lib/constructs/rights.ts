/**
 * Grants that are narrower than the helpers of CDK, which include `s3:GetObject*`, all versions of a function and the
 * indexes of a table.
 */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';

function allow(grantee: IGrantable, actions: string[], resource: string, conditions?: Record<string, unknown>): void {
  grantee.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions,
      resources: [resource],
      ...(conditions ? { conditions: conditions as Record<string, Record<string, string>> } : {}),
    }),
  );
}

/** Operations (`GetItem`, `Query`, …) on a table, not on its indexes. */
export const mayUse = (grantee: IGrantable, table: ITableV2, ...operations: string[]): void =>
  mayUseArn(grantee, table.tableArn, ...operations);

/** Operations on a table by its ARN, e.g. one in another region. */
export const mayUseArn = (grantee: IGrantable, tableArn: string, ...operations: string[]): void =>
  allow(
    grantee,
    operations.map((each) => `dynamodb:${each}`),
    tableArn,
  );

/** Operations on the rows of a table whose partition key begins with one of the prefixes. */
export const mayUseRows = (
  grantee: IGrantable,
  table: ITableV2,
  prefixes: readonly string[],
  ...operations: string[]
): void =>
  allow(
    grantee,
    operations.map((each) => `dynamodb:${each}`),
    table.tableArn,
    { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((each) => `${each}*`) } },
  );

/**
 * Reads single rows of a table, and of them these attributes alone (Amazon DynamoDB Developer Guide, “Using IAM policy conditions for
 * fine-grained access control”).
 */
export const mayReadAttributes = (grantee: IGrantable, table: ITableV2, attributes: readonly string[]): void =>
  allow(grantee, ['dynamodb:GetItem'], table.tableArn, {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] },
    // Without a projection a request names no attribute but the key, and gets all.
    StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  });

/** Queries on one index, not on the table itself. */
export const mayQueryIndex = (grantee: IGrantable, table: ITableV2, index: string): void =>
  allow(grantee, ['dynamodb:Query'], `${table.tableArn}/index/${index}`);

/**
 * Reads objects in a folder. Without the right to list, S3 answers 403 for a missing object; aws/services/objects.ts recognizes that
 * by the action in the message. A right to list with a prefix would not change it, because GetObject has no prefix.
 */
export const mayRead = (grantee: IGrantable, bucket: IBucket, folder: string): void =>
  allow(grantee, ['s3:GetObject'], bucket.arnForObjects(`${folder}/*`));

/** Writes objects in a folder, and may replace existing ones. */
export const mayWrite = (grantee: IGrantable, bucket: IBucket, folder: string): void =>
  allow(grantee, ['s3:PutObject'], bucket.arnForObjects(`${folder}/*`));

/** Permanently deletes versions of objects in a folder, by version id; neither lists them nor adds delete markers. */
export const mayDiscard = (grantee: IGrantable, bucket: IBucket, folder: string): void =>
  allow(grantee, ['s3:DeleteObjectVersion'], bucket.arnForObjects(`${folder}/*`));

/** Writes new objects only: S3 refuses a PutObject without If-None-Match. */
export const mayAdd = (grantee: IGrantable, bucket: IBucket, folder: string): void =>
  allow(grantee, ['s3:PutObject'], bucket.arnForObjects(`${folder}/*`), { Null: { 's3:if-none-match': 'false' } });

/** Lists the objects in a folder. */
export const mayListFolder = (grantee: IGrantable, bucket: IBucket, folder: string): void =>
  allow(grantee, ['s3:ListBucket'], bucket.bucketArn, { StringLike: { 's3:prefix': `${folder}/*` } });

/** Reads the stream of a table, not the table itself. */
export const mayFollow = (grantee: IGrantable, table: ITableV2): void =>
  allow(
    grantee,
    ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((each) => `dynamodb:${each}`),
    table.tableStreamArn as string,
  );

/** Lists and deletes the objects in folders. */
export function mayClear(grantee: IGrantable, bucket: IBucket, ...folders: string[]): void {
  for (const folder of folders) allow(grantee, ['s3:DeleteObject'], bucket.arnForObjects(`${folder}/*`));
  allow(grantee, ['s3:ListBucket'], bucket.bucketArn, {
    StringLike: { 's3:prefix': folders.map((each) => `${each}/*`) },
  });
}

/** Conditions on an encryption context: it must have all of `names`, may have some of `others`, and nothing else. */
const contextOf = (names: readonly string[], others: readonly string[] = []) => ({
  'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': [...names, ...others] },
  // ForAllValues is also true for an empty context.
  Null: Object.fromEntries(names.map((name) => [`kms:EncryptionContext:${name}`, 'false'])),
});

/** Decrypts ciphertexts with these names in their encryption context (aws/credentials.ts), and no others. */
export const mayOpen = (grantee: IGrantable, key: IKey, names: readonly string[], others?: readonly string[]): void =>
  allow(grantee, ['kms:Decrypt'], key.keyArn, contextOf(names, others));

/** Generates data keys with these names in their encryption context; cannot decrypt them. */
export const maySeal = (grantee: IGrantable, key: IKey, names: readonly string[]): void =>
  allow(grantee, ['kms:GenerateDataKey'], key.keyArn, contextOf(names));

/**
 * Binds a credential to an origin by re-encryption, without seeing it. ReEncryptFrom requires the encryption context `from`
 * and ReEncryptTo one with an origin, so a credential with an origin cannot be bound to another one.
 */
export function mayBind(grantee: IGrantable, key: IKey, from: readonly string[]): void {
  allow(grantee, ['kms:ReEncryptFrom'], key.keyArn, contextOf(from));
  allow(grantee, ['kms:ReEncryptTo'], key.keyArn, contextOf(['serverId', 'origin']));
}

/** Assumes roles, with an external ID. What the roles may do is said by their owners. */
export function mayAssume(grantee: IGrantable, roles: readonly string[]): void {
  for (const role of roles) allow(grantee, ['sts:AssumeRole'], role, { Null: { 'sts:ExternalId': 'false' } });
}

/** Reads secrets of Secrets Manager and parameters of Systems Manager by their ARNs. Whether it may decrypt one under a key of the owner's, that key says. */
export function mayReadSecrets(grantee: IGrantable, arns: readonly string[]): void {
  for (const arn of arns) {
    allow(grantee, [arn.includes(':ssm:') ? 'ssm:GetParameter' : 'secretsmanager:GetSecretValue'], arn);
  }
}

/** Backs tables up into a vault by AWS Backup, and copies what is there to another vault; restores and deletes nothing. */
export function mayBackUp(
  grantee: IGrantable,
  tables: readonly ITableV2[],
  vaultArn: string,
  copyTo: string | undefined,
): void {
  const operations = ['StartAwsBackupJob', 'DescribeTable', 'DescribeContinuousBackups', 'ListTagsOfResource'];
  for (const table of tables) mayUse(grantee, table, ...operations);
  allow(grantee, ['backup:DescribeBackupVault'], vaultArn);
  if (copyTo === undefined) return;
  allow(grantee, ['backup:CopyFromBackupVault'], vaultArn);
  allow(grantee, ['backup:CopyIntoBackupVault'], copyTo);
}

/**
 * Backs up a bucket with AWS Backup: what AWSBackupServiceRolePolicyForS3Backup of AWS allows for all buckets, for one. AWS Backup lists what has
 * changed by an inventory and by a rule of EventBridge, both of which it makes itself.
 */
export function mayBackUpObjects(grantee: IGrantable, bucket: IBucket): void {
  const inventory = ['GetInventoryConfiguration', 'PutInventoryConfiguration'];
  const notification = ['GetBucketNotification', 'PutBucketNotification'];
  const reading = ['ListBucket', 'ListBucketVersions', 'GetBucketVersioning', 'GetBucketLocation'];
  const told = ['GetBucketTagging', 'GetBucketAcl'];
  const ofBucket = [...inventory, ...notification, ...reading, ...told];
  const ofObjects = ['GetObject', 'GetObjectAcl', 'GetObjectTagging'].flatMap((each) => [
    each,
    each.replace('Object', 'ObjectVersion'),
  ]);
  const ofRule = ['PutRule', 'DeleteRule', 'DescribeRule', 'EnableRule', 'DisableRule'];
  const ofTargets = ['PutTargets', 'RemoveTargets', 'ListTargetsByRule'];
  const stack = Stack.of(bucket);
  const rules = stack.formatArn({ service: 'events', resource: 'rule', resourceName: 'AwsBackupManagedRule*' });
  allow(
    grantee,
    ofBucket.map((each) => `s3:${each}`),
    bucket.bucketArn,
  );
  allow(
    grantee,
    ofObjects.map((each) => `s3:${each}`),
    bucket.arnForObjects('*'),
  );
  allow(
    grantee,
    [...ofRule, ...ofTargets].map((each) => `events:${each}`),
    rules,
  );
  // Neither can be limited to a resource (Service Authorization Reference).
  allow(grantee, ['events:ListRules', 'cloudwatch:GetMetricData'], '*');
}

/** Describes executions of a state machine. CDK's own grant cuts the name from the ARN, which cannot be done with one of another stack. */
export const mayDescribeExecutions = (grantee: IGrantable, { stateMachineName, stack }: StateMachine): void =>
  allow(
    grantee,
    ['states:DescribeExecution'],
    stack.formatArn({
      service: 'states',
      resource: 'execution',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      resourceName: `${stateMachineName}:*`,
    }),
  );

/** Sends messages to a queue, and reads none. */
export const maySend = (grantee: IGrantable, queue: IQueue): void =>
  allow(grantee, ['sqs:SendMessage'], queue.queueArn);

/** Invokes the latest version of a function, no other version or alias. */
export const mayInvoke = (grantee: IGrantable, fn: IFunction): void =>
  allow(grantee, ['lambda:InvokeFunction'], fn.functionArn);
