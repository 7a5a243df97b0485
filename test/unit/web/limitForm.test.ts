import { describe, expect, test } from '@jest/globals';
import { BREAKER_RULES, LIMIT_RULES, numberFault, numbersOf, typedOf } from '../../../web/src/lib/limit-form.ts';

describe('the form of limits', () => {
  test('shows what is stored, and sends what is typed; empty fields set nothing', () => {
    const typed = typedOf(LIMIT_RULES, { callsPerSecond: 5, streams: 2 });

    const sent = numbersOf({ ...typed, streams: ' ', callsPerDay: ' 1000 ' });

    expect(typed).toEqual({
      callsPerSecond: '5',
      callsPerDay: '',
      concurrentCalls: '',
      streams: '2',
      answerBytesPerDay: '',
    });
    expect(sent).toEqual({ callsPerSecond: 5, callsPerDay: 1_000 });
    expect(numbersOf(typedOf(BREAKER_RULES, undefined))).toEqual({});
  });

  test.each([
    ['', undefined],
    ['  ', undefined],
    ['1', undefined],
    ['200', undefined],
    ['0', 'Give a whole number from 1 to 200'],
    ['201', 'Give a whole number from 1 to 200'],
    ['1.5', 'Give a whole number from 1 to 200'],
    ['many', 'Give a whole number from 1 to 200'],
  ])('finds in %j: %s', (text, fault) => {
    const found = numberFault(LIMIT_RULES.concurrentCalls, text);

    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(fault);
  });
});
