import { expect, test } from '@jest/globals';
import { runMatrix } from '../clients/matrix.ts';
import { NPM_CLIENTS } from '../clients/npm.ts';

/** The same as `npm run clients` in a short form; what a client must do is said in test/clients/matrix.ts. */
test('no client of npm is dead, hangs or stays unaware through a cut, changed tools and a revocation', async () => {
  const verdicts = await runMatrix({ clients: NPM_CLIENTS, seconds: 20, everyMs: 400 });

  expect(verdicts.map(({ client, transport, faults }) => [client, transport, faults])).toEqual(
    NPM_CLIENTS.map(({ name, transport }) => [name, transport, []]),
  );
}, 300_000);
