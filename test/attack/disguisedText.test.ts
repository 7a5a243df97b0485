/** Whatever a text calls itself, and whatever stands in front of it, it is cleaned; and files and images arrive as they are. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AnswerPath, type Block, startPath } from '../support/answerPath.ts';
import { defined } from '../support/defined.ts';
import { exif, gif, jpeg, mp3, pdf, png, segment, wav, webp, zip } from '../support/pictures.ts';
import { DISGUISES, PERSON } from './disguisedText.ts';

let path: AnswerPath;
beforeAll(async () => {
  path = await startPath();
});
afterAll(() => path?.close());

/** All that a reader could make of an answer. */
function readings(blocks: readonly Block[]): string {
  const bytes = blocks.flatMap(({ data, resource }) => [data, resource?.blob]).filter((text) => text !== undefined);
  const decoded = bytes.flatMap((text) => {
    const file = Buffer.from(text, 'base64');
    const even = file.subarray(0, file.length & ~1);
    return [file.toString('latin1'), file.toString('utf16le'), Buffer.from(even).swap16().toString('utf16le')];
  });
  return [JSON.stringify(blocks), ...decoded].join('\n').replaceAll('\0', '');
}

describe('text under another name', () => {
  test.each(DISGUISES)('is cleaned: %s', async (_name, reply) => {
    const shown = readings(await path.answer(reply));

    expect(shown).not.toContain(PERSON);
    expect(shown).not.toContain(PERSON.replace('@', '.at.'));
  });
});

describe('what is binary', () => {
  const noise = Buffer.from(Array.from({ length: 500 }, (_, at) => (at * at * 31 + at * 7) % 256));
  test.each<[string, string, Buffer, Partial<Block>]>([
    ['a PNG', 'image/png', png(), { type: 'image', mimeType: 'image/png' }],
    ['a JPEG', 'image/jpeg', jpeg(), { type: 'image', mimeType: 'image/jpeg' }],
    ['a GIF', 'image/gif', gif(), { type: 'image', mimeType: 'image/gif' }],
    ['a WebP', 'image/webp', webp(), { type: 'image', mimeType: 'image/webp' }],
    ['an image without a type', '', png(), { type: 'image', mimeType: 'image/png' }],
    ['an image under another type', 'image/x-none', gif(), { type: 'image', mimeType: 'image/gif' }],
    ['music', 'audio/mpeg', mp3(), { type: 'audio', mimeType: 'audio/mpeg' }],
    ['a recording', 'audio/x-wav', wav(), { type: 'audio', mimeType: 'audio/wav' }],
  ])('keeps its bytes: %s', async (_name, type, body, expected) => {
    const blocks = await path.answer({ ...(type && { headers: { 'content-type': type } }), body });
    expect(blocks).toEqual([{ ...expected, data: body.toString('base64') }]);
  });

  test.each<[string, string, Buffer, string]>([
    ['a PDF', 'application/pdf', pdf(), 'application/pdf'],
    ['an archive', 'application/zip', zip('a.txt', noise), 'application/zip'],
    ['bytes', 'application/octet-stream', noise, 'application/octet-stream'],
    ['bytes under a type that nobody knows', 'application/x-none', noise, 'application/octet-stream'],
    ['a font', 'font/woff2', noise, 'font/woff2'],
    ['what is no image', 'image/png', noise, 'application/octet-stream'],
    ['zeros', 'application/octet-stream', Buffer.alloc(400), 'application/octet-stream'],
  ])('is a file with a type from a list: %s', async (_name, type, body, mimeType) => {
    const [block] = await path.answer({ headers: { 'content-type': type }, body });
    expect(block).toMatchObject({ type: 'resource', resource: { mimeType, blob: body.toString('base64') } });
  });

  test('keeps only the orientation of its EXIF', async () => {
    const [block] = await path.answer({
      headers: { 'content-type': 'image/jpeg' },
      body: jpeg([segment(0xe1, exif(6, PERSON))]),
    });

    const data = Buffer.from(defined(defined(block).data), 'base64');
    expect(data.indexOf(Buffer.from('0112000300000001000600', 'hex'))).toBeGreaterThan(0);
    expect(data.length).toBe(jpeg().length + 36);
  });
});
