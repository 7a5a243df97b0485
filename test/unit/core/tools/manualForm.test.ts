/** A tool typed in by hand, read back as its form, and changed by parts of it. */
import { describe, expect, test } from '@jest/globals';
import { InvalidInput } from '../../../../core/lib/errors.ts';
import { checked } from '../../../../core/lib/zod/faults.ts';
import type { Tool } from '../../../../core/model/tool.ts';
import { changedTool } from '../../../../core/tools/edit.ts';
import { manualDraft } from '../../../../core/tools/manual.ts';
import { formOf } from '../../../../core/tools/manualForm.ts';
import { originalsOf } from '../../../../core/tools/merge.ts';
import { type ManualTool, manualTool, type ToolChange, toolChange } from '../../../../core/tools/schemas/tools.ts';

const BEFORE = '2026-01-01T00:00:00.000Z';
const NOW = '2026-01-02T00:00:00.000Z';

function typedIn(form: Partial<ManualTool>, more: Partial<Tool> = {}): Tool {
  const draft = manualDraft(checked(manualTool, { name: 'tool', verb: 'GET', path: '/x', ...form }));
  return {
    ...draft,
    serverId: 'srv_1',
    toolId: 'tool_1',
    origin: 'manual',
    cacheHint: 'none',
    originals: originalsOf(draft),
    edited: [],
    createdAt: BEFORE,
    updatedAt: BEFORE,
    version: 1,
    ...more,
  };
}
const changedBy = (tool: Tool, change: object): Tool =>
  changedTool(tool, checked(toolChange, change) as ToolChange, NOW);
function faultsOf(tool: Tool, change: object): string[] {
  try {
    changedBy(tool, change);
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults.map(({ field, rule }) => `${field} ${rule}`);
    throw error;
  }
  return [];
}

const money = { type: 'object', properties: { amount: { type: 'integer' } }, additionalProperties: false };
const FORMS: Record<string, Partial<ManualTool>> = {
  'a path alone': { path: '/orders/{orderId}/items/{n}' },
  'every place, with styles': {
    path: '/shops/{shop}',
    parameters: [
      {
        name: 'shop',
        in: 'path',
        style: 'label',
        explode: true,
        description: 'Its number',
        schema: { type: 'integer' },
      },
      { name: 'sort', in: 'query', required: true, style: 'pipeDelimited', schema: { type: 'array', items: {} } },
      { name: 'filter', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
      { name: 'id', in: 'query', explode: false },
      { name: 'X-Trace', in: 'header' },
      { name: 'seen', in: 'cookie', schema: { type: 'string', description: 'd'.repeat(2_001) } },
    ],
  },
  'body fields beside a parameter of the same name': {
    verb: 'POST',
    path: '/orders/{id}',
    body: {
      schema: {
        type: 'object',
        properties: { id: { type: 'string' }, price: { $ref: '#/$defs/Money' } },
        required: ['price'],
        additionalProperties: true,
        $defs: { Money: money },
      },
    },
  },
  'a form with a file': {
    verb: 'POST',
    body: {
      contentType: 'multipart/form-data',
      required: false,
      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
    },
  },
  'a list as the body': {
    verb: 'PUT',
    body: { schema: { type: 'array', items: { $ref: '#/$defs/M' }, $defs: { M: money } } },
  },
  'bytes as the body': { verb: 'PUT', body: { contentType: 'image/png', schema: { type: 'string' } } },
};

describe('the form of a tool typed in by hand', () => {
  test.each(Object.keys(FORMS))('makes the same tool again: %s', (name) => {
    const tool = typedIn(FORMS[name] as Partial<ManualTool>);

    const again = manualDraft(checked(manualTool, { name: 'tool', ...formOf(tool) }));

    const { verb, path, parameters, body, inputSchema } = tool;
    expect(again).toMatchObject({ verb, path, parameters, inputSchema, ...(body && { body }) });
    expect(again.inputSchema).toEqual(inputSchema);
    expect(again.body).toEqual(body);
  });
});

describe('a change of the request', () => {
  test('composes the schema anew, which is the original from then on', () => {
    const tool = typedIn({ path: '/orders/{id}', parameters: [{ name: 'expand', in: 'query' }] });

    const changed = changedBy(tool, { path: '/v2/orders/{orderId}' });

    expect(changed.path).toBe('/v2/orders/{orderId}');
    expect(Object.keys(changed.inputSchema['properties'] as object)).toEqual(['orderId', 'expand']);
    expect(changed.originals['inputSchema']).toEqual(changed.inputSchema);
    expect(changed.description).toBe('GET /v2/orders/{orderId}');
    expect(changed).toMatchObject({ edited: [], updatedAt: NOW, toolId: 'tool_1' });
  });

  test('takes the annotations of the verb along, unless a person chose them', () => {
    const plain = changedBy(typedIn({}), { verb: 'DELETE' });
    const chosen = changedBy(typedIn({ verb: 'POST', annotations: { idempotentHint: true } }), { verb: 'DELETE' });

    expect(plain.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(plain.edited).toEqual([]);
    expect(chosen.annotations).toMatchObject({ destructiveHint: false, idempotentHint: true });
  });

  test('keeps what was edited beside it, and what the schema says of an argument that stays', () => {
    const tool = changedBy(typedIn({ parameters: [{ name: 'page', in: 'query' }] }), { title: 'All of them' });
    const narrowed = changedBy(tool, {
      inputSchema: { type: 'object', properties: { page: { type: 'integer', minimum: 1 } } },
    });

    const changed = changedBy(narrowed, { verb: 'POST', body: { schema: { type: 'object', properties: { a: {} } } } });

    expect(changed.inputSchema['properties']).toEqual({ page: { type: 'integer', minimum: 1 }, a: {} });
    expect(changed).toMatchObject({ title: 'All of them', edited: ['title'] });
  });

  test('takes a body away by null', () => {
    const tool = typedIn({ verb: 'POST', body: { schema: { type: 'object', properties: { a: {} } } } });

    const changed = changedBy(tool, { verb: 'GET', body: null });

    expect(changed.body).toBeUndefined();
    expect('body' in changed).toBe(false);
    expect(changed.inputSchema['properties']).toEqual({});
  });

  test('is refused with the field that is wrong', () => {
    const posts = typedIn({
      verb: 'POST',
      path: '/x/{id}',
      body: { schema: { type: 'object', properties: { a: {} } } },
    });

    expect(faultsOf(posts, { verb: 'OPTIONS' })).toEqual(['/body body_forbidden']);
    expect(faultsOf(posts, { parameters: [{ name: 'other', in: 'path' }] })).toEqual([
      '/parameters/0/name path_variable',
    ]);
    expect(faultsOf(posts, { path: '/x', inputSchema: { type: 'object' } })).toEqual(['/inputSchema contradiction']);
    expect(faultsOf(typedIn({}, { origin: 'import' }), { verb: 'POST', path: '/y' })).toEqual([
      '/verb tool_imported',
      '/path tool_imported',
    ]);
  });
});
