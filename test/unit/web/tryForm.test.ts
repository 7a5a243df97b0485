/** The form that tries a tool: fields made of schemas, the next page, what is kept of arguments, the request as curl. */

import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { asCurl } from '../../../web/src/lib/as-curl.ts';
import { forgetAllArguments, forgetArguments, lastArguments } from '../../../web/src/lib/kept-arguments.ts';
import { keepArguments } from '../../../web/src/lib/last-arguments.ts';
import { nextPage } from '../../../web/src/lib/next-page.ts';
import { beginningOf, branchOf, fieldOf, membersOf, withMember } from '../../../web/src/lib/schema-form.ts';
import { defined } from '../../support/defined.ts';

const kind = (schema: unknown, root = {}, depth = 0) => fieldOf(schema, root, depth).kind;

describe('a field of the form', () => {
  test.each([
    ['object', { type: 'object', properties: { a: {} } }],
    ['object', { properties: { a: {} } }],
    ['array', { type: 'array', items: { type: 'string' } }],
    ['set', { type: 'array', items: { enum: ['a', 'b'] } }],
    ['json', { type: 'array' }],
    ['enum', { type: 'string', enum: ['a', 'b', null] }],
    ['enum', { oneOf: [{ const: 'a' }, { const: 'b' }] }],
    ['boolean', { type: ['boolean', 'null'] }],
    ['number', { type: 'integer' }],
    ['number', { anyOf: [{ type: 'number' }, { type: 'null' }] }],
    ['date', { type: 'string', format: 'date' }],
    ['date-time', { type: 'string', format: 'date-time' }],
    ['file', { type: 'string', contentEncoding: 'base64' }],
    ['file', { type: 'string', format: 'binary' }],
    ['password', { type: 'string', format: 'password' }],
    ['lines', { type: 'string', maxLength: 5000 }],
    ['text', { type: 'string' }],
    ['choice', { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: {} } }] }],
    ['choice', { type: ['string', 'integer'] }],
    ['json', {}],
    ['json', true],
    ['json', { enum: [{ a: 1 }] }],
  ])('is a %s', (expected, schema) => {
    expect(kind(schema)).toBe(expected);
  });

  test('follows references and parts, and ends where they lead back to themselves', () => {
    const root = {
      $defs: {
        'a/b': { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] },
        Loop: { $ref: '#/$defs/Loop' },
        Twice: { allOf: [{ $ref: '#/$defs/Twice' }, { $ref: '#/$defs/Twice' }] },
        Tree: { type: 'object', properties: { child: { $ref: '#/$defs/Tree' } } },
      },
    };
    const both = fieldOf(
      { allOf: [{ $ref: '#/$defs/a~1b' }, { properties: { y: { type: 'string' } } }], description: 'Own' },
      root,
    );

    expect(both.kind).toBe('object');
    expect(both.schema['description']).toBe('Own');
    expect(membersOf(both.schema).map(({ name, required }) => [name, required])).toEqual([
      ['x', true],
      ['y', false],
    ]);
    expect(kind({ $ref: '#/$defs/Loop' }, root)).toBe('json');
    expect(kind({ $ref: '#/$defs/Twice' }, root)).toBe('json');
    expect(kind({ $ref: '#/%E0%A4%A' }, root)).toBe('json');
    expect(kind({ $ref: '#/$defs/Tree' }, root, 20)).toBe('json');
  });

  test('finds the alternative that a value is one of', () => {
    const branches = [
      { type: 'string' },
      { type: 'object', properties: { kind: { const: 'card' }, number: {} } },
      { type: 'object', properties: { kind: { const: 'iban' }, iban: {} } },
      { type: 'array', items: { type: 'string' } },
    ];

    expect(
      [undefined, 'x', { kind: 'iban', iban: '1' }, { number: 1 }, ['x']].map((value) => branchOf(value, branches, {})),
    ).toEqual([0, 0, 2, 1, 3]);
  });

  test('begins with a default, and leaves the others where they are', () => {
    expect(beginningOf(fieldOf({ type: 'integer', default: 3 }, {}))).toBe(3);
    expect(beginningOf(fieldOf({ enum: ['b', 'a'] }, {}))).toBe('b');
    expect(Object.entries(withMember({ a: 1, b: 2 }, 'a', 3))).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    expect(withMember({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
    expect(withMember({}, '__proto__', 1)).toEqual(JSON.parse('{"__proto__":1}'));
  });
});

describe('the next page', () => {
  const schema = (...names: string[]) => ({
    properties: Object.fromEntries(
      names.map((name) => [name, { type: /page$|limit|offset|size/.test(name) ? 'integer' : 'string' }]),
    ),
  });
  const three = [{ id: 1 }, { id: 2 }, { id: 'c' }];

  test.each([
    [
      'a cursor',
      schema('cursor', 'limit'),
      { limit: 3 },
      { data: three, next_cursor: 'abc' },
      { limit: 3, cursor: 'abc' },
    ],
    ['a cursor within', schema('pageToken'), {}, { items: three, meta: { nextPageToken: 't' } }, { pageToken: 't' }],
    ['an item to start behind', schema('starting_after'), {}, { data: three, has_more: true }, { starting_after: 'c' }],
    ['a total', schema('offset', 'limit'), { limit: 3 }, { total: 9, items: three }, { limit: 3, offset: 3 }],
    [
      'a total, later',
      schema('offset', 'limit'),
      { limit: 3, offset: 3 },
      { total: 9, items: three },
      { limit: 3, offset: 6 },
    ],
    ['a number of pages', schema('page'), { page: 2 }, { results: three, count: 9 }, { page: 3 }],
    ['more', schema('page'), {}, { items: three, hasMore: true }, { page: 2 }],
    [
      'a link',
      schema('page', 'q'),
      { q: 'x', page: 1 },
      { next: 'https://a.example/x?page=2&q=z', results: three },
      { q: 'x', page: 2 },
    ],
    [
      'a link within',
      schema('page[number]'),
      {},
      { links: { next: { href: '/x?page%5Bnumber%5D=2' } } },
      { 'page[number]': '2' },
    ],
  ])('follows %s', (_, inputSchema, args, answer, expected) => {
    expect(nextPage(inputSchema, args, answer)).toEqual(expected);
  });

  test.each([
    ['the last of a total', schema('offset'), { offset: 6 }, { total: 9, items: three }],
    ['no more', schema('cursor'), {}, { next_cursor: 'x', has_more: false }],
    ['a null cursor', schema('cursor'), {}, { next_cursor: null, items: three }],
    ['the same cursor', schema('cursor'), { cursor: 'x' }, { next_cursor: 'x' }],
    ['no argument for it', schema('q'), {}, { next_cursor: 'x', total: 100, items: three }],
    ['a link with other arguments alone', schema('q'), { q: 'a' }, { next: '/x?q=evil' }],
    ['text', schema('page'), {}, 'next'],
    ['nothing', schema('page', 'offset'), {}, null],
  ])('is not there after %s', (_, inputSchema, args, answer) => {
    expect(nextPage(inputSchema, args, answer)).toBeUndefined();
  });
});

describe('the last arguments', () => {
  const memory = new Map<string, string>();
  beforeEach(() => {
    memory.clear();
    globalThis.localStorage = {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => memory.set(key, value),
      removeItem: (key: string) => memory.delete(key),
    } as unknown as Storage;
  });

  test('come back without secrets and files', () => {
    const schema = {
      properties: {
        q: {},
        pin: { $ref: '#/$defs/Pin' },
        photo: { type: 'string', contentEncoding: 'base64' },
        list: { type: 'array', items: { properties: { a: { writeOnly: true, type: 'string' } } } },
      },
      $defs: { Pin: { type: 'string', format: 'password' } },
    };
    const key = `ghp_${'a1B2'.repeat(9)}`;

    keepArguments(
      't1',
      {
        q: 'lamp',
        pin: '1234',
        photo: 'AAAA',
        api_key: 'k',
        deep: { password: 'p', n: 1 },
        note: `see ${key}`,
        list: [{ a: 'x', b: 2 }],
      },
      schema,
    );

    expect(lastArguments('t1')).toEqual({ q: 'lamp', deep: { n: 1 }, list: [{ b: 2 }] });
    expect(JSON.stringify([...memory])).not.toMatch(/1234|AAAA|ghp_/);
  });

  test('are bounded, and forgotten one by one or with the sign-out', () => {
    for (let n = 0; n < 60; n++) keepArguments(`t${n}`, { n }, {});
    keepArguments('large', { all: Array.from({ length: 10_000 }, () => 'xx') }, {});

    expect(lastArguments('t9')).toBeUndefined();
    expect(lastArguments('t10')).toEqual({ n: 10 });
    expect(lastArguments('large')).toBeUndefined();
    forgetArguments('t10');
    expect(lastArguments('t10')).toBeUndefined();
    forgetAllArguments();
    expect(memory.size).toBe(0);
  });

  test('that somebody else wrote do no harm', () => {
    for (const text of ['{', '{"a":1}', '[1,[2],["t1",7]]', '[["t1",null]]']) {
      memory.set('portcullis.arguments', text);
      expect(lastArguments('t1') ?? {}).toEqual({});
    }
  });
});

describe('a request as curl', () => {
  const request = {
    method: 'POST',
    url: "https://api.example.com/a?q=it's",
    headers: [
      ['authorization', 'Bearer ••••'],
      ['x-note', 'a "b" $c'],
      ['content-length', '5'],
    ],
    body: '{"a":"it\'s $HOME `x`"}',
  };

  test('is what a shell reads as the same words, with a variable for the credential', () => {
    const words = defined(asCurl(request, 1000)).replace(/^curl /, 'printf "%s\\n" ');

    const read = execFileSync('/bin/sh', ['-c', words], { env: { API_CREDENTIAL: 'mine', HOME: 'no' } }).toString();

    expect(read.trimEnd().split('\n')).toEqual([
      '-X',
      'POST',
      request.url,
      '-H',
      'authorization: Bearer mine',
      '-H',
      'x-note: a "b" $c',
      '--data-raw',
      request.body,
    ]);
  });

  test('is not offered with half of a body', () => {
    expect(asCurl({ ...request, body: 'x'.repeat(10) }, 10)).toBeUndefined();
    expect(asCurl({ ...request, body: 'a\u0000b' }, 100)).toBeUndefined();
  });
});
