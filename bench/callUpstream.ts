/** The upstream of the call benchmark, in a thread of its own so that its work is not measured. */
import { parentPort } from 'node:worker_threads';
import { startUpstream } from '../test/support/upstream.ts';

const body = JSON.stringify({
  items: Array.from({ length: 20 }, (_, index) => ({
    id: 1000 + index,
    name: `Order ${index}`,
    status: 'shipped',
    total: 19.9 + index,
    customer: { id: index, email: `person${index}@mail.example.com` },
  })),
  next: 'cursor-2',
});
const upstream = await startUpstream({
  respond: () => ({ headers: { 'content-type': 'application/json' }, body }),
});
const { host, ca, pinned, baseUrl } = upstream;
parentPort?.postMessage({ host, ca, pinned, baseUrl, bytes: Buffer.byteLength(body) });
parentPort?.on('message', () => parentPort?.postMessage(upstream.connections));
// The upstream records requests for tests; here they would only use memory.
setInterval(() => upstream.requests.splice(0), 100).unref();
