import { describe, expect, test } from '@jest/globals';
import {
  compileGovernance,
  DETECTORS,
  type GovernanceOverrides,
  tryGovernance,
  validateGovernance,
} from '../../../../core/governance/index.ts';
import { InvalidInput } from '../../../../core/lib/errors.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';

function faultsOf(task: () => unknown): InvalidInput {
  try {
    task();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInput);
    return error as InvalidInput;
  }
  throw new Error('nothing was refused');
}

describe('validateGovernance', () => {
  test('looks at no more detectors than there can be fields', () => {
    const detectors = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`made-up-${at}`, true]));

    const { faults } = faultsOf(() => validateGovernance({ detectors }));

    expect(faults).toHaveLength(201);
    expect(faults[0]).toMatchObject({ field: '/detectors', rule: 'maxItems' });
  });

  test('returns what is right', () => {
    // Prepare
    const overrides: GovernanceOverrides = {
      pii: true,
      truncation: false,
      maxItems: 5,
      maxBytes: 4 * 1024 * 1024,
      detectors: { email: false },
      allowFields: ['/users/*/email', 'nickname'],
      customFields: ['/**/notes'],
      customPatterns: [{ name: 'badge', pattern: 'B-\\d{6}' }],
      systemRules: 'Be brief.',
    };

    // Act and assess
    expect(validateGovernance(overrides)).toEqual(overrides);
    expect(validateGovernance({})).toEqual({});
  });

  test('lists every field that is wrong', () => {
    // Act
    const { faults, code } = faultsOf(() =>
      validateGovernance({
        pii: 'yes',
        maxItems: 4,
        maxBytes: 10,
        detectors: { emial: true, ip: 1 },
        allowFields: ['users.*', '/a~2'],
        customFields: 'x',
        systemRules: 'x'.repeat(LIMITS.systemRules + 1),
        maxitems: 3,
      }),
    );

    // Assess
    expect(code).toBe('invalid_request');
    expect(faults.map((fault) => fault.field)).toEqual([
      '/pii',
      '/maxItems',
      '/maxBytes',
      '/detectors/emial',
      '/detectors/ip',
      '/allowFields/0',
      '/allowFields/1',
      '/customFields',
      '/systemRules',
      '/maxitems',
    ]);
  });

  test.each([
    ['a look-ahead', '(?=x)x', 're2'],
    ['a back-reference', '(a)\\1', 're2'],
    ['an open bracket', '[a', 're2'],
    ['a blown-up repeat', '(a{1,60}){1,60}', 're2'],
    ['a large program', '([a-z]{1,30}[0-9]{1,30}){1,30}', 'programSize'],
    ['a pattern that matches nothing', 'a*', 'empty'],
    ['too many characters', 'a'.repeat(513), 'maxLength'],
  ])('refuses %s with pattern_invalid', (_name, pattern, rule) => {
    // Act
    const error = faultsOf(() => validateGovernance({ customPatterns: [{ name: 'x', pattern }] }));

    // Assess
    expect(error.code).toBe('pattern_invalid');
    expect(error.faults).toMatchObject([{ field: '/customPatterns/0/pattern', rule }]);
  });

  test('refuses more than twenty patterns, bad names and a name used twice', () => {
    // Prepare
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `p${index}`, pattern: 'a' }));

    // Act and assess
    expect(faultsOf(() => validateGovernance({ customPatterns: many })).faults[0]).toMatchObject({ rule: 'maxItems' });
    expect(
      faultsOf(() => validateGovernance({ customPatterns: [{ name: 'a b', pattern: 'a' }] })).faults[0],
    ).toMatchObject({ field: '/customPatterns/0/name' });
    expect(
      faultsOf(() =>
        validateGovernance({
          customPatterns: [
            { name: 'a', pattern: 'a' },
            { name: 'a', pattern: 'b' },
          ],
        }),
      ).faults[0],
    ).toMatchObject({ rule: 'unique' });
  });

  test.each([null, [], 'x', 3])('refuses %j', (value) => {
    expect(faultsOf(() => validateGovernance(value)).faults).toHaveLength(1);
  });
});

describe('an owner settings', () => {
  const document = {
    id: 7,
    email: 'ann@example.org',
    ip: '203.0.113.9',
    login: 'ann',
    badge: 'B-123456 was lost',
    users: [{ email: 'bo@example.org', notes: 'tall', age: 41 }],
    audit: { by: 'cy@example.org' },
  };

  test('switch detectors off and on', () => {
    // Prepare
    const governor = compileGovernance({ detectors: { email: false, username: true, age: true } });

    // Act and assess
    expect(governor.redact(document)).toEqual({
      ...document,
      ip: '[REDACTED:ip]',
      login: '[REDACTED:username]',
      users: [{ email: 'bo@example.org', notes: 'tall', age: '[REDACTED:age]' }],
    });
  });

  test('spare allowed fields, by pointer with wildcards and by name', () => {
    expect(compileGovernance({ allowFields: ['/users/*/email'] }).redact(document)).toMatchObject({
      email: '[REDACTED:email]',
      users: [{ email: 'bo@example.org' }],
    });
    expect(compileGovernance({ allowFields: ['/**/by', 'ip'] }).redact(document)).toMatchObject({
      ip: '203.0.113.9',
      audit: { by: 'cy@example.org' },
    });
    expect(compileGovernance({ allowFields: ['E-Mail'] }).redact(document)).toMatchObject({
      email: 'ann@example.org',
      users: [{ email: 'bo@example.org' }],
    });
    expect(compileGovernance({ allowFields: ['/users'] }).redact(document)).toMatchObject({
      users: [{ email: 'bo@example.org' }],
    });
  });

  test('redact custom fields and everything below them, but no booleans', () => {
    expect(
      compileGovernance({ customFields: ['notes', '/audit'] }).redact({
        ...document,
        audit: { by: 'cy', deep: [{ n: 1, on: true, none: null }] },
      }),
    ).toMatchObject({
      users: [{ notes: '[REDACTED:field]' }],
      audit: { by: '[REDACTED:field]', deep: [{ n: '[REDACTED:field]', on: true, none: null }] },
    });
  });

  test('find custom patterns in every string', () => {
    // Act
    const { value, report } = compileGovernance({
      customPatterns: [{ name: 'badge', pattern: 'B-\\d{6}' }],
    }).redactWithReport(document);

    // Assess
    expect(value).toMatchObject({ badge: '[REDACTED:badge] was lost', email: '[REDACTED:email]' });
    expect(report.byType['badge']).toBe(1);
  });

  test('stop a pattern that needs too much work with a clear error, and go on with the next answer', () => {
    // Prepare
    const governor = compileGovernance({
      customPatterns: [{ name: 'slow', pattern: '(?:[a-z]{1,40}x){1,15}y' }],
      truncation: false,
    });
    const body = Buffer.from(JSON.stringify({ text: 'ab'.repeat(1_000_000) }));

    // Act and assess
    expect(() => governor.governBytes(body, 'application/json')).toThrow(
      expect.objectContaining({ code: 'pattern_too_slow' }),
    );
    expect(governor.redact('ann@example.org')).toBe('[REDACTED:email]');
  });

  test('run a pattern that backtracking engines choke on', () => {
    const governor = compileGovernance({ customPatterns: [{ name: 'evil', pattern: '(a+)+$' }] });
    expect(governor.redact(`${'a'.repeat(20_000)}!`)).toBe(`${'a'.repeat(20_000)}!`);
  }, 5_000);

  test('cannot be compiled with a pattern that is none', () => {
    expect(() => compileGovernance({ customPatterns: [{ name: 'x', pattern: '(' }] })).toThrow(
      expect.objectContaining({ code: 'pattern_invalid' }),
    );
  });
});

describe('detector policy', () => {
  test('has ids that fit into markers and say what they find', () => {
    for (const detector of DETECTORS) {
      expect(detector.id).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(detector.finds).not.toBe('');
    }
    expect(new Set(DETECTORS.map((detector) => detector.id)).size).toBe(DETECTORS.length);
  });
});

describe('tryGovernance', () => {
  test('shows the governed document, the findings and how long it took', () => {
    // Prepare
    let clock = 0;

    // Act
    const trial = tryGovernance(
      { email: 'ann@example.org', cc: ['bo@example.org'], ip: '203.0.113.9' },
      { detectors: { ip: false } },
      { now: () => (clock += 2) },
    );

    // Assess
    expect(JSON.parse(trial.governed.text)).toEqual({
      email: '[REDACTED:email]',
      cc: ['[REDACTED:email]'],
      ip: '203.0.113.9',
    });
    expect(trial.findings).toEqual([{ type: 'email', count: 2 }]);
    expect(trial.timing).toEqual({ compileMs: 2, governMs: 2 });
  });

  test('governs text as text and JSON text as JSON', () => {
    expect(tryGovernance('mail ann@example.org', {}).governed).toMatchObject({
      text: 'mail [REDACTED:email]',
      json: false,
    });
    expect(tryGovernance('{"email":"ann@example.org"}', {}).governed).toMatchObject({
      text: '{"email":"[REDACTED:email]"}',
      json: true,
    });
  });
});
