import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { serverDefinition } from '../../../../../core/api/definitions.ts';
import { ROUTES, type Route } from '../../../../../core/api/routes/index.ts';
import { newServer } from '../../../../../core/api/servers.ts';
import { InvalidInput } from '../../../../../core/lib/errors.ts';
import { checked } from '../../../../../core/lib/zod/faults.ts';
import { manualDraft } from '../../../../../core/tools/manual.ts';
import { toolsChange } from '../../../../../core/tools/schemas/manyTools.ts';
import { manualTool } from '../../../../../core/tools/schemas/tools.ts';
import { HIDDEN } from '../../../../support/hidden.ts';

function faultsOf(run: () => unknown) {
  try {
    run();
    return [];
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults;
    throw error;
  }
}

/** Names for people, in the bodies that have them. */
const NAMES = [
  [
    'createServer',
    { name: 'X', source: { kind: 'manual' }, baseUrl: 'https://api.example.com', auth: { type: 'none' } },
    'name',
  ],
  [
    'createServer',
    { tokenLabel: 'X', source: { kind: 'manual' }, baseUrl: 'https://api.example.com', auth: { type: 'none' } },
    'tokenLabel',
  ],
  ['changeServer', { name: 'X' }, 'name'],
  ['createToken', { label: 'X' }, 'label'],
  ['createWebhook', { name: 'X', url: 'https://hooks.example.com', types: ['call.ended'] }, 'name'],
  ['createOauthClient', { name: 'X', redirectUris: ['https://client.example/cb'] }, 'name'],
  ['changeServer', { accessRules: [{ group: 'X', opens: 'all' }] }, 'accessRules/0/group'],
] as const;

describe.each(NAMES)('%s, %j', (route, given, member) => {
  const body = (ROUTES as Record<string, Route>)[route]?.body as z.ZodType;
  const faultsWith = (name: string) =>
    faultsOf(() => checked(body, JSON.parse(JSON.stringify(given).replace('"X"', JSON.stringify(name)))));

  test.each(Object.entries(HIDDEN))('has no name with %s', (_class, hidden) => {
    const faults = faultsWith(`a${hidden}b`);

    expect(faults.filter(({ field }) => field === `/${member}`)).not.toEqual([]);
  });

  test('has names in any script, and with emoji', () => {
    const faults = ['Zoë', 'می\u200Cخواهم', '❤\uFE0F 👨\u200D👩\u200D👧', 'शॉप'].flatMap(faultsWith);

    expect(faults.filter(({ field }) => field === `/${member}`)).toEqual([]);
  });
});

/** The schemas of the texts in a body, by their path. */
function textsOf(schema: z.ZodType, at: string, above: readonly z.ZodType[] = []): [path: string, text: z.ZodType][] {
  if (above.includes(schema)) return [];
  const into = (inner: unknown, name = '') => textsOf(inner as z.ZodType, `${at}${name}`, [...above, schema]);
  const { def } = schema as unknown as { def: Record<string, unknown> };
  switch (def['type']) {
    case 'string':
      return [[at, schema]];
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, inner]) => into(inner, `/${name}`));
    case 'array':
      return into(def['element'], '/0');
    case 'record':
      return into(def['valueType'], '/*');
    case 'union':
      return (def['options'] as unknown[]).flatMap((inner) => into(inner));
    case 'pipe':
      return into(def['in']);
    default:
      return def['innerType'] ? into(def['innerType']) : [];
  }
}

describe('each name for people that any route takes', () => {
  /** What the API calls it, and not a person: parameters, headers and what is in a credential. */
  const OTHERS = /\/(?:auth|credentials|parameters|body)\/|^replaceCredentials/;
  const bodies = Object.entries(ROUTES as Record<string, Route>).map(([route, { body }]) => [route, body] as const);
  const names = [...bodies, ['a definition', serverDefinition] as const]
    .flatMap(([route, body]) => (body ? textsOf(body as z.ZodType, route) : []))
    .filter(([path]) => /\/(?:\w*[nN]ame|\w*[lL]abel|group|person|client)$/.test(path) && !OTHERS.test(path));

  test('is among these', () => {
    const paths = names.map(([path]) => path);

    expect(paths).toEqual(expect.arrayContaining(NAMES.map(([route, , member]) => `${route}/${member}`)));
  });

  test.each(names)('has no character that nobody sees: %s', (_, text) => {
    const taken = Object.entries(HIDDEN).filter(([, hidden]) => text.safeParse(`a${hidden}b`).success);

    expect(taken).toEqual([]);
  });
});

describe('what arrives', () => {
  const bodies = Object.entries(ROUTES as Record<string, Route>).filter(([, { body }]) => body);

  test.each(bodies)('for %s is taken or refused with faults, whatever it is', (_, { body }) => {
    const names = Object.keys((body as { shape?: object })?.shape ?? { type: 0, token: 0, name: 0, value: 0 });
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...names, 'stranger', '__proto__', ''), fc.jsonValue(), { maxKeys: 6 }),
    );

    fc.assert(
      fc.property(anything, (value) => {
        for (const { field, rule, message } of faultsOf(() => checked(body as never, value))) {
          expect([typeof field, typeof rule, message.length > 3]).toEqual(['string', 'string', true]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('never shows up in a fault, wherever a secret stands', () => {
    const secret = 'k3y-\u0000-that-is-secret';
    const places = ['token', 'password', 'username', 'value', 'name', 'type', 'extra'];

    fc.assert(
      fc.property(fc.constantFrom('bearer', 'basic', 'header', 'none', 5), fc.subarray(places), (type, chosen) => {
        const auth = {
          type,
          ...Object.fromEntries(chosen.filter((place) => place !== 'type').map((place) => [place, secret])),
        };
        const faults = faultsOf(() => checked(newServer, { source: { kind: 'manual' }, auth }));
        expect(JSON.stringify(faults.filter(({ field }) => field !== '/auth/name'))).not.toContain('that-is-secret');
      }),
    );
  });

  test('in a query is named plainly, in a body by pointer', () => {
    const value = { enabled: 1, tag: [], 'a/b~c': 1 };

    const body = faultsOf(() => checked(toolsChange, value)).map(({ field }) => field);
    const query = faultsOf(() => checked(toolsChange, value, 'query')).map(({ field }) => field);

    expect(body.sort()).toEqual(['/a~1b~0c', '/enabled', '/tag']);
    expect(query.sort()).toEqual(['a~1b~0c', 'enabled', 'tag']);
  });

  test('is named when it is wrong as a whole', () => {
    expect(() => checked(newServer, 'online')).toThrow(/^The value must be an object\.$/);
    expect(() => checked(newServer, { auth: 1 })).toThrow(/^\/source: /);
  });

  test('that is unknown is told what is known', () => {
    const [fault] = faultsOf(() => checked(toolsChange, { enabled: true, tag: '', tool: 1 }));

    expect(fault).toEqual({
      field: '/tool',
      rule: 'unknown_field',
      message: 'is not a field here; known are enabled, set, tag, toolIds, preset, marks, preview, approvedWords.',
    });
    const [lonely] = faultsOf(() => checked(z.strictObject({}), { x: 1 }, 'query'));
    expect(lonely?.message).toBe('is not a field here; none is known.');
  });
});

test('a form of a tool becomes a draft or faults, whatever stands in it', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('/a/{b}', '/{a}/{a}', '/..', 'X-A', 'Host', 'id'),
  );
  const form = fc.record(
    {
      name: fc.constant('tool'),
      verb: fc.constantFrom('GET', 'POST', 'DELETE', 'QUERY'),
      path: fc.oneof(
        text,
        text.map((part) => `/${part}`),
      ),
      parameters: fc.array(
        fc.record({
          name: text,
          in: fc.constantFrom('path', 'query', 'header', 'cookie'),
          schema: fc.dictionary(text, fc.jsonValue()),
        }),
        { maxLength: 4 },
      ),
      body: fc.record({
        contentType: text,
        schema: fc.dictionary(
          fc.oneof(text, fc.constantFrom('properties', 'type', '$defs', 'required')),
          fc.jsonValue(),
        ),
      }),
    },
    { requiredKeys: ['name', 'verb', 'path'] },
  );

  fc.assert(
    fc.property(form, (value) => {
      faultsOf(() => {
        const draft = manualDraft(checked(manualTool, value));
        expect(draft.inputSchema['type']).toBe('object');
        expect(draft.path.startsWith('/')).toBe(true);
        const keys = draft.parameters.map(({ argument }) => argument);
        expect(new Set(keys).size).toBe(keys.length);
      });
    }),
    { numRuns: 500 },
  );
});
