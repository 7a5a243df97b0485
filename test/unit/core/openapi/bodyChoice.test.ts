import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import type { WireBody } from '../../../../core/model/tool.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { buildRequest } from '../../../../core/request/build.ts';
import { fitFaults } from '../../../../core/tools/inputSchema.ts';
import { defined } from '../../../support/defined.ts';
import { importFaults } from '../../../support/importChecker.ts';

const text = { type: 'string' };
const file = { type: 'string', format: 'binary' };
const object = (properties: JsonObject, more: JsonObject = {}) => ({
  schema: { type: 'object', properties, ...more },
});

const documentOf = (content: JsonObject, more: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: { '/things': { post: { operationId: 'make', requestBody: { required: true, content, ...more } } } },
});

async function toolOf(content: JsonObject, more: JsonObject = {}) {
  const { tools } = await importDocument(JSON.stringify(documentOf(content, more)), {});
  return defined(tools[0]);
}

const JSON_AND_FILE = {
  'application/json': object({ name: text, url: text }, { required: ['name', 'url'] }),
  'multipart/form-data': object({ name: text, file }, { required: ['name', 'file'] }),
};

describe('a body of several media types', () => {
  test('lets another one be reached that carries a file, and requires what all of them require', async () => {
    const tool = await toolOf(JSON_AND_FILE);

    expect(tool.inputSchema).toMatchObject({
      required: ['name'],
      properties: {
        name: text,
        url: text,
        file: { type: 'string', contentEncoding: 'base64' },
        'Content-Type': {
          enum: ['application/json', 'multipart/form-data'],
          default: 'application/json',
          description: 'Media type of the body: multipart/form-data for file.',
        },
      },
    });
    expect(fitFaults(tool.inputSchema, tool, 'inputSchema')).toEqual([]);
  });

  test.each<[string, JsonObject, string]>([
    ['is JSON by its arguments', { name: 'n', url: 'u' }, 'application/json'],
    ['is a form by its arguments', { name: 'n', file: 'AAAA' }, 'multipart/form-data'],
    [
      'is what the caller names',
      { name: 'n', file: 'AAAA', 'Content-Type': 'multipart/form-data' },
      'multipart/form-data',
    ],
    ['is the usual one with fields that nothing declares', { name: 'n', url: 'u', extra: 'e' }, 'application/json'],
  ])('%s', async (_, args, expected) => {
    const { headers } = buildRequest(await toolOf(JSON_AND_FILE), 'https://api.example.com', args);

    expect(headers.find(([name]) => name === 'content-type')?.[1].split(';')[0]).toBe(expected);
  });

  test('takes a field that is described in two ways in both, and a body that is a file', async () => {
    const tool = await toolOf({
      'application/json': object({ file: { type: 'string', format: 'uri' } }),
      'multipart/form-data': object({ file }),
      'application/octet-stream': { schema: file },
    });

    const properties = tool.inputSchema['properties'] as JsonObject;
    expect(properties['file']).toMatchObject({ anyOf: [{ format: 'uri' }, { contentEncoding: 'base64' }] });
    expect(properties['Content-Type']).toMatchObject({
      description: 'Media type of the body: multipart/form-data for file; application/octet-stream for a file.',
    });
    const { headers, body } = buildRequest(tool, 'https://api.example.com', { body: 'AAAA' });
    expect(headers).toContainEqual(['content-type', 'application/octet-stream']);
    expect(Buffer.from(defined(body))).toEqual(Buffer.alloc(3));
  });

  test.each<[string, JsonObject]>([
    ['carry the same', { 'application/json': object({ a: text }), 'multipart/form-data': object({ a: text }) }],
    [
      'are notations of the same',
      { 'application/json': object({ a: text }), 'application/x-www-form-urlencoded': object({ a: text }) },
    ],
    ['are texts', { 'application/json': object({ a: text }), 'application/xml': object({ a: text, b: text }) }],
    ['are files', { 'image/png': { schema: file }, 'image/jpeg': { schema: file } }],
  ])('gives no choice between those that %s', async (_, content) => {
    const tool = await toolOf(content);

    expect(tool.body).not.toHaveProperty('choice');
    expect(tool.inputSchema['properties']).not.toHaveProperty('Content-Type');
  });

  test('refuses a field of one media type in another, by name and with the way out', async () => {
    const tool = await toolOf(JSON_AND_FILE);
    const build = (args: JsonObject) => () => buildRequest(tool, 'https://api.example.com', args);

    expect(build({ name: 'n', url: 'u', file: 'AAAA' })).toThrow(/file.*is no part of a body of application\/json/);
    expect(build({ name: 'n', 'Content-Type': 'multipart/form-data' })).toThrow(/file/);
    expect(build({ name: 'n', 'Content-Type': 'text/plain' })).toThrow(/Content-Type.*application\/json/);
  });

  test('is taken by the check of whole documents for what it is, and for a fault where the argument lies', async () => {
    const document = documentOf(JSON_AND_FILE);
    const result = await importDocument(JSON.stringify(document), {});
    const [tool] = result.tools;
    const withChoice = (choice: NonNullable<WireBody['choice']> | undefined) => {
      const { choice: _, ...body } = defined(defined(tool).body);
      return { ...result, tools: [{ ...defined(tool), body: { ...body, ...(choice && { choice }) } as WireBody }] };
    };
    const choice = defined(defined(defined(tool).body).choice);

    expect(importFaults(document, result)).toEqual([]);
    expect(importFaults(document, withChoice(undefined)).join()).toMatch(/Content-Type goes nowhere/);
    expect(importFaults(document, withChoice({ ...choice, bodies: [] })).join()).toMatch(
      /does not list the media types/,
    );
    expect(importFaults(document, withChoice({ ...choice, argument: 'name' })).join()).toMatch(
      /stands for a value and/,
    );
  });
});
