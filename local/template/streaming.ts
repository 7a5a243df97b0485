/** Integrations of REST APIs by which API Gateway streams what a function answers. */
import type { Resolve } from './resolve.ts';
import { ofType, type StackTemplate } from './template.ts';

/** ARN of the function that an integration invokes with a streamed response; undefined for any other integration. */
export const streamedFunction = (uri: string): string | undefined =>
  /:lambda:path\/2021-11-15\/functions\/([^/]+)\/response-streaming-invocations$/.exec(uri)?.[1];

/** ARNs of the functions behind them. */
export const streamedFunctions = (template: StackTemplate, resolve: Resolve): string[] =>
  ofType(template, 'AWS::ApiGateway::Method').flatMap(([, { Integration }]) => {
    const { Uri = '' } = resolve<{ Uri?: string }>(Integration);
    return streamedFunction(Uri) ?? [];
  });
