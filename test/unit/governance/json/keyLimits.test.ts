/** The shapes of objects: keys that an upstream makes up do not fill the memory of the process. */
import { expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';
import { Source } from '../../../../core/governance/json/buffers.ts';
import { type Shape, Shapes } from '../../../../core/governance/json/shapes.ts';
import { TapeReader } from '../../../../core/governance/json/tape.ts';

/** Documents of objects whose keys have this many characters, all of them different. */
const documentsOf = (length: number, count: number): Buffer[] =>
  Array.from({ length: count }, (_, document) =>
    Buffer.from(
      JSON.stringify(
        Array.from({ length: 400 }, (_each, at) => ({
          [`${document}.${at}.`.padEnd(length, 'k')]: `${at}@example.org`,
        })),
      ),
    ),
  );

/** Follows different keys of this many characters, each from the shape without keys. */
function followed(shapes: Shapes, length: number, count: number): (Shape | undefined)[] {
  return Array.from({ length: count }, (_, at) => shapes.follow(shapes.empty, `${at}.`.padEnd(length, 'k')));
}

test('keys of more than 256 bytes have no shape', () => {
  const shapes = new Shapes();

  expect(shapes.follow(shapes.empty, 'k'.repeat(256))?.length).toBe(256);
  expect(shapes.follow(shapes.empty, 'k'.repeat(257))).toBeUndefined();
  expect(shapes.follow(shapes.empty, 'é'.repeat(129))).toBeUndefined();
});

test('the keys of all shapes take no more than a megabyte', () => {
  // Prepare
  const shapes = new Shapes();
  const full = 2 ** 20 / 256;

  // Act
  const half = followed(shapes, 256, full / 2);
  const isFullAtHalf = shapes.isFull;
  const all = followed(shapes, 256, full + 100);

  // Assess
  expect([isFullAtHalf, shapes.isFull]).toEqual([false, true]);
  expect(all.slice(0, half.length)).toEqual(half);
  expect(all.map((shape) => shape !== undefined)).toEqual(all.map((_, at) => at < full));
  expect(shapes.bytes).toHaveLength(2 ** 20);
});

test.each([
  ['many long keys', 250, 12],
  ['too long keys', 300, 2],
])('a reader of documents with %s goes on reading', (_what, length, count) => {
  // Prepare
  const reader = new TapeReader();
  const read = (document: Buffer) => reader.read(new Source(document, true));

  // Act
  const tapes = documentsOf(length, count).map(read);
  const next = read(Buffer.from('{"id":1,"name":"a"}'));

  // Assess
  expect(tapes.filter((tape) => tape === 'other')).toHaveLength(length > 256 ? count : 0);
  expect(typeof next === 'object' && next.shapes.bytes.length).toBeLessThanOrEqual(2 ** 20);
});

test.each([255, 256, 257, 2_000])('what stands under keys of %i characters is redacted', (length) => {
  const governor = compileGovernance({ truncation: false });

  for (const document of documentsOf(length, 2)) {
    const { text } = governor.governBytes(document, 'application/json');
    expect(text.split('[REDACTED:email]')).toHaveLength(401);
    expect(text).not.toContain('@');
  }
});
