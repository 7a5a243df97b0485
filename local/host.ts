/**
 * Runs a synthesized deployment: its regions (region.ts), each with twins and functions of its own, the tables that are replicated between
 * them, the login, and the edge in front. Everything is read from the templates. The order follows from which part needs whose address.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { createEgressClient } from '../egress/index.ts';
import { type DataFolder, KEYS_FILE, OUTPUTS_FILE, ROWS_FILE, TABLES_FILE } from './data/folder.ts';
import { watchSpace } from './data/space.ts';
import { edgeOptions } from './edge/distribution.ts';
import { functionUrlsOf } from './edge/function-url.ts';
import { keyValuesOf, viewersOf } from './edge/key-values.ts';
import { privateOptions } from './edge/private.ts';
import { restApisOf } from './edge/rest-api.ts';
import { startEdge } from './edge/server.ts';
import type { FunctionPool } from './functions/pool.ts';
import type { EgressHost } from './functions/runtime/protocol.ts';
import { type LoginClient, loginClientOf } from './login/client.ts';
import { providerIn } from './login/federation/ownProvider.ts';
import { loginSigningKey } from './login/keys.ts';
import { directoryService, People } from './login/people.ts';
import { poolSettingsOf } from './login/pool.ts';
import { type Login, type LoginAddress, listenForLogin, startLogin } from './login/provider.ts';
import { poolTriggers } from './login/trigger.ts';
import { type Region, type RegionOptions, startRegion } from './region.ts';
import { type OpenRegion, openRegions, regionFolder } from './regions.ts';
import { CLIENT } from './stack/physical.ts';
import { readPermissions } from './template/permissions.ts';
import { readTemplates } from './template/read.ts';
import { outputsOf, type Resolve, resolver } from './template/resolve.ts';
import type { StackTemplate } from './template/template.ts';
import { Replication } from './twins/dynamodb/replication.ts';
import { replicaTables } from './twins/dynamodb/tables.ts';
import { deployedFiles, type SiteFiles } from './twins/s3/buckets.ts';
import { SECRETS_FILE } from './twins/secrets.ts';
import { StepFunctionsTwin } from './twins/step-functions.ts';

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
  /** Whether functions that are needed a little later start ahead, instead of at their first call. */
  readonly warm: boolean;
  /** Maximum life of event streams, as on AWS; unlimited if unset. */
  readonly streamLifeMs?: number;
  /** Age at which audit entries are moved from memory to the disk. */
  readonly trailAgeMs?: number;
  /** Further files of the dashboard's bucket, beside those that are deployed to it. */
  readonly dashboardFiles?: SiteFiles;
  /** After how long a write in one region reaches the others. */
  readonly replicaLagMs?: number;
  /** Reports a line to the person who started the stack. */
  readonly say?: (line: string) => void;
}

/** A running host. */
export interface Host {
  readonly edgeUrl: string;
  readonly login: Login;
  /** What the management API takes: any token of the login, or identity tokens alone. */
  readonly tokenUse: 'access' | 'id';
  /** Executions that ran when the last host ended and run again. */
  readonly resumed: number;
  /** For each region, the home region first, a country whose viewers it serves; undefined for all that no other region serves. */
  readonly viewers: ReadonlyArray<{ readonly region: string; readonly country: string | undefined }>;
  close(): Promise<void>;
}

const WARM_EVERY_MS = 250;
/** AWS says usually within a second. */
const REPLICA_LAG_MS = 100;

/** Starts everything; rejects with PortcullisError. `close` ends it and keeps everything that was answered. */
export async function startHost(options: HostOptions): Promise<Host> {
  const { outdir, data, server, port, workers, egress, streamLifeMs, trailAgeMs, dashboardFiles, say } = options;
  const edgeUrl = `http://localhost:${port}`;
  const loginAddress = await listenForLogin(port + 1);
  const opened = await openRegions(readTemplates(outdir), data, { edgeUrl, issuer: loginAddress.issuer });
  const [{ template, names, resolve }] = opened;
  const unmoved = resolver(template, { ...names, rewrite: (text) => text });
  const people = new People(data);
  people.accounts.settings = poolSettingsOf(template, resolve);
  people.accounts.onMail = ({ to }) => say?.(`Mail to ${to}: ${loginAddress.issuer}/outbox`);
  const login = await localLogin({
    template,
    people,
    address: loginAddress,
    client: loginClientOf(template, resolve, unmoved),
    resolve,
    options,
  });
  const { regions, replication } = await startRegions(opened, {
    data,
    workers,
    egress,
    streamLifeMs,
    trailAgeMs,
    say,
    lagMs: options.replicaLagMs ?? REPLICA_LAG_MS,
  });
  const [home] = regions;
  const triggers = poolTriggers(template, resolve, home.pools);
  people.trigger = triggers.tokens;
  people.inbound = triggers.inbound;
  home.add(directoryService(data, people, template.region));

  const keyValues = keyValuesOf(template, resolve);
  const origins = {
    template,
    resolve,
    pools: home.pools,
    functionUrls: functionUrlsOf(regions),
    restApis: restApisOf(regions, login.verify),
    sites: deployedFiles(template, resolve, dashboardFiles),
    keyValues,
    permissions: readPermissions(template, resolve),
    verify: login.verify,
  };
  const inside = privateOptions(origins, dashboardFiles);
  const edge = await startEdge(server, inside ?? edgeOptions(origins));
  const pools = regions.flatMap((region) => [...region.pools.values()]);
  for (const pool of pools) if (pool.definition.warm) pool.warm();
  const warming = options.warm ? warmLater(pools.filter(({ definition }) => !definition.warm)) : undefined;
  const unwatch = watchSpace(data.root, say);
  const resumed = (await Promise.all(regions.map((region) => region.resume()))).reduce((sum, count) => sum + count, 0);
  data.keep([KEYS_FILE, SECRETS_FILE, ...regions.flatMap((region) => heldOf(region, region === home))]);
  data.write(OUTPUTS_FILE, outputsOf(template, resolve));

  return {
    edgeUrl,
    login,
    // The authorizer of a REST API takes no access tokens where a method names no scopes.
    tokenUse: inside ? 'id' : 'access',
    resumed,
    viewers: viewersOf(
      keyValues,
      opened.map((region) => region.template.region),
    ),
    async close() {
      clearInterval(warming);
      unwatch();
      await edge.close();
      await replication?.close();
      await Promise.all([...regions.map((region) => region.close()), login.close()]);
      data.release();
    },
  };
}

/** Files and folders of the data folder that nothing can replace. */
function heldOf({ template, buckets }: Region, isHome: boolean): string[] {
  const held = [TABLES_FILE, ...(isHome ? [ROWS_FILE] : []), ...buckets.map((name) => `s3/${name}`)];
  return isHome ? held : held.map((name) => `${regionFolder(template.region)}/${name}`);
}

type Started = [Region, ...Region[]];

/** Starts the regions, and replication between them if there are several. */
async function startRegions(
  opened: readonly [OpenRegion, ...OpenRegion[]],
  {
    data,
    lagMs,
    ...options
  }: Omit<RegionOptions, 'regions' | 'shared' | 'replicas'> & {
    readonly data: DataFolder;
    readonly lagMs: number;
  },
): Promise<{ readonly regions: Started; readonly replication?: Replication }> {
  const [home, ...others] = opened;
  const started: Region[] = [];
  const fresh = others.filter((each) => !existsSync(each.data.path(TABLES_FILE)));
  const replicas = new Map(others.map((each) => [each, replicaTables(home, each)]));
  for (const each of opened)
    started.push(
      await startRegion(each, { ...options, regions: opened, shared: data, replicas: replicas.get(each) ?? [] }),
    );
  const regions = started as Started;
  if (others.length === 0) return { regions };
  const stores = new Map(regions.map(({ template, tables }) => [template.region, tables.store]));
  // The template gives every replicated table a replica in each region.
  const tables = [...new Set([...replicas.values()].flat().map(({ description }) => description.TableName))];
  const replication = new Replication(data.path('replication.journal'), stores, { tables, lagMs });
  for (const each of fresh) await replication.fill(each.template.region, home.template.region);
  return { regions, replication };
}

interface LoginParts {
  readonly template: StackTemplate;
  readonly people: People;
  readonly address: LoginAddress;
  readonly client: LoginClient;
  readonly resolve: Resolve;
  readonly options: HostOptions;
}

async function localLogin({ template, people, address, client, resolve, options }: LoginParts): Promise<Login> {
  const { data, egress, loginSecret: secret = '', say } = options;
  const provider = providerIn(template, resolve);
  const login = await startLogin(address, {
    people,
    ...(provider && { own: { provider, secret, client: createEgressClient({ ...egress }) } }),
    clientId: CLIENT,
    signingKey: await loginSigningKey(data),
    cookieKey: data.remembered('login-cookie.json', () => ({ key: randomBytes(32).toString('hex') })).key,
    ...client,
  });
  const { federation } = login;
  if (federation) {
    const { name } = federation.provider;
    say?.(`Identity provider ${name}: ${federation.registration}`);
    // On AWS the deployment fails then.
    federation.check().catch(({ message }: Error) => say?.(`Nobody can sign in through ${name} now: ${message}`));
  }
  return login;
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
