/** An owner's words: those that go, and those that stay. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { governanceChanges } from '../../../../core/audit/fieldChanges.ts';
import { compileGovernance, validateGovernance } from '../../../../core/governance/index.ts';
import { rounds } from '../../../support/attack.ts';

const lists = [
  { name: 'customer', words: ['Acme Corp', 'Zürich Käse', '山田商店', 'Initech'] },
  { name: 'project', words: ['Halcyon', 'Acme Corp Europe'] },
];
const governor = compileGovernance({ wordLists: lists });
const textIn = (text: string, type: string): string => governor.governBytes(Buffer.from(text), type).text;

describe('words of a list', () => {
  test.each([
    ['we met Acme Corp today', 'we met [REDACTED:customer] today'],
    ['ACME-CORP', '[REDACTED:customer]'],
    ['acme corp europe, not Acme Corp', '[REDACTED:project], not [REDACTED:customer]'],
    ['ZU\u0308RICH KA\u0308SE', '[REDACTED:customer]'],
    ['Ａｃｍｅ Ｃｏｒｐ', '[REDACTED:customer]'],
    ['昨日山田商店で', '昨日[REDACTED:customer]で'],
    ['halcyon', '[REDACTED:project]'],
  ])('go as whole words in any case: %s', (text, expected) => {
    expect(governor.redact({ note: text })).toEqual({ note: expected });
  });

  test.each([
    ['Straße Bau', 'STRASSE BAU'],
    ['Οδος', 'ΟΔΟΣ, οδοσ'],
    ['İstanbul Bank', 'istanbul bank, ISTANBUL BANK, ıstanbul bank'],
    ['Acme Corp', 'Acme\r\n        Corp'],
  ])('go in capitals of other letters, and over the end of a line: %s', (word, text) => {
    const shown = compileGovernance({ wordLists: [{ name: 'w', words: [word] }] }).redact(text);

    expect(String(shown).replaceAll('[REDACTED:w]', '')).toMatch(/^[, ]*$/);
  });

  test('go however many there are, in texts and in names', () => {
    const many = 'acme corp '.repeat(250_000);
    const once = compileGovernance({ wordLists: lists, truncation: false, maxBytes: 10_000_000 });
    const { redactions } = once.governBytes(Buffer.from(many), 'text/plain');

    expect(redactions.byType).toEqual({ customer: 250_000 });
    expect(JSON.stringify(once.redact({ [many]: 1 }))).not.toContain('acme');
  });

  test('are counted by any name of a list', () => {
    const named = compileGovernance({ wordLists: [{ name: 'constructor', words: ['Acme'] }] });

    expect(named.redactWithReport('Acme').report.byType).toEqual({ constructor: 1 });
  });

  test.each(['Acme Corporation', 'Acme. It is a Corp', 'Halcyons', 'corp acme'])(
    'stay within other words: %s',
    (note) => {
      expect(governor.redact({ note })).toEqual({ note });
    },
  );

  test.each([
    [
      'application/json',
      '{"halcyon":1,"a":"{\\"b\\":\\"Halcyon\\"}","c":["eyJub3RlIjoiSGFsY3lvbiBpcyBuZWFyLCBhbmQgZXZlcnlib2R5IGtub3dzIG9mIGl0In0="]}',
    ],
    ['text/csv', 'id,note\n1,Halcyon\n'],
    ['application/xml', '<a note="Halcyon"><!-- Halcyon -->Halcyon</a>'],
    ['text/html', '<p>Halcyon</p>'],
    ['text/plain', 'Halcyon: on'],
    ['application/x-ndjson', '{"a":"Halcyon"}\n{"b":"Halcyon"}\n'],
    ['application/x-www-form-urlencoded', 'a=Halcyon&b=x'],
  ])('go in %s', (type, text) => {
    const shown = textIn(text, type);

    expect(shown.toLowerCase()).not.toContain('halcyon');
    expect(shown).not.toContain('eyJub3RlIjoiSGFsY3lv');
    expect(shown).toContain('[REDACTED:project]');
  });

  test('go in keys beside patterns, are counted by the name of their list, and change nothing twice', () => {
    const patterns = compileGovernance({
      wordLists: lists,
      customPatterns: [{ name: 'staff', pattern: 'EMP-\\d{6}' }],
    });
    const once = patterns.redactWithReport({ 'Acme Corp': { note: 'EMP-123456 of Initech' } });

    expect(once.value).toEqual({ '[REDACTED:customer]': { note: '[REDACTED:staff] of [REDACTED:customer]' } });
    expect(once.report.byType).toEqual({ customer: 2, staff: 1 });
    expect(patterns.redact(once.value)).toEqual(once.value);
  });

  test('are found wherever they stand, whatever is around', () => {
    const other = fc.constantFrom('acme', 'corp', 'europe', 'x', '山', '田', '商', '店', 'initech', 'halcyon');
    fc.assert(
      fc.property(fc.array(other, { maxLength: 30 }), (words) => {
        const shown = String(governor.redact(words.join(' '))).toLowerCase();
        expect(shown).not.toMatch(/halcyon|initech|acme corp(?! \[)|山 ?田 ?商 ?店/);
      }),
      { numRuns: rounds(200, 2_000) },
    );
  });
});

describe('words that stay', () => {
  const keeping = compileGovernance({
    keptWords: ['Danny Boy', 'Ana Karenina'],
    wordLists: [{ name: 'song', words: ['Danny Boy'] }],
  });

  test('stay as values and in texts, and nothing else does', () => {
    const value = {
      author: { name: 'danny boy', email: 'd@example.org' },
      note: 'Danny Boy, by Ana Karenina <d@example.org>',
    };

    expect(keeping.redact(value)).toEqual({
      author: { name: 'danny boy', email: '[REDACTED:email]' },
      note: 'Danny Boy, by Ana Karenina <[REDACTED:email]>',
    });
    expect(keeping.redact({ customer: { first_name: 'Danny', full_name: 'Danny Boyle' } })).toEqual({
      customer: { first_name: '[REDACTED:name]', full_name: '[REDACTED:name]' },
    });
  });

  test('pass in the mode closed', () => {
    const closed = compileGovernance({ mode: 'closed', keptWords: ['Teapot'] });

    expect(closed.governBytes(Buffer.from('{"product":"Teapot","note":"Teapot for Ann"}'), '').text).toBe(
      '{"product":"Teapot","note":"[REDACTED:withheld]"}',
    );
  });
});

test.each([
  [{ wordLists: [{ name: 'a b', words: [] }] }, '/wordLists/0/name'],
  [{ wordLists: [{ name: 'email', words: ['abc'] }] }, '/wordLists/0/name'],
  [{ wordLists: [{ name: 'a', words: ['ab'] }] }, '/wordLists/0/words/0'],
  [{ wordLists: [{ name: 'a', words: ['...'] }] }, '/wordLists/0/words/0'],
  [{ wordLists: [{ name: 'a', words: ['x'.repeat(101)] }] }, '/wordLists/0/words/0'],
  [{ wordLists: [{ name: 'a', words: Array.from({ length: 2_001 }, () => 'abc') }] }, '/wordLists'],
  [{ wordLists: [{ name: 'a', words: Array.from({ length: 400 }, () => 'x'.repeat(90)) }] }, '/wordLists'],
  [{ keptWords: 'abc' }, '/keptWords'],
])('lists are refused by their place, without a word of them: %#', (settings, field) => {
  const refused = () => validateGovernance(settings);

  expect(refused).toThrow(expect.objectContaining({ faults: [expect.objectContaining({ field })] }));
  expect(refused).not.toThrow(/xxxx/);
});

test('the trail says that lists were changed, and no word', () => {
  const changes = governanceChanges({ wordLists: lists }, { keptWords: ['Danny Boy'] });

  expect(changes).toEqual([
    { field: 'governance.wordLists', replaced: true },
    { field: 'governance.keptWords', replaced: true },
  ]);
});
