/** Random requests to DynamoDB on few keys, so that they meet: right ones of each operation, and ones with a mistake. */

/** The table of the requests. Its key is `pk` and `sk`; `byShade` is an index on `shade`. */
export const TABLE = 'Things';

/** A request. */
export interface RandomRequest {
  readonly operation: string;
  readonly input: Record<string, unknown>;
}

type Node = Record<string, unknown>;

/** mulberry32: the same numbers for a seed on each machine. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class Maker {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = random(seed);
  }

  one<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T;
  }

  maybe(chance: number): boolean {
    return this.next() < chance;
  }

  below(most: number): number {
    return Math.floor(this.next() * most);
  }

  value(levels = 2): Node {
    const kinds = ['S', 'N', 'BOOL', 'NULL', 'SS', 'NS', 'B', ...(levels > 0 ? ['L', 'M'] : [])];
    switch (this.one(kinds)) {
      case 'N':
        return {
          N: this.one(['0', '1', '-1', '1.5', '10', '123456789012345678901234567890', '1e3', '0.000001', '-0']),
        };
      case 'BOOL':
        return { BOOL: this.maybe(0.5) };
      case 'NULL':
        return { NULL: true };
      case 'SS':
        return { SS: this.one([['a'], ['a', 'b'], ['b', 'c', 'd']]) };
      case 'NS':
        return { NS: this.one([['1'], ['1', '2'], ['2', '3.5']]) };
      case 'B':
        return { B: Buffer.from(this.one(['', 'x', 'xy'])).toString('base64') };
      case 'L':
        return { L: Array.from({ length: this.below(3) }, () => this.value(levels - 1)) };
      case 'M':
        return {
          M: Object.fromEntries(Array.from({ length: this.below(3) }, (_, at) => [`m${at}`, this.value(levels - 1)])),
        };
      default:
        return { S: this.one(['', 'a', 'b', 'abc', 'ä€😀', 'a b']) };
    }
  }

  key(): Node {
    return { pk: { S: this.one(['p1', 'p2', 'p3']) }, sk: { S: this.one(['a', 'b', 'c', 'd', 'ä']) } };
  }

  item(): Node {
    const more = ['v', 'w', 'n'].filter(() => this.maybe(0.6)).map((name) => [name, this.value()]);
    return {
      ...this.key(),
      ...Object.fromEntries(more),
      ...(this.maybe(0.4) && { n: { N: String(this.below(5)) } }),
      ...(this.maybe(0.4) && { shade: { S: this.one(['red', 'blue']) } }),
    };
  }

  /** An expression with the placeholders that it needs. */
  condition(): Node {
    const [text, names, values] = this.one<readonly [string, readonly string[], Node?]>([
      ['attribute_exists(pk)', []],
      ['attribute_not_exists(pk)', []],
      ['attribute_exists(v)', []],
      ['attribute_not_exists(#v)', ['v']],
      ['n = :n', [], { ':n': { N: String(this.below(5)) } }],
      ['n < :n OR attribute_not_exists(n)', [], { ':n': { N: '3' } }],
      ['NOT n BETWEEN :a AND :b', [], { ':a': { N: '1' }, ':b': { N: '3' } }],
      ['v IN (:a, :b)', [], { ':a': this.value(0), ':b': this.value(0) }],
      ['begins_with(v, :a)', [], { ':a': { S: 'a' } }],
      ['contains(v, :a)', [], { ':a': this.value(0) }],
      ['size(v) > :n', [], { ':n': { N: '1' } }],
      ['attribute_type(v, :t)', [], { ':t': { S: this.one(['S', 'N', 'M', 'L', 'SS', 'NULL']) } }],
      ['v = :a AND #w <> :b', ['w'], { ':a': this.value(1), ':b': this.value(1) }],
      ['v.m0 = :a', [], { ':a': this.value(0) }],
      ['v[0] = :a', [], { ':a': this.value(0) }],
    ]);
    return {
      ConditionExpression: text,
      ...(names.length > 0 && {
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      }),
      ...(values && { ExpressionAttributeValues: values }),
    };
  }

  update(): Node {
    const [text, values] = this.one<readonly [string, Node?]>([
      ['SET v = :a', { ':a': this.value() }],
      ['SET n = if_not_exists(n, :z) + :o', { ':z': { N: '0' }, ':o': { N: '1' } }],
      ['SET v = list_append(if_not_exists(v, :e), :l)', { ':e': { L: [] }, ':l': { L: [this.value(0)] } }],
      ['SET n = n - :o', { ':o': { N: '1' } }],
      ['SET v.m0 = :a', { ':a': this.value(0) }],
      ['SET v[1] = :a', { ':a': this.value(0) }],
      ['SET w = v', undefined],
      ['REMOVE v'],
      ['REMOVE v, w'],
      ['REMOVE v[0]'],
      ['ADD n :o', { ':o': { N: this.one(['1', '-2', '0.5']) } }],
      ['ADD v :s', { ':s': this.one([{ SS: ['z'] }, { NS: ['7'] }, { N: '1' }]) }],
      ['DELETE v :s', { ':s': this.one([{ SS: ['a'] }, { NS: ['1'] }]) }],
      // DynamoDB Local stores a number as this index's key in an update, which it refuses in a put; both would hold other items from then on.
      ['SET shade = :c', { ':c': this.one([{ S: 'red' }, { S: 'blue' }]) }],
      ['SET sk = :a', { ':a': { S: 'x' } }],
      ['SET v = :a REMOVE w', { ':a': this.value() }],
      ['SET v = :a, v = :a', { ':a': this.value() }],
    ]);
    return { UpdateExpression: text, ...(values && { ExpressionAttributeValues: values }) };
  }

  /** The condition's placeholders beside those of the update, under other names. */
  both(): Node {
    const [update, condition] = [this.update(), this.maybe(0.3) ? this.condition() : {}];
    const renamed = JSON.parse(JSON.stringify(condition).replace(/:([a-z])\b/g, ':c$1')) as Node;
    const values = {
      ...(update['ExpressionAttributeValues'] as Node | undefined),
      ...(renamed['ExpressionAttributeValues'] as Node | undefined),
    };
    return { ...renamed, ...update, ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}) };
  }

  single(): RandomRequest {
    const TableName = TABLE;
    switch (this.one(['PutItem', 'PutItem', 'UpdateItem', 'UpdateItem', 'GetItem', 'DeleteItem'])) {
      case 'PutItem':
        return {
          operation: 'PutItem',
          input: {
            TableName,
            Item: this.item(),
            ...(this.maybe(0.4) && this.condition()),
            ...(this.maybe(0.3) && { ReturnValues: this.one(['NONE', 'ALL_OLD', 'ALL_NEW']) }),
            ...(this.maybe(0.2) && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
          },
        };
      case 'UpdateItem':
        return {
          operation: 'UpdateItem',
          input: {
            TableName,
            Key: this.key(),
            ...this.both(),
            ...(this.maybe(0.5) && {
              ReturnValues: this.one(['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW']),
            }),
          },
        };
      case 'DeleteItem':
        return {
          operation: 'DeleteItem',
          input: {
            TableName,
            Key: this.key(),
            ...(this.maybe(0.4) && this.condition()),
            ...(this.maybe(0.4) && { ReturnValues: 'ALL_OLD' }),
          },
        };
      default:
        return {
          operation: 'GetItem',
          input: {
            TableName,
            Key: this.key(),
            ...(this.maybe(0.3) && { ConsistentRead: true }),
            ...(this.maybe(0.3) && { ProjectionExpression: this.one(['pk', 'pk, v', 'v.m0', 'v[0], n']) }),
          },
        };
    }
  }

  query(): RandomRequest {
    const filter = this.maybe(0.3)
      ? { FilterExpression: 'n > :f OR attribute_not_exists(n)', values: { ':f': { N: '1' } } }
      : { values: {} };
    const { values, ...filtered } = filter;
    if (this.maybe(0.25)) {
      const input = {
        TableName: TABLE,
        IndexName: 'byShade',
        KeyConditionExpression: 'shade = :c',
        ExpressionAttributeValues: { ':c': { S: this.one(['red', 'blue', 'green']) }, ...values },
        ...filtered,
        ...(this.maybe(0.2) && { Select: 'COUNT' }),
      };
      return { operation: 'Query', input };
    }
    const [range, more] = this.one<readonly [string, Node]>([
      ['', {}],
      [' AND sk = :r', { ':r': { S: 'b' } }],
      [' AND sk > :r', { ':r': { S: 'a' } }],
      [' AND sk BETWEEN :r AND :s', { ':r': { S: 'a' }, ':s': { S: 'c' } }],
      [' AND begins_with(sk, :r)', { ':r': { S: this.one(['a', 'ä', 'x']) } }],
    ]);
    return {
      operation: 'Query',
      input: {
        TableName: TABLE,
        KeyConditionExpression: `pk = :p${range}`,
        ExpressionAttributeValues: { ':p': { S: this.one(['p1', 'p2', 'p9']) }, ...more, ...values },
        ...filtered,
        ...(this.maybe(0.3) && { ScanIndexForward: false }),
        ...(this.maybe(0.3) && { Limit: 1 + this.below(3) }),
        ...(this.maybe(0.2) && { ProjectionExpression: 'sk, v' }),
      },
    };
  }

  batch(): RandomRequest {
    if (this.maybe(0.5)) {
      const Keys = Array.from({ length: 1 + this.below(3) }, () => this.key());
      return { operation: 'BatchGetItem', input: { RequestItems: { [TABLE]: { Keys } } } };
    }
    const parts = Array.from({ length: 1 + this.below(3) }, () =>
      this.maybe(0.7) ? { PutRequest: { Item: this.item() } } : { DeleteRequest: { Key: this.key() } },
    );
    return { operation: 'BatchWriteItem', input: { RequestItems: { [TABLE]: parts } } };
  }

  transaction(): RandomRequest {
    if (this.maybe(0.25)) {
      const TransactItems = Array.from({ length: 1 + this.below(2) }, () => ({
        Get: { TableName: TABLE, Key: this.key() },
      }));
      return { operation: 'TransactGetItems', input: { TransactItems } };
    }
    const part = (): Node => {
      const condition = this.maybe(0.3) ? this.condition() : {};
      switch (this.one(['Put', 'Put', 'Update', 'Delete', 'ConditionCheck'])) {
        case 'Update':
          return { Update: { TableName: TABLE, Key: this.key(), ...this.both() } };
        case 'Delete':
          return { Delete: { TableName: TABLE, Key: this.key(), ...condition } };
        case 'ConditionCheck':
          return { ConditionCheck: { TableName: TABLE, Key: this.key(), ...this.condition() } };
        default:
          return { Put: { TableName: TABLE, Item: this.item(), ...condition } };
      }
    };
    return {
      operation: 'TransactWriteItems',
      input: { TransactItems: Array.from({ length: 1 + this.below(3) }, part) },
    };
  }

  /** Something that is wrong with a request. */
  mistake({ operation, input }: RandomRequest): RandomRequest {
    const changed = structuredClone(input);
    const name = this.one(Object.keys(changed));
    switch (this.one(['leave out', 'empty', 'unused name', 'unused value', 'key'])) {
      case 'leave out':
        delete changed[name];
        break;
      case 'empty':
        changed[name] = typeof changed[name] === 'string' ? '' : {};
        break;
      case 'unused name':
        changed['ExpressionAttributeNames'] = { '#unused': 'x' };
        break;
      case 'unused value':
        changed['ExpressionAttributeValues'] = { ':unused': { S: 'x' } };
        break;
      default:
        for (const member of ['Key', 'Item'])
          if (changed[member])
            changed[member] = this.one<Node>([
              {},
              { pk: { S: 'a' } },
              { pk: { N: '1' }, sk: { S: 'a' } },
              { pk: { S: '' }, sk: { S: 'a' } },
            ]);
    }
    return { operation, input: changed };
  }

  request(): RandomRequest {
    const kind = this.next();
    const made =
      kind < 0.6 ? this.single() : kind < 0.75 ? this.query() : kind < 0.85 ? this.batch() : this.transaction();
    return this.maybe(0.08) ? this.mistake(made) : made;
  }
}

/** As many requests of a seed. */
export function* randomRequests(seed: number, count: number): Generator<RandomRequest> {
  const maker = new Maker(seed);
  for (let at = 0; at < count; at++) yield maker.request();
}
