/** Tables and buckets, with on-demand billing, encryption at rest, point-in-time recovery and TLS only; nothing public. */
import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { DYNAMODB_TABLEV2_RESOURCE_POLICY_PER_REPLICA } from 'aws-cdk-lib/cx-api';
import { Construct } from 'constructs';
import { LIMITS } from '../../core/lib/limits.ts';
import { type DeploymentConfig, edgesOf, isRegional } from '../config.ts';
import { bundlesName, type ReplicatedTable, tableName } from '../regional.ts';
import { kept, keptAndProtected } from './kept.ts';

/** Properties of all buckets. */
export const PRIVATE = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
} satisfies BucketProps;

/**
 * Properties of the bundles bucket in each region. Deleted and replaced objects can be restored for 30 days. Answers for
 * legacy sessions that were not collected, held answers and cancellations are deleted after a day; kept answers after the
 * days in the name of their folder.
 */
export const BUNDLES = {
  versioned: true,
  lifecycleRules: [
    { id: 'deleted', noncurrentVersionExpiration: Duration.days(30), expiredObjectDeleteMarker: true },
    {
      id: 'sessions',
      prefix: 'sessions/',
      expiration: Duration.days(1),
      noncurrentVersionExpiration: Duration.days(1),
    },
    {
      id: 'held',
      prefix: 'held/',
      expiration: Duration.days(1),
      noncurrentVersionExpiration: Duration.days(1),
    },
    {
      id: 'cancelled',
      prefix: 'cancelled/',
      expiration: Duration.days(1),
      noncurrentVersionExpiration: Duration.days(1),
    },
    ...LIMITS.answerDays
      .filter((days) => days > 0)
      .map((days) => ({
        id: `answers-${days}`,
        prefix: `answers/${days}/`,
        expiration: Duration.days(days),
        noncurrentVersionExpiration: Duration.days(1),
      })),
  ],
} satisfies BucketProps;

/**
 * The removal policy of a bucket. Without `retainData` its objects are deleted first, because CloudFormation deletes only empty buckets.
 */
export const keptOrEmptied = (config: DeploymentConfig) => ({
  removalPolicy: kept(config),
  ...(!config.retainData && { autoDeleteObjects: true }),
});

/** The role that replicates global tables. If a table denies it something, replication stops, after 20 hours permanently. */
const REPLICATION_ROLE =
  'role/aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication';

/** The open HTTP+SSE streams of a region. Entries last two minutes at most, so the table has no backups and no replicas. */
export const sessionsTable = (scope: Construct): TableV2 =>
  new TableV2(scope, 'Sessions', {
    partitionKey: { name: 'sessionId', type: AttributeType.STRING },
    billing: Billing.onDemand(),
    timeToLiveAttribute: 'expiresAt',
    removalPolicy: RemovalPolicy.DESTROY,
  });

/** Time-to-live attribute of sign-ins and sessions (aws/tables/signIns.ts). */
const GONE_AT = 'goneAt';
/**
 * Encrypted access and refresh tokens of upstream credentials. Not replicated: refresh tokens may be single-use and are
 * stored in the home region; other regions have copies of their own. Consents
 * that nobody finished are removed by the time to live.
 */
export const upstreamTokensTable = (scope: Construct, config: DeploymentConfig): TableV2 =>
  new TableV2(scope, 'UpstreamTokens', {
    ...(isRegional(config) && { tableName: tableName(config, 'upstreamtokens') }),
    partitionKey: { name: 'serverId', type: AttributeType.STRING },
    sortKey: { name: 'holder', type: AttributeType.STRING },
    timeToLiveAttribute: GONE_AT,
    billing: Billing.onDemand(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    ...keptAndProtected(config),
  });

/** All tables and buckets of the home region. */
export class Data extends Construct {
  readonly servers: TableV2;
  readonly tools: TableV2;
  readonly tokens: TableV2;
  readonly deployments: TableV2;
  readonly audit: TableV2;
  readonly settings: TableV2;
  readonly sessions: TableV2;
  readonly signIns: TableV2;
  readonly upstreamTokens: TableV2;
  /** All tables but that of sessions, whose rows live for minutes. */
  readonly lasting: readonly TableV2[];
  /** Bundles, lockfiles, and large answers for legacy sessions. */
  readonly bundles: Bucket;
  /** Uploaded documents, and data that the phases of the pipeline pass to each other. */
  readonly specs: Bucket;
  readonly auditArchive: Bucket;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    // Without this flag CDK also sets the table's policy on its replicas.
    this.node.setContext(DYNAMODB_TABLEV2_RESOURCE_POLICY_PER_REPLICA, true);
    const text = (name: string) => ({ name, type: AttributeType.STRING });
    const table = (tableId: string, props: TablePropsV2) =>
      new TableV2(this, tableId, {
        billing: Billing.onDemand(),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        ...keptAndProtected(config),
        ...props,
      });

    /** Tables that other regions read are replicated under the same name. */
    const replicated = (name: ReplicatedTable): Partial<TablePropsV2> =>
      isRegional(config)
        ? {
            tableName: tableName(config, name),
            // DynamoDB deletes no replica that is protected, so the protection has to go a deployment before the replica.
            replicas: edgesOf(config).map((region) => ({
              region,
              ...(region === config.leavingRegion && { deletionProtection: false }),
            })),
          }
        : {};

    this.servers = table('Servers', { partitionKey: text('serverId'), ...replicated('servers') });
    this.tools = table('Tools', { partitionKey: text('serverId'), sortKey: text('toolId') });
    this.tokens = table('Tokens', {
      partitionKey: text('tokenHash'),
      globalSecondaryIndexes: [
        { indexName: 'byServer', partitionKey: text('serverId'), projectionType: ProjectionType.ALL },
      ],
      // Only sessions and the lock of creations have this attribute; connection tokens are not deleted.
      timeToLiveAttribute: GONE_AT,
      ...replicated('tokens'),
    });
    this.deployments = table('Deployments', { partitionKey: text('serverId'), sortKey: text('deploymentId') });
    this.settings = table('Settings', { partitionKey: text('settingsId') });
    this.sessions = sessionsTable(this);
    this.signIns = table('SignIns', {
      partitionKey: text('id'),
      sortKey: text('part'),
      timeToLiveAttribute: GONE_AT,
    });
    this.upstreamTokens = upstreamTokensTable(this, config);
    this.audit = table('Audit', {
      partitionKey: text('serverDay'),
      sortKey: text('entryId'),
      // Replication needs both images.
      dynamoStream: isRegional(config) ? StreamViewType.NEW_AND_OLD_IMAGES : StreamViewType.NEW_IMAGE,
      // For this region only: CloudFormation accepts no policy for a replica in the update that creates it (replica-policy.ts).
      resourcePolicy: appendOnly(config),
      ...replicated('audit'),
    });

    this.lasting = [
      this.servers,
      this.tools,
      this.tokens,
      this.deployments,
      this.settings,
      this.signIns,
      this.upstreamTokens,
      this.audit,
    ];
    const bucket = (bucketId: string, props: BucketProps) => new Bucket(this, bucketId, { ...PRIVATE, ...props });
    this.bundles = bucket('Bundles', {
      ...BUNDLES,
      ...keptOrEmptied(config),
      ...(isRegional(config) && { bucketName: bundlesName(config, config.regions[0] as string) }),
    });
    this.specs = bucket('Specs', {
      ...keptOrEmptied(config),
      // Rolling back needs the tools of earlier versions, and resealing the documents.
      versioned: true,
      lifecycleRules: [
        { id: 'deleted', noncurrentVersionExpiration: Duration.days(30), expiredObjectDeleteMarker: true },
        {
          id: 'staging',
          prefix: 'staging/',
          expiration: Duration.days(30),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
    this.auditArchive = bucket('AuditArchive', {
      versioned: true,
      removalPolicy: kept({ retainData: true }),
      objectLockEnabled: true,
      objectLockDefaultRetention:
        config.auditLock === 'compliance'
          ? ObjectLockRetention.compliance(Duration.days(config.auditRetentionDays))
          : ObjectLockRetention.governance(Duration.days(config.auditRetentionDays)),
    });
    for (const denial of addOnly(this.auditArchive)) this.auditArchive.addToResourcePolicy(denial);
  }
}

/** Denies everybody to change or delete audit entries, whatever their role allows; except the replication of DynamoDB. */
export function appendOnly(config: DeploymentConfig): PolicyDocument {
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: [
          'dynamodb:UpdateItem',
          'dynamodb:DeleteItem',
          'dynamodb:BatchWriteItem',
          'dynamodb:PartiQLUpdate',
          'dynamodb:PartiQLDelete',
        ],
        resources: ['*'],
        ...(isRegional(config) && {
          conditions: {
            ArnNotEquals: { 'aws:PrincipalArn': `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:${REPLICATION_ROLE}` },
          },
        }),
      }),
    ],
  });
}

/**
 * Denies everybody to replace an object or to add a delete marker, whatever their role allows. Object Lock keeps only
 * existing versions. After the retention, a lifecycle rule may remove objects.
 */
function addOnly(bucket: Bucket): PolicyStatement[] {
  const deny = (action: string, conditions: Record<string, Record<string, string>> = {}) =>
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: [action],
      resources: [bucket.arnForObjects('*')],
      conditions,
    });
  return [deny('s3:PutObject', { Null: { 's3:if-none-match': 'true' } }), deny('s3:DeleteObject')];
}
