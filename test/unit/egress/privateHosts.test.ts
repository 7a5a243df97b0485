/** Hosts of the owner's network: what the configuration opens, and that it opens nothing else. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkBaseUrl } from '../../../core/lib/url/baseUrl.ts';
import { permitPrivateNames, refusalOfPrivateName } from '../../../core/lib/url/privateNames.ts';
import { refusalOfPrivate, refusalOfRange } from '../../../core/lib/url/publicAddress.ts';
import { createEgressClient as createWithSeams } from '../../../egress/client.ts';
import { EgressError, type EgressOptions } from '../../../egress/index.ts';
import { createAuthority } from '../../support/certificates.ts';
import { type DnsServer, startDnsServer } from '../../support/dnsServer.ts';
import { PRIVATE_RANGES, privateAddress, testAtPrivateAddress } from '../../support/privateAddress.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';

const INSIDE = 'orders.corp.example';
let dns: DnsServer;
let upstream: Upstream;
let port: number;

beforeAll(async () => {
  dns = await startDnsServer({});
  upstream = await startUpstream({ host: INSIDE, ...(privateAddress && { address: privateAddress }) });
  port = upstream.pinned[0]?.addressPort ?? 0;
});
afterAll(async () => {
  await dns.close();
  await upstream.close();
});

/** Error code, or status, of a request at a host whose records are these. */
async function ask(addresses: readonly string[], given: EgressOptions = {}, host = INSIDE): Promise<string> {
  dns.zones = {
    [host]: {
      A: addresses.filter((each) => !each.includes(':')),
      AAAA: addresses.filter((each) => each.includes(':')),
    },
  };
  const options = { connectMs: 500, privateHosts: [{ host: INSIDE, ranges: PRIVATE_RANGES }], ...given };
  const client = createWithSeams({ only: { host, port }, ...options }, { resolve: dns.resolve });
  try {
    const url = `https://${host}:${port}/`;
    const { status } = await client.request({ method: 'GET', url, headers: [], keepBytes: 100 });
    return `answered ${status}`;
  } catch (error) {
    return error instanceof EgressError ? error.code : `not ours: ${String(error)}`;
  } finally {
    await client.close();
  }
}

describe('a private host', () => {
  testAtPrivateAddress('is reached at its private address, with its own authority', async () => {
    expect(await ask([String(privateAddress)], { authorities: upstream.ca })).toBe('answered 200');
  });

  testAtPrivateAddress('is not reached without its authority, nor with another one', async () => {
    const { ca } = await createAuthority('Another');

    expect(await ask([String(privateAddress)])).toBe('tls_failed');
    expect(await ask([String(privateAddress)], { authorities: ca })).toBe('tls_failed');
  });

  testAtPrivateAddress('is not reached by a certificate of `--ca` where it has authorities of its own', async () => {
    const { ca } = await createAuthority('Another');

    expect(await ask([String(privateAddress)], { authorities: ca, ca: upstream.ca })).toBe('tls_failed');
  });

  testAtPrivateAddress('is not reached by a client that was not told of it, whatever name it has', async () => {
    expect(await ask([String(privateAddress)], { privateHosts: [], authorities: upstream.ca })).toBe(
      'address_not_public',
    );
  });

  testAtPrivateAddress('does not open the network for another name', async () => {
    const other = await ask([String(privateAddress)], { authorities: upstream.ca }, 'other.corp.example');

    expect(other).toBe('address_not_public');
  });

  test.each([
    ['a public address', ['93.184.216.34']],
    ['a public address among private ones', ['10.1.2.3', '93.184.216.34']],
    ['a private address outside of the blocks', ['100.64.1.1']],
    ['one outside of the blocks among others', ['10.1.2.3', '100.64.1.1']],
    ['loopback', ['127.0.0.1']],
    ['loopback among private ones', ['10.1.2.3', '::1']],
    ['metadata', ['169.254.169.254']],
    ['metadata over IPv6', ['fd00:ec2::254']],
    ['metadata of another cloud', ['100.100.100.200']],
    ['a private address mapped into IPv6', ['::ffff:10.1.2.3']],
    ['loopback mapped into IPv6', ['::ffff:127.0.0.1']],
    ['a private address behind NAT64', ['64:ff9b::a01:203']],
    ['nothing but zeros', ['0.0.0.0']],
  ])('is refused with %s', async (_, addresses) => {
    const before = upstream.connections;

    expect(await ask(addresses)).toBe('address_not_public');
    expect(upstream.connections).toBe(before);
  });

  test('that is resolved again to something else is refused then', async () => {
    const answers = [['10.255.255.1'], ['169.254.169.254'], ['127.0.0.1']];
    dns.zones = { [INSIDE]: { A: () => answers.shift() ?? [] } };
    const options = {
      only: { host: INSIDE, port },
      connectMs: 200,
      privateHosts: [{ host: INSIDE, ranges: PRIVATE_RANGES }],
    };
    const client = createWithSeams(options, { resolve: dns.resolve });
    const request = { method: 'GET', url: `https://${INSIDE}:${port}/`, headers: [], keepBytes: 100 };
    const codes: string[] = [];

    for (let n = 0; n < 3; n++)
      codes.push((await client.request(request).catch((error: EgressError) => error.code)) as string);

    expect(codes[0]).toMatch(/^(connect_failed|timeout_connect)$/);
    expect(codes.slice(1)).toEqual(['address_not_public', 'address_not_public']);

    await client.close();
  });
});

describe('a block of private addresses', () => {
  test.each([
    '10.0.0.0/8',
    '10.20.0.0/16',
    '192.168.1.0/24',
    '172.16.0.0/12',
    '100.64.0.0/10',
    'fd12::/16',
    '10.1.2.3/32',
  ])('may be %s', (range) => {
    expect(refusalOfRange(range)).toBeUndefined();
  });

  test.each([
    '0.0.0.0/0',
    '10.0.0.0/7',
    '127.0.0.0/8',
    '169.254.169.254/32',
    '8.8.8.0/24',
    '::/0',
    'fe80::/10',
    '2001:db8::/32',
    '::ffff:10.0.0.0/104',
    '10.0.0.0',
    '10.0.0/8',
    '0x0a.0.0.0/8',
    '10.0.0.0/33',
    'orders.corp.example',
  ])('may not be %s', (range) => {
    expect(refusalOfRange(range)).toBeDefined();
  });

  test('never opens metadata services, even if it contains them', () => {
    expect(refusalOfPrivate('fd00:ec2::254', ['fc00::/7'])).toBe('cloud metadata');
    expect(refusalOfPrivate('100.100.100.200', ['100.64.0.0/10'])).toBe('cloud metadata');
  });

  test('that is not valid opens nothing', () => {
    expect(refusalOfPrivate('10.1.2.3', ['0.0.0.0/0', '10.0.0.0', ''])).toBe('outside of privateRanges');
  });

  test.each(['167772161', '0x0a000001', '012.0.0.1', '10.1', '10.0.0.1%eth0', '[fd12::1]'])(
    'does not contain the address %s in another form',
    (text) => {
      expect(refusalOfPrivate(text, PRIVATE_RANGES)).toBe('malformed');
    },
  );
});

describe('a name', () => {
  test.each(['api.corp.example.com', 'orders.internal', 'vpce-0a1b.execute-api.eu-west-1.vpce.amazonaws.com'])(
    'may be %s',
    (name) => {
      expect(refusalOfPrivateName(name)).toBeUndefined();
    },
  );

  test.each([
    '10.0.0.1',
    '0x7f.1',
    '167772161',
    'orders',
    'localhost',
    'a.localhost',
    'Orders.internal',
    'orders.internal.',
    '*.internal',
    'metadata.google.internal',
    'x.metadata.goog',
    'instance-data.ec2.internal',
    '1.0.0.10.in-addr.arpa',
    'https://orders.internal',
    'orders.internal:8443',
  ])('may not be %s', (name) => {
    expect(refusalOfPrivateName(name)).toBeDefined();
  });

  test('that is listed is a base URL, and others below the same domain are none', () => {
    permitPrivateNames(['orders.internal']);

    const checked = checkBaseUrl('https://orders.internal/v1').url;
    const others = [
      'https://stock.internal',
      'https://a.orders.internal',
      'https://10.0.0.1',
      'https://orders。internal',
    ];

    expect(checked).toBe('https://orders.internal/v1');
    for (const url of others) expect(() => checkBaseUrl(url)).toThrow();
    permitPrivateNames([]);
    expect(() => checkBaseUrl('https://orders.internal/v1')).toThrow('local networks');
  });
});
