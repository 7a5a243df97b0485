/** Calls on a server whose tools are found by search, from the message to the tool that it means. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parseLossless } from '../../../../core/lib/json/lossless.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { chooseTool, namedTool } from '../../../../core/mcp/actions.ts';
import type { CallRequest } from '../../../../core/mcp/call.ts';
import { isCallable, listingOf, scopedListing } from '../../../../core/mcp/listing.ts';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import { searchingTools } from '../../../../core/tools/searching.ts';
import { BUNDLE_ID, bundleTool, searchedBundleOf } from '../../../support/bundles.ts';

const pet = {
  answerFields: '{id, name, tags[]}',
  description: 'Finds a pet by its number',
  findable: { tags: ['Pets'] },
};
const tools = [
  bundleTool('deletePet', { annotations: annotationsOf({ verb: 'DELETE' }), findable: { tags: ['Pets'] } }),
  bundleTool('getPet', pet),
  bundleTool('search', { description: 'Full text search of pets', findable: { tags: ['Finding'] } }),
  bundleTool('toolRun', { schema: { type: 'object', properties: { tool: { type: 'string' } } } }),
  bundleTool('wide', {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`field${at}`, { type: 'string', description: 'A text. '.repeat(20) }]),
      ),
    },
  }),
];
const listing = listingOf(searchedBundleOf(tools), BUNDLE_ID, { listChanged: false });

// What the calling function does before a call of one of the three tools.
beforeAll(() => listing.search?.prepare());

function choose(name: string, body: string, of = listing) {
  const plainArguments = JSON.parse(body);
  const exact = /\d{16}/.test(body) ? (parseLossless(body) as typeof plainArguments) : plainArguments;
  const call: CallRequest = { id: 1, name, plainArguments, arguments: exact, signal: new AbortController().signal };
  return { chosen: chooseTool(of, call), call };
}
function textOf(name: string, body: string, of = listing): string {
  const { chosen } = choose(name, body, of);
  return chosen.kind === 'answer' ? (chosen.result.content[0] as { text: string }).text : '';
}
const listed = (of = listing) => [...of.pages.values()].flatMap((page) => page.tools);

describe('the list', () => {
  test('is three tools that clients load at once, apart for reading and changing', () => {
    expect(listed().map(({ name, annotations, _meta }) => [name, annotations, _meta])).toEqual([
      ['search', { readOnlyHint: true, destructiveHint: false, openWorldHint: false }, ALWAYS],
      ['call_read', { readOnlyHint: true, destructiveHint: false }, ALWAYS],
      ['call_change', { idempotentHint: true }, ALWAYS],
    ]);
  });

  test('names as many subjects as its description has room for, the largest first', () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      bundleTool(`tool_${at}`, {
        findable: { tags: [`Subject number ${at % 150}${at < 10 ? ' of the large ones' : ''}`] },
      }),
    );

    const [search] = searchingTools(many);

    expect(search?.description.length).toBeLessThanOrEqual(LIMITS.listedText);
    expect(search?.description.length).toBeGreaterThan(LIMITS.listedText - 60);
    expect(search?.description).toMatch(/300 tools about Subject number .*, …\. Search before/);
  });

  test('says how many tools there are and what they are about', () => {
    expect(listed()[0]?.description).toContain('5 tools about Pets, Finding');
  });

  test('has what a token may call, and tells of no other subject', async () => {
    const reader = await scopedListing(listing, { tools: ['tool_search'] });

    expect(listed(reader).map(({ name }) => name)).toEqual(['search', 'call_read']);
    expect(listed(reader)[0]?.description).toContain('1 tool about Finding');
    expect(JSON.stringify(listed(reader))).not.toContain('Pets');
    expect(isCallable(reader, 'call_change')).toBe(false);
    expect(isCallable(reader, 'getPet')).toBe(false);
  });
});

const ALWAYS = { 'anthropic/alwaysLoad': true };

describe('search', () => {
  test('answers lines with signatures, the schema of the best, how it is called, and the words that nothing has', () => {
    const text = textOf('search', '{"query":"find pet zebra"}');

    expect(text).toMatch(
      /^The best \d matches:\n- getPet\(id: int, note\?: string\) → \{id, name, tags\[\]\} \[read\]: Finds a pet by its number/,
    );
    expect(text).toContain('[destructive]');
    expect(text).toContain(
      `All of getPet: ${JSON.stringify({ description: pet.description, inputSchema: tools[1]?.inputSchema })}`,
    );
    expect(text).toContain('call_read {"tool": "getPet", "arguments": {…}}');
    expect(text).toMatch(/No tool has the word zebra/);
  });

  test.each(['"getPet"', '" getPet "', '"`getPet`"'])('tells all of one tool by its name: %s', (query) => {
    const [first] = textOf('search', `{"query":${query}}`).split('\n');

    expect(JSON.parse(first ?? '')).toEqual({
      name: 'getPet',
      title: 'Title of getPet',
      description: pet.description,
      annotations: annotationsOf({ verb: 'GET' }),
      inputSchema: tools[1]?.inputSchema,
      answers: pet.answerFields,
    });
  });

  test('only outlines a schema that is long, and says how to get it whole', () => {
    const text = textOf('search', '{"query":"wide field"}');

    expect(text).toContain('search with {\\"query\\": \\"wide\\"} tells all of it');
    expect(text.length).toBeLessThan(JSON.stringify(tools[4]?.inputSchema).length);
    expect(textOf('search', '{"query":"wide"}')).toContain(JSON.stringify(tools[4]?.inputSchema));
  });

  test('says so where there is nothing, without an error', () => {
    const { chosen } = choose('search', '{"query":"quantum zebra"}');

    expect(chosen).not.toHaveProperty('errorCode');
    expect(textOf('search', '{"query":"quantum zebra"}')).toBe(
      'No tool is about this. Nothing was called.\nNo tool has the words quantum, zebra: say it as the API would, or there is nothing for it.',
    );
  });

  test.each(['{}', '{"query":7}', '{"query":"  "}'])('asks for words when it gets %s', (body) => {
    expect(choose('search', body).chosen).toMatchObject({ errorCode: 'argument_invalid', result: { isError: true } });
  });

  test('finds nothing that the token does not open, not even by its name', async () => {
    const reader = await scopedListing(listing, { access: 'read' });

    for (const query of ['delete pet', 'deletePet']) {
      const text = textOf('search', JSON.stringify({ query }), reader);
      expect(text).not.toMatch(/deletePet\(|destructive/);
      expect(text).toContain('No tool has the word delete');
    }
  });
});

describe('a call', () => {
  test.each([
    ['as the schema says', '{"tool":"getPet","arguments":{"id":1}}', { id: 1 }],
    ['written as text', '{"tool":"getPet","arguments":"{\\"id\\": 1}"}', { id: 1 }],
    ['beside the tool', '{"tool":"getPet","id":1}', { id: 1 }],
    ['not at all', '{"tool":"getPet"}', {}],
    ['with one of the name of the selector', '{"tool":"toolRun","arguments":{"tool":"x"}}', { tool: 'x' }],
    ['of a tool named as one of the three', '{"tool":"search","arguments":{"id":2}}', { id: 2 }],
  ])('takes arguments %s', (_how, body, expected) => {
    const { chosen } = choose('call_read', body);

    const { tool } = JSON.parse(body);
    expect(chosen).toMatchObject({
      kind: 'tool',
      faults: [],
      tool: { name: tool },
      call: { name: tool, arguments: expected, plainArguments: expected },
    });
  });

  test('keeps the digits of numbers', () => {
    const { chosen } = choose('call_read', '{"tool":"getPet","arguments":{"id":12345678901234567890}}');

    expect(chosen.kind === 'tool' && JSON.stringify(chosen.call.arguments)).toBe('{"id":12345678901234567890}');
  });

  test('that may mean two things is a fault that names the argument and says how to ask', () => {
    const { chosen } = choose('call_read', '{"tool":"toolRun","n":1}');

    expect(chosen).toMatchObject({
      faults: [{ field: '/n', message: expect.stringContaining('beside "tool"') }],
      usage: expect.stringContaining('search with {"query": "toolRun"}'),
    });
  });

  test('of what changes something is refused through the reading one, and made through the other', () => {
    const body = '{"tool":"deletePet","arguments":{"id":1}}';

    expect(choose('call_read', body).chosen).toMatchObject({ errorCode: 'tool_changes', result: { isError: true } });
    expect(textOf('call_read', body)).toContain('is called with call_change. Nothing was sent.');
    expect(choose('call_change', body).chosen).toMatchObject({ kind: 'tool', tool: { name: 'deletePet' } });
    expect(choose('call_change', '{"tool":"getPet"}').chosen).toMatchObject({ kind: 'tool' });
  });

  test.each([
    ['{}', /"tool" must be the name/],
    ['{"tool":"petGet"}', /no tool "petGet".*getPet/],
    ['{"tool":"__proto__"}', /no tool "__proto__"/],
  ])('of nothing, %s, is answered with the way out', (body, expected) => {
    expect(choose('call_change', body).chosen).toMatchObject({ errorCode: 'tool_unknown', result: { isError: true } });
    expect(textOf('call_change', body)).toMatch(expected);
  });

  test('by the name of a tool is made as it is on a flat server', () => {
    expect(choose('getPet', '{"id":1}').chosen).toMatchObject({ kind: 'tool', tool: { name: 'getPet' } });
  });

  test('names its tool for the trail, whatever the token opens', () => {
    const { call } = choose('call_change', '{"tool":"deletePet"}');

    expect(namedTool(listing, call)?.name).toBe('deletePet');
  });
});
