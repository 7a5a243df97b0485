import { beforeEach, describe, expect, test } from '@jest/globals';
import { writeAudit } from '../../../../aws/audit.ts';
import { type CallEntry, entryOfMinute, entryOnce, newEntry } from '../../../../core/audit/entry.ts';
import { isoNow } from '../../../../core/lib/ids.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
let id: string;
beforeEach(async () => {
  await stack.empty();
  id = (await stack.liveServer('Audited')).server.id;
});

const NOW = Date.now();
const HOUR = 3_600_000;

const called = (change: Partial<CallEntry> = {}, at = NOW, serverId = id) =>
  writeAudit(
    newEntry(
      {
        kind: 'call',
        serverId,
        tokenId: 'tok_1',
        tokenLabel: 'Claude',
        era: '2026-07-28',
        method: 'tools/call',
        callId: `call-${at}`,
        tool: 'get_order',
        class: 'query',
        bundleId: 'b',
        outcome: 'ok',
        status: 200,
        durationMs: 10,
        upstreamMs: 8,
        bytesIn: 1_000,
        bytesOut: 100,
        redactedFields: 2,
        redactedPointers: ['/email'],
        truncations: [{ pointer: '', total: 100, kept: 50 }],
        arguments: '{"orderId":"7"}',
        answerDigest: 'd',
        ...change,
      },
      at,
    ),
  );
const get = (query: Record<string, string>, path = 'audit') =>
  stack.call('GET', `/v1/servers/${id}/${path}`, undefined, { query });

describe('the trail of a deleted server', () => {
  test('stays readable, and the trail of no server tells which one it was and who deleted it', async () => {
    await called();
    await stack.call('DELETE', `/v1/servers/${id}`);

    const left = await get({});
    const exported = await get({}, 'audit/export');
    const global = await stack.call('GET', '/v1/audit');
    const unknown = await stack.call('GET', '/v1/servers/srv_000000000000/audit');

    expect(left.body.items[0]).toMatchObject({ action: 'server.delete', actor: 'user-1', actorName: 'ann' });
    expect(left.body.items.map(({ kind }: { kind: string }) => kind)).toContain('call');
    expect(exported.body).toContain('server.delete');
    expect(global.body.items[0]).toMatchObject({
      action: 'server.delete',
      actor: 'user-1',
      actorName: 'ann',
      detail: { serverId: id, name: 'Audited' },
    });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'server_not_found' } });
  });
});

describe('reading the trail', () => {
  test('pages from the newest to the oldest without losing or repeating any', async () => {
    for (let at = 22; at >= 0; at--) await called({ callId: `call-${at}` }, NOW - at * HOUR);

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await get({ limit: '5', class: 'query', ...(cursor && { cursor }) });
      seen.push(...page.body.items.map((entry: { callId: string }) => entry.callId));
      cursor = page.body.cursor;
    } while (cursor);

    expect(seen).toEqual(Array.from({ length: 23 }, (_, at) => `call-${at}`));
  });

  test('filters by tool, token, status, class and time in any zone', async () => {
    await called({ callId: 'a', tool: 'list_pets', status: 404, outcome: 'error' }, NOW - 5 * HOUR);
    await called({ callId: 'b', tokenId: 'tok_2', class: 'destructive' }, NOW - HOUR);
    const ids = async (query: Record<string, string>) =>
      (await get(query)).body.items.map((entry: { callId?: string }) => entry.callId);
    const local = new Date(NOW - 3 * HOUR + 2 * HOUR).toISOString().replace('Z', '+02:00');

    expect(await ids({ tool: 'list_pets' })).toEqual(['a']);
    expect(await ids({ token: 'tok_2' })).toEqual(['b']);
    expect(await ids({ status: '4xx' })).toEqual(['a']);
    expect(await ids({ status: '404' })).toEqual(['a']);
    expect(await ids({ class: 'destructive' })).toEqual(['b']);
    expect(await ids({ from: local, class: 'query' })).toEqual([]);
    expect(await ids({ to: local, class: 'query' })).toEqual(['a']);
  });

  test('pages from the oldest to the newest, and finds one session, client and person', async () => {
    for (let at = 3; at >= 0; at--) {
      await called({ callId: `call-${at}`, session: 's1', client: 'cursor 2.0' }, NOW - at * 7 * HOUR);
    }
    await called({ callId: 'other', session: 's2', person: 'sub-1', personName: 'ann' });
    const ids = (page: { body: { items: { callId: string }[] } }) => page.body.items.map(({ callId }) => callId);

    const first = await get({ session: 's1', order: 'oldest', limit: '3' });
    const second = await get({ session: 's1', order: 'oldest', limit: '3', cursor: first.body.cursor });
    const [client, unnamed, person] = await Promise.all([
      get({ client: 'cursor 2.0' }),
      get({ client: '' }),
      get({ person: 'sub-1' }),
    ]);

    expect([ids(first), ids(second), second.body.cursor]).toEqual([
      ['call-3', 'call-2', 'call-1'],
      ['call-0'],
      undefined,
    ]);
    expect([ids(client).length, ids(unnamed), ids(person)]).toEqual([4, ['other'], ['other']]);
  });

  test('puts an entry that is written once a minute where it happened, in either order', async () => {
    const minute = NOW - 120_000 - (NOW % 60_000);
    const refused = {
      kind: 'request',
      serverId: id,
      tokenId: 'tok_1',
      tokenLabel: 'Claude',
      era: '2026-07-28',
    } as const;
    await called({ tool: 'before' }, minute + 10_000);
    const entry = {
      ...refused,
      method: 'tools/list',
      outcome: 'error',
      errorCode: 'token_revoked',
      durationMs: 0,
    } as const;
    await writeAudit(entryOfMinute(entry, 'refused tok_1', minute + 20_000));
    await called({ tool: 'after' }, minute + 30_000);
    const order = async (by: string) =>
      (await get({ token: 'tok_1', order: by })).body.items.map(({ tool = 'minute' }: { tool?: string }) => tool);

    expect(await order('newest')).toEqual(['after', 'minute', 'before']);
    expect(await order('oldest')).toEqual(['before', 'minute', 'after']);
  });

  test('opens one entry by its id, however old, also of a deleted server', async () => {
    const old = { kind: 'management', serverId: id, actor: 'sub-1', action: 'server.offline', detail: {} } as const;
    const entered = entryOnce(old, isoNow(NOW - 20 * 24 * HOUR), '01ARZ3NDEKTSV4RRFFQ69G5FAV');
    await writeAudit(entered);
    const { serverDay: _, ...entry } = entered;
    await stack.call('DELETE', `/v1/servers/${id}`);

    const again = await get({}, `audit/${entry.entryId}`);
    const missing = await get({}, 'audit/01ARZ3NDEKTSV4RRFFQ69G5FAV');
    const [deletion] = (await stack.call('GET', '/v1/audit')).body.items;
    const asAdmin = await stack.call('GET', `/v1/audit/${deletion.entryId}`);
    const asViewer = await stack.call('GET', `/v1/audit/${deletion.entryId}`, undefined, { role: 'viewer' });

    expect(again.body).toEqual(entry);
    expect(missing).toMatchObject({ status: 404, body: { code: 'entry_not_found' } });
    expect(asAdmin.body).toEqual(deletion);
    expect(asViewer.status).toBe(403);
  });

  test('refuses a cursor that nobody gave out', async () => {
    const answer = await get({ cursor: 'made-up' });

    expect(answer.body.faults).toEqual([expect.objectContaining({ field: 'cursor' })]);
  });

  test.each(['2026-99-99/', '9999-12-31/'])('walks no days that a made-up cursor names: %s', async (place) => {
    await called();

    const answer = await get({ cursor: Buffer.from(place).toString('base64url'), class: 'query' }, 'audit/export');

    if (answer.status === 400) expect(answer.body.faults).toEqual([expect.objectContaining({ field: 'cursor' })]);
    else expect(answer.body).toContain(`"callId":"call-${NOW}"`);
  });

  test('refuses a time that another zone carries out of the years with four digits', async () => {
    const answer = await get({ to: '9999-12-31T23:59:59-23:00' });

    expect(answer.body.faults).toEqual([expect.objectContaining({ field: 'to', rule: 'range' })]);
  });

  test('shows no table key', async () => {
    await called();

    expect(JSON.stringify((await get({})).body)).not.toContain('serverDay');
  });
});

describe('a time before there was any trail', () => {
  test('gives an empty page and a refusal that names the field, and no fault', async () => {
    const to = ['1586-01-01T09:23:29+11:51', '0000-01-01T00:00:00Z', '1970-01-01T00:00:00Z'];

    const pages = await Promise.all(to.map((each) => get({ to: each })));
    const figures = await Promise.all(
      to.map((each) => stack.call('GET', '/v1/stats', undefined, { query: { to: each, bucket: 'day' } })),
    );

    expect(pages.map(({ status, body }) => [status, body.items])).toEqual(to.map(() => [200, []]));
    expect(figures.map(({ status, body }) => [status, body.faults?.[0]])).toEqual(
      to.map(() => [400, { field: 'to', rule: 'range', message: expect.any(String) }]),
    );
  });
});

describe('exporting', () => {
  test('writes one JSON line an entry', async () => {
    for (let at = 2; at >= 0; at--) await called({ callId: `call-${at}` }, NOW - at * HOUR);

    const file = await get({ class: 'query' }, 'audit/export');

    expect(file.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename="audit-${id}.ndjson"`,
    });
    expect(file.headers['x-next-cursor']).toBeUndefined();
    const lines = (file.body as string)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((entry) => entry.callId)).toEqual(['call-0', 'call-1', 'call-2']);
  });

  test('writes CSV whose cells cannot run as formulas or break the line', async () => {
    await called({ tokenLabel: '=HYPERLINK("http://evil")', client: 'a,"b"\nc', tool: 'x;=1+1;"@SUM"' });

    const file = await get({ class: 'query', format: 'csv' }, 'audit/export');

    const [head, ...rest] = (file.body as string).split('\r\n');
    expect(head?.split(',').slice(0, 4)).toEqual(['at', 'kind', 'tool', 'class']);
    expect(rest.join('\r\n')).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(rest.join('\r\n')).toContain('"a,""b""\nc"');
    expect(rest.join('\r\n')).toContain(`"x;'=1+1;""'@SUM"""`);
    expect(rest).toHaveLength(2);
  });

  test('looks at no day before the server was made, however early the range begins', async () => {
    await called();

    const file = await get({ from: '0001-01-01T00:00:00Z', class: 'query' }, 'audit/export');

    expect(file.body).toContain(`"callId":"call-${NOW}"`);
    expect(file.headers['x-next-cursor']).toBeUndefined();
  });

  test('names the columns in the first part only, so that the parts make one CSV file', async () => {
    for (let at = 2; at >= 0; at--) await called({ callId: `call-${at}` }, NOW - at * 1_000);
    const { cursor } = (await get({ class: 'query', limit: '1' })).body;

    const rest = await get({ class: 'query', format: 'csv', cursor }, 'audit/export');

    expect((rest.body as string).trimEnd().split('\r\n')).toHaveLength(2);
    expect(rest.body).not.toContain('errorCode');
  });

  test('goes on where it stopped when the trail is long', async () => {
    const text = 'x'.repeat(60_000);
    for (let at = 0; at < 150; at++) await called({ callId: `call-${at}`, arguments: text }, NOW - at * 1_000);

    const seen: string[] = [];
    let cursor: string | undefined;
    let files = 0;
    do {
      const file = await get({ class: 'query', ...(cursor && { cursor }) }, 'audit/export');
      expect(file.body.length).toBeLessThan(5_800_000);
      const lines = (file.body as string).split('\n').filter(Boolean);
      seen.push(...lines.map((line) => JSON.parse(line).callId));
      cursor = file.headers['x-next-cursor'];
      files++;
    } while (cursor);

    expect(files).toBeGreaterThan(1);
    expect(seen.toSorted()).toEqual(Array.from({ length: 150 }, (_, at) => `call-${at}`).toSorted());
  });
});

describe('figures', () => {
  test('count calls, errors, percentiles, redactions and truncations over time, by server and by tool', async () => {
    const other = (await stack.liveServer('Other')).server.id;
    for (let at = 1; at <= 100; at++) await called({ callId: `c${at}`, durationMs: at }, NOW - (at % 2) * HOUR);
    await called({ outcome: 'error', tool: 'fails', durationMs: 500 }, NOW, other);
    await called({}, NOW - 30 * HOUR);

    const answer = await stack.call('GET', '/v1/stats', undefined, { query: { to: new Date(NOW + 1).toISOString() } });

    expect(answer.body).toMatchObject({
      bucket: 'hour',
      sampled: false,
      totals: { calls: 101, errors: 1, p50Ms: 51, p95Ms: 96, redactions: 202, truncations: 101 },
      servers: [
        { serverId: id, name: 'Audited', calls: 100, errors: 0, p95Ms: 95 },
        { serverId: other, name: 'Other', calls: 1, errors: 1, p95Ms: 500 },
      ],
      tools: [
        { tool: 'get_order', calls: 100 },
        { tool: 'fails', calls: 1 },
      ],
    });
    expect(answer.body.series).toHaveLength(25);
    const counted = answer.body.series.reduce((sum: number, bucket: { calls: number }) => sum + bucket.calls, 0);
    expect(counted).toBe(101);
  });

  test('are for one server when it is named, by day over a long time', async () => {
    await called({}, NOW - 50 * HOUR);

    const answer = await stack.call('GET', '/v1/stats', undefined, {
      query: { server: id, from: new Date(NOW - 240 * HOUR).toISOString() },
    });

    expect(answer.body).toMatchObject({ bucket: 'day', totals: { calls: 1 }, servers: [{ serverId: id }] });
    expect(answer.body.series.length).toBeGreaterThanOrEqual(11);
  });

  test('are of one tool or one token where it is named, by five minutes in the beginning', async () => {
    for (const age of [0, 6, 12, 18])
      await called({ tokenId: 'tok_2', tokenLabel: 'Cursor', durationMs: age }, NOW - age * 60_000);
    await called({ tool: 'fails', outcome: 'error', durationMs: 400 });
    const ask = async (of: { tool?: string; token?: string }) => {
      const from = new Date(NOW - HOUR).toISOString();
      return (await stack.call('GET', '/v1/stats', undefined, { query: { server: id, from, bucket: '5min', ...of } }))
        .body;
    };

    const [all, tool, token, neither] = await Promise.all(
      [{}, { tool: 'fails' }, { token: 'tok_2' }, { tool: 'fails', token: 'tok_2' }].map(ask),
    );

    expect(all.tokens).toMatchObject([
      { serverId: id, tokenId: 'tok_2', label: 'Cursor', calls: 4, errors: 0 },
      { serverId: id, tokenId: 'tok_1', label: 'Claude', calls: 1, errors: 1 },
    ]);
    expect(all.series.filter(({ calls }: { calls: number }) => calls > 0).length).toBeGreaterThanOrEqual(4);
    expect([tool.totals.calls, tool.totals.p95Ms, tool.tokens.length]).toEqual([1, 400, 1]);
    expect([token.totals.calls, token.totals.p95Ms, token.tools.length]).toEqual([4, 18, 1]);
    expect(neither.totals.calls).toBe(0);
  });

  test('are zeros before the first call', async () => {
    const answer = await stack.call('GET', '/v1/stats');

    expect(answer.body).toMatchObject({ totals: { calls: 0, p95Ms: 0 }, servers: [], tools: [] });
  });

  test('refuse a time that ends before it begins, and one too long', async () => {
    const [past, long] = await Promise.all(
      [{ from: '2030-01-01T00:00:00Z' }, { from: '2020-01-01T00:00:00Z' }].map((query) =>
        stack.call('GET', '/v1/stats', undefined, { query }),
      ),
    );

    for (const answer of [past, long])
      expect(answer?.body.faults).toEqual([expect.objectContaining({ field: 'from' })]);
    const fine = await stack.call('GET', '/v1/stats', undefined, { query: { bucket: '5min' } });
    expect(fine.body.faults).toEqual([expect.objectContaining({ field: 'bucket' })]);
  });
});

describe('the calls of a server in groups', () => {
  const groups = async (query: Record<string, string> = {}) => (await get(query, 'calls')).body;

  test('are those of its trail, with what each group was and the whole over time', async () => {
    const redactedBy = [
      { type: 'email', rule: 'value', count: 1 },
      { type: 'email', rule: 'field', count: 1 },
    ];
    await called({ tool: 'list', client: 'cursor 2.0', redactedBy });
    await called({ tool: 'list', person: 'sub-1', personName: 'ann@a.example', tokenId: 'tok_2' }, NOW - HOUR);
    await called({ outcome: 'error', errorCode: 'upstream_5xx', durationMs: 900 }, NOW - 40 * HOUR);

    const [day, week, byPerson, unnamed] = await Promise.all([
      groups(),
      groups({ from: new Date(NOW - 168 * HOUR).toISOString() }),
      groups({ by: 'person' }),
      groups({ client: '', by: 'token' }),
    ]);

    expect(day).toMatchObject({ by: 'tool', isComplete: true, moreGroups: 0, totals: { calls: 2 } });
    expect(day.groups).toMatchObject([{ key: 'list', calls: 2, redacted: [{ kind: 'email', count: 2 }] }]);
    expect(week.groups[1]).toMatchObject({ key: 'get_order', errorCodes: [{ code: 'upstream_5xx', calls: 1 }] });
    expect([week.bucket, week.since]).toEqual(['day', week.from]);
    expect(byPerson.groups).toMatchObject([{ key: '' }, { key: 'sub-1', label: 'ann@a.example', calls: 1 }]);
    expect(unnamed.groups).toMatchObject([{ key: 'tok_2', calls: 1 }]);
    expect(day.series.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0)).toBe(2);
  });

  test('add up over days that meet at midnight, a call at midnight itself once', async () => {
    const midnight = Math.floor(NOW / (24 * HOUR)) * 24 * HOUR;
    for (const at of [midnight - 1, midnight, midnight + 1]) await called({ tool: 'list' }, at);
    const [before, at, after] = [-24, 0, 24].map((hours) => new Date(midnight + hours * HOUR).toISOString());

    const [first, second, both] = await Promise.all([
      groups({ from: before as string, to: at as string }),
      groups({ from: at as string, to: after as string }),
      groups({ from: before as string, to: after as string }),
    ]);
    const stats = await stack.call('GET', '/v1/stats', undefined, {
      query: { from: before as string, to: at as string },
    });

    expect([first, second, both, stats.body].map(({ totals }) => totals.calls)).toEqual([1, 2, 3, 1]);
    expect(first.series).toHaveLength(24);
  });

  test('are refused of a server that is not there, and over too long a time', async () => {
    const gone = await stack.call('GET', '/v1/servers/srv_000000000000/calls');
    const long = await get({ from: '2020-01-01T00:00:00Z' }, 'calls');

    expect(gone).toMatchObject({ status: 404, body: { code: 'server_not_found' } });
    expect(long.body.faults).toEqual([expect.objectContaining({ field: 'from' })]);
  });
});

describe('the trail over all servers', () => {
  const all = async (query: Record<string, string>, role: 'admin' | 'viewer' = 'admin', path = '/v1/audit/all') =>
    stack.call('GET', path, undefined, { query, role });

  test('has those of each, of deleted ones by their last name, and for admins what concerns none', async () => {
    const other = (await stack.liveServer('Gone')).server.id;
    await called({ tool: 'of_one' });
    await called({ tool: 'of_gone' }, NOW, other);
    await stack.call('DELETE', `/v1/servers/${other}`);
    await stack.call('PUT', '/v1/settings', { governance: { maxItems: 7 } });

    const [admin, viewer, gone] = [await all({}), await all({}, 'viewer'), await all({ server: other }, 'viewer')];

    const told = (page: typeof admin) =>
      page.body.items.map(({ tool, action }: { tool?: string; action?: string }) => tool ?? action);
    expect(told(admin)).toEqual(expect.arrayContaining(['of_one', 'of_gone', 'settings.change', 'server.delete']));
    expect(told(admin).filter((deed: string) => deed === 'server.delete')).toHaveLength(1);
    expect(told(viewer)).toEqual(told(admin).filter((deed: string) => deed !== 'settings.change'));
    expect(admin.body.servers).toEqual(
      expect.arrayContaining([
        { serverId: id, name: 'Audited', deleted: false },
        { serverId: other, name: 'Gone', deleted: true },
      ]),
    );
    expect(told(gone)).toContain('of_gone');
    expect(told(gone)).not.toContain('of_one');
  });

  test('keeps its place among more trails than a page may ask again, while entries are added', async () => {
    const [row] = await stack.rows('servers');
    const ids = Array.from({ length: 450 }, (_, n) => `srv_${String(n).padStart(12, '0')}`);
    await stack.store(
      'servers',
      ids.map((serverId) => ({ ...row, serverId })),
    );
    const busy = ids[7] as string;
    // Ids of one writer only ascend, so the oldest is written first.
    for (let n = 49; n >= 0; n--) {
      const server = n % 5 === 0 ? (ids[n * 8] as string) : busy;
      await called({ callId: `call-${n}` }, NOW - 60_000 - n * 1_000, server);
    }
    const seen: { callId: string; at: string }[] = [];
    const sizes: number[] = [];

    let cursor: string | undefined;
    do {
      const page = await all({ limit: '20', class: 'query', ...(cursor && { cursor }) });
      seen.push(...page.body.items);
      sizes.push(page.body.items.length);
      cursor = page.body.cursor;
      await called({ callId: 'later' }, Date.now(), busy);
    } while (cursor && seen.length < 50);

    expect(sizes).toEqual([20, 20, 10]);
    expect(new Set(seen.map(({ callId }) => callId)).size).toBe(50);
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
  }, 60_000);

  test('does not read again which servers were deleted, and knows one that was deleted meanwhile', async () => {
    const [one, two] = [(await stack.liveServer('One')).server.id, (await stack.liveServer('Two')).server.id];
    await called({ tool: 'of_one' }, NOW, one);
    await called({ tool: 'of_two' }, NOW, two);
    await stack.call('DELETE', `/v1/servers/${one}`);
    const first = await all({});
    await stack.call('DELETE', `/v1/servers/${two}`);

    const second = await all({});

    const deletedIn = ({ body }: typeof first) =>
      body.servers.filter(({ deleted }: { deleted: boolean }) => deleted).map(({ name }: { name: string }) => name);
    expect(deletedIn(first)).toEqual(['One']);
    expect(deletedIn(second).sort()).toEqual(['One', 'Two']);
  });

  test('is searched by words, in sentences as in entries, and exported as it is filtered', async () => {
    await called({ tool: 'get_invoice', arguments: '{"customer":"Müller"}' });
    await called({ tool: 'get_order' });
    await stack.call('PATCH', `/v1/servers/${id}`, { governance: { pii: false } });
    const found = async (text: string) =>
      (await all({ text })).body.items.map(({ tool, action }: { tool?: string; action?: string }) => tool ?? action);

    expect(await found('redaction OFF audited')).toEqual(['server.change']);
    expect(await found(' müller ')).toEqual(['get_invoice']);
    expect(await found('invoice nobody')).toEqual([]);
    const file = await all({ text: 'get_invoice', format: 'csv' }, 'viewer', '/v1/audit/all/export');
    expect(file.body.trim().split('\n')).toHaveLength(2);
    expect((await all({ text: 'a'.repeat(201) })).status).toBe(400);
  });

  test('refuses a server that never was', async () => {
    expect(await all({ server: 'srv_000000000000' })).toMatchObject({
      status: 404,
      body: { code: 'server_not_found' },
    });
  });
});
