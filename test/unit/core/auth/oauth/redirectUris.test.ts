import { describe, expect, test } from '@jest/globals';
import { clientOfAdmin, clientOfMetadata, clientOfRegistration } from '../../../../../core/auth/oauth/clients.ts';
import { redirectTo } from '../../../../../core/auth/oauth/redirect.ts';
import { destinationOf, isRedirectOf, redirectUrisOf } from '../../../../../core/auth/oauth/redirectUris.ts';
import { DOCUMENTS, REGISTRATIONS } from '../../../../support/clientRegistrations.ts';

const given = (uris: readonly string[]) => {
  const { usable } = redirectUrisOf(uris);
  return (uri: string) => isRedirectOf(usable, uri);
};

describe('what real clients register', () => {
  test.each(REGISTRATIONS.filter(({ refused }) => !refused))(
    '$client is registered whole, also by an admin',
    (each) => {
      const { redirect_uris = [], client_name } = each.body;

      const { client, leftOut } = clientOfRegistration('client_1', each.body);
      const byAdmin = clientOfAdmin('app_1', {
        name: String(client_name),
        redirectUris: redirect_uris,
        isMachine: false,
      });

      expect([client.redirectUris, leftOut]).toEqual([redirect_uris, []]);
      expect(byAdmin).toMatchObject({ client: { redirectUris: redirect_uris }, leftOut: [] });
      for (const uri of each.uses ?? redirect_uris)
        expect([uri, isRedirectOf(client.redirectUris, uri)]).toEqual([uri, true]);
    },
  );

  test.each(REGISTRATIONS.filter(({ refused }) => refused))('$client is refused, and told why', ({ body, refused }) => {
    expect(() => clientOfRegistration('client_1', body)).toThrow(
      expect.objectContaining({ code: 'invalid_redirect_uri', message: expect.stringMatching(refused as RegExp) }),
    );
  });

  test('is that of sixteen clients and more', () => {
    const names = REGISTRATIONS.filter(({ refused }) => !refused).map(({ client }) => client.split(/[ ,]/)[0]);

    expect(new Set(names).size).toBeGreaterThanOrEqual(16);
  });

  test.each(DOCUMENTS)('$client can be read from its document', ({ document, uses }) => {
    const { redirectUris } = clientOfMetadata(document.client_id, document);

    expect(isRedirectOf(redirectUris, uses)).toBe(true);
  });
});

describe('a list of redirect URIs', () => {
  test('is taken without those that cannot be used, which are named with the reason', () => {
    const uris = [
      'myapp://back',
      'http://client.example/back',
      'https://a@b.example/',
      'https://client.example/#x',
      'https://c.example/',
    ];

    const { usable, leftOut } = redirectUrisOf(uris);

    expect(usable).toEqual(['myapp://back', 'https://c.example/']);
    expect(leftOut).toEqual([
      { uri: 'http://client.example/back', reason: expect.stringContaining('http to another machine') },
      { uri: 'https://a@b.example/', reason: expect.stringContaining('user name') },
      { uri: 'https://client.example/#x', reason: expect.stringContaining('fragment') },
    ]);
  });

  test('names at most 200 characters of each', () => {
    const { leftOut } = redirectUrisOf(['https://c.example/', `javascript:${'a'.repeat(1_000)}`]);

    expect(leftOut[0]?.uri).toHaveLength(200);
  });

  test.each([
    ['nothing', []],
    ['no list', 'https://c.example/'],
    ['something else than text', ['https://c.example/', 7]],
    ['more than twenty', Array.from({ length: 21 }, (_, at) => `https://c.example/${at}`)],
    ['none that can be used', ['javascript:alert(1)', 'http://c.example/']],
  ])('of %s is refused', (_what, uris) => {
    expect(() => redirectUrisOf(uris)).toThrow(expect.objectContaining({ code: 'invalid_redirect_uri' }));
  });
});

describe('a scheme', () => {
  test.each([
    'javascript:alert(1)',
    'JavaScript://x/%0aalert(1)',
    'javascript:/x',
    'data:text/html,hi',
    'data://text/html,hi',
    'vbscript://x/y',
    'file:///etc/passwd',
    'blob:https://client.example/uuid',
    'about:blank',
    'view-source:https://client.example/',
    'filesystem:https://client.example/x',
    'intent://client.example/#Intent;end',
    'ms-msdt:/id',
    'ms-word://x/y',
    'search-ms:/query',
    'ftp://client.example/x',
    'ws://client.example/x',
    'chrome://settings/',
    'mailto:somebody@client.example',
    'tel:123',
    'urn:ietf:wg:oauth:2.0:oob',
    'myapp:callback',
    'myapp',
    '//client.example/x',
    'https:',
  ])('as in %s is not one of an application', (uri) => {
    expect(() => redirectUrisOf([uri])).toThrow(expect.objectContaining({ code: 'invalid_redirect_uri' }));
    expect(isRedirectOf([uri], uri)).toBe(false);
  });

  test.each(['hopperai://oauth', 'com.example.app:/oauth2redirect/provider', 'org.example.a-b+c.d:/x', 'zed:///agent'])(
    'of an application is compared exactly: %s',
    (uri) => {
      const isIts = given([uri]);

      expect(isIts(uri)).toBe(true);
      for (const other of [`${uri}/`, `${uri}x`, `${uri}?a=b`, uri.toUpperCase(), `${uri}#x`, uri.replace(':', 's:')]) {
        expect([other, isIts(other)]).toEqual([other, false]);
      }
    },
  );

  test('keeps what is after it when the answer is added', () => {
    const edge = 'https://edge.example';
    const answers = [
      'com.raycast:/oauth?package_name=Extension',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'windsurf://codeium.windsurf',
    ].map((uri) => redirectTo(uri, { code: 'c', state: 's' }, edge));

    expect(answers).toEqual([
      'com.raycast:/oauth?package_name=Extension&code=c&state=s&iss=https%3A%2F%2Fedge.example%2Foauth',
      'cursor://anysphere.cursor-mcp/oauth/callback?code=c&state=s&iss=https%3A%2F%2Fedge.example%2Foauth',
      'windsurf://codeium.windsurf?code=c&state=s&iss=https%3A%2F%2Fedge.example%2Foauth',
    ]);
  });
});

describe('any port of loopback', () => {
  test.each([
    'http://localhost:*/callback',
    'http://127.0.0.1:*/callback',
    'http://[::1]:*/callback?x=y',
    'http://localhost:*',
  ])('is %s', (uri) => {
    const isIts = given([uri]);

    expect([isIts(uri.replace('*', '1')), isIts(uri.replace('*', '65535')), isIts(uri.replace(':*', ''))]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test.each([
    'http://client.example:*/callback',
    'https://localhost:*/callback',
    'http://localhost:*x/',
    'http://*:80/',
  ])('is not %s', (uri) => {
    expect(() => redirectUrisOf([uri])).toThrow(expect.objectContaining({ code: 'invalid_redirect_uri' }));
  });
});

test('people are told the host, this computer, or the application and its scheme', () => {
  const uris = [
    'https://client.example:8443/x',
    'http://localhost:1/x',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.raycast:/oauth?package_name=Extension',
  ];

  expect(uris.map(destinationOf)).toEqual([
    'client.example:8443',
    'this computer',
    'the application for cursor://anysphere.cursor-mcp links on this device',
    'the application for com.raycast:/ links on this device',
  ]);
});
