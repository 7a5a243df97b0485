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
import { LocalStackError } from './errors.ts';
import { FunctionLog } from './functions/log.ts';
import { FunctionFailed, type FunctionPool, invokeBuffered } from './functions/pool.ts';
import { makePools } from './functions/pools.ts';
import type { EgressHost } from './functions/protocol.ts';
import { LogSubscriptions } from './functions/subscriptions.ts';
import { type LoginClient, loginClientOf } from './login/client.ts';
import { providerIn } from './login/federation.ts';
import { loginSigningKey } from './login/keys.ts';
import { LOCAL_GROUPS, People, type Trigger } from './login/people.ts';
import { type Login, type LoginAddress, listenForLogin, startLogin } from './login/provider.ts';
import { CLIENT, physicalNames, poolArn, stateMachineArn } from './physical.ts';
import { readPermissions } from './template/permissions.ts';
import { readPolicies } from './template/policies.ts';
import { resolver } from './template/resolve.ts';
import { ofType, readTemplate, roleOf } from './template/template.ts';
import { cognitoService } from './twins/cognito.ts';
import { DynamoDbTwin } from './twins/dynamodb/service.ts';
import { StreamReader } from './twins/dynamodb/stream.ts';
import { localTables, streamMappings } from './twins/dynamodb/tables.ts';
import { eventBridgeService, startSchedules } from './twins/event-bridge.ts';
import { IotTwin } from './twins/iot.ts';
import { kmsService } from './twins/kms.ts';
import { localKeys } from './twins/kms-keys.ts';
import { lambdaService } from './twins/lambda.ts';
import { deployedFiles, makeBuckets } from './twins/s3/buckets.ts';
import { s3Service } from './twins/s3/service.ts';
import { localSecrets, SECRETS_FILE } from './twins/secrets.ts';
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
  const { outdir, data, server, port, workers, egress, streamLifeMs, dashboardFiles = {}, say } = options;
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
  const login = await localLogin({
    template,
    people,
    address: loginAddress,
    client: loginClientOf(template, resolve, unmoved),
    options,
  });
  const policies = readPolicies(template, resolve);
  const subscriptions = new LogSubscriptions(template, resolve, (arn) => pools.get(arn.split(':').at(-1) as string));
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

  people.trigger = tokenTrigger(template, resolve, pools);

  const { tables, readers } = makeTables({ options, data, template, resolve, policies, pools });
  const spans = new FunctionLog(data.path('traces.ndjson'));
  const events = new FunctionLog(data.path('events.ndjson'));
  const buckets = makeBuckets(template, resolve, (name) => data.folder('s3', name));
  const iot = await IotTwin.create(callers);
  const stepFunctions = localExecutions({ data, template, resolve, policies, pools });
  for (const service of [
    tables.service,
    s3Service(buckets),
    kmsService([...keys.values()]),
    lambdaService((name) => pools.get(name)),
    stepFunctions.service,
    iot.service,
    localPeople(data, people),
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
  const endSchedules = startSchedules(template, resolve, pools);
  const resumed = await stepFunctions.resume();
  data.keep([KEYS_FILE, SECRETS_FILE, TABLES_FILE, ROWS_FILE, ...[...buckets.keys()].map((name) => `s3/${name}`)]);
  writeOutputs(data, template, resolve);

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
      for (const pool of pools.values()) pool.close();
      await Promise.all([login.close(), iot.close(), gateway.close()]);
      await Promise.all([tables.close(), ...[...buckets.values()].map((bucket) => bucket.close())]);
      data.release();
    },
  };
}

interface LoginParts {
  readonly template: ReturnType<typeof readTemplate>;
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

/** The pool's trigger before tokens are made; undefined when it has none. */
function tokenTrigger(
  template: Parts['template'],
  resolve: Parts['resolve'],
  pools: Parts['pools'],
): Trigger | undefined {
  const [pool] = ofType(template, 'AWS::Cognito::UserPool');
  const config = pool?.[1]['LambdaConfig'] as { PreTokenGenerationConfig?: { LambdaArn: unknown } } | undefined;
  if (!config?.PreTokenGenerationConfig) return undefined;
  const name = resolve<string>(config.PreTokenGenerationConfig.LambdaArn).split(':').at(-1) as string;
  const found = pools.get(name);
  if (!found)
    throw new LocalStackError('template_unsupported', `The user pool’s trigger ${name} is no function of the stack.`);
  return async (event) => JSON.parse(await invokeBuffered(found, event as never)) as Awaited<ReturnType<Trigger>>;
}

const localPeople = (data: DataFolder, people: People) =>
  cognitoService({
    poolArn,
    groups: LOCAL_GROUPS,
    users: () => people.all(),
    since: data.remembered('people.json', () => ({ since: Date.now() })).since,
  });

interface Parts {
  readonly data: DataFolder;
  readonly template: ReturnType<typeof readTemplate>;
  readonly resolve: ReturnType<typeof resolver>;
  readonly policies: ReturnType<typeof readPolicies>;
  readonly pools: ReadonlyMap<string, FunctionPool>;
}

/** The tables, and the readers of those whose changes are given to functions. */
function makeTables({
  data,
  template,
  resolve,
  policies,
  pools,
  options: { trailAgeMs, say },
}: Parts & { readonly options: HostOptions }) {
  const mappings = streamMappings(template, resolve, pools, policies);
  const tables = new DynamoDbTwin(
    data.path(TABLES_FILE),
    localTables(template, resolve),
    mappings.map(({ table }) => table.TableName),
    { rows: data.path(ROWS_FILE), ...(say && { say }), ...(trailAgeMs !== undefined && { ageMs: trailAgeMs }) },
  );
  const readers = new Map(
    mappings.map((mapping) => [mapping.table.TableName, new StreamReader(tables.store, mapping, say)]),
  );
  tables.store.onChange = (table) => readers.get(table)?.poke();
  return { tables, readers };
}

/** The state machines, whose tasks run in the pools. */
function localExecutions({ data, template, resolve, policies, pools }: Parts): StepFunctionsTwin {
  return new StepFunctionsTwin(
    data.path('executions.journal'),
    ofType(template, 'AWS::StepFunctions::StateMachine').map(([id, { DefinitionString, RoleArn }]) => ({
      arn: stateMachineArn(id),
      name: id,
      definition: resolve<string>(DefinitionString),
      mayInvoke: (arn: string) => policies.allows(roleOf(RoleArn), 'lambda:InvokeFunction', arn),
    })),
    async (arn, input) => {
      const pool = pools.get(arn.split(':').at(-1) as string);
      if (!pool) throw new FunctionFailed('Lambda.ResourceNotFoundException', `Function not found: ${arn}`);
      return JSON.parse(await invokeBuffered(pool, input));
    },
  );
}

/** Like the stack's outputs on AWS: what a person or script needs to reach it. */
function writeOutputs(data: DataFolder, template: Parts['template'], resolve: Parts['resolve']): void {
  const outputs = Object.entries(template.outputs).map(([name, { Value }]) => [name, resolve<string>(Value)] as const);
  data.write(OUTPUTS_FILE, Object.fromEntries(outputs));
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
