/** The user pool's trigger before tokens are made: a function of the stack, which turns groups into roles. */
import { LocalStackError } from '../errors.ts';
import { type FunctionPool, invokeBuffered, poolOf } from '../functions/pool.ts';
import type { Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import type { Trigger } from './people.ts';

/** The trigger; undefined when the pool has none. Throws LocalStackError for one that is no function of the stack. */
export function tokenTrigger(
  template: StackTemplate,
  resolve: Resolve,
  pools: ReadonlyMap<string, FunctionPool>,
): Trigger | undefined {
  const [pool] = ofType(template, 'AWS::Cognito::UserPool');
  const config = pool?.[1]['LambdaConfig'] as { PreTokenGenerationConfig?: { LambdaArn: unknown } } | undefined;
  if (!config?.PreTokenGenerationConfig) return undefined;
  const arn = resolve<string>(config.PreTokenGenerationConfig.LambdaArn);
  const found = poolOf(pools, arn);
  if (!found)
    throw new LocalStackError('template_unsupported', `The user pool’s trigger ${arn} is no function of the stack.`);
  return async (event) => JSON.parse(await invokeBuffered(found, event)) as Awaited<ReturnType<Trigger>>;
}
