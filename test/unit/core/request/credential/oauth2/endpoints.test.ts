/** Which token endpoint may get the code of which authorization endpoint: same origin, known pairs, and what an issuer's metadata name. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../../../core/lib/json/value.ts';
import { knownProvider } from '../../../../../../core/openapi/connection/knownProviders.ts';
import {
  confirmEndpoints,
  metadataUrls,
  needsIssuer,
} from '../../../../../../core/request/credential/oauth2/endpoints.ts';
import { areKnown, KNOWN_PAIRS } from '../../../../../../core/request/credential/oauth2/knownEndpoints.ts';
import {
  consented,
  leased,
  type UpstreamTokensRow,
  wasConnected,
} from '../../../../../../core/request/credential/oauth2/storedTokens.ts';
import { OAUTH_PRESETS } from '../../../../../../web/src/lib/oauth-presets.ts';

const AT = { authorizationUrl: 'https://idp.example/authorize', tokenUrl: 'https://tokens.example/token' };
const ISSUER = 'https://idp.example/tenant';
const METADATA = { issuer: ISSUER, authorization_endpoint: AT.authorizationUrl, token_endpoint: AT.tokenUrl };
const NAMED = { authorization_response_iss_parameter_supported: true };
/** An issuer that publishes this at one of its two places. */
const publishing = (document: JsonObject, at = 0, issuer = ISSUER) => {
  const asked: string[] = [];
  const read = async (url: string) => {
    asked.push(url);
    return url === metadataUrls(issuer)[at] ? document : undefined;
  };
  return { asked, read };
};
const never = async () => {
  throw new Error('Metadata were read for nothing.');
};

describe('endpoints of one provider', () => {
  test.each(KNOWN_PAIRS)('%s and %s are known, and work without an issuer', async (from, to) => {
    const [authorization, token] = [from.replace('*', 'acme-1'), to.replace('*', 'acme-1')];
    const known = { authorizationUrl: `https://${authorization}/a`, tokenUrl: `https://${token}/t` };

    expect(await confirmEndpoints(known, never)).toEqual({ maySayNothing: true });
  });

  test('are those of every preset and of every provider that the import knows', () => {
    const filled = (url: string) => url.replace(/\{\w+\}/g, 'acme');
    const all = [
      ...OAUTH_PRESETS.filter(({ grant }) => grant === 'authorizationCode'),
      ...['https://accounts.google.com/o/oauth2/auth', 'https://login.microsoftonline.com/common/oauth2/authorize'].map(
        (url) => knownProvider(url)?.endpoints as { authorizationUrl: string; tokenUrl: string },
      ),
    ];

    const unknown = all.filter(({ authorizationUrl, tokenUrl }) =>
      needsIssuer({ authorizationUrl: filled(authorizationUrl), tokenUrl: filled(tokenUrl) }),
    );

    expect(all.length).toBeGreaterThan(8);
    expect(unknown).toEqual([]);
  });

  test.each([
    ['another provider’s known token host', 'https://accounts.google.com/a', 'https://graph.facebook.com/t'],
    ['the pair the other way round', 'https://oauth2.googleapis.com/a', 'https://accounts.google.com/t'],
    ['a host that ends like a known one', 'https://evilaccounts.google.com/a', 'https://oauth2.googleapis.com/t'],
    ['a host below a known one', 'https://accounts.google.com/a', 'https://x.oauth2.googleapis.com/t'],
    [
      'a known host as a label of another',
      'https://accounts.google.com/a',
      'https://oauth2.googleapis.com.evil.example/t',
    ],
    ['another port', 'https://accounts.google.com/a', 'https://oauth2.googleapis.com:8443/t'],
    ['another account', 'https://acme.app.netsuite.com/a', 'https://evil.suitetalk.api.netsuite.com/t'],
    ['an account of two labels', 'https://a.b.app.netsuite.com/a', 'https://a.b.suitetalk.api.netsuite.com/t'],
    ['no account', 'https://.app.netsuite.com/a', 'https://.suitetalk.api.netsuite.com/t'],
    ['a sibling below one domain', 'https://login.tenants.example/a', 'https://evil.tenants.example/t'],
  ])('are not %s', (_, authorizationUrl, tokenUrl) => {
    if (!URL.canParse(authorizationUrl)) return expect(URL.canParse(tokenUrl)).toBe(false);
    expect(areKnown(authorizationUrl, tokenUrl)).toBe(false);
    expect(needsIssuer({ authorizationUrl, tokenUrl })).toBe(true);
  });
});

describe('an issuer', () => {
  test('is demanded where the origins differ', async () => {
    await expect(confirmEndpoints(AT, never)).rejects.toMatchObject({ code: 'oauth_issuer_needed' });
  });

  test('publishes at the places of RFC 8414 and of OpenID Connect', () => {
    expect(metadataUrls(ISSUER)).toEqual([
      'https://idp.example/.well-known/oauth-authorization-server/tenant',
      'https://idp.example/.well-known/openid-configuration/tenant',
      'https://idp.example/tenant/.well-known/openid-configuration',
    ]);
  });

  test.each([0, 1])('confirms both endpoints from place %i', async (at) => {
    const { read } = publishing(METADATA, at);

    expect(await confirmEndpoints({ ...AT, issuer: ISSUER }, read)).toEqual({ maySayNothing: true });
  });

  test.each<[string, object, string, boolean]>([
    ['at the authorization endpoint’s origin, that promises nothing', {}, ISSUER, true],
    ['at the authorization endpoint’s origin, that promises iss', NAMED, ISSUER, false],
    ['elsewhere', {}, 'https://anybody.example', false],
    ['at the token endpoint’s origin', {}, 'https://tokens.example', false],
  ])('%s: its answers may name no issuer: %j', async (_, more, issuer, maySayNothing) => {
    const { read } = publishing({ ...METADATA, ...more, issuer }, 0, issuer);

    expect(await confirmEndpoints({ ...AT, issuer }, read)).toEqual({ maySayNothing });
  });

  test.each<[string, JsonObject]>([
    ['of another issuer', { ...METADATA, issuer: 'https://idp.example' }],
    ['with another token endpoint', { ...METADATA, token_endpoint: 'https://idp.example/token' }],
    ['with another path of the token endpoint', { ...METADATA, token_endpoint: `${AT.tokenUrl}/` }],
    ['with another authorization endpoint', { ...METADATA, authorization_endpoint: 'https://idp.example/other' }],
    ['without endpoints', { issuer: ISSUER }],
    ['with endpoints that are no texts', { ...METADATA, token_endpoint: [AT.tokenUrl] }],
  ])('does not confirm by metadata %s', async (_, document) => {
    const { read } = publishing(document);

    await expect(confirmEndpoints({ ...AT, issuer: ISSUER }, read)).rejects.toMatchObject({
      code: 'oauth_issuer_unconfirmed',
    });
  });

  test('does not confirm where nothing can be read', async () => {
    const asked: string[] = [];
    const read = async (url: string) => void asked.push(url) as undefined;

    const confirmed = confirmEndpoints({ ...AT, issuer: ISSUER }, read);

    await expect(confirmed).rejects.toMatchObject({ code: 'oauth_issuer_unconfirmed' });
    expect(asked).toEqual(metadataUrls(ISSUER));
  });
});

describe('whoever had connected', () => {
  const key = { serverId: 'srv_0123456789AB', holder: 'server' };
  const consent = { id: 'c', at: '2026-11-01T00:00:00Z', by: 'ann' };
  const given = consented(undefined, { ...key, credential: 'first' }, consent, { sealed: 'tokens' });
  const asked = (row: UpstreamTokensRow, credential: string) => leased(row, { ...key, credential }, 'lease', 0);

  test.each<[string, UpstreamTokensRow | undefined, string, boolean]>([
    ['nobody', undefined, 'first', false],
    ['for this credential', given, 'first', false],
    ['for one that was replaced', given, 'second', true],
    ['for one that was replaced, and a call has asked since', asked(given, 'second'), 'second', true],
    ['for one that was replaced twice', asked(given, 'second'), 'third', true],
    [
      'again',
      consented(asked(given, 'second'), { ...key, credential: 'second' }, consent, { sealed: 'new' }),
      'second',
      false,
    ],
    ['never, though calls have asked', asked(asked(given, 'first'), 'first'), 'first', false],
  ])('%s: is told of a change: %#', (_, row, credential, isTold) => {
    expect(wasConnected(row, credential)).toBe(isTold);
  });
});
