/**
 * A stack whose lives are shorter than the minute for which the archiver gathers: killed or stopped, each right behind a call's answer.
 * `SHORT_LIVES=18 node scripts/jest.mjs test/local/shortLives.test.ts` is the long form.
 */
import { cpSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RowFile } from '../../local/data/rowFile.ts';
import { openOffline } from '../../local/offline.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { edit, type Report, stopped, verify } from '../support/verify.ts';

const LIVES = Number(process.env['SHORT_LIVES'] ?? 5);
const CALLS = 3;
const folders: string[] = [];
let upstream: Upstream;
let stack: LocalStack;
let hosted: HostedServer;
let data: string;
let state: string;

async function live(): Promise<void> {
  stack = await startStack({ data, upstreams: [upstream] });
}

async function calls(): Promise<void> {
  for (let n = 0; n < CALLS; n++) {
    const response = await fetch(`${stack.edgeUrl}/${hosted.token.value}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: n,
        method: 'tools/call',
        params: { name: 'getThing', arguments: { id: n } },
      }),
    });
    expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining('isError')]);
  }
}

const isAllArchived = ({ entries, table }: Report): boolean => table !== undefined && entries === table.rows;

/** A copy of the folder, for a test to spoil. */
function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-spoilt-'));
  folders.push(folder);
  cpSync(state, folder, { recursive: true });
  return folder;
}

beforeAll(async () => {
  upstream = await startUpstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream);
  data = mkdtempSync(join(tmpdir(), 'portcullis-lives-'));
  folders.push(data);
  state = join(data, 'state');
  await live();
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
  for (let life = 1; life <= LIVES; life++) {
    if (life > 1) await live();
    await calls();
    if (life % 3 === 0) await stopped(stack);
    else await stack.kill();
  }
}, 60_000 * LIVES);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('what each of them left is archived, and at the next start all of it, before anything is written', async () => {
  const between = verify('--data', state);
  // And as if the last of them had been some hours ago: what is archived leaves memory, and is read from the disk.
  const before = new Date(Date.now() - 3 * 3_600_000);
  utimesSync(join(state, 'tables.journal'), before, before);
  await live();
  await until(() => isAllArchived(verify('--data', state).report), 500);

  const after = verify('--data', state);
  const { items } = await stack.api<{ items: Array<{ kind: string }> }>(
    'GET',
    `/v1/servers/${hosted.serverId}/audit?limit=200`,
  );

  const { AuditTable = '' } = openOffline(state).outputs;
  const file = new RowFile(join(state, 'rows.db'), [], { readOnly: true });
  const onDisk = file.page(AuditTable, {}, 1_000).length;
  file.close();

  // The lives that were stopped, and those that came after one that was killed, have handed over.
  expect(between).toMatchObject({ code: 0, report: { ok: true, faults: [] } });
  expect(between.report.manifests).toBeGreaterThan(0);
  expect(after).toMatchObject({ code: 0, report: { ok: true, faults: [], table: { young: 0, waiting: 0, older: 0 } } });
  expect(after.report.entries).toBe(after.report.table?.rows);
  expect(onDisk).toBe(after.report.table?.rows);
  expect(items.filter(({ kind }) => kind === 'call')).toHaveLength(LIVES * CALLS);
}, 180_000);

test('what waits in the stream is told as not reached yet, and what was handed over and is nowhere as missing', async () => {
  await calls();
  await stack.kill();
  const { AuditTable = '' } = openOffline(state).outputs;
  const ids = [...openOffline(state).rows(AuditTable)]
    .filter(({ isWaiting }) => isWaiting)
    .map(({ item }) => String(item['entryId']?.['S']));
  // As if they were an hour old: entries of the last minutes need not be archived in any case.
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const lain = copied();
  edit(join(lain, 'tables.journal'), (lines) =>
    lines.map((line) =>
      ids.some((id) => line.includes(id)) ? line.replaceAll(/("at":\{"S":")[^"]*/g, `$1${hourAgo}`) : line,
    ),
  );
  const lost = mkdtempSync(join(tmpdir(), 'portcullis-spoilt-'));
  folders.push(lost);
  cpSync(lain, lost, { recursive: true });
  edit(join(lost, 'tables.journal'), (lines) => [...lines, JSON.stringify({ read: [AuditTable, 1_000_000] })]);

  const young = verify('--data', state);
  const waiting = verify('--data', lain);
  const missing = verify('--data', lost);

  expect(ids.length).toBeGreaterThanOrEqual(CALLS);
  expect(young).toMatchObject({ code: 0, report: { table: { young: ids.length, waiting: 0 }, faults: [] } });
  expect(waiting).toMatchObject({ code: 0, report: { table: { young: 0, waiting: ids.length }, faults: [] } });
  expect(waiting.text()).toContain(`The archive has not reached ${ids.length} entries yet`);
  expect(missing.code).toBe(1);
  expect(missing.report.faults.map(({ code, message }) => [code, message.split(' ')[1]]).sort()).toEqual(
    ids.map((id) => ['entry_unarchived', id]).sort(),
  );
}, 120_000);
