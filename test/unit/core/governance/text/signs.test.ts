/** What is looked at before a search: no text that a detector finds something in is passed over. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normalize } from '../../../../../core/governance/facts/normalize.ts';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { scanBytes, scanCharacters } from '../../../../../core/governance/text/characters.ts';
import { DETECTORS, detectorsFor, OF_DIGITS } from '../../../../../core/governance/text/detectors/index.ts';
import { Form } from '../../../../../core/governance/text/numberForms.ts';
import { contextOf, NO_HINTS } from '../../../../../core/governance/value/prose.ts';
import { PARTS, structuredSet, textSet } from '../../../../datasets/redaction/index.ts';
import { rounds } from '../../../../support/attack.ts';

const numRuns = rounds(2_000, 20_000);
const rules = { enabled: () => true };
/** Every bit, so that a detector passes over nothing by itself. */
const ALL = { keywords: -1, forms: -1 };

/** What detectors find that say of the text's signs that they find nothing. */
function missed(given: string): string[] {
  const text = normalize(given).text;
  const signs = { ...scanCharacters(text) };
  if (!signs.mayHoldData) return [];
  // Numbers and addresses with fewer digits are not looked for.
  const passed = signs.digits < 4 ? OF_DIGITS : 0;
  const asked = detectorsFor(signs) | passed;
  return DETECTORS.flatMap((find, index) => {
    if ((asked & (1 << index)) !== 0) return [];
    const spans: Parameters<typeof find>[1] = [];
    find({ ...contextOf(text, NO_HINTS, rules, signs), ...ALL }, spans);
    return spans.map(({ start, end }) => `${find.name}: ${text.slice(start, end)} in ${text.slice(0, 120)}`);
  });
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const LABELLED = PARTS.flatMap((part) => [
  ...textSet(part).map(({ text }) => text),
  ...structuredSet(part).flatMap(({ document }) => stringsIn(document)),
]);

const PIECES =
  'Ann Lee|4111 1111 1111 1111|4111-1111-1111-1111|219-09-9999|+41 44 668 18 00|+1_415_555_0123|DE89370400440532013000|GB82 WEST 1234 5698 7654 32|AB 12 34 56 C|192.168.4.7|2001:db8::1|00:1b:44:11:3a:b7|001b.4411.3ab7|bf:cf:bf:2d:83:ff|bf:cf:bf:cd:ef:ff|bf-cf-bf-2d-83-ff|bf-cf-bf-cd-ef-ff|ann@example.org|ann [at] example.org|ann(at)example.org|password=Hunter99!|pin is 1234|Authorization: Bearer abcdef123456|curl -u ann:secret9|AKIAABCDEFGHIJKLMNOP|xoxb-1234567890|SG.abcdefghijklmnop.abcdefghijklmnopqrstuvwxyz012345|ghp_abcdefghijklmnopqrstuvwxyz0123456789|hooks.slack.com/services/T000/B000/XXXXXXXX|eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc|-----BEGIN PRIVATE KEY-----|born 1985-03-04|DOB: 12/03/85|Passport L01X00T47|sort code 12-34-56|Ausweisnummer AB4115769|***-**-6789|SSN ending in 6789|P/DNK/123456789/DNK/11JUL85/F/19MAR30|https://example.com/a/123456789|card|order|id'.split(
    '|',
  );
const texts = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 }), fc.constantFrom(...' .,:/-_=()#\n%é王')), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join(''));

describe('a detector is asked whenever it would find something', () => {
  test('in the labelled texts and values', () => {
    expect(LABELLED.length).toBeGreaterThan(10_000);
    expect(LABELLED.flatMap(missed)).toEqual([]);
  });

  test('in texts of pieces that mean something', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(missed(text)).toEqual([]);
      }),
      { numRuns },
    );
  });
});

test('a value of a document has the same signs as its text', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LABELLED.filter((text) => /^[\x00-\x7f]*$/.test(text))), (text) => {
      const bytes = Buffer.from(`"${text}"`);
      expect({ ...scanBytes(bytes, 1, bytes.length - 1) }).toEqual({ ...scanCharacters(text) });
    }),
    { numRuns },
  );
});

test('the forms of a word of mixed letters and digits are those that patterns find in it', () => {
  const words = fc
    .tuple(fc.constantFrom(...' :#'), fc.stringMatching(/^[0-9a-f]{1,40}$/), fc.constantFrom(...' ,'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(words, (text) => {
      const word = text.slice(1, -1);
      // `mayHoldData` and four digits are needed for forms; the ending has both.
      const signs = scanCharacters(`${text}_ _1234567`);
      const digits = word.replaceAll(/\D/g, '').length;
      const has = (form: number) => (signs.forms & form) !== 0;

      expect(signs.digitsInRow).toBe(Math.max(7, ...(word.match(/\d+/g) ?? []).map(({ length }) => length)));
      expect(has(Form.iban)).toBe(/^[a-f]{2}\d\d/.test(word));
      if (/\d[a-f]{4}\d/.test(word)) expect(has(Form.spaced)).toBe(true);
      if (text.startsWith(' ') || text.startsWith(':')) {
        expect(has(Form.id)).toBe(word.length >= 7 && /[a-f]/.test(word) && digits > 1);
        expect(has(Form.number)).toBe(digits > 4);
      }
    }),
    { numRuns },
  );
});

test('the signs of a text do not depend on the text before it', () => {
  const signsAfter = (before: string, text: string) => {
    scanCharacters(before);
    return { ...scanCharacters(text) };
  };
  const given = fc.oneof(fc.constantFrom(...LABELLED), texts);

  expect(signsAfter('ann@corp-mail.org', ':219-09-9999').mayHoldData).toBe(true);
  fc.assert(
    fc.property(given, given, (before, text) => {
      expect(signsAfter(before, text)).toEqual(signsAfter('\0'.repeat(text.length + 40), text));
    }),
    { numRuns },
  );
});

test('a URN of an object identifier is passed over, and nothing that only looks like one', () => {
  const governor = compileGovernance();
  const governed = (value: string) => governor.redact({ note: value });

  expect(governed('urn:oid:1.2.36.146.595.217.0.1')).toEqual({ note: 'urn:oid:1.2.36.146.595.217.0.1' });
  expect(governed('urn:oid:1.2.36 ann@example.org')).toEqual({ note: 'urn:oid:1.2.36 [REDACTED:email]' });
  expect(governed('urn:nid:4.111.111.111.111.111')).toEqual({ note: 'urn:nid:4.111.111.111.111.111' });
  expect(governed('urn:ip4:203.0.113.7')).toEqual({ note: 'urn:ip4:[REDACTED:ip]' });
});

test('passing over quiet values changes nothing', () => {
  // Prepare: with an owner's pattern every value is read.
  const reading = compileGovernance({ customPatterns: [{ name: 'none', pattern: 'no such text' }] });
  const looking = compileGovernance();
  const sample = LABELLED.filter((_, index) => index % 7 === 0);

  // Act and assess
  expect(sample.map((value) => looking.redact({ value }))).toEqual(sample.map((value) => reading.redact({ value })));
});
