/** Calls with a client certificate, to an upstream that talks to nobody without one. */
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Credential, checkCredential } from '../../../../core/request/credential/index.ts';
import { type Authority, createAuthority } from '../../../support/certificates.ts';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';
import type { Respond } from '../../../support/upstream.ts';

let clients: Authority;
let certificate: object;
let rig: Rig | undefined;
beforeAll(async () => {
  clients = await createAuthority('Clients');
  certificate = await issued(clients, 'orders.example');
});
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function issued(authority: Authority, name: string) {
  const { cert, key } = await authority.issueClient(name);
  return { type: 'mutualTLS', certificate: cert, privateKey: key };
}

const nameOf = (socket: object) => (socket as TLSSocket).getPeerCertificate().subject.CN;
const whoAreYou: Respond = (request, socket) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ you: nameOf(socket), key: request.all('x-key')[0] ?? null }),
});
const start = async (credential?: Credential) => {
  rig = await startRig({ clientCa: clients.ca, respond: whoAreYou, ...(credential && { credential }) });
  return rig;
};

test('the certificate is shown, and one connection serves several calls', async () => {
  const { call, upstream } = await start(checkCredential(certificate));

  const outcomes = [await call('get'), await call('get', {}, { explain: true })];

  expect(outcomes.map((outcome) => textsOf(outcome)[0])).toEqual(Array(2).fill('{"you":"orders.example","key":null}'));
  expect(upstream.connections).toBe(1);
  expect(JSON.stringify(outcomes)).not.toMatch(/PRIVATE|BEGIN/);
});

test('it goes together with a key in a header', async () => {
  const parts = [certificate, { type: 'header', name: 'X-Key', value: 'planted-key-31' }];
  const { call } = await start(checkCredential({ type: 'combined', parts }));

  expect(textsOf(await call('get'))[0]).toBe('{"you":"orders.example","key":"[CREDENTIAL]"}');
});

test('another certificate is shown on connections of its own', async () => {
  let current = checkCredential(certificate);
  rig = await startRig({
    clientCa: clients.ca,
    respond: whoAreYou,
    credential: current,
    dependencies: { decrypt: async () => Buffer.from(JSON.stringify(current)) },
  });
  const first = await rig.call('get');
  current = checkCredential(await issued(clients, 'replaced.example'));

  const second = await rig.call('get', {}, { ciphertext: 'cmVwbGFjZWQ' });

  expect([first, second].map((outcome) => textsOf(outcome)[0])).toEqual([
    '{"you":"orders.example","key":null}',
    '{"you":"replaced.example","key":null}',
  ]);
});

test('the upstream’s demand is told as that when none is given', async () => {
  const { call, upstream } = await start();

  const outcome = await call('get');

  expect(outcome).toMatchObject({ isError: true, errorCode: 'client_certificate_refused' });
  expect(textsOf(outcome)[0]).toMatch(/api\.upstream\.example requires a client certificate, or does not accept/);
  expect(upstream.requests).toHaveLength(0);
});

test('a server that hangs up on the certificate of another issuer says nothing; what it may be is told', async () => {
  const { call, upstream } = await start(
    checkCredential(await issued(await createAuthority('Others'), 'orders.example')),
  );

  const outcome = await call('get');

  expect(outcome).toMatchObject({ isError: true, errorCode: 'upstream_unreachable' });
  expect(textsOf(outcome)[0]).toMatch(/client certificate; some servers hang up/);
  expect(upstream.requests).toHaveLength(0);
});

test('one that has ended since it was stored is told before anything is sent', async () => {
  const { cert, key } = await clients.issueClient('old.example', { expired: true });
  const credential = { type: 'mutualTLS', certificate: cert, privateKey: key, facts: { subject: '', expiresAt: '' } };
  const { call, upstream } = await start(credential as Credential);

  const outcome = await call('get');

  expect(outcome).toMatchObject({ isError: true, errorCode: 'credential_invalid' });
  expect(textsOf(outcome)[0]).toMatch(/certificate: ended on/);
  expect(upstream.requests).toHaveLength(0);
});
