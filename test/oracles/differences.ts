/** How the DynamoDB twin is known to differ from DynamoDB Local, and why that is no fault of it. Anything else is one. */
import type { Answer } from './answer.ts';

interface Difference {
  readonly why: string;
  readonly is: (operation: string, input: Record<string, unknown>, ours: Answer, theirs: Answer) => boolean;
}

const isEmpty = (value: unknown): boolean => value === undefined || JSON.stringify(value) === '{}';
const withoutMember = ({ body }: Answer, name: string): string => JSON.stringify({ ...body, [name]: undefined });
const isTransaction = (operation: string): boolean => operation === 'TransactWriteItems';

/** An answer's body with each number in one form. */
const withNumbers = (body: object): string =>
  JSON.stringify(body, (name, value: unknown) =>
    name === 'N' && typeof value === 'string' ? String(Number(value) + 0) : value,
  );

const DIFFERENCES: readonly Difference[] = [
  {
    why: 'Numbers in lists and maps: DynamoDB normalizes them (`1e3` to `1000`), as the twin does; DynamoDB Local does so outside of them alone.',
    is: (_operation, _input, ours, theirs) =>
      ours.status === 200 && theirs.status === 200 && withNumbers(ours.body) === withNumbers(theirs.body),
  },
  {
    why: 'A query that ends where its limit does may give a key to go on from or not; whoever goes on finds nothing.',
    is: (operation, input, ours, theirs) =>
      operation === 'Query' &&
      'Limit' in input &&
      withNumbers({ ...ours.body, LastEvaluatedKey: undefined }) ===
        withNumbers({ ...theirs.body, LastEvaluatedKey: undefined }),
  },
  {
    why: 'DynamoDB Local fails at a member of the wrong type; the twin answers with an error of the request.',
    is: (_operation, _input, ours, theirs) => theirs.status === 500 && ours.status === 400,
  },
  {
    why: 'DynamoDB Local reports the capacity of a delete that found nothing, although nobody asked for it.',
    is: (operation, _input, ours, theirs) =>
      operation === 'DeleteItem' && JSON.stringify(ours.body) === withoutMember(theirs, 'ConsumedCapacity'),
  },
  {
    why: 'An update that leaves none of the attributes which it names: `Attributes` is empty or left out, which clients read alike.',
    is: (operation, _input, ours, theirs) =>
      operation === 'UpdateItem' &&
      isEmpty(ours.body['Attributes']) &&
      withoutMember(ours, 'Attributes') === withoutMember(theirs, 'Attributes'),
  },
  {
    why: 'A projection that no attribute of the item has: the item is empty or left out. No function of the product asks for one.',
    is: (operation, input, ours, theirs) =>
      operation === 'GetItem' &&
      'ProjectionExpression' in input &&
      isEmpty(ours.body['Item']) &&
      isEmpty(theirs.body['Item']),
  },
  {
    why: 'Two things are wrong. The twin reports what is wrong with the request before it looks at the item, DynamoDB Local the failed condition.',
    is: (_operation, _input, ours, theirs) =>
      ours.error === 'ValidationException' &&
      (theirs.error === 'ConditionalCheckFailedException' || theirs.error === 'TransactionCanceledException'),
  },
  {
    why: 'Two parts of a transaction fail, or one in two ways, and the reasons differ in which is named.',
    is: (operation, _input, ours, theirs) =>
      isTransaction(operation) &&
      ours.error === 'TransactionCanceledException' &&
      theirs.error === 'TransactionCanceledException',
  },
  {
    why: 'An update that does not fit its item is a reason of the cancellation (API reference, TransactWriteItems, cancellation reasons).',
    is: (operation, _input, ours, theirs) =>
      isTransaction(operation) &&
      ours.error === 'TransactionCanceledException' &&
      ours.message.includes('ValidationError') &&
      theirs.error === 'ValidationException',
  },
];

/** Why these answers may differ; undefined when nothing explains it. */
export const differenceOf = (...answers: Parameters<Difference['is']>): string | undefined =>
  DIFFERENCES.find(({ is }) => is(...answers))?.why;
