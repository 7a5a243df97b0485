/** The user pool's triggers, functions of the stack: what is stored of people who come from a provider, and which roles their groups are. */
import { PortcullisError } from '../../core/lib/errors.ts';
import { type FunctionPool, invokeBuffered, poolOf } from '../functions/pool.ts';
import type { Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import type { InboundTrigger } from './federation/federation.ts';
import type { Trigger } from './people.ts';

/** Those of a pool; undefined where it has none. */
export interface Triggers {
  /** Before tokens are made (pre token generation). */
  readonly tokens: Trigger | undefined;
  /** Before what a provider says is stored (inbound federation). */
  readonly inbound: InboundTrigger | undefined;
}

/** Reads them. Throws PortcullisError for one that is no function of the stack. */
export function poolTriggers(
  template: StackTemplate,
  resolve: Resolve,
  pools: ReadonlyMap<string, FunctionPool>,
): Triggers {
  const [pool] = ofType(template, 'AWS::Cognito::UserPool');
  const config = (pool?.[1]['LambdaConfig'] ?? {}) as Record<string, { LambdaArn: unknown } | undefined>;
  const triggerOf = (name: string): ((event: object) => Promise<object>) | undefined => {
    const found = config[name];
    if (!found) return undefined;
    const arn = resolve<string>(found.LambdaArn);
    const target = poolOf(pools, arn);
    if (!target)
      throw new PortcullisError('template_unsupported', `The user pool’s trigger ${arn} is no function of the stack.`);
    return async (event) => JSON.parse(await invokeBuffered(target, event)) as object;
  };
  return {
    tokens: triggerOf('PreTokenGenerationConfig') as Trigger | undefined,
    inbound: triggerOf('InboundFederation') as InboundTrigger | undefined,
  };
}
