import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Tool, ToolDraft } from '../../../../core/model/tool.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { definitionFaults, definitionOf, toolFrom } from '../../../../core/tools/definition.ts';
import { manualDraft } from '../../../../core/tools/manual.ts';
import { originalsOf } from '../../../../core/tools/merge.ts';
import { toolDefinition } from '../../../../core/tools/schemas/toolDefinition.ts';

const OWNER = { serverId: 'srv_000000000000', now: '2026-01-01T00:00:00.000Z', newToolId: () => 'tool_1' };
const stored = (draft: ToolDraft): Tool => ({
  ...draft,
  serverId: OWNER.serverId,
  toolId: 'tool_1',
  origin: 'import',
  cacheHint: 'none',
  originals: originalsOf(draft),
  edited: [],
  createdAt: OWNER.now,
  updatedAt: OWNER.now,
  version: 1,
});

describe('the definition of a tool', () => {
  test('is read back as it was written, whatever a document describes', async () => {
    const file = join(import.meta.dirname, '../../../datasets/recordings/description.yaml');
    const { tools } = await importDocument(readFileSync(file), {});
    const parts = await importDocument(JSON.stringify(WITH_PARTS), {});
    const marks = await importDocument(JSON.stringify(WITH_MARKS), {});
    const all = [...tools, ...parts.tools, ...marks.tools].map(stored);

    const written = all.map((tool) => JSON.parse(JSON.stringify(definitionOf(tool))));
    const read = written.map((definition) => toolFrom(toolDefinition.parse(definition), OWNER));

    expect(all.length).toBeGreaterThan(5);
    const has = (part: string) => JSON.stringify(written).includes(part);
    expect(['"parts"', '"choice"', '"described"', '"redact"'].map(has)).toEqual(Array(4).fill(true));
    expect(definitionFaults(written, '')).toEqual([]);
    expect(read).toEqual(JSON.parse(JSON.stringify(all)));
  });

  test('never brings a header of answers along that nobody is told', () => {
    const tool = stored({ ...manualDraft({ name: 'a', verb: 'GET', path: '/a' }), answerHeaders: ['x-trace'] });
    const definition = { ...definitionOf(tool), answerHeaders: ['set-cookie', 'X-Trace', 'www-authenticate'] };

    expect(toolFrom(toolDefinition.parse(definition), OWNER).answerHeaders).toEqual(['x-trace']);
  });
});

/** All that a description can say for redaction. */
const WITH_MARKS = {
  openapi: '3.1.0',
  info: { title: 'Marks', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/search': {
      get: {
        operationId: 'search',
        tags: ['users'],
        responses: {
          200: {
            description: 'Found',
            content: {
              'application/json': {
                schema: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: {
                      [`${'a'.repeat(60)}`]: {
                        type: 'object',
                        properties: {
                          [`${'b'.repeat(60)}`]: {
                            type: 'object',
                            properties: {
                              [`${'c'.repeat(60)}`]: {
                                type: 'object',
                                properties: { [`${'d'.repeat(60)}`]: { type: 'string', 'x-pii': true } },
                              },
                            },
                          },
                        },
                      },
                      note: { type: 'string', 'x-pii': true },
                      reach: { type: 'string', format: 'email' },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

const WITH_PARTS = {
  openapi: '3.2.0',
  info: { title: 'Parts', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/mixed': {
      post: {
        operationId: 'mixed',
        requestBody: {
          content: {
            'multipart/mixed': {
              schema: { type: 'array', prefixItems: [{ type: 'object' }, { type: 'string' }] },
              prefixEncoding: [{ contentType: 'application/json' }, { contentType: 'text/plain' }],
            },
          },
        },
        responses: { 200: { description: 'done' } },
      },
    },
    '/either': {
      post: {
        operationId: 'either',
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } },
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file: { type: 'string', format: 'binary' } },
                required: ['file'],
              },
            },
          },
        },
        responses: { 200: { description: 'done' } },
      },
    },
  },
};
