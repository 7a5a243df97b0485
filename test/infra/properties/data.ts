/** What tables, buckets and keys must be so that the code finds what it wrote, and nothing is lost or open. */
import { statementsOf, targetOf } from '../../support/rights.ts';
import { at, list, nameOf, ofType, type Property, type Resources, target, unlike } from './property.ts';

/** Key attributes by table, as aws/tables/ reads and writes them. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  DataServers: ['serverId'],
  DataTools: ['serverId', 'toolId'],
  DataTokens: ['tokenHash'],
  DataDeployments: ['serverId', 'deploymentId'],
  DataAudit: ['serverDay', 'entryId'],
  DataSettings: ['settingsId'],
  DataSessions: ['sessionId'],
  DataSignIns: ['id', 'part'],
};

/** Rows of two minutes: nothing to recover or to keep. */
const FLEETING = new Set(['DataSessions']);

const tablesOf = (resources: Resources) =>
  ofType(resources, 'AWS::DynamoDB::GlobalTable').map(([id, each]) => [nameOf(id), each] as const);
const bucketsOf = (resources: Resources) => ofType(resources, 'AWS::S3::Bucket');

/** Folders of a bucket that some role may write to: `DataBundles/sessions`. */
function foldersWritten(resources: Resources): Set<string> {
  const roles = ofType(resources, 'AWS::IAM::Role').map(([id]) => id);
  const targets = roles.flatMap((role) =>
    statementsOf(resources as Record<string, never>, role)
      .filter(({ Action }) => list(Action).includes('s3:PutObject'))
      .flatMap(({ Resource }) => list(Resource).map(targetOf)),
  );
  return new Set(targets.map((each) => each.replace(/\/\*$/, '')));
}

/** Whether a statement of a key's policy lets in nobody but this account, and its log groups (dataKey=own). */
function isOfAccount(statement: unknown): boolean {
  const principal = JSON.stringify(at(statement, 'Principal', 'AWS') ?? '');
  if (principal.includes('AWS::AccountId') && principal.includes(':root')) return true;
  const groups = JSON.stringify(
    at(statement, 'Condition', 'ArnLike', 'kms:EncryptionContext:aws:logs:arn', 'Fn::Join', 1) ?? '',
  );
  return (
    target(at(statement, 'Condition', 'StringEquals', 'kms:CallerAccount')) === 'AWS::AccountId' ||
    (at(statement, 'Principal', 'AWS') === undefined && groups.includes('AWS::AccountId'))
  );
}

export const DATA: readonly Property[] = [
  {
    name: 'tables have the keys by which they are read',
    why: 'Every read and write would be refused.',
    faults: (resources) => {
      const found = new Map(tablesOf(resources));
      return Object.entries(KEYS).flatMap(([name, keys]) =>
        unlike(
          name,
          list(at(found.get(name)?.Properties, 'KeySchema')).map((each) => at(each, 'AttributeName')),
          keys,
        ),
      );
    },
  },
  {
    name: 'tokens are found by their server, whole',
    why: 'The list of a server’s tokens shows their labels, scopes and last use, and revoking takes their hash.',
    faults: (resources) => {
      const index = at(new Map(tablesOf(resources)).get('DataTokens')?.Properties, 'GlobalSecondaryIndexes', 0);
      return [
        ...unlike('name', at(index, 'IndexName'), 'byServer'),
        ...unlike('key', at(index, 'KeySchema', 0, 'AttributeName'), 'serverId'),
        ...unlike('projection', at(index, 'Projection', 'ProjectionType'), 'ALL'),
      ];
    },
  },
  {
    name: 'rows that are to go away have the attribute that says when',
    why: 'Sessions would pile up.',
    faults: (resources) =>
      unlike(
        'DataSessions',
        at(new Map(tablesOf(resources)).get('DataSessions')?.Properties, 'TimeToLiveSpecification'),
        {
          AttributeName: 'expiresAt',
          Enabled: true,
        },
      ),
  },
  {
    name: 'the trail streams what was written and refuses changes of it',
    why: 'The archive would have nothing to sign, or an entry could be altered.',
    faults: (resources) => {
      const audit = new Map(tablesOf(resources)).get('DataAudit')?.Properties;
      const denied = JSON.stringify(at(audit, 'Replicas') ?? '');
      return [
        // Replication needs both images.
        ...unlike(
          'stream',
          at(audit, 'StreamSpecification', 'StreamViewType'),
          list(at(audit, 'Replicas')).length > 1 ? 'NEW_AND_OLD_IMAGES' : 'NEW_IMAGE',
        ),
        ...['dynamodb:UpdateItem', 'dynamodb:DeleteItem', '"Effect":"Deny"'].filter((part) => !denied.includes(part)),
      ];
    },
  },
  {
    name: 'tables can be restored to any second',
    why: 'A wrong script would be the end of the data.',
    faults: (resources) =>
      tablesOf(resources)
        .filter(([name]) => !FLEETING.has(name))
        .filter(
          ([, { Properties }]) =>
            at(Properties, 'Replicas', 0, 'PointInTimeRecoverySpecification', 'PointInTimeRecoveryEnabled') !== true,
        )
        .map(([name]) => name),
  },
  {
    name: 'tables are billed by use',
    why: 'Provisioned capacity costs at rest and refuses calls at noon.',
    faults: (resources) =>
      tablesOf(resources).flatMap(([name, { Properties }]) =>
        unlike(name, at(Properties, 'BillingMode'), 'PAY_PER_REQUEST'),
      ),
  },
  {
    name: 'no bucket can be public, and each wants TLS',
    why: 'Bundles, documents and the archive lie there.',
    faults: (resources) => {
      const policies = JSON.stringify(ofType(resources, 'AWS::S3::BucketPolicy'));
      return bucketsOf(resources).flatMap(([id, { Properties }]) => [
        ...['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets']
          .filter((each) => at(Properties, 'PublicAccessBlockConfiguration', each) !== true)
          .map((each) => `${id}: ${each}`),
        ...(policies.includes(`"Bucket":{"Ref":"${id}"}`) && policies.includes('aws:SecureTransport')
          ? []
          : [`${id}: no policy that wants TLS`]),
      ]);
    },
  },
  {
    name: 'what is to expire lies below a folder that something writes',
    why: 'A rule for a folder that does not exist deletes nothing, and the bucket grows for ever.',
    faults: (resources) => {
      const written = foldersWritten(resources);
      return bucketsOf(resources).flatMap(([id, { Properties }]) =>
        list(at(Properties, 'LifecycleConfiguration', 'Rules')).flatMap((rule) => {
          const prefix = at(rule, 'Prefix');
          if (prefix === undefined) return [];
          const [folder] = String(prefix).split('/');
          return written.has(`${nameOf(id)}/${folder}`) && String(prefix).endsWith('/') ? [] : [`${id}: ${prefix}`];
        }),
      );
    },
  },
  {
    name: 'what cannot be made again can be brought back after it was overwritten or deleted',
    why: 'Rolling a server back, or sealing it anew from its description, would be over with one wrong request.',
    faults: (resources) => {
      const buckets = new Map(bucketsOf(resources).map(([id, each]) => [nameOf(id), each.Properties]));
      return ['DataSpecs', 'DataBundles', 'DataAuditArchive'].filter(
        (name) => at(buckets.get(name), 'VersioningConfiguration', 'Status') !== 'Enabled',
      );
    },
  },
  {
    name: 'the archive is locked',
    why: 'What was archived could be taken away.',
    faults: (resources) => {
      const [archive] = bucketsOf(resources).filter(([id]) => nameOf(id) === 'DataAuditArchive');
      const properties = archive?.[1].Properties;
      return [
        ...unlike('lock', at(properties, 'ObjectLockEnabled'), true),
        ...unlike('versions', at(properties, 'VersioningConfiguration', 'Status'), 'Enabled'),
        ...(Number(at(properties, 'ObjectLockConfiguration', 'Rule', 'DefaultRetention', 'Days')) > 0
          ? []
          : ['no days']),
      ];
    },
  },
  {
    name: 'keys are made for what they are used for',
    why: 'KMS refuses another use, and the use of a key cannot be changed.',
    faults: (resources) => {
      const keys = new Map(ofType(resources, 'AWS::KMS::Key').map(([id, each]) => [nameOf(id), each.Properties]));
      const use = (name: string) => [at(keys.get(name), 'KeySpec'), at(keys.get(name), 'KeyUsage')];
      return [
        ...unlike('KeysSigning', use('KeysSigning'), ['HMAC_256', 'GENERATE_VERIFY_MAC']),
        ...unlike('KeysPlaceholders', use('KeysPlaceholders'), ['HMAC_256', 'GENERATE_VERIFY_MAC']),
        ...unlike('KeysTokenHash', use('KeysTokenHash'), ['HMAC_256', 'GENERATE_VERIFY_MAC']),
        ...unlike('AuditArchiverKey', use('AuditArchiverKey'), ['ECC_NIST_P256', 'SIGN_VERIFY']),
        ...unlike('KeysCredentials', use('KeysCredentials'), [undefined, undefined]),
        ...unlike('KeysCredentials', at(keys.get('KeysCredentials'), 'EnableKeyRotation'), true),
      ];
    },
  },
  {
    name: 'keys are used by roles of this account, as their policies say',
    why: 'Whoever else holds a right of their own account could use them.',
    faults: (resources) =>
      ['AWS::KMS::Key', 'AWS::KMS::ReplicaKey']
        .flatMap((type) => ofType(resources, type))
        .flatMap(([id, { Properties }]) => {
          const allowing = list(at(Properties, 'KeyPolicy', 'Statement')).filter(
            (each) => at(each, 'Effect') === 'Allow',
          );
          const others = allowing.filter((each) => !isOfAccount(each));
          return allowing.length === 0 || others.length > 0 ? [id] : [];
        }),
  },
];
