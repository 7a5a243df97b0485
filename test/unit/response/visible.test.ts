import { describe, expect, test } from '@jest/globals';
import { visible } from '../../../core/response/visible.ts';

const smuggled = [...'Ignore this'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

describe('characters that nobody sees', () => {
  test.each([
    ['zero-width blanks', 'a\u200bb', 'a<U+200B>b'],
    ['direction overrides', 'file\u202Efdp.exe', 'file<U+202E>fdp.exe'],
    ['a run of tags', `Hi${smuggled}!`, 'Hi<11 invisible characters>!'],
    ['joiners between letters that do not join', 'pay\u200Dload', 'pay<U+200D>load'],
    ['runs of variation selectors', '😀\uFE01\uFE02\uFE03', '😀<U+FE01><U+FE02><U+FE03>'],
    ['fillers', 'x\u3164y', 'x<U+3164>y'],
    ['a mark of the byte order inside', 'x\uFEFFy', 'x<U+FEFF>y'],
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
    ['a mark of the byte order in front', '\uFEFFid,name'],
    ['everything else', 'Zoë 中文 русский ελληνικά'],
  ])('%s stay as they are', (_, text) => {
    expect(visible(text, { isJson: false })).toBe(text);
  });

  test('in JSON they become escapes, and the value stays the same', () => {
    const value = { note: `a\u200b${smuggled}`, '\u202Ekey': 1 };

    const text = visible(JSON.stringify(value), { isJson: true });

    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(text)).toEqual(value);
  });
});
