/**
 * One region: the local twins of its tables, keys, objects and push channel, and its functions in a process of their own.
 * Nothing replicates between regions; a test that wants a row to arrive puts it there. `down` is what a region that does not
 * answer looks like from outside.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { canonicalJson, sha256 } from '../../core/bundle/canonical.ts';
import type { Bundle } from '../../core/bundle/model.ts';
import { Callers } from '../../local/aws/caller.ts';
import { type AwsService, Gateway } from '../../local/aws/gateway.ts';
import { DynamoDbTwin, type LocalTable } from '../../local/twins/dynamodb/service.ts';
import { IotTwin } from '../../local/twins/iot.ts';
import { kmsService, type LocalKey } from '../../local/twins/kms.ts';
import { s3Service } from '../../local/twins/s3/service.ts';
import { ObjectStore } from '../../local/twins/s3/store.ts';
import type { CallEvent } from './functionUrl.ts';
import type { FromFunctions, ToFunctions } from './regionFunctions.ts';
import { policiesOf, temporaryFolder } from './twins.ts';

const TABLES: Record<string, readonly [hash: string, range?: string]> = {
  servers: ['serverId'],
  tools: ['serverId', 'toolId'],
  tokens: ['tokenHash'],
  deployments: ['serverId', 'deploymentId'],
  settings: ['settingsId'],
  audit: ['serverDay', 'entryId'],
  gates: ['gate'],
};
export const ORIGIN_SECRET = 'the secret of the distribution';

export interface Held {
  readonly status: number;
  readonly text: string;
  /** Resolves when the function has ended. */
  readonly done: Promise<{ readonly status: number; readonly text: string }>;
}

export type Region = Awaited<ReturnType<typeof startRegion>>;

/** What regions share: who may call, and the material of multi-region keys. */
export function makeAccount() {
  const policies = policiesOf({ all: [{ Action: '*', Resource: '*' }] });
  const callers = new Callers(() => policies);
  const key = (id: string, usage: LocalKey['usage']): LocalKey => ({
    id,
    arn: id,
    usage,
    material: createSecretKey(randomBytes(32)),
  });
  return {
    callers,
    access: callers.enroll('functions', 'all'),
    keys: [
      key('key-credentials', 'ENCRYPT_DECRYPT'),
      key('key-signing', 'GENERATE_VERIFY_MAC'),
      key('key-tokens', 'GENERATE_VERIFY_MAC'),
    ] as const,
  };
}

export async function startRegion(name: string, { callers, access, keys }: ReturnType<typeof makeAccount>) {
  const folder = temporaryFolder();
  const gateway = new Gateway(callers);
  const tables = new DynamoDbTwin(join(folder.path, 'tables'), Object.entries(TABLES).map(localTable));
  const iot = await IotTwin.create(() => true);
  const bundles = new ObjectStore(join(folder.path, 'bundles'), { name: 'bundles', versioned: false, expirations: [] });
  const state = { down: false, pushDown: false };
  gateway.add(unless(() => state.down, tables.service));
  gateway.add(unless(() => state.down || state.pushDown, iot.service));
  gateway.add(s3Service(new Map([['bundles', bundles]])));
  gateway.add(kmsService(keys));
  gateway.onUpgrade((request, socket, head) => iot.accept(request, socket, head));
  await gateway.listen();

  const rows = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region: name,
      endpoint: `http://${gateway.host}/dynamodb`,
      credentials: {
        accessKeyId: access['AWS_ACCESS_KEY_ID'] as string,
        secretAccessKey: access['AWS_SECRET_ACCESS_KEY'] as string,
      },
    }),
  );
  let child: ChildProcess | undefined;
  let lastId = 0;
  const waiting = new Map<number, (message: FromFunctions) => void>();

  function send(message: Omit<ToFunctions, 'id'>): Held {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
    const held = { status: 0, text: '', done: promise };
    waiting.set(id, ({ kind, status, text }) => {
      Object.assign(held, { status, text });
      if (kind !== 'done') return;
      waiting.delete(id);
      resolve({ status, text });
    });
    child?.send({ ...message, id });
    return held;
  }

  return {
    name,
    state,
    rows,
    /** What other regions need to know to reach this one. */
    edge: { region: name, gates: 'gates', bundles: 'bundles', push: 'iot.example.com' },
    /** Endpoint variables by which this region's functions, or with `suffix` those of another one, find its twins. */
    endpoints: (suffix = '') =>
      Object.fromEntries(
        Object.entries(gateway.endpoints(['DYNAMODB', 'S3', 'KMS', 'IOT_DATA_PLANE'])).map(([key, url]) => [
          `${key}${suffix}`,
          url,
        ]),
      ),
    start(environment: Record<string, string>) {
      child = fork(join(import.meta.dirname, 'regionFunctions.ts'), {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        // The functions' logs are noise here; set to 'inherit' to see them.
        stdio: ['ignore', 'ignore', process.env['SHOW_LOGS'] ? 'inherit' : 'ignore', 'ipc'],
        env: {
          PATH: process.env['PATH'],
          AWS_REGION: name,
          ...access,
          ...Object.fromEntries(
            Object.keys(TABLES)
              .filter((table) => table !== 'gates')
              .map((table) => [`TABLE_${table.toUpperCase()}`, table]),
          ),
          BUCKET_BUNDLES: 'bundles',
          BUCKET_SPECS: 'bundles',
          KEY_CREDENTIALS: 'key-credentials',
          KEY_SIGNING: 'key-signing',
          KEY_TOKENS: 'key-tokens',
          IOT_ENDPOINT: 'iot.example.com',
          ORIGIN_SECRET,
          CHANGE_STREAMS: 'true',
          STREAM_LIFE_MS: '300000',
          EDGE_URL: 'https://edge.example.com',
          ...this.endpoints(),
          ...environment,
        },
      });
      child.on('message', (message: FromFunctions) => waiting.get(message.id)?.(message));
    },
    post: (event: Partial<CallEvent> & { path: string }) =>
      send({ kind: 'url', name: 'mcp-rpc', event: { method: 'POST', ...event } } as never).done,
    hold: (path: string) => send({ kind: 'url', name: 'mcp-stream', event: { method: 'GET', path } } as never),
    api: (event: object) => send({ kind: 'api', event } as never).done,
    async store(bundle: Bundle, id = sha256(canonicalJson(bundle))) {
      const object = { contentType: 'application/gzip', metadata: {} };
      await bundles.put(`bundles/${bundle.serverId}/${id}.json.gz`, gzipSync(canonicalJson(bundle)), object);
      return id;
    },
    async stop() {
      child?.kill();
      rows.destroy();
      await iot.close();
      await gateway.close();
      await tables.close();
      await bundles.close();
      folder.remove();
    },
  };
}

/** A service whose answers do not come while `isDown`. */
const unless = (isDown: () => boolean, service: AwsService): AwsService => ({
  ...service,
  serve: async (request, response) => (isDown() ? void response.destroy() : service.serve(request, response)),
});

function localTable([TableName, [hash, range]]: [string, readonly [string, string?]]): LocalTable {
  const names = [hash, ...(range ? [range] : []), ...(TableName === 'tokens' ? ['serverId'] : [])];
  const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
  return {
    description: {
      TableName,
      TableStatus: 'ACTIVE',
      TableArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`,
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [key(hash, 'HASH'), ...(range ? [key(range, 'RANGE')] : [])],
      ...(TableName === 'tokens' && {
        GlobalSecondaryIndexes: [
          { IndexName: 'byServer', KeySchema: [key('serverId', 'HASH')], Projection: { ProjectionType: 'ALL' } },
        ],
      }),
    },
    denied: [],
  };
}
