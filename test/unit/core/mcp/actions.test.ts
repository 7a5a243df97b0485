import { describe, expect, test } from '@jest/globals';
import { parseLossless } from '../../../../core/lib/json/lossless.ts';
import { chooseTool } from '../../../../core/mcp/actions.ts';
import type { CallRequest } from '../../../../core/mcp/call.ts';
import { listingOf } from '../../../../core/mcp/listing.ts';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import { BUNDLE_ID, bundleTool, groupedBundleOf } from '../../../support/bundles.ts';

const odd = { type: 'object', properties: { action: { type: 'string' }, n: { type: 'integer' } } };
const tools = [
  bundleTool('getPet', { description: 'Finds a pet' }),
  bundleTool('runPet', { schema: odd }),
  bundleTool('deletePet', { annotations: annotationsOf({ verb: 'DELETE' }) }),
];
const listing = listingOf(groupedBundleOf(tools, 'pets'), BUNDLE_ID, { listChanged: false });

function choose(name: string, body: string) {
  const plainArguments = JSON.parse(body);
  const exact = /\d{16}/.test(body) ? (parseLossless(body) as typeof plainArguments) : plainArguments;
  const signal = new AbortController().signal;
  return chooseTool(listing, { id: 1, name, plainArguments, arguments: exact, signal } satisfies CallRequest);
}
const textOf = (chosen: ReturnType<typeof choose>) =>
  chosen.kind === 'answer' ? (chosen.result.content[0] as { text: string }).text : '';

describe('a call of a group', () => {
  test.each([
    ['as the schema says', '{"action":"getPet","arguments":{"id":1}}', { id: 1 }],
    ['written as text', '{"action":"getPet","arguments":"{\\"id\\": 1}"}', { id: 1 }],
    ['beside the action', '{"action":"getPet","id":1}', { id: 1 }],
    ['beside the action and an empty wrapper', '{"action":"getPet","arguments":{},"id":1}', { id: 1 }],
    ['not at all', '{"action":"getPet"}', {}],
    ['as null', '{"action":"getPet","arguments":null}', {}],
    [
      'with one of the name of the selector',
      '{"action":"runPet","arguments":{"action":"go","n":1}}',
      { action: 'go', n: 1 },
    ],
  ])('takes arguments %s', (_how, body, expected) => {
    const chosen = choose('pets_read', body);

    expect(chosen).toMatchObject({ kind: 'tool', faults: [], call: { arguments: expected, plainArguments: expected } });
    expect(chosen.kind === 'tool' && [chosen.tool.name, chosen.call.name]).toEqual(
      Array(2).fill(JSON.parse(body).action),
    );
  });

  test.each([
    ['{"action":"getPet","arguments":{"id":12345678901234567890}}'],
    ['{"action":"getPet","arguments":"{\\"id\\":12345678901234567890}"}'],
    ['{"action":"getPet","id":12345678901234567890}'],
  ])('keeps the digits of numbers in %s', (body) => {
    const chosen = choose('pets_read', body);

    expect(chosen.kind === 'tool' && JSON.stringify(chosen.call.arguments)).toBe('{"id":12345678901234567890}');
    expect(chosen.kind === 'tool' && chosen.call.plainArguments).toEqual({ id: Number('12345678901234567890') });
  });

  test.each([
    ['a list', '{"action":"getPet","arguments":[1]}', '/arguments', 'must be an object, not array'],
    [
      'a text without an object',
      '{"action":"getPet","arguments":"[1]"}',
      '/arguments',
      'must be an object, not a text that holds none',
    ],
    [
      'a text that is no JSON',
      '{"action":"getPet","arguments":"id=1"}',
      '/arguments',
      'must be an object, not a text that holds none',
    ],
    [
      'strays beside arguments',
      '{"action":"getPet","arguments":{"id":1},"note":"x"}',
      '/note',
      'stands beside "arguments"; put it inside',
    ],
    [
      'strays that may mean two things',
      '{"action":"runPet","n":1}',
      '/n',
      expect.stringContaining('put its arguments into "arguments"'),
    ],
  ])('does not guess at %s', (_what, body, field, message) => {
    const chosen = choose('pets_read', body);

    expect(chosen).toMatchObject({ kind: 'tool', faults: [{ field, message }] });
    expect(chosen.kind === 'tool' && chosen.usage).toContain(`${JSON.parse(body).action}(`);
  });

  test('does not read a text that is nested deeper than a request may be', () => {
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;

    expect(choose('pets_read', JSON.stringify({ action: 'getPet', arguments: deep }))).toMatchObject({
      faults: [{ field: '/arguments' }],
    });
  });

  test.each([
    ['{}', /pets_read, "action" must name one.*getPet, runPet/],
    ['{"action":7}', /must name one/],
    ['{"action":"getCat"}', /has no action "getCat".*Nothing was sent.*getPet, runPet/],
    ['{"action":"deletePet","arguments":{"id":1}}', /action of pets_change; call that tool/],
    ['{"action":"__proto__"}', /has no action "__proto__"/],
  ])('answers %s with the way out', (body, expected) => {
    const chosen = choose('pets_read', body);

    expect(chosen).toMatchObject({ kind: 'answer', errorCode: 'action_unknown', result: { isError: true } });
    expect(textOf(chosen)).toMatch(expected);
  });

  test.each(['{"action":"getPet"}', '"getPet"', '"{\\"action\\":\\"getPet\\"}"'])(
    'describes an action asked for by %s',
    (given) => {
      const chosen = choose('pets_read', `{"action":"describe","arguments":${given}}`);

      expect(chosen).not.toHaveProperty('errorCode');
      expect(JSON.parse(textOf(chosen))).toEqual({
        action: 'getPet',
        title: 'Title of getPet',
        description: 'Finds a pet',
        annotations: annotationsOf({ verb: 'GET' }),
        inputSchema: tools[0]?.inputSchema,
      });
    },
  );

  test('does not describe an action of another group, but says where it is', () => {
    const chosen = choose('pets_read', '{"action":"describe","arguments":{"action":"deletePet"}}');

    expect(chosen).toMatchObject({ kind: 'answer', errorCode: 'action_unknown' });
    expect(textOf(chosen)).toContain('pets_change');
  });

  test.each(['', ',"arguments":{}', ',"arguments":null', ',"arguments":""'])(
    'lists the actions when asked without a name%s',
    (rest) => {
      const text = textOf(choose('pets_read', `{"action":"describe"${rest}}`));

      if (rest.endsWith('""')) expect(text).toMatch(/has no action "".*getPet, runPet/);
      else
        expect(text).toBe(
          '- getPet(id: int, note?: string): Finds a pet\n- runPet(action?: string, n?: int): Does runPet',
        );
    },
  );
});

test('a tool of a grouped server answers to its own name as well, as it does when listed flat', () => {
  const chosen = choose('deletePet', '{"id":1}');

  expect(chosen).toMatchObject({ kind: 'tool', tool: { name: 'deletePet' }, call: { arguments: { id: 1 } } });
  expect(chosen).not.toHaveProperty('usage');
});

test('every action of every group is reached, and every tool by one', () => {
  const reached = [...listing.groups].flatMap(([name, group]) =>
    [...group.actions.keys()].map((action) => choose(name, JSON.stringify({ action }))),
  );

  expect(reached.map((chosen) => chosen.kind === 'tool' && chosen.tool.name).sort()).toEqual([
    'deletePet',
    'getPet',
    'runPet',
  ]);
});
