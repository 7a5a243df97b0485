/** Reads the form of a request (application/x-www-form-urlencoded). */
import type { IncomingMessage } from 'node:http';

/** Undefined when it has more than `maxBytes`: the rest is read and dropped, so that the client gets an answer. */
export async function formIn(request: IncomingMessage, maxBytes: number): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes > maxBytes ? undefined : new URLSearchParams(Buffer.concat(chunks).toString());
}
