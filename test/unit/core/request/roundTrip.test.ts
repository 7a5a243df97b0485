/**
 * Whatever the arguments, a server that decodes by the rules of the style gets the same values back. The decoders are
 * written here from the style rules, independently of the builder.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonText, parseLossless } from '../../../../core/lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../../../../core/lib/json/value.ts';
import type {
  ParameterLocation,
  ParameterStyle,
  RequestProgram,
  WireBody,
  WireParameter,
} from '../../../../core/model/tool.ts';
import { buildRequest } from '../../../../core/request/build.ts';
import { defined } from '../../../support/defined.ts';

const RUNS = { numRuns: 300 };
const BASE = 'https://api.upstream.example/v1';

/** Any well-formed text, with the awkward characters made common. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).filter((value) => value.isWellFormed()),
  fc.string({ unit: fc.constantFrom(...' ,.;=&|/?#%+[]{}()*!\'"\\:@$~-_<>\n\r\tüé日🎈aA0'), maxLength: 12 }),
);
const primitive = fc.oneof(text, fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const list = fc.array(primitive, { minLength: 1, maxLength: 6 });
const key = text.filter((value) => value !== '' && value !== '__proto__');
const object = fc.dictionary(key, primitive, { minKeys: 1, maxKeys: 5 });
const asText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

const parameter = (place: ParameterLocation, style: ParameterStyle, explode: boolean, name = 'v'): WireParameter => ({
  argument: 'v',
  name,
  in: place,
  style,
  explode,
  required: place === 'path',
});
const build = (program: Partial<RequestProgram>, args: JsonObject) =>
  buildRequest({ verb: 'GET', path: '/x', parameters: [], ...program }, BASE, args);
const queryOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
const rawPairs = (query: string): Array<[string, string]> =>
  query === ''
    ? []
    : query.split('&').map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), pair.slice(at + 1)];
      });
const decode = decodeURIComponent;

describe('query values decode to the arguments', () => {
  test('form, a primitive', () => {
    fc.assert(
      fc.property(primitive, fc.boolean(), (v, explode) => {
        const { url } = build({ parameters: [parameter('query', 'form', explode)] }, { v });
        expect(rawPairs(queryOf(url)).map((pair) => pair.map(decode))).toEqual([['v', asText(v)]]);
      }),
      RUNS,
    );
  });

  test('form exploded, a list', () => {
    fc.assert(
      fc.property(list, (v) => {
        const { url } = build({ parameters: [parameter('query', 'form', true)] }, { v });
        expect(rawPairs(queryOf(url)).map((pair) => pair.map(decode))).toEqual(v.map((item) => ['v', asText(item)]));
        // A form decoder of the web reads the same.
        expect(new URL(url).searchParams.getAll('v')).toEqual(v.map(asText));
      }),
      RUNS,
    );
  });

  test('form unexploded, a list', () => {
    fc.assert(
      fc.property(list, (v) => {
        const { url } = build({ parameters: [parameter('query', 'form', false)] }, { v });
        const [[, value]] = rawPairs(queryOf(url)) as [[string, string]];
        expect(value.split(',').map(decode)).toEqual(v.map(asText));
      }),
      RUNS,
    );
  });

  test.each([
    ['spaceDelimited', '%20', ' '],
    ['pipeDelimited', '%7C', '|'],
    ['tabDelimited', '%09', '\t'],
  ] as const)('%s, a list whose items do not hold the separator', (style, encoded, plain) => {
    fc.assert(
      fc.property(list, (items) => {
        const v = items.map((item) => (typeof item === 'string' ? item.replaceAll(plain, '_') : item));
        const { url } = build({ parameters: [parameter('query', style, false)] }, { v });
        const [[, value]] = rawPairs(queryOf(url)) as [[string, string]];
        expect(value.split(encoded).map(decode)).toEqual(v.map(asText));
      }),
      RUNS,
    );
  });

  test('form, an object', () => {
    fc.assert(
      fc.property(object, fc.boolean(), (v, explode) => {
        const { url } = build({ parameters: [parameter('query', 'form', explode)] }, { v });
        const pairs = rawPairs(queryOf(url));
        const entries = explode
          ? pairs.map((pair) => pair.map(decode))
          : defined(pairs[0])[1]
              .split(',')
              .map(decode)
              .flatMap((item, at, flat) => (at % 2 ? [] : [[item, defined(flat[at + 1])]]));
        expect(entries).toEqual(Object.entries(v).map(([name, item]) => [name, asText(item)]));
      }),
      RUNS,
    );
  });

  test('deepObject, nested to any depth', () => {
    const tree = fc.letrec<{ node: JsonObject }>((tie) => ({
      node: fc.dictionary(
        key.filter((name) => !/[[\]]/.test(name)),
        fc.oneof({ maxDepth: 3 }, primitive, tie('node')),
        { minKeys: 1, maxKeys: 3 },
      ) as fc.Arbitrary<JsonObject>,
    })).node;
    const flat = (value: JsonValue, path: string[]): Array<[string[], string]> =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, item]) => flat(item as JsonValue, [...path, name]))
        : [[path, asText(value)]];

    fc.assert(
      fc.property(tree, (v) => {
        const { url } = build({ parameters: [parameter('query', 'deepObject', true)] }, { v });
        const decoded = rawPairs(queryOf(url)).map(([name, value]) => {
          const path = [...name.matchAll(/%5B(.*?)%5D/g)].map(([, part]) => decode(defined(part)));
          return [path, decode(value)];
        });
        expect(decoded).toEqual(flat(v, []));
      }),
      RUNS,
    );
  });

  test('a content parameter, any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const v = value as JsonValue;
        const { url } = build(
          { parameters: [{ ...parameter('query', 'form', true), contentType: 'application/json' }] },
          { v },
        );
        expect(JSON.parse(decode(defined(rawPairs(queryOf(url))[0])[1]))).toEqual(JSON.parse(JSON.stringify(v)));
      }),
      RUNS,
    );
  });
});

describe('path values decode to the arguments', () => {
  // What some server might read as a slash, or nothing but what it might drop or read as a dot, is refused (refusals.test.ts).
  const slashes = /[/\\;%\u2044\u2215\uff0f]/;
  const nothingElse = /^[\0-\u0020\u007f.\u2024\u2025\uff0e]*$/;
  const segment = text.filter((value) => !value.startsWith('.') && !slashes.test(value) && !nothingElse.test(value));
  const segments = fc.array(segment, { minLength: 1, maxLength: 5 });
  const fill = (style: ParameterStyle, explode: boolean, v: JsonValue) =>
    build({ path: '/a/{v}/z', parameters: [parameter('path', style, explode)] }, { v }).url.slice(
      `${BASE}/a/`.length,
      -2,
    );

  test('simple', () => {
    fc.assert(
      fc.property(segments, fc.boolean(), (v, explode) => {
        expect(fill('simple', explode, v).split(',').map(decode)).toEqual(v);
      }),
      RUNS,
    );
  });

  test('label unexploded and matrix', () => {
    fc.assert(
      fc.property(segments, (v) => {
        expect(fill('label', false, v).slice(1).split(',').map(decode)).toEqual(v);
        expect(fill('matrix', false, v).slice(';v='.length).split(',').map(decode)).toEqual(v);
        expect(
          fill('matrix', true, v)
            .split(';')
            .slice(1)
            .map((part) => decode(part.slice(2))),
        ).toEqual(v);
      }),
      RUNS,
    );
  });

  test('a path is never more than one segment longer, whatever the value', () => {
    fc.assert(
      fc.property(text, (v) => {
        let url: string;
        try {
          url = build({ path: '/a/{v}/z', parameters: [parameter('path', 'simple', false)] }, { v }).url;
        } catch {
          return;
        }
        const parsed = new URL(url);
        expect(parsed.origin).toBe('https://api.upstream.example');
        expect(parsed.href).toBe(url);
        expect(parsed.pathname.split('/').length).toBe(5);
        expect(decode(defined(parsed.pathname.split('/')[3]))).toBe(v);
      }),
      RUNS,
    );
  });
});

describe('headers and cookies decode to the arguments', () => {
  const visible = fc.string({ unit: fc.constantFrom(...'abc XYZ09!#$%&\'*+-.^_`|~/:;<=>?@[]{}()"\\é'), maxLength: 12 });

  test('a header, and lists without commas', () => {
    fc.assert(
      fc.property(fc.array(visible, { minLength: 1, maxLength: 4 }), (v) => {
        const { headers } = build({ parameters: [parameter('header', 'simple', false, 'X-V')] }, { v });
        expect(headers).toEqual([['X-V', v.join(',')]]);
      }),
      RUNS,
    );
  });

  test('cookies, however many', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), text, { minKeys: 1, maxKeys: 5 }), (values) => {
        const parameters = Object.keys(values).map((name) => ({
          ...parameter('cookie', 'form', true, name),
          argument: name,
        }));
        const { headers, url } = build({ parameters }, values);
        expect(headers.length).toBe(1);
        expect(
          Object.fromEntries(
            defined(headers[0])[1]
              .split('; ')
              .map((pair) => [pair.split('=')[0], decode(pair.slice(pair.indexOf('=') + 1))]),
          ),
        ).toEqual(values);
        expect(queryOf(url)).toBe('');
      }),
      RUNS,
    );
  });
});

describe('bodies decode to the arguments', () => {
  const body = (kind: WireBody['kind'], contentType: string): Partial<RequestProgram> => ({
    verb: 'POST',
    body: { kind, contentType, required: true, layout: 'whole', argument: 'v' } as WireBody,
  });
  const bytesOf = (program: Partial<RequestProgram>, v: JsonValue) => {
    const built = build(program, { v });
    return { text: Buffer.from(defined(built.body)).toString(), ...built };
  };

  test('JSON, any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (v) => {
        expect(bytesOf(body('json', 'application/json'), v as JsonValue).text).toBe(JSON.stringify(v));
      }),
      RUNS,
    );
  });

  test('urlencoded, by the web’s own form decoder', () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.oneof(primitive, list), { minKeys: 1, maxKeys: 5 }), (v) => {
        const { text: sent } = bytesOf(body('urlencoded', 'application/x-www-form-urlencoded'), v);
        const expected = Object.entries(v).flatMap(([name, value]) =>
          (Array.isArray(value) ? value : [value]).map((item) =>
            [name, asText(item)].map((part) => part.replace(/\r\n|\r|\n/g, '\r\n')),
          ),
        );
        expect([...new URLSearchParams(sent)]).toEqual(expected);
      }),
      RUNS,
    );
  });

  test('multipart, by the platform’s own parser', async () => {
    const name = fc.string({ unit: fc.constantFrom(...'abc-_.[]$ é'), minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, text, { minKeys: 1, maxKeys: 4 }),
        fc.uint8Array({ maxLength: 64 }),
        async (v, bytes) => {
          const built = build(
            {
              verb: 'POST',
              body: {
                kind: 'multipart',
                contentType: 'multipart/form-data',
                required: true,
                layout: 'fields',
                fields: [
                  ...Object.keys(v).map((field, index) => ({ argument: `a${index}`, name: field, required: false })),
                  { argument: 'file', name: 'the file', required: false, binary: true },
                ],
              },
            },
            {
              ...Object.fromEntries(Object.values(v).map((value, index) => [`a${index}`, value])),
              file: Buffer.from(bytes).toString('base64'),
            },
          );
          const parsed = await new Response(built.body as Uint8Array<ArrayBuffer>, {
            headers: built.headers,
          }).formData();
          for (const [field, value] of Object.entries(v)) expect(parsed.getAll(field)).toEqual([value]);
          expect(Buffer.from(await (parsed.get('the file') as File).arrayBuffer()).equals(Buffer.from(bytes))).toBe(
            true,
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  test('binary, any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isUrlSafe) => {
        const v = Buffer.from(bytes).toString(isUrlSafe ? 'base64url' : 'base64');
        expect(
          Buffer.from(defined(bytesOf(body('binary', 'application/octet-stream'), v).body)).equals(Buffer.from(bytes)),
        ).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('numbers keep their source text', () => {
  test('whatever JSON numbers a document holds', () => {
    const number = fc.oneof(
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
      fc.tuple(fc.integer(), fc.stringMatching(/^[0-9]{1,25}$/)).map(([whole, part]) => `${whole}.${part}`),
      fc.tuple(fc.integer(), fc.integer({ min: -400, max: 400 })).map(([whole, exponent]) => `${whole}e${exponent}`),
      fc.constantFrom('-0', '1.0', '0.10', '1E5', '1e+5'),
    );
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (numbers) => {
        const source = `{"v":[${numbers.join(',')}]}`;
        expect(jsonText(parseLossless(source))).toBe(source);
        const { url } = build({ parameters: [parameter('query', 'form', false)] }, parseLossless(source) as JsonObject);
        expect(
          defined(rawPairs(queryOf(url))[0])[1]
            .split(',')
            .map(decode),
        ).toEqual(numbers);
      }),
      RUNS,
    );
  });
});
