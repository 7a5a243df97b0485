import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from '../../../../core/lib/json/value.ts';
import { takenAnnotations } from '../../../../core/mcpUpstream/annotations.ts';
import { definitionDigest } from '../../../../core/mcpUpstream/definition.ts';
import { importListing, type McpListing } from '../../../../core/mcpUpstream/listing.ts';

const WEATHER = {
  name: 'get_weather',
  title: 'Weather',
  description: 'Tells the weather of a place.',
  inputSchema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { place: { $ref: '#/definitions/Place' }, days: { type: 'integer', minimum: 1, maximum: 7 } },
    required: ['place'],
    definitions: { Place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
  },
  outputSchema: {
    type: 'object',
    properties: { celsius: { type: 'number' }, contact: { type: 'string', format: 'email' } },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  icons: [{ src: 'https://elsewhere.example/icon.png' }],
  _meta: { any: 'thing' },
};

const listing = (tools: readonly JsonValue[], more: Partial<McpListing> = {}): McpListing => ({
  transport: 'http',
  version: '2025-11-25',
  serverInfo: { name: 'weather-server', title: 'Weather service', version: '2.1.0' },
  instructions: 'Answers about the weather.',
  tools,
  ...more,
});
const BASE = 'https://mcp.example.com/mcp';
const imported = (tools: readonly JsonValue[]) => importListing(listing(tools), BASE, { answerSchemas: true });

describe('tools of an MCP server', () => {
  test('become tools with their names, words, schemas and the digest of their definition', async () => {
    const { tools, title, baseUrl, about, dialect } = await imported([WEATHER]);

    expect({ title, baseUrl, dialect, website: about.website }).toEqual({
      title: 'Weather service',
      baseUrl: BASE,
      dialect: 'mcp',
    });
    expect(about.summary).toBe('Answers about the weather.');
    const [tool] = tools;
    expect(tool).toMatchObject({
      name: 'get_weather',
      title: 'Weather',
      description: 'Tells the weather of a place.',
      verb: 'POST',
      path: '/get_weather',
      enabled: true,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      mcp: { tool: 'get_weather', transport: 'http', digest: definitionDigest(WEATHER) },
    });
    expect(tool?.inputSchema).toMatchObject({ type: 'object', required: ['place'] });
    expect(JSON.stringify(tool?.inputSchema)).toContain('"city"');
    expect(tool?.answerSchema).toMatchObject({ properties: { celsius: { type: expect.arrayContaining(['number']) } } });
    expect(JSON.stringify(tools)).not.toContain('elsewhere');
  });

  test('without arguments or words are called by their name', async () => {
    const { tools } = await imported([{ name: 'ping', inputSchema: { type: 'object' } }]);

    expect(tools[0]).toMatchObject({ name: 'ping', title: 'Ping', description: 'Ping', parameters: [] });
    expect(tools[0]).not.toHaveProperty('body');
  });

  test.each([
    [
      'a text with hidden characters',
      { ...WEATHER, description: 'Tells\u200b the\u{e0041} weather.' },
      'hidden_characters',
    ],
    ['a hint that the name does not bear out', { ...WEATHER, name: 'delete_place' }, 'annotation_not_taken'],
    ['a tool without a name', { ...WEATHER, name: '' }, 'tool_left_out'],
    ['the name of another tool', { ...WEATHER, name: 'other' }, 'tool_left_out'],
  ])('%s is told', async (_what, tool, code) => {
    const { warnings } = await imported([{ ...WEATHER, name: 'other' }, tool]);

    expect(warnings.map((warning) => warning.code)).toContain(code);
  });

  test.each([['../admin'], ['..'], ['a/b?c#d'], ['{x}'], ['名前'], ['__proto__']])(
    'a tool called %s keeps that name upstream, and a safe one here',
    async (name) => {
      const { tools } = await imported([{ ...WEATHER, name }]);

      expect(tools[0]?.mcp?.tool).toBe(name);
      expect(tools[0]?.name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
    },
  );

  test('a schema that refers elsewhere fetches nothing', async () => {
    const inputSchema = { type: 'object', properties: { a: { $ref: 'https://evil.example/schema.json' } } };
    const { tools, warnings } = await imported([{ ...WEATHER, inputSchema }]);

    expect(tools).toHaveLength(1);
    expect(JSON.stringify(tools)).not.toContain('$ref');
    expect(warnings.length).toBeGreaterThan(0);
  });

  test.each([
    ['description', { description: 'Tells more.' }],
    ['a hidden character', { description: 'Tells the weather of a place.\u200b' }],
    ['a schema', { inputSchema: { ...WEATHER.inputSchema, required: [] } }],
    ['an annotation', { annotations: { readOnlyHint: true } }],
  ])('%s changes the digest', (_what, change) => {
    expect(definitionDigest({ ...WEATHER, ...change })).not.toBe(definitionDigest(WEATHER));
  });

  test('an icon does not', () => {
    expect(definitionDigest({ ...WEATHER, icons: [], _meta: {} })).toBe(definitionDigest(WEATHER));
  });
});

describe('annotations', () => {
  const CAREFUL = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

  test.each([
    ['list_posts', { readOnlyHint: true }, { readOnlyHint: true, destructiveHint: false }, 0],
    ['getUserById', { readOnlyHint: true }, { readOnlyHint: true }, 0],
    ['get_and_delete_user', { readOnlyHint: true }, CAREFUL, 1],
    ['send_mail', { readOnlyHint: true }, CAREFUL, 1],
    ['frobnicate', { readOnlyHint: true }, CAREFUL, 1],
    ['get_user', { readOnlyHint: true, destructiveHint: true }, { readOnlyHint: true, destructiveHint: false }, 0],
    ['create_user', { destructiveHint: false }, { readOnlyHint: false, destructiveHint: false }, 0],
    ['delete_user', { destructiveHint: false }, CAREFUL, 1],
    ['get_user', undefined, CAREFUL, 0],
    ['get_user', 'readOnlyHint', CAREFUL, 0],
  ])('of %s with %j', (name, given, expected, left) => {
    const { annotations, notTaken } = takenAnnotations(name, given as JsonValue);

    expect(annotations).toMatchObject(expected);
    expect(notTaken).toHaveLength(left);
  });
});
