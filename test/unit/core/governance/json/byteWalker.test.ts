import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileSelectors } from '../../../../../core/governance/context/fieldSelector.ts';
import type { Walker } from '../../../../../core/governance/formats/walker.ts';
import { isEnabled } from '../../../../../core/governance/policy.ts';
import { createWalker } from '../../../../../core/governance/walker.ts';
import type { JsonValue } from '../../../../../core/lib/json/value.ts';
import { Tally } from '../../../../../core/model/governance/report.ts';
import { structuredSet } from '../../../../datasets/redaction/index.ts';
import { rounds } from '../../../../support/attack.ts';
import { defined } from '../../../../support/defined.ts';

const numRuns = rounds(100, 3_000);

const walkerOf = (allow: string[] = [], always: string[] = []): Walker =>
  createWalker({
    enabled: (type) => isEnabled(type, {}),
    allow: compileSelectors(allow),
    always: compileSelectors(always),
  });
const walker = walkerOf();
const reportOf = (tally: Tally) => ({ count: tally.count, byType: tally.byType, pointers: tally.pointers });

/** Both ways of one document: what is written, and what is reported. */
function both(text: string, by: Walker = walker) {
  const asText = new Tally();
  const asTree = new Tally();
  const written = by.document(Buffer.from(text), asText, { unique: false })?.text;
  const walked = JSON.stringify(by.walk(JSON.parse(text) as JsonValue, asTree));
  return { written, walked, textReport: reportOf(asText), treeReport: reportOf(asTree) };
}

const KEYS =
  `id name email phone number value type system kind key label address line1 city postal_code zip customer user owner items
  data rows columns fields headers contact card cvc exp_month last4 password token next_page_token created_at dob ssn note title
  description tags from to old new answer question author full_name object url ip version tracking coding code text display identifier
  österreich 名前 __proto__ 0 17 toString long_field_name_with_more_than_24 ann@example.org +14155552671`.split(/\s+/);
const STRINGS = [
  'Ann Lee',
  'ann.lee@example.org',
  '+1 415 555 2671',
  'call me at +14155552671 or ann@example.org',
  '4111 1111 1111 1111',
  'user',
  'company',
  'phone',
  'E-mail',
  'Patient/123',
  '2024-03-11',
  '2024-03-11T10:22:31.123Z',
  '123e4567-e89b-12d3-a456-426614174000',
  '742 Evergreen Terrace',
  'Springfield',
  '62704',
  'retail newsletter',
  'abcdefghijklmnopqrst uvw',
  '{"email":"ann@example.org","n":1.50}',
  'https://x.org/?email=ann%40example.org&page=2',
  Buffer.from('mail ann@example.org now').toString('base64'),
  'Grüße an Ännchen: ann@example.org',
  '[REDACTED:email]',
  '10.1.2.3 and 2001:db8::8a2e:370:7334',
  'tab\tand "quotes" \\ and / \u2028 \ud83d\ude00',
  'password: Tr0ub4dor!x',
  'MR',
  '０９０－１２３４－５６７８',
  'ann\u200b@example.org',
  '４１１１１１１１１１１１１１１１',
  '',
];
const leaf = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...STRINGS) },
  fc.constantFrom<JsonValue>(true, null, 0, 7, -1.25, 4111111111111111, 4155552671, 123456789),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const { document } = fc.letrec<{ document: JsonValue }>((tie) => ({
  document: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    leaf as fc.Arbitrary<JsonValue>,
    fc.array(tie('document'), { maxLength: 5 }),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...KEYS), tie('document')), { maxLength: 7, selector: ([key]) => key })
      .map((entries) => Object.fromEntries(entries)),
    fc
      .tuple(
        fc.array(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 4 }),
        fc.array(fc.array(leaf, { maxLength: 4 })),
      )
      .map(([columns, rows]) => ({ columns, rows }) as JsonValue),
  ),
}));

/** The same document as others write it: indented, with escapes that JavaScript would not use. */
const layouts: ((value: JsonValue) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => ` ${JSON.stringify(value).replaceAll('/', '\\/')}\r\n`,
  (value) =>
    JSON.stringify(value).replace(
      /[\u007f-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
];

describe('rewrite', () => {
  test('gives what the walk over the parsed value gives, with the same report, on any document in any layout', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(...layouts), (value, layout) => {
        const { written, walked, textReport, treeReport } = both(layout(value));
        // Keys with escapes are the parser's.
        fc.pre(written !== undefined);
        expect(written).toBe(walked);
        expect(textReport).toEqual(treeReport);
      }),
      { numRuns: 3 * numRuns },
    );
  });

  test('gives the same under allow lists and custom fields', () => {
    // Prepare
    const selective = walkerOf(['email', '/data/*/name', '/**/value'], ['note', '/customer', 'tags']);

    // Assess
    fc.assert(
      fc.property(document, fc.constantFrom(...layouts), (value, layout) => {
        const { written, walked, textReport, treeReport } = both(layout(value), selective);
        fc.pre(written !== undefined);
        expect(JSON.parse(defined(written))).toEqual(JSON.parse(walked));
        expect(textReport).toEqual(treeReport);
      }),
      { numRuns },
    );
  });

  test('reads every answer of the labelled set and gives what the walk gives', () => {
    for (const { document: answer } of [...structuredSet('tuning'), ...structuredSet('holdout')]) {
      const { written, walked, textReport, treeReport } = both(JSON.stringify(answer));
      expect(written === walked).toBe(true);
      expect(textReport).toEqual(treeReport);
    }
  });

  test.each([
    ['indented', '{\n  "email": "ann@example.org",\n  "n": [ 1, 2 ]\n}\n', '{"email":"[REDACTED:email]","n":[1,2]}'],
    [
      'with numbers that keep their text',
      '{"pan":4111111111111111,"a":[1.50,1e3,-0,0.0000001]}',
      '{"pan":"[REDACTED:card]","a":[1.50,1e3,-0,0.0000001]}',
    ],
    [
      'with a member that comes twice',
      '{"a":{"email":"x@y.org","email":"z@y.org"}}',
      '{"a":{"email":"[REDACTED:email]"}}',
    ],
    [
      'with a label',
      '{"name":"Phone","amount":2.50,"value":"781 5991"}',
      '{"name":"Phone","amount":2.50,"value":"[REDACTED:phone]"}',
    ],
    [
      'with a table and numbers',
      '{"columns":["email","sum"],"rows":[["a@b.org",1.10]]}',
      '{"columns":["email","sum"],"rows":[["[REDACTED:email]",1.10]]}',
    ],
    ['a string alone', '"ann@example.org"', '"[REDACTED:email]"'],
    ['empty', '{}', '{}'],
  ])('reads a document %s', (_title, text, expected) => {
    expect(walker.document(Buffer.from(text), new Tally(), { unique: false })?.text).toBe(expected);
  });

  test.each([
    '',
    '{',
    '[1,]',
    '{"a":}',
    '{"a" 1}',
    '{"a":1,}',
    '[01]',
    '[1.]',
    '[.5]',
    '[1e]',
    '[+1]',
    '[tru]',
    '["\u0001"]',
    '["\\x"]',
    '["\\u12g4"]',
    '["a]',
    '[1] 2',
    '{"a":1}}',
    '[1}',
    '{a:1}',
    '"a',
    '[--1]',
    '[NaN]',
    "['a']",
    '{"\\u0061":1}',
  ])('leaves %j to the parser and counts nothing', (text) => {
    // Prepare
    const tally = new Tally();

    // Act
    const written = walker.document(Buffer.from(text), tally, { unique: false })?.text;

    // Assess
    expect(written).toBeUndefined();
    expect(tally.count).toBe(0);
  });

  test('reads what JSON.parse reads and nothing else', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '.',
      'e',
      '0',
      'true',
      'null',
      '\\',
      ' ',
      'x',
      '"b":',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (list) => {
        const text = list.join('');
        if (walker.document(Buffer.from(text), new Tally(), { unique: false }) !== undefined)
          expect(() => JSON.parse(text) as unknown).not.toThrow();
      }),
      { numRuns: 5 * numRuns },
    );
  });

  test('leaves maps with very many keys to the parser, and stays quick with the next document', () => {
    // Prepare
    const map = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key-${index}`, 'ann@example.org']));

    // Assess
    expect(walker.document(Buffer.from(JSON.stringify(map)), new Tally(), { unique: false })).toBeUndefined();
    expect(walker.document(Buffer.from('{"email":"ann@example.org"}'), new Tally(), { unique: false })?.text).toBe(
      '{"email":"[REDACTED:email]"}',
    );
  });
});
