/**
 * Capacity units of DynamoDB on demand (Amazon DynamoDB developer guide, read and write capacity): a read unit is 4 KB read with strong
 * consistency, half of it with eventual consistency; a write unit is 1 KB; transactions take twice as much. A read of a missing item is one
 * unit. The size of a row that is updated is unknown here; it counts as one unit.
 */

/** Read and write units. */
export interface Units {
  readonly read: number;
  readonly write: number;
}

type Item = Readonly<Record<string, unknown>>;

/** Size of an item in bytes (developer guide, item sizes): names and values, with 3 bytes for a list or map and 1 for each of its members. */
export function sizeOf(item: Item): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);
}

function valueSize(value: unknown): number {
  const [type = '', content] = Object.entries(value as object)[0] ?? [];
  switch (type) {
    case 'S':
      return Buffer.byteLength(content as string);
    case 'N':
      return Math.ceil((content as string).replace(/[-.]/g, '').length / 2) + 1;
    case 'B':
      return Math.ceil((String(content).length * 3) / 4);
    case 'L':
      return 3 + (content as unknown[]).reduce<number>((sum, each) => sum + 1 + valueSize(each), 0);
    case 'M':
      return 3 + Object.keys(content as object).length + sizeOf(content as Item);
    case 'SS':
    case 'NS':
      return (content as string[]).reduce((sum, each) => sum + Buffer.byteLength(each), 0);
    default:
      return 1;
  }
}

const reads = (bytes: number, isStrong: boolean): number => Math.max(1, Math.ceil(bytes / 4_096)) / (isStrong ? 1 : 2);
const writes = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1_024));

interface Tables {
  readonly RequestItems?: Readonly<
    Record<string, { readonly Keys?: readonly Item[]; readonly ConsistentRead?: boolean }>
  >;
}

/** The units of one operation, from its input and output in DynamoDB's JSON. */
export function unitsOf(operation: string, input: object, output: object): Units {
  const given = input as Tables & {
    readonly Item?: Item;
    readonly ConsistentRead?: boolean;
    readonly TransactItems?: ReadonlyArray<Readonly<Record<string, { readonly Item?: Item }>>>;
  };
  const got = output as {
    readonly Item?: Item;
    readonly Items?: readonly Item[];
    readonly Responses?: Readonly<Record<string, readonly Item[]>>;
  };
  const isStrong = given.ConsistentRead === true;
  switch (operation) {
    case 'GetItem':
      return { read: reads(sizeOf(got.Item ?? {}), isStrong), write: 0 };
    case 'Query':
    case 'Scan':
      return {
        read: reads(
          (got.Items ?? []).reduce((sum, item) => sum + sizeOf(item), 0),
          isStrong,
        ),
        write: 0,
      };
    case 'BatchGetItem': {
      let read = 0;
      for (const [table, { Keys = [], ConsistentRead = false }] of Object.entries(given.RequestItems ?? {})) {
        const found = got.Responses?.[table] ?? [];
        for (const item of found) read += reads(sizeOf(item), ConsistentRead);
        read += (Keys.length - found.length) * reads(0, ConsistentRead);
      }
      return { read, write: 0 };
    }
    case 'PutItem':
      return { read: 0, write: writes(sizeOf(given.Item ?? {})) };
    case 'UpdateItem':
    case 'DeleteItem':
      return { read: 0, write: 1 };
    case 'TransactWriteItems':
      return {
        read: 0,
        write: (given.TransactItems ?? []).reduce(
          (sum, item) => sum + 2 * writes(sizeOf(Object.values(item)[0]?.Item ?? {})),
          0,
        ),
      };
    default:
      return { read: 0, write: 0 };
  }
}
