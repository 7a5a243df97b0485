/** Names in sentences that nothing announces: what is found and what stays over labelled sentences, single forms, and what it costs. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance, tryGovernance } from '../../../../../core/governance/index.ts';
import { SENTENCE_RULES } from '../../../../../core/governance/sentences/evidence.ts';
import { findNames } from '../../../../../core/governance/sentences/names.ts';
import { SENTENCE_WEIGHTS } from '../../../../../core/governance/sentences/weights.ts';
import type { JsonValue } from '../../../../../core/lib/json/value.ts';
import type { GovernanceOverrides } from '../../../../../core/model/governance/settings.ts';
import {
  LANGUAGES_OF_OTHERS,
  type LabelledText,
  SENTENCE_LANGUAGES,
  sentenceSet,
  sentencesOfOthers,
} from '../../../../datasets/redaction/index.ts';

const namesIn = (text: string): string[] => findNames(text).map(({ start, end }) => text.slice(start, end));
const redacted = (value: JsonValue, settings: GovernanceOverrides = {}): JsonValue =>
  compileGovernance({ prose: true, ...settings }).redact(value);

/** Words of a name, without titles and initials, which may stay. */
const partsOf = (name: string): string[] =>
  name
    .split(' ')
    .filter((word) => /^\p{L}{3}/u.test(word) && !/^(?:mrs|herrn|frau|señora?|madame|monsieur)$/i.test(word));
const hasWord = (text: string, word: string): boolean => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').test(text);

/** Names that are found, and words that are lost, of labelled sentences. */
function scoreOf(sentences: readonly LabelledText[]) {
  const score = { names: 0, found: 0, words: 0, lost: 0 };
  for (const { text, personal, words } of sentences) {
    const shown = String(redacted(text));
    score.names += personal.length;
    score.found += personal.filter(({ value }) => !partsOf(value).some((word) => hasWord(shown, word))).length;
    score.words += words.length;
    score.lost += words.filter((word) => !shown.includes(word.replace(/^\P{L}+|\P{L}+$/gu, ''))).length;
  }
  return score;
}
const partOf = (part: 'first' | 'second' | 'third') =>
  SENTENCE_LANGUAGES.flatMap((language) => sentenceSet(language, part));

describe('over labelled sentences in four languages', () => {
  test('most names go that the weights were not fitted on, and few other words', () => {
    const { names, found, words, lost } = scoreOf(partOf('third'));

    expect(names).toBe(49);
    expect(found / names).toBeGreaterThanOrEqual(0.85);
    expect(lost / words).toBeLessThanOrEqual(0.015);
  });

  test.each([
    ['first', 87, 0.95],
    ['second', 58, 0.85],
  ] as const)('those that they were fitted on: %s', (part, count, share) => {
    const { names, found, words, lost } = scoreOf(partOf(part));

    expect(names).toBe(count);
    expect(found / names).toBeGreaterThanOrEqual(share);
    expect(lost / words).toBeLessThanOrEqual(0.02);
  });

  test('by another author, of whom nothing is tuned, also in languages whose words the rules do not have', () => {
    const { names, found, words, lost } = scoreOf(LANGUAGES_OF_OTHERS.flatMap(sentencesOfOthers));

    expect(names).toBe(56);
    expect(found / names).toBeGreaterThanOrEqual(0.8);
    expect(lost / words).toBeLessThanOrEqual(0.06);
  });

  test('without the setting next to none is found', () => {
    const { redact } = compileGovernance();

    const stay = SENTENCE_LANGUAGES.flatMap((language) => sentenceSet(language, 'third')).filter(
      ({ text }) => redact(text) === text,
    );

    expect(stay).toHaveLength(68);
  });

  test('every rule has a weight', () => {
    expect(Object.keys(SENTENCE_WEIGHTS)).toEqual(SENTENCE_RULES.map(({ id }) => id));
  });
});

describe('single forms', () => {
  test.each([
    ['Spoke to Rosalind Achterberg this morning about the line.', ['Rosalind Achterberg']],
    ['The tenant in 4B, Kowalski, keeps parking in the bay.', ['Kowalski']],
    ['Great work by Saoirse and Paolo Ferrante on the night shift.', ['Saoirse', 'Paolo Ferrante']],
    ['Resolved by T. Haverkamp: the certificate had expired.', ['T. Haverkamp']],
    ["Her mother Siobhan O'Dwyer called about the appointment.", ["Siobhan O'Dwyer"]],
    ['hi, marcus tillery here, my order has not arrived', ['marcus tillery']],
    ['hola, soy martín cabrera, mi pedido no ha llegado', ['martín cabrera']],
    ['Mit Ludwig van der Heide ist der Termin am Freitag besprochen.', ['Ludwig van der Heide']],
    ['Guten Tag Swantje, die Lieferung ist da.', ['Swantje']],
    ['The box is here. Kind Regards Harriet Okonkwo', ['Harriet Okonkwo']],
    ['We met Doris Morning about the lease.', ['Doris Morning']],
    ['Dana Scully\nand the rest of the unit were there as well', ['Dana Scully']],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  test.each([
    'The printer on the second floor in Boston shows error 49 again.',
    'We moved the sync to Wednesday because of Thanksgiving and the office in Austin.',
    'The SDKs of Python and the CloudWatch Logs are sent by DynamoDB.',
    'The Account Manager asked whether the Sales Director would sign.',
    'At most L. So many more are refused by the limit.',
    'In der ganzen Straße ist der Strom weg, der Versorger rechnet mit Mittag.',
    'The box is here and it is fine.\n\nKind Regards',
    'Die Lieferung ist da und alles passt.\n\nViele Grüße',
    'El pedido ha llegado y todo está bien.\n\nSaludos Cordiales',
    'Le colis est là et tout va bien.\n\nBien Cordialement',
    'Rosalind Achterberg',
    'Rosalind Achterberg, Anna Brandt',
    '山田花子さんは本日お休みをいただいております。',
  ])('stays: %s', (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  test('a long text is read in pieces, with the same names', () => {
    const line = 'Then the line was tested once more and nothing was found.\n';
    const text = `${line.repeat(800)}Spoke to Rosalind Achterberg again. ${line.repeat(800)}`;

    expect(namesIn(text)).toEqual(['Rosalind Achterberg']);
  });

  test('redacting once more changes nothing', () => {
    for (const language of SENTENCE_LANGUAGES)
      for (const { text } of sentenceSet(language, 'first')) {
        const once = redacted(text);

        expect(redacted(once)).toBe(once);
      }
  });
});

describe('an answer', () => {
  const ANSWER = {
    subject: 'Line drops',
    note: 'Spoke to Rosalind Achterberg this morning, she will call back.',
    history: ['Ms Achterberg was not at home.', 'Asked ROSALIND ACHTERBERG for a photo.'],
    product: 'Rosalind',
  };

  test('is also searched for the names that sentences give', () => {
    expect(redacted(ANSWER)).toEqual({
      subject: 'Line drops',
      note: 'Spoke to [REDACTED:name] this morning, she will call back.',
      history: ['Ms [REDACTED:name] was not at home.', 'Asked [REDACTED:name] for a photo.'],
      product: 'Rosalind',
    });
  });

  test.each([
    ['a kind that is off', { detectors: { name: false } }],
    ['redaction that is off', { pii: false }],
    ['the mode minimal', { mode: 'minimal' as const }],
    ['a word that stays', { keptWords: ['Rosalind Achterberg'] }],
  ])('keeps them with %s', (_, settings) => {
    const { note } = redacted(ANSWER, settings) as { note: string };

    expect(note).toBe(ANSWER.note);
  });

  test('counts them where they are only reported', () => {
    const { text, redactions } = compileGovernance({ prose: true, dryRun: true }).governBytes(
      Buffer.from(JSON.stringify({ note: ANSWER.note })),
      'application/json',
    );

    expect(JSON.parse(text)).toEqual({ note: ANSWER.note });
    expect(redactions.wouldRedact).toEqual({ name: 1 });
  });

  test('has them in texts, CSV and markup too', () => {
    const { governBytes } = compileGovernance({ prose: true });
    const governed = (text: string, type: string) => governBytes(Buffer.from(text), type).text;

    expect(governed(`Dear team,\n${ANSWER.note}\n`, 'text/plain')).toContain('Spoke to [REDACTED:name] this');
    expect(governed(`id,remark\n1,"${ANSWER.note}"\n`, 'text/csv')).toContain('Spoke to [REDACTED:name] this');
    expect(governed(`<t><remark>${ANSWER.note}</remark></t>`, 'application/xml')).toContain(
      'Spoke to [REDACTED:name] this',
    );
  });

  test('says by which rule', () => {
    const { governed } = tryGovernance({ note: ANSWER.note }, { prose: true }, { explain: true });

    expect(governed.explanation?.leaves).toEqual([
      expect.objectContaining({ pointer: '/note', outcome: 'part', rule: 'prose.name' }),
    ]);
    expect(governed.redactions.rules).toEqual([{ type: 'name', rule: 'prose.name', count: 1 }]);
  });
});
