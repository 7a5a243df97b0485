/**
 * Recorded requests come back from arguments derived from them. The recordings are a small set in the form of public ones; the same
 * comparison runs over whole public APIs by `npm run bench -- recordings` (design/request.md).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import type { JsonObject } from '../../../core/json/value.ts';
import { importDocument } from '../../../core/openapi/index.ts';
import type { ImportResult } from '../../../core/openapi/model/types.ts';
import { defined } from '../../support/defined.ts';
import { rawSchemas } from '../../support/rawSchemas.ts';
import { type Accepts, comparer, differenceOf } from '../../support/recordedRequests.ts';
import { type RecordedRequest, readRecordings } from '../../support/recordings.ts';

const DATA = join(import.meta.dirname, '../../datasets/recordings');
const requests = readRecordings(DATA);
const named = (part: string) => requests.filter(({ name }) => name.includes(part));

let result: ImportResult;
let accepts: Accepts;

beforeAll(async () => {
  const bytes = readFileSync(join(DATA, 'description.yaml'));
  result = await importDocument(bytes, {});
  accepts = rawSchemas(load(bytes.toString()) as JsonObject);
});

describe('requests rebuilt from recordings', () => {
  test('are equal in method, URL and body wherever the description covers them', () => {
    // Prepare
    const compare = comparer(result, accepts);

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
    const compare = comparer(result, accepts);

    // Act
    const comparisons = named('uncovered').map(compare);

    // Assess
    expect(comparisons.map(({ verdict, cause }) => [verdict, cause.replace(/:.*/s, '')])).toEqual([
      ['uncovered', 'no such operation'],
      ['uncovered', 'query parameter sort'],
      ['uncovered', 'breaks the description'],
      ['uncovered', 'breaks the description'],
      ['uncovered', 'breaks the description'],
    ]);
  });

  test('count as refused when the tool is stricter than its description', () => {
    // Prepare
    const lenient = comparer(result, () => true);

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
    const compare = comparer({ ...result, tools }, accepts);

    // Act
    const { verdict, cause } = compare(defined(named('reading')[1]));

    // Assess
    expect([verdict, cause]).toEqual(['different', 'path']);
  });
});

describe('the comparison of two requests', () => {
  const recorded = (change: Partial<RecordedRequest>): RecordedRequest => ({
    name: 'a',
    method: 'POST',
    url: 'https://a.example/x/y%2Fz?b=2&a=1',
    headers: {},
    body: Buffer.from('{"a":1.0,"b":[9007199254740993]}'),
    ...change,
  });
  const built = (url: string, body?: string, method = 'POST') => ({
    method,
    url,
    headers: [],
    ...(body !== undefined && { body: Buffer.from(body) }),
  });
  const same = ['https://a.example/x/y%2Fz?a=1&b=2', '{"b":[9007199254740993],"a":1}'] as const;

  test.each([
    ['nothing but order and spelling', recorded({}), built(...same), undefined],
    ['the method', recorded({}), built(...same, 'PUT'), 'method PUT'],
    ['a host', recorded({}), built(same[0].replace('a.example', 'b.example'), same[1]), 'path'],
    ['an escaped slash', recorded({}), built(same[0].replace('%2F', '/'), same[1]), 'path'],
    ['a value of the query', recorded({}), built(same[0].replace('a=1', 'a=2'), same[1]), 'query'],
    ['a digit beyond 2^53', recorded({}), built(same[0], same[1].replace('0993', '0992')), 'body'],
    ['a body that is missing', recorded({}), built(same[0]), 'body missing'],
    ['a body too many', recorded({ body: undefined }), built(...same), 'body added'],
  ])('tells %s', (_title, one, other, difference) => {
    expect(differenceOf(one, other)).toBe(difference);
  });
});
