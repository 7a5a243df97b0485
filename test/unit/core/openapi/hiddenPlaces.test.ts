/** An import names the characters that nobody sees, with their places, however the document writes them. */
import { describe, expect, test } from '@jest/globals';
import { importDocument } from '../../../../core/openapi/index.ts';
import { ALL, HIDDEN, hiding, hidingDocument } from '../../../support/hidden.ts';

const BASE = 'https://api.example.com';
const hiddenIn = async (document: string) =>
  (await importDocument(document, {})).warnings.filter(({ code }) => code === 'hidden_characters');
const asEscapes = (text: string) =>
  text.replace(/[^\x20-\x7e\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const small = (text: string) => ({
  openapi: '3.0.3',
  info: { title: 'A', version: '1' },
  servers: [{ url: BASE }],
  paths: {
    '/a': {
      get: {
        operationId: 'a',
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string', enum: ['b', text] } }],
        responses: { 200: { description: text } },
      },
    },
  },
});
const AT = '#/paths/~1a/get/parameters/0/schema/enum/1';

describe.each(Object.entries(HIDDEN))('%s', (_class, hidden) => {
  const text = `a${hidden}z`;

  test.each([
    ['JSON', JSON.stringify(small(text))],
    ['JSON with escapes', asEscapes(JSON.stringify(small(text)))],
    ['YAML with escapes', asEscapes(JSON.stringify(small(text), null, 1)).replace('{', '# YAML\n{')],
    [
      'YAML with long escapes',
      JSON.stringify(small('TEXT'), null, 1)
        .replace('{', '# YAML\n{')
        .replaceAll(
          'TEXT',
          [...text].map((one) => `\\U${(one.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`).join(''),
        ),
    ],
  ])('are named in %s', async (_form, document) => {
    const found = await hiddenIn(document);

    expect(found.map(({ pointer }) => pointer)).toEqual([AT]);
    expect(found[0]?.message).toMatch(/a<.*>.*z/);
    expect(hiding(found)).toEqual([]);
  });
});

test.each([
  ['ASCII', 'plain'],
  ['what a script or an emoji needs', '👨\u200D👩\u200D👧 ❤\uFE0F می\u200Cخواهم Donau\u00ADdampf'],
  ['other escapes', 'Zoë \u2019 \u202F — 中文'],
  ['patterns', '^\\bfoo\\x20\\u200b$'],
])('nothing is said of %s', async (_what, text) => {
  const documents = [JSON.stringify(small(text)), asEscapes(JSON.stringify(small(text)))];

  const found = await Promise.all(documents.map(hiddenIn));

  expect(found).toEqual([[], []]);
});

test('of many places the first are named', async () => {
  const document = hidingDocument(BASE, ALL);
  const twice = { ...document, tags: Array.from({ length: 30 }, (_, at) => ({ name: `t${at}`, description: ALL })) };

  const found = await hiddenIn(JSON.stringify(twice));

  expect(found).toHaveLength(21);
  expect(found.at(-1)).toMatchObject({ pointer: '#', message: expect.stringContaining('More than 20 texts') });
  expect(found.every(({ message }) => message.length < 400)).toBe(true);
});

test('an external document is looked through, too', async () => {
  const document = {
    ...small('b'),
    paths: { '/a': { $ref: 'more.json#/a' } },
  };
  const more = { a: (small(`a${HIDDEN['tags']}`) as ReturnType<typeof small>).paths['/a'] };

  const { warnings } = await importDocument(JSON.stringify(document), {
    url: 'https://docs.example.com/openapi.json',
    fetchDocument: async (url: string) => ({ url, bytes: Buffer.from(JSON.stringify(more)) }),
  });

  expect(warnings.filter(({ code }) => code === 'hidden_characters').map(({ pointer }) => pointer)).toEqual([
    expect.stringContaining('more.json#/a/get/parameters/0/schema/enum/1'),
  ]);
});
