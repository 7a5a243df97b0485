/**
 * The demo API of a local stack, which serves `/demo.json` beside the dashboard. On AWS there is none, and it is not requested: the
 * page's address shows where it runs.
 */
import { queryOptions } from '@tanstack/react-query';

export interface DemoApi {
  readonly specUrl: string;
  readonly auth: { readonly type: 'bearer'; readonly token: string };
}

/** Whether the stack runs on the machine of whoever looks at the page. */
export const isOnThisMachine = (): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);

/** `null` when there is no demo. */
export const demoQuery = () =>
  queryOptions({
    queryKey: ['demo'],
    queryFn: async ({ signal }): Promise<DemoApi | null> => {
      const answer = await fetch('/demo.json', { credentials: 'omit', signal });
      return answer.ok ? answer.json() : null;
    },
    enabled: isOnThisMachine(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
