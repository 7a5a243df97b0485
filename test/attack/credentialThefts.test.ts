/**
 * The two ways on which an editor once got an admin's credential sent to a host of theirs, through the running stack: by the undo of a
 * refused sealing, and by naming the base URL of a server whose first import had failed. For credentials of every kind.
 */

import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rounds } from '../support/attack.ts';
import { createAuthority } from '../support/certificates.ts';
import { defined } from '../support/defined.ts';
import { SECRET, type Stage, theftStage } from '../support/thefts.ts';

let stage: Stage;
let credentials: ReadonlyArray<{ readonly type: string; readonly [field: string]: unknown }>;
beforeAll(async () => {
  const { cert, key } = await (await createAuthority('Clients')).issueClient('orders.example');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signIn = { type: 'oauth2', tokenUrl: 'https://login.home.example/token', clientId: 'portcullis' };
  credentials = [
    { type: 'bearer', token: SECRET },
    { type: 'basic', username: 'ann', password: 'pass-planted-7f31' },
    { type: 'header', name: 'X-Key', value: 'key-planted-7f31' },
    { type: 'apiKeys', keys: [{ in: 'query', name: 'key', value: 'query-planted-7f31' }] },
    { type: 'apiKeys', keys: [{ in: 'cookie', name: 'sid', value: 'cookie-planted-7f31' }] },
    {
      type: 'awsSigV4',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'eu-central-1',
      service: 'execute-api',
    },
    { type: 'digest', username: 'ann', password: 'digest-planted-7f31' },
    { type: 'mutualTLS', certificate: cert, privateKey: key },
    { ...signIn, grant: 'clientCredentials', clientSecret: 'secret-planted-7f31' },
    { ...signIn, grant: 'refreshToken', refreshToken: 'refresh-planted-7f31' },
    {
      ...signIn,
      grant: 'jwtBearer',
      issuer: 'service@accounts.example',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  ];
  stage = await theftStage();
}, 180_000);
afterAll(() => stage?.close());

const KINDS = 11;
const TRIES = rounds(KINDS, 4 * KINDS);

test('an undo that meets another base URL sends no credential there', async () => {
  const foreign = `${stage.foreign.baseUrl}/v1`;
  const stolen: string[] = [];
  const unused: string[] = [];

  for (let at = 0; at < TRIES; at++) {
    const auth = defined(credentials[at % credentials.length]);
    stage.isChallenging = auth.type === 'digest';
    const [atHome, before] = [stage.bearing('home'), stage.bearing('foreign')];
    const victim = await stage.server({ auth });
    await stage.call(victim);
    if (stage.bearing('home') === atHome) unused.push(auth.type);
    const enabling = stage.as('editor', 'PATCH', `${victim.path}/tools`, { toolIds: [victim.escaping], enabled: true });
    const removing = stage.as('editor', 'PUT', `${victim.path}/credentials`, { type: 'none' });
    for (let tried = 0; tried < 20; tried++) {
      const moved = await stage.as('editor', 'PATCH', victim.path, { baseUrl: foreign });
      if (moved.status === 200) break;
    }
    await Promise.all([enabling, removing]);
    await stage.rested(victim.id);
    await stage.as('editor', 'PATCH', victim.path, { governance: { maxItems: 3 } });
    await stage.as('editor', 'POST', `${victim.path}/deployments`, {});
    await stage.rested(victim.id);
    for (let call = 0; call < 3; call++) await stage.call(victim);
    if (stage.bearing('foreign') > before) stolen.push(auth.type);
  }

  expect(credentials).toHaveLength(KINDS);
  expect({ stolen, unused }).toEqual({ stolen: [], unused: [] });
});

test('a credential that was given before the base URL was known goes to no host that somebody else names', async () => {
  const before = stage.bearing('foreign');
  const respond = stage.home.respond;
  stage.home.respond = () => ({ status: 503 });
  stage.isChallenging = false;
  const victims = await Promise.all(
    credentials.map((auth) =>
      stage.server({
        source: { kind: 'openapi', url: `${stage.home.baseUrl}/openapi.json` },
        baseUrl: undefined,
        auth,
      }),
    ),
  );
  stage.home.respond = respond;

  await Promise.all(
    victims.map(async (victim) => {
      await stage.as('editor', 'PATCH', victim.path, {
        baseUrl: stage.foreign.baseUrl,
        source: { kind: 'openapi', url: `${stage.foreign.baseUrl}/openapi.json` },
      });
      await stage.as('editor', 'POST', `${victim.path}/deployments`, {});
      await stage.rested(victim.id);
      await stage.call(victim);
    }),
  );

  expect(stage.bearing('foreign') - before).toBe(0);
}, 120_000);
