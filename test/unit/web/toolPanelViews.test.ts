/** Which view of a tool's panel a link opens, and which tool the page of a new server offers to try. */
import { describe, expect, test } from '@jest/globals';
import { TRY_TOOL, toolViewOf } from '../../../web/src/lib/tool-panel-views.ts';
import { easiestToTry } from '../../../web/src/lib/tools.ts';

describe('the view of a panel', () => {
  test('is the one that the link names', () => {
    expect(toolViewOf(TRY_TOOL)).toBe('try');
  });

  test.each([null, undefined, 7, {}, { toolView: 'remove' }])('is the first one for %j', (state) => {
    expect(toolViewOf(state)).toBe('edit');
  });
});

describe('the tool to try', () => {
  const tool = (name: string, path: string, readOnlyHint: boolean, enabled = true) =>
    ({ name, path, enabled, annotations: { readOnlyHint } }) as Parameters<typeof easiestToTry>[0][number];
  const create = tool('create', '/orders', false);
  const one = tool('one', '/orders/{id}', true);
  const list = tool('list', '/orders', true);

  test.each([
    [[create, one, list], 'list'],
    [[create, one], 'one'],
    [[create], 'create'],
    [[tool('off', '/orders', true, false), one], 'one'],
    [[tool('off', '/orders', true, false)], undefined],
    [[], undefined],
  ])('only reads and needs as little as there is (%#)', (tools, expected) => {
    expect(easiestToTry(tools)?.name).toBe(expected);
  });
});
