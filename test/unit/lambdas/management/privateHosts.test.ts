/** Servers with hosts in the owner's network, in the management API: what may be named, which certificates, and what a change of them does. */
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readAuthorities } from '../../../../core/lib/certificateAuthorities.ts';
import type { Bundle } from '../../../../core/model/bundle.ts';
import { authorityOfBits, createAuthority } from '../../../support/certificates.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';
import { listPrivateHosts, OTHER_PRIVATE_HOST, PRIVATE_HOST } from '../../../support/privateNetwork.ts';

const BASE = `https://${PRIVATE_HOST}/v1`;
const ORIGIN = `https://${PRIVATE_HOST}`;
const BEARER = { type: 'bearer', token: 'inside-secret-0123456789abcdef' };

listPrivateHosts();
const stack = await quietManagementStack();
let ours: Awaited<ReturnType<typeof createAuthority>>;
let theirs: Awaited<ReturnType<typeof createAuthority>>;
beforeAll(async () => {
  [ours, theirs] = await Promise.all([createAuthority('Ours'), createAuthority('Theirs')]);
});

const sealedWith = (pem?: string) => ({
  baseUrl: BASE,
  privateHosts: [{ origin: ORIGIN, ...(pem && { certificateAuthorities: pem }) }],
});
const make = (body: object) =>
  stack.call('POST', '/v1/servers', { name: 'Inside', source: { kind: 'manual' }, auth: { type: 'none' }, ...body });
const liveBundle = async (id: string): Promise<Bundle> => {
  const row = (await stack.rows('servers')).find(({ serverId }) => serverId === id) as unknown as {
    bundle: { id: string };
  };
  return JSON.parse(
    gunzipSync(stack.objects.get(`bundles/bundles/${id}/${row.bundle.id}.json.gz`) ?? Buffer.of()).toString(),
  );
};

test('a listed host is a base URL, and is sealed with its authorities', async () => {
  const { server } = await stack.liveServer('Inside', { auth: BEARER, ...sealedWith(ours.ca) });

  const shown = (await stack.call('GET', `/v1/servers/${server.id}`)).body;
  const bundle = await liveBundle(server.id);

  expect(shown.baseUrl).toBe(BASE);
  expect(shown.privateHosts).toEqual([
    {
      origin: ORIGIN,
      certificateAuthorities: [
        {
          subject: 'CN=Ours',
          fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/),
          expiresAt: expect.any(String),
        },
      ],
    },
  ]);
  expect(bundle.privateHosts).toEqual([{ origin: ORIGIN, certificateAuthorities: ours.ca.trim().concat('\n') }]);
});

test('the settings tell which hosts may be named', async () => {
  const { body } = await stack.call('GET', '/v1/settings');

  expect(body.privateHosts).toEqual([PRIVATE_HOST, OTHER_PRIVATE_HOST]);
});

test.each([
  ['a host below the same domain', 'https://pay.internal'],
  ['a public host', 'https://api.example.com'],
])('%s is not said to be private by anybody', async (_, origin) => {
  const id = (await stack.liveServer()).server.id;

  const changed = await stack.call(
    'PATCH',
    `/v1/servers/${id}`,
    { privateHosts: [{ origin, private: true }] },
    { role: 'admin' },
  );

  expect([400, 422]).toContain(changed.status);
  expect(['private_host_not_allowed', 'base_url_invalid']).toContain(changed.body.code);
  expect((await stack.call('GET', `/v1/servers/${id}`)).body.privateHosts).toEqual([]);
});

test('private hosts are given together with the base URL', async () => {
  const { status, body } = await make({
    source: { kind: 'openapi', url: `${BASE}/openapi.json` },
    privateHosts: [{ origin: ORIGIN }],
  });

  expect([status, body.faults?.[0]?.field]).toEqual([400, '/baseUrl']);
});

describe('certificates', () => {
  test.each([
    ['that are none', async () => 'ca', /no certificate in PEM form/],
    ['of a server', async () => (await ours.issue([PRIVATE_HOST])).cert, /not that of an authority/],
    ['with a private key', async () => ours.ca + (await ours.issue([PRIVATE_HOST])).key, /other than certificates/],
    [
      'that cannot be read',
      async () => '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      /cannot be read/,
    ],
    ['of more issuers than a host has', async () => ours.ca.repeat(5), /4 is the limit/],
    ['longer than a row takes', async () => `${ours.ca}${' '.repeat(12_000)}`, /12,?000/],
  ])('%s are refused', async (_, pem, message) => {
    const { status, body } = await make(sealedWith(await pem()));

    expect([status, body.faults?.[0]?.field]).toEqual([400, '/privateHosts/0/certificateAuthorities']);
    expect(body.faults[0].message).toMatch(message);
    expect(JSON.stringify(body)).not.toContain('PRIVATE KEY-----\\n');
  });

  test.each([1_024, 16_384])('with an RSA key of %d bits are refused before anybody verifies with it', async (bits) => {
    const pem = await authorityOfBits(bits);

    expect(readAuthorities(pem)).toMatchObject({ fault: expect.stringContaining('2048 to 8192') });
  });

  test('that have expired are refused', async () => {
    const old = await createAuthority('Old', { expired: true });

    const { body } = await make(sealedWith(old.ca));

    expect(body.faults[0].message).toMatch(/expired on/);
  });

  test('are changed without a credential, and not under one', async () => {
    const id = (await stack.liveServer('Inside', sealedWith(ours.ca))).server.id;
    const change = (certificateAuthorities: string | null) =>
      stack.call('PATCH', `/v1/servers/${id}`, {
        privateHosts: [{ origin: ORIGIN, private: true, certificateAuthorities }],
      });

    const free = await change(theirs.ca);
    await stack.call('PUT', `/v1/servers/${id}/credentials`, BEARER);
    const bound = [await change(ours.ca), await change(null)];
    const away = await stack.call('PATCH', `/v1/servers/${id}`, { privateHosts: [{ origin: ORIGIN, private: false }] });

    expect(free.status).toBe(200);
    for (const { status, body } of [...bound, away]) expect([status, body.code]).toEqual([422, 'authorities_changed']);
    expect((await liveBundle(id)).privateHosts?.[0]?.certificateAuthorities).toContain(theirs.ca.trim());
  });

  test('are changed together with a credential that is given for them', async () => {
    const id = (await stack.liveServer('Inside', { auth: BEARER, ...sealedWith(ours.ca) })).server.id;

    const { status } = await stack.call('PATCH', `/v1/servers/${id}`, {
      baseUrl: BASE,
      auth: BEARER,
      privateHosts: [{ origin: ORIGIN, private: true, certificateAuthorities: theirs.ca }],
    });

    expect(status).toBe(200);
    const entry = (await stack.rows('audit')).find(
      ({ serverDay, action }) => serverDay?.startsWith(id) && action === 'server.change',
    );
    expect(JSON.stringify(entry)).toMatch(/privateHosts.*([0-9A-F]{2}:){31}/);
    expect(JSON.stringify(entry)).not.toContain('BEGIN CERTIFICATE');
  });
});

test('a copy has the private hosts of the original', async () => {
  const id = (await stack.liveServer('Inside', sealedWith(ours.ca))).server.id;

  const { body } = await stack.call('POST', `/v1/servers/${id}/duplicate`, {});

  expect(body.server.privateHosts).toHaveLength(1);
});

test('viewers change none of it', async () => {
  const id = (await stack.liveServer('Inside', sealedWith())).server.id;

  const { status } = await stack.call(
    'PATCH',
    `/v1/servers/${id}`,
    { privateHosts: [{ origin: ORIGIN, private: false }] },
    { role: 'viewer' },
  );

  expect(status).toBe(403);
});
