import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ROUTES, type Route } from '../../../../core/api/routes/index.ts';
import { apiDescription } from '../../../../core/api/routes/openapi.ts';
import type { JsonObject } from '../../../../core/lib/json/value.ts';

const description = apiDescription('https://edge.example.com') as JsonObject & {
  paths: Record<string, Record<string, JsonObject & { operationId: string }>>;
  components: { schemas: Record<string, JsonObject> };
};

describe('the API description', () => {
  test('is valid OpenAPI 3.1', async () => {
    await expect(SwaggerParser.validate(structuredClone(description) as never)).resolves.toBeDefined();
  });

  test('has every route once, under its own operation id', () => {
    const described = Object.entries(description.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([verb, operation]) => `${operation.operationId} ${verb} ${path}`),
    );

    expect(described.sort()).toEqual(
      Object.entries(ROUTES as Record<string, Route>)
        .map(([id, { method, path }]) => `${id} ${method.toLowerCase()} ${path}`)
        .sort(),
    );
  });

  test('refers only to schemas that it holds, each of which compiles', () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(
      (match) => match[1] as string,
    );
    const names = Object.keys(description.components.schemas);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'https://x/', ...description });

    expect(references.filter((ref) => !names.includes(ref.replace('#/components/schemas/', '')))).toEqual([]);
    for (const name of names)
      expect([name, typeof ajv.compile({ $ref: `https://x/#/components/schemas/${name}` })]).toEqual([
        name,
        'function',
      ]);
  });

  test('closes what goes in and leaves open what comes out', () => {
    const { NewServer, Server, NewTool, Tool } = description.components.schemas;

    expect([NewServer, NewTool].map((schema) => schema?.['additionalProperties'])).toEqual([false, false]);
    expect([Server, Tool].map((schema) => schema?.['additionalProperties'])).toEqual([undefined, undefined]);
  });

  test('says which operations need no login, and of all others which role or token', () => {
    const operations = Object.values(description.paths).flatMap((item) => Object.values(item));

    const open = operations.filter((operation) => (operation['security'] as unknown[] | undefined)?.length === 0);
    expect(open.map(({ operationId }) => operationId).sort()).toEqual([
      'finishTokenAccount',
      'getApiDescription',
      'getLoginConfig',
      'openSetupLink',
    ]);
    expect(operations.filter((operation) => operation['security']).map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['getTokenAccount', 'connectTokenAccount', 'disconnectTokenAccount']),
    );
    expect(operations.filter((operation) => !open.includes(operation) && !operation['x-role'])).toEqual([]);
  });

  test('describes the refusals of API Gateway, which are no problem details', () => {
    const responses = (path: string, verb: string) =>
      description.paths[path]?.[verb]?.['responses'] as Record<string, { content: JsonObject }>;

    expect(Object.keys(responses('/v1/servers', 'post')['401']?.content ?? {})).toContain('application/json');
    expect(Object.keys(responses('/v1/servers', 'post'))).toEqual(expect.arrayContaining(['413', '429', '503']));
    expect(Object.keys(responses('/v1/config', 'get'))).not.toContain('401');
  });

  test('takes the examples of the documentation', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'https://x/', ...description });
    const accepts = ajv.compile({ $ref: 'https://x/#/components/schemas/NewServer' });

    expect(
      accepts({ source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' }, auth: { type: 'none' } }),
    ).toBe(true);
    expect(
      accepts({
        name: 'x',
        source: { kind: 'manual' },
        baseUrl: 'https://api.example.com',
        auth: { type: 'basic', username: 'u', password: 'p' },
      }),
    ).toBe(true);
    expect(accepts({ source: { kind: 'manual' }, auth: { type: 'magic' } })).toBe(false);
    expect(accepts({ source: { kind: 'manual' }, auth: { type: 'none' }, unknown: 1 })).toBe(false);
  });
});
