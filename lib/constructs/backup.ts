/**
 * Daily backups of the tables, and of documents and earlier versions, by AWS Backup, where the owner wants them: a vault, a plan, and a
 * role that may back these up and nothing else. Restoring is done by a person with rights of their own (design/operations.md). The vault stays when the stack is deleted,
 * whatever `retainData` says: it is what is left then.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  type LockConfiguration,
} from 'aws-cdk-lib/aws-backup';
import { Alarm, ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { kept } from './kept.ts';
import { mayBackUp, mayBackUpObjects } from './rights.ts';

/** Three days in which a lock by `compliance` can still be taken away, the shortest that AWS Backup takes. */
const CHANGEABLE = Duration.days(3);

/** Vault, plan and role. */
export class Backup extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { config, tables, specs }: { config: DeploymentConfig; tables: readonly TableV2[]; specs: IBucket },
  ) {
    super(scope, id);
    const { backupCopyTo } = config;
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: `${config.stackName}-tables`.slice(0, 50),
      ...lockOf(config),
      removalPolicy: kept({ retainData: true }),
    });
    const deleteAfter = Duration.days(config.backupRetentionDays);
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: `${config.stackName}-daily`,
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(8),
          deleteAfter,
          ...(backupCopyTo && {
            copyActions: [
              { destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copy', backupCopyTo), deleteAfter },
            ],
          }),
        }),
      ],
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('backup.amazonaws.com') });
    mayBackUp(role, tables, vault.backupVaultArn, backupCopyTo);
    mayBackUpObjects(role, specs);
    plan.addSelection('Tables', {
      role,
      disableDefaultBackupPolicy: true,
      resources: [...tables.map(({ tableArn }) => tableArn), specs.bucketArn].map((arn) => BackupResource.fromArn(arn)),
    });
    if (!config.alarms) return;
    new Alarm(this, 'Failed', {
      metric: new Metric({
        namespace: 'AWS/Backup',
        metricName: 'NumberOfBackupJobsFailed',
        dimensionsMap: { BackupVaultName: vault.backupVaultName },
        statistic: Stats.SUM,
        period: Duration.days(1),
      }),
      alarmDescription: `${Stack.of(this).stackName}: a backup failed. What to do: design/runbook.md#backups`,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

function lockOf({ backupLock, backupRetentionDays }: DeploymentConfig): { lockConfiguration?: LockConfiguration } {
  if (backupLock === 'none') return {};
  const minRetention = Duration.days(backupRetentionDays);
  return {
    lockConfiguration: { minRetention, ...(backupLock === 'compliance' && { changeableFor: CHANGEABLE }) },
  };
}
