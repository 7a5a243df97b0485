/** Starts the tables of a region, and the readers that give the changes of some of them to functions. */
import { ROWS_FILE, TABLES_FILE } from '../../data/folder.ts';
import type { StackParts } from '../parts.ts';
import { DynamoDbTwin, type LocalTable } from './service.ts';
import { StreamReader } from './stream.ts';
import { localTables, streamMappings } from './tables.ts';

interface Options {
  /** Replicas of another region's tables. */
  readonly replicas: readonly LocalTable[];
  /** Age at which rows of the audit trail are moved from memory to the disk. */
  readonly trailAgeMs?: number | undefined;
  readonly say?: ((line: string) => void) | undefined;
}

/** The tables, and the readers by the name of their table. Throws PortcullisError. */
export function startTables({
  data,
  template,
  resolve,
  policies,
  pools,
  queues,
  replicas,
  trailAgeMs,
  say,
}: StackParts & Options) {
  const mappings = streamMappings(template, resolve, pools, policies, queues);
  const tables = new DynamoDbTwin(
    data.path(TABLES_FILE),
    [...localTables(template, resolve), ...replicas],
    mappings.map(({ table }) => table.TableName),
    {
      ...(mappings.length > 0 && { rows: data.path(ROWS_FILE) }),
      ...(say && { say }),
      ...(trailAgeMs !== undefined && { ageMs: trailAgeMs }),
    },
  );
  const readers = new Map(
    mappings.map((mapping) => [mapping.table.TableName, new StreamReader(tables.store, mapping, say)]),
  );
  tables.store.onChange = (table) => readers.get(table)?.poke();
  return { tables, readers };
}
