/**
 * Data folders of earlier versions (test/datasets/earlier: two live servers with an admin's credential, and one whose first import
 * failed before its base URL was known), as those versions left them. The stack of today goes on with each.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EarlierFolder, layOut } from '../support/earlier.ts';
import { SECRET, type Stage, theftStage, type Victim } from '../support/thefts.ts';
import { until } from '../support/until.ts';
import { type Report, verify } from '../support/verify.ts';

const SECRET_OF_HEADER = 'another-secret-of-an-admin';

const FOLDERS: ReadonlyArray<{ readonly name: EarlierFolder; readonly sealed: string }> = [
  { name: 'bareCredentials', sealed: 'by KMS itself, before there were envelopes' },
  { name: 'unboundCredentials', sealed: 'in envelopes that were bound to their server only' },
];

describe.each(FOLDERS)('a folder of a version that sealed credentials $sealed', ({ name }) => {
  let stage: Stage;
  let servers: ReturnType<typeof layOut>;
  beforeAll(async () => {
    const data = mkdtempSync(join(tmpdir(), 'portcullis-'));
    servers = layOut(name, join(data, 'state'));
    stage = await theftStage(data);
  }, 180_000);
  afterAll(() => stage?.close());

  const victim = (which: keyof typeof servers): Victim => {
    const { id, token } = servers[which];
    return { id, path: `/v1/servers/${id}`, mcpUrl: `${stage.stack.edgeUrl}/${token}/mcp` };
  };
  const sentHome = (secret: string) => stage.home.requests.filter(({ raw }) => raw.includes(secret)).length;

  test('calls go on working before anybody has looked at the server', async () => {
    const answer = await stage.call(victim('header'));

    expect(answer).toContain('"id');
    expect(sentHome(SECRET_OF_HEADER)).toBe(1);
  });

  test('whoever looks at a server first binds its credential to the origin of its base URL, once', async () => {
    const looked = await Promise.all(Array.from({ length: 8 }, () => stage.as('editor', 'GET', victim('live').path)));
    const all = await stage.as('editor', 'GET', '/v1/servers');
    const trail = await stage.as('editor', 'GET', `${victim('live').path}/audit?class=management`);

    const origin = stage.home.baseUrl;
    for (const { body } of looked) expect(body.auth).toMatchObject({ type: 'bearer', origin });
    const auths = Object.fromEntries(all.body.items.map((row: { name: string; auth: object }) => [row.name, row.auth]));
    expect(auths).toMatchObject({
      Live: { origin },
      'Also live': { origin, type: 'header' },
      Failed: { missing: true },
    });
    const bound = trail.body.items.filter((entry: { action: string }) => entry.action === 'server.credentials.bound');
    expect(bound).toHaveLength(1);
    expect(bound[0]).toMatchObject({ actor: 'portcullis', detail: { origin } });
  });

  test('a bound credential goes on working, also after the server is sealed anew', async () => {
    const before = sentHome(SECRET);
    await stage.call(victim('live'));
    const edited = await stage.as('editor', 'PATCH', victim('live').path, { governance: { maxItems: 7 } });
    const answer = await stage.call(victim('live'));

    expect(edited).toMatchObject({ status: 200, body: { resealed: true } });
    expect(answer).toContain('"id');
    expect(sentHome(SECRET) - before).toBe(2);
  });

  test('and goes to no other host', async () => {
    const baseUrl = stage.foreign.baseUrl;
    const moved = await stage.as('editor', 'PATCH', victim('live').path, { baseUrl });
    const failed = await stage.as('editor', 'PATCH', victim('failed').path, { baseUrl });
    await stage.as('editor', 'POST', `${victim('failed').path}/deployments`, {});
    await stage.rested(victim('failed').id);
    for (const name of ['live', 'header', 'failed'] as const) await stage.call(victim(name));

    expect(moved).toMatchObject({ status: 409, body: { code: 'credential_bound' } });
    expect(failed).toMatchObject({ status: 409, body: { code: 'credential_missing' } });
    expect(stage.foreign.requests.filter(({ raw }) => raw.includes('secret'))).toEqual([]);
  });

  test('the trail of before is read as it was written', async () => {
    const { body } = await stage.as('admin', 'GET', `${victim('live').path}/audit?class=management`);

    const made = body.items.find((entry: { action: string }) => entry.action === 'server.create');
    expect(made).toMatchObject({ actor: expect.stringMatching(/^admin@/) });
    expect(made).not.toHaveProperty('actorName');
  });

  test('and archived, each entry of it', async () => {
    const state = join(stage.stack.data, 'state');
    const isReached = ({ table }: Report) => table?.waiting === 0 && table.older === 0;
    await until(() => isReached(verify('--data', state).report), 500);

    const { code, report } = verify('--data', state);

    expect([code, report.faults]).toEqual([0, []]);
    expect(report.table).toMatchObject({ waiting: 0, older: 0 });
    expect(report.entries).toBeGreaterThan(0);
  });
});
