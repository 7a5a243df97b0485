/**
 * What a deployment does to resources that hold data: tables, buckets, keys, the user pool, the secret, fixed addresses, the vault of
 * backups. Compares two templates of a stack. CloudFormation replaces a resource when one of certain properties changes (its resource
 * reference, "Update requires: Replacement"), and then the product goes on with an empty one; a test compares the list here with AWS's
 * own specification.
 */
import { canonicalJson } from '../core/lib/json/canonical.ts';
import type { JsonValue } from '../core/lib/json/value.ts';

/** Types that hold data, with the properties whose change replaces the resource. */
export const STATEFUL: Readonly<Record<string, readonly string[]>> = {
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
  'AWS::Cognito::UserPool': [],
  'AWS::DynamoDB::GlobalTable': ['KeySchema', 'LocalSecondaryIndexes', 'TableName'],
  'AWS::EC2::EIP': ['Address', 'Domain', 'IpamPoolId', 'NetworkBorderGroup', 'TransferAddress'],
  'AWS::KMS::Key': [],
  'AWS::KMS::ReplicaKey': ['PrimaryKeyArn'],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace', 'ObjectLockEnabled'],
  'AWS::SecretsManager::Secret': ['Name'],
};

/** By type, the property by which CloudFormation takes an existing resource into a stack (`primaryIdentifier` of its specification). */
export const IDENTIFIERS: Readonly<Record<string, string>> = {
  'AWS::Backup::BackupVault': 'BackupVaultName',
  'AWS::Cognito::UserPool': 'UserPoolId',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::KMS::Key': 'KeyId',
  'AWS::KMS::ReplicaKey': 'KeyId',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SecretsManager::Secret': 'Id',
};

/** A CloudFormation template, as far as it is read here. */
export interface Template {
  readonly Outputs?: Readonly<Record<string, { readonly Export?: { readonly Name?: unknown } }>>;
  readonly Resources?: Readonly<Record<string, TemplateResource>>;
}

interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
}

/**
 * `removed` and `replaced`: the product goes on without the data. `unprotected`: from now on a deletion of the stack deletes it.
 * `changed`: other properties change, the data stays.
 */
export type ChangeKind = 'removed' | 'replaced' | 'unprotected' | 'changed' | 'added';

/** A change of one resource. */
export interface DataChange {
  readonly kind: ChangeKind;
  readonly logicalId: string;
  readonly type: string;
  /** Names of the properties that differ; for a replacement those that cause it. */
  readonly properties: readonly string[];
  /** For a removal: whether CloudFormation leaves the resource in the account. */
  readonly isKept: boolean;
}

/** The changes of resources that hold data, those that lose it first. */
export function dataChanges(before: Template, after: Template): DataChange[] {
  const [old, next] = [statefulOf(before), statefulOf(after)];
  const changes = [...new Set([...old.keys(), ...next.keys()])].flatMap((logicalId) =>
    changeOf(logicalId, old.get(logicalId), next.get(logicalId)),
  );
  return changes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

const ORDER: readonly ChangeKind[] = ['removed', 'replaced', 'unprotected', 'changed', 'added'];

/** Whether the product goes on without data that it had. */
export const losesData = ({ kind }: DataChange): boolean => kind === 'removed' || kind === 'replaced';

const statefulOf = ({ Resources = {} }: Template): Map<string, TemplateResource> =>
  new Map(Object.entries(Resources).filter(([, { Type }]) => Object.hasOwn(STATEFUL, Type)));

function changeOf(
  logicalId: string,
  old: TemplateResource | undefined,
  next: TemplateResource | undefined,
): DataChange[] {
  const type = (old ?? next)?.Type ?? '';
  const change = (kind: ChangeKind, properties: readonly string[] = []): DataChange => ({
    kind,
    logicalId,
    type,
    properties,
    isKept: isProtected(old),
  });
  if (!old) return [change('added')];
  if (!next) return [change('removed')];
  if (old.Type !== next.Type) return [change('replaced', ['Type'])];
  const different = differences(old.Properties ?? {}, next.Properties ?? {});
  const replacing = different.filter((name) => STATEFUL[type]?.includes(name));
  if (replacing.length > 0) return [change('replaced', replacing)];
  return [
    ...(isProtected(old) && !isProtected(next) ? [change('unprotected', ['DeletionPolicy'])] : []),
    ...(different.length > 0 ? [change('changed', different)] : []),
  ];
}

const isProtected = (resource: TemplateResource | undefined): boolean =>
  /^Retain/.test(resource?.DeletionPolicy ?? 'Delete');

type Properties = Readonly<Record<string, unknown>>;

function differences(old: Properties, next: Properties): string[] {
  const text = (value: unknown) => (value === undefined ? '' : canonicalJson(value as JsonValue));
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (name) => text(old[name]) !== text(next[name]),
  );
}

const VERBS: Readonly<Record<ChangeKind, string>> = {
  removed: 'REMOVED',
  replaced: 'REPLACED by an empty one',
  unprotected: 'no longer kept when the stack is deleted',
  changed: 'changed',
  added: 'new',
};

/** One line for people. */
export const describeChange = ({ kind, logicalId, type, properties, isKept }: DataChange): string =>
  `${logicalId} (${type}): ${VERBS[kind]}${properties.length > 0 ? ` (${properties.join(', ')})` : ''}${kind === 'removed' || kind === 'replaced' ? (isKept ? '; the old one stays in the account, unused' : '; the old one is DELETED with its data') : ''}`;
