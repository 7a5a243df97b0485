import { describe, expect, test } from '@jest/globals';
import { sharedToolChanges } from '../../../../core/audit/rowChanges.ts';
import { changedBy, differing } from '../../../../core/tools/bulkEdit.ts';
import { tool } from '../../../support/tools.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const reading = tool({ name: 'read', verb: 'GET' });
const removing = tool({ name: 'remove', verb: 'DELETE' });

describe('a change of many tools', () => {
  test('leaves alone what has it already', () => {
    expect(
      differing([reading, removing], { set: { annotations: { readOnlyHint: true, destructiveHint: false } } }),
    ).toEqual([removing]);
    expect(differing([reading], { enabled: true, set: { cacheHint: 'none', tag: reading.tag } })).toEqual([]);
    expect(differing([reading], { set: { redaction: { mode: null, dryRun: null } } })).toEqual([]);
    expect(
      differing([{ ...reading, redaction: { mode: 'strict' } }], { set: { redaction: { mode: null } } }),
    ).toHaveLength(1);
  });

  test('is refused whole where a tool would read only and destroy', () => {
    const many = Array.from({ length: 7 }, (_, at) => tool({ name: `remove${at}`, verb: 'DELETE' }));

    expect(() => differing([reading, ...many], { set: { annotations: { readOnlyHint: true } } })).toThrow(
      /remove0, remove1, remove2, remove3, remove4 and 2 more.*Nothing was changed/,
    );
  });

  test('sets each field, says that they are edited, and keeps what was decided about fields', () => {
    const before = { ...removing, redaction: { mode: 'minimal', fields: { id: 'keep' } } } as typeof removing;

    const after = changedBy(
      {
        enabled: false,
        set: { annotations: { idempotentHint: false }, cacheHint: 'no-store', tag: 'x', redaction: { mode: null } },
      },
      before,
      NOW,
    );

    expect(after).toMatchObject({
      enabled: false,
      cacheHint: 'no-store',
      tag: 'x',
      redaction: { fields: { id: 'keep' } },
    });
    expect(after.redaction).not.toHaveProperty('mode');
    expect(after.annotations).toEqual({ ...removing.annotations, idempotentHint: false });
    expect(after.edited).toEqual(expect.arrayContaining(['annotations', 'enabled', 'cacheHint', 'tag', 'redaction']));
  });

  test('is told with the values of before, each once', () => {
    const change = { set: { tag: 'all', annotations: { readOnlyHint: false } } };
    const pairs = [
      { ...reading, tag: 'a' },
      { ...removing, tag: 'b' },
      { ...removing, tag: 'b' },
    ].map((before) => ({ before, after: changedBy(change, before, NOW) }));

    expect(sharedToolChanges(pairs)).toEqual([
      { field: 'tag', old: ['a', 'b'], new: 'all' },
      { field: 'annotations.readOnlyHint', old: true, new: false },
    ]);
  });
});
