import { describe, expect, test } from '@jest/globals';
import { type Grouping, groupCalls, isChosen } from '../../../../core/audit/callGroups.ts';
import type { CallFigures } from '../../../../core/audit/stats.ts';

const call = (change: Partial<CallFigures> = {}): CallFigures => ({
  serverId: 'srv_000000000001',
  tool: 'get_order',
  tokenId: 'tok_1',
  tokenLabel: 'Claude',
  outcome: 'ok',
  durationMs: 10,
  redactedFields: 0,
  truncations: 0,
  bytesIn: 100,
  bytesOut: 310,
  at: 1_000,
  idAt: 1_000,
  ...change,
});

/** Newest first, as they are read. */
const CALLS = [
  call({ at: 9_000, tokenLabel: 'Renamed', client: 'cursor 2.0', durationMs: 90 }),
  call({ at: 8_000, tool: 'list', client: 'cursor 2.0', outcome: 'error', errorCode: 'upstream_4xx', durationMs: 50 }),
  call({
    at: 7_000,
    tool: 'list',
    outcome: 'error',
    errorCode: 'rate_limited',
    person: 'p1',
    personName: 'ann@a.example',
  }),
  call({
    at: 6_000,
    tool: 'list',
    outcome: 'error',
    errorCode: 'upstream_4xx',
    redactedKinds: [{ kind: 'email', count: 2 }],
  }),
  call({
    at: 5_000,
    tool: 'list',
    tokenId: 'tok_2',
    tokenLabel: 'CI',
    truncations: 1,
    redactedFields: 5,
    redactedKinds: [
      { kind: 'email', count: 1 },
      { kind: 'phone', count: 4 },
    ],
  }),
];

describe('calls in groups', () => {
  test('have figures, errors by code and redactions by kind, in total and by tool', () => {
    const { totals, groups } = groupCalls(CALLS, 'tool');

    expect(totals).toMatchObject({ calls: 5, errors: 3, p50Ms: 10, p95Ms: 90, tokens: 500, truncations: 1 });
    expect(groups.map(({ key, calls }) => [key, calls])).toEqual([
      ['list', 4],
      ['get_order', 1],
    ]);
    expect(groups[0]).toMatchObject({
      errors: 3,
      errorCodes: [
        { code: 'upstream_4xx', calls: 2 },
        { code: 'rate_limited', calls: 1 },
      ],
      redacted: [
        { kind: 'phone', count: 4 },
        { kind: 'email', count: 3 },
      ],
      lastAt: '1970-01-01T00:00:08.000Z',
    });
  });

  test.each<[Grouping, [key: string, label: string, calls: number][]]>([
    [
      'token',
      [
        ['tok_1', 'Renamed', 4],
        ['tok_2', 'CI', 1],
      ],
    ],
    [
      'client',
      [
        ['', '', 3],
        ['cursor 2.0', 'cursor 2.0', 2],
      ],
    ],
    [
      'person',
      [
        ['', '', 4],
        ['p1', 'ann@a.example', 1],
      ],
    ],
  ])('are by %s, named as in the newest call', (by, expected) => {
    const { groups } = groupCalls(CALLS, by);

    expect(groups.map(({ key, label, calls }) => [key, label, calls])).toEqual(expected);
  });

  test('are chosen by tool, token, client and person, also those without a client or person', () => {
    const chosen = (choice: Parameters<typeof isChosen>[1]) => CALLS.filter((each) => isChosen(each, choice)).length;

    expect([chosen({}), chosen({ tool: 'list' }), chosen({ token: 'tok_2' })]).toEqual([5, 4, 1]);
    expect([chosen({ client: 'cursor 2.0' }), chosen({ client: '' })]).toEqual([2, 3]);
    expect([chosen({ person: 'p1' }), chosen({ person: '' }), chosen({ client: 'cursor' })]).toEqual([1, 4, 0]);
  });
});

test('a call that waits for a person is no failure', () => {
  const waiting = ['approval_required', 'input_required'].map((errorCode) => call({ outcome: 'error', errorCode }));

  const [group] = groupCalls([...waiting, call({ outcome: 'error', errorCode: 'approval_denied' })], 'tool').groups;

  expect(group).toMatchObject({ calls: 3, errors: 1, errorCodes: [{ code: 'approval_denied', calls: 1 }] });
});
