/**
 * The sandbox function with further handlers: one tells what code in its process can still see, one takes memory that V8's
 * heap limit does not bound. Nothing here is a test.
 */
import type { Writable } from 'node:stream';

export { handler } from '../../../../lambdas/sandbox/handler.ts';

declare const awslambda: {
  streamifyResponse(handler: (event: { readonly what: string }, stream: Writable) => Promise<void>): unknown;
};

export const look = awslambda.streamifyResponse(async (_event, stream) => {
  stream.write(JSON.stringify({ environment: { ...process.env }, globals: Reflect.ownKeys(globalThis).map(String) }));
  stream.end();
});

export const hoard = awslambda.streamifyResponse(async () => {
  const kept: Buffer[] = [];
  for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, kept.length));
});
