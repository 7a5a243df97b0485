/** One function in a process of its own with its environment, controlled over IPC. */

import type { CallEvent } from './functionUrl.ts';
import { callHandler } from './functionUrl.ts';
import type { FunctionName } from './regionalTemplates.ts';

export interface ToFunctions {
  readonly name: FunctionName;
  readonly id: number;
  /** The event; a CallEvent for functions with a function URL. */
  readonly event: object;
}
export type FromFunctions =
  | { readonly kind: 'text'; readonly id: number; readonly status: number; readonly text: string }
  | { readonly kind: 'done'; readonly id: number; readonly status: number; readonly text: string };

const tell = (message: FromFunctions) => void process.send?.(message);

process.on('message', async (message: ToFunctions) => {
  const { id, name, event } = message;
  try {
    if (name === 'management') {
      const { handler } = await import('../../lambdas/management/handler.ts');
      const answer = (await handler(event as never, {} as never)) as { statusCode: number; body?: string };
      return tell({ kind: 'done', id, status: answer.statusCode, text: answer.body ?? '' });
    }
    const { handler } = (await import(`../../lambdas/${name}/handler.ts`)) as { handler: unknown };
    const called = callHandler(handler, event as CallEvent);
    let told = '';
    const timer = setInterval(() => {
      if (called.text === told) return;
      told = called.text;
      tell({ kind: 'text', id, status: called.status ?? 0, text: told });
    }, 5);
    await called.done.catch(() => undefined);
    clearInterval(timer);
    tell({ kind: 'done', id, status: called.status ?? 0, text: called.text });
  } catch (error) {
    tell({ kind: 'done', id, status: 0, text: String((error as Error).stack) });
  }
});
