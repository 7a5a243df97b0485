/** The upstream of the call benchmark, in a thread of its own so that its work is nobody's overhead. */
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
// Requests are recorded for tests; here they would only pile up.
setInterval(() => upstream.requests.splice(0), 100).unref();
