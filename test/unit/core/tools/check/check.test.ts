/** Scores, bounds and comparisons of the description check, and what it says of real documents. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../../core/lib/json/value.ts';
import type { Tool } from '../../../../../core/model/tool.ts';
import { importDocument } from '../../../../../core/openapi/index.ts';
import { editFor } from '../../../../../core/tools/check/accept.ts';
import { argumentsOf } from '../../../../../core/tools/check/arguments.ts';
import { checkTools, suggestionOf } from '../../../../../core/tools/check/check.ts';
import { comparedChecks } from '../../../../../core/tools/check/compare.ts';
import { purposeOf } from '../../../../../core/tools/check/purpose.ts';
import { demoDocument } from '../../../../../local/demo/document.ts';
import { largeDocument } from '../../../../support/largeDocument.ts';
import { tool } from '../../../../support/tools.ts';

const described = { type: 'string', description: 'A text that says enough' };
const withArguments = (properties: JsonObject): Partial<Tool> => ({ inputSchema: { type: 'object', properties } });
const telling = { description: 'Use it when a customer asks. Returns the order.' };

describe('the score of a tool', () => {
  test.each<[string, Partial<Tool>, number]>([
    ['begins with 100', telling, 100],
    ['loses 40 by an error', { description: '' }, 60],
    ['loses 5 by a notice', { description: 'Reads what is in stock.' }, 95],
    ['loses 15 by a warning about all arguments', { ...telling, ...withArguments({ a: { type: 'string' } }) }, 85],
    [
      'loses in proportion',
      { ...telling, ...withArguments({ a: { type: 'string' }, b: described, c: described }) },
      95,
    ],
  ])('%s', (_, overrides, expected) => {
    const { score } = checkTools([
      tool({ name: 'look_up', title: 'Look up', path: '/stock', inputSchema: { type: 'object' }, ...overrides }),
    ]);

    expect(score).toBe(expected);
  });

  test('of a server without tools is 100', () => expect(checkTools([]).score).toBe(100));
});

describe('bounds', () => {
  test('two hundred arguments of a tool are judged, and two levels of them', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`a${at}`, { type: 'string' }]));
    const deep = { a: { type: 'object', properties: { b: { type: 'object', properties: { c: {} } } } } };

    expect(argumentsOf({ inputSchema: { type: 'object', properties: many } })).toHaveLength(200);
    expect(argumentsOf({ inputSchema: { type: 'object', properties: deep } }).map(({ name }) => name)).toEqual([
      'a',
      'b',
    ]);
  });

  test('of many tools that are alike each names five others', () => {
    const tools = Array.from({ length: 3_000 }, (_, at) =>
      tool({ toolId: `tool_${at}`, name: `look_${at}`, description: 'Reads what is in stock.' }),
    );

    const alike = checkTools(tools).findings.filter(({ rule }) => rule.id === 'description_alike');

    expect(alike).toHaveLength(3_000);
    expect(Math.max(...alike.map(({ place }) => place.also?.length ?? 0))).toBe(5);
  });

  test.each([
    ['GET', '/constructor', 'Get the constructor.'],
    ['__proto__', '/hasOwnProperty/{toString}', '__proto__ the has own property by to string.'],
    ['POST', '/', 'Call this API with POST.'],
    ['GET', '/{x}', 'Call this API with GET.'],
  ])('%s %s has a purpose of texts', (verb, path, expected) => {
    expect(purposeOf(tool({ verb, path, name: 'x', title: '' }))).toBe(expected);
  });

  test('references in a circle end', () => {
    const $defs = { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } };

    expect(
      argumentsOf({ inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs } }),
    ).toHaveLength(1);
  });
});

describe('accepting', () => {
  const stored = tool({
    description: '',
    inputSchema: { type: 'object', properties: { 'a/b': { type: 'object', properties: { c: { type: 'string' } } } } },
  });

  test('a description changes it alone', () => {
    expect(editFor(stored, '/description', '', 'Reads a pet.')).toEqual({ description: 'Reads a pet.' });
  });

  test('that of a member changes the schema there', () => {
    const edit = editFor(stored, '/inputSchema/properties/a~1b/properties/c/description', '', 'A text.');

    expect(edit?.inputSchema).toEqual({
      type: 'object',
      properties: { 'a/b': { type: 'object', properties: { c: { type: 'string', description: 'A text.' } } } },
    });
    expect(stored.inputSchema).not.toEqual(edit?.inputSchema);
  });

  test.each([
    ['a text that is another by now', '/description', 'Before'],
    ['a place that is gone', '/inputSchema/properties/gone/description', ''],
    ['a place that no suggestion is for', '/inputSchema/properties/a~1b/type', 'object'],
    ['the prototype', '/inputSchema/__proto__/description', ''],
  ])('is not done for %s', (_, at, text) => {
    expect(editFor(stored, at, text, 'Reads a pet.')).toBeUndefined();
  });
});

test('a change of the tools adds findings and mends others', () => {
  const before = checkTools([
    tool({ toolId: 'tool_a', description: '' }),
    tool({ toolId: 'tool_b', name: 'b', ...telling }),
  ]);
  const after = checkTools([
    tool({ toolId: 'tool_a', ...telling }),
    tool({ toolId: 'tool_b', name: 'b', description: 'TODO' }),
  ]);

  const { added, mended } = comparedChecks(before, after);

  const named = (findings: typeof added) => findings.map(({ rule, judged }) => `${rule.id} ${judged.tool.toolId}`);
  expect(named(added)).toContain('description_placeholder tool_b');
  expect(named(mended)).toContain('description_empty tool_a');
  expect(named(comparedChecks(after, after).added)).toEqual([]);
});

test.each([
  ['dots', `${'.'.repeat(1_000)}x`],
  ['a placeholder and dots', `no description${'.'.repeat(980)}\nx`],
  ['dashes', `${'-'.repeat(1_000)}x`],
  ['blanks', `a.${' '.repeat(1_000)}b`],
])('two thousand descriptions of %s cost little', (_, description) => {
  const tools = Array.from({ length: 2_000 }, (__, at) => tool({ toolId: `tool_${at}`, description }));
  const began = performance.now();

  checkTools(tools);

  expect(performance.now() - began).toBeLessThan(2_000);
});

test('nor do many examples of a long enum', () => {
  const values = Array.from({ length: 60_000 }, (_, at) => at);
  const properties = { a: { type: 'integer', enum: values, examples: values.map(() => values.length - 1) } };
  const began = performance.now();

  checkTools([tool({ toolId: 'tool_a', inputSchema: { type: 'object', properties } })]);

  expect(performance.now() - began).toBeLessThan(1_000);
});

const EXAMPLES = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

describe('real documents', () => {
  test.each<[string, () => string | Uint8Array, number]>([
    ['the pet store', () => readFileSync(join(EXAMPLES, '3.0/json/petstore.json')), 88],
    ['star trek', () => readFileSync(join(EXAMPLES, '3.0/json/star-trek.json')), 93],
    ['the demo', () => JSON.stringify(demoDocument('https://shop.example.com')), 97],
    ['600 operations of one text', () => largeDocument(), 95],
  ])('%s: the score, and every suggestion is another text within what clients take', async (_, document, expected) => {
    const { tools } = await importDocument(Buffer.from(document()), {});

    const check = checkTools(tools.map((draft, at) => ({ ...draft, toolId: `tool_${at}` })));

    expect(check.score).toBe(expected);
    for (const finding of check.findings) {
      const suggestion = suggestionOf(finding, check.among);
      if (suggestion === undefined) continue;
      expect(suggestion).not.toBe(finding.place.text);
      expect(suggestion.length).toBeLessThanOrEqual(1_024);
    }
  });
});
