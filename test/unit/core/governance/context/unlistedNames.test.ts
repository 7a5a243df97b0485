import { describe, expect, test } from '@jest/globals';
import { NAME_RULES } from '../../../../../core/governance/context/nameRules.ts';
import { NAME_WEIGHTS } from '../../../../../core/governance/context/nameWeights.ts';
import { nameShapeOf } from '../../../../../core/governance/facts/nameShape.ts';
import { isGivenWord, isOrdinaryWord } from '../../../../../core/governance/facts/wordSets.ts';
import { agentScore } from '../../../../../core/governance/fieldName/agentEndings.ts';
import { readKey } from '../../../../../core/governance/fieldName/readName.ts';
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
  // A word for a thing in the name of a field does not make it one.
  ['ship_convoyeur', 'Sarah Johnson'],
  ['capo_stazione', 'Anna Schmidt'],
  ['chef_de_projet', 'Anna Schmidt'],
  ['kepala_sekolah', 'Anna Schmidt'],
  ['haus_von', 'Sarah Johnson'],
  ['mon', 'Dr. Anna Schmidt'],
  ['hieu_truong', 'Anna Schmidt'],
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
    // Names of fields that are words for things, alone, each of several, joined and before the word for a name.
    ['embarcacion', 'Maria Rosa'],
    ['colore_barca', 'Rosa Viola'],
    ['volksschule', 'Anna Seidel'],
    ['boat_class', 'Victoria Rose'],
    ['tinh_trang', 'Minh Quang'],
    ['楽器名称', '富士 太郎'],
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

describe('what stands in a list again and again', () => {
  test.each(['paten', 'gespielt_von'])('people do: under %s they go as often as they stand there', (key) => {
    // Prepare
    const PEOPLE = ['Emily Carter', 'Lena Seidel', 'Rosa Marin'];
    const some = Array.from({ length: 12 }, (_, id) => ({ id, [key]: PEOPLE[id % 3] ?? '' }));
    const one = Array.from({ length: 6 }, (_, id) => ({ id, [key]: 'Lena Seidel' }));

    // Act & Assess
    for (const records of [some, one]) {
      const once = balanced.redact(records);
      expect(once).toEqual(records.map(({ id }) => ({ id, [key]: NAME })));
      expect(balanced.redact(once)).toEqual(once);
    }
  });

  test('is more likely a state than a person where it holds no given name', () => {
    // Prepare
    const state = { convoyeur: 'Quillfeather Oake' };
    const others = [{ convoyeur: 'Ann Lee' }, { convoyeur: 'Sarah Johnson' }];
    const repeated = Array.from({ length: 6 }, () => state);

    // Act
    const [once, often] = [balanced.redact([state, ...others]), balanced.redact(repeated)];

    // Assess
    expect(once).toEqual([{ convoyeur: NAME }, { convoyeur: NAME }, { convoyeur: NAME }]);
    expect(often).toEqual(repeated);
  });
});

describe('a column of names', () => {
  const NAMED = ['Ann Lee', 'Rowan Quillfeather', 'Peter Parker', 'Maria Rossi'];
  const WORKS = ['Blue Chair', 'Red Table', 'Old Lamp', 'Ann Lee'];
  /** Records that are read on their bytes, and those that are walked as parsed values for a name in them. */
  const FORMS: [string, (value: string, at: number) => Record<string, unknown>][] = [
    ['plain records', (zqv, id) => ({ id, zqv })],
    ['records with data in a name', (zqv, id) => (id % 2 === 0 ? { id, zqv } : { 'ann@example.org': id, zqv })],
    ['records with numbers as names', (zqv, id) => (id % 2 === 1 ? { id, zqv } : { 1: id, zqv })],
  ];

  test.each(FORMS)('%s: says more than a value alone, on bytes as in parsed values', (_form, recordOf) => {
    // Prepare
    const value = 'Sarah Johnson';
    const read = (others: readonly string[]) => {
      const list = [...others, value].map(recordOf);
      const text = JSON.stringify({ list });
      const onBytes = JSON.parse(balanced.governBytes(Buffer.from(text), 'application/json').text);
      return { onBytes, parsed: balanced.redact({ list } as never), last: onBytes.list.at(-1).zqv };
    };

    // Act
    const [amongNames, amongWorks] = [read(NAMED), read(WORKS)];

    // Assess
    expect(amongNames.onBytes).toEqual(amongNames.parsed);
    expect(amongWorks.onBytes).toEqual(amongWorks.parsed);
    expect([amongNames.last, amongWorks.last]).toEqual([NAME, value]);
  });

  test('a list of texts is one, too, and the explanation names its weight', () => {
    // Prepare
    const text = JSON.stringify({ zqv: [...NAMED, 'Sarah Johnson'] });

    // Act
    const { explanation } = balanced.governBytes(Buffer.from(text), 'application/json', { explain: true });

    // Assess
    const last = explanation?.leaves.at(-1);
    expect(last).toMatchObject({ rule: 'open.evidence', outcome: 'whole' });
    expect(last?.spoke).toContainEqual({ rule: 'column.given', weight: expect.any(Number) });
  });

  test('counts markers as values, so that redacting twice changes nothing', () => {
    // Prepare
    const once = balanced.redact({ list: [...NAMED, ...WORKS, 'Sarah Johnson'].map((zqv) => ({ zqv })) });

    // Act & Assess
    expect(balanced.redact(once)).toEqual(once);
  });
});

test.each(['ship_purser', 'capo_stazione', 'hieu_truong', 'mon', '本名'])(
  'the name of a field %s is no word for a thing',
  (key) => {
    expect(readKey(key, { nameFrom: 0 })).toMatchObject({ nameFrom: 0, isThing: false });
  },
);

describe('the name of a field', () => {
  test.each([
    ['convoyeur', 1],
    ['sargtraeger', 1],
    ['tatuadora', 1],
    ['bellringer', 1],
    ['cuisine', -1],
    ['warehouse', -1],
    ['location', -1],
  ])('%s ends as words for people or for things do', (name, sign) => {
    expect(Math.sign(agentScore([name]))).toBe(sign);
  });

  test.each(['gezien_door', 'lent_by', 'reserve_pour'])('%s says that somebody follows', (key) => {
    expect(balanced.redact({ [key]: 'Sarah Johnson', zqv: 'Peter Parker' })).toEqual({
      [key]: NAME,
      zqv: 'Peter Parker',
    });
  });

  test('and the column around are needed for one word', () => {
    expect(balanced.redact({ zqv: 'Wilmer', bellringer: ['Rosalia', 'Ann Lee', 'Peter Parker'] })).toEqual({
      zqv: 'Wilmer',
      bellringer: [NAME, NAME, NAME],
    });
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
    expect(before.byType['name']?.found).toBeGreaterThanOrEqual(215);
    expect(before.destroyed).toBeLessThanOrEqual(28);
    expect(after.byType['name']?.found).toBeGreaterThanOrEqual(225);
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
  'Ann',
  'Bouke-Jan',
])('%s is written like a name', (value) => {
  expect(nameShapeOf(value)).toBeDefined();
});

test.each([
  '',
  'ann',
  'ANN',
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
