/**
 * One region: twins for everything with state, and pools for the functions of its stacks, with the variables and the rights that its
 * template gives them.
 */
import type { AwsService } from './aws/gateway.ts';
import { type FunctionPool, poolOf } from './functions/pool.ts';
import { FunctionLog } from './functions/runtime/log.ts';
import type { EgressHost } from './functions/runtime/protocol.ts';
import { endpointsElsewhere, type OpenRegion } from './regions.ts';
import { makePools } from './stack/pools.ts';
import { startStateMachines } from './stack/state-machines.ts';
import { LogSubscriptions } from './stack/subscriptions.ts';
import { ofType } from './template/template.ts';
import type { DynamoDbTwin, LocalTable } from './twins/dynamodb/service.ts';
import { startTables } from './twins/dynamodb/start.ts';
import { eventBridgeService, startSchedules } from './twins/event-bridge.ts';
import { IotTwin } from './twins/iot.ts';
import { kmsService } from './twins/kms.ts';
import { lambdaService } from './twins/lambda.ts';
import { asyncRules, Queues } from './twins/queues.ts';
import { makeBuckets } from './twins/s3/buckets.ts';
import { s3Service } from './twins/s3/service.ts';
import { secretsManagerService, ssmService, upstreamSecretsIn } from './twins/storedSecrets.ts';
import { rolesIn, stsService } from './twins/sts.ts';
import { xrayService } from './twins/xray.ts';

/** Options of a region. */
export interface RegionOptions {
  /** All regions of the deployment. */
  readonly regions: readonly OpenRegion[];
  /** Files of the data folder that all regions write to or read. */
  readonly shared: { readonly path: (name: string) => string };
  /** Replicas of the home region's tables. */
  readonly replicas: readonly LocalTable[];
  readonly workers: number;
  readonly egress: EgressHost;
  /** Maximum life of event streams, as on AWS; unlimited if unset. */
  readonly streamLifeMs?: number | undefined;
  /** Age at which audit entries are moved from memory to the disk. */
  readonly trailAgeMs?: number | undefined;
  /** Reports a line to the person who started the stack. */
  readonly say?: ((line: string) => void) | undefined;
}

/** A running region. */
export interface Region extends OpenRegion {
  readonly pools: ReadonlyMap<string, FunctionPool>;
  readonly tables: DynamoDbTwin;
  /** Names of its buckets. */
  readonly buckets: readonly string[];
  /** Adds a service that only this region has. */
  add(service: AwsService): void;
  /** Starts what was left over from an earlier start; resolves to the number of executions that run again. */
  resume(): Promise<number>;
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
/** Services that home asks in other regions, and they at home. */
const ELSEWHERE = ['DYNAMODB', 'S3', 'IOT_DATA_PLANE'] as const;
const LIFECYCLE_MS = 60 * 60_000;
/** Before the region ends, unread table changes are delivered for this long; the rest is delivered at the next start. */
const DRAIN_MS = 4_000;

/** Starts it. Rejects with PortcullisError. */
export async function startRegion(open: OpenRegion, options: RegionOptions): Promise<Region> {
  const { template, resolve, policies, gateway, callers, data, names } = open;
  const { regions, shared, replicas, workers, egress, streamLifeMs, trailAgeMs, say } = options;
  const { region } = template;
  const subscriptions = new LogSubscriptions(template, resolve, (arn) => poolOf(pools, arn));
  const elsewhere = endpointsElsewhere(region, regions, ELSEWHERE);
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
      ...elsewhere,
    }),
    twins: gateway.channel,
    ...(streamLifeMs !== undefined && { streamLifeMs }),
  });

  const failures = new FunctionLog(data.path('failures.ndjson'));
  const queues = new Queues({ template, policies, taken: failures, say: say ?? (() => {}) });
  const rules = asyncRules(template, resolve, pools, queues);
  const parts = { data, template, resolve, policies, pools, queues };
  const { tables, readers } = startTables({ ...parts, replicas, trailAgeMs, say });
  const spans = new FunctionLog(data.path('traces.ndjson'));
  const events = new FunctionLog(data.path('events.ndjson'));
  const buckets = makeBuckets(template, resolve, (name) => data.folder('s3', name));
  const iot = await IotTwin.create(callers, region);
  const stepFunctions = startStateMachines(parts);
  for (const service of [
    tables.service,
    s3Service(buckets),
    kmsService(open.keys),
    lambdaService((name) => pools.get(name), rules),
    stepFunctions.service,
    iot.service,
    stsService(
      () => rolesIn(shared.path('roles.json')),
      (roleId) => resolve<string>({ 'Fn::GetAtt': [roleId, 'Arn'] }),
    ),
    secretsManagerService(() => upstreamSecretsIn(shared.path('upstream-secrets.json'))),
    ssmService(() => upstreamSecretsIn(shared.path('upstream-secrets.json'))),
    xrayService(spans),
    eventBridgeService(
      ofType(template, 'AWS::Events::EventBus').map(([id]) => names.ref(id)),
      region,
      events,
    ),
  ]) {
    gateway.add(service);
  }
  gateway.onUpgrade((request, socket, head) => iot.accept(request, socket, head));
  const lifecycle = setInterval(() => buckets.forEach((bucket) => void bucket.expire()), LIFECYCLE_MS).unref();
  let endSchedules = () => {};

  return {
    ...open,
    pools,
    tables,
    buckets: [...buckets.keys()],
    add: (service) => gateway.add(service),
    resume() {
      for (const reader of readers.values()) reader.catchUp();
      endSchedules = startSchedules(template, resolve, pools, rules);
      return stepFunctions.resume();
    },
    async close() {
      clearInterval(lifecycle);
      endSchedules();
      await stepFunctions.close();
      await Promise.all([...readers.values()].map((reader) => reader.drain(DRAIN_MS)));
      for (const reader of readers.values()) reader.close();
      await subscriptions.drain();
      for (const log of [spans, events, failures]) log.close();
      for (const pool of pools.values()) pool.close();
      await Promise.all([iot.close(), gateway.close()]);
      await Promise.all([tables.close(), ...[...buckets.values()].map((bucket) => bucket.close())]);
    },
  };
}
