import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';
import { ordinaryTexts } from '../../../datasets/redaction/index.ts';

const { redact } = compileGovernance();

describe('ordinary sentences', () => {
  test('stay word for word', () => {
    // Prepare
    const sentences = ordinaryTexts();

    // Act
    const changed = sentences.filter((sentence) => redact(sentence) !== sentence);

    // Assess
    expect(sentences.length).toBeGreaterThanOrEqual(250);
    expect(changed).toEqual([]);
  });

  test.each([
    ['Blocked 84.12.33.9 after 12 failures; build 12.9.26.51 was running.', '84.12.33.9'],
    ['Login from 84.12.33.9 at noon.', '84.12.33.9'],
    ['The server 84.12.33.9 answers again.', '84.12.33.9'],
    ['The visitor came back from 84.12.33.9', '84.12.33.9'],
    ['Ping 84.200.33.9 twice.', '84.200.33.9'],
    ['Ann, 212-664-7665, has the key.', '212-664-7665'],
    ['Try Ann Lee 212-664-7665 after six.', '212-664-7665'],
    ['It is 212-664-7665 or (212) 664-7666.', '212-664-7665'],
    ['She was born in New York on 12 March 1980.', '12 March 1980'],
    ['Er ist in Frankfurt am Main am 12.03.1980 geboren, geboren am 12.03.1980.', 'geboren am 12.03.1980'],
    ['N\u00e9e \u00e0 Paris le 3 mai 1980.', '3 mai 1980'],
  ])('but what is personal goes: %s', (sentence, gone) => {
    expect(redact(sentence)).not.toContain(gone);
  });
});
