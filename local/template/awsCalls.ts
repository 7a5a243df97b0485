/** The AWS calls that a deployment makes (CDK's AwsCustomResource, `Custom::AWS`), as the template has them. */
import type { Resolve } from './resolve.ts';
import { ofType, type StackTemplate } from './template.ts';

/** A call of the SDK. */
export interface AwsCall {
  /** As the SDK's package names it, for example `Iot`. */
  readonly service: string;
  /** For example `describeEndpoint`. */
  readonly action: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Another region than the stack's. */
  readonly region?: string;
}

/** The call that a resource makes when it is created. */
export const callOf = (template: StackTemplate, resolve: Resolve, id: string): AwsCall =>
  JSON.parse(resolve<string>(template.resources[id]?.Properties?.['Create'])) as AwsCall;

/** The calls of a template, made when it is deployed. */
export const callsIn = (template: StackTemplate, resolve: Resolve): AwsCall[] =>
  ofType(template, 'Custom::AWS').map(([id]) => callOf(template, resolve, id));
