/** Names, titles and descriptions: what a model chooses a tool by, and what clients take. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../core/json.ts';
import { importDocument } from '../../../core/openapi/index.ts';
import { toolNames } from '../../../core/openapi/names.ts';
import { cleanText } from '../../../core/openapi/text.ts';
import { importValue, onlyTool, openapi } from '../../support/descriptions.ts';

const named = (verb: string, path: string, operationId?: string) => ({ verb, path, operationId, hint: undefined });

describe('tool names', () => {
  test.each([
    ['an operationId as it is', named('GET', '/a', 'listPets'), 'listPets'],
    ['characters that clients refuse', named('GET', '/a', 'pets.list/all (v2)'), 'pets_list_all_v2'],
    ['accents', named('GET', '/a', 'créerÉlève'), 'creerEleve'],
    ['no operationId: verb and path', named('GET', '/orders/{orderId}/items'), 'get_orders_by_orderId_items'],
    ['an item and its list apart', named('GET', '/orders'), 'get_orders'],
    ['the root', named('GET', '/'), 'get'],
    ['an operationId of digits only', named('GET', '/a', '123'), 'get_a'],
  ])('take %s', (_, operation, expected) => {
    expect(toolNames([operation])).toEqual([expected]);
  });

  test('written in another script only fall back to the path, with a suffix when that is in it too', () => {
    const [first, second] = toolNames([named('GET', '/天气/今天', '查询天气'), named('GET', '/天气/明天', '查询')]);
    expect(first).toMatch(/^get_[0-9a-f]{6}$/);
    expect(first).not.toBe(second);
  });

  test('stay at sixty characters with their suffix, and apart when they begin alike', () => {
    const long = 'very'.repeat(30);
    const names = toolNames([
      named('GET', '/a', `${long}One`),
      named('GET', '/b', `${long}Two`),
      named('GET', `/${'segment/'.repeat(20)}{id}`),
    ]);
    expect(names.every((name) => /^[A-Za-z0-9_-]{1,60}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(3);
  });

  test('that are taken twice get a suffix that does not depend on order or company', () => {
    // Prepare
    const one = named('GET', '/a', 'list');
    const two = named('GET', '/b', 'List');
    const three = named('GET', '/c', 'list');
    // Act
    const [first, second] = toolNames([one, two]);
    const [, again, other] = toolNames([three, two, one]);
    // Assess
    expect([first, second]).toEqual([
      expect.stringMatching(/^list_[0-9a-f]{6}$/),
      expect.stringMatching(/^List_[0-9a-f]{6}$/),
    ]);
    expect([again, other]).toEqual([second, first]);
  });

  test('never take a suffixed name that somebody else has by nature', () => {
    const [plain] = toolNames([named('GET', '/a', 'x'), named('GET', '/b', 'x')]);
    const names = toolNames([named('GET', '/a', 'x'), named('GET', '/b', 'x'), named('GET', '/c', plain!)]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3);
  });
});

describe('texts', () => {
  test.each([
    ['HTML', '<p>Gets a <b>pet</b>.</p><script>alert(1)</script><br/>Fine', 'Gets a pet. Fine'],
    ['HTML written as entities', '&lt;p&gt;Deletes&lt;/p&gt; &amp; more', 'Deletes & more'],
    ['placeholders that are no HTML', 'Give <projectId> and 1 < 2', 'Give <projectId> and 1 < 2'],
    ['Markdown tables', 'Before\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\nAfter', 'Before After'],
    ['a pipe that is no table', 'a | b', 'a | b'],
    ['links and images', 'See [the guide](https://a.example.com/x) ![logo](x.png).', 'See the guide .'],
    ['headings and fences', '# Title\n```json\n{}\n```\nEnd', 'Title {} End'],
    ['hidden characters', 'a\u200bb\u202ec\u{e0041}d\ufeff', 'abcd'],
    ['blanks', '  a \n\n b\t c ', 'a b c'],
    ['other scripts', '查询天气', '查询天气'],
  ])('lose %s', (_, text, expected) => {
    expect(cleanText(text, 1_000)).toBe(expected);
  });

  test('are cut at a sentence or a word', () => {
    const text = cleanText('One two three. '.repeat(100), 100);
    expect(text.length).toBeLessThanOrEqual(100);
    expect(text).toMatch(/three\.$/);
    expect(cleanText('word '.repeat(100), 100)).toMatch(/word\.\.\.$/);
  });

  test.each([
    ['opening brackets', '['.repeat(40_000)],
    ['opening tags', '<table '.repeat(6_000)],
    ['line breaks', '\n'.repeat(40_000)],
    ['blanks between pipes', `|${' '.repeat(30_000)}|\n`],
    ['links that never close', '[a](b '.repeat(7_000)],
  ])('of a hostile kind are cleaned all the same: %s', (_, text) => {
    expect(cleanText(`${text}x`, 10_000).length).toBeLessThanOrEqual(10_000);
  });

  test('that are not texts are empty', () => {
    expect([cleanText({ $ref: 'text.md' }, 100), cleanText(null, 100), cleanText(undefined, 100)]).toEqual([
      '',
      '',
      '',
    ]);
  });
});

describe('descriptions of tools', () => {
  const describeTool = (operation: JsonObject) => onlyTool(openapi({ paths: { '/pets/{id}': { get: operation } } }));

  test.each([
    ['summary and description', { summary: 'Get a pet.', description: 'By its id.' }, 'Get a pet. By its id.'],
    [
      'a description that begins with the summary',
      { summary: 'Get a pet', description: 'Get a pet by id.' },
      'Get a pet by id.',
    ],
    ['a summary alone', { summary: 'Get a pet' }, 'Get a pet'],
    ['nothing', {}, 'GET /pets/{id}'],
    ['HTML that leaves nothing', { description: '<table><tr><td>x</td></tr></table>' }, 'GET /pets/{id}'],
    ['deprecation', { summary: 'Old', deprecated: true }, 'Old. Deprecated.'],
  ])('are made of %s', async (_, operation, expected) => {
    const tool = await describeTool(operation);
    expect(tool.description).toBe(expected);
  });

  test('stay near a thousand characters', async () => {
    const tool = await describeTool({ description: 'Long words here. '.repeat(500), deprecated: true });
    expect(tool.description.length).toBeLessThanOrEqual(1_000);
    expect(tool.description).toMatch(/Deprecated\.$/);
  });

  test('titles come from the summary, else from the name', async () => {
    expect((await describeTool({ summary: 'Get a pet.' })).title).toBe('Get a pet');
    expect((await describeTool({ operationId: 'getPetById' })).title).toBe('Get pet by id');
  });

  test('names stay the same when operations are added and moved', async () => {
    const paths = {
      '/a': { get: { operationId: 'same' } },
      '/b': { get: { operationId: 'same' } },
      '/c': { post: {} },
    };
    const before = await importValue(openapi({ paths }));
    const after = await importValue(
      openapi({ paths: { '/new': { get: {} }, '/c': paths['/c'], '/b': paths['/b'], '/a': paths['/a'] } }),
    );
    const byPath = (tools: typeof before.tools) => new Map(tools.map(({ path, name }) => [path, name]));
    for (const [path, name] of byPath(before.tools)) expect(byPath(after.tools).get(path)).toBe(name);
  });
});

describe('halves of surrogate pairs', () => {
  const half = '\ud83d';
  const document = openapi({
    info: { title: `Shop ${half}`, version: '1' },
    tags: [{ name: `pets${half}`, description: `All${half}` }],
    paths: {
      '/pets': {
        get: {
          operationId: `list${half}`,
          summary: `Lists${half} 🐈`,
          tags: [`pets${half}`],
          parameters: [
            { name: `q${half}`, in: 'query', schema: { type: 'string' } },
            { name: 'kind', in: 'query', schema: { type: 'string', enum: [`cat${half}`, 'dog', '🐈'] } },
            { name: 'size', in: 'query', schema: { type: 'string', enum: [half, '\udc08'] } },
            { name: 'only', in: 'query', schema: { const: half } },
            { name: 'first', in: 'query', schema: { type: 'string', default: half, example: `a${half}` } },
          ],
          responses: {},
        },
      },
    },
  });
  // As descriptions have them: JSON with escapes, and the same read as YAML, whose quoted texts take them too.
  const json = JSON.stringify(document);
  test.each([
    ['JSON', json],
    ['YAML', `# a comment\n${json}`],
  ])('in %s are replaced in texts and names, and take values that hold them along', async (_, text) => {
    const result = await importDocument(text, { tags: ['pets\ufffd'] });
    const everything = JSON.stringify(result);
    expect(everything).not.toMatch(/\\ud[89a-f]/i);
    expect(everything.isWellFormed()).toBe(true);
    expect(everything).toContain('🐈');
    expect(result.tags).toEqual([{ name: 'pets\ufffd', count: 1, description: 'All\ufffd' }]);
    const [tool] = result.tools;
    expect(tool!.name).toBe('list');
    expect(tool!.inputSchema['properties']).toEqual({
      q: { type: 'string' },
      kind: { type: 'string', enum: ['dog', '🐈'] },
      size: { type: 'string' },
      only: {},
      first: { type: 'string' },
    });
    expect(result.warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'enum_value_unusable #/paths/~1pets/get/parameters/1/schema/enum',
      'enum_value_unusable #/paths/~1pets/get/parameters/2/schema/enum',
      'keyword_invalid #/paths/~1pets/get/parameters/3/schema/const',
      'default_unfit #/paths/~1pets/get/parameters/4/schema/default',
    ]);
  });

  test('cost nothing where a document writes whole pairs as escapes', async () => {
    const whole = JSON.stringify(openapi({ info: { title: '@', version: '1' } })).replace('@', '\\ud83d\\udc08');
    expect((await importDocument(whole, {})).title).toBe('🐈');
  });
});
