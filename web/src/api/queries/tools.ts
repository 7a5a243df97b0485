/** Queries of tools, of the checks of their words, and of what policies compare of them. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pagesOf } from '../../../../core/lib/pages.ts';
import { joinedPages } from '../../../../core/tools/toolPages.ts';
import { call } from '../client.ts';
import type { Input } from '../operations.ts';
import type { CheckFinding, ComparableTool, ToolList } from '../types.ts';
import { operationQuery } from './operation-query.ts';

/** What the policies of a server can compare, page by page. */
export const policySchemaQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'policy-schema'],
    queryFn: async ({ signal }) => {
      const tools: ComparableTool[] = [];
      const read = (after: string | undefined) => call('getPolicySchema', { path: { id }, query: { after }, signal });
      for await (const page of pagesOf(read, ({ next }) => next)) tools.push(...page.tools);
      return tools;
    },
    staleTime: 60_000,
  });

/** All tools of a server, page by page. */
export const toolsQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'tools'],
    queryFn: async ({ signal }) => {
      const pages: [ToolList, ...ToolList[]] = [await call('listTools', { path: { id }, signal })];
      for (let { next } = pages[0]; next !== undefined; ) {
        const page = await call('listTools', { path: { id }, query: { after: next }, signal });
        pages.push(page);
        next = page.next;
      }
      return joinedPages(pages);
    },
  });

export const toolQuery = (id: string, toolId: string) =>
  operationQuery(['server', id, 'tools', toolId], 'getTool', { path: { id, toolId } }, { gcTime: 0 });

/** The score, and how much each rule finds. */
export const checkQuery = (id: string) =>
  operationQuery(
    ['server', id, 'tools', 'check'],
    'checkTools',
    { path: { id }, query: { limit: 1 } },
    { placeholderData: keepPreviousData },
  );

/** The sentences of a server, ranked over its tools as they are now. */
export const selectionQuery = (id: string) =>
  operationQuery(['server', id, 'tools', 'selection'], 'getSelection', { path: { id } });

/** What one rule finds, page by page. */
export const findingsQuery = (id: string, rule: CheckFinding['rule']) =>
  infiniteQueryOptions({
    queryKey: ['server', id, 'tools', 'check', rule],
    queryFn: ({ signal, pageParam }) =>
      call('checkTools', {
        path: { id },
        query: { rule, ...(pageParam !== undefined && { after: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

/** The pages of the tool list as clients get it. */
export const modelToolsQuery = (id: string, wanted: Omit<NonNullable<Input<'listModelTools'>['query']>, 'after'>) =>
  infiniteQueryOptions({
    queryKey: ['server', id, 'tools', 'listed', wanted],
    queryFn: ({ signal, pageParam }) =>
      call('listModelTools', {
        path: { id },
        query: { ...wanted, ...(pageParam !== undefined && { after: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
