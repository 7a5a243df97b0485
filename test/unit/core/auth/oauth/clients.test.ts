import { describe, expect, test } from '@jest/globals';
import { clientOfMetadata, clientOfRegistration, isMetadataAddress } from '../../../../../core/auth/oauth/clients.ts';
import { isRedirectOf } from '../../../../../core/auth/oauth/redirectUris.ts';
import { HIDDEN } from '../../../../support/hidden.ts';

const ID = 'https://client.example/oauth/client.json';
const document = (more: object = {}) => ({
  client_id: ID,
  client_name: 'Client',
  redirect_uris: ['https://client.example/back'],
  ...more,
});

describe('the address that is a client id', () => {
  test.each(['https://client.example/oauth/client.json', 'https://client.example:8443/a?b=c'])('may be %s', (id) => {
    expect(isMetadataAddress(id)).toBe(true);
  });

  test.each([
    ['plain HTTP', 'http://client.example/client.json'],
    ['no path', 'https://client.example/'],
    ['a fragment', 'https://client.example/c#d'],
    ['a person', 'https://user@client.example/c'],
    ['a password', 'https://:word@client.example/c'],
    ['another spelling of the host', 'https://CLIENT.example/c'],
    ['another spelling of the port', 'https://client.example:443/c'],
    ['segments of dots', 'https://client.example/a/../c'],
    ['a backslash', 'https://client.example\\c'],
    ['another scheme', 'file:///etc/passwd'],
    ['too many characters', `https://client.example/${'a'.repeat(2_048)}`],
  ])('may not have %s', (_what, id) => {
    expect(isMetadataAddress(id)).toBe(false);
  });
});

describe('a metadata document', () => {
  test('gives the client its name and those redirects that are its own or on loopback', () => {
    const redirect_uris = ['https://client.example/back', 'http://127.0.0.1/cb', 'https://other.example/back'];

    expect(clientOfMetadata(ID, document({ redirect_uris }))).toEqual({
      id: ID,
      name: 'Client',
      kind: 'metadata',
      redirectUris: ['https://client.example/back', 'http://127.0.0.1/cb'],
    });
  });

  test('may offer other ways to authenticate beside none', () => {
    const methods = {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
    };

    expect(clientOfMetadata(ID, document(methods)).id).toBe(ID);
  });

  test.each([
    ['the id of another', { client_id: 'https://other.example/c' }],
    ['no id', { client_id: undefined }],
    ['only redirects elsewhere', { redirect_uris: ['https://other.example/back'] }],
    ['a method that is not offered', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['a secret', { client_secret: 'x' }],
  ])('with %s is refused', (_what, more) => {
    expect(() => clientOfMetadata(ID, document(more))).toThrow(
      expect.objectContaining({ code: 'invalid_client_metadata' }),
    );
  });

  test.each([
    ['no object', []],
    ['nothing', null],
    ['a text', 'x'],
  ])('that is %s is refused', (_what, value) => {
    expect(() => clientOfMetadata(ID, value)).toThrow(expect.objectContaining({ code: 'invalid_client_metadata' }));
  });
});

describe('a name', () => {
  test.each([
    ...Object.entries(HIDDEN).map(
      ([what, hidden]) => [what, `Cla${hidden.replace(/[\x20-\x7e]/g, '')}ude`, 'Claude'] as const,
    ),
    ['turning and invisible characters', 'Cla\u202eude\u200b', 'Claude'],
    ['lines', 'Claude\n\nverified  by us', 'Claudeverified by us'],
    ['full-width letters', 'Ｃｌａｕｄｅ', 'Claude'],
    ['nothing but blanks', ' \t ', 'A client without a name'],
    ['more than eighty characters', 'a'.repeat(200), 'a'.repeat(80)],
  ])('with %s is shown as %#', (_what, client_name, shown) => {
    const { client } = clientOfRegistration('client_1', { client_name, redirect_uris: ['http://localhost/cb'] });

    expect(client.name).toBe(shown);
  });
});

describe('a redirect address', () => {
  const { client } = clientOfRegistration('client_1', {
    redirect_uris: ['https://client.example/back?a=b', 'http://127.0.0.1/callback', 'http://localhost:8787/callback'],
  });

  test.each([
    'https://client.example/back?a=b',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:49152/callback',
    'http://localhost:1/callback',
  ])('%s is the client’s', (uri) => {
    expect(isRedirectOf(client.redirectUris, uri)).toBe(true);
  });

  test.each([
    ['another path', 'https://client.example/back/x?a=b'],
    ['another query', 'https://client.example/back?a=c'],
    ['a longer host', 'https://client.example.evil.example/back?a=b'],
    ['a person in front', 'https://client.example@evil.example/back?a=b'],
    ['another port outside of loopback', 'https://client.example:444/back?a=b'],
    ['another path on loopback', 'http://127.0.0.1:49152/other'],
    ['another name of loopback', 'http://[::1]/callback'],
    ['a fragment', 'http://127.0.0.1/callback#x'],
    ['a backslash', 'http://127.0.0.1\\@evil.example/callback'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', undefined],
  ])('with %s is not', (_what, uri) => {
    expect(isRedirectOf(client.redirectUris, uri)).toBe(false);
  });
});
