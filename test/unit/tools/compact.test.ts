import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { JsonSchema } from '../../../core/json/value.ts';
import { importDocument } from '../../../core/openapi/index.ts';
import { annotationsOf } from '../../../core/tools/annotations.ts';
import { compactTool, describingTool } from '../../../core/tools/compact.ts';
import type { Action } from '../../../core/tools/grouped.ts';
import { compactTokens } from '../../../core/tools/tokenCost.ts';
import { verdictOn } from '../../support/instances.ts';

const folder = dirname(dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json')));
const toolsOf = async (file: string): Promise<Action[]> => {
  const { tools } = await importDocument(readFileSync(join(folder, 'oas-examples', file)), {});
  return tools.map((tool) => ({ ...tool, cacheHint: 'none' }));
};
const tokensOf = (tools: readonly object[]) => encode(JSON.stringify(tools), { disallowedSpecial: new Set() }).length;
const listed = (tools: readonly Action[]) =>
  tools.map(({ name, title, description, inputSchema, annotations }) => ({
    name,
    ...(title !== '' && { title }),
    description,
    inputSchema,
    annotations,
  }));
const tool = (inputSchema: JsonSchema, more: Partial<Action> = {}): Action => ({
  name: 'getPet',
  title: 'Get pet',
  description: 'Finds a pet. It has to be yours.',
  inputSchema,
  annotations: annotationsOf('GET'),
  cacheHint: 'none',
  ...more,
});

describe('a compact tool', () => {
  test('has the first sentence, and of its arguments names, types and what a call fails without', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1, description: 'The id. Ask listPets for one.', examples: [7] },
        owner: { $ref: '#/$defs/Owner', description: 'Whose it is' },
        state: { enum: ['sold', 'new'], default: 'new' },
      },
      required: ['id'],
      additionalProperties: false,
      $defs: {
        Owner: {
          type: 'object',
          description: 'A person',
          properties: { name: { type: 'string', description: 'Full name' }, boss: { $ref: '#/$defs/Owner' } },
          required: ['name'],
        },
      },
    };

    expect(compactTool(tool(schema))).toEqual({
      name: 'getPet',
      title: '',
      description: 'Finds a pet',
      inputSchema: {
        type: 'object',
        properties: {
          id: { type: 'integer', minimum: 1, description: 'The id' },
          owner: {
            type: 'object',
            description: 'Whose it is',
            properties: {
              name: { type: 'string' },
              boss: {
                type: 'object',
                properties: { name: { type: 'string' }, boss: { type: 'object' } },
                required: ['name'],
              },
            },
            required: ['name'],
          },
          state: { enum: ['sold', 'new'], default: 'new' },
        },
        required: ['id'],
      },
      annotations: { readOnlyHint: true, destructiveHint: false },
      cacheHint: 'none',
    });
  });

  test.each([
    ['GET', { readOnlyHint: true, destructiveHint: false }],
    ['POST', { destructiveHint: false }],
    ['PUT', { idempotentHint: true }],
    ['DELETE', { idempotentHint: true }],
  ])('leaves out the hints that a client assumes for %s', (verb, annotations) => {
    expect(compactTool(tool({ type: 'object' }, { annotations: annotationsOf(verb) })).annotations).toEqual(
      annotations,
    );
  });

  test.each(
    globSync('oas-examples/3.*/json/{petstore,complex-nesting,schema-types,discriminators,callbacks}*.json', {
      cwd: folder,
    }),
  )('takes every value that the tool takes: %s', async (file) => {
    const tools = await toolsOf(file.replace(/^oas-examples\//, ''));
    const judged = tools.flatMap((one) => {
      const { full, least } = verdictOn(one.inputSchema);
      return [full, least].flatMap((found) => (typeof found === 'string' ? [] : [{ one, value: found.value }]));
    });
    const takes = (schema: JsonSchema, value: unknown) =>
      new Ajv2020({ strict: false, logger: false, validateFormats: false }).validate(schema, value);
    const faults = judged.filter(
      ({ one, value }) => takes(one.inputSchema, value) && !takes(compactTool(one).inputSchema, value),
    );

    expect(judged.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  test('costs a third less, counted by the tokenizer of a model', async () => {
    const tools = await toolsOf('3.0/json/petstore.json');

    const compact = listed([...tools.map(compactTool), describingTool(tools)] as Action[]);

    expect(tokensOf(compact) / tokensOf(listed(tools))).toBeLessThan(0.75);
    expect(compactTokens(tools) / tokensOf(compact)).toBeGreaterThan(0.85);
    expect(compactTokens(tools) / tokensOf(compact)).toBeLessThan(1.15);
  });

  test('is small work for a schema that refers to itself a thousand times', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `a${at}`);
    const Node = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/Node' }])),
    };

    const { inputSchema } = compactTool(tool({ type: 'object', properties: Node.properties, $defs: { Node } }));

    expect(JSON.stringify(inputSchema).length).toBeLessThan(40_000);
  });
});

test('the describing tool has a name that no tool has', () => {
  expect(describingTool([{ name: 'describe_tool' }, { name: 'describe_tool_' }]).name).toBe('describe_tool__');
});
