/** Resource policies of functions, from the template's Lambda permissions: who besides roles may invoke a function. */
import type { Resolve } from './resolve.ts';
import { ofType, type StackTemplate } from './template.ts';

/** Who besides roles may invoke which function. */
export interface Permissions {
  /** `principal` is `*` for everybody or a service like `apigateway.amazonaws.com`. */
  allows(functionName: string, action: string, principal: string): boolean;
}

/** Reads the template's Lambda permissions. */
export function readPermissions(template: StackTemplate, resolve: Resolve): Permissions {
  const given = new Set(
    ofType(template, 'AWS::Lambda::Permission').map(([, properties]) => {
      const { FunctionName, Action, Principal } = resolve<Record<string, string>>(properties);
      return `${String(FunctionName).split(':').at(-1)} ${Action} ${Principal}`;
    }),
  );
  return { allows: (functionName, action, principal) => given.has(`${functionName} ${action} ${principal}`) };
}
