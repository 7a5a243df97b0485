/** Descriptions read without the parts that make no tool: what is left for later, and that nothing is lost by it. */
import { describe, expect, test } from '@jest/globals';
import { dump } from 'js-yaml';
import { mayEscapeLoneSurrogates, mayHoldLoneSurrogates } from '../../../../../core/lib/json/loneSurrogates.ts';
import type { JsonObject, JsonValue } from '../../../../../core/lib/json/value.ts';
import { deferJsonParts } from '../../../../../core/openapi/document/deferJson.ts';
import { importDocument } from '../../../../../core/openapi/index.ts';
import { defined } from '../../../../support/defined.ts';
import { importValue, openapi, toolAt } from '../../../../support/descriptions.ts';

const LONG = 'long enough to be worth leaving for later, and then some';
const skim = (document: JsonValue, indent?: number) =>
  deferJsonParts(Buffer.from(JSON.stringify(document, undefined, indent)));
const operation = (more: JsonObject) => openapi({ paths: { '/things': { get: { operationId: 'list', ...more } } } });

describe('the skimmed reading of JSON', () => {
  test.each([undefined, 2])(
    'leaves responses and components for later and reveals them as they are (indent %s)',
    (indent) => {
      // Prepare
      const responses = { 200: { description: `"}{][\\ ${LONG}`, content: { a: [{ b: '\\' }] } } };
      const thing = { type: 'object', description: `ünïcödé 🙂 ${LONG}` };
      const document = { ...operation({ responses }), components: { schemas: { Thing: thing } } };

      // Act
      const skimmed = defined(skim(document, indent));
      const { paths, components } = skimmed.value as { paths: JsonObject; components: JsonObject };
      const { get } = paths['/things'] as { get: JsonObject };
      const schemas = components['schemas'] as JsonObject;

      // Assess
      expect(get['operationId']).toBe('list');
      expect([typeof get['responses'], typeof schemas['Thing']]).toEqual(['string', 'string']);
      expect(skimmed.reveal(defined(get['responses']))).toEqual(responses);
      expect(skimmed.reveal(defined(schemas['Thing']))).toEqual(thing);
      expect(skimmed.reveal(defined(schemas['Thing']))).toBe(skimmed.reveal(defined(schemas['Thing'])));
      expect(skimmed.reveal('plain text')).toBe('plain text');
    },
  );

  test('keeps what only has the name of a part that is left', () => {
    const parameters = [{ name: 'responses', in: 'query', schema: { type: 'string', description: LONG } }];
    const requestBody = { content: { 'application/json': { schema: { properties: { responses: { title: LONG } } } } } };
    const document = operation({ parameters, requestBody, 'x-mcp': { name: 'things', description: LONG } });
    const { value, reveal } = defined(skim(document));
    const { get } = (value as { paths: { '/things': { get: JsonObject } } }).paths['/things'];

    const { parameters: list, requestBody: body, ...rest } = get;

    expect(rest).toEqual({ operationId: 'list', 'x-mcp': { name: 'things', description: LONG } });
    expect((list as JsonValue[]).map(reveal)).toEqual(parameters);
    expect(reveal(defined(body))).toEqual(requestBody);
  });

  test('reads parameters and bodies of the same text once, wherever they stand', () => {
    // Prepare
    const parameter = (name: string) => ({ name, in: 'query', schema: { type: 'string', description: LONG } });
    const listed = (...names: string[]) => ({
      parameters: [...names.map(parameter), { $ref: '#/p' }],
      requestBody: { description: LONG, content: {} },
    });
    const paths = {
      '/a': { get: listed('a', 'b'), put: listed('a', 'b', 'c') },
      '/b': { ...listed('b'), get: listed('c', 'a') },
    };

    // Act
    const { value, reveal } = defined(skim({ paths }, 1));
    const twice = defined(skim({ paths }));

    // Assess
    const found = (value as { paths: Record<string, Record<string, JsonObject>> }).paths;
    const of = (path: string, verb: string) =>
      (defined(defined(found[path])[verb])['parameters'] as JsonValue[]).map(reveal);
    expect(of('/a', 'put')).toEqual(paths['/a'].put.parameters);
    expect(of('/b', 'get')).toEqual(paths['/b'].get.parameters);
    expect(of('/a', 'get')[0]).toBe(of('/b', 'get')[1]);
    expect(of('/a', 'put')[2]).toBe(of('/b', 'get')[0]);
    const bodyOf = (verb: string) =>
      twice.reveal(
        defined(
          defined(defined((twice.value as typeof value & { paths: typeof found }).paths['/a'])[verb])['requestBody'],
        ),
      );
    expect(bodyOf('get')).toEqual(paths['/a'].get.requestBody);
    expect(bodyOf('get')).toBe(bodyOf('put'));
  });

  test.each([
    ['ends too early', '{"paths": {"/a": {"get": {"responses": {"200": {"description": "x"}}}}'],
    ['ends within a text', '{"paths": {"/a'],
    ['ends within an escape', '{"info": "a\\'],
    ['has a key without a value', '{"paths": {"/a" 1}}'],
    ['is a list', '[1, 2]'],
    ['is empty', ''],
    ['has rubbish in a parameter', `{"paths": {"/a": {"get": {"parameters": [{"name": "${LONG}"]]}}}}`],
    ['has more behind its end', '{"info": {}}, {"more": 1}'],
    ['has rubbish where it is read', '{"info": {"title": nonsense}}'],
  ])('gives up on a text that %s', (_, text) => {
    expect(deferJsonParts(Buffer.from(text))).toBeUndefined();
  });
});

describe('YAML, which is read whole', () => {
  test.each([2, 4])('gives the same tools as the JSON of a description (indent %s)', async (indent) => {
    // Prepare
    const schema = { $ref: '#/components/schemas/Thing' };
    const responses = { 200: { description: LONG, content: { 'application/json': { schema } } } };
    const document = openapi({
      paths: { '/things': { post: { requestBody: { content: { 'application/json': { schema } } }, responses } } },
      components: {
        schemas: { Thing: { type: 'object', properties: { name: { type: 'string', description: LONG } } } },
      },
    });

    // Act
    const text = dump(document, { indent, noRefs: true });
    const [fromYaml, fromJson] = await Promise.all([importDocument(text, {}), importValue(document)]);

    // Assess
    expect(fromYaml).toEqual(fromJson);
  });
});

describe('an import of a skimmed document', () => {
  test('follows references into responses, extensions and examples', async () => {
    // Prepare
    const schema = { type: 'object', properties: { kind: { type: 'string', description: LONG } } };
    const document = openapi({
      'x-shared': { filter: { name: 'filter', in: 'query', description: LONG, schema: { type: 'integer' } } },
      paths: {
        '/things': {
          get: { responses: { 200: { description: LONG, content: { 'application/json': { schema } } } } },
          post: {
            parameters: [{ $ref: '#/x-shared/filter' }],
            requestBody: {
              content: {
                'application/json': {
                  schema: { $ref: '#/paths/~1things/get/responses/200/content/application~1json/schema' },
                },
              },
            },
          },
        },
      },
    });

    // Act
    const result = await importValue(document);

    // Assess
    const { properties } = toolAt(result, 'POST /things').inputSchema;
    expect(properties).toMatchObject({ filter: { type: 'integer' }, kind: { type: 'string' } });
    expect(result.warnings).toEqual([]);
  });

  test('reports a component that is no JSON on the tools that need it', async () => {
    const text = JSON.stringify(
      openapi({
        paths: {
          '/a': {
            post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } },
          },
        },
        components: { schemas: { A: { type: 'object', description: LONG } } },
      }),
    );

    const { tools, warnings } = await importDocument(text.replace('"object",', '"object" oops,'), {});

    expect(tools).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: 'reference_missing', tools: ['post_a'] }]);
  });

  test('reads a component whose JSON has a comma too many', async () => {
    const text = JSON.stringify(
      openapi({
        paths: {
          '/a': {
            post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } },
          },
        },
        components: { schemas: { A: { type: 'object', properties: { a: { description: LONG } } } } },
      }),
    );

    const { tools, warnings } = await importDocument(text.replace(`"${LONG}"`, `"${LONG}",`), {});

    expect(defined(tools[0]).inputSchema['properties']).toHaveProperty('a');
    expect(warnings).toEqual([]);
  });

  const described = (parts: JsonObject) =>
    JSON.stringify(openapi({ paths: { '/a': { get: parts }, '/b': { get: {} } } }));

  test('leaves broken JSON in a response, which no tool needs, without a word', async () => {
    const text = described({ responses: { 200: { description: LONG } } });

    const { tools, warnings } = await importDocument(text.replace(`"${LONG}"`, `"${LONG}" oops`), {});

    expect(tools.map(({ path }) => path)).toEqual(['/a', '/b']);
    expect(warnings).toEqual([]);
  });

  test('never takes another operation for a part whose brackets do not close their kind', async () => {
    // The first response lacks a bracket, the second one has it too many: counted alone they would hold each other.
    const broken = { responses: { 200: { description: LONG, content: '(1' } } };
    const text = JSON.stringify(
      openapi({
        paths: { '/a': { get: broken }, '/b': { get: { responses: { 200: { description: LONG, x: '1)' } } } } },
      }),
    );
    const bracketed = text.replace('"(1"', '[1').replace('"1)"', '1]');

    expect(deferJsonParts(Buffer.from(bracketed))).toBeUndefined();
    await expect(importDocument(bracketed, {})).rejects.toMatchObject({ code: 'spec_invalid' });
  });

  test('follows brackets of both kinds in each other, in any order', () => {
    const mixed = [[{ a: [{}, [], [{ b: [] }], { c: [{}] }] }], {}, [[]], [{ d: {} }, []]];
    const document = operation({ responses: { 200: { mixed, description: LONG } } });
    const skimmed = skim(document);

    const { paths } = defined(skimmed).value as { paths: { '/things': { get: JsonObject } } };

    expect(defined(skimmed).reveal(defined(paths['/things'].get['responses']))).toEqual({
      200: { mixed, description: LONG },
    });
  });

  test('leaves brackets nested more deeply than their kinds are looked at', () => {
    const deep = JSON.parse(`${'[{"a":'.repeat(40)}1${'}]'.repeat(40)}`) as JsonValue;
    const document = operation({ responses: { 200: { deep } } });
    const skimmed = defined(skim(document));

    const { paths } = skimmed.value as { paths: { '/things': { get: JsonObject } } };

    expect(skimmed.reveal(defined(paths['/things'].get['responses']))).toEqual({ 200: { deep } });
  });

  test.each([
    ['a few other characters', `Größe “x” 🙂 \u2028 ${LONG}`],
    ['a text in another script', 'описание параметра '.repeat(3_000)],
    ['other characters behind a backslash', `\\é \\\\ü ${LONG}`],
    ['other characters far from each other', `«${'x'.repeat(5_000)}€${'y'.repeat(10_000)}»`],
    ['other characters thousands of times', 'ö '.repeat(3_000)],
  ])('reads %s as they are', (_, description) => {
    const document = openapi({ info: { title: description, version: description } });
    expect(defined(skim(document)).value).toEqual(document);
  });

  test('refuses an escape of a character that is none', () => {
    const text = JSON.stringify(operation({ summary: 'ä' })).replace('ä', '\\ä');
    expect(deferJsonParts(Buffer.from(text))).toBeUndefined();
  });
});

describe('escapes of characters in two halves', () => {
  test.each([
    ['a pair', '\\ud83d\\ude00', false],
    ['two pairs in a row', '\\ud83d\\ude00\\uD83D\\uDE00', false],
    ['another character', '\\u00e9', false],
    ['a first half alone', 'x\\ud83d.', true],
    ['a first half at the end', '\\ud83d', true],
    ['a first half before a pair', '\\ud83d\\ud83d\\ude00', true],
    ['a second half alone', '\\ude00', true],
    ['a second half behind a pair', '\\ud83d\\ude00\\ude00', true],
  ])('are told for %s as by a search of the whole text', (_, text, expected) => {
    expect([mayEscapeLoneSurrogates(Buffer.from(text)), mayHoldLoneSurrogates(text)]).toEqual([expected, expected]);
  });

  test('are left to a search of the whole text when there are many', () => {
    const text = '\\ud83d\\ude00'.repeat(300);
    expect([mayEscapeLoneSurrogates(Buffer.from(text)), mayHoldLoneSurrogates(text)]).toEqual([true, false]);
  });
});
