/**
 * Archives the audit trail: a function on the table's stream writes signed, chained batches into the archive bucket
 * (design/audit.md). Only in the home region, whose stream has the entries of all regions. Its key signs only manifests,
 * and the key policy allows only this function to sign.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';
import type { Data } from './data.ts';
import type { Failures } from './failures.ts';
import { kept } from './kept.ts';
import { mayAdd, mayFollow, mayListFolder, mayRead } from './rights.ts';

/** The alarm's threshold for the age of entries; the stream keeps them for 24 hours. */
const MAX_AGE = Duration.hours(1);

/** Entries that cannot be archived leave four hours of the stream's day to those behind them. */
const GIVEN_UP_AFTER = Duration.hours(20);

interface ArchiverProps {
  readonly config: DeploymentConfig;
  readonly data: Data;
  readonly failures: Failures;
}

/**
 * The function that archives changes of the audit table, with its event source mapping and its signing key.
 */
export class AuditArchiver extends Construct {
  readonly archive: CodeFunction;
  /** Key pair on P-256; the archive can be verified with its public key. */
  readonly key: Key;

  constructor(scope: Construct, id: string, { config, data, failures }: ArchiverProps) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: 'Portcullis: signs the manifests of the audit archive',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: kept(config),
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

    // No limit on retries: entries that cannot be archived wait in the stream, in order, until they are given up.
    new EventSourceMapping(this, 'Changes', {
      target: this.archive,
      eventSourceArn: data.audit.tableStreamArn as string,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 1_000,
      maxBatchingWindow: Duration.seconds(60),
      bisectBatchOnError: true,
      maxRecordAge: GIVEN_UP_AFTER,
      onFailure: failures.ofStream(this.archive),
    });
    this.archive
      .metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(5) })
      .createAlarm(this, 'Late', {
        alarmDescription: `${Stack.of(this).stackName}: audit entries wait for an hour; the stream holds them for a day. What to do: design/runbook.md#archiver`,
        threshold: MAX_AGE.toMilliseconds(),
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
  }
}
