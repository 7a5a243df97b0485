import { describe, expect, test } from '@jest/globals';
import { type AuditEntry, newEntry } from '../../../../core/audit/entry.ts';
import { type AuditFilters, matches } from '../../../../core/audit/filter.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const call = {
  ...newEntry({ kind: 'management', serverId: 'srv_1', actor: 'a', action: 'x', detail: {} }, NOW),
  kind: 'call',
  tool: 'read',
  tokenId: 'tok_1',
  class: 'query',
  outcome: 'error',
  status: 404,
} as unknown as AuditEntry;
const management = newEntry({ kind: 'management', serverId: 'srv_1', actor: 'a', action: 'x', detail: {} }, NOW);

describe('an audit filter', () => {
  test.each<[AuditFilters, boolean, boolean]>([
    [{}, true, true],
    [{ tool: 'read' }, true, false],
    [{ tool: 'write' }, false, false],
    [{ token: 'tok_1' }, true, false],
    [{ token: 'tok_2' }, false, false],
    [{ class: 'query' }, true, false],
    [{ class: 'call' }, true, false],
    [{ class: 'mutation' }, false, false],
    [{ class: 'management' }, false, true],
    [{ status: 'error' }, true, false],
    [{ status: 'ok' }, false, false],
    [{ status: '404' }, true, false],
    [{ status: '4xx' }, true, false],
    [{ status: '5xx' }, false, false],
    [{ from: '2026-11-21T12:00:00.000Z', to: '2026-11-21T12:00:00.000Z' }, true, true],
    [{ from: '2026-11-21T12:00:00.001Z' }, false, false],
    [{ to: '2026-11-21T11:59:59.999Z' }, false, false],
    [{ tool: 'read', status: 'ok' }, false, false],
  ])('%j lets a failed call through: %s, a management action: %s', (filters, passesCall, passesManagement) => {
    expect(matches(call, filters)).toBe(passesCall);
    expect(matches(management, filters)).toBe(passesManagement);
  });
});

describe('a new entry', () => {
  test('stands in the partition of its server and day, under an id that sorts by time', () => {
    const later = newEntry({ kind: 'management', serverId: 'srv_1', actor: 'a', action: 'y', detail: {} }, NOW);

    expect(management).toMatchObject({ serverDay: 'srv_1#2026-11-21', at: '2026-11-21T12:00:00.000Z' });
    expect(later.entryId > management.entryId).toBe(true);
  });
});
