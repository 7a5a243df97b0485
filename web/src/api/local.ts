/**
 * What a local stack says about itself in `/local.json`, beside the dashboard: its demo API, and the APIs on the developer's machine that it
 * calls under names of their own. On AWS there is none, and it is not requested: the page's address shows where it runs.
 */
import { queryOptions } from '@tanstack/react-query';

export interface DemoApi {
  readonly specUrl: string;
  readonly auth: { readonly type: 'bearer'; readonly token: string };
}

export interface LocalStack {
  readonly demo?: DemoApi;
  /** Plain http origins, such as http://localhost:3000. */
  readonly devUpstreams: readonly string[];
}

/** Whether the stack runs on the machine of whoever looks at the page. */
export const isOnThisMachine = (): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);

/** Only asked for on this machine. */
export const localQuery = () =>
  queryOptions({
    queryKey: ['local'],
    queryFn: async ({ signal }): Promise<LocalStack> => {
      const answer = await fetch('/local.json', { credentials: 'omit', signal });
      return answer.ok ? answer.json() : { devUpstreams: [] };
    },
    enabled: isOnThisMachine(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
