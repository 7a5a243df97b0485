import { describe, expect, test } from '@jest/globals';
import { mergeTools } from '../../../../core/tools/merge.ts';
import { draft, tool } from '../../../support/tools.ts';

let next = 0;
const context = { serverId: 'srv_000000000000', now: '2026-02-02T00:00:00.000Z', newToolId: () => `tool_new${next++}` };

describe('mergeTools', () => {
  test('adds new endpoints, keeps equal ones untouched and names removed ones', () => {
    const kept = tool({ name: 'kept', path: '/kept' });
    const gone = tool({ name: 'gone', path: '/gone' });

    const result = mergeTools(
      [kept, gone],
      [draft({ name: 'kept', path: '/kept' }), draft({ name: 'fresh', path: '/fresh' })],
      context,
    );

    expect(result.diff).toEqual({ added: 1, changed: 0, removed: 1, unchanged: 1 });
    expect(result.tools.find(({ name }) => name === 'kept')).toBe(kept);
    expect(result.removed).toEqual([gone]);
  });

  test('keeps what a person has edited and takes the rest from the document', () => {
    const edited = tool({
      path: '/a',
      name: 'mine',
      description: 'My words',
      enabled: false,
      edited: ['name', 'description', 'enabled'],
    });

    const { tools, diff } = mergeTools(
      [edited],
      [draft({ path: '/a', name: 'theirs', title: 'New title', description: 'Theirs' })],
      context,
    );

    expect(diff.changed).toBe(1);
    expect(tools[0]).toMatchObject({
      toolId: edited.toolId,
      name: 'mine',
      description: 'My words',
      enabled: false,
      title: 'New title',
      version: 2,
      originals: { name: 'theirs', description: 'Theirs', enabled: true },
    });
  });

  test('follows an operation that moved to another path by its operationId', () => {
    const old = tool({ path: '/v1/a', operationId: 'getA' });

    const { tools, removed } = mergeTools([old], [draft({ path: '/v2/a', operationId: 'getA' })], context);

    expect(removed).toEqual([]);
    expect(tools[0]).toMatchObject({ toolId: old.toolId, path: '/v2/a' });
  });

  test('gives an endpoint its own tool even when another operation has taken over its operationId', () => {
    const a = tool({ toolId: 'tool_a', name: 'a', path: '/a', operationId: 'x' });
    const b = tool({ toolId: 'tool_b', name: 'b', path: '/b', operationId: 'y' });

    const { tools } = mergeTools(
      [a, b],
      [draft({ name: 'a', path: '/a', operationId: 'y' }), draft({ name: 'b', path: '/b', operationId: 'x' })],
      context,
    );

    expect(tools.map(({ toolId, path }) => [toolId, path])).toEqual([
      ['tool_a', '/a'],
      ['tool_b', '/b'],
    ]);
  });

  test('never touches a tool made by hand, and gives way to its name', () => {
    const manual = tool({ origin: 'manual', name: 'Lookup', path: '/lookup' });

    const { tools } = mergeTools([manual], [draft({ name: 'lookup', path: '/other' })], context);

    expect(tools[0]).toBe(manual);
    expect(tools[1]?.name).toBe('lookup_2');
  });

  test('gives the same tools when it is repeated on its own result', () => {
    const drafts = [draft({ name: 'a', path: '/a' }), draft({ name: 'b', path: '/b', verb: 'POST' })];
    const first = mergeTools([], drafts, context);

    const second = mergeTools(first.tools, drafts, context);

    expect(second.tools).toEqual(first.tools);
    expect(second.diff).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 2 });
  });
});
