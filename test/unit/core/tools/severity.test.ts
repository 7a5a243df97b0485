import { describe, expect, test } from '@jest/globals';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import { judge, todaysJudgement } from '../../../../core/tools/severity.ts';
import { tool } from '../../../support/tools.ts';

const schema = (properties: object, required: string[] = []) => ({
  inputSchema: { type: 'object', properties, required, additionalProperties: false } as never,
});
const text = { type: 'string' };

describe('a change of a tool', () => {
  const annotations = tool().annotations;
  test.each([
    ['nothing', {}, {}, ['unseen'], []],
    ['another title', {}, { title: 'Other' }, ['new_words'], ['the title differs']],
    ['another name', {}, { name: 'other' }, ['new_words', 'breaks_callers'], ['was called list_things']],
    ['switched off', {}, { enabled: false }, ['breaks_callers'], ['is removed']],
    ['switched on', { enabled: false }, {}, ['new_power', 'new_words'], ['is a new tool that reads']],
    ['off before and after', { enabled: false }, { enabled: false, title: 'x' }, ['unseen'], []],
    ['another path', {}, { path: '/v2/things' }, ['new_power'], ['was GET /things']],
    ['writing', {}, { annotations: { ...annotations, readOnlyHint: false } }, ['new_power'], ['changes data now']],
    [
      'destroying',
      { annotations: { ...annotations, destructiveHint: false } },
      { annotations: { ...annotations, destructiveHint: true } },
      ['new_power'],
      ['is destructive now'],
    ],
    [
      'reading only',
      { annotations: { ...annotations, readOnlyHint: false } },
      { annotations: { ...annotations, readOnlyHint: true } },
      ['new_power'],
      ['says that it only reads'],
    ],
    ['a new argument', schema({}), schema({ a: text }), ['new_power', 'new_words'], ['argument a is new']],
    [
      'a new needed argument',
      schema({}),
      schema({ a: text }, ['a']),
      ['new_power', 'new_words', 'breaks_callers'],
      ['argument a is new', 'argument a is required now'],
    ],
    [
      'an argument needed now',
      schema({ a: text }),
      schema({ a: text }, ['a']),
      ['breaks_callers'],
      ['argument a is required now'],
    ],
    [
      'an argument not needed',
      schema({ a: text }, ['a']),
      schema({ a: text }),
      ['new_power'],
      ['argument a is optional now'],
    ],
    ['an argument gone', schema({ a: text }), schema({}), ['new_words', 'breaks_callers'], ['argument a is removed']],
    [
      'another type',
      schema({ a: text }),
      schema({ a: { type: 'integer' } }),
      ['new_power'],
      ['argument a accepts other values'],
    ],
    [
      'another text',
      schema({ a: text }),
      schema({ a: { ...text, description: 'x' } }),
      ['new_words'],
      ['argument a has another description'],
    ],
    [
      'other examples and advice against it',
      schema({ a: text }),
      schema({ a: { ...text, examples: ['x'], deprecated: true } }),
      ['new_words'],
      ['argument a has another description'],
    ],
    [
      'another value that looks like a text',
      schema({ a: { const: { title: 'a' } } }),
      schema({ a: { const: { title: 'b' } } }),
      ['new_power', 'new_words'],
      ['argument a accepts other values'],
    ],
    [
      'an argument named description',
      schema({ a: { type: 'object', properties: { description: text } } }),
      schema({ a: { type: 'object', properties: {} } }),
      ['new_power', 'new_words'],
      ['argument a accepts other values'],
    ],
  ] as const)('to %s', (_, before, after, severities, reasons) => {
    expect(judge(tool(before as object), tool(after as object))).toMatchObject({ severities, reasons });
  });

  test('is judged by its gravest part, which is told first', () => {
    const judged = judge(tool({ title: 'A' }), tool({ title: 'B', path: '/b', name: 'b' }));
    expect(judged).toMatchObject({
      severities: ['new_power', 'new_words', 'breaks_callers'],
      reasons: ['was GET /things', 'the title differs', 'was called list_things'],
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
      ['arguments are sent in other places'],
    ],
    ['how a field is written', form(), form({ style: 'form', explode: false }), ['arguments are sent in other places']],
    ['which parts are files', whole(['a']), whole(['b']), ['the body has another format']],
  ])('tells %s by what goes on the wire', (_, before, after, reasons) => {
    expect(judge(tool(before), tool(after)).reasons).toEqual(reasons);
  });

  test.each([
    ['GET', 'is a new tool that reads'],
    ['POST', 'is a new tool that changes data'],
    ['PATCH', 'is a new tool that may delete or overwrite'],
    ['DELETE', 'is a new tool that may delete or overwrite'],
    ['FROBNICATE', 'is a new tool that may delete or overwrite'],
  ])('a new tool is new power, by its verb and not only by what it says of itself: %s', (verb, reason) => {
    const said = { ...annotationsOf({ verb: 'GET' }) };

    expect(judge(undefined, tool({ verb, annotations: said }))).toMatchObject({
      severities: ['new_power', 'new_words'],
      reasons: [verb === 'POST' ? 'is a new tool that changes data' : reason],
    });
  });

  test.each([
    ['resource', 'is a new resource'],
    ['template', 'is a new resource template'],
    ['prompt', 'is a new prompt'],
  ] as const)('a %s of an MCP server is read, whatever its verb is called', (kind, reason) => {
    const mcp = { kind, tool: 'docs://guide', transport: 'http', digest: '0'.repeat(64) } as const;

    expect(judge(undefined, tool({ verb: kind.toUpperCase(), mcp }))).toMatchObject({
      severities: ['new_power', 'new_words'],
      reasons: [reason],
    });
  });

  test('a tool that is gone breaks callers, and has no words to read', () => {
    expect(judge(tool(), undefined)).toEqual({ severities: ['breaks_callers'], reasons: ['is removed'], words: [] });
  });

  test.each([
    ['breaking', 'breaks_callers'],
    ['risky', 'new_power'],
    ['safe', 'new_power'],
    ['cosmetic', 'new_words'],
  ])('one that was stored as %s is read as what it may be today', (severity, now) => {
    const stored = { severity, reasons: ['x'] } as never;

    expect(todaysJudgement(stored)).toEqual({ severities: [now], reasons: ['x'], words: [] });
  });
});
