/** What a DynamoDB request requires of its caller's policies: action, table or index, and the condition keys of the request. */
import type { Caller } from '../../aws/caller.ts';
import type { Item, Request, TableDescription } from './dynalite.ts';

const names = (value: unknown): string[] => Object.keys((value ?? {}) as object);
const heads = (paths: ReadonlyArray<readonly string[] | string> | undefined): string[] =>
  (paths ?? []).map((path) => String(Array.isArray(path) ? path[0] : path));

/** `dynamodb:Attributes`: every top-level attribute in the request (service authorization reference). */
function attributesOf(request: Request): string[] {
  return [
    ...new Set([
      ...names(request['Key']),
      ...names(request['Item']),
      ...heads(request._updates?.paths),
      ...names(request._condition?.pathHeads),
      ...names(request._filter?.pathHeads),
      ...heads(request._projection?.paths),
    ]),
  ];
}

/** Demands the right to one action. Throws AwsError AccessDenied. */
export function demandItem(caller: Caller, action: string, table: TableDescription, request: Request): void {
  const key = (request['Key'] ?? request['Item'] ?? {}) as Item;
  const hash = table.KeySchema[0]?.AttributeName ?? '';
  const resource = request['IndexName'] ? `${table.TableArn}/index/${request['IndexName']}` : table.TableArn;
  caller.demand(`dynamodb:${action}`, resource, () => ({
    'dynamodb:Attributes': attributesOf(request),
    'dynamodb:LeadingKeys': key[hash] && Object.values(key[hash]).map(String),
    'dynamodb:ReturnValues': request['ReturnValues'] as string | undefined,
    'dynamodb:Select': request['Select'] as string | undefined,
  }));
}
