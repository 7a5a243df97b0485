/** Rows of calls that wait for a person: each is decided once and made once. */
import { describe, expect, test } from '@jest/globals';
import {
  APPROVAL_LIMITS,
  APPROVAL_MS,
  type ApprovalRow,
  approvalDigest,
  approvalFor,
  approvalsIn,
  decided,
  used,
  waitingIn,
  withApproval,
} from '../../../../core/policies/approvals.ts';

const NOW = 1_700_000_000_000;
const subject = (more: object = {}, tokenId = 'tok_1') => ({
  tool: 'refund',
  arguments: '{"amount":500}',
  request: 'a request',
  caller: { tokenId, tokenLabel: 'Claude' },
  ...more,
});
let count = 0;
const asked = (row?: ApprovalRow, of = subject(), now = NOW) =>
  withApproval(row, 'srv_1', { ...of, approvalId: `apr_${++count}`, policies: ['big'] }, now);
const one = (row: ApprovalRow | undefined, now = NOW) => {
  const [found] = approvalsIn(row, now);
  if (!found) throw new Error('none');
  return found;
};
const approve = (row: ApprovalRow | undefined, now = NOW) =>
  decided(row, one(row, now).approvalId, { status: 'approved', decidedBy: { id: 'ann' } }, now);

describe('a call', () => {
  test('is known by its caller, tool and arguments, and a person in every session of theirs with a client', () => {
    const digests = [
      subject(),
      subject({ tool: 'pay' }),
      subject({ request: 'another request' }),
      subject({ arguments: '{"amount":501}' }),
      subject({}, 'tok_2'),
      subject({ caller: { tokenId: 'tok_1', tokenLabel: 'x', person: 'ann', clientId: 'c' } }),
      subject({ caller: { tokenId: 'tok_1', tokenLabel: 'x', person: 'ann', clientId: 'd' } }),
    ].map(approvalDigest);
    // A client that acts for itself has another token every hour.
    const [machine, renewed] = ['tok_1', 'tok_9'].map((tokenId) =>
      approvalDigest(subject({ caller: { tokenId, tokenLabel: 'y', clientId: 'c' } })),
    );
    expect(renewed).toBe(machine);
    expect(digests).not.toContain(machine);
    const [, again] = ['tok_1', 'tok_9'].map((tokenId) =>
      approvalDigest(subject({ caller: { tokenId, tokenLabel: 'y', person: 'ann', clientId: 'c' } })),
    );

    expect(new Set(digests).size).toBe(digests.length);
    expect(again).toBe(digests[5]);
  });

  test('waits, is approved, and is made once', () => {
    const waiting = asked();
    const { approvalId, digest } = one(waiting);
    expect(used(waiting, approvalId, NOW)).toBeUndefined();

    const approved = approve(waiting);
    expect(approvalFor(approved, digest, NOW)?.status).toBe('approved');
    expect(approve(approved)).toBeUndefined();

    const made = used(approved, approvalId, NOW);
    expect(made?.revision).toBe(3);
    expect(used(made, approvalId, NOW)).toBeUndefined();
    expect(approvalFor(made, digest, NOW)).toBeUndefined();
  });

  test('is good for 15 minutes once it is approved, and waits for a day', () => {
    const waiting = asked();
    const { approvalId, digest } = one(waiting);
    expect(approve(waiting, NOW + APPROVAL_MS.waits - 1)).toBeDefined();
    expect(() => approve(waiting, NOW + APPROVAL_MS.waits)).toThrow();

    const approved = approve(waiting);
    expect(used(approved, approvalId, NOW + APPROVAL_MS.isGood - 1)).toBeDefined();
    expect(used(approved, approvalId, NOW + APPROVAL_MS.isGood)).toBeUndefined();
    expect(approvalFor(approved, digest, NOW + APPROVAL_MS.isGood)).toBeUndefined();
  });

  test('that was refused stays refused while that is shown', () => {
    const waiting = asked();
    const { approvalId, digest } = one(waiting);
    const denied = decided(waiting, approvalId, { status: 'denied', decidedBy: { id: 'ann' }, reason: 'No.' }, NOW);

    expect(approvalFor(denied, digest, NOW + APPROVAL_MS.isShown - 1)).toMatchObject({
      status: 'denied',
      reason: 'No.',
    });
    expect(used(denied, approvalId, NOW)).toBeUndefined();
    expect(approvalFor(denied, digest, NOW + APPROVAL_MS.isShown)).toBeUndefined();
  });
});

test('no more wait than a person reads, of a server and of a caller', () => {
  let row: ApprovalRow | undefined;
  for (let n = 0; n < APPROVAL_LIMITS.caller; n++) row = asked(row, subject({ arguments: `{"n":${n}}` }));
  expect(asked(row, subject({ arguments: '{"n":99}' }))).toBeUndefined();

  for (let n = APPROVAL_LIMITS.caller; n < APPROVAL_LIMITS.server; n++) row = asked(row, subject({}, `tok_${n + 5}`));
  expect(waitingIn(row, NOW)).toHaveLength(APPROVAL_LIMITS.server);
  expect(asked(row, subject({}, 'tok_last'))).toBeUndefined();
  expect(asked(row, subject({}, 'tok_last'), NOW + APPROVAL_MS.waits)).toBeDefined();

  for (const caller of [{ person: 'ann' }, { clientId: 'machine' }]) {
    let own: ApprovalRow | undefined;
    const of = (n: number) =>
      subject({ arguments: `${n}`, caller: { clientId: `c${n}`, ...caller, tokenId: `tok_${n}`, tokenLabel: 'x' } });
    for (let n = 0; n < APPROVAL_LIMITS.caller; n++) own = asked(own, of(n));
    expect(asked(own, of(99))).toBeUndefined();
  }
  expect(JSON.stringify(row).length + APPROVAL_LIMITS.server * APPROVAL_LIMITS.characters * 1.5).toBeLessThan(400_000);
});
