/** Trying stored credentials: what is asked of the sandbox, who may ask, and what is entered. */
import { beforeEach, expect, test } from '@jest/globals';
import { quietManagementStack } from '../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(() => {
  stack.state.sandboxRefuses = false;
});

async function liveServer(auth: object) {
  const { server } = await stack.liveServer('Orders', { auth });
  stack.sandboxRequests.length = 0;
  return { id: server.id as string, path: `/v1/servers/${server.id}/credentials/check` };
}
const BEARER = { type: 'bearer', token: 'upstream-secret' };

test('opens each stored credential in the sandbox of the server, and enters that it was asked', async () => {
  const { id, path } = await liveServer(BEARER);

  const answer = await stack.call('POST', path, undefined, { role: 'editor' });

  expect(answer).toMatchObject({
    status: 200,
    body: { items: [{ origin: 'https://api.example.com', type: 'bearer', works: true }] },
  });
  expect(stack.sandboxRequests).toEqual([
    expect.objectContaining({
      kind: 'probe',
      serverId: id,
      credential: { origin: 'https://api.example.com', ciphertext: expect.any(String) },
    }),
  ]);
  const trail = await stack.call('GET', `/v1/servers/${id}/audit`, undefined, { query: { class: 'management' } });
  expect(trail.body.items[0]).toMatchObject({ action: 'server.credentials.check', detail: { failed: 0 } });
});

test('has nothing to open where none is stored', async () => {
  const { path } = await liveServer({ type: 'none' });

  const answer = await stack.call('POST', path, undefined, { role: 'editor' });

  expect(answer).toMatchObject({ status: 200, body: { items: [] } });
  expect(stack.sandboxRequests).toEqual([]);
});

test('is for editors, and tells a fault of the sandbox as one', async () => {
  const { path } = await liveServer(BEARER);
  const viewer = await stack.call('POST', path, undefined, { role: 'viewer' });
  stack.state.sandboxRefuses = true;
  const failed = await stack.call('POST', path, undefined, { role: 'editor' });

  expect(viewer).toMatchObject({ status: 403, body: { code: 'role_required' } });
  expect(failed).toMatchObject({ status: 502, body: { code: 'bundle_unavailable' } });
});
