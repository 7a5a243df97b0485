/** Answers made to stall the redaction or to switch it off. Sizes are those at which a quadratic search never ends. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';

const governor = compileGovernance();

describe('work stays linear', () => {
  test('numbers tens of thousands of keys that become one marker', () => {
    // Prepare
    const count = 40_000;
    const people = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`u${index}.a@corp-mail.org`, index]),
    );

    // Act
    const keys = Object.keys(governor.redact(people) as object);

    // Assess
    expect(keys).toHaveLength(count);
    expect(keys.slice(0, 2)).toEqual(['[REDACTED:email]', '[REDACTED:email] (2)']);
    expect(keys.at(-1)).toBe(`[REDACTED:email] (${count})`);
  });

  test('finds every card of a string of megabytes, wherever its slices end', () => {
    // Prepare
    const cards = 100_000;

    // Act
    const text = String(governor.redact('4111 1111 1111 1111 '.repeat(cards)));

    // Assess
    expect(text).not.toContain('1111');
    expect(text.split('[REDACTED:card]')).toHaveLength(cards + 1);
  });

  test('leaves grids of numbers, and finds what stands among and behind them', () => {
    // Prepare
    const grids = ['00 ', '1 84 05 ', '12 34 56 ', '1 ', '12.50 '].map((cells) => cells.repeat(20_000));

    // Act
    const kept = grids.map((grid) => governor.redact({ grid }) as { grid: string });
    const found = String(governor.redact(`${grids[1]}, call +44 7911 123456, ${grids[3]}, 4111 1111 1111 1111`));

    // Assess
    expect(kept.map(({ grid }) => grid)).toEqual(grids);
    expect(found).toBe(`${grids[1]}, call [REDACTED:phone], ${grids[3]}, [REDACTED:card]`);
  });
});

describe('imitated markers', () => {
  test.each([
    [{ first_name: '[REDACTED:name] Zebulon' }, { first_name: '[REDACTED:name]' }],
    [{ password: '[REDACTED:secret]Xk9$tulip#77q' }, { password: '[REDACTED:secret]' }],
    [{ ssn: '[REDACTED:ssn]219-09-9999' }, { ssn: '[REDACTED:ssn]' }],
    [{ password: '[REDACTED:Xk9tulip77q]' }, { password: '[REDACTED:secret]' }],
    [{ last_name: '[REDACTED:Quackenbush' }, { last_name: '[REDACTED:name]' }],
    [{ note: '[REDACTED:4556737586899855]' }, { note: '[REDACTED:[REDACTED:card]]' }],
    [{ note: 'login: [REDACTED:email] password=[REDACTED:x9$tul' }, { note: expect.not.stringContaining('x9$tul') }],
  ])('hide nothing: %j', (given, wanted) => {
    // Act
    const redacted = governor.redact(given);

    // Assess
    expect(redacted).toEqual(wanted);
    expect(governor.redact(redacted)).toEqual(redacted);
  });

  test('stay as they are when they are whole and of a known type', () => {
    // Prepare
    const done = {
      password: '[REDACTED:secret] (2)',
      phone: '[REDACTED:phone]',
      note: 'to [REDACTED:email], [REDACTED:ip]',
    };

    // Act
    const redacted = governor.redact(done);

    // Assess
    expect(redacted).toEqual(done);
  });
});
