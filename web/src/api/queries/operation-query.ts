/** A query whose data is the answer of one operation of the API. */
import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import type { Answer, Input, OperationId } from '../operations.ts';

type Rest<Data> = Pick<UseQueryOptions<Data>, 'refetchInterval' | 'staleTime' | 'gcTime' | 'retry' | 'placeholderData'>;

export const operationQuery = <Id extends OperationId>(
  queryKey: QueryKey,
  id: Id,
  input: Input<Id>,
  rest: Rest<Answer<Id>> = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => call(id, { ...input, signal }), ...rest });
