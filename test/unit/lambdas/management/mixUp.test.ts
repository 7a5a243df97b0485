/**
 * A code never goes to a token endpoint that does not belong to the authorization endpoint: by every route that stores a credential. The
 * routes are those of the table whose body takes the authorization URL of a credential, so that a new one fails here.
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { ROUTES, type Route } from '../../../../core/api/routes/index.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(async () => {
  await stack.empty();
  stack.state.documents = {};
});

const IDP = 'https://idp.example';
const EVIL = 'https://evil.example';
const credential = (more: object = {}) => ({
  type: 'oauth2',
  grant: 'authorizationCode',
  authorizationUrl: `${IDP}/authorize`,
  tokenUrl: `${EVIL}/token`,
  clientId: 'company-app',
  ...more,
});
const combined = (more: object = {}) => ({
  type: 'combined',
  parts: [credential(more), { type: 'header', name: 'x-app', value: 'app' }],
});
const metadata = (issuer: string, tokenUrl: string) => ({
  issuer,
  authorization_endpoint: `${IDP}/authorize`,
  token_endpoint: tokenUrl,
});

const BASE = 'https://api.example.com/v1';
const FILES = 'https://files.example.com';
const made = { name: 'Lure', source: { kind: 'manual' }, baseUrl: BASE };
type Way = (auth: object) => Promise<{ status: number; body: { code?: string } }>;
/** By the routes that take a credential; each stores it at one of its places. */
const WAYS: Readonly<Record<string, Readonly<Record<string, Way>>>> = {
  createServer: {
    'for the base URL': (auth) => stack.call('POST', '/v1/servers', { ...made, auth }),
    'for a host': (auth) =>
      stack.call('POST', '/v1/servers', { ...made, auth: { type: 'none' }, hosts: [{ origin: FILES, auth }] }),
  },
  importServer: {
    'for the base URL': async (auth) => {
      const { server } = await stack.liveServer();
      const { body } = await stack.call('GET', `/v1/servers/${server.id}/export`);
      return stack.call('POST', '/v1/servers/import', { definition: body, auth });
    },
  },
  duplicateServer: {
    'for the base URL': async (auth) => {
      const { server } = await stack.liveServer();
      return stack.call('POST', `/v1/servers/${server.id}/duplicate`, { auth });
    },
  },
  changeServer: {
    'with a base URL': async (auth) => {
      const { server } = await stack.liveServer();
      return stack.call('PATCH', `/v1/servers/${server.id}`, { baseUrl: 'https://other.example.com/v1', auth });
    },
  },
  replaceCredentials: {
    'for the base URL': async (auth) => {
      const { server } = await stack.liveServer();
      return stack.call('PUT', `/v1/servers/${server.id}/credentials`, { ...auth, origin: 'https://api.example.com' });
    },
    'for a host': async (auth) => {
      const { server } = await stack.liveServer('Orders', { hosts: [{ origin: FILES }] });
      return stack.call('PUT', `/v1/servers/${server.id}/credentials`, { ...auth, origin: FILES });
    },
    'of a copy': async (auth) => {
      const { server } = await stack.liveServer();
      const { body: copy } = await stack.call('POST', `/v1/servers/${server.id}/duplicate`, {});
      await stack.runPipeline(copy.deployment.id);
      return stack.call('PUT', `/v1/servers/${copy.server.id}/credentials`, auth);
    },
  },
};
/** A credential that people consent for cannot be tried, and nothing that is tried, or that an MCP server is looked at with, is stored. */
const STORE_NONE = ['tryCredential', 'previewSpec'];
/** Has the other routes store it, each with every check of its own. */
const BY_OTHERS = ['applyDeclarations'];

test('every route that takes a credential is tried, or known to store none', () => {
  const taking = (Object.entries(ROUTES) as [string, Route][])
    .filter(
      ([, { body }]) =>
        body &&
        JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"authorizationUrl"'),
    )
    .map(([id]) => id);

  expect(taking.sort()).toEqual([...Object.keys(WAYS), ...STORE_NONE, ...BY_OTHERS].sort());
});

const ways = Object.entries(WAYS).flatMap(([route, places]) =>
  Object.entries(places).map(([place, way]) => [`${route} ${place}`, way] as const),
);

describe.each(ways)('%s', (_, store) => {
  test.each<[string, object, object, string]>([
    ['no issuer', credential(), {}, 'oauth_issuer_needed'],
    ['no issuer, in a combination', combined(), {}, 'oauth_issuer_needed'],
    ['an issuer without metadata', credential({ issuer: IDP }), {}, 'oauth_issuer_unconfirmed'],
    [
      'an issuer whose metadata name another token endpoint',
      credential({ issuer: IDP }),
      { [`${IDP}/.well-known/oauth-authorization-server`]: metadata(IDP, `${IDP}/token`) },
      'oauth_issuer_unconfirmed',
    ],
    [
      'metadata of another issuer',
      credential({ issuer: IDP }),
      { [`${IDP}/.well-known/openid-configuration`]: metadata(EVIL, `${EVIL}/token`) },
      'oauth_issuer_unconfirmed',
    ],
  ])('stores nothing with %s', async (_what, auth, documents, code) => {
    stack.state.documents = documents as Record<string, object>;

    const refused = await store(auth);

    expect(refused).toMatchObject({ status: 422, body: { code } });
    expect(JSON.stringify(await Promise.all([stack.rows('servers'), stack.rows('audit')]))).not.toContain(
      'evil.example',
    );
  });

  test('stores what an issuer confirms', async () => {
    stack.state.documents = { [`${IDP}/.well-known/openid-configuration`]: metadata(IDP, `${EVIL}/token`) };

    const stored = await store(credential({ issuer: IDP }));

    expect(stored.status).toBeLessThan(300);
  });
});
