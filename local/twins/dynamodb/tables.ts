/** Reads the tables, and the functions that read their streams, from the template. */
import { PortcullisError } from '../../../core/lib/errors.ts';
import { type FunctionPool, poolOf } from '../../functions/pool.ts';
import { callsIn } from '../../template/awsCalls.ts';
import type { Policies } from '../../template/policies.ts';
import { ACCOUNT, type Resolve } from '../../template/resolve.ts';
import { ofType, type StackTemplate } from '../../template/template.ts';
import type { Queues } from '../queues.ts';
import type { IndexDescription, TableDescription } from './dynalite.ts';
import type { LocalTable } from './service.ts';
import type { StreamMapping } from './stream.ts';

/** ARN of a table. */
export const tableArn = (name: string, region: string): string => `arn:aws:dynamodb:${region}:${ACCOUNT}:table/${name}`;

interface GlobalTable {
  readonly TableName: string;
  readonly KeySchema: TableDescription['KeySchema'];
  readonly AttributeDefinitions: TableDescription['AttributeDefinitions'];
  readonly GlobalSecondaryIndexes?: readonly IndexDescription[];
  readonly LocalSecondaryIndexes?: readonly IndexDescription[];
  readonly TimeToLiveSpecification?: { readonly AttributeName?: string; readonly Enabled: boolean };
  readonly StreamSpecification?: { readonly StreamViewType: StreamMapping['view'] };
  readonly Replicas: ReadonlyArray<{
    readonly Region: string;
    readonly ResourcePolicy?: { readonly PolicyDocument: PolicyDocument };
  }>;
}

interface PolicyDocument {
  readonly Statement: readonly PolicyStatement[];
}

interface PolicyStatement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Condition?: unknown;
}

const read = (template: StackTemplate, resolve: Resolve): GlobalTable[] =>
  ofType(template, 'AWS::DynamoDB::GlobalTable').map(([id, properties]) => ({
    ...resolve<GlobalTable>(properties),
    TableName: resolve<string>({ Ref: id }),
  }));

/** The tables of the template, in its own region. */
export const localTables = (template: StackTemplate, resolve: Resolve): LocalTable[] =>
  read(template, resolve).map((table) => {
    const own = table.Replicas.find(({ Region }) => Region === template.region);
    return tableIn(template.region, table, own?.ResourcePolicy?.PolicyDocument);
  });

/** A region's template with its resolver. */
interface RegionTemplate {
  readonly template: StackTemplate;
  readonly resolve: Resolve;
}

/** Replicas of the home region's tables in another region, whose own stack sets their resource policies. */
export function replicaTables(home: RegionTemplate, { template, resolve }: RegionTemplate): LocalTable[] {
  const { region } = template;
  const policies = new Map(
    callsIn(template, resolve)
      .filter(({ service, action }) => service === 'DynamoDB' && action === 'putResourcePolicy')
      .map(({ parameters: { ResourceArn, Policy } }) => [ResourceArn, JSON.parse(String(Policy)) as PolicyDocument]),
  );
  return read(home.template, home.resolve)
    .filter(({ Replicas }) => Replicas.some(({ Region }) => Region === region))
    .map((table) => tableIn(region, table, policies.get(tableArn(table.TableName, region))));
}

function tableIn(region: string, table: GlobalTable, policy: PolicyDocument | undefined): LocalTable {
  const { TableName, TimeToLiveSpecification: expiry } = table;
  const indexes = (list: readonly IndexDescription[] | undefined) =>
    list?.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }));
  return {
    description: {
      TableName,
      TableStatus: 'ACTIVE',
      TableArn: tableArn(TableName, region),
      KeySchema: table.KeySchema,
      AttributeDefinitions: table.AttributeDefinitions,
      ...(table.GlobalSecondaryIndexes ? { GlobalSecondaryIndexes: indexes(table.GlobalSecondaryIndexes) } : {}),
      ...(table.LocalSecondaryIndexes ? { LocalSecondaryIndexes: indexes(table.LocalSecondaryIndexes) } : {}),
    } as TableDescription,
    ...(expiry?.Enabled && expiry.AttributeName ? { expiresBy: expiry.AttributeName } : {}),
    denied: deniedBy(TableName, policy),
  };
}

/** The role by which DynamoDB replicates global tables; nothing here takes it. */
const REPLICATION =
  /:role\/aws-service-role\/replication\.dynamodb\.amazonaws\.com\/AWSServiceRoleForDynamoDBReplication$/;

/** Whether a denial is one for everybody, or for everybody but DynamoDB's own replication. */
function isForAll(condition: unknown): boolean {
  const { ArnNotEquals, ...more } = (condition ?? {}) as { ArnNotEquals?: Record<string, unknown> };
  if (Object.keys(more).length > 0) return false;
  return Object.entries(ArnNotEquals ?? {}).every(
    ([key, value]) => key === 'aws:PrincipalArn' && REPLICATION.test(String(value)),
  );
}

/** The resource policies of tables only deny, for everybody; any other kind is an error. */
function deniedBy(name: string, policy: PolicyDocument | undefined): string[] {
  return (policy?.Statement ?? []).flatMap(({ Effect, Action, Condition }) => {
    if (Effect !== 'Deny' || !isForAll(Condition)) {
      throw new PortcullisError(
        'template_unsupported',
        `The local stack reads only denials for everybody in the resource policy of table ${name}.`,
      );
    }
    return Action;
  });
}

/**
 * The supported properties. Without a destination for failures, changes are retried without limit, whatever MaximumRecordAgeInSeconds
 * says.
 */
const MAPPING: ReadonlySet<string> = new Set([
  'BatchSize',
  'BisectBatchOnFunctionError',
  'DestinationConfig',
  'EventSourceArn',
  'FunctionName',
  'FunctionResponseTypes',
  'MaximumBatchingWindowInSeconds',
  'MaximumRecordAgeInSeconds',
  'StartingPosition',
  'Tags',
]);

/** By table name. */
export function streamMappings(
  template: StackTemplate,
  resolve: Resolve,
  pools: ReadonlyMap<string, FunctionPool>,
  policies: Policies,
  queues: Queues,
): StreamMapping[] {
  const tables = new Map(localTables(template, resolve).map(({ description }) => [description.TableName, description]));
  const views = new Map(
    read(template, resolve).map(({ TableName, StreamSpecification }) => [
      TableName,
      StreamSpecification?.StreamViewType,
    ]),
  );
  const mappings = ofType(template, 'AWS::Lambda::EventSourceMapping').map(([id, properties]) => {
    const mapping = resolve<Record<string, unknown>>(properties);
    const name = /:table\/([^/]+)\/stream\//.exec(String(mapping['EventSourceArn']))?.[1] ?? '';
    const pool = poolOf(pools, String(mapping['FunctionName']));
    const [table, view] = [tables.get(name), views.get(name)];
    const strange = Object.keys(mapping).find((key) => !MAPPING.has(key));
    if (!table || !view || !pool || strange || mapping['StartingPosition'] !== 'TRIM_HORIZON') {
      throw new PortcullisError(
        'template_unsupported',
        `The event source mapping ${id} must lead from the beginning of a table's stream to a function, without ${strange ?? 'more'}.`,
      );
    }
    const isAllowed = ['GetRecords', 'GetShardIterator', 'DescribeStream'].every((action) =>
      policies.allows(pool.definition.roleId, `dynamodb:${action}`, String(mapping['EventSourceArn'])),
    );
    if (!isAllowed) {
      throw new PortcullisError(
        'template_unsupported',
        `The role of ${pool.definition.functionName} may not read the stream of ${name}.`,
      );
    }
    const { OnFailure } = (mapping['DestinationConfig'] ?? {}) as { OnFailure?: { Destination: string } };
    const ageMs = Number(mapping['MaximumRecordAgeInSeconds'] ?? -1) * 1_000;
    return {
      ...(OnFailure &&
        ageMs > 0 && {
          givenUp: { ms: ageMs, send: queues.senderOf(pool.definition.roleId, OnFailure.Destination) },
        }),
      table,
      view,
      pool,
      batchSize: Number(mapping['BatchSize'] ?? 100),
      windowMs: Number(mapping['MaximumBatchingWindowInSeconds'] ?? 0) * 1_000,
      bisects: mapping['BisectBatchOnFunctionError'] === true,
      reportsFailures: ((mapping['FunctionResponseTypes'] ?? []) as string[]).includes('ReportBatchItemFailures'),
    };
  });
  if (new Set(mappings.map(({ table }) => table)).size < mappings.length) {
    throw new PortcullisError('template_unsupported', 'The local stack reads each stream for one function only.');
  }
  return mappings;
}
