import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { writeAudit } from '../../../../aws/audit.ts';
import { keepAnswer } from '../../../../aws/keptAnswers.ts';
import { type CallEntry, entryOnce } from '../../../../core/audit/entry.ts';
import { newAuditId } from '../../../../core/lib/ids.ts';
import { sha256 } from '../../../../core/lib/json/canonical.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
const CONTENT = [{ type: 'text', text: '{"id":7,"email":"[REDACTED:email]"}' }];
const DAY = 86_400_000;
const READER = { role: 'viewer', rights: ['answer-reader'] } as const;

let id: string;
beforeEach(async () => {
  await stack.empty();
  id = (await stack.liveServer('Kept')).server.id;
});

interface Kept {
  readonly days?: number;
  readonly at?: number;
  readonly serverId?: string;
  readonly content?: unknown;
  readonly failed?: boolean;
}

/** A call whose answer is kept, as mcp-rpc enters it. */
async function keptCall({ days = 7, at = Date.now(), serverId = id, content = CONTENT, failed = false }: Kept = {}) {
  const entry = entryOnce(
    {
      kind: 'call',
      serverId,
      tool: 'get_order',
      outcome: 'ok',
      answerDigest: sha256(JSON.stringify(CONTENT)),
    } as CallEntry,
    new Date(at).toISOString(),
    newAuditId(),
  ) as CallEntry;
  const keptAnswer = days === 0 ? undefined : failed ? 'failed' : await keepAnswer(entry, days, content);
  await writeAudit({ ...entry, ...(keptAnswer && { keptAnswer }) });
  return entry;
}
const read = (entryId: string, options: object = READER, serverId = id) =>
  stack.call('GET', `/v1/servers/${serverId}/audit/${entryId}/answer`, undefined, options);
const trail = async () => (await stack.call('GET', `/v1/servers/${id}/audit`)).body.items;

describe('an answer that is kept', () => {
  test('is read after a second person with the same right has approved it, for a quarter of an hour', async () => {
    const { entryId } = await keptCall();
    const ben = { ...READER, claims: { sub: 'user-2', username: 'ben' } };
    stack.people('user-1', 'user-2');
    await stack.call('PUT', '/v1/floor', { rules: { secondPerson: ['answers'] } });

    const asked = await read(entryId);
    const path = `/v1/change-requests/${asked.body.context.change}`;
    const { body } = await stack.call('GET', path, undefined, ben);
    const approve = (as: object) => stack.call('POST', path, { decision: 'approve', digest: body.digest }, as);
    const without = await approve({ ...ben, rights: [] });
    const { body: approved } = await approve(ben);

    expect(asked).toMatchObject({
      status: 202,
      body: { code: 'second_person_needed', context: { kinds: ['answers'] } },
    });
    expect(body.matters).toMatchObject([{ values: [{ after: expect.stringContaining(entryId) }] }]);
    expect(without.body.code).toBe('right_required');
    expect(approved).toMatchObject({ status: 'approved', by: 'asker' });
    expect((await read(entryId, ben)).status).toBe(202);
    expect((await read(entryId)).body.content).toEqual(CONTENT);
    expect((await read(entryId)).status).toBe(200);
    expect((await trail())[0]).toMatchObject({ action: 'answer.read', detail: { secondPerson: 'ben' } });
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000);
    expect((await read(entryId)).body.code).toBe('second_person_needed');
  });

  test('of a deleted server of a deleted project still needs the second person of its rule', async () => {
    stack.people('user-1', 'user-2');
    const { body: project } = await stack.call('POST', '/v1/projects', { name: 'Over' });
    const { server } = await stack.liveServer('Gone', { project: project.id });
    await stack.call('PUT', `/v1/projects/${project.id}/floor`, { rules: { secondPerson: ['answers', 'hosts'] } });
    const { entryId } = await keptCall({ serverId: server.id });
    await stack.call('DELETE', `/v1/servers/${server.id}`);
    const deleted = await stack.call('DELETE', `/v1/projects/${project.id}`);

    const asked = await read(entryId, { rights: ['answer-reader'] }, server.id);

    expect(deleted.status).toBe(204);
    expect(asked).toMatchObject({ status: 202, body: { code: 'second_person_needed' } });
    expect((await stack.call('PUT', '/v1/floor', { rules: { secondPerson: null } })).status).toBe(200);
  });

  test('is read by whoever has the right to, as the client got it, and the reading is entered', async () => {
    const { entryId, at } = await keptCall({ days: 30 });

    const answer = await read(entryId);

    expect(answer).toMatchObject({
      status: 200,
      body: {
        entryId,
        at,
        until: new Date(Date.parse(at) + 30 * DAY).toISOString(),
        tool: 'get_order',
        isError: false,
        matches: true,
        content: CONTENT,
      },
    });
    expect((await trail())[0]).toMatchObject({ action: 'answer.read', actor: 'user-1', detail: { entryId } });
  });

  test.each(['admin', 'editor', 'viewer'])('is not read by the role %s alone', async (role) => {
    const { entryId } = await keptCall();

    const answer = await read(entryId, { role });

    expect(answer).toMatchObject({ status: 403, body: { code: 'right_required' } });
    expect((await trail()).map(({ action }: { action?: string }) => action)).not.toContain('answer.read');
  });

  test('is not read by the right alone, without a role', async () => {
    const { entryId } = await keptCall();

    const answer = await read(entryId, { role: 'nobody', rights: ['answer-reader'] });

    expect(answer).toMatchObject({ status: 403, body: { code: 'no_role' } });
  });

  test('is gone when its days are over, whether the bucket has been emptied or not', async () => {
    const { entryId } = await keptCall({ days: 7, at: Date.now() - 7 * DAY });

    expect(await read(entryId)).toMatchObject({ status: 404, body: { code: 'answer_not_kept' } });
  });

  test('that is another one than the entry has the digest of is told as such', async () => {
    const { entryId } = await keptCall({ content: [{ type: 'text', text: 'another' }] });

    expect(await read(entryId)).toMatchObject({ status: 200, body: { matches: false } });
  });
});

test.each([
  ['was made while nothing was kept', { days: 0 }],
  ['could not be stored', { failed: true }],
])('of a call that %s there is none', async (_, how) => {
  const { entryId } = await keptCall(how);

  expect(await read(entryId)).toMatchObject({ status: 404, body: { code: 'answer_not_kept' } });
});

test('an entry is looked for in its own server’s trail only', async () => {
  const other = (await stack.liveServer('Other')).server.id;
  const { entryId } = await keptCall();

  const [foreign, unknown, malformed, action] = await Promise.all([
    read(entryId, READER, other),
    read('01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    read('8ZZZZZZZZZZZZZZZZZZZZZZZZZ'),
    trail().then((items) => read(items.at(-1).entryId)),
  ]);

  for (const answer of [foreign, unknown, malformed, action]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'entry_not_found' } });
  }
});
