import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { JsonSchema } from '../../../../core/lib/json/value.ts';
import { listedTools } from '../../../../core/mcp/listedTools.ts';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import type { Exposed } from '../../../../core/model/exposition.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { compactTool, compactTools, describingTool } from '../../../../core/tools/compact.ts';
import type { Action } from '../../../../core/tools/grouped.ts';
import { compactTokens } from '../../../../core/tools/tokenCost.ts';
import { verdictOn } from '../../../support/instances.ts';

const folder = dirname(dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json')));
const toolsOf = async (file: string): Promise<Action[]> => {
  const { tools } = await importDocument(readFileSync(join(folder, 'oas-examples', file)), {});
  return tools.map((tool) => ({ ...tool, cacheHint: 'none' }));
};
const tokensOf = (tools: readonly object[]) => encode(JSON.stringify(tools), { disallowedSpecial: new Set() }).length;
const listed = (exposition: Exposed, tools: readonly Action[]) =>
  listedTools(
    { exposition, governance: {}, tools },
    tools.map((one) => ({ ...one, program: { path: '/' } })),
  );
const tool = (inputSchema: JsonSchema, more: Partial<Action> = {}): Action => ({
  name: 'getPet',
  title: 'Get pet',
  description: 'Finds a pet. It has to be yours.',
  inputSchema,
  annotations: annotationsOf({ verb: 'GET' }),
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
      annotations: annotationsOf({ verb: 'GET' }),
      cacheHint: 'none',
    });
  });

  test('does not repeat what an argument means, but what another one means', () => {
    const of = (name: string, description: string) =>
      tool({ type: 'object', properties: { [name]: { type: 'string', description } } });

    const listed = compactTools([
      of('owner', 'Whose it is. Ask.'),
      of('owner', 'Whose it is'),
      of('owner', 'Who pays'),
      of('payer', 'Who pays'),
      of('owner', 'Who pays'),
    ]);

    expect(listed.map(({ inputSchema }) => Object.values(inputSchema['properties'] as object)[0].description)).toEqual([
      'Whose it is',
      undefined,
      'Who pays',
      'Who pays',
      undefined,
    ]);
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
    // Compiling JSON Schema's own schema takes longer than all of these.
    const options = {
      strict: false,
      logger: false,
      validateFormats: false,
      meta: false,
      validateSchema: false,
    } as const;
    const takes = (schema: JsonSchema, value: unknown) => new Ajv2020(options).validate(schema, value);
    const faults = judged.filter(
      ({ one, value }) => takes(one.inputSchema, value) && !takes(compactTool(one).inputSchema, value),
    );

    expect(judged.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  test.each([
    ['3.0/json/petstore.json', 0.92],
    ['3.0/json/star-trek.json', 0.9],
  ])('costs less, counted by the tokenizer of a model: %s', async (file, share) => {
    const tools = await toolsOf(file);

    const compact = tokensOf(listed('compact', tools));

    expect(compact / tokensOf(listed('flat', tools))).toBeLessThan(share);
    expect(compactTokens(tools) / compact).toBeGreaterThan(0.85);
    expect(compactTokens(tools) / compact).toBeLessThan(1.15);
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
