/** The form of a manual tool: rows to and from what the API takes, and which edits of it are sent. */
import { describe, expect, test } from '@jest/globals';
import { checked } from '../../../core/lib/zod/faults.ts';
import { annotationsOf } from '../../../core/model/annotations.ts';
import { manualDraft } from '../../../core/tools/manual.ts';
import { manualTool, toolChange } from '../../../core/tools/schemas/tools.ts';
import type { NewTool, Tool } from '../../../web/src/api/types.ts';
import { changeOf, displayField, storedOf, withRequest } from '../../../web/src/lib/tool-draft.ts';
import {
  blankRequest,
  isBroken,
  type RequestRows,
  requestOf,
  rowsOfForm,
  suggestedName,
  withPath,
  withVerb,
} from '../../../web/src/lib/tool-form.ts';
import { defined } from '../../support/defined.ts';

const FORMS: readonly Omit<NewTool, 'name'>[] = [
  { verb: 'GET', path: '/', parameters: [] },
  {
    verb: 'GET',
    path: '/orders/{orderId}',
    parameters: [
      { name: 'orderId', in: 'path', required: true, schema: { type: 'integer' }, description: 'Its number.' },
      { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } }, style: 'pipeDelimited' },
      { name: 'sort', in: 'query', schema: { type: 'string', enum: ['a', 'b'] }, explode: false },
    ],
  },
  {
    verb: 'POST',
    path: '/orders',
    parameters: [],
    body: {
      contentType: 'multipart/form-data',
      required: true,
      schema: {
        type: 'object',
        properties: { photo: { type: 'string', format: 'binary' }, due: { type: 'string', format: 'date' } },
        required: ['photo'],
      },
    },
  },
  {
    verb: 'PUT',
    path: '/orders',
    parameters: [],
    body: { contentType: 'application/json', required: false, schema: { type: 'array', items: { type: 'integer' } } },
  },
  {
    verb: 'PATCH',
    path: '/orders',
    parameters: [],
    body: {
      contentType: 'application/json',
      required: true,
      schema: { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string' } } },
    },
  },
];

/** As the service stores and answers it. */
const toolOf = (form: Omit<NewTool, 'name'>): Tool => {
  const draft = manualDraft(checked(manualTool, { name: 'a_tool', ...form }));
  return { id: 't1', origin: 'manual', edited: [], originals: {}, cacheHint: 'none', ...draft } as unknown as Tool;
};
const filled = (request: RequestRows, part: Partial<RequestRows['rows'][number]>): RequestRows => ({
  ...request,
  rows: request.rows.map((row) => ({ ...row, ...part })),
});

describe('the request of a tool', () => {
  test.each(FORMS.map((form) => [`${form.verb} ${form.path}`, form] as const))(
    'comes out of the rows as it went in: %s',
    (_, form) => {
      expect(requestOf(rowsOfForm(form))).toEqual(form);
    },
  );

  test.each(FORMS.map((form) => [`${form.verb} ${form.path}`, form] as const))(
    'is not sent when nobody changed it: %s',
    (_, form) => {
      const tool = toolOf(form);

      expect(changeOf(tool, { ...storedOf(tool), title: 'Other' })).toEqual({ title: 'Other' });
    },
  );

  test('begins with a field of the body when the verb is POST, and with none when it is GET', () => {
    const posted = withVerb(blankRequest(), 'POST');
    const back = withVerb(filled(posted, { name: 'q' }), 'GET');

    expect(posted.rows).toMatchObject([{ in: 'body', name: '' }]);
    expect(requestOf(posted)).toEqual({ verb: 'POST', path: '/', parameters: [] });
    expect(requestOf(filled(posted, { name: 'item', required: true })).body?.schema).toEqual({
      type: 'object',
      properties: { item: { type: 'string' } },
      required: ['item'],
    });
    expect(requestOf(back)).toEqual({
      verb: 'GET',
      path: '/',
      parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
    });
    expect(withVerb(withVerb(blankRequest(), 'POST'), 'GET').rows).toEqual([]);
    expect(withVerb(withVerb(blankRequest(), 'POST'), 'PATCH').rows).toHaveLength(1);
  });

  test('takes verb and path from one line', () => {
    expect(withPath(blankRequest(), 'post /orders/{id}')).toMatchObject({ verb: 'POST', path: '/orders/{id}' });
    expect(withPath(blankRequest(), 'send /orders')).toMatchObject({ verb: 'GET', path: 'send /orders' });
  });

  test('is not sent while a schema is not JSON', () => {
    const request = filled(withVerb(blankRequest(), 'POST'), { name: 'a', schema: undefined });

    expect(isBroken(request)).toBe(true);
    expect(isBroken({ ...blankRequest(), isBodyBroken: true })).toBe(true);
    expect(isBroken(blankRequest())).toBe(false);
  });

  test('goes as one change when it is edited, without the schema that is made from it', () => {
    const tool = toolOf(defined(FORMS[1]));
    const stored = storedOf(tool);
    const edited = {
      ...stored,
      request: withVerb({ ...defined(stored.request), path: '/orders/{orderId}/items' }, 'POST'),
    };

    const change = changeOf(tool, { ...edited, inputSchema: { type: 'object' } });

    expect(change).toMatchObject({ verb: 'POST', path: '/orders/{orderId}/items', body: null });
    expect(Object.keys(change).sort()).toEqual(['body', 'parameters', 'path', 'verb']);
    expect(() => checked(toolChange, change)).not.toThrow();
    expect(displayField('request', stored)).toBe(
      'GET /orders/{orderId} with orderId (path), tags (query), sort (query)',
    );
  });

  test('takes its annotations along with another verb, unless somebody chose them', () => {
    const stored = storedOf(toolOf(defined(FORMS[0])));
    const posted = withVerb(defined(stored.request), 'POST');
    const chosen = { ...stored, annotations: { ...stored.annotations, openWorldHint: false } };

    expect(withRequest(stored, posted)).toEqual({ request: posted, annotations: annotationsOf({ verb: 'POST' }) });
    expect(withRequest(chosen, posted)).toEqual({ request: posted });
    expect(withRequest(stored, { ...defined(stored.request), path: '/a' })).not.toHaveProperty('annotations');
    const row = { name: '_method', in: 'query' as const, schema: {}, required: false, description: '' };
    expect(withRequest(stored, { ...posted, rows: [row] }).annotations).toMatchObject({ destructiveHint: true });
  });

  test('of an imported tool is the document’s and not in the form', () => {
    const tool = { ...toolOf(defined(FORMS[0])), origin: 'import' } as Tool;

    expect(storedOf(tool).request).toBeUndefined();
    expect(changeOf(tool, { ...storedOf(tool), annotations: annotationsOf({ verb: 'POST' }) })).toEqual({
      annotations: annotationsOf({ verb: 'POST' }),
    });
  });
});

test.each([
  ['GET', '/orders/{orderId}', 'get_orders_by_orderId'],
  ['POST', '/Müller/x-y', 'post_Muller_x_y'],
  ['GET', '/', ''],
  ['DELETE', '/{}', ''],
] as const)('a name is suggested for %s %s', (verb, path, expected) => {
  expect(suggestedName({ verb, path })).toBe(expected);
});
