/**
 * The functions of the management API. One answers requests: it may use all tables, each by the operations that it needs, and may encrypt but not
 * decrypt credentials. The other one, Prepare, makes the answers that take longer than a request: it reads, and writes nothing but what it has
 * made. Neither makes requests to the internet; the spec reader fetches documents for them.
 */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { sharesOf } from '../concurrency.ts';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';
import type { Data } from './data.ts';
import { edgeVariables, grantManageInEdges } from './edge-access.ts';
import { groupVariables, providerVariables } from './identity-provider.ts';
import type { Keys } from './keys.ts';
import type { Login } from './login.ts';
import type { Pipeline } from './pipeline.ts';
import type { Push } from './push.ts';
import {
  mayBind,
  mayClear,
  mayDescribeExecutions,
  mayInvoke,
  mayOpen,
  mayQueryIndex,
  mayRead,
  mayUse,
  mayUseRows,
  mayWrite,
} from './rights.ts';
import { privateNames, roleOf, type Sandbox } from './sandbox.ts';

/** Inviting people, changing their roles, removing them. */
const MEMBER_RIGHTS = [
  'AdminGetUser',
  'AdminListGroupsForUser',
  'AdminCreateUser',
  'AdminAddUserToGroup',
  'AdminRemoveUserFromGroup',
  'AdminEnableUser',
  'AdminDisableUser',
  'AdminUserGlobalSignOut',
  'AdminDeleteUser',
] as const;

interface ManagementProps {
  readonly config: DeploymentConfig;
  readonly data: Data;
  readonly keys: Keys;
  readonly push: Push;
  readonly sandbox: Sandbox;
  readonly pipeline: Pipeline;
  readonly login: Login;
  readonly edgeUrl: string;
  /** The variables by which it knows requests of the entrance. */
  readonly arrival: Readonly<Record<string, string>>;
}

/** The management API's function with its rights. */
export class Management extends Construct {
  readonly api: CodeFunction;
  readonly prepare: CodeFunction;

  constructor(scope: Construct, id: string, props: ManagementProps) {
    super(scope, id);
    const { config, data, keys, push, sandbox, pipeline, login } = props;
    this.prepare = this.preparing(props);
    this.api = new CodeFunction(this, 'Api', {
      entry: 'management/handler',
      description: 'The management API',
      // Lambda gives a whole processor only with 1,769.
      memory: 3_008,
      timeout: Duration.seconds(29),
      reserved: sharesOf(config).management,
      logRetentionDays: config.logRetentionDays,
      environment: {
        TABLE_SERVERS: data.servers.tableName,
        TABLE_TOOLS: data.tools.tableName,
        TABLE_TOKENS: data.tokens.tableName,
        TABLE_DEPLOYMENTS: data.deployments.tableName,
        TABLE_AUDIT: data.audit.tableName,
        TABLE_UPSTREAM_TOKENS: data.upstreamTokens.tableName,
        TABLE_SETTINGS: data.settings.tableName,
        TABLE_SIGN_INS: data.signIns.tableName,
        TABLE_SESSIONS: data.sessions.tableName,
        BUCKET_BUNDLES: data.bundles.bucketName,
        BUCKET_SPECS: data.specs.bucketName,
        KEY_CREDENTIALS: keys.credentials.keyArn,
        KEY_TOKENS: keys.tokens.keyArn,
        FUNCTION_SANDBOX: sandbox.calls.functionName,
        FUNCTION_SPEC_READER: sandbox.specReader.functionName,
        FUNCTION_RESEAL: pipeline.reseal.functionName,
        FUNCTION_PREPARE: this.prepare.functionName,
        STATE_MACHINE: pipeline.stateMachine.stateMachineArn,
        EDGE_URL: props.edgeUrl,
        ...props.arrival,
        IOT_ENDPOINT: push.endpoint,
        USER_POOL: login.pool.userPoolId,
        USER_POOL_CLIENT: login.client.userPoolClientId,
        LOGIN_ISSUER: login.issuer,
        LOGIN_DOMAIN: login.domain.baseUrl(),
        ...(sandbox.egress?.addresses && { EGRESS_ADDRESSES: sandbox.egress.addresses }),
        ...privateNames(config),
        ...groupVariables(config),
        ...providerVariables(config),
        ...(!config.invitations && { INVITATIONS: 'false' }),
        // Not the list of roles, which does not fit into 4 KB beside the rest; the sandbox compares it.
        ...(config.upstreamRoles.length > 0 && { SANDBOX_ROLE: roleOf(sandbox.calls) }),
        ...edgeVariables(this, config, push),
      },
    });
    mayUse(
      this.api,
      data.servers,
      'GetItem',
      'BatchGetItem',
      'Scan',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    );
    mayUse(this.api, data.tools, 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'BatchWriteItem');
    // No right to delete tokens: revoked ones are kept.
    mayUse(this.api, data.tokens, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem');
    mayQueryIndex(this.api, data.tokens, 'byServer');
    mayUse(this.api, data.deployments, 'GetItem', 'Query', 'PutItem', 'DeleteItem');
    // The consent of a person deletes the request and stores a code; sessions are found by person or client.
    // A server is put into a project on the condition that it stands.
    mayUse(this.api, data.signIns, 'GetItem', 'PutItem', 'DeleteItem', 'Query', 'ConditionCheckItem');
    mayUse(this.api, data.settings, 'GetItem', 'PutItem', 'UpdateItem');
    // The sentences, the key and the last answers of a deleted server, and not the settings themselves.
    mayUseRows(this.api, data.settings, ['selection.', 'declared.', 'preparing.'], 'DeleteItem');
    mayUse(this.api, data.audit, 'Query', 'PutItem');
    // What was used of the limits.
    mayUseRows(this.api, data.sessions, ['limit.', 'approvals.'], 'BatchGetItem');
    // The decisions about calls that wait.
    mayUseRows(this.api, data.sessions, ['approvals.'], 'PutItem');
    // Encrypted. Trying out a tool and checking a credential fetch tokens as calls do.
    mayUse(this.api, data.upstreamTokens, 'GetItem', 'Query', 'PutItem', 'DeleteItem');
    mayWrite(this.api, data.specs, 'uploads');
    // For a copy of a server.
    mayRead(this.api, data.specs, 'uploads');
    // What the spec reader and Prepare have made.
    mayRead(this.api, data.specs, 'staging');
    // For a roll back, and for the tools of a copied server.
    mayRead(this.api, data.specs, 'versions');
    mayWrite(this.api, data.specs, 'versions');
    // Deleting a server deletes its documents, staging, versions, bundles and lockfiles.
    mayClear(this.api, data.specs, 'uploads', 'staging', 'versions');
    mayClear(this.api, data.bundles, 'bundles', 'lockfiles');
    mayRead(this.api, data.bundles, 'lockfiles');
    keys.credentials.grant(this.api, 'kms:GenerateDataKey');
    // Kept answers, for people in the group that may read them.
    mayRead(this.api, data.bundles, 'answers');
    mayOpen(this.api, keys.credentials, ['answersOf']);
    // To bind credentials of earlier versions, which were encrypted without an origin, to the origin of the base URL.
    mayBind(this.api, keys.credentials, ['serverId']);
    keys.tokens.grantGenerateMac(this.api);
    mayInvoke(this.api, sandbox.specReader);
    mayInvoke(this.api, sandbox.calls);
    mayInvoke(this.api, pipeline.reseal);
    mayInvoke(this.api, this.prepare);
    // For the list of members.
    login.pool.grant(this.api, 'cognito-idp:ListUsers', 'cognito-idp:ListUsersInGroup');
    // No right to set a password or change an attribute, so that nobody's account can be taken over.
    if (config.invitations) login.pool.grant(this.api, ...MEMBER_RIGHTS.map((name) => `cognito-idp:${name}`));
    pipeline.stateMachine.grantStartExecution(this.api);
    mayDescribeExecutions(this.api, pipeline.stateMachine);
    push.grantPublish(this.api, 'mcp', 'srv');
    grantManageInEdges(this.api, config, push);
  }

  /** The function that makes long answers, with its rights. */
  private preparing({ config, data, sandbox }: ManagementProps): CodeFunction {
    const prepare = new CodeFunction(this, 'Prepare', {
      entry: 'management/prepare',
      description: 'Makes answers of the management API that take longer than a request',
      // Comparing a re-import of 20,000 tools takes 1.7 GB and 15 s of a processor (design/budgets.md), after up to 90 s of reading.
      memory: 3_008,
      timeout: Duration.seconds(300),
      logRetentionDays: config.logRetentionDays,
      environment: {
        TABLE_SERVERS: data.servers.tableName,
        TABLE_TOOLS: data.tools.tableName,
        TABLE_DEPLOYMENTS: data.deployments.tableName,
        TABLE_SETTINGS: data.settings.tableName,
        TABLE_UPSTREAM_TOKENS: data.upstreamTokens.tableName,
        BUCKET_BUNDLES: data.bundles.bucketName,
        BUCKET_SPECS: data.specs.bucketName,
        FUNCTION_SANDBOX: sandbox.calls.functionName,
        FUNCTION_SPEC_READER: sandbox.specReader.functionName,
        ...privateNames(config),
      },
    });
    // Whoever asks has it begun anew where it was lost; nobody waits for what comes later.
    prepare.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(2) });
    mayUse(prepare, data.servers, 'GetItem');
    mayUse(prepare, data.tools, 'Query');
    mayUse(prepare, data.deployments, 'GetItem');
    mayUse(prepare, data.settings, 'GetItem');
    // How far it is.
    mayUseRows(prepare, data.settings, ['preparing.'], 'UpdateItem');
    mayRead(prepare, data.specs, 'uploads');
    mayRead(prepare, data.specs, 'staging');
    mayRead(prepare, data.specs, 'versions');
    mayWrite(prepare, data.specs, 'staging');
    mayRead(prepare, data.bundles, 'lockfiles');
    mayInvoke(prepare, sandbox.specReader);
    // Of an MCP server the sandbox reads the tools.
    mayInvoke(prepare, sandbox.calls);
    // Where a person signs in at it: their access token, sealed.
    mayUse(prepare, data.upstreamTokens, 'GetItem');
    return prepare;
  }
}
