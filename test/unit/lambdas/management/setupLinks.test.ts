/** Set-up links: who opens one gets a token, once, in time, and only while whoever made it still may make tokens. */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { documents } from '../../../../aws/services/clients.ts';
import { endLogins } from '../../../../aws/tables/invitations.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { defined } from '../../../support/defined.ts';
import { quietManagementStack, type Row } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
const INVALID = { status: 404, body: { code: 'setup_link_invalid' } };

let id: string;
beforeEach(async () => {
  id = (await stack.liveServer('My Shop')).server.id;
});
afterEach(() => {
  jest.restoreAllMocks();
});

const make = (plan: object = {}, options: object = {}) =>
  stack.call('POST', `/v1/servers/${id}/setup-links`, { label: 'Bob’s laptop', ...plan }, options);
/** What the page of the link sends. */
const secretOf = (url: string): string => defined(new URL(url).hash).slice(1);
const open = (link: string) => stack.call('POST', '/v1/setup', { link }, { role: 'nobody' });
const labels = async () =>
  (await stack.call('GET', `/v1/servers/${id}/tokens`)).body.items.map(({ label }: { label: string }) => label);
function later(ms: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

describe('a set-up link', () => {
  test('makes its token when it is opened, and not before', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await make({ expiresAt, scopes: { access: 'read' } }, { role: 'editor' });
    const before = await labels();

    const opened = await open(secretOf(made.body.url));

    const url = new URL(made.body.url);
    expect(url.origin + url.pathname).toBe('https://edge.example.com/connect/setup');
    expect(Date.parse(made.body.expiresAt) - Date.now()).toBeLessThanOrEqual(LIMITS.setupLinkMs);
    expect(before).not.toContain('Bob’s laptop');
    expect(opened).toMatchObject({
      status: 201,
      body: { server: { name: 'My Shop' }, token: { label: 'Bob’s laptop', expiresAt, scopes: { access: 'read' } } },
    });
    expect(opened.body.mcpUrl).toBe(`https://edge.example.com/${opened.body.token.value}/mcp`);
    expect(await labels()).toContain('Bob’s laptop');
  });

  test('and its token are in the trail with whoever made it, and neither is stored', async () => {
    const made = await make();
    const opened = await open(secretOf(made.body.url));

    const entries = (await stack.rows('audit')).filter(({ serverId }) => serverId === id);
    const stored = await stack.everythingStored();

    const linkId = made.body.id;
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'setupLink.create',
          actor: 'user-1',
          detail: expect.objectContaining({ linkId }),
        }),
        expect.objectContaining({
          action: 'token.create',
          actor: 'user-1',
          detail: expect.objectContaining({ setupLink: linkId, label: 'Bob’s laptop' }),
        }),
      ]),
    );
    expect(stored).not.toContain(defined(secretOf(made.body.url).split('.')[1]));
    expect(stored).not.toContain(opened.body.token.value);
  });

  test('opens once, also for twenty at the same moment', async () => {
    const link = secretOf((await make()).body.url);

    const answers = await Promise.all(Array.from({ length: 20 }, () => open(link)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(answer).toMatchObject(INVALID);
    expect((await labels()).filter((label: string) => label === 'Bob’s laptop')).toHaveLength(1);
  });

  test('is not used up by a wrong secret', async () => {
    const link = secretOf((await make()).body.url);

    const wrong = await Promise.all(
      [`${link}x`, link.slice(0, -1), link.split('.')[0] ?? '', '.', 'x'.repeat(200)].map(open),
    );

    for (const answer of wrong) expect(answer).toMatchObject(INVALID);
    expect((await open(link)).status).toBe(201);
  });

  test('opens nothing after its time, after it was withdrawn, or of another server', async () => {
    const [late, withdrawn] = [(await make()).body, (await make()).body];
    const other = (await stack.liveServer('Other')).server.id;
    const path = `setup-links/${withdrawn.id}`;

    const elsewhere = await stack.call('DELETE', `/v1/servers/${other}/${path}`);
    const done = await stack.call('DELETE', `/v1/servers/${id}/${path}`, undefined, { role: 'editor' });
    const again = await stack.call('DELETE', `/v1/servers/${id}/${path}`);
    const refused = await open(secretOf(withdrawn.url));
    later(LIMITS.setupLinkMs + 1);
    const expired = await open(secretOf(late.url));

    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'setup_link_not_found' } });
    expect(done.status).toBe(204);
    expect(again.status).toBe(404);
    expect(refused).toMatchObject(INVALID);
    expect(expired).toMatchObject(INVALID);
  });

  test('opens nothing once the access of whoever made it has ended', async () => {
    const link = secretOf((await make({}, { claims: { sub: 'user-2', iat: '1000' } })).body.url);
    await endLogins('user-2');

    const refused = await open(link);

    expect(refused).toMatchObject(INVALID);
    expect(await labels()).not.toContain('Bob’s laptop');
  });

  test('leaves no token behind that nobody has seen, when AWS fails after it was made', async () => {
    const link = secretOf((await make()).body.url);
    const client = documents();
    const send = client.send.bind(client);
    // Its maker's logins are looked at twice: before the token is made, and after it.
    let looked = 0;
    jest.spyOn(client, 'send').mockImplementation((command: unknown) => {
      const key = (command as { input: { Key?: { part?: string } } }).input.Key;
      if (key?.part === 'login' && ++looked === 2)
        throw Object.assign(new Error('down'), { name: 'InternalServerError' });
      return send(command as never);
    });

    const failed = await open(link);
    jest.restoreAllMocks();
    const items = (await stack.call('GET', `/v1/servers/${id}/tokens`)).body.items;
    const again = await open(link);

    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(items.filter(({ label, status }: Row) => label === 'Bob’s laptop' && status === 'active')).toEqual([]);
    expect(again.status).toBe(201);
  });

  test('can be opened again where the server had no place for a token', async () => {
    const link = secretOf((await make()).body.url);
    const [row] = (await stack.rows('tokens')).filter(({ serverId }) => serverId === id);
    const copies = Array.from({ length: LIMITS.tokensPerServer - 1 }, (_, at) => ({
      ...row,
      tokenHash: `${row?.['tokenHash']}${at}`,
      tokenId: `tok_${at}`,
    }));
    await stack.store('tokens', copies);

    const full = await open(link);
    await stack.store('tokens', [{ ...copies[0], revokedAt: new Date().toISOString() }]);
    const fits = await open(link);

    expect(full).toMatchObject({ status: 409, body: { code: 'too_many_tokens' } });
    expect(fits.status).toBe(201);
  });

  test('opens, and is withdrawn with its entry, where the answer of a write is lost and the SDK repeats it', async () => {
    const [opened, withdrawn] = [(await make()).body, (await make()).body];
    // A transaction is known to DynamoDB by its token when it comes again.
    stack.tables.loses = (operation) => (/^(?:Delete|Put|Update)Item$/.test(operation) ? async () => {} : undefined);

    const answers = [
      await open(secretOf(opened.url)),
      await stack.call('DELETE', `/v1/servers/${id}/setup-links/${withdrawn.id}`),
    ];

    stack.tables.loses = () => undefined;
    expect(answers.map(({ status }) => status)).toEqual([201, 204]);
    const entered = (await stack.rows('audit')).filter(({ action }) => action === 'setupLink.withdraw');
    expect(entered).toContainEqual(
      expect.objectContaining({ detail: expect.objectContaining({ linkId: withdrawn.id }) }),
    );
    expect((await labels()).filter((label: string) => label === 'Bob’s laptop')).toHaveLength(1);
  });

  test('is refused for what no token could have', async () => {
    const past = await make({ expiresAt: '2020-01-01T00:00:00Z' });
    const tool = await make({ scopes: { tools: ['tool_01ARZ3NDEKTSV4RRFFQ69G5FAV'] } });
    const viewer = await make({}, { role: 'viewer' });

    expect(past).toMatchObject({ status: 400, body: { faults: [{ field: '/expiresAt', rule: 'future' }] } });
    expect(tool).toMatchObject({ status: 400, body: { faults: [{ rule: 'unknown_tool' }] } });
    expect(viewer).toMatchObject({ status: 403, body: { code: 'role_required' } });
  });
});
