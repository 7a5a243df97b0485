/** The credentials that the suites of thefts and reflections plant are of every kind, and all of their secrets are searched for. */
import { beforeAll, expect, test } from '@jest/globals';
import { checkCredential, secretsOf } from '../../../../core/request/credential/index.ts';
import { allKinds, kindsOf, oneOfEachKind, type Planted, plantedCredentials } from '../../../support/planted.ts';

let planted: readonly Planted[];
beforeAll(async () => {
  planted = await plantedCredentials('login.example.com');
});

test.each<[string, (all: readonly Planted[]) => readonly Planted[]]>([
  ['all', (all) => all],
  ['the few that suites with a whole stack take', oneOfEachKind],
])('every kind of credential is planted: %s', (_, choose) => {
  const kinds = new Set(choose(planted).flatMap(({ auth }) => kindsOf(auth)));

  expect([...kinds].sort()).toEqual(allKinds().sort());
});

test('all that is masked of them is searched for, and easily told from other texts', () => {
  const missing = planted.flatMap(({ auth, sent }) =>
    secretsOf(checkCredential(auth)).filter(
      // The pair of user name and password is one base64 text on the wire.
      (secret) =>
        ![secret, Buffer.from(secret, 'base64').toString()].some((text) => sent.some((each) => text.includes(each))),
    ),
  );
  const plain = planted.flatMap(({ sent }) => sent.filter((text) => !/planted/i.test(text)));
  const short = planted.flatMap(({ kept }) => kept.filter((line) => !/^[\w+/=]{20,}$/.test(line)));

  expect([
    ...missing.map(
      (text) => `${text} is masked (\`secrets\` of its kind): plant it, in \`sent\`, by hand in planted.ts`,
    ),
    ...plain.map((text) => `${text} in \`sent\` has to have the word planted in it`),
    ...short.map((text) => `${text} in \`kept\` has to be at least 20 letters and digits of base64`),
  ]).toEqual([]);
});
