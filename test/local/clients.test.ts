import { expect, test } from '@jest/globals';
import { runMatrix } from '../clients/matrix.ts';
import { NPM_CLIENTS } from '../clients/npm.ts';
import { sharedStack } from '../support/sharedStack.ts';

/** The same as `npm run clients` in a short form; what a client must do is said in test/clients/matrix.ts. */
test('no client of npm is dead, hangs or stays unaware through a cut, changed tools and a revocation', async () => {
  // In a compact list tools have their own names, too; in the other two something else is called.
  const others = (['grouped', 'search'] as const).flatMap((exposition) =>
    NPM_CLIENTS.filter(
      ({ name, transport }) => name === (exposition === 'search' ? 'v2' : 'v1') && transport === 'http',
    ).map((client) => ({ ...client, exposition })),
  );

  const verdicts = await runMatrix({
    clients: [...NPM_CLIENTS, ...others],
    seconds: 20,
    everyMs: 400,
    stack: await sharedStack(),
  });

  expect(verdicts.map(({ client, transport, exposition, faults }) => [client, transport, exposition, faults])).toEqual(
    [...NPM_CLIENTS.map((client) => ({ ...client, exposition: 'flat' })), ...others].map(
      ({ name, transport, exposition }) => [name, transport, exposition, []],
    ),
  );
}, 300_000);
