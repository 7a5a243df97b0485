/** The owner's decisions on redaction as the dashboard edits them, and the paths of an answer. */
import { describe, expect, test } from '@jest/globals';
import { stepsOf } from '../../../core/model/fieldPaths.ts';
import { MARK_GROUPS, markLabel, pathsIn, redactionDraft, redactionOf } from '../../../web/src/lib/redaction.ts';

describe('the draft', () => {
  test('goes to the form and back', () => {
    const redaction = {
      mode: 'strict',
      dryRun: true,
      prose: true,
      about: 'place',
      fields: { 'items.owner': 'keep', a: 'name' },
    } as const;

    expect(redactionOf(redactionDraft({ redaction }))).toEqual(redaction);
    expect(redactionOf(redactionDraft({}))).toBeNull();
  });

  test('leaves out rows without a path', () => {
    const fields = [
      { path: ' ', mark: 'keep' },
      { path: ' a ', mark: 'redact' },
    ] as const;

    expect(redactionOf({ mode: '', dryRun: false, prose: false, about: '', fields })).toEqual({
      fields: { a: 'redact' },
    });
  });

  test('has a label for each choice', () => {
    for (const { value, label } of MARK_GROUPS.flatMap(({ options }) => options)) expect(markLabel(value)).toBe(label);
  });
});

describe('the paths of an answer', () => {
  test('pass through lists, and are paths of the service', () => {
    const paths = pathsIn(JSON.stringify({ items: [{ id: 1, owner: { name: 'x' } }, { 'a.b': 2 }], '': 3 }));

    expect(paths).toEqual(['items', 'items.id', 'items.owner', 'items.owner.name', '/items/a.b']);
    for (const path of paths) expect(stepsOf(path)).toBeDefined();
  });

  test('are none of what is not JSON, and not without end', () => {
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, at]));

    expect(pathsIn('<a/>')).toEqual([]);
    expect(pathsIn(JSON.stringify(wide))).toHaveLength(300);
  });
});
