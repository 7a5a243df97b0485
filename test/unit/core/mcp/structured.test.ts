/** The second form of an answer: an envelope that its schema is true of, whatever the answer is. */
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { listedTools } from '../../../../core/mcp/listedTools.ts';
import { listingOf } from '../../../../core/mcp/listing.ts';
import { structuredOf } from '../../../../core/mcp/structured.ts';
import type { BundleTool } from '../../../../core/model/bundle.ts';
import type { AnswerParts } from '../../../../core/sandbox/protocol.ts';
import { outputSchemaOf } from '../../../../core/tools/outputSchema.ts';
import { bundleOf, bundleTool, groupedBundleOf } from '../../../support/bundles.ts';

const tool: BundleTool = bundleTool('get', {
  answerSchema: { type: ['object', 'string', 'null'], properties: { id: { type: ['number', 'string', 'null'] } } },
});
const json = (text: string, parts: Partial<AnswerParts> = {}) =>
  structuredOf(tool, [{ type: 'text', text }], { body: [0], isJson: true, headers: [], notices: [], ...parts });

describe('the envelope', () => {
  test.each<[string, ReturnType<typeof json>, object]>([
    ['an answer of its form', json('{"id":"[REDACTED:id]","more":1}'), { data: { id: '[REDACTED:id]', more: 1 } }],
    ['an answer of another form', json('{"id":[]}'), { undescribed: { id: [] } }],
    [
      'notes and headers',
      json('{}', { notices: ['Cut.'], headers: ['etag: 1'] }),
      { data: {}, headers: ['etag: 1'], notices: ['Cut.'] },
    ],
    [
      'a text',
      structuredOf(tool, [{ type: 'text', text: 'a,b' }], { body: [0], isJson: false, headers: [], notices: [] }),
      { undescribed: 'a,b' },
    ],
    [
      'what only the content holds',
      structuredOf(tool, [{ type: 'image', data: '', mimeType: 'image/png' }], {
        body: [0],
        isJson: false,
        headers: [],
        notices: [],
      }),
      { notices: ['The answer has a block that only its content holds.'] },
    ],
    [
      'what nobody described',
      structuredOf(
        tool,
        [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
        undefined,
      ),
      { undescribed: ['a', 'b'] },
    ],
  ])('holds %s', (_what, made, expected) => {
    expect(made).toEqual(expected);
    for (const ajv of [new Ajv({ strict: false }), new Ajv2020({ strict: false })]) {
      expect(ajv.compile(outputSchemaOf(tool))(JSON.parse(JSON.stringify(made)))).toBe(true);
    }
  });

  test('keeps the digits of numbers', () => {
    expect(JSON.stringify(json('{"id":12345678901234567890,"price":1.50}'))).toBe(
      '{"data":{"id":12345678901234567890,"price":1.50}}',
    );
  });
});

describe('the schema is listed', () => {
  const governance = { outputSchemas: true };
  const plain = bundleTool('plain');

  test('for tools with JSON answers of a flat server, and told of in the instructions', () => {
    const listing = listingOf(bundleOf([tool, plain], governance), 'b'.repeat(64), { listChanged: false });

    const [first, second] = listing.pages.get('')?.tools ?? [];
    expect(first?.outputSchema).toEqual(outputSchemaOf(tool));
    expect(second).not.toHaveProperty('outputSchema');
    expect(listing.instructions).toContain('"undescribed" one that has another form');
  });

  test.each(['compact', 'search'] as const)('nowhere in a %s list', (exposition) => {
    const listed = listedTools({ exposition, governance, tools: [tool] }, [tool]);

    expect(JSON.stringify(listed)).not.toContain('outputSchema');
  });

  test('nowhere in groups', () => {
    const { exposition, groups } = groupedBundleOf([tool], 'x');

    expect(
      JSON.stringify(listedTools({ exposition, groups: groups ?? [], governance, tools: [tool] }, [tool])),
    ).not.toContain('outputSchema');
  });
});
