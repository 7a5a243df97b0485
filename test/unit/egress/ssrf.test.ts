/**
 * Nothing outside the public internet is ever connected to: URLs, DNS answers and redirects from the published bypass lists
 * are refused, and listeners on every loopback address prove that no connection was even tried.
 */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkBaseUrl, checkDocumentUrl } from '../../../core/lib/url/baseUrl.ts';
import { refusalOf } from '../../../core/lib/url/publicAddress.ts';
import { createEgressClient as createWithSeams } from '../../../egress/client.ts';
import { createEgressClient, EgressError } from '../../../egress/index.ts';
import { type DnsServer, startDnsServer } from '../../support/dnsServer.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { FORBIDDEN_ADDRESSES, FORBIDDEN_URLS, PUBLIC_ADDRESSES } from './forbidden.ts';

let listeners: Server[];
let port: number;
let touched = 0;
let dns: DnsServer;
let upstream: Upstream;

const listen = (where: { port: number; host: string }): Promise<Server> =>
  new Promise((done, fail) => {
    const server = createServer((socket) => {
      touched++;
      socket.destroy();
    });
    server.once('error', fail).listen(where, () => done(server));
  });

beforeAll(async () => {
  const any = await listen({ port: 0, host: '0.0.0.0' });
  port = (any.address() as AddressInfo).port;
  listeners = [any];
  // A machine without IPv6 proves the IPv4 half.
  await listen({ port, host: '::1' }).then(
    (server) => listeners.push(server),
    () => {},
  );
  dns = await startDnsServer({});
  upstream = await startUpstream();
});
afterAll(async () => {
  for (const server of listeners) server.close();
  await dns.close();
  await upstream.close();
});

const at = (url: string) => url.replaceAll('{port}', String(port));
/** The error's code, or the status if there is an answer. */
const codeOf = (promise: Promise<{ status: number }>): Promise<string> =>
  promise.then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (error instanceof EgressError ? error.code : `not ours: ${String(error)}`),
  );

test('the suite has at least 120 forms of attack', () => {
  expect(FORBIDDEN_URLS.length + FORBIDDEN_ADDRESSES.length).toBeGreaterThanOrEqual(170);
});

describe('a URL is refused when it is saved, and again when it is fetched', () => {
  test.each(FORBIDDEN_URLS.map((url) => [url]))('%j', async (template) => {
    // Prepare
    const url = at(template);
    const anywhere = createEgressClient({ connectMs: 300 });

    // Act
    const base = (() => {
      try {
        return checkBaseUrl(url).url;
      } catch (error) {
        return error;
      }
    })();
    const code = await codeOf(anywhere.request({ method: 'GET', url, headers: [], keepBytes: 10 }));
    await anywhere.close();

    // Assess
    expect(base).toMatchObject({ code: 'base_url_invalid' });
    expect(base).toMatchObject({ code: 'base_url_invalid' });
    expect((base as Error).message).toMatch(/^baseUrl: .{15,}/);
    expect(code).toMatch(/^(url_invalid|dns_failed)$/);
    expect(touched).toBe(0);
  });

  test('document URLs are refused by the same rules with a code of their own', () => {
    for (const url of ['http://x.example.com/', 'https://127.1/', 'https://localhost/', 'https://u@x.example.com/']) {
      expect(() => checkDocumentUrl(url)).toThrow(expect.objectContaining({ code: 'url_invalid' }));
    }
  });

  test.each([
    ['https://api.example.com', 'https://api.example.com', 443],
    ['  https://API.Example.com/  ', 'https://api.example.com', 443],
    ['https://api.example.com:443/v1/', 'https://api.example.com/v1', 443],
    ['https://api.example.com:8443/v1', 'https://api.example.com:8443/v1', 8443],
    ['https://api.demo.example', 'https://api.demo.example', 443],
    ['https://münchen.de/api', 'https://xn--mnchen-3ya.de/api', 443],
    ['https://xn--mnchen-3ya.de', 'https://xn--mnchen-3ya.de', 443],
    ['https://例え.jp', 'https://xn--r8jz45g.jp', 443],
    ['https://пример.рф', 'https://xn--e1afmkfd.xn--p1ai', 443],
    ['https://хор.рф', 'https://xn--n1aen.xn--p1ai', 443],
    ['https://νέα.gr', 'https://xn--ixai8a.gr', 443],
    ['https://tokyo東京.jp', 'https://xn--tokyo-191hq39l.jp', 443],
    ['https://my_tenant.example.com', 'https://my_tenant.example.com', 443],
    ['https://1password.com', 'https://1password.com', 443],
    ['https://127.0.0.1.nip.io', 'https://127.0.0.1.nip.io', 443],
    ['https://api.example.com/a%20b', 'https://api.example.com/a%20b', 443],
  ])('but %j is accepted as %s', (text, url, expectedPort) => {
    expect(checkBaseUrl(text)).toEqual({ url, host: new URL(url).hostname, port: expectedPort });
  });

  test.each([
    'https://api.example.com?x=1',
    'https://api.example.com/#top',
    'https://api.example.com/a/../b',
    'https://api.example.com/a/%2e%2e/b',
    'https://api.example.com/a//b',
    'https://api.example.com/a%2fb',
    'https://api.example.com/a\\b',
    'https://{tenant}.example.com',
    'https://api.example.com/%7Bversion%7D',
    `https://api.example.com/${'x'.repeat(2100)}`,
    '',
    '   ',
    'api.example.com',
    'not a url',
  ])('and %j is no base URL', (text) => {
    expect(() => checkBaseUrl(text)).toThrow(expect.objectContaining({ code: 'base_url_invalid' }));
  });

  test.each([undefined, null, 5, {}, []])('and %j is no base URL either', (value) => {
    expect(() => checkBaseUrl(value as unknown as string)).toThrow(
      expect.objectContaining({ code: 'base_url_invalid' }),
    );
  });
});

describe('a DNS answer is refused as a whole when any address in it is not public', () => {
  const request = (host: string) => {
    const client = createWithSeams({ connectMs: 300 }, { resolve: dns.resolve });
    const url = `https://${host}:${port}/`;
    return codeOf(client.request({ method: 'GET', url, headers: [], keepBytes: 10 })).finally(() => client.close());
  };
  const zoneOf = (addresses: readonly string[]) => ({
    A: addresses.filter((address) => !address.includes(':')),
    AAAA: addresses.filter((address) => address.includes(':')),
  });

  test.each(FORBIDDEN_ADDRESSES)('%s alone', async (address) => {
    dns.zones = { 'evil.example': zoneOf([address]) };

    expect(await request('evil.example')).toBe('address_not_public');
    expect(touched).toBe(0);
  });

  test.each(['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    '%s among public addresses',
    async (address) => {
      dns.zones = { 'mixed.example': zoneOf(['2f00::1', '8.8.8.8', address, '2f00::2']) };

      expect(await request('mixed.example')).toBe('address_not_public');
      expect(touched).toBe(0);
    },
  );

  test('at the end of a chain of CNAMEs', async () => {
    dns.zones = {
      'a.example': { CNAME: 'b.example' },
      'b.example': { CNAME: 'c.cdn.example' },
      'c.cdn.example': { CNAME: 'localhost' },
      localhost: { A: ['127.0.0.1'] },
    };

    expect(await request('a.example')).toBe('address_not_public');
    expect(touched).toBe(0);
  });

  test('that changes between the check and the connection is not asked for again', async () => {
    // Prepare: the first answer is public (and leads nowhere), every later one is the listener.
    const firstThen = (first: string[], later: string[]) => {
      let asked = 0;
      return () => (asked++ === 0 ? first : later);
    };
    dns.zones = { 'rebind.example': { AAAA: firstThen(['2f00::1'], []), A: firstThen([], ['127.0.0.1']) } };

    // Act
    const first = await request('rebind.example');
    const queries = dns.queries.filter((query) => query === 'rebind.example AAAA').length;
    const second = await request('rebind.example');

    // Assess
    expect(first).toMatch(/^(connect_failed|timeout_connect)$/);
    expect(queries).toBe(1);
    expect(second).toBe('address_not_public');
    expect(touched).toBe(0);
  });

  test('that has no address is told apart', async () => {
    dns.zones = {};
    expect(await request('nothing.example')).toBe('dns_failed');
  });

  test.each(PUBLIC_ADDRESSES)('but %s is public', (address) => {
    expect(refusalOf(address)).toBeUndefined();
  });

  test.each([
    '',
    '1.2.3',
    '01.2.3.4',
    '0x7f.0.0.1',
    '1.2.3.4.5',
    '256.1.1.1',
    '::1%lo',
    'fe80::1%eth0',
    '[::1]',
    'a.b.c.d',
  ])('and %j is no address at all', (text) => {
    expect(refusalOf(text)).toBe('malformed');
  });
});

describe('a redirect is refused before anything is connected to', () => {
  const targets = FORBIDDEN_URLS.filter(
    (url) => /^(https?|ftp|gopher|file|data|\/\/)/.test(url) && !/^https:\/\/api\.example\.com[#:]/.test(url),
  );

  test.each(targets.map((url) => [url]))('to %j', async (template) => {
    // Prepare: a client that may go anywhere public, as the reader of documents.
    const location = at(template).replace(/[\t\n]/g, '');
    upstream.respond = () => ({ status: 302, headers: { location: Buffer.from(location).toString('latin1') } });
    const reader = createEgressClient({ pinned: upstream.pinned, ca: upstream.ca, methods: ['GET'] });
    const before = upstream.requests.length;

    // Act
    const code = await codeOf(
      reader.request({ method: 'GET', url: `${upstream.baseUrl}/`, headers: [], keepBytes: 10 }),
    );
    await reader.close();

    // Assess
    expect(code).toMatch(/^(redirect_refused|dns_failed|too_many_redirects)$/);
    expect(touched).toBe(0);
    if (code === 'redirect_refused') expect(upstream.requests.length).toBe(before + 1);
  });

  test('to another public host is followed by the reader of documents, and by nobody with one declared host', async () => {
    dns.zones = {};
    upstream.respond = () => ({ status: 302, headers: { location: 'https://elsewhere.example/' } });
    const options = { pinned: upstream.pinned, ca: upstream.ca };
    const reader = createWithSeams(options, { resolve: dns.resolve });
    const sandbox = createWithSeams({ ...options, only: { host: upstream.host, port: 443 } }, { resolve: dns.resolve });
    const request = { method: 'GET', url: `${upstream.baseUrl}/`, headers: [], keepBytes: 10 };

    expect(await codeOf(reader.request(request))).toBe('dns_failed');
    expect(dns.queries.at(-1)).toMatch(/^elsewhere\.example/);
    expect(await codeOf(sandbox.request(request))).toBe('redirect_refused');

    await reader.close();
    await sandbox.close();
  });
});

describe('the one declared host', () => {
  test.each([
    'https://other.example.com/',
    'https://api.upstream.example:8443/',
    'https://sub.api.upstream.example/',
    'https://upstream.example/',
    'https://api.upstream.example.evil.example/',
  ])('is not %s', async (url) => {
    const client = createEgressClient({
      only: { host: upstream.host, port: 443 },
      pinned: upstream.pinned,
      ca: upstream.ca,
    });
    const before = upstream.connections;

    expect(await codeOf(client.request({ method: 'GET', url, headers: [], keepBytes: 10 }))).toBe('host_not_allowed');
    expect(upstream.connections).toBe(before);

    await client.close();
  });
});

test('no listener was ever connected to', () => {
  expect(touched).toBe(0);
});
