/**
 * Recorded requests come back from arguments derived from them. The recordings are a small set in the form of public ones; the same
 * comparison runs over whole public APIs by `npm run bench -- recorded` (design/request.md).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import type { ImportResult } from '../../../../core/openapi/model/types.ts';
import { defined } from '../../../support/defined.ts';
import { rawSchemas } from '../../../support/rawSchemas.ts';
import { type Accepts, comparer } from '../../../support/recordedRequests.ts';
import { readRecordings } from '../../../support/recordings.ts';
import { differenceOf } from '../../../support/requestDifference.ts';

const DATA = join(import.meta.dirname, '../../../datasets/recordings');
const { requests } = readRecordings(DATA);
const named = (part: string) => requests.filter(({ name }) => name.includes(part));

let result: ImportResult;
let document: JsonObject;
let accepts: Accepts;

beforeAll(async () => {
  const bytes = readFileSync(join(DATA, 'description.yaml'));
  result = await importDocument(bytes, {});
  document = load(bytes.toString()) as JsonObject;
  accepts = rawSchemas(document);
});

describe('requests rebuilt from recordings', () => {
  test('are equal in method, URL and body wherever the description covers them', () => {
    // Prepare
    const compare = comparer(result, document, accepts);

    // Act
    const comparisons = [...named('reading'), ...named('writing')].map(compare);

    // Assess
    expect(comparisons.map(({ tool, verdict, cause }) => [tool, verdict, cause])).toEqual([
      ['listParcels', 'equal', ''],
      ['getParcel', 'equal', ''],
      ['listLabels', 'equal', ''],
      ['createParcel', 'equal', ''],
      ['changeParcel', 'equal', ''],
      ['changeParcel', 'equal', ''],
    ]);
  });

  test('are told apart from recordings that the description does not cover', () => {
    // Prepare
    const compare = comparer(result, document, accepts);

    // Act
    const comparisons = named('uncovered').map(compare);

    // Assess
    expect(comparisons.map(({ verdict, cause }) => [verdict, cause.replace(/:.*/s, '')])).toEqual([
      ['uncovered', 'no such operation'],
      ['uncovered', 'query parameter'],
      ['uncovered', 'breaks the description'],
      ['uncovered', 'breaks the description'],
      ['uncovered', 'breaks the description'],
    ]);
  });

  test('count as refused when the tool is stricter than its description', () => {
    // Prepare
    const lenient = comparer(result, document, () => true);

    // Act
    const comparisons = named('uncovered').map(lenient);

    // Assess
    expect(comparisons.map(({ verdict }) => verdict)).toEqual([
      'uncovered',
      'uncovered',
      'refused',
      'refused',
      'refused',
    ]);
  });

  test('count as different when a tool writes a parameter in another style', () => {
    // Prepare
    const tools = result.tools.map((tool) => ({
      ...tool,
      parameters: tool.parameters.map((parameter) => ({ ...parameter, style: 'label' as const })),
    }));
    const compare = comparer({ ...result, tools }, document, accepts);

    // Act
    const { verdict, cause } = compare(defined(named('reading')[1]));

    // Assess
    expect([verdict, cause]).toEqual(['different', 'path']);
  });
});

describe('the comparison of two requests', () => {
  const JSON_TYPE = 'application/json';
  const FORM_TYPE = 'application/x-www-form-urlencoded';
  const request = (url: string, body?: string, type = JSON_TYPE, method = 'POST') => ({
    name: 'a',
    method,
    url: `https://a.example/${url}`,
    ...(body !== undefined && { body: Buffer.from(body) }),
    headers: { 'content-type': type },
  });
  const built = (...of: Parameters<typeof request>) => {
    const { headers, ...rest } = request(...of);
    return { ...rest, headers: Object.entries(headers) as Array<[string, string]> };
  };
  const number = '{"a":1.0,"b":[9007199254740993]}';
  const part = (boundary: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${content}\r\n--${boundary}--\r\n`;
  const multipart = (boundary: string) => `multipart/form-data; boundary=${boundary}`;

  test.each<[string, Parameters<typeof request>, Parameters<typeof request>]>([
    ['pairs in another order', ['x?b=2&a=1'], ['x?a=1&b=2']],
    ['other spellings of a pair', ['x?a%5b%5D=b+%7e:'], ['x?a[]=b%20~%3A']],
    ['other spellings within a segment of the path', ['a%2db%3ac%2f'], ['a-b:c%2F']],
    ['JSON in another order and spacing, and 1.0 for 1', ['x', number], ['x', '{ "b":[9007199254740993],"a":1}']],
    ['a form in another order', ['x', 'b=2&a=%7e', FORM_TYPE], ['x', 'a=~&b=2', FORM_TYPE]],
    ['a parameter of the media type', ['x', '{}', `${JSON_TYPE}; charset=utf-8`], ['x', '{}']],
    ['another boundary', ['x', part('p', 'c'), multipart('p')], ['x', part('q', 'c'), multipart('q')]],
    ['the media type of a recording without one', ['x', '{}', ''], ['x', '{}']],
  ])('calls %s the same request', (_title, one, other) => {
    expect(differenceOf(request(...one), built(...other))).toBeUndefined();
  });

  test.each<[string, Parameters<typeof request>, Parameters<typeof request>, string]>([
    ['the method', ['x'], ['x', undefined, '', 'PUT'], 'method PUT'],
    ['the path', ['x/y'], ['x/z'], 'path'],
    ['an escaped slash', ['x/y/z'], ['x/y%2Fz'], 'path: / as %2F'],
    ['a plus in the path', ['x+y'], ['x%20y'], 'path'],
    ['a value of the query', ['x?a=2'], ['x?a=1'], 'query value: a'],
    ['the order of the values of one name', ['x?a=2&a=1'], ['x?a=1&a=2'], 'query value: a'],
    ['brackets of a list', ['x?expand[]=2'], ['x?expand=2'], 'query a[] as a: expand[]'],
    ['indexes in a form', ['x', 'a[b][0]=2', FORM_TYPE], ['x', 'a[b]=2', FORM_TYPE], 'form a[b][0] as a[b]: a[b][0]'],
    ['a pair too many', ['x?a=1'], ['x?a=1&b='], 'query nothing as a: b'],
    ['a digit beyond 2^53', ['x', number], ['x', number.replace('0993', '0992')], 'body value: /b/0'],
    ['a member with null', ['x', '{"a":null}'], ['x', '{}'], 'body member missing (null): /a'],
    ['a member too many', ['x', '{"a":[{}]}'], ['x', '{"a":[{"b":1}]}'], 'body member added: /a/0/b'],
    ['a number for a text', ['x', '{"a":"1"}'], ['x', '{"a":1}'], 'body value: /a'],
    ['a body that is missing', ['x', number], ['x'], 'body missing'],
    ['an empty body that is missing', ['x', '{}'], ['x'], 'body missing ({})'],
    ['a body too many', ['x'], ['x', number], 'body added'],
    ['a part', ['x', part('p', 'c'), multipart('p')], ['x', part('p', 'd'), multipart('p')], 'multipart: file'],
    ['other bytes', ['x', 'a', 'text/plain'], ['x', 'b', 'text/plain'], 'body'],
    [
      'the media type',
      ['x', '{}'],
      ['x', '{}', 'application/x+json'],
      'content type application/json as application/x+json',
    ],
  ])('tells %s', (_title, one, other, difference) => {
    expect(differenceOf(request(...one), built(...other))).toBe(difference);
  });

  test('reads queries as the recorder wrote them, but no bodies', () => {
    const rewritten = (...of: Parameters<typeof request>) => ({ ...request(...of), isQueryRewritten: true as const });

    const [query, order, name, form] = [
      differenceOf(rewritten('x?a[]=1&a[]=2'), built('x?a[0]=2&a[1]=1')),
      differenceOf(request('x?a[]=1'), built('x?a[0]=1')),
      differenceOf(rewritten('x?a[]=1'), built('x?a=1')),
      differenceOf(rewritten('x', 'a[]=1', FORM_TYPE), built('x', 'a[0]=1', FORM_TYPE)),
    ];

    expect([query, order, name, form]).toEqual([
      undefined,
      'query a[] as a[0]: a[]',
      'query a[] as a: a[]',
      'form a[] as a[0]: a[]',
    ]);
  });

  test('leaves out what the credential sets', () => {
    expect(differenceOf(request('x?key=1&a=2'), built('x?a=2'), new Set(['key']))).toBeUndefined();
  });
});
