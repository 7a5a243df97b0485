/** Queries whose whole result is wanted, however many pages DynamoDB returns it in. */
import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { documents } from '../services/clients.ts';

/** All items of a query. Only for results of a limited number. @param pages no more than so many requests */
export async function queryAll<Row>(
  input: Omit<QueryCommandInput, 'ExclusiveStartKey'>,
  client: Pick<DynamoDBDocumentClient, 'send'> = documents(),
  options = {},
  pages = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = [];
  let left = pages;
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const page = await client.send(new QueryCommand({ ...input, ExclusiveStartKey: start }), options);
    rows.push(...((page.Items ?? []) as Row[]));
    start = page.LastEvaluatedKey;
    left--;
  } while (start && left > 0);
  return rows;
}

/**
 * All items under a partition key, strongly consistent, in the order of their sort keys.
 * @param key the name of the partition key and its value
 * @param projection which of their attributes; all, if it is left out
 */
export function itemsUnder<Row>(
  table: string,
  key: Readonly<Record<string, string>>,
  projection: Pick<QueryCommandInput, 'ProjectionExpression' | 'ExpressionAttributeNames'> = {},
): Promise<Row[]> {
  const [[name, value] = ['', '']] = Object.entries(key);
  return queryAll<Row>({
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: `${name} = :${name}`,
    ExpressionAttributeValues: { [`:${name}`]: value },
    ...projection,
  });
}
