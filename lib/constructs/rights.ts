/**
 * Grants narrower than CDK's own helpers, which hand out `s3:GetObject*`, every version of a function and the indexes of
 * a table. One right, one action, one resource.
 */
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';

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

/** Items of a table, not of its indexes. Operations by their name: `GetItem`, `Query`, … */
export const mayUse = (grantee: IGrantable, table: ITableV2, ...operations: string[]): void =>
  mayUseArn(grantee, table.tableArn, ...operations);

/** The same of a table of another region. */
export const mayUseArn = (grantee: IGrantable, tableArn: string, ...operations: string[]): void =>
  allow(
    grantee,
    operations.map((each) => `dynamodb:${each}`),
    tableArn,
  );

/** Query on one index; not on the table itself. */
export const mayQueryIndex = (grantee: IGrantable, table: ITableV2, index: string): void =>
  allow(grantee, ['dynamodb:Query'], `${table.tableArn}/index/${index}`);

/**
 * Objects below a folder. Without the right to list, S3 answers 403 for an object that is not there (aws/objects.ts knows
 * it by the action that is named); granting it under a prefix would not help, because such a request names none.
 */
export const mayRead = (grantee: IGrantable, bucket: IBucket, folder: string): void =>
  allow(grantee, ['s3:GetObject'], bucket.arnForObjects(`${folder}/*`));

/** Puts objects below a folder, over existing ones too. */
export const mayWrite = (grantee: IGrantable, bucket: IBucket, folder: string): void =>
  allow(grantee, ['s3:PutObject'], bucket.arnForObjects(`${folder}/*`));

/** Deletes versions below a folder for good, one by one as they were read; it can neither list nor hide any. */
export const mayDiscard = (grantee: IGrantable, bucket: IBucket, folder: string): void =>
  allow(grantee, ['s3:DeleteObjectVersion'], bucket.arnForObjects(`${folder}/*`));

/** Writes objects where there are none: S3 refuses a put that does not ask for that. */
export const mayAdd = (grantee: IGrantable, bucket: IBucket, folder: string): void =>
  allow(grantee, ['s3:PutObject'], bucket.arnForObjects(`${folder}/*`), { Null: { 's3:if-none-match': 'false' } });

/** Lists the keys below a folder. */
export const mayListFolder = (grantee: IGrantable, bucket: IBucket, folder: string): void =>
  allow(grantee, ['s3:ListBucket'], bucket.bucketArn, { StringLike: { 's3:prefix': `${folder}/*` } });

/** Reads a table's stream; the table itself stays out of reach. */
export const mayFollow = (grantee: IGrantable, table: ITableV2): void =>
  allow(
    grantee,
    ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((each) => `dynamodb:${each}`),
    table.tableStreamArn as string,
  );

/** Deletes folders: lists them and removes what is in them. */
export function mayClear(grantee: IGrantable, bucket: IBucket, ...folders: string[]): void {
  for (const folder of folders) allow(grantee, ['s3:DeleteObject'], bucket.arnForObjects(`${folder}/*`));
  allow(grantee, ['s3:ListBucket'], bucket.bucketArn, {
    StringLike: { 's3:prefix': folders.map((each) => `${each}/*`) },
  });
}

/** The names of an encryption context: each of `names`, perhaps some of `others`, and nothing else. */
const contextOf = (names: readonly string[], others: readonly string[] = []) => ({
  'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': [...names, ...others] },
  // ForAllValues is true of nothing, too.
  Null: Object.fromEntries(names.map((name) => [`kms:EncryptionContext:${name}`, 'false'])),
});

/** Opens what is sealed for a server under these names in its encryption context (aws/credentials.ts), and nothing else. */
export const mayOpen = (grantee: IGrantable, key: IKey, names: readonly string[], others?: readonly string[]): void =>
  allow(grantee, ['kms:Decrypt'], key.keyArn, contextOf(names, others));

/** Makes data keys under these names in their encryption context, and opens none. */
export const maySeal = (grantee: IGrantable, key: IKey, names: readonly string[]): void =>
  allow(grantee, ['kms:GenerateDataKey'], key.keyArn, contextOf(names));

/**
 * Binds a credential that is sealed under the names `from` to an origin, without seeing it. KMS holds the source of a re-encryption
 * against ReEncryptFrom and what becomes of it against ReEncryptTo, so what has an origin never gets another one.
 */
export function mayBind(grantee: IGrantable, key: IKey, from: readonly string[]): void {
  allow(grantee, ['kms:ReEncryptFrom'], key.keyArn, contextOf(from));
  allow(grantee, ['kms:ReEncryptTo'], key.keyArn, contextOf(['serverId', 'origin']));
}

/** Invokes the function's latest version, no other version or alias. */
export const mayInvoke = (grantee: IGrantable, fn: IFunction): void =>
  allow(grantee, ['lambda:InvokeFunction'], fn.functionArn);
