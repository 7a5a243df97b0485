/** Notes stand under a code that the data does not hold. */
import { describe, expect, test } from '@jest/globals';
import type { Content } from '../../../../core/response/content.ts';
import { withNotes } from '../../../../core/response/notes.ts';
import { defined } from '../../../support/defined.ts';

const text = (value: string): Content => ({ type: 'text', text: value });

describe('notes behind an answer', () => {
  test('are one block under one code', () => {
    expect(withNotes([text('{}')], ['One.', 'Two.'], { draw: () => 'aaaaaaaaaaaa' })).toEqual([
      text('{}'),
      text('[portcullis:aaaaaaaaaaaa]\nOne.\nTwo.'),
    ]);
  });

  test('stand under the code that text without an end of its own began under', () => {
    expect(withNotes([text('404'), text('<p>')], [], { openFrom: 1, draw: () => 'aaaaaaaaaaaa' })).toEqual([
      text('404'),
      text("[portcullis:aaaaaaaaaaaa] The API's data:"),
      text('<p>'),
      text("[portcullis:aaaaaaaaaaaa] End of the API's data."),
    ]);
  });

  test('have a code that stands nowhere in the data or in the notes', () => {
    const codes = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', 'dddddddddddd'];
    const resource: Content = {
      type: 'resource',
      resource: { uri: 'https://x.example/cccccccccccc', mimeType: 'a/b', blob: '' },
    };
    const blocks = withNotes([text('… aaaaaaaaaaaa …'), resource], ['bbbbbbbbbbbb'], {
      openFrom: 0,
      draw: () => defined(codes.shift()),
    });

    expect(blocks.at(-1)).toEqual(text('[portcullis:dddddddddddd]\nbbbbbbbbbbbb'));
  });

  test('are left out where there are none and the data ends by itself', () => {
    const content = [text('{}')];
    expect(withNotes(content, [])).toBe(content);
  });

  test('have another code each time', () => {
    const codes = Array.from({ length: 1_000 }, () => (withNotes([], [], { openFrom: 0 })[0] as { text: string }).text);
    expect(new Set(codes).size).toBe(1_000);
  });
});
