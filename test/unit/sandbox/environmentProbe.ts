/** The sandbox function with a second handler that tells what code in its process can still see. Nothing here is a test. */
import type { Writable } from 'node:stream';

export { handler } from '../../../lambdas/sandbox/handler.ts';

declare const awslambda: {
  streamifyResponse(handler: (event: { readonly what: string }, stream: Writable) => Promise<void>): unknown;
};

export const look = awslambda.streamifyResponse(async (_event, stream) => {
  stream.write(JSON.stringify({ environment: { ...process.env }, globals: Reflect.ownKeys(globalThis).map(String) }));
  stream.end();
});
