/**
 * OAuth 2 on the running stack against an authorization server that others wrote: from the document's suggestion to a governed answer,
 * through revocation, another client secret and a restart, and no secret or token in any place of the disk.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type AuthorizationServer,
  CLIENT,
  POST_CLIENT,
  startAuthorizationServer,
} from '../support/authorizationServer.ts';
import { createAuthority } from '../support/certificates.ts';
import { defined } from '../support/defined.ts';
import { connect } from '../support/mcpClients.ts';
import { deploy, type LocalStack, startStack } from '../support/stack.ts';
import { holding, storedTexts } from '../support/storedTexts.ts';
import { until } from '../support/until.ts';
import { type RecordedRequest, startUpstream, type Upstream } from '../support/upstream.ts';

const tokenOf = (request: RecordedRequest): string => (request.all('authorization')[0] ?? '').replace(/^Bearer /, '');

let login: AuthorizationServer;
let upstream: Upstream;
let stack: LocalStack;
beforeAll(async () => {
  const authority = await createAuthority();
  login = await startAuthorizationServer({ authority, rotates: true });
  upstream = await startUpstream({
    authority,
    respond: async (request) =>
      (await login.isGood(tokenOf(request)))
        ? { headers: { 'content-type': 'application/json' }, body: '{"email":"ann@example.org"}' }
        : { status: 401, body: 'who are you?' },
  });
  stack = await startStack({ upstreams: [upstream, login.upstream] });
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
  await login?.close();
});

const document = () =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Guarded', version: '1' },
    servers: [{ url: upstream.baseUrl }],
    components: {
      securitySchemes: {
        login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: login.tokenUrl, scopes: { read: 'Read' } } } },
      },
    },
    security: [{ login: ['read'] }],
    paths: { '/me': { get: { operationId: 'me', responses: {} } } },
  });

test('from the suggestion of the document to a governed answer, through everything that ends a token', async () => {
  // Prepare
  const source = { kind: 'openapi', document: document() };
  const preview = await stack.api<{ auth: { suggested: Record<string, unknown> } }>('POST', '/v1/specs/preview', {
    document: source.document,
  });
  const { notes: _, ...suggested } = preview.auth.suggested;
  const hosted = await deploy(stack, { source, auth: { ...suggested, ...CLIENT } });
  const at = `/v1/servers/${hosted.serverId}`;
  const client = await connect(hosted.mcpUrl);
  const call = async () => {
    const { content, isError = false } = await client.call('me', {});
    return `${isError} ${content[0]?.text}`;
  };

  // Act
  const first = await call();
  const second = await call();
  const askedForTwo = login.asked;
  await login.revoke(defined(login.issued.at(-1)));
  const afterRevocation = await call();
  const view = await stack.api<{ auth: object }>('GET', at);
  const check = () =>
    stack
      .api<{ items: { works: boolean; code?: string }[] }>('POST', `${at}/credentials/check`)
      .then(({ items }) => items);
  const working = await check();
  await stack.api('PUT', `${at}/credentials`, {
    ...suggested,
    clientId: POST_CLIENT.clientId,
    clientSecret: 'wrong-secret-planted-3c',
    clientAuthentication: 'body',
  });
  await until(async () => (await call()).includes('does not accept'));
  const refused = await call();
  const failing = await check();
  await stack.api('PUT', `${at}/credentials`, { ...suggested, ...POST_CLIENT, clientAuthentication: 'body' });
  await until(async () => (await call()).startsWith('false'));
  const replaced = tokenOf(defined(upstream.requests.at(-1)));
  const audit = await stack.api<{ items: { errorCode?: string }[] }>('GET', `${at}/audit`);
  const refreshToken = await login.refreshToken();
  await stack.api('PUT', `${at}/credentials`, { ...suggested, ...CLIENT, grant: 'refreshToken', refreshToken });
  await until(async () => (await call()).startsWith('false') && login.presented.includes(refreshToken));
  await login.revoke(defined(login.issued.at(-1)));
  const rotated = await call();
  await client.close();
  const printed = await stack.output();
  await stack.kill();
  stack = await startStack({ upstreams: [upstream, login.upstream], data: stack.data });
  // The port is another one.
  const again = await connect(`${stack.edgeUrl}${new URL(hosted.mcpUrl).pathname}`);
  const askedBefore = login.asked;
  const afterRestart = await again.call('me', {});
  const askedByRestart = login.asked - askedBefore;
  await login.revoke(defined(login.issued.at(-1)));
  const last = await again.call('me', {});
  await again.close();

  // Assess
  expect(suggested).toEqual({ type: 'oauth2', grant: 'clientCredentials', tokenUrl: login.tokenUrl, scope: 'read' });
  expect([first, second, afterRevocation]).toEqual(Array(3).fill('false {"email":"[REDACTED:email]"}'));
  expect(askedForTwo).toBe(1);
  expect(view.auth).toMatchObject(suggested);
  expect(working).toEqual([{ origin: upstream.baseUrl, type: 'oauth2', works: true }]);
  expect(failing).toEqual([
    expect.objectContaining({ origin: upstream.baseUrl, works: false, code: 'oauth_client_refused' }),
  ]);
  expect(refused).toContain('login.upstream.example does not accept the client id or the client secret');
  expect(login.issued).toContain(replaced);
  expect(audit.items.map(({ errorCode }) => errorCode)).toContain('oauth_client_refused');

  expect(rotated).toMatch(/^false/);
  expect([afterRestart.isError ?? false, askedByRestart, last.isError ?? false]).toEqual([false, 0, false]);
  expect(login.presented).toHaveLength(3);
  expect(new Set(login.presented).size).toBe(3);

  const kept = [...storedTexts(stack.data), printed, await stack.output(), JSON.stringify([view, audit, preview])];
  const secrets = [CLIENT.clientSecret, POST_CLIENT.clientSecret, 'wrong-secret-planted-3c', refreshToken];
  expect(holding(kept, [...secrets, ...login.issued, ...login.refreshTokens])).toEqual([]);
}, 120_000);
