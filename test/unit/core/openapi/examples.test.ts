/** Examples of a description: its tools take them, and tell them to a model. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from '../../../../core/lib/json/value.ts';
import { argumentFaults } from '../../../../core/mcp/arguments/validate.ts';
import { buildRequest } from '../../../../core/request/build.ts';
import { defined } from '../../../support/defined.ts';
import {
  importValue,
  onlyTool,
  openapi,
  propertiesOf,
  swagger,
  withParameters,
} from '../../../support/descriptions.ts';
import { checkExamples } from '../../../support/documentExamples.ts';

const withMedia = (media: JsonObject, type = 'application/json', components: JsonObject = {}): JsonObject =>
  openapi({
    paths: { '/things': { post: { requestBody: { required: true, content: { [type]: media } }, responses: {} } } },
    components,
  });

const query = (parameter: JsonObject): JsonObject => withParameters([{ name: 'q', in: 'query', ...parameter }]);

describe('a tool tells a model', () => {
  test.each<[string, JsonObject, JsonValue[]]>([
    ['a single value', { schema: { type: 'string' }, example: 'blue' }, ['blue']],
    ['a list', { schema: { type: 'array', items: { type: 'string' } }, example: ['a', 'b'] }, [['a', 'b']]],
    [
      'the first two named ones',
      { schema: { type: 'integer' }, examples: { a: { value: 1 }, b: { value: 2 }, c: { value: 3 } } },
      [1, 2],
    ],
    [
      'those of described content',
      { content: { 'application/json': { schema: { type: 'object' }, examples: { a: { value: { x: 1 } } } } } },
      [{ x: 1 }],
    ],
  ])('%s of a parameter', async (_, parameter, told) => {
    const tool = await onlyTool(query(parameter));
    expect(propertiesOf(tool)['q']).toMatchObject({ examples: told });
  });

  test('named examples that are references, of a parameter whose schema is one too', async () => {
    // Prepare
    const document = query({
      schema: { $ref: '#/components/schemas/Colour' },
      examples: { a: { $ref: '#/components/examples/Blue' } },
    });
    const components = {
      schemas: { Colour: { type: 'string', maxLength: 9 } },
      examples: { Blue: { summary: 'One', value: 'blue' } },
    };

    // Act
    const tool = await onlyTool({ ...document, components });

    // Assess
    expect(propertiesOf(tool)['q']).toEqual({ type: 'string', maxLength: 9, examples: ['blue'] });
  });

  test('by field what an example of the body says, and leaves the schema of other operations alone', async () => {
    // Prepare
    const schema = { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } } };
    const other = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
    const document = withMedia({ schema, examples: { one: { value: { name: 'Rex', size: 'large' } } } });

    // Act
    const result = await importValue({
      ...document,
      paths: { ...(document['paths'] as JsonObject), '/others': { post: other } },
    });

    // Assess
    expect(result.tools.map(propertiesOf)).toEqual([
      { name: { type: 'string', examples: ['Rex'] }, size: { type: 'integer' } },
      { name: { type: 'string' }, size: { type: 'integer' } },
    ]);
  });

  test('the example of a body that is one argument', async () => {
    const schema = { type: 'array', items: { type: 'string' } };

    const tool = await onlyTool(withMedia({ schema, example: ['a'] }));

    expect(propertiesOf(tool)['body']).toMatchObject({ examples: [['a']] });
  });

  test('x-example of Swagger 2.0', async () => {
    const parameters = [{ name: 'q', in: 'query', type: 'string', 'x-example': 'blue' }];

    const tool = await onlyTool(swagger({ paths: { '/a': { get: { parameters, responses: {} } } } }));

    expect(propertiesOf(tool)['q']).toMatchObject({ examples: ['blue'] });
  });

  test.each<[string, JsonObject]>([
    ['of another kind', { schema: { type: 'integer' }, example: 'blue' }],
    ['too large', { schema: { type: 'string' }, example: 'x'.repeat(300) }],
    ['a list with an item of another kind', { schema: { type: 'array', items: { type: 'integer' } }, example: ['a'] }],
    ['a password', { schema: { type: 'string', format: 'password' }, example: 'hunter2' }],
    ['named a secret', { name: 'client_secret', schema: { type: 'string' }, example: 'b1946ac9' }],
    ['an object with a secret', { schema: { type: 'object' }, example: { apiKey: 'b1946ac9' } }],
    ['a list with a token', { schema: { type: 'array' }, example: ['eyJhbGciOiJIUzI1NiJ9.e30.x'] }],
  ])('no example that is %s', async (_, parameter) => {
    const tool = await onlyTool(query(parameter));
    expect(Object.values(propertiesOf(tool))[0]).not.toHaveProperty('examples');
  });
});

describe('undeclared fields of a body', () => {
  const object = (more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties: { name: { type: 'string' } },
    ...more,
  });
  const faultsOf = (tool: unknown, args: JsonObject) => argumentFaults(tool as never, args, 0);

  test.each<[string, string, string]>([
    ['JSON', 'application/json', '{"name":"Rex","colour":"red"}'],
    ['a form', 'application/x-www-form-urlencoded', 'name=Rex&colour=red'],
  ])('are sent in %s whose object is open', async (_, type, sent) => {
    const tool = await onlyTool(withMedia({ schema: object() }, type));
    const args = { name: 'Rex', colour: 'red' };

    expect(faultsOf(tool, args)).toEqual([]);
    expect(Buffer.from(defined(buildRequest(tool, 'https://api.example.com', args).body)).toString()).toBe(sent);
  });

  test('must be what additionalProperties says', async () => {
    const tool = await onlyTool(withMedia({ schema: object({ additionalProperties: { type: 'integer' } }) }));

    expect(faultsOf(tool, { size: 3 })).toEqual([]);
    expect(faultsOf(tool, { size: 'large' })).toMatchObject([{ field: '/size', rule: 'type' }]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a closed object', () => onlyTool(withMedia({ schema: object({ additionalProperties: false }) }))],
    ['a tool without a body', () => onlyTool(query({ schema: { type: 'string' } }))],
    [
      'the fields of a form in Swagger 2.0',
      () => {
        const parameters = [{ name: 'name', in: 'formData', type: 'string' }];
        return onlyTool(swagger({ paths: { '/a': { post: { parameters, responses: {} } } } }));
      },
    ],
    [
      'a tool whose owner closed its schema',
      async () => {
        const tool = await onlyTool(withMedia({ schema: object() }));
        return { ...tool, inputSchema: { ...tool.inputSchema, additionalProperties: false } };
      },
    ],
  ])('are refused by name for %s', async (_, make) => {
    expect(faultsOf(await make(), { colour: 'red' })).toMatchObject([
      { field: '/colour', rule: 'additionalProperties' },
    ]);
  });

  test('never become a parameter', async () => {
    // Prepare
    const parameters = [{ name: 'q', in: 'query', schema: { type: 'string' } }];
    const post = { parameters, requestBody: { content: { 'application/json': { schema: object() } } }, responses: {} };
    const tool = await onlyTool(openapi({ paths: { '/a': { post } } }));

    // Act
    const built = buildRequest(tool, 'https://api.example.com', { q: 'x', limit: '5', Authorization: 'mine' });

    // Assess
    expect(built.url).toBe('https://api.example.com/a?q=x');
    expect(built.headers.map(([name]) => name.toLowerCase())).not.toContain('authorization');
    expect(JSON.parse(Buffer.from(defined(built.body)).toString())).toEqual({ limit: '5', Authorization: 'mine' });
  });
});

test('the check of examples tells accepted ones from refused ones, and leaves out what the description itself refuses', async () => {
  // Prepare
  const schema = { type: 'object', properties: { size: { type: 'integer' } } };
  const document = withMedia({ schema, examples: { a: { value: { size: 1 } }, b: { value: { size: 'x' } } } });
  const result = await importValue(document);
  const closed = result.tools.map((tool) => ({ ...tool, inputSchema: { ...tool.inputSchema, properties: {} } }));
  const narrow = closed.map((tool) => ({ ...tool, inputSchema: { ...tool.inputSchema, additionalProperties: false } }));

  // Act
  const checks = checkExamples(document, result);
  const refused = checkExamples(document, { ...result, tools: narrow });

  // Assess
  expect(checks.map(({ verdict, isTold }) => [verdict, isTold])).toEqual([
    ['accepted', true],
    ['unfit', false],
  ]);
  expect(refused[0]).toMatchObject({ verdict: 'refused', cause: expect.stringContaining('/size') });
});

test('a reference in place of all properties is followed to an object of schemas, else it is a property', async () => {
  // Prepare
  const components = { 'x-sets': { Pet: { name: { type: 'string' } } }, schemas: {} };
  const bodyOf = async (reference: string) => {
    const schema = { type: 'object', properties: { $ref: reference, age: { type: 'integer' } } };
    return propertiesOf(await onlyTool(withMedia({ schema }, 'application/json', components)));
  };

  // Act
  const followed = await bodyOf('#/components/x-sets/Pet');
  const plain = await bodyOf('string');

  // Assess
  expect(Object.keys(followed).sort()).toEqual(['age', 'name']);
  expect(Object.keys(plain)).toHaveLength(2);
});
