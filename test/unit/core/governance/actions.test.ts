/** Kinds that are only reported, kinds for which answers are refused, and the dry run. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance, tryGovernance, validateGovernance } from '../../../../core/governance/index.ts';
import type { GovernanceOverrides } from '../../../../core/model/governance/settings.ts';

const ANSWER = {
  customer: { name: 'Ann Lee', email: 'ann@example.org', phone: '+44 7911 123456' },
  note: 'ann@example.org',
};
const governed = (settings: GovernanceOverrides) =>
  compileGovernance(settings).governBytes(Buffer.from(JSON.stringify(ANSWER)), 'application/json');

describe('a kind that is reported', () => {
  test('passes everywhere and is counted, and others are redacted', () => {
    const { text, redactions } = governed({ actions: { email: 'report' } });

    expect(JSON.parse(text)).toEqual({
      customer: { name: '[REDACTED:name]', email: 'ann@example.org', phone: '[REDACTED:phone]' },
      note: 'ann@example.org',
    });
    expect(redactions.wouldRedact).toEqual({ email: 2 });
    expect(redactions.byType).toEqual({ name: 1, phone: 1 });
  });

  test('is redacted in what is no answer', () => {
    const { redact } = compileGovernance({ actions: { email: 'report' } });

    expect(redact({ email: 'ann@example.org' })).toEqual({ email: '[REDACTED:email]' });
  });

  test('is not counted where there is none, or where nothing is redacted at all', () => {
    expect(governed({ actions: { card: 'report' } }).redactions).not.toHaveProperty('wouldRedact');
    expect(governed({ pii: false, dryRun: true }).redactions).not.toHaveProperty('wouldRedact');
  });
});

describe('a dry run', () => {
  test('shows all, counts all, and refuses nothing', () => {
    const { text, redactions } = governed({ dryRun: true, actions: { email: 'refuse' } });

    expect(JSON.parse(text)).toEqual(ANSWER);
    expect(redactions).toMatchObject({ count: 0, wouldRedact: { name: 1, email: 2, phone: 1 } });
  });

  test('cuts as it would without', () => {
    const list = Buffer.from(JSON.stringify(Array.from({ length: 9 }, () => 'ann@example.org')));
    const { truncations } = compileGovernance({ dryRun: true, maxItems: 5 }).governBytes(list, 'application/json');

    expect(truncations).toEqual([{ pointer: '', total: 9, kept: 5 }]);
  });
});

describe('a kind that is refused', () => {
  test('withholds the whole answer by a code and the name of the kind', () => {
    const refusing = () => governed({ actions: { email: 'refuse', phone: 'refuse', card: 'refuse' } });

    expect(refusing).toThrow(
      expect.objectContaining({ code: 'answer_refused', context: { hits: { email: 2, phone: 1 } } }),
    );
    expect(refusing).toThrow(/\(email, phone\)/);
    expect(refusing).not.toThrow(/ann|7911/);
  });

  test('lets answers without it pass, and is nothing in a mode that does not have it', () => {
    expect(governed({ actions: { card: 'refuse' } }).text).toContain('[REDACTED:email]');
    expect(governed({ mode: 'minimal', actions: { email: 'refuse' } }).text).toContain('ann@example.org');
  });
});

test('a trial of what is refused shows what a model would get', () => {
  const { governed: shown } = tryGovernance(ANSWER, { actions: { email: 'refuse' } });

  expect(shown.text).toContain('(answer_refused)');
  expect(shown.text).not.toContain('ann');
  expect(shown.redactions.wouldRedact).toEqual({ email: 2 });
});

test.each([{ actions: { mail: 'report' } }, { actions: { email: 'hide' } }, { actions: ['email'] }, { dryRun: 'yes' }])(
  'actions name detectors and one of two words: %j',
  (settings) => {
    expect(() => validateGovernance(settings)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  },
);
