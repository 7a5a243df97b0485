/** Queries whose whole result is wanted, however many pages DynamoDB returns it in. */
import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { documents } from '../clients.ts';

/** All items of a query. Only for results of a limited number. */
export async function queryAll<Row>(input: Omit<QueryCommandInput, 'ExclusiveStartKey'>): Promise<Row[]> {
  const rows: Row[] = [];
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const page = await documents().send(new QueryCommand({ ...input, ExclusiveStartKey: start }));
    rows.push(...((page.Items ?? []) as Row[]));
    start = page.LastEvaluatedKey;
  } while (start);
  return rows;
}
