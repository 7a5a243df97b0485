/** Headers that a description declares for answers: which of them a tool carries. */
import { describe, expect, test } from '@jest/globals';
import { dump } from 'js-yaml';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { openDocument } from '../../../../core/openapi/document/read.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { defined } from '../../../support/defined.ts';
import { openapi } from '../../../support/descriptions.ts';

const text = { schema: { type: 'string' } };
const long = 'A description that is long enough for its part to be left for later.';
const document = (responses: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...openapi({ paths: { '/things': { get: { operationId: 'list', description: long, responses } } } }),
  ...more,
});
const headersOf = async (description: JsonObject, write: (value: JsonObject) => string = JSON.stringify) =>
  defined((await importDocument(write(description), {})).tools[0]).answerHeaders;

describe('declared headers of answers', () => {
  test.each([
    ['JSON', JSON.stringify],
    ['YAML', (value: JsonObject) => dump(value)],
  ])('of any status are carried by the tool, in lower case and in order, from %s', async (_name, write) => {
    const responses = {
      200: { description: long, headers: { 'X-Quota-Left': text, 'X-Build': text } },
      default: { description: long, headers: { 'X-Error-Code': text } },
    };
    expect(await headersOf(document(responses), write)).toEqual(['x-build', 'x-error-code', 'x-quota-left']);
  });

  test('stand in a response or a list of headers that is referred to', async () => {
    const components = {
      responses: { Listed: { description: long, headers: { 'X-Region': { $ref: '#/components/headers/Region' } } } },
      headers: { Region: text },
    };
    const responses = { 200: { $ref: '#/components/responses/Listed' } };
    expect(await headersOf(document(responses, { components }))).toEqual(['x-region']);

    const swagger = {
      swagger: '2.0',
      info: { title: 'x', version: '1' },
      host: 'api.example.com',
      paths: { '/things': { get: { responses: { 200: { $ref: '#/responses/Listed' } } } } },
      responses: { Listed: { description: long, headers: { 'X-Region': { type: 'string' } } } },
    };
    expect(await headersOf(swagger)).toEqual(['x-region']);
  });

  test('are left out when they are told anyway, never, or are no names of headers', async () => {
    const names = [
      'Link',
      'ETag',
      'X-Total-Count',
      'X-RateLimit-Limit',
      'Set-Cookie',
      'WWW-Authenticate',
      'Content-Type',
      'a b',
      'x'.repeat(61),
    ];
    const headers = Object.fromEntries(names.map((name) => [name, text]));

    expect(await headersOf(document({ 200: { description: long, headers } }))).toBeUndefined();
  });

  test('are at most twenty', async () => {
    const headers = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`X-H${at}`, text]));
    expect(await headersOf(document({ 200: { description: long, headers } }))).toHaveLength(20);
  });

  test.each([
    ['another document', { 200: { $ref: 'https://elsewhere.example/responses/a.json' } }],
    ['itself', { 200: { $ref: '#/paths/~1things/get/responses/200' } }],
    ['nothing', { 200: { $ref: '#/components/responses/None' }, 201: null, 202: { headers: 'none' } }],
  ])('are not looked for in %s', async (_name, responses) => {
    const result = await importDocument(JSON.stringify(document(responses as JsonObject)), {});

    expect(defined(result.tools[0]).answerHeaders).toBeUndefined();
    expect(result.warnings).toEqual([]);
  });

  test('are found without reading the responses, where these are left for later', () => {
    const headers = { 'X-Build': { ...text, description: '"headers": {' } };
    const { value, find } = openDocument(JSON.stringify(document({ 200: { description: long, headers } })), 1e6);
    const { paths } = value as { paths: { '/things': { get: JsonObject } } };

    const { responses } = paths['/things'].get;

    expect(typeof responses).toBe('string');
    expect(defined(find)(defined(responses), 'headers', 'headers')).toEqual([headers]);
    expect(defined(find)(defined(responses), 'headers', 'links')).toEqual([]);
  });
});
