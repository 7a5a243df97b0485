/**
 * The authorization server of MCP clients. A function of its own, because it is public and the management API has far more
 * rights. Creates and ends sessions, and reads the servers and the user pool for its decisions. The spec reader fetches
 * clients' metadata documents, so this function makes no requests to the internet. People give their consent in the
 * management API.
 */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { sharesOf } from '../concurrency.ts';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';
import type { Data } from './data.ts';
import { edgeVariables, grantRevokeInEdges } from './edge-access.ts';
import { groupVariables, hasProvider } from './identity-provider.ts';
import type { Keys } from './keys.ts';
import type { Login } from './login.ts';
import type { Push } from './push.ts';
import { mayInvoke, mayUse } from './rights.ts';
import type { Sandbox } from './sandbox.ts';

interface AuthorizationProps {
  readonly config: DeploymentConfig;
  readonly data: Data;
  readonly keys: Keys;
  readonly push: Push;
  readonly sandbox: Sandbox;
  readonly login: Login;
  readonly edgeUrl: string;
  /** The variables by which it knows requests of the entrance. */
  readonly arrival: Readonly<Record<string, string>>;
}

/** The function of the authorization server, with its rights. */
export class Authorization extends Construct {
  readonly server: CodeFunction;

  constructor(scope: Construct, id: string, props: AuthorizationProps) {
    super(scope, id);
    const { config, data, keys, push, sandbox, login, edgeUrl, arrival } = props;
    this.server = new CodeFunction(this, 'Server', {
      entry: 'authorization/handler',
      description: 'Signs people of MCP clients in: metadata, requests, tokens',
      memory: 1_024,
      timeout: Duration.seconds(25),
      reserved: sharesOf(config).authorization,
      logRetentionDays: config.logRetentionDays,
      environment: {
        TABLE_SIGN_INS: data.signIns.tableName,
        TABLE_TOKENS: data.tokens.tableName,
        TABLE_SERVERS: data.servers.tableName,
        TABLE_AUDIT: data.audit.tableName,
        KEY_TOKENS: keys.tokens.keyArn,
        FUNCTION_SPEC_READER: sandbox.specReader.functionName,
        EDGE_URL: edgeUrl,
        ...arrival,
        IOT_ENDPOINT: push.endpoint,
        USER_POOL: login.pool.userPoolId,
        ...groupVariables(config),
        ...(hasProvider(config) && { SESSION_HOURS: String(config.sessionHours) }),
        CLIENT_REGISTRATION: String(config.clientRegistration),
        ACCESS_TOKEN_SECONDS: String(config.accessTokenSeconds),
        IDENTITY_PROVIDERS: JSON.stringify(config.identityProviders),
        ...edgeVariables(this, config, push),
      },
    });
    mayUse(this.server, data.signIns, 'GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem');
    mayUse(this.server, data.tokens, 'GetItem', 'PutItem', 'UpdateItem');
    mayUse(this.server, data.servers, 'GetItem');
    mayUse(this.server, data.audit, 'PutItem');
    keys.tokens.grantGenerateMac(this.server);
    mayInvoke(this.server, sandbox.specReader);
    // Whether a person still exists, and in which groups.
    login.pool.grant(this.server, 'cognito-idp:AdminGetUser', 'cognito-idp:AdminListGroupsForUser');
    push.grantPublish(this.server, 'mcp');
    grantRevokeInEdges(this.server, config, push);
  }
}
