/**
 * The audit archive end to end on the local stack: calls reach it by the table's stream, `audit verify` finds it sound while the stack
 * runs and when it does not, and names what somebody changed on the disk. Its last stack runs on a copy of the data: a restored backup.
 */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addToken, deploy, startStack } from '../support/stack.ts';
import { archiveCopied, archiveOf, bodyOf, edit, stopped, verify } from '../support/verify.ts';

const root = resolve(import.meta.dirname, '..', '..');
const folders: string[] = [];
let state: string;
/** What the stack over the restored copy answered. */
const restored = { call: '', refused: 0, status: '', manifests: 0 };

async function answerTo(mcpUrl: string, method: string, params?: object): Promise<string> {
  const response = await fetch(mcpUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  expect(response.status).toBe(200);
  return response.text();
}
async function ask(mcpUrl: string, times: number, method: string, params?: object): Promise<void> {
  for (let n = 0; n < times; n++) await answerTo(mcpUrl, method, params);
}
const list = (mcpUrl: string, times: number) => ask(mcpUrl, times, 'tools/list');
/** Each is in the trail before its answer leaves; a list's entry is written beside its answer. */
const call = (mcpUrl: string, times: number) =>
  ask(mcpUrl, times, 'tools/call', { name: 'getCustomer', arguments: { customerId: 'cus_000001' } });

beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'portcullis-archive-'));
  folders.push(data);
  const original = join(data, 'state');
  const first = await startStack({ data, demo: true });
  const { mcpUrl, serverId } = await deploy(first, {
    source: { kind: 'openapi', url: first.demo?.specUrl },
    auth: first.demo?.auth,
  });
  await list(mcpUrl, 5);
  // Entries of the last minute wait for their batch; a running stack is sound without them.
  expect(verify('--data', original)).toMatchObject({ code: 0, report: { ok: true, trust: 'stack' } });
  await stopped(first);
  restored.manifests = verify('--data', original).report.manifests;
  expect(restored.manifests).toBeGreaterThan(0);

  // A stack that was killed hands over at its next start, or end, what it had not yet. Killed right behind an answer.
  const second = await startStack({ data });
  await call(mcpUrl.replace(first.edgeUrl, second.edgeUrl), 3);
  const gone = await addToken(second, serverId, 'gone');
  await second.api('DELETE', `/v1/servers/${serverId}/tokens/${gone.id}`);
  await second.kill();
  expect(verify('--data', original)).toMatchObject({ code: 0, report: { table: { young: expect.any(Number) } } });

  // The backup: the folder as it is, copied and restored elsewhere, where a fresh stack goes on.
  const backup = mkdtempSync(join(tmpdir(), 'portcullis-backup-'));
  folders.push(backup);
  state = join(backup, 'state');
  cpSync(original, state, { recursive: true });
  rmSync(data, { recursive: true });
  const third = await startStack({ data: backup, demo: true });
  const there = mcpUrl.replace(first.edgeUrl, third.edgeUrl);
  await list(there, 2);
  restored.call = await answerTo(there, 'tools/call', { name: 'getCustomer', arguments: { customerId: 'cus_000001' } });
  restored.refused = (await fetch(`${third.edgeUrl}/${gone.value}/mcp`, { method: 'POST', body: '{}' })).status;
  restored.status = (await third.api<{ status: string }>('GET', `/v1/servers/${serverId}`)).status;
  await stopped(third);
}, 240_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The stack's folder once more, for a test to spoil. */
function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-spoilt-'));
  folders.push(folder);
  cpSync(state, folder, { recursive: true });
  return folder;
}

test('a fresh stack over a copy of the data goes on: tokens, credentials, the archive', () => {
  const { code, report } = verify('--data', state);

  // The API wants its credential, which was opened with the copied key.
  expect(restored.call).toContain('cus_000001');
  expect(restored.call).not.toContain('"isError":true');
  expect([restored.status, restored.refused]).toEqual(['live', 404]);
  expect([code, report.faults]).toEqual([0, []]);
  expect(report.manifests).toBeGreaterThan(restored.manifests);
});

describe('the archive of a stack that was stopped', () => {
  test('holds every row of the table, signed with the stack’s key', () => {
    const { code, report, text } = verify('--data', state);

    expect(code).toBe(0);
    expect(report).toMatchObject({ ok: true, trust: 'stack', notes: [], faults: [] });
    // A kill may fall between an object and its manifest, or between a manifest and the end of its batch, which is then archived again.
    expect(report.spareObjects).toBeLessThanOrEqual(1);
    expect(report.repeated).toBeLessThanOrEqual(3);
    expect(report.entries).toBe(report.table?.rows);
    // The making of the server, five lists, three calls, two lists, one call.
    expect(report.entries).toBeGreaterThanOrEqual(12);
    expect(report.table).toMatchObject({ young: 0, older: 0 });
    expect(report.manifests).toBeGreaterThanOrEqual(2);
    expect(text()).toMatch(/^✓ .*: \d+ manifests, \d+ entries, sound\n {2}signed with the key of the local stack\n/);
  });

  test('is sound as a copy elsewhere, with the public key that goes along or one that the caller trusts', () => {
    const copy = mkdtempSync(join(tmpdir(), 'portcullis-copy-'));
    folders.push(copy);
    archiveCopied(state, copy);
    const [pem] = readdirSync(join(copy, 'keys'));
    const untrusted = verify('--data', copy);
    expect(untrusted).toMatchObject({ code: 0, report: { trust: 'archive' } });
    expect(untrusted.text()).toContain('! The signatures were checked with the key stored in the archive');

    const trusted = verify('--data', copy, '--key', join(copy, 'keys', String(pem)));
    expect(trusted).toMatchObject({ code: 0, report: { trust: 'caller', entries: untrusted.report.entries } });

    rmSync(join(copy, 'manifests', '000000000001.json'));
    expect(verify('--data', copy)).toMatchObject({
      code: 1,
      report: { faults: [{ code: 'manifest_missing', sequence: 1 }] },
    });
  });

  test.each([
    [
      'an object',
      'object_changed',
      (folder: string) => {
        const path = bodyOf(folder, 'entries/');
        const bytes = readFileSync(path);
        bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1;
        writeFileSync(path, bytes);
      },
    ],
    [
      'a manifest',
      'signature_wrong',
      (folder: string) => {
        const path = bodyOf(folder, 'manifests/000000000001.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace('"at":"2', '"at":"1'));
      },
    ],
    [
      'a manifest that is deleted',
      'manifest_missing',
      (folder: string) =>
        edit(join(archiveOf(folder), 'index'), (lines) =>
          lines.filter((line) => !line.includes('manifests/000000000001')),
        ),
    ],
  ])('%s: %s at the manifest it concerns', (_name, code, spoil) => {
    const folder = copied();
    spoil(folder);

    const { code: exit, report, text } = verify('--data', folder);

    expect(exit).toBe(1);
    expect(report.faults[0]).toMatchObject({ code, sequence: 1 });
    expect(text()).toContain(`first broken link: manifest 1: ${code}: `);
  });

  test.each([
    [
      'a row that is edited',
      'row_changed',
      (line: string) => line.replace('"method":{"S":"tools/list"}', '"method":{"S":"ping"}'),
    ],
    ['a row that is taken out', 'row_missing', (line: string) => (line.includes('tools/list') ? '{"w":[]}' : line)],
  ])('%s: %s, though the chain is whole', (_name, code, spoil) => {
    const folder = copied();
    edit(join(folder, 'tables.journal'), (lines) => {
      const at = lines.findIndex((line) => line.includes('tools/list'));
      return lines.with(at, spoil(lines[at] as string));
    });

    const { code: exit, report } = verify('--data', folder);

    expect(exit).toBe(1);
    expect(report.faults).toEqual([expect.objectContaining({ code, message: expect.stringContaining('Entry ') })]);
  });

  test.each([
    ['with another key', () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey],
    ['with the same key and a remark', undefined],
  ])('a key file %s: key_changed, whoever the trusted key comes from', (_name, newKey) => {
    const folder = copied();
    const path = bodyOf(folder, 'keys/');
    const pem = readFileSync(path, 'utf8');
    const changed = newKey?.().export({ type: 'spki', format: 'pem' }) ?? `${pem}trust me\n`;
    writeFileSync(path, changed);

    const { code, report, text } = verify('--data', folder);

    expect([code, report.trust]).toEqual([1, 'stack']);
    expect(report.faults).toEqual([
      { code: 'key_changed', message: expect.stringMatching(/^keys\/[0-9a-f]{64}\.pem does not hold/) },
    ]);
    expect(text()).toContain('first broken link: key_changed: ');
  });

  test('the newest manifest is cut off: its entries are in the table alone, and the head of an earlier run is gone', () => {
    const { report: sound } = verify('--data', state);
    const head = sound.head as { sequence: number; sha256: string };
    const last = `manifests/${String(head.sequence).padStart(12, '0')}`;
    const folder = copied();
    edit(join(archiveOf(folder), 'index'), (lines) => lines.filter((line) => !line.includes(last)));
    // Rows of the last minutes may still be on their way; some time later they may not.
    edit(join(folder, 'tables.journal'), (lines) =>
      lines.map((line) => line.replaceAll(/("at":\{"S":")\d{4}/g, '$12025')),
    );

    const { report } = verify('--data', folder, '--head', `${head.sequence}:${head.sha256}`);

    expect(report.faults[0]).toMatchObject({ code: 'manifest_missing', sequence: head.sequence });
    expect(verify('--data', state, '--head', `${head.sequence}:${head.sha256}`).code).toBe(0);
  });

  test('a damaged or foreign folder is neither sound nor broken: exit code 2', () => {
    const folder = copied();
    writeFileSync(join(folder, 'kms.json'), '{"half');
    expect(verify('--data', folder)).toMatchObject({ code: 2, report: { ok: false, error: { code: 'data_corrupt' } } });

    const { status, stderr } = spawnSync(process.execPath, ['cli/main.ts', 'audit', 'verify', '--data', tmpdir()], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('contains neither a local stack')]);
  });
});
