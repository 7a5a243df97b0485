/**
 * The functions for MCP clients. mcp-rpc answers POSTs; mcp-stream serves event streams with little memory, because idle
 * streams cost the most. Both have function URLs without IAM, because MCP clients cannot sign requests; they accept only
 * requests with a secret header, which the distribution adds.
 */
import { Duration, SecretValue, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type FunctionUrl, FunctionUrlAuthType, InvokeMode } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { sharesOf } from '../concurrency.ts';
import { type DeploymentConfig, edgesOf, isRegional } from '../config.ts';
import { originSecretName, tableArn, tableName } from '../regional.ts';
import { CodeFunction } from './code-function.ts';
import type { KeySet } from './keys.ts';
import { type Push, RPC_SUBJECTS, STREAM_SUBJECTS } from './push.ts';
import { mayDiscard, mayInvoke, mayOpen, mayRead, maySeal, mayUse, mayUseArn, mayWrite } from './rights.ts';
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

/** The functions for MCP clients, each with a function URL that accepts only requests of the distribution. */
export class DataPlane extends Construct {
  readonly rpc: CodeFunction;
  readonly stream: CodeFunction;
  readonly rpcUrl: FunctionUrl;
  readonly streamUrl: FunctionUrl;
  /** Value of the header `x-origin-verify`: a dynamic reference to the secret's `current`. */
  readonly originSecret: string;

  constructor(scope: Construct, id: string, props: DataPlaneProps) {
    super(scope, id);
    const { config, data, keys, push, sandbox } = props;
    const { gates } = data;
    const home = config.regions[0] ?? '';
    const secret = gates
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
    const version = config.originSecretVersion ? { versionId: config.originSecretVersion } : {};
    const { secretArn } = secret;
    this.originSecret = SecretValue.secretsManager(secretArn, { jsonField: 'current', ...version }).unsafeUnwrap();

    const shared = {
      TABLE_SERVERS: data.servers.tableName,
      TABLE_TOKENS: data.tokens.tableName,
      TABLE_SESSIONS: data.sessions.tableName,
      TABLE_AUDIT: data.audit.tableName,
      BUCKET_BUNDLES: data.bundles.bucketName,
      KEY_TOKENS: keys.tokens.keyArn,
      KEY_SIGNING: keys.signing.keyArn,
      IOT_ENDPOINT: push.endpoint,
      // Both values of the secret, because the previous one is still used while the distribution is updated.
      ORIGIN_SECRET: SecretValue.secretsManager(secretArn, version).unsafeUnwrap(),
      ALLOWED_ORIGINS: config.allowedOrigins.join(','),
      STREAMS_PER_TOKEN: String(config.streamsPerToken),
      STREAM_LIFE_MS: String(config.streamLifeSeconds * 1_000),
      CHANGE_STREAMS: String(config.changeStreams),
      STANDALONE_STREAMS: String(config.standaloneStreams),
      ...(gates && { TABLE_GATES: gates.tableName }),
    };
    const tokenStamps = (attributes: readonly string[]) =>
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['dynamodb:UpdateItem'],
        resources: [data.tokens.tableArn],
        conditions: gates
          ? {
              // In other regions than home no role writes a token's row; they record the last use in items of their own
              // (core/regions/gates.ts).
              'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['tokenHash', 'serverId', ...attributes] },
              'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`*@${Stack.of(this).region}`] },
            }
          : { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['tokenHash', ...attributes] } },
      });
    this.rpc = new CodeFunction(this, 'Rpc', {
      entry: 'mcp-rpc/handler',
      description: 'Answers MCP requests: token check, protocol, calls, audit',
      memory: 1_024,
      timeout: Duration.seconds(Math.max(120, config.changeStreams ? config.streamLifeSeconds + 30 : 0)),
      reserved: sharesOf(config).rpc,
      logRetentionDays: config.logRetentionDays,
      environment: {
        ...shared,
        TABLE_UPSTREAM_TOKENS: data.upstreamTokens.tableName,
        ...(gates && {
          HOME_UPSTREAM_TOKENS: JSON.stringify({ region: home, table: tableName(config, 'upstreamtokens') }),
        }),
        FUNCTION_SANDBOX: sandbox.calls.functionName,
        KEY_CREDENTIALS: keys.credentials.keyArn,
      },
    });
    mayUse(this.rpc, data.tokens, 'BatchGetItem');
    mayUse(this.rpc, data.servers, 'BatchGetItem');
    mayUse(this.rpc, data.sessions, 'BatchGetItem');
    mayUse(this.rpc, data.upstreamTokens, 'BatchGetItem', 'GetItem', 'PutItem');
    // In all regions, refresh tokens are exchanged under a lease in the home region, because they may be single-use.
    if (gates) mayUseArn(this.rpc, tableArn(config, 'upstreamtokens', home), 'GetItem', 'PutItem');
    this.rpc.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['dynamodb:PutItem'],
        resources: [data.sessions.tableArn],
        // Records of ended sessions and lists of held answers. Rows of open sessions belong to the function with the stream.
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ended.*', 'held.*'] } },
      }),
    );
    mayUse(this.rpc, data.audit, 'PutItem');
    this.rpc.addToRolePolicy(tokenStamps(['lastUsedAt', 'streams']));
    mayRead(this.rpc, data.bundles, 'bundles');
    mayWrite(this.rpc, data.bundles, 'sessions');
    // Kept answers: it encrypts and stores them, but can neither read nor decrypt one.
    mayWrite(this.rpc, data.bundles, 'answers');
    maySeal(this.rpc, keys.credentials, ['answersOf']);
    // Held answers, which their tokens can read on.
    mayWrite(this.rpc, data.bundles, 'held');
    mayRead(this.rpc, data.bundles, 'held');
    maySeal(this.rpc, keys.credentials, ['heldOf']);
    mayOpen(this.rpc, keys.credentials, ['heldOf']);
    keys.tokens.grantGenerateMac(this.rpc);
    keys.signing.grantVerifyMac(this.rpc);
    mayInvoke(this.rpc, sandbox.calls);
    push.grantPublish(this.rpc, 'mcp');
    push.grantListen(this.rpc, RPC_SUBJECTS);

    this.stream = new CodeFunction(this, 'Stream', {
      entry: 'mcp-stream/handler',
      description: 'Holds event streams of MCP clients',
      memory: 256,
      timeout: Duration.seconds(config.streamLifeSeconds + 30),
      reserved: sharesOf(config).stream,
      logRetentionDays: config.logRetentionDays,
      environment: shared,
    });
    mayUse(this.stream, data.tokens, 'BatchGetItem');
    mayUse(this.stream, data.servers, 'BatchGetItem');
    mayUse(this.stream, data.sessions, 'BatchGetItem', 'DeleteItem', 'PutItem');
    mayUse(this.stream, data.audit, 'PutItem');
    this.stream.addToRolePolicy(tokenStamps(['streams']));
    mayRead(this.stream, data.bundles, 'sessions');
    mayDiscard(this.stream, data.bundles, 'sessions');
    keys.tokens.grantGenerateMac(this.stream);
    push.grantListen(this.stream, STREAM_SUBJECTS);

    for (const fn of [this.rpc, this.stream]) gates?.grant(fn, 'dynamodb:BatchGetItem');

    const url = { authType: FunctionUrlAuthType.NONE, invokeMode: InvokeMode.RESPONSE_STREAM };
    this.rpcUrl = this.rpc.addFunctionUrl(url);
    this.streamUrl = this.stream.addFunctionUrl(url);
  }
}
