import { describe, expect, test } from '@jest/globals';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import { listedHints, listedTitle } from '../../../../core/tools/listed.ts';

describe('the hints of a listed tool', () => {
  test.each([
    ['GET', { readOnlyHint: true, destructiveHint: false }],
    ['POST', { destructiveHint: false }],
    ['PUT', { destructiveHint: false, idempotentHint: true }],
    ['PATCH', { destructiveHint: false }],
    ['DELETE', { idempotentHint: true }],
  ])('are those that a client does not assume for %s', (verb, expected) => {
    expect(listedHints(annotationsOf({ verb }))).toEqual(expected);
  });

  test('mean the same as all of them do, with the defaults of the protocol', () => {
    const booleans = [true, false];
    const all = booleans.flatMap((readOnlyHint) =>
      booleans.flatMap((destructiveHint) =>
        booleans.flatMap((idempotentHint) =>
          booleans.map((openWorldHint) => ({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint })),
        ),
      ),
    );
    const defaults = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

    for (const hints of all) {
      const read = { ...defaults, ...listedHints(hints) };
      // Idempotence is meaningless for what only reads.
      expect(hints.readOnlyHint ? { ...read, idempotentHint: hints.idempotentHint } : read).toEqual(hints);
      expect(listedHints(listedHints(hints))).toEqual(listedHints(hints));
    }
  });
});

describe('the title of a listed tool', () => {
  test.each([
    ['listOpenOrders', 'List open orders', undefined],
    ['get_a_pet', 'Get the pet', undefined],
    ['pets_read', 'Pets (read)', undefined],
    ['getPet', '', undefined],
    ['getPet', 'Pet by its number', 'Pet by its number'],
    ['post_limit', '限行数据', '限行数据'],
  ])('of %s with %j is %j', (name, title, expected) => {
    expect(listedTitle({ name, title, description: 'Reads one.' })).toBe(expected);
  });

  test.each([
    ['the whole of it', 'Reads a pet by its number', 'Reads the pet by its number.', undefined],
    ['its beginning, cut off', 'Reads a pet by...', 'Reads a pet by its number. Vets see more.', undefined],
    ['its first sentence', 'Pet by number', 'Pet by number. Vets see more.', 'Pet by number'],
    ['cut off another text', 'All about pets…', 'Reads a pet.', 'All about pets…'],
  ])('that repeats the description, %s', (_, title, description, expected) => {
    expect(listedTitle({ name: 'getPet', title, description })).toBe(expected);
  });
});
