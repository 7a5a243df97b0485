/** Tables and buckets. On-demand billing, encryption at rest, point-in-time recovery, TLS only, nothing public. */
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
import { LIMITS } from '../../core/limits.ts';
import { type DeploymentConfig, edgesOf, isRegional } from '../config.ts';
import { bundlesName, type ReplicatedTable, tableName } from '../regional.ts';

/** Every bucket of ours. */
export const PRIVATE = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
} satisfies BucketProps;

/**
 * The bucket of bundles in each region; large answers on their way to a session that nobody collected are gone after a day, and what was deleted or
 * replaced can be had back for a month. So are answers that were held for reading on. Kept answers go after the days that their folder names.
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

/** Without data to keep, a bucket takes its objects along; CloudFormation deletes none that holds any. */
export const keptOrEmptied = ({ retainData }: DeploymentConfig) =>
  retainData
    ? { removalPolicy: RemovalPolicy.RETAIN }
    : { removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: true };

/** Replicates global tables; a table that denies it anything stops replicating, after 20 hours for ever. */
const REPLICATION_ROLE =
  'role/aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication';

/** Held HTTP+SSE streams of a region, each for two minutes at most: nothing to keep, to restore or to replicate. */
export const sessionsTable = (scope: Construct): TableV2 =>
  new TableV2(scope, 'Sessions', {
    partitionKey: { name: 'sessionId', type: AttributeType.STRING },
    billing: Billing.onDemand(),
    timeToLiveAttribute: 'expiresAt',
    removalPolicy: RemovalPolicy.DESTROY,
  });

/** Who signs in with what: what is left of it ends by itself (aws/tables/signIns.ts). */
const GONE_AT = 'goneAt';
/**
 * Tokens that upstream credentials were signed in for, sealed. Not replicated: a single-use refresh token has one place, which is home, and
 * other regions keep copies of their own.
 */
export const upstreamTokensTable = (scope: Construct, config: DeploymentConfig): TableV2 =>
  new TableV2(scope, 'UpstreamTokens', {
    ...(isRegional(config) && { tableName: tableName(config, 'upstreamtokens') }),
    partitionKey: { name: 'serverId', type: AttributeType.STRING },
    sortKey: { name: 'holder', type: AttributeType.STRING },
    billing: Billing.onDemand(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: config.retainData,
    removalPolicy: config.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
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
  /** Sealed bundles, lockfiles, and large answers on their way to a legacy session. */
  readonly bundles: Bucket;
  /** Uploaded documents and what the pipeline's phases hand on to each other. */
  readonly specs: Bucket;
  readonly auditArchive: Bucket;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    // Without this flag CDK gives a table's policy to its replicas as well.
    this.node.setContext(DYNAMODB_TABLEV2_RESOURCE_POLICY_PER_REPLICA, true);
    const removalPolicy = config.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const text = (name: string) => ({ name, type: AttributeType.STRING });
    const table = (tableId: string, props: TablePropsV2) =>
      new TableV2(this, tableId, {
        billing: Billing.onDemand(),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        deletionProtection: config.retainData,
        removalPolicy,
        ...props,
      });

    /** What other regions read is replicated to them under one name. */
    const replicated = (name: ReplicatedTable): Partial<TablePropsV2> =>
      isRegional(config)
        ? { tableName: tableName(config, name), replicas: edgesOf(config).map((region) => ({ region })) }
        : {};

    this.servers = table('Servers', { partitionKey: text('serverId'), ...replicated('servers') });
    this.tools = table('Tools', { partitionKey: text('serverId'), sortKey: text('toolId') });
    this.tokens = table('Tokens', {
      partitionKey: text('tokenHash'),
      globalSecondaryIndexes: [
        { indexName: 'byServer', partitionKey: text('serverId'), projectionType: ProjectionType.ALL },
      ],
      // Only sessions have it; rows of connection tokens stay.
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
      // Replication wants both images.
      dynamoStream: isRegional(config) ? StreamViewType.NEW_AND_OLD_IMAGES : StreamViewType.NEW_IMAGE,
      // Of this region alone: CloudFormation takes no policy for a replica in the update that makes it (replica-policy.ts has those).
      resourcePolicy: appendOnly(config),
      ...replicated('audit'),
    });

    const bucket = (bucketId: string, props: BucketProps) => new Bucket(this, bucketId, { ...PRIVATE, ...props });
    this.bundles = bucket('Bundles', {
      ...BUNDLES,
      ...keptOrEmptied(config),
      ...(isRegional(config) && { bucketName: bundlesName(config, config.regions[0] as string) }),
    });
    this.specs = bucket('Specs', {
      ...keptOrEmptied(config),
      lifecycleRules: [{ id: 'staging', prefix: 'staging/', expiration: Duration.days(30) }],
    });
    this.auditArchive = bucket('AuditArchive', {
      versioned: true,
      removalPolicy: RemovalPolicy.RETAIN,
      objectLockEnabled: true,
      objectLockDefaultRetention:
        config.auditLock === 'compliance'
          ? ObjectLockRetention.compliance(Duration.days(config.auditRetentionDays))
          : ObjectLockRetention.governance(Duration.days(config.auditRetentionDays)),
    });
    for (const denial of addOnly(this.auditArchive)) this.auditArchive.addToResourcePolicy(denial);
  }
}

/** Nobody changes or deletes an audit entry through the table's API, whatever their role says; only replication itself may. */
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
 * Object Lock keeps versions; this keeps anybody from putting a newer version or a delete marker in front of one, whatever their role
 * says. What is past its retention is for a lifecycle rule to remove.
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
