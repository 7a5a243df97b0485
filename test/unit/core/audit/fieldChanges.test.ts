import { describe, expect, test } from '@jest/globals';
import {
  bounded,
  fieldChanges,
  governanceChanges,
  memberChanges,
  replaced,
} from '../../../../core/audit/fieldChanges.ts';
import { serverChanges, toolChanges } from '../../../../core/audit/rowChanges.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import type { ServerRow } from '../../../../core/model/server.ts';

const lines = (count: number, text = (at: number) => `Rule number ${at} of the house.`) =>
  Array.from({ length: count }, (_, at) => text(at)).join('\n');

describe('changed fields', () => {
  test('have their old and their new value, null where none was set, and equal ones are left out', () => {
    const before = { name: 'Orders', signed: false, path: '/a', tags: ['x'] };
    const after = { name: 'Shop', signed: false, upstreamMs: 5_000, tags: ['x', 'y'] };

    const changes = fieldChanges(before, after, ['name', 'signed', 'upstreamMs', 'path', 'tags']);

    expect(changes).toEqual([
      { field: 'name', old: 'Orders', new: 'Shop' },
      { field: 'upstreamMs', old: null, new: 5_000 },
      { field: 'path', old: '/a', new: null },
      { field: 'tags', old: ['x'], new: ['x', 'y'] },
    ]);
  });

  test('that are long texts are told as a diff of their lines, with the digests of both', () => {
    const old = lines(100);
    const now = old.replace('Rule number 50 of', 'Rule number 50, changed, of');

    const [change] = fieldChanges({ rules: old }, { rules: now }, ['rules']);

    expect(change).toMatchObject({
      field: 'rules',
      from: { characters: old.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      to: { characters: now.length },
    });
    const { diff } = change as { diff: string };
    expect(diff.split('\n').filter((line) => /^[+-]/.test(line))).toEqual([
      '-Rule number 50 of the house.',
      '+Rule number 50, changed, of the house.',
    ]);
    expect(diff.length).toBeLessThan(300);
  });

  test('of any depth are a diff of their JSON, because a table takes 32 levels', () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 200; level++) deep = { properties: { a: deep } };

    const [change] = fieldChanges({ inputSchema: {} }, { inputSchema: deep }, ['inputSchema']);

    expect(Object.values(change as object).every((value) => typeof value !== 'object' || 'sha256' in value)).toBe(true);
  });

  test('that differ in more lines than are looked through, or by a longer diff, are told by length and digest', () => {
    const before = { many: lines(3_000), long: 'a'.repeat(20_000) };
    const after = { many: lines(3_000, (at) => `Another one, ${at}.`), long: 'b'.repeat(20_000) };

    const changes = fieldChanges(before, after, ['many', 'long']);

    expect(changes).toMatchObject([
      { field: 'many', from: { characters: before.many.length } },
      { field: 'long', to: { characters: 20_000 } },
    ]);
    expect(changes.some((change) => 'diff' in change)).toBe(false);
  });

  test('never take more room in an entry than the limit, and each keeps its name', () => {
    const fields = Array.from({ length: 9 }, (_, at) => `text${at}`);
    const after = Object.fromEntries(fields.map((field) => [field, lines(280)]));

    const { changes } = bounded(fieldChanges({}, after, fields));

    expect(changes.map(({ field }) => field)).toEqual(fields);
    expect(changes.filter((change) => 'diff' in change).length).toBeGreaterThan(1);
    expect(changes.at(-1)).not.toHaveProperty('diff');
    expect(JSON.stringify(changes).length).toBeLessThan(LIMITS.auditChange.all);
  });

  test('of records are told member by member', () => {
    const changes = memberChanges('annotations', { readOnlyHint: true, openWorldHint: true }, { readOnlyHint: false });

    expect(changes).toEqual([
      { field: 'annotations.openWorldHint', old: true, new: null },
      { field: 'annotations.readOnlyHint', old: true, new: false },
    ]);
  });
});

describe('changed governance', () => {
  test('says what held before an override and what holds after it is taken back', () => {
    const changes = governanceChanges({ maxItems: 20 }, { pii: false }, { maxItems: 30 });

    expect(changes).toEqual([
      { field: 'governance.pii', old: null, new: false, inherited: true },
      { field: 'governance.maxItems', old: 20, new: null, inherited: 30 },
    ]);
  });

  test('names each detector that was switched', () => {
    const changes = governanceChanges({ detectors: { email: false, iban: true } }, { detectors: { iban: false } });

    expect(changes).toEqual([
      { field: 'governance.detectors.email', old: false, new: null },
      { field: 'governance.detectors.iban', old: true, new: false },
    ]);
  });
});

describe('a changed server', () => {
  const SERVER: Partial<ServerRow> = {
    name: 'Demo',
    source: { kind: 'openapi', url: 'https://api.example.com/openapi.json?key=***', sealedUrl: 'sealed-address-1' },
    auth: { type: 'bearer', ciphertext: 'sealed-credential-1', origin: 'https://api.example.com' },
    hosts: { 'https://files.example.com': { approvedAt: 'then', approvedBy: 'ann' } },
  };

  test('tells of credentials and of keys in addresses only that they were replaced', () => {
    const after: Partial<ServerRow> = {
      ...SERVER,
      source: { kind: 'openapi', url: 'https://api.example.com/openapi.json?key=***', sealedUrl: 'sealed-address-2' },
      auth: {
        type: 'header',
        headerName: 'x-key',
        ciphertext: 'sealed-credential-2',
        origin: 'https://api.example.com',
      },
      hosts: {
        'https://files.example.com': {
          approvedAt: 'then',
          approvedBy: 'ann',
          auth: { type: 'bearer', ciphertext: 'sealed-credential-3', origin: 'https://files.example.com' },
        },
      },
    };

    const changes = serverChanges(SERVER, after, {});

    expect(changes).toEqual([
      replaced('source.url'),
      { field: 'auth.headerName', old: null, new: 'x-key' },
      { field: 'auth.type', old: 'bearer', new: 'header' },
      replaced('auth.credential'),
      { field: 'hosts.https://files.example.com.origin', old: null, new: 'https://files.example.com' },
      { field: 'hosts.https://files.example.com.type', old: 'none', new: 'bearer' },
      replaced('hosts.https://files.example.com.credential'),
    ]);
    expect(JSON.stringify(changes)).not.toContain('sealed');
  });

  test('tells which hosts were approved and removed, and that another document was uploaded', () => {
    const after: Partial<ServerRow> = {
      ...SERVER,
      source: { kind: 'openapi', uploadKey: 'uploads/srv/dep.gz', tags: ['pets'] },
      hosts: { 'https://cdn.example.com': { approvedAt: 'now', approvedBy: 'ann' } },
    };

    const changes = serverChanges(SERVER, after, {});

    expect(changes).toContainEqual({ field: 'source.tags', old: null, new: ['pets'] });
    expect(changes).toContainEqual(replaced('source.document'));
    expect(changes).toContainEqual({
      field: 'hosts',
      old: ['https://files.example.com'],
      new: ['https://cdn.example.com'],
    });
    expect(JSON.stringify(changes)).not.toContain('uploads/');
  });
});

test('a changed tool tells its fields, its annotations one by one and its schema as a diff', () => {
  const before = { title: 'Get', annotations: hints(true), inputSchema: { type: 'object', properties: {} } };
  const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };

  const changes = toolChanges(before, { title: 'Get it', annotations: hints(false), inputSchema });

  expect(changes).toEqual([
    { field: 'title', old: 'Get', new: 'Get it' },
    expect.objectContaining({ field: 'inputSchema', diff: expect.stringContaining('+    "id": {') }),
    { field: 'annotations.readOnlyHint', old: true, new: false },
  ]);
});

const hints = (readOnlyHint: boolean) => ({
  readOnlyHint,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
});
