/** Which functions the methods of REST APIs invoke, and how. */
import type { Resolve } from './resolve.ts';
import { ofType, type StackTemplate } from './template.ts';

/** What an integration invokes. */
export interface Invoked {
  readonly arn: string;
  readonly isStreaming: boolean;
}

/** By the address of an integration: a streamed or a buffered invocation of a function, or undefined for anything else. */
export function invokedBy(uri: string): Invoked | undefined {
  const [, version, arn, invocation] =
    /:lambda:path\/(20\d\d-\d\d-\d\d)\/functions\/([^/]+)\/([a-z-]+)$/.exec(uri) ?? [];
  if (arn === undefined) return undefined;
  if (version === '2021-11-15' && invocation === 'response-streaming-invocations') return { arn, isStreaming: true };
  return version === '2015-03-31' && invocation === 'invocations' ? { arn, isStreaming: false } : undefined;
}

/** Those of all methods. */
export const invokedByMethods = (template: StackTemplate, resolve: Resolve): Invoked[] =>
  ofType(template, 'AWS::ApiGateway::Method').flatMap(
    ([, { Integration }]) => invokedBy(resolve<{ Uri?: string }>(Integration).Uri ?? '') ?? [],
  );
