/** The shapes of objects: keys that an upstream makes up do not fill the memory of the process. */
import { expect, test } from '@jest/globals';
import { createPlanner } from '../../../../../core/governance/context/planCache.ts';
import { createKeyReader } from '../../../../../core/governance/fieldName/nameCache.ts';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { Source } from '../../../../../core/governance/json/buffers.ts';
import { type Shape, Shapes } from '../../../../../core/governance/json/shapes.ts';
import { TapeReader } from '../../../../../core/governance/json/tape.ts';
import { defined } from '../../../../support/defined.ts';

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
  // A key takes four bytes more than it has, since a quote stands after it.
  const full = Math.floor(2 ** 20 / 260);

  // Act
  const half = followed(shapes, 256, Math.floor(full / 2));
  const isFullAtHalf = shapes.isFull;
  const all = followed(shapes, 256, full + 100);

  // Assess
  expect([isFullAtHalf, shapes.isFull]).toEqual([false, true]);
  expect(all.slice(0, half.length)).toEqual(half);
  expect(all.map((shape) => shape !== undefined)).toEqual(all.map((_, at) => at < full));
  expect(shapes.words.byteLength).toBe(2 ** 20);
});

test('a shape keeps its plan for every scope, but not for scopes without end', () => {
  // Prepare
  const shapes = new Shapes();
  const { root, planOfKeys } = createPlanner(createKeyReader());
  const shape = defined(shapes.follow(shapes.empty, 'email'));
  const scopes = Array.from({ length: 30_000 }, () => ({ ...root }));
  let made = 0;
  const planIn = (scope: typeof root) =>
    shapes.planIn(shape, scope, (keys, given) => {
      made++;
      return planOfKeys(keys, given);
    });

  // Act
  const [few, again] = [scopes.slice(0, 100).map(planIn), scopes.slice(0, 100).map(planIn)];
  const madeForFew = made;
  for (const scope of scopes) planIn(scope);

  // Assess
  expect([madeForFew, again.every((plan, at) => plan === few[at])]).toEqual([100, true]);
  expect(defined(shape.plans).size).toBeLessThan(12_000);
  expect(made).toBe(30_000);
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
  expect(typeof next === 'object' && next.shapes.words.byteLength).toBeLessThanOrEqual(2 ** 20);
});

test.each([255, 256, 257, 2_000])('what stands under keys of %i characters is redacted', (length) => {
  const governor = compileGovernance({ truncation: false });

  for (const document of documentsOf(length, 2)) {
    const { text } = governor.governBytes(document, 'application/json');
    expect(text.split('[REDACTED:email]')).toHaveLength(401);
    expect(text).not.toContain('@');
  }
});
