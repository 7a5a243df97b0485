/** The two parts of the product, home and front, which are in one stack or, with several regions, in separate ones. */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type DeploymentConfig, edgesOf } from '../config.ts';
import { AuditArchiver } from '../constructs/audit-archiver.ts';
import { Authorization } from '../constructs/authorization.ts';
import { Backup } from '../constructs/backup.ts';
import { makeBudget } from '../constructs/budget.ts';
import { Data } from '../constructs/data.ts';
import { DataPlane } from '../constructs/data-plane.ts';
import { Edge, type RegionOrigins } from '../constructs/edge.ts';
import { Events } from '../constructs/events.ts';
import { Failures } from '../constructs/failures.ts';
import { ManagementHttpApi } from '../constructs/http-api.ts';
import { Keys } from '../constructs/keys.ts';
import { Login, loginPrefix } from '../constructs/login.ts';
import { Management } from '../constructs/management.ts';
import type { McpOrigins } from '../constructs/mcp-origins.ts';
import { OwnDomain } from '../constructs/own-domain.ts';
import { Pipeline } from '../constructs/pipeline.ts';
import { PrivateEntrance } from '../constructs/private-entrance.ts';
import { Push } from '../constructs/push.ts';
import { Sandbox } from '../constructs/sandbox.ts';
import { addTraces } from '../constructs/traces.ts';
import { webAclOf } from '../constructs/web-acl.ts';
import { dashboardFolder } from '../dashboard.ts';

/** The constructs of the home region behind the distribution. */
export interface HomeParts {
  readonly data: Data;
  readonly keys: Keys;
  readonly push: Push;
  readonly sandbox: Sandbox;
  readonly pipeline: Pipeline;
  readonly dataPlane: DataPlane;
  readonly archiver: AuditArchiver;
  readonly failures: Failures;
  /** Where the owner has switched them on. */
  readonly events?: Events;
}

/** Creates data, keys, push channel, sandbox, pipeline, the functions for MCP clients and the audit archiver. */
export function makeHome(scope: Construct, config: DeploymentConfig): HomeParts {
  const data = new Data(scope, 'Data', config);
  const keys = new Keys(scope, 'Keys', config);
  const push = new Push(scope, 'Push', config.logRetentionDays, edgesOf(config));
  const sandbox = new Sandbox(scope, 'Sandbox', { config, data, keys });
  const failures = new Failures(scope, 'Failures');
  const pipeline = new Pipeline(scope, 'Pipeline', { config, data, keys, push, sandbox, failures });
  const dataPlane = new DataPlane(scope, 'DataPlane', { config, data, keys, push, sandbox });
  addTraces(scope, config, dataPlane.rpc);
  const archiver = new AuditArchiver(scope, 'AuditArchiver', { config, data, failures });
  const home = { data, keys, push, sandbox, pipeline, dataPlane, archiver, failures };
  const events = config.events ? new Events(scope, 'Events', { config, data, keys, failures }) : undefined;
  for (const fn of [dataPlane.rpc, pipeline.recordFailure]) events?.mayReport(fn);
  if (config.backup !== 'none') {
    new Backup(scope, 'Backup', {
      config,
      tables: [...data.lasting, ...(events ? [events.table] : [])],
      specs: data.specs,
    });
  }
  return { ...home, ...(events && { events }) };
}

/** The constructs of the entrance and what people use behind it. */
export interface Front {
  /** The distribution; undefined with `entrance=private`. */
  readonly edge: Edge | undefined;
  /** Base URL of the product. */
  readonly url: string;
  readonly login: Login;
  readonly management: Management;
}

/** Properties of {@link makeFront}. */
export interface FrontProps {
  readonly config: DeploymentConfig;
  readonly home: HomeParts;
  /** Where the distribution finds those of home, if they are in another stack. */
  readonly origins?: McpOrigins;
  /** Where the distribution finds the functions of the other regions. */
  readonly edges?: readonly RegionOrigins[];
}

/** Creates the entrance, the login, the management API and the authorization server. */
export function makeFront(scope: Construct, { config, home, origins, edges }: FrontProps): Front {
  const { region } = Stack.of(scope);
  const { dataPlane, events } = home;
  const loginHosts = [
    `https://cognito-idp.${region}.amazonaws.com`,
    `https://${loginPrefix(config)}.auth.${region}.amazoncognito.com`,
  ];
  const edge = config.entrance === 'private' ? undefined : makeEdge(scope, config, loginHosts);
  const inside = edge ? undefined : new PrivateEntrance(scope, 'Entrance', config);
  const { url, urls } = (edge ?? inside) as Edge | PrivateEntrance;
  makeBudget(scope, config);
  const login = new Login(scope, 'Login', { config, edgeUrls: urls });
  const http = edge && new ManagementHttpApi(scope, 'Http', config);
  const { live, arrival, behindEdge } = dataPlane;
  const behind = { config, ...home, login, edgeUrl: url, arrival };
  const management = new Management(scope, 'Management', behind);
  const authorization = new Authorization(scope, 'Authorization', behind);
  http?.serve(management, login, authorization);
  events?.mayManage(management.api);
  events?.mayReport(authorization.server);
  if (edge && http && behindEdge) {
    const { originSecret } = behindEdge;
    const others = edges && { config, regions: edges };
    edge.route({ ...(origins ?? behindEdge.origins), originSecret, api: http.api, ...(others && { others }) });
  }
  inside?.serve({
    ...live,
    management: management.api,
    authorization: authorization.server,
    login,
    arrival,
    loginHosts,
  });

  return { edge, url, login, management };
}

function makeEdge(scope: Construct, config: DeploymentConfig, loginHosts: readonly string[]): Edge {
  const domain = config.domainNames.length > 0 ? new OwnDomain(scope, 'Domain', config) : undefined;
  const webAclArn = webAclOf(scope, config);
  return new Edge(scope, 'Edge', { dashboard: dashboardFolder(), domain, webAclArn, loginHosts });
}

/** The outputs of a stack, by which people and commands find what it made. */
export function makeOutputs(stack: Stack, parts: HomeParts & Front): void {
  const { url, login, data, archiver, events, failures } = parts;
  new CfnOutput(stack, 'EdgeUrl', { value: url, description: 'Dashboard, API and MCP endpoints' });
  new CfnOutput(stack, 'UserPoolId', { value: login.pool.userPoolId, description: 'Add the first admin here' });
  new CfnOutput(stack, 'UserPoolClientId', { value: login.client.userPoolClientId });
  new CfnOutput(stack, 'LoginUrl', { value: login.domain.baseUrl() });
  new CfnOutput(stack, 'AuditArchive', { value: data.auditArchive.bucketName });
  new CfnOutput(stack, 'AuditKey', { value: archiver.key.keyArn, description: 'For audit verify: --key-id' });
  if (events) new CfnOutput(stack, 'EventBus', { value: events.bus.eventBusName, description: 'For your rules' });
  new CfnOutput(stack, 'FailureQueue', { value: failures.queue.queueUrl, description: 'What was given up' });
  new CfnOutput(stack, 'AuditTable', { value: data.audit.tableName, description: 'For audit verify: --table' });
}
