/**
 * The functions for MCP clients. mcp-rpc answers POSTs; mcp-stream serves event streams with little memory, because idle
 * streams cost the most. How the distribution reaches them is in mcp-origins.ts; they accept only requests with a secret header, which it adds.
 */
import { Duration, SecretValue, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { LIMITS } from '../../core/lib/limits.ts';
import { sharesOf } from '../concurrency.ts';
import { type DeploymentConfig, edgesOf, isRegional } from '../config.ts';
import { originSecretName, tableArn, tableName } from '../regional.ts';
import { CodeFunction } from './code-function.ts';
import type { KeySet } from './keys.ts';
import { type McpOrigins, makeMcpOrigins } from './mcp-origins.ts';
import { type Push, RPC_SUBJECTS, STREAM_SUBJECTS } from './push.ts';
import { mayDiscard, mayInvoke, mayOpen, mayRead, maySeal, mayUse, mayUseArn, mayUseRows, mayWrite } from './rights.ts';
import { rollOut } from './rollout.ts';
import type { EdgeSandbox, Sandbox } from './sandbox.ts';

interface DataPlaneProps {
  readonly config: DeploymentConfig;
  readonly data: {
    readonly tokens: ITableV2;
    readonly servers: ITableV2;
    readonly audit: ITableV2;
    readonly sessions: ITableV2;
    readonly upstreamTokens: ITableV2;
    readonly bundles: IBucket;
    /** Only in regions other than home. */
    readonly gates?: ITableV2;
  };
  readonly keys: KeySet;
  readonly push: Push;
  readonly sandbox: Sandbox | EdgeSandbox;
}

const lifeOf = ({ streamLifeSeconds }: DeploymentConfig, otherwise: number): number =>
  streamLifeSeconds === undefined ? otherwise : streamLifeSeconds * 1_000;

/** The functions for MCP clients, which accept only requests of the entrance. */
export class DataPlane extends Construct {
  readonly rpc: CodeFunction;
  readonly stream: CodeFunction;
  /** What requests are sent to: the functions, or aliases of their versions. */
  readonly live: { readonly rpc: IFunction; readonly stream: IFunction };
  /** What the distribution needs; undefined where there is none. */
  readonly behindEdge?: {
    readonly origins: McpOrigins;
    /** Value of the header `x-origin-verify`: a dynamic reference to the secret's `current`. */
    readonly originSecret: string;
  };
  /**
   * The variables by which functions know requests of the entrance: both values of the secret, of which the previous one is still sent while the
   * distribution is updated, or the VPC endpoints of a private API.
   */
  readonly arrival: Readonly<Record<string, string>>;

  private readonly props: DataPlaneProps;

  constructor(scope: Construct, id: string, props: DataPlaneProps) {
    super(scope, id);
    this.props = props;
    const { config, data } = props;
    const secret = config.entrance === 'private' ? undefined : this.secrets();
    this.arrival = secret ? { ORIGIN_SECRET: secret.all } : { VPC_ENDPOINTS: config.entranceEndpoints.join(',') };
    const environment = this.environment();
    this.rpc = this.answering(environment);
    this.grantCalls(this.rpc);
    this.grantAnswers(this.rpc);
    this.stream = this.streaming(environment);
    for (const fn of [this.rpc, this.stream]) data.gates?.grant(fn, 'dynamodb:BatchGetItem');
    this.live = rollOut(this, config, this);
    if (secret) this.behindEdge = { origins: makeMcpOrigins(this, config, this.live), originSecret: secret.current };
  }

  /** References to what the secret holds. */
  private secrets(): { readonly current: string; readonly all: string } {
    const { originSecretVersion } = this.props.config;
    const { secretArn } = this.secret();
    const version = originSecretVersion ? { versionId: originSecretVersion } : {};
    return {
      current: SecretValue.secretsManager(secretArn, { jsonField: 'current', ...version }).unsafeUnwrap(),
      all: SecretValue.secretsManager(secretArn, version).unsafeUnwrap(),
    };
  }

  /** Made at home, and a replica of that in the other regions. */
  private secret(): ISecret {
    const { config, data } = this.props;
    return data.gates
      ? Secret.fromSecretNameV2(this, 'OriginSecret', originSecretName(config))
      : new Secret(this, 'OriginSecret', {
          description: 'Portcullis: the header by which the functions know the distribution',
          generateSecretString: {
            secretStringTemplate: JSON.stringify({ previous: '' }),
            generateStringKey: 'current',
            passwordLength: 48,
            excludePunctuation: true,
          },
          ...(isRegional(config) && {
            secretName: originSecretName(config),
            replicaRegions: edgesOf(config).map((region) => ({ region })),
          }),
        });
  }

  /** The variables of both functions. */
  private environment(): Record<string, string> {
    const { config, data, keys, push } = this.props;
    return {
      TABLE_SERVERS: data.servers.tableName,
      TABLE_TOKENS: data.tokens.tableName,
      TABLE_SESSIONS: data.sessions.tableName,
      TABLE_AUDIT: data.audit.tableName,
      BUCKET_BUNDLES: data.bundles.bucketName,
      KEY_TOKENS: keys.tokens.keyArn,
      KEY_SIGNING: keys.signing.keyArn,
      IOT_ENDPOINT: push.endpoint,
      ...this.arrival,
      ALLOWED_ORIGINS: config.allowedOrigins.join(','),
      STREAMS_PER_TOKEN: String(config.streamsPerToken),
      CHANGE_STREAMS: String(config.changeStreams),
      STANDALONE_STREAMS: String(config.standaloneStreams),
      ...(data.gates && { TABLE_GATES: data.gates.tableName }),
    };
  }

  /** The right to write these attributes of the rows of tokens. */
  private tokenStamps(attributes: readonly string[]): PolicyStatement {
    const { tokens, gates } = this.props.data;
    return new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ['dynamodb:UpdateItem'],
      resources: [tokens.tableArn],
      conditions: gates
        ? {
            // In other regions than home no role writes a token's row; they record the last use in items of their own
            // (core/regions/gates.ts).
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['tokenHash', 'serverId', ...attributes] },
            'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`*@${Stack.of(this).region}`] },
          }
        : { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['tokenHash', ...attributes] } },
    });
  }

  private answering(shared: Record<string, string>): CodeFunction {
    const { config, data, keys, sandbox } = this.props;
    const home = config.regions[0] ?? '';
    const lifeMs = lifeOf(config, LIMITS.stream.lifeMs);
    return new CodeFunction(this, 'Rpc', {
      entry: 'mcp-rpc/handler',
      description: 'Answers MCP requests: token check, protocol, calls, audit',
      // Each call pays for this memory while it waits for the API (design/operations.md, Cost).
      memory: 512,
      // As long as Lambda allows: longer than the sandbox, and than the life of a stream and its end.
      timeout: Duration.minutes(15),
      reserved: sharesOf(config).rpc,
      logRetentionDays: config.logRetentionDays,
      logsFailuresOnly: true,
      environment: {
        ...shared,
        STREAM_LIFE_MS: String(lifeMs),
        TABLE_UPSTREAM_TOKENS: data.upstreamTokens.tableName,
        ...(data.gates && {
          HOME_UPSTREAM_TOKENS: JSON.stringify({ region: home, table: tableName(config, 'upstreamtokens') }),
        }),
        FUNCTION_SANDBOX: sandbox.calls.functionName,
        KEY_CREDENTIALS: keys.credentials.keyArn,
      },
    });
  }

  /** Its rights on tokens, servers, sessions and the trail, and to call. */
  private grantCalls(fn: CodeFunction): void {
    const { config, data, keys, push, sandbox } = this.props;
    const home = config.regions[0] ?? '';
    mayUse(fn, data.tokens, 'BatchGetItem');
    mayUse(fn, data.servers, 'BatchGetItem');
    mayUse(fn, data.sessions, 'BatchGetItem');
    mayUse(fn, data.upstreamTokens, 'BatchGetItem', 'GetItem', 'PutItem');
    // In all regions, refresh tokens are exchanged under a lease in the home region, because they may be single-use.
    if (data.gates) mayUseArn(fn, tableArn(config, 'upstreamtokens', home), 'GetItem', 'PutItem');
    // Records of ended sessions and of used proofs, lists of held answers, of tasks and of calls that wait for an approval. Rows of open sessions belong to the function with the stream.
    mayUseRows(fn, data.sessions, ['ended.', 'held.', 'tasks.', 'approvals.', 'proof.'], 'PutItem');
    // Counters of calls.
    mayUseRows(fn, data.sessions, ['limit.'], 'UpdateItem');
    mayUse(fn, data.audit, 'PutItem');
    fn.addToRolePolicy(this.tokenStamps(['lastUsedAt', 'streams']));
    keys.tokens.grantGenerateMac(fn);
    keys.signing.grantVerifyMac(fn);
    mayInvoke(fn, sandbox.calls);
    mayWrite(fn, data.bundles, 'cancelled');
    push.grantPublish(fn, 'mcp');
    push.grantListen(fn, RPC_SUBJECTS);
  }

  /** Its rights on bundles and on answers that are kept or held. */
  private grantAnswers(fn: CodeFunction): void {
    const { data, keys } = this.props;
    mayRead(fn, data.bundles, 'bundles');
    mayWrite(fn, data.bundles, 'sessions');
    // Kept answers: it encrypts and stores them, but can neither read nor decrypt one.
    mayWrite(fn, data.bundles, 'answers');
    maySeal(fn, keys.credentials, ['answersOf']);
    // Held answers, which their tokens can read on.
    mayWrite(fn, data.bundles, 'held');
    mayRead(fn, data.bundles, 'held');
    maySeal(fn, keys.credentials, ['heldOf']);
    mayOpen(fn, keys.credentials, ['heldOf']);
  }

  private streaming(environment: Record<string, string>): CodeFunction {
    const { config, data, keys, push } = this.props;
    // Sessions of HTTP+SSE are asked whether their client is still there; the separate streams of 2025 are not.
    const lifeMs = lifeOf(config, config.standaloneStreams ? LIMITS.stream.lifeMs : LIMITS.stream.maxLifeMs);
    const fn = new CodeFunction(this, 'Stream', {
      entry: 'mcp-stream/handler',
      description: 'Holds event streams of MCP clients',
      memory: 256,
      timeout: Duration.millis(lifeMs + LIMITS.stream.endMs),
      reserved: sharesOf(config).stream,
      logRetentionDays: config.logRetentionDays,
      environment: { ...environment, STREAM_LIFE_MS: String(lifeMs) },
    });
    mayUse(fn, data.tokens, 'BatchGetItem');
    mayUse(fn, data.servers, 'BatchGetItem');
    mayUse(fn, data.sessions, 'BatchGetItem', 'DeleteItem', 'PutItem');
    // Streams of servers and persons, where they are limited.
    mayUseRows(fn, data.sessions, ['limit.'], 'UpdateItem');
    mayUse(fn, data.audit, 'PutItem');
    fn.addToRolePolicy(this.tokenStamps(['streams']));
    mayRead(fn, data.bundles, 'sessions');
    mayDiscard(fn, data.bundles, 'sessions');
    keys.tokens.grantGenerateMac(fn);
    push.grantListen(fn, STREAM_SUBJECTS);
    return fn;
  }
}
