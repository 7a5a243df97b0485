import { describe, expect, test } from '@jest/globals';
import { judge } from '../../../core/tools/severity.ts';
import { tool } from '../../support/tools.ts';

const schema = (properties: object, required: string[] = []) => ({
  inputSchema: { type: 'object', properties, required, additionalProperties: false } as never,
});
const text = { type: 'string' };

describe('a change of a tool', () => {
  const annotations = tool().annotations;
  test.each([
    ['nothing', {}, {}, 'cosmetic', []],
    ['another title', {}, { title: 'Other' }, 'cosmetic', ['the title differs']],
    ['another name', {}, { name: 'other' }, 'breaking', ['was called list_things']],
    ['switched off', {}, { enabled: false }, 'breaking', ['is gone']],
    ['switched on', { enabled: false }, {}, 'safe', ['is new']],
    ['off before and after', { enabled: false }, { enabled: false, title: 'x' }, 'cosmetic', []],
    ['another path', {}, { path: '/v2/things' }, 'risky', ['was GET /things']],
    ['writing', {}, { annotations: { ...annotations, readOnlyHint: false } }, 'breaking', ['changes data now']],
    [
      'destroying',
      { annotations: { ...annotations, destructiveHint: false } },
      { annotations: { ...annotations, destructiveHint: true } },
      'breaking',
      ['is destructive now'],
    ],
    [
      'reading only',
      { annotations: { ...annotations, readOnlyHint: false } },
      { annotations: { ...annotations, readOnlyHint: true } },
      'safe',
      ['promises more than before'],
    ],
    ['a new argument', schema({}), schema({ a: text }), 'safe', ['argument a is new']],
    ['a new needed argument', schema({}), schema({ a: text }, ['a']), 'breaking', ['argument a is required now']],
    [
      'an argument needed now',
      schema({ a: text }),
      schema({ a: text }, ['a']),
      'breaking',
      ['argument a is required now'],
    ],
    [
      'an argument not needed',
      schema({ a: text }, ['a']),
      schema({ a: text }),
      'safe',
      ['argument a may be left out now'],
    ],
    ['an argument gone', schema({ a: text }), schema({}), 'breaking', ['argument a is gone']],
    [
      'another type',
      schema({ a: text }),
      schema({ a: { type: 'integer' } }),
      'risky',
      ['argument a takes other values'],
    ],
    [
      'another text',
      schema({ a: text }),
      schema({ a: { ...text, description: 'x' } }),
      'cosmetic',
      ['argument a is described otherwise'],
    ],
    [
      'other examples and advice against it',
      schema({ a: text }),
      schema({ a: { ...text, examples: ['x'], deprecated: true } }),
      'cosmetic',
      ['argument a is described otherwise'],
    ],
    [
      'another value that looks like a text',
      schema({ a: { const: { title: 'a' } } }),
      schema({ a: { const: { title: 'b' } } }),
      'risky',
      ['argument a takes other values'],
    ],
    [
      'an argument named description',
      schema({ a: { type: 'object', properties: { description: text } } }),
      schema({ a: { type: 'object', properties: {} } }),
      'risky',
      ['argument a takes other values'],
    ],
  ] as const)('to %s', (_, before, after, severity, reasons) => {
    expect(judge(tool(before as object), tool(after as object))).toEqual({ severity, reasons });
  });

  test('is judged by its gravest part, which is told first', () => {
    const judged = judge(tool({ title: 'A' }), tool({ title: 'B', path: '/b', name: 'b' }));
    expect(judged).toEqual({
      severity: 'breaking',
      reasons: ['was called list_things', 'was GET /things', 'the title differs'],
    });
  });

  const parameter = (argument: string) =>
    ({ argument, name: argument, in: 'query', required: false, style: 'form', explode: true }) as const;
  const form = (encoding?: object) => ({
    body: {
      kind: 'urlencoded',
      contentType: 'application/x-www-form-urlencoded',
      required: true,
      layout: 'fields',
      fields: [{ argument: 'a', name: 'a', required: false, ...(encoding && { encoding }) }],
    } as const,
  });
  const whole = (files: string[]) => ({
    body: { kind: 'multipart', contentType: 'x/y', required: true, layout: 'whole', argument: 'body', files } as const,
  });
  const fieldless = { body: { ...form().body, fields: [] } };
  test.each([
    [
      'the order of parameters',
      { parameters: [parameter('b'), parameter('a')] },
      { parameters: [parameter('a'), parameter('b')] },
      [],
    ],
    [
      'a parameter that became a field',
      { parameters: [parameter('a')], ...fieldless },
      form(),
      ['arguments travel otherwise'],
    ],
    ['how a field is written', form(), form({ style: 'form', explode: false }), ['arguments travel otherwise']],
    ['which parts are files', whole(['a']), whole(['b']), ['the body is written otherwise']],
  ])('tells %s by what goes on the wire', (_, before, after, reasons) => {
    expect(judge(tool(before), tool(after)).reasons).toEqual(reasons);
  });

  test('of presence is safe or breaking', () => {
    expect(judge(undefined, tool()).severity).toBe('safe');
    expect(judge(tool(), undefined).severity).toBe('breaking');
  });
});
