import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { numberTexts } from '../../../../datasets/redaction/index.ts';
import { scoreText } from '../../../../datasets/redaction/score.ts';
import { defined } from '../../../../support/defined.ts';

const { redact } = compileGovernance();

describe('numbers in sentences', () => {
  test('go behind their labels in eight languages, and hardly an ordinary word with them', () => {
    // Prepare
    const texts = numberTexts();

    // Act
    const { byType, lost, words } = scoreText(texts, redact);
    const missed = Object.entries(byType).map(([type, { total, found }]) => [type, total - found]);

    // Assess
    expect(texts.length).toBeGreaterThan(250);
    expect(defined(byType['ssn']).total).toBeGreaterThan(60);
    expect(Object.fromEntries(missed)).toEqual({
      ssn: 0,
      tax: 0,
      phone: 1,
      ip: 0,
      birth: 1,
      password: 1,
      id: 0,
      name: 0,
    });
    expect(lost / words).toBeLessThan(0.005);
  });

  test('are redacted once: what is left is not touched again', () => {
    // Prepare
    const once = numberTexts().map(({ text }) => redact(text));

    // Act & Assess
    expect(once.map((text) => redact(text))).toEqual(once);
  });
});

describe('what only looks like an address', () => {
  test.each([
    'Fixed in 12.41.3.7, backported to 11.40.2.9.',
    'Login failed in app 4.12.0.7 on Monday.',
    '§ 10.2.1.3 gilt entsprechend.',
    'World wide name 50:01:43:80:12:34:56:78 is zoned.',
    'Resolve by 8.8.8.8 and 1.1.1.1.',
  ])('stays: %s', (sentence) => {
    expect(redact(sentence)).toBe(sentence);
  });

  test.each([
    ['84.12.33.9 - - [12/Mar/2024:12:30:45 +0000]', '[REDACTED:ip] - - [12/Mar/2024:12:30:45 +0000]'],
    ['Session of 92.118.3.4, client 4.12.0.7', 'Session of [REDACTED:ip], client 4.12.0.7'],
    ['ping 10.4.1.20 fails', 'ping [REDACTED:ip] fails'],
    ['Customer 9.55.3.1 was blocked', 'Customer [REDACTED:ip] was blocked'],
  ])('but an address goes: %s', (sentence, wanted) => {
    expect(redact(sentence)).toBe(wanted);
  });
});
