/** The DynamoDB endpoint: asks the caller's policies for each table it names, then hands over to the engine. */
import { ACCOUNT, REGION } from '../../template/resolve.ts';
import { AwsError, type Caller, type Callers, failJson, type Service, sendJson, startService } from '../service.ts';
import type { TableEngine, TransactItem } from './engine.ts';

type Input = Record<string, unknown>;

export const tableArn = (name: string): string => `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`;

export const startDynamoDb = (engine: TableEngine, callers: Callers): Promise<Service> =>
  startService(async (request, body, response) => {
    const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const input = JSON.parse(body.toString() || '{}') as Input;
    authorize(callers.of(request), operation, input);
    sendJson(response, await engine.execute(operation, input));
  }, failJson);

function authorize(caller: Caller, operation: string, input: Input): void {
  if (operation === 'TransactWriteItems') {
    for (const item of input['TransactItems'] as TransactItem[]) {
      const [kind, step] = Object.entries(item)[0] as [string, Input];
      const action = kind === 'ConditionCheck' ? 'dynamodb:ConditionCheckItem' : `dynamodb:${kind}Item`;
      caller.require(action, tableArn(String(step['TableName'])), attributesOf(step));
    }
    return;
  }
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
    for (const table of Object.keys((input['RequestItems'] ?? {}) as object))
      caller.require(`dynamodb:${operation}`, tableArn(table));
    return;
  }
  const table = input['TableName'];
  if (typeof table !== 'string') throw new AwsError('ValidationException', 'TableName is required.');
  const index = input['IndexName'];
  const resource = index === undefined ? tableArn(table) : `${tableArn(table)}/index/${String(index)}`;
  caller.require(`dynamodb:${operation}`, resource, attributesOf(input));
}

/** `dynamodb:Attributes`: the names of all top-level attributes that the request touches. */
function attributesOf(input: Input): Record<string, string[]> {
  const names = (input['ExpressionAttributeNames'] ?? {}) as Record<string, string>;
  const touched = new Set(Object.keys({ ...(input['Key'] as object), ...(input['Item'] as object) }));
  for (const expression of [
    'UpdateExpression',
    'ConditionExpression',
    'ProjectionExpression',
    'FilterExpression',
    'KeyConditionExpression',
  ]) {
    for (const name of attributeNames(String(input[expression] ?? '')))
      touched.add(name.startsWith('#') ? (names[name] ?? name) : name);
  }
  return { 'dynamodb:Attributes': [...touched] };
}

const KEYWORDS = new Set([
  ...['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'BETWEEN', 'IN'],
  ...[
    'attribute_exists',
    'attribute_not_exists',
    'attribute_type',
    'begins_with',
    'contains',
    'size',
    'if_not_exists',
    'list_append',
  ],
]);

const attributeNames = (expression: string): string[] =>
  [...expression.matchAll(/(?<![\w:#.])#?[A-Za-z_]\w*/g)].map(([name]) => name).filter((name) => !KEYWORDS.has(name));
