/** The functions of one region in a process of their own, which has that region's environment. Spoken to over IPC. */

import type { CallEvent } from './functionUrl.ts';
import { callHandler } from './functionUrl.ts';

export type ToFunctions =
  | { readonly kind: 'url'; readonly id: number; readonly name: 'mcp-rpc' | 'mcp-stream'; readonly event: CallEvent }
  | { readonly kind: 'api'; readonly id: number; readonly event: object };
export type FromFunctions =
  | { readonly kind: 'text'; readonly id: number; readonly status: number; readonly text: string }
  | { readonly kind: 'done'; readonly id: number; readonly status: number; readonly text: string };

const tell = (message: FromFunctions) => void process.send?.(message);

process.on('message', async (message: ToFunctions) => {
  const { id, kind } = message;
  try {
    if (kind === 'api') {
      const { handler } = await import('../../lambdas/management/handler.ts');
      const answer = (await handler(message.event as never, {} as never)) as { statusCode: number; body?: string };
      return tell({ kind: 'done', id, status: answer.statusCode, text: answer.body ?? '' });
    }
    const { handler } = (await import(`../../lambdas/${message.name}/handler.ts`)) as { handler: unknown };
    const called = callHandler(handler, message.event);
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
