/**
 * What a stack whose creation failed has left in the account. The next deployment makes the stack anew; a resource that was left with a name
 * of its own (several regions) would stop it, so it has to be taken in by that name, and the others are of no use. Pure.
 */
import type { StackResourceSummary } from '@aws-sdk/client-cloudformation';
import { IDENTIFIERS, type Template } from './dataChanges.ts';

/** A resource without a stack. */
export interface Leftover {
  readonly logicalId: string;
  readonly type: string;
  /** Its name or id in the account. */
  readonly name: string;
  /** Whether the next deployment wants the same name for it. */
  readonly isNamed: boolean;
}

/** Those among the resources of a stack whose creation was rolled back. `template`: the one that is about to be deployed. */
export function leftoversOf(resources: readonly StackResourceSummary[], { Resources = {} }: Template): Leftover[] {
  return resources.flatMap(
    ({ LogicalResourceId: logicalId = '', ResourceType: type = '', PhysicalResourceId: name = '', ResourceStatus }) => {
      const property = IDENTIFIERS[type];
      if (property === undefined || name === '' || ResourceStatus === 'DELETE_COMPLETE') return [];
      return [{ logicalId, type, name, isNamed: Resources[logicalId]?.Properties?.[property] !== undefined }];
    },
  );
}

/** How an empty resource is deleted by hand. */
const DELETIONS: Readonly<Record<string, (name: string) => string>> = {
  'AWS::Backup::BackupVault': (name) => `aws backup delete-backup-vault --backup-vault-name ${name}`,
  'AWS::Cognito::UserPool': (name) =>
    `aws cognito-idp update-user-pool --deletion-protection INACTIVE --user-pool-id ${name} && aws cognito-idp delete-user-pool --user-pool-id ${name}`,
  'AWS::DynamoDB::GlobalTable': (name) =>
    `aws dynamodb update-table --no-deletion-protection-enabled --table-name ${name} && aws dynamodb delete-table --table-name ${name}`,
  'AWS::KMS::Key': (name) => `aws kms schedule-key-deletion --pending-window-in-days 7 --key-id ${name}`,
  'AWS::KMS::ReplicaKey': (name) => `aws kms schedule-key-deletion --pending-window-in-days 7 --key-id ${name}`,
  'AWS::S3::Bucket': (name) => `aws s3 rb s3://${name}`,
  'AWS::SecretsManager::Secret': (name) => `aws secretsmanager delete-secret --secret-id ${name}`,
};

/** Lines for people: what was left without a name that the next deployment wants, and how it goes. */
export function describeLeftovers(stackName: string, left: readonly Leftover[]): string[] {
  const unused = left.filter(({ isNamed }) => !isNamed);
  if (unused.length === 0) return [];
  return [
    `${stackName}: its creation has failed. What it left is empty and not used again; empty tables and user pools cost nothing. To delete it:`,
    ...unused.map(({ type, name }) => `  ${DELETIONS[type]?.(name) ?? name}`),
  ];
}

/** Why a deployment would fail, and what to do; undefined when nothing has a name that it wants. */
export function refusalOf(stackName: string, left: readonly Leftover[]): string | undefined {
  const names = left.filter(({ isNamed }) => isNamed).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return (
    `${stackName}: its creation has failed and left ${names.join(', ')}, whose names the next one wants. ` +
    'Have CloudFormation take them in: npm run deploy -- --import-existing-resources, with the same settings.'
  );
}
