import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mayHideInBytes } from '../../../core/openapi/document/hiddenCharacters.ts';
import { visibleText } from '../../../core/response/visible.ts';

const inBytes = (text: string) => mayHideInBytes(Buffer.from(text).toString('latin1'));

describe('characters that nobody sees, in the bytes of a JSON text', () => {
  test('are found wherever they are: as bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const isHidden = visibleText(text.toWellFormed()) !== text.toWellFormed();

        if (isHidden) expect(inBytes(text.toWellFormed())).toBe(true);
      }),
    );
  });

  test.each(['\u200b', '\u202e', '\u00ad', '\u0007', '\u{e0041}', '\ufeff'])(
    'are found, as bytes and escapes: %j',
    (one) => {
      const escaped = [...Array(one.length).keys()]
        .map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join('');

      expect(inBytes(`{"a":"seen ${one} seen"}`)).toBe(true);
      expect(inBytes(`{"a":"\\\\ seen ${escaped}"}`)).toBe(true);
      expect(inBytes(`{"a":"${'–é日本語 '.repeat(50)}${one}"}`)).toBe(true);
    },
  );

  test.each(['plain text', 'naïve – “quoted” …', '日本語 한국어 ไทย', 'a pattern: \\\\b[a-z]\\\\u0041', '\\n\\t\\"'])(
    'are not in %j',
    (text) => {
      expect(inBytes(`{"a":"${text}"}`)).toBe(false);
    },
  );
});
