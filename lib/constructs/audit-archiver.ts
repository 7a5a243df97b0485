/**
 * Copies the audit trail out of its table: a function on the table's stream that writes signed, chained batches into the archive bucket
 * (design/audit.md). It exists once, in the home region, whose replica's stream carries the entries of all regions. Its key signs
 * manifests and nothing else, and the key's own policy lets nobody but this function sign with it.
 */
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';
import type { Data } from './data.ts';
import { mayAdd, mayFollow, mayListFolder, mayRead } from './rights.ts';

/** The stream keeps changes for 24 hours; an archiver that is this far behind needs a person long before. */
const LATE = Duration.hours(1);

/**
 * The function that moves the audit table's changes into the archive, with its event source mapping and its signing
 * key.
 */
export class AuditArchiver extends Construct {
  readonly archive: CodeFunction;
  /** P-256; its public part verifies the archive anywhere. */
  readonly key: Key;

  constructor(scope: Construct, id: string, { config, data }: { config: DeploymentConfig; data: Data }) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: 'Portcullis: signs the manifests of the audit archive',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: config.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.archive = new CodeFunction(this, 'Archive', {
      entry: 'audit-archiver/handler',
      description: 'Archives the audit trail',
      memory: 512,
      timeout: Duration.seconds(60),
      logRetentionDays: config.logRetentionDays,
      environment: { BUCKET_AUDIT: data.auditArchive.bucketName, KEY_AUDIT: this.key.keyArn },
    });
    mayFollow(this.archive, data.audit);
    for (const folder of ['entries', 'manifests', 'keys']) mayAdd(this.archive, data.auditArchive, folder);
    mayRead(this.archive, data.auditArchive, 'manifests');
    mayListFolder(this.archive, data.auditArchive, 'manifests');
    this.key.grant(this.archive, 'kms:Sign', 'kms:GetPublicKey');
    this.key.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['kms:Sign'],
        resources: ['*'],
        conditions: { ArnNotEquals: { 'aws:PrincipalArn': this.archive.role?.roleArn } },
      }),
    );

    // No limit of tries and no age: what cannot be archived now waits in the stream, in order, and is archived later.
    new EventSourceMapping(this, 'Changes', {
      target: this.archive,
      eventSourceArn: data.audit.tableStreamArn as string,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 1_000,
      maxBatchingWindow: Duration.seconds(60),
      bisectBatchOnError: true,
    });
    this.archive
      .metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(5) })
      .createAlarm(this, 'Late', {
        alarmDescription: `${Stack.of(this).stackName}: audit entries wait for an hour; the stream holds them for a day`,
        threshold: LATE.toMilliseconds(),
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
  }
}
