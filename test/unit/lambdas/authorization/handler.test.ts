/** What the authorization server does with requests that did not come through the distribution. */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { handler } from '../../../../lambdas/authorization/handler.ts';
import { originSecret } from '../../../support/originSecret.ts';

process.env['ORIGIN_SECRET'] = JSON.stringify({ current: 'now', previous: 'before' });

beforeEach(() => void jest.spyOn(console, 'info').mockImplementation(() => {}));

const sent = (method: string, path: string, secret: string | undefined) =>
  handler({
    rawPath: path,
    rawQueryString: '',
    headers: { ...(secret !== undefined && { 'x-origin-verify': secret }) },
    requestContext: { requestId: 'request-1', http: { method, path } },
    isBase64Encoded: false,
  } as never);

test.each([
  ['OPTIONS', '/oauth/token'],
  ['GET', '/oauth/authorize'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/register'],
  ['POST', '/oauth/revoke'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/.well-known/oauth-protected-resource/srv_0123456789AB/mcp'],
])('refuses %s %s around the distribution', async (method, path) => {
  for (const secret of [undefined, '', 'guessed']) {
    expect(await sent(method, path, secret)).toMatchObject({ statusCode: 403 });
  }
});

test('takes both values of the secret while it is rotated', async () => {
  for (const secret of [originSecret(), 'before'])
    expect(await sent('OPTIONS', '/oauth/token', secret)).toMatchObject({ statusCode: 204 });
});
