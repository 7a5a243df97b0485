/**
 * One region: local twins of its tables, keys, objects and push channel, and its functions as in its stack. Nothing is replicated between
 * regions; a test that needs a replicated row writes it. `down` makes a region not answer.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { canonicalJson, sha256 } from '../../core/lib/json/canonical.ts';
import type { Bundle } from '../../core/model/bundle.ts';
import { Callers } from '../../local/aws/caller.ts';
import { type AwsService, Gateway } from '../../local/aws/gateway.ts';
import type { Policies } from '../../local/template/policies.ts';
import { DynamoDbTwin, type LocalTable } from '../../local/twins/dynamodb/service.ts';
import { IotTwin } from '../../local/twins/iot.ts';
import { kmsService, type LocalKey } from '../../local/twins/kms.ts';
import { s3Service } from '../../local/twins/s3/service.ts';
import { ObjectStore } from '../../local/twins/s3/store.ts';
import type { CallEvent } from './functionUrl.ts';
import { bundlesName, type FunctionName, KEYS, regionalTemplates, tableArn } from './regionalTemplates.ts';
import type { FromFunctions } from './regionFunctions.ts';
import { temporaryFolder } from './twins.ts';

const TABLES: Record<string, readonly [hash: string, range?: string]> = {
  servers: ['serverId'],
  tools: ['serverId', 'toolId'],
  tokens: ['tokenHash'],
  deployments: ['serverId', 'deploymentId'],
  settings: ['settingsId'],
  audit: ['serverDay', 'entryId'],
  gates: ['gate'],
  sessions: ['sessionId'],
  upstreamtokens: ['serverId', 'holder'],
  signins: ['id', 'part'],
};
export const ORIGIN_SECRET = 'the secret of the distribution';

export interface Held {
  readonly status: number;
  readonly text: string;
  /** Resolves when the function has ended. */
  readonly done: Promise<{ readonly status: number; readonly text: string }>;
}

export type Region = Awaited<ReturnType<typeof startRegion>>;

/** Shared by regions: the synthesized stacks, the callers, and the key material of multi-region keys. */
export function makeAccount(home: string, away: string) {
  const templates = regionalTemplates(home, away);
  // The test itself reads and writes rows.
  const policies: Policies = {
    ...templates.policies,
    allows: (role, ...rest) => role === 'test' || templates.policies.allows(role, ...rest),
  };
  const callers = new Callers(() => policies);
  const key = (id: string, usage: LocalKey['usage']): LocalKey => ({
    id,
    arn: id,
    usage,
    material: createSecretKey(randomBytes(32)),
  });
  return {
    templates,
    policies,
    callers,
    keys: [
      key(KEYS.Credentials, 'ENCRYPT_DECRYPT'),
      key(KEYS.Signing, 'GENERATE_VERIFY_MAC'),
      key(KEYS.TokenHash, 'GENERATE_VERIFY_MAC'),
    ] as const,
  };
}

export async function startRegion(name: string, account: ReturnType<typeof makeAccount>) {
  const { callers, keys, templates } = account;
  const folder = temporaryFolder();
  const gateway = new Gateway(callers);
  const tables = new DynamoDbTwin(
    join(folder.path, 'tables'),
    Object.entries(TABLES).map(([table, keyNames]) => localTable(name, table, keyNames)),
  );
  const iot = await IotTwin.create(callers, name);
  const bucket = bundlesName(name);
  const bundles = new ObjectStore(join(folder.path, 'bundles'), { name: bucket, versioned: false, expirations: [] });
  const specs = new ObjectStore(join(folder.path, 'specs'), { name: 'DataSpecs', versioned: false, expirations: [] });
  const state = { down: false, pushDown: false };
  gateway.add(unless(() => state.down, tables.service));
  gateway.add(unless(() => state.down || state.pushDown, iot.service));
  gateway.add(
    s3Service(
      new Map([
        [bucket, bundles],
        ['DataSpecs', specs],
      ]),
    ),
  );
  gateway.add(kmsService(keys));
  gateway.onUpgrade((request, socket, head) => iot.accept(request, socket, head));
  await gateway.listen();

  const clients: DynamoDBDocumentClient[] = [];
  /** The region's tables with the rights of a role. */
  const tablesAs = (role: string): DynamoDBDocumentClient => {
    const access = callers.enroll(role, role);
    const credentials = {
      accessKeyId: access['AWS_ACCESS_KEY_ID'] as string,
      secretAccessKey: access['AWS_SECRET_ACCESS_KEY'] as string,
    };
    const endpoint = `http://${gateway.host}/dynamodb`;
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: name, endpoint, credentials }));
    clients.push(client);
    return client;
  };
  const rows = tablesAs('test');
  const children = new Map<FunctionName, ChildProcess>();
  let lastId = 0;
  const waiting = new Map<number, (message: FromFunctions) => void>();

  function send(name: FunctionName, event: object): Held {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
    const held = { status: 0, text: '', done: promise };
    waiting.set(id, ({ kind, status, text }) => {
      Object.assign(held, { status, text });
      if (kind !== 'done') return;
      waiting.delete(id);
      resolve({ status, text });
    });
    children.get(name)?.send({ name, event, id });
    return held;
  }

  return {
    name,
    state,
    rows,
    tablesOf: (fn: FunctionName) => tablesAs(templates.functionsOf(name)[fn]?.role ?? ''),
    /** Endpoint variables of this region's twins; with `suffix` for functions of another region. */
    endpoints: (suffix = '') =>
      Object.fromEntries(
        Object.entries(gateway.endpoints(['DYNAMODB', 'S3', 'KMS', 'IOT_DATA_PLANE'])).map(([key, url]) => [
          `${key}${suffix}`,
          url,
        ]),
      ),
    /** Starts each function in a process of its own, with the rights and environment of its stack. */
    start(environment: Record<string, string> = {}) {
      for (const [fn, { role, environment: synthesized }] of Object.entries(templates.functionsOf(name))) {
        const child = fork(join(import.meta.dirname, 'regionFunctions.ts'), {
          execArgv: ['--disable-warning=ExperimentalWarning'],
          // The functions' logs are hidden; SHOW_LOGS shows them.
          stdio: ['ignore', 'ignore', process.env['SHOW_LOGS'] ? 'inherit' : 'ignore', 'ipc'],
          env: {
            PATH: process.env['PATH'],
            AWS_REGION: name,
            ...synthesized,
            ...callers.enroll(`${name} ${fn}`, role),
            ORIGIN_SECRET: JSON.stringify({ previous: '', current: ORIGIN_SECRET }),
            ...this.endpoints(),
            ...environment,
          },
        });
        child.on('message', (message: FromFunctions) => waiting.get(message.id)?.(message));
        children.set(fn as FunctionName, child);
      }
    },
    post: (event: Partial<CallEvent> & { path: string }) => send('mcp-rpc', { method: 'POST', ...event }).done,
    hold: (path: string) => send('mcp-stream', { method: 'GET', path }),
    api: (event: object) => send('management', event).done,
    async store(bundle: Bundle, id = sha256(canonicalJson(bundle))) {
      const object = { contentType: 'application/gzip', metadata: {} };
      await bundles.put(`bundles/${bundle.serverId}/${id}.json.gz`, gzipSync(canonicalJson(bundle)), object);
      return id;
    },
    async stop() {
      for (const child of children.values()) child.kill();
      for (const client of clients) client.destroy();
      await iot.close();
      await gateway.close();
      await tables.close();
      await Promise.all([bundles.close(), specs.close()]);
      folder.remove();
    },
  };
}

/** A service that does not answer while `isDown`. */
const unless = (isDown: () => boolean, service: AwsService): AwsService => ({
  ...service,
  serve: async (request, response) => (isDown() ? void response.destroy() : service.serve(request, response)),
});

function localTable(region: string, table: string, [hash, range]: readonly [string, string?]): LocalTable {
  const TableName = `Portcullis-${table}`;
  const names = [hash, ...(range ? [range] : []), ...(table === 'tokens' ? ['serverId'] : [])];
  const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
  return {
    description: {
      TableName,
      TableStatus: 'ACTIVE',
      TableArn: tableArn(region, TableName),
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [key(hash, 'HASH'), ...(range ? [key(range, 'RANGE')] : [])],
      ...(table === 'tokens' && {
        GlobalSecondaryIndexes: [
          { IndexName: 'byServer', KeySchema: [key('serverId', 'HASH')], Projection: { ProjectionType: 'ALL' } },
        ],
      }),
    },
    denied: [],
  };
}
