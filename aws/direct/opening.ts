/**
 * Opens connections while a function starts. The first connection of a process costs tens of milliseconds of CPU (Node reads its root
 * certificates, keys are exchanged), and Lambda gives the start more CPU than an invocation with little memory (design/operations.md,
 * cold starts). Nothing depends on it: what fails here is done by the first request that needs it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { dispatcher } from './dispatcher.ts';
import { endpointOf, type Service } from './environment.ts';
import { hostWay } from './host.ts';

/** A start waits no longer: Lambda allows it ten seconds, and a client is waiting. */
const PATIENCE_MS = 300;

/**
 * Opens a connection to each service, on Lambda only. Never rejects.
 * @param work what else is to be done at a start: requests that every invocation needs, and code that is run once while AWS answers
 */
export async function openConnections(services: readonly Service[], work: readonly (() => unknown)[]): Promise<void> {
  // Set by Lambda's runtimes (Lambda developer guide, defined runtime environment variables).
  if (process.env['AWS_LAMBDA_INITIALIZATION_TYPE'] === undefined || hostWay()) return;
  const begun = [...services.map(open), ...work.map(async (each) => each())];
  await Promise.race([Promise.allSettled(begun), sleep(PATIENCE_MS, undefined, { ref: false })]);
}

/** Without a signature the service refuses the request, and keeps the connection. undici would close it after a HEAD. */
async function open(service: Service): Promise<void> {
  const { origin, prefix } = endpointOf(service);
  const timeouts = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
  await new Promise<void>((done) => {
    const ended = () => done();
    const handler = {
      onRequestStart() {},
      onResponseStart() {},
      onResponseData() {},
      onResponseEnd: ended,
      onResponseError: ended,
    };
    dispatcher().dispatch({ origin, path: `${prefix}/`, method: 'GET', ...timeouts }, handler);
  });
}
