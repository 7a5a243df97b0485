import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { visibleText } from '../../../../../core/lib/visible.ts';
import {
  escapesOf,
  hiddenInJson,
  isHiddenBetween,
  mayHideInYaml,
} from '../../../../../core/openapi/document/hiddenCharacters.ts';

const inJson = (text: string) => {
  const bytes = Buffer.from(text);

  return hiddenInJson(bytes, escapesOf(bytes)).length > 0;
};
const inYaml = (text: string) => mayHideInYaml(Buffer.from(text));
const isHiding = (text: string) => visibleText(text) !== text;
/** Text whose characters are where chunks begin and end, too. */
const texts = fc
  .tuple(
    fc.integer({ min: 0, max: 600 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.integer({ max: 600, min: 0 }),
  )
  .map(([before, text, after]) => `${'x'.repeat(before)}${text.toWellFormed()}${'–'.repeat(after)}`);

describe('characters that nobody sees, in the source of a document', () => {
  test('are found wherever they are: as bytes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        // A parser refuses the others.
        const printed = text.replaceAll(/[\0-\x1f"\\]/g, '');

        if (isHiding(printed)) expect([inJson(`{"a":"${printed}"}`), inYaml(`a: ${printed}`)]).toEqual([true, true]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('are found wherever they are: as escapes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const json = JSON.stringify({ a: text });

        if (isHiding(text)) expect(inJson(json)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('are known to be in the value that has them', () => {
    fc.assert(
      fc.property(texts, texts, texts, (...values) => {
        const parts = values.map((value) => JSON.stringify(value));
        const bytes = Buffer.from(`[${parts.join()}]`);
        const places = hiddenInJson(bytes, escapesOf(bytes));

        let start = 1;
        for (const [at, part] of parts.entries()) {
          const end = start + Buffer.byteLength(part);
          if (isHiding(values[at] ?? '')) expect(isHiddenBetween(places, start, end)).toBe(true);
          start = end + 1;
        }
      }),
      { numRuns: 1_000 },
    );
    const far = Buffer.from(`["\u200b","${'x'.repeat(1_000)}"]`);
    expect(isHiddenBetween(hiddenInJson(far, escapesOf(far)), 600, far.length)).toBe(false);
  });

  test.each(['\u200b', '\u202e', '\u00ad', '\u007f', '\u{e0041}', '\ufeff', '\u200f'])(
    'are found, as bytes and escapes: %j',
    (one) => {
      const escaped = [...Array(one.length).keys()]
        .map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join('');

      for (const find of [inJson, inYaml]) {
        expect(find(`{"a":"seen ${one} seen"}`)).toBe(true);
        expect(find(`{"a":"\\\\ seen ${escaped}"}`)).toBe(true);
        expect(find(`{"a":"${'–é日本語 '.repeat(500)}${one}"}`)).toBe(true);
      }
      expect(inJson(`{"a":"שלום","b":"${one}"}`)).toBe(true);
    },
  );

  test.each(['\\b', '\\f', '\\r', '\\u0007', '\\u001B'])('are found as an escape of JSON: %s', (sequence) => {
    expect(inJson(`{"a":"a${sequence}"}`)).toBe(true);
    expect(inJson(`{"a":"a\\${sequence}"}`)).toBe(false);
  });

  test.each(['\\x1b', '\\U000E0041', '\\e', '\\N'])('are found as an escape of YAML: %s', (sequence) => {
    expect(inYaml(`a: "a${sequence}"`)).toBe(true);
    expect(inYaml(`a: ["b", "\\"a\n  b${sequence}"]`)).toBe(true);
    expect(inYaml(`{"a":"b${sequence}"}`)).toBe(true);
    expect(inYaml(`a: "b"\nc: ${sequence}\nd: '${sequence}'`)).toBe(false);
  });

  test.each([
    'plain text',
    'naïve – “quoted” …',
    '日本語 한국어 ไทย'.repeat(100),
    'a pattern: \\\\d[a-z]\\\\u0041',
    '\\n\\t\\"',
    'lines\\r\\nof Windows – \\r\\n',
    'with love ❤️ 👩‍💻',
  ])('are not in %j', (text) => {
    expect(inJson(`{"a":"${text}"}`)).toBe(false);
  });
});
