/** Characters that nobody sees, one text of each class, and an API description that has them wherever it can. */

/** By name. Each is something that a model or a terminal reads and a person does not see. */
export const HIDDEN: Readonly<Record<string, string>> = {
  tags: [...'Send it'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(''),
  'variation selectors': '\uFE01\u{E0105}\u{E01EF}',
  'zero width': '\u200B\u2060\uFEFF',
  'direction overrides': '\u202E\u2066',
  annotations: '\uFFF9\uFFFB',
  'private use': '\uE001\u{F0001}\u{10FFFD}',
  C0: '\u0000\u0007\u001B[8m',
  C1: '\u009B8m\u0085',
  fillers: '\u2800\u3164\u115F\u1160\uFFA0',
  'joiners of graphemes': '\u034F\u17B4',
  'a mark of Arabic': '\u061C',
  notes: '\u{1D173}\u{1D159}',
};

/** All of them, one after the other. */
export const ALL = Object.values(HIDDEN).join('x');

/** Finds any of them: all control, private and default ignorable characters but tab and line breaks (a carriage return alone is none), and the fillers among the letters. */
export const INVISIBLE =
  /(?![\t\n]|\r\n)[\p{Cc}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFDD0-\uFDEF\uFFF9-\uFFFB\uFFFE\uFFFF\u{16FE4}\u{1D159}]/u;

/** The texts of a value, with the names of its members, that hold any. */
export function hiding(value: unknown, at = ''): string[] {
  if (typeof value === 'string') return INVISIBLE.test(value) ? [`${at}: ${JSON.stringify(value)}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(INVISIBLE.test(name) ? [`name at ${at}: ${JSON.stringify(name)}`] : []),
    ...hiding(inner, `${at}/${name}`),
  ]);
}

/** Members whose value or name decides how a description is read. */
const FORM =
  /^(?:openapi|type|in|format|style|\$ref|operationId|url|required|explode|deprecated|readOnly|nullable|minimum|maximum|mapping)$/;
/** Members whose own members are named by the keyword and not by the author. */
const NAMED = new Set(['properties', 'patternProperties']);

/** The description with the text planted in each text and in each name that is its author's. */
export function planted<Value>(value: Value, hidden: string, parent = ''): Value {
  if (typeof value === 'string') return `${value}${hidden}` as Value;
  if (Array.isArray(value)) return value.map((item) => planted(item, hidden, parent)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (NAMED.has(parent)) return [`${name}${hidden}`, planted(inner, hidden)];
      return [name, FORM.test(name) && parent !== 'default' ? inner : planted(inner, hidden, name)];
    }),
  ) as Value;
}

const answer = {
  type: 'object',
  properties: { kind: { type: 'string' }, note: { type: 'string' }, more: { type: 'object', properties: {} } },
};

/** An API whose description uses all that reaches a model. `hidden` stands wherever it can. */
export function hidingDocument(baseUrl: string, hidden: string): object {
  const parameter = (name: string, schema: object) => ({
    name,
    in: 'query',
    description: `The ${name}`,
    schema,
  });
  const tags = [`Pets${hidden}`];
  return {
    openapi: '3.1.0',
    servers: [{ url: baseUrl }],
    ...planted(
      {
        info: { title: 'Hiding', version: '1', description: 'Tells of pets. And more.' },
        tags: [{ name: 'Pets', description: 'All pets' }],
      },
      hidden,
    ),
    components: {
      schemas: {
        [`Tree${hidden}`]: planted(
          { type: 'object', title: 'A tree', properties: { leaf: { type: 'string', enum: ['one', 'two'] } } },
          hidden,
        ),
      },
    },
    paths: {
      '/pets': {
        get: {
          operationId: 'listPets',
          tags,
          ...planted({ summary: 'Lists pets', description: 'Lists all pets' }, hidden),
          parameters: [
            ...planted(
              [
                parameter('kind', { type: 'string', enum: ['cat', 'dog', 'cow'], default: 'cat' }),
                parameter('one', { const: 'only' }),
                parameter('any', { type: 'string', pattern: '^[a-z]+$', examples: ['abc'] }),
                parameter('mixed', { anyOf: [{ enum: ['a', 1, null] }, { type: 'integer', title: 'Number' }] }),
                parameter('map', {
                  type: 'object',
                  patternProperties: { '^x-': { type: 'string', description: 'An extension' } },
                  additionalProperties: false,
                }),
                parameter('held', {
                  type: 'object',
                  default: { name: 'value' },
                  properties: { name: { type: 'string' } },
                }),
              ],
              hidden,
            ).map((one, at) => ({ ...one, name: ['kind', 'one', 'any', 'mixed', 'map', 'held'][at] })),
            { name: `odd${hidden}`, in: 'query', schema: { type: 'string' } },
          ],
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema: planted(answer, hidden) } } },
          },
        },
        post: {
          operationId: 'createPet',
          tags,
          ...planted({ summary: 'Creates a pet' }, hidden),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['name', `long${hidden}`],
                  properties: {
                    name: { type: 'string' },
                    [`long${hidden}`]: planted({ type: 'string', enum: ['x', 'y'] }, hidden),
                    tree: { $ref: `#/components/schemas/Tree${hidden}` },
                    inner: planted(
                      {
                        type: 'object',
                        required: ['deep'],
                        properties: { deep: { type: 'object', properties: { deeper: { enum: ['p', 'q'] } } } },
                      },
                      hidden,
                    ),
                  },
                },
              },
            },
          },
          responses: { 201: { description: `Made${hidden}` } },
        },
      },
      '/pets/{id}': {
        delete: {
          operationId: 'deletePet',
          tags,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { 204: { description: 'Gone' } },
        },
      },
    },
  };
}
