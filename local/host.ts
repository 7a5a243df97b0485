/**
 * Runs a synthesized stack: twins for everything with state, pools for the functions, and the edge in front. Everything is read from the
 * template. The order follows from which part needs whose address.
 */
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { createEgressClient } from '../egress/index.ts';
import { Callers } from './aws/caller.ts';
import { Gateway } from './aws/gateway.ts';
import { type DataFolder, KEYS_FILE, OUTPUTS_FILE, ROWS_FILE, TABLES_FILE } from './data/folder.ts';
import { watchSpace } from './data/space.ts';
import { edgeOptions } from './edge/distribution.ts';
import { startEdge } from './edge/server.ts';
import { FunctionLog } from './functions/log.ts';
import { type FunctionPool, poolOf } from './functions/pool.ts';
import { makePools } from './functions/pools.ts';
import type { EgressHost } from './functions/protocol.ts';
import { LogSubscriptions } from './functions/subscriptions.ts';
import { type LoginClient, loginClientOf } from './login/client.ts';
import { providerIn } from './login/federation.ts';
import { loginSigningKey } from './login/keys.ts';
import { directoryService, People } from './login/people.ts';
import { poolSettingsOf } from './login/pool.ts';
import { type Login, type LoginAddress, listenForLogin, startLogin } from './login/provider.ts';
import { poolTriggers } from './login/trigger.ts';
import { CLIENT, physicalNames } from './physical.ts';
import { readPermissions } from './template/permissions.ts';
import { readPolicies } from './template/policies.ts';
import { readTemplate } from './template/read.ts';
import { outputsOf, resolver } from './template/resolve.ts';
import { ofType, type StackTemplate } from './template/template.ts';
import { startTables } from './twins/dynamodb/start.ts';
import { eventBridgeService, startSchedules } from './twins/event-bridge.ts';
import { IotTwin } from './twins/iot.ts';
import { kmsService } from './twins/kms.ts';
import { localKeys } from './twins/kms-keys.ts';
import { lambdaService } from './twins/lambda.ts';
import { asyncRules, Queues } from './twins/queues.ts';
import { deployedFiles, makeBuckets } from './twins/s3/buckets.ts';
import { s3Service } from './twins/s3/service.ts';
import { localSecrets, SECRETS_FILE } from './twins/secrets.ts';
import { startStateMachines } from './twins/state-machines.ts';
import { StepFunctionsTwin } from './twins/step-functions.ts';
import { rolesIn, stsService } from './twins/sts.ts';
import { xrayService } from './twins/xray.ts';

/** Options of a host. */
export interface HostOptions {
  readonly outdir: string;
  readonly data: DataFolder;
  /** Listening already, so that a taken port is noticed before anything is created. */
  readonly server: Server;
  readonly port: number;
  readonly workers: number;
  readonly egress: EgressHost;
  /** The client secret at the owner's identity provider. */
  readonly loginSecret?: string;
  /** Maximum life of event streams, as on AWS; unlimited if unset. */
  readonly streamLifeMs?: number;
  /** Age at which audit entries are moved from memory to the disk. */
  readonly trailAgeMs?: number;
  /** By name: further files of the dashboard's bucket, beside those that are deployed to it. */
  readonly dashboardFiles?: Readonly<Record<string, string>>;
  /** Reports a line to the person who started the stack. */
  readonly say?: (line: string) => void;
}

/** A running host. */
export interface Host {
  readonly edgeUrl: string;
  readonly login: Login;
  /** Executions that ran when the last host ended and run again. */
  readonly resumed: number;
  close(): Promise<void>;
}

const SERVICES = [
  'DYNAMODB',
  'S3',
  'KMS',
  'LAMBDA',
  'SFN',
  'IOT_DATA_PLANE',
  'COGNITO_IDENTITY_PROVIDER',
  'STS',
  'XRAY',
  'EVENTBRIDGE',
] as const;
const WARM_EVERY_MS = 250;
const LIFECYCLE_MS = 60 * 60_000;
/** Before the host ends, unread table changes are delivered for this long; the rest is delivered at the next start. */
const DRAIN_MS = 4_000;

/** Starts everything; rejects with LocalStackError. `close` ends it and keeps everything that was answered. */
export async function startHost(options: HostOptions): Promise<Host> {
  const { outdir, data, server, port, workers, egress, streamLifeMs, trailAgeMs, dashboardFiles = {}, say } = options;
  const template = readTemplate(outdir);
  const edgeUrl = `http://localhost:${port}`;
  const callers = new Callers(() => policies);
  const gateway = new Gateway(callers);
  await gateway.listen();

  const keys = localKeys(data, template);
  const secrets = localSecrets(data, template);
  const loginAddress = await listenForLogin(port + 1);
  const names = physicalNames(template, {
    edgeUrl,
    issuer: loginAddress.issuer,
    iotHost: gateway.host,
    keyId: (logicalId) => keys.get(logicalId)?.id ?? '',
    secret: (logicalId) => secrets.get(logicalId) ?? '',
  });
  const resolve = resolver(template, names);
  const unmoved = resolver(template, { ...names, rewrite: (text) => text });
  const people = new People(data);
  people.accounts.settings = poolSettingsOf(template, resolve);
  people.accounts.onMail = ({ to }) => say?.(`Mail to ${to}: ${loginAddress.issuer}/outbox`);
  const login = await localLogin({
    template,
    people,
    address: loginAddress,
    client: loginClientOf(template, resolve, unmoved),
    options,
  });
  const policies = readPolicies(template, resolve);
  const subscriptions = new LogSubscriptions(template, resolve, (arn) => poolOf(pools, arn));
  const pools: ReadonlyMap<string, FunctionPool> = makePools({
    template,
    resolve,
    workers,
    egress,
    logs: data.folder('logs'),
    tapped: (logicalId, log) => subscriptions.tapped(logicalId, log),
    variablesOf: (functionName, roleId) => ({
      ...callers.enroll(functionName, roleId),
      ...gateway.endpoints(SERVICES),
    }),
    twins: gateway.channel,
    ...(streamLifeMs !== undefined && { streamLifeMs }),
  });

  const triggers = poolTriggers(template, resolve, pools);
  people.trigger = triggers.tokens;
  people.inbound = triggers.inbound;

  const failures = new FunctionLog(data.path('failures.ndjson'));
  const queues = new Queues({ template, policies, taken: failures, say: say ?? (() => {}) });
  const rules = asyncRules(template, resolve, pools, queues);
  const { tables, readers } = startTables({ data, template, resolve, policies, pools, queues, trailAgeMs, say });
  const spans = new FunctionLog(data.path('traces.ndjson'));
  const events = new FunctionLog(data.path('events.ndjson'));
  const buckets = makeBuckets(template, resolve, (name) => data.folder('s3', name));
  const iot = await IotTwin.create(callers);
  const stepFunctions = startStateMachines({ data, template, resolve, policies, pools, queues });
  for (const service of [
    tables.service,
    s3Service(buckets),
    kmsService([...keys.values()]),
    lambdaService((name) => pools.get(name), rules),
    stepFunctions.service,
    iot.service,
    directoryService(data, people),
    stsService(
      () => rolesIn(data.path('roles.json')),
      (roleId) => resolve<string>({ 'Fn::GetAtt': [roleId, 'Arn'] }),
    ),
    xrayService(spans),
    eventBridgeService(
      ofType(template, 'AWS::Events::EventBus').map(([id]) => names.ref(id)),
      events,
    ),
  ]) {
    gateway.add(service);
  }
  gateway.onUpgrade((request, socket, head) => iot.accept(request, socket, head));

  const sites = deployedFiles(template, resolve, dashboardFiles);
  const edge = await startEdge(
    server,
    edgeOptions({
      template,
      resolve,
      pools,
      sites,
      permissions: readPermissions(template, resolve),
      verify: login.verify,
    }),
  );
  for (const pool of pools.values()) if (pool.definition.warm) pool.warm();
  const warming = warmLater([...pools.values()].filter(({ definition }) => !definition.warm));
  for (const reader of readers.values()) reader.catchUp();
  const lifecycle = setInterval(() => buckets.forEach((bucket) => void bucket.expire()), LIFECYCLE_MS).unref();
  const unwatch = watchSpace(data.root, say);
  const endSchedules = startSchedules(template, resolve, pools, rules);
  const resumed = await stepFunctions.resume();
  data.keep([KEYS_FILE, SECRETS_FILE, TABLES_FILE, ROWS_FILE, ...[...buckets.keys()].map((name) => `s3/${name}`)]);
  data.write(OUTPUTS_FILE, outputsOf(template, resolve));

  return {
    edgeUrl,
    login,
    resumed,
    async close() {
      clearInterval(lifecycle);
      clearInterval(warming);
      unwatch();
      endSchedules();
      await edge.close();
      await stepFunctions.close();
      await Promise.all([...readers.values()].map((reader) => reader.drain(DRAIN_MS)));
      for (const reader of readers.values()) reader.close();
      await subscriptions.drain();
      spans.close();
      events.close();
      failures.close();
      for (const pool of pools.values()) pool.close();
      await Promise.all([login.close(), iot.close(), gateway.close()]);
      await Promise.all([tables.close(), ...[...buckets.values()].map((bucket) => bucket.close())]);
      data.release();
    },
  };
}

interface LoginParts {
  readonly template: StackTemplate;
  readonly people: People;
  readonly address: LoginAddress;
  readonly client: LoginClient;
  readonly options: HostOptions;
}

async function localLogin({ template, people, address, client, options }: LoginParts): Promise<Login> {
  const { data, egress, loginSecret: secret = '' } = options;
  const provider = providerIn(template);
  return startLogin(address, {
    people,
    ...(provider && { own: { provider, secret, client: createEgressClient({ ...egress }) } }),
    clientId: CLIENT,
    signingKey: await loginSigningKey(data),
    cookieKey: data.remembered('login-cookie.json', () => ({ key: randomBytes(32).toString('hex') })).key,
    ...client,
  });
}

/** Starts the functions that are needed a little later one by one, so that they do not delay what is needed now. */
function warmLater(pools: FunctionPool[]): NodeJS.Timeout {
  const timer = setInterval(() => {
    const pool = pools.shift();
    if (pool) return pool.warmOne();
    clearInterval(timer);
    void StepFunctionsTwin.load();
  }, WARM_EVERY_MS).unref();
  return timer;
}
