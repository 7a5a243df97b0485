import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { importDocument } from '../../../core/openapi/index.ts';
import { skimJson } from '../../../core/openapi/reading/skim.ts';
import { importValue, openapi, toolAt } from '../../support/descriptions.ts';

const LONG = 'long enough to be worth leaving for later, and then some';
const skim = (document: JsonValue, indent?: number) =>
  skimJson(Buffer.from(JSON.stringify(document, undefined, indent)));
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
      const skimmed = skim(document, indent)!;
      const { paths, components } = skimmed.value as { paths: JsonObject; components: JsonObject };
      const { get } = paths['/things'] as { get: JsonObject };
      const schemas = components['schemas'] as JsonObject;

      // Assess
      expect(get['operationId']).toBe('list');
      expect([typeof get['responses'], typeof schemas['Thing']]).toEqual(['string', 'string']);
      expect(skimmed.reveal(get['responses']!)).toEqual(responses);
      expect(skimmed.reveal(schemas['Thing']!)).toEqual(thing);
      expect(skimmed.reveal(schemas['Thing']!)).toBe(skimmed.reveal(schemas['Thing']!));
      expect(skimmed.reveal('plain text')).toBe('plain text');
    },
  );

  test('keeps what only has the name of a part that is left', () => {
    const parameters = [{ name: 'responses', in: 'query', schema: { type: 'string', description: LONG } }];
    const requestBody = { content: { 'application/json': { schema: { properties: { responses: { title: LONG } } } } } };
    const { value } = skim(operation({ parameters, requestBody, 'x-mcp': { name: 'things', description: LONG } }))!;
    const { get } = (value as { paths: { '/things': { get: JsonObject } } }).paths['/things'];
    expect(get).toEqual({
      operationId: 'list',
      parameters,
      requestBody,
      'x-mcp': { name: 'things', description: LONG },
    });
  });

  test.each([
    ['ends too early', '{"paths": {"/a": {"get": {"responses": {"200": {"description": "x"}}}}'],
    ['ends within a text', '{"paths": {"/a'],
    ['ends within an escape', '{"info": "a\\'],
    ['has a key without a value', '{"paths": {"/a" 1}}'],
    ['is a list', '[1, 2]'],
    ['is empty', ''],
    ['has rubbish where it is read', '{"info": {"title": nonsense}}'],
  ])('gives up on a text that %s', (_, text) => {
    expect(skimJson(Buffer.from(text))).toBeUndefined();
  });

  test('gives up on a document that holds the mark of a part that was left', () => {
    expect(skim(operation({ summary: '@read-later/0' }))).toBeUndefined();
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
    expect(tools[0]!.inputSchema['properties']).toHaveProperty('a');
    expect(warnings).toEqual([]);
  });
});
