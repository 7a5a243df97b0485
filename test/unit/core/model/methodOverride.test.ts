/**
 * Parts of a request by which servers carry it out with another method: nowhere is there one that lets a tool do more than it says. As a header
 * there is none; declared elsewhere, the tool says that it may destroy; where the caller chooses the name, the call is refused.
 */
import { describe, expect, test } from '@jest/globals';
import { annotationsOf, callClassOf } from '../../../../core/model/annotations.ts';
import { isMethodOverride } from '../../../../core/model/methodOverride.ts';
import type { RequestProgram, WireBody } from '../../../../core/model/tool.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { buildRequest } from '../../../../core/request/build.ts';
import { isForbiddenHeader } from '../../../../core/request/header.ts';
import { staticHeaderFault } from '../../../../core/request/staticHeaders.ts';
import { manualDraft } from '../../../../core/tools/manual.ts';
import { STYLES } from '../../../../core/tools/manualStyles.ts';
import { toolDefinition } from '../../../../core/tools/schemas/toolDefinition.ts';
import type { ManualTool } from '../../../../core/tools/schemas/tools.ts';
import { judge } from '../../../../core/tools/severity.ts';
import { tool } from '../../../support/tools.ts';

/** As servers know them, and in the spellings that they take for the same. */
const NAMES = [
  '_method',
  '_METHOD',
  '.method',
  ' _method ',
  '_method[]',
  '_method_override',
  'X-HTTP-Method',
  'x-http-method-override',
  'X_HTTP_METHOD_OVERRIDE',
  'x-http-methodoverride',
  'X-Method-Override',
  'X-Http-Verb',
  'HTTP-Method-Override',
  'methodOverride',
];
const HARMLESS = [
  'method',
  'payment_method',
  'shipping-method',
  'http_method',
  'methods',
  'verb',
  'methodology',
  'x-method-id',
];
const CAREFUL = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };

test.each(NAMES)('%j is one', (name) => {
  expect(isMethodOverride(name)).toBe(true);
});

test.each(HARMLESS)('%j is none, but a word of APIs', (name) => {
  expect(isMethodOverride(name)).toBe(false);
});

test.each(NAMES.filter((name) => /^[\w-]+$/.test(name)))('%s is set by no argument and no fixed header', (name) => {
  expect([isForbiddenHeader(name), staticHeaderFault(name) !== undefined]).toEqual([true, true]);
});

/** All places of a parameter but the path, where a name is not sent, and headers, where it is refused. */
const PLACES = Object.keys(STYLES).filter((place) => place !== 'path' && place !== 'header');

const field = (name: string) => ({ argument: 'a', name, required: false });
const forms = ['json', 'urlencoded', 'multipart'] as const;
const fieldsBody = (kind: (typeof forms)[number], name: string): WireBody => ({
  kind,
  layout: 'fields',
  contentType:
    kind === 'json'
      ? 'application/json'
      : kind === 'multipart'
        ? 'multipart/form-data'
        : 'application/x-www-form-urlencoded',
  required: false,
  fields: [field(name)],
});
const parameter = (place: string, name: string) => ({
  argument: 'a',
  in: place as 'query',
  name,
  required: false,
  style: 'form' as const,
  explode: true,
});
type Part = (name: string) => Partial<RequestProgram>;
const DECLARED: ReadonlyArray<readonly [string, Part]> = [
  ...[...PLACES, 'querystring'].map((place): [string, Part] => [
    `a parameter in ${place}`,
    (name) => ({ parameters: [parameter(place, name)] }),
  ]),
  ...forms.map((kind): [string, Part] => [`a field of a body, ${kind}`, (name) => ({ body: fieldsBody(kind, name) })]),
  [
    'a field of another media type of the body',
    (name) => ({
      body: { ...fieldsBody('json', 'x'), choice: { argument: 'type', bodies: [fieldsBody('urlencoded', name)] } },
    }),
  ],
  ['a constant of the path’s query', (name) => ({ path: `/things?a=b&${encodeURIComponent(name)}=DELETE` })],
  [
    'a variable of the path’s query',
    (name) => ({ path: `/things?${name}={a}`, parameters: [parameter('query', 'a')] }),
  ],
  ['a constant of the path’s fragment', (name) => ({ path: `/things#${name}=DELETE` })],
];

describe.each(DECLARED)('a tool with one as %s', (_, part) => {
  test.each(NAMES)('says that it may destroy: %j', (name) => {
    for (const verb of ['GET', 'POST']) {
      const annotations = annotationsOf({ verb, path: '/things', parameters: [], ...part(name) });

      expect(annotations).toMatchObject(CAREFUL);
      expect(callClassOf(verb, annotations)).toBe('destructive');
    }
  });

  test('says what its verb says when the name is another one', () => {
    for (const name of HARMLESS)
      expect(annotationsOf({ verb: 'POST', path: '/things', parameters: [], ...part(name) })).toEqual(
        annotationsOf({ verb: 'POST' }),
      );
  });

  test('is shown to an approver as one that may destroy, when a description adds it', () => {
    const program = { verb: 'POST', path: '/things', parameters: [], ...part('_method') };

    expect(judge(undefined, tool(program)).reasons.join()).toContain('may delete or overwrite');
  });
});

const WHOLE = { layout: 'whole', argument: 'a', required: true } as const;
const chosen = (more: Partial<RequestProgram>): RequestProgram => ({
  verb: 'POST',
  path: '/things',
  parameters: [],
  ...more,
});
const OPEN: ReadonlyArray<readonly [string, RequestProgram, (object: object) => object]> = [
  ...PLACES.map(
    (place) => [`a ${place}`, chosen({ parameters: [parameter(place, 'a')] }), (a: object) => ({ a })] as const,
  ),
  [
    'a cookie of style cookie',
    chosen({ parameters: [{ ...parameter('cookie', 'a'), style: 'cookie' }] }),
    (a: object) => ({ a }),
  ],
  [
    'a whole query',
    chosen({ parameters: [{ ...parameter('querystring', 'a'), contentType: 'application/x-www-form-urlencoded' }] }),
    (a: object) => ({ a }),
  ],
  ...forms.map(
    (kind) =>
      [
        `a whole body, ${kind}`,
        chosen({ body: { ...WHOLE, kind, contentType: fieldsBody(kind, 'x').contentType } }),
        (a: object) => ({ a }),
      ] as const,
  ),
  ...forms.map(
    (kind) =>
      [
        `a body that takes more fields, ${kind}`,
        chosen({ body: { ...fieldsBody(kind, 'x'), extra: true } as WireBody }),
        (object: object) => object,
      ] as const,
  ),
  [
    'a field with a style',
    chosen({
      body: {
        ...fieldsBody('urlencoded', 'x'),
        fields: [{ ...field('x'), encoding: { style: 'form', explode: true } }],
      } as WireBody,
    }),
    (a: object) => ({ a }),
  ],
];

describe.each(OPEN)('a caller who chooses the names in %s', (_, program, args) => {
  const built = (name: string) =>
    buildRequest(program, 'https://api.example.com', args({ [name]: 'DELETE', b: 'c' }) as never);

  test.each(NAMES)('may not choose %j', (name) => {
    expect(() => built(name)).toThrow(
      expect.objectContaining({
        code: 'argument_invalid',
        faults: [expect.objectContaining({ rule: 'method_override' })],
      }),
    );
  });

  test('may choose any other', () => {
    for (const name of HARMLESS) expect(built(name).method).toBe('POST');
  });
});

describe('whoever gives a tool', () => {
  const document = (operation: object) => ({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/things': { post: { operationId: 'addThing', responses: { 200: { description: 'OK' } }, ...operation } },
    },
  });
  const inBody = (type: string) => ({
    requestBody: {
      content: {
        [type]: { schema: { type: 'object', properties: { _method: { const: 'DELETE' }, a: { type: 'string' } } } },
      },
    },
  });

  test.each([
    ['a query', { parameters: [{ name: '_method', in: 'query', schema: { enum: ['DELETE'] } }] }],
    ['a cookie', { parameters: [{ name: 'X-HTTP-Method-Override', in: 'cookie', schema: { type: 'string' } }] }],
    ['a JSON body', inBody('application/json')],
    ['a form', inBody('application/x-www-form-urlencoded')],
    ['a form of parts', inBody('multipart/form-data')],
    [
      'a query, and calls it harmless',
      {
        parameters: [{ name: '_method', in: 'query', schema: { type: 'string' } }],
        'x-mcp': { annotations: { readOnlyHint: true, destructiveHint: false } },
      },
    ],
  ])('by a description with one in %s has one that may destroy', async (_what, operation) => {
    const { tools } = await importDocument(Buffer.from(JSON.stringify(document(operation))), {});

    expect(tools[0]?.annotations).toMatchObject(CAREFUL);
  });

  test('by a description with one as a header has one without it', async () => {
    const header = { name: 'X-Http-Verb', in: 'header', schema: { const: 'DELETE' } };
    const { tools, warnings } = await importDocument(
      Buffer.from(JSON.stringify(document({ parameters: [header] }))),
      {},
    );

    expect(tools[0]).toMatchObject({ parameters: [], annotations: annotationsOf({ verb: 'POST' }) });
    expect(warnings.map(({ code }) => code)).toContain('header_forbidden');
  });

  test('by hand has one that may destroy, unless they say otherwise', () => {
    const form: ManualTool = {
      name: 'add',
      verb: 'POST',
      path: '/things',
      parameters: [{ name: '_method', in: 'query' }],
    };

    const own = { ...form, annotations: { destructiveHint: false } };

    expect(manualDraft(form).annotations).toMatchObject(CAREFUL);
    expect(manualDraft(own).annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  });

  test('by a definition gives no header of the kind', () => {
    const draft = manualDraft({
      name: 'add',
      verb: 'POST',
      path: '/things',
      parameters: [{ name: 'x', in: 'header' }],
    });
    const [first] = draft.parameters;
    const given = { ...draft, parameters: [{ ...first, name: 'X-Http-MethodOverride' }] };

    const { error } = toolDefinition.safeParse({
      ...given,
      origin: 'manual',
      originals: {},
      edited: [],
      cacheHint: 'none',
    });

    expect(error?.issues.map(({ path }) => path.join('/'))).toContain('parameters/0/name');
  });
});
