import { expect, test } from '@jest/globals';
import { runMatrix } from '../clients/matrix.ts';
import { NPM_CLIENTS } from '../clients/npm.ts';

/** The same as `npm run clients` in a short form; what a client must do is said in test/clients/matrix.ts. */
test('no client of npm is dead, hangs or stays unaware through a cut, changed tools and a revocation', async () => {
  // Of the other ways of listing two of each: what differs is the name that is called.
  const others = (['compact', 'grouped', 'search'] as const).flatMap((exposition) =>
    NPM_CLIENTS.filter(
      ({ name, transport }) => `${name} ${transport}` === 'v2 http' || `${name} ${transport}` === 'v1 sse',
    ).map((client) => ({ ...client, exposition })),
  );

  const verdicts = await runMatrix({ clients: [...NPM_CLIENTS, ...others], seconds: 20, everyMs: 400 });

  expect(verdicts.map(({ client, transport, exposition, faults }) => [client, transport, exposition, faults])).toEqual(
    [...NPM_CLIENTS.map((client) => ({ ...client, exposition: 'flat' })), ...others].map(
      ({ name, transport, exposition }) => [name, transport, exposition, []],
    ),
  );
}, 300_000);
