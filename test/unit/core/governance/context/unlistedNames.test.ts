import { describe, expect, test } from '@jest/globals';
import { NAME_RULES } from '../../../../../core/governance/context/nameRules.ts';
import { NAME_WEIGHTS } from '../../../../../core/governance/context/nameWeights.ts';
import { nameShapeOf } from '../../../../../core/governance/facts/nameShape.ts';
import { isGivenWord, isOrdinaryWord } from '../../../../../core/governance/facts/wordSets.ts';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { structuredSet } from '../../../../datasets/redaction/index.ts';
import { scoreStructured } from '../../../../datasets/redaction/score.ts';

const strict = compileGovernance({ mode: 'strict' });
const balanced = compileGovernance();
const NAME = '[REDACTED:name]';

const NAMES: ReadonlyArray<readonly [string, string]> = [
  ['requested_for', 'Sarah Johnson'],
  ['pretas', 'Beatriz Mourão'],
  ['paten', 'Lena Seidel'],
  ['ringer', 'Oluwaseun Bagshaw'],
  ['boatman', 'Magnus Flett'],
  ['chorleitung', 'Wiebke Sönnichsen-Prätorius'],
  ['costaleros', 'Dr. Casilda Roncal'],
];

describe('in a field whose name says nothing', () => {
  test.each(NAMES)('%s: a full name goes, also in a list and under an id', (key, name) => {
    // Act
    const redacted = balanced.redact({
      [key]: name,
      list: { [key]: [name, 'open'] },
      people: { m03: { [key]: name } },
    });

    // Assess
    expect(redacted).toEqual({ [key]: NAME, list: { [key]: [NAME, 'open'] }, people: { m03: { [key]: NAME } } });
    expect(strict.redact({ [key]: name })).toEqual({ [key]: NAME });
    expect(compileGovernance({ mode: 'minimal' }).redact({ [key]: name })).toEqual({ [key]: name });
  });

  test('bodies are read as values are', () => {
    // Prepare
    const text = JSON.stringify({ rows: NAMES.map(([key, value]) => ({ [key]: value, note: 'Sent to Leeds' })) });

    // Act
    const governed = JSON.parse(strict.governBytes(Buffer.from(text), 'application/json').text);

    // Assess
    expect(governed).toEqual(strict.redact(JSON.parse(text)));
    expect(JSON.stringify(governed)).not.toContain('Seidel');
  });

  test.each([
    ['etat', 'Ready To Ship'],
    ['scuderia', 'Fonte Gaia GmbH'],
    ['crew_state', 'Waiting For Tide'],
    ['lieferung', 'Bis Montag Abend'],
    ['tariff_zone', 'Inner City'],
    ['ware', 'Blue Chair'],
  ])('%s: %s stays', (key, value) => {
    expect(strict.redact({ [key]: value })).toEqual({ [key]: value });
  });

  test.each(['title', 'status', 'product', 'category', 'city', 'brand', 'subject', 'event_type'])(
    'a field called %s says what it holds',
    (key) => {
      expect(strict.redact({ [key]: 'Sarah Johnson' })).toEqual({ [key]: 'Sarah Johnson' });
    },
  );

  test('an owner who switches names off keeps them', () => {
    const governor = compileGovernance({ mode: 'strict', detectors: { name: false } });
    expect(governor.redact({ paten: 'Lena Seidel' })).toEqual({ paten: 'Lena Seidel' });
  });
});

describe('the evidence', () => {
  test('has a weight for each rule, and an example of its own', () => {
    expect(Object.keys(NAME_WEIGHTS)).toEqual(NAME_RULES.map(({ id }) => id));
    expect(new Set(NAME_RULES.map(({ example }) => example)).size).toBe(NAME_RULES.length);
  });

  test('finds names of trades that no list has, and takes few other values; in strict more of both', () => {
    // Prepare
    const answers = structuredSet('trades');

    // Act
    const before = scoreStructured(answers, (value) => balanced.redact(value));
    const after = scoreStructured(answers, (value) => strict.redact(value));

    // Assess
    expect(before.byType['name']?.found).toBeGreaterThanOrEqual(150);
    expect(before.destroyed).toBeLessThanOrEqual(20);
    expect(after.byType['name']?.found).toBeGreaterThanOrEqual(190);
    expect(after.destroyed).toBeLessThanOrEqual(40);
  });
});

test.each([
  'Sarah Johnson',
  'SMITHSON JOHN',
  'Lee, Ann',
  'O’Hare, Kwame',
  'Joost de Vries',
  'فاطمة الزهراني',
  '山田 花子',
  '王小明',
])('%s is written like a full name', (value) => {
  expect(nameShapeOf(value)).toBeDefined();
});

test.each([
  '',
  'Ann',
  'ann lee',
  'Ann Lee 7',
  'ann@example.org',
  'Ann: Lee',
  'One Two Three Four Five Six',
  'a, b, c',
  'de la',
  ' '.repeat(40),
])('%j is not', (value) => {
  expect(nameShapeOf(value)).toBeUndefined();
});

describe('the sets of words', () => {
  test.each(['sarah', 'oluwaseun', 'mechthild', 'فاطمه', 'дмитрии'])('%s is a given name', (word) => {
    expect(isGivenWord(word)).toBe(true);
  });

  test.each(['table', 'und', 'maison', 'porque'])('%s is an ordinary word', (word) => {
    expect(isOrdinaryWord(word)).toBe(true);
  });

  test('take few other words for one of theirs', () => {
    // Prepare
    const words = Array.from({ length: 5_000 }, (_, at) => `${((at * 7_919) % 46_656).toString(36)}zq${at}`);

    // Act & Assess
    for (const isMember of [isGivenWord, isOrdinaryWord])
      expect(words.filter(isMember).length / words.length).toBeLessThan(0.05);
  });
});
