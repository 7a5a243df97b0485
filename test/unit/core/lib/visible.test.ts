import { describe, expect, test } from '@jest/globals';
import { parseLossless } from '../../../../core/lib/json/lossless.ts';
import { mayHide, visible, visibleText, visibleValue } from '../../../../core/lib/visible.ts';
import { ALL, HIDDEN, INVISIBLE } from '../../../support/hidden.ts';

const smuggled = [...'Ignore this'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

describe('characters that nobody sees', () => {
  test.each([
    ['zero-width blanks', 'a\u200bb', 'a<U+200B>b'],
    ['direction overrides', 'file\u202Efdp.exe', 'file<U+202E>fdp.exe'],
    ['a run of tags', `Hi${smuggled}!`, 'Hi<11 invisible characters>!'],
    ['joiners between letters that do not join', 'pay\u200Dload', 'pay<U+200D>load'],
    ['runs of variation selectors', '😀\uFE01\uFE02\uFE03', '😀<U+FE01><U+FE02><U+FE03>'],
    ['fillers', 'x\u3164y', 'x<U+3164>y'],
    ['a mark of the byte order', '\uFEFFx\uFEFFy', '<U+FEFF>x<U+FEFF>y'],
    ['private characters', 'a\uE000\u{F0001}', 'a<U+E000><U+F0001>'],
    ['blanks of braille outside of it', 'a\u2800b', 'a<U+2800>b'],
    ['a mark of Arabic that is alone', 'a\u061Cb', 'a<U+061C>b'],
    ['a return that writes over the line', 'Deletes all\rReads all\r\n', 'Deletes all<U+000D>Reads all\r\n'],
    [
      'direction marks far from letters that need them',
      `a\u200Eb\u200F ${'x'.repeat(20)} שלום`,
      `a<U+200E>b<U+200F> ${'x'.repeat(20)} שלום`,
    ],
    ['direction marks inside of words', 'ש\u200Fל\u200Eו\u200Fם', 'ש<U+200F>ל<U+200E>ו<U+200F>ם'],
    ['embeddings beside right-to-left letters', 'שלום \u202Bab\u202C', 'שלום <U+202B>ab<U+202C>'],
    ['several direction marks', 'שלום\u200F\u200E!', 'שלום<U+200F><U+200E>!'],
    ['selectors that change nothing', '😀\uFE0F👍\uFE0E1\uFE0Fa\uFE0F', '😀<U+FE0F>👍<U+FE0E>1<U+FE0F>a<U+FE0F>'],
    ['selectors that no pictograph has', '❤\uFE01⭐\uFE0D', '❤<U+FE01>⭐<U+FE0D>'],
    ['selectors of ideographs that none has', '葛\u{E01EF}葛\uFE0F', '葛<U+E01EF>葛<U+FE0F>'],
    ['selectors after a modifier', '👍🏽\uFE0F', '👍🏽<U+FE0F>'],
    ['commands to a terminal', 'a\u001B[2J\u009B8m', 'a<U+001B>[2J<U+009B>8m'],
  ])('%s are shown in a text', (_, text, expected) => {
    expect(visible(text, { isJson: false })).toBe(expected);
  });

  test.each([
    [
      'families and flags',
      '👨\u200D👩\u200D👧 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} ❤\uFE0F 1\uFE0F\u20E3',
    ],
    ['Persian and Hindi', 'می\u200Cخواهم क्\u200Dष'],
    ['Hebrew with its marks', 'שלום\u200F!'],
    ['a word that may be broken', 'Donau\u00ADdampf'],

    ['pictographs in their style', '❤\uFE0F ☺\uFE0E ⭐\uFE0F ✈\uFE0F 🖥\uFE0F ❤\uFE0F\u200D🔥 ©\uFE0F #\uFE0F\u20E3'],
    ['ideographs, mathematics and Mongolian with their forms', '葛\u{E0101}飾 ∩\uFE00 ᠮ\u180Bᠣ'],
    ['signs and numbers between two directions', 'C++\u200E שלום (a)\u200F, 100%\u200F'],
    ['braille', '⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙'],
    ['Arabic with its mark', 'مرحبا\u061C!'],
    ['tabs and lines', 'a\tb\r\nc'],
    ['everything else', 'Zoë 中文 русский ελληνικά'],
  ])('%s stay as they are', (_, text) => {
    expect(visible(text, { isJson: false })).toBe(text);
  });

  test('are all control, private and default ignorable ones, and the fillers', () => {
    const missed: string[] = [];

    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `a${String.fromCodePoint(code)}b`;
      if (INVISIBLE.test(text) !== (visibleText(text) !== text)) missed.push(code.toString(16));
    }

    // Between letters a soft hyphen says where a word may be broken.
    expect(missed).toEqual(['ad']);
  });

  test('are shown once: what is shown has none', () => {
    for (const hidden of [...Object.values(HIDDEN), ALL]) {
      const shown = visibleText(`a${hidden}b`);
      expect(INVISIBLE.test(shown)).toBe(false);
      expect(visibleText(shown)).toBe(shown);
      expect(mayHide(JSON.stringify(hidden))).toBe(true);
    }
  });

  test('of a value with source numbers stay out of names and texts, and the numbers stay', () => {
    const value = parseLossless('{"a\u200b":[1.0,"x\u202e",{"b":12345678901234567890}]}');

    const shown = visibleValue(value);

    expect(JSON.stringify(shown)).toBe('{"a<U+200B>":[1.0,"x<U+202E>",{"b":12345678901234567890}]}');
    expect(visibleValue(shown)).toBe(shown);
  });

  test('in JSON they become escapes, and the value stays the same', () => {
    const value = { note: `a\u200b${smuggled}`, '\u202Ekey': 1 };

    const text = visible(JSON.stringify(value), { isJson: true });

    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(text)).toEqual(value);
  });
});
