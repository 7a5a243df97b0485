/** In place of what a query has not answered yet: that it is being read, or why it could not be. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Problem } from './problem.tsx';
import { Loading } from './shell.tsx';

interface QueryStateProps {
  readonly query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>;
  /** What is read, such as 'the tokens'. */
  readonly what: string;
}

export const QueryState = ({ query, what }: QueryStateProps) =>
  query.isError ? <Problem error={query.error} retry={() => void query.refetch()} /> : <Loading what={what} />;
