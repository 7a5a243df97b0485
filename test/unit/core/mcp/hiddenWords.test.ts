/** Nothing that nobody sees comes out of a server, wherever its description has it: lists, descriptions, searches, errors, both forms of answers. */
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../../../core/lib/json/value.ts';
import { chooseTool } from '../../../../core/mcp/actions.ts';
import { readArguments } from '../../../../core/mcp/arguments/repairs.ts';
import { type CallResult, shownResult } from '../../../../core/mcp/call.ts';
import { type Listing, listingIn, listingOf } from '../../../../core/mcp/listing.ts';
import { structuredOf } from '../../../../core/mcp/structured.ts';
import { EXPOSED } from '../../../../core/model/exposition.ts';
import { DEFAULT_GOVERNANCE } from '../../../../core/model/governance/settings.ts';
import { PROFILE_NAMES } from '../../../../core/model/schemaProfile.ts';
import type { Tool } from '../../../../core/model/tool.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { withNotes } from '../../../../core/response/notes.ts';
import { buildSandboxSection, withGovernance } from '../../../../core/tools/bundle/build.ts';
import { outputSchemaOf } from '../../../../core/tools/outputSchema.ts';
import { BUNDLE_ID, SERVER } from '../../../support/bundles.ts';
import { defined } from '../../../support/defined.ts';
import { ALL, HIDDEN, hiding, hidingDocument, planted } from '../../../support/hidden.ts';

const BASE = 'https://api.example.com';

/** As `imported` or, with the words once more on everything that a person could write, `by hand`. */
async function bundleWith(hidden: string, exposition: (typeof EXPOSED)[number], isByHand: boolean) {
  const { tools, about } = await importDocument(JSON.stringify(hidingDocument(BASE, hidden)), { answerSchemas: true });
  const stored = tools.map((tool, at) => ({
    ...tool,
    ...(isByHand && {
      title: `By hand${hidden}`,
      description: `Gets${hidden}`,
      inputSchema: inHand(tool.inputSchema, hidden),
    }),
    serverId: SERVER,
    toolId: `tool_${at}`,
    cacheHint: 'none' as const,
    origin: 'import' as const,
    edited: [],
  })) as unknown as Tool[];
  const section = buildSandboxSection(
    {
      serverId: SERVER,
      name: `Pets${hidden}`,
      about,
      baseUrl: BASE,
      auth: { type: 'none' },
      exposition,
    } as Parameters<typeof buildSandboxSection>[0],
    stored,
  );
  return withGovernance(section, {
    ...DEFAULT_GOVERNANCE,
    outputSchemas: true,
    chooseFields: exposition === 'flat',
    systemRules: `Be kind.${hidden}`,
  });
}

/** A schema as somebody could type it: with the words in what an import cleans, too. */
const inHand = (schema: JsonSchema, hidden: string): JsonSchema => ({
  ...schema,
  $defs: { ...(schema['$defs'] as JsonObject | undefined), [`Def${hidden}`]: { type: 'string', title: `T${hidden}` } },
  properties: {
    ...(schema['properties'] as JsonObject),
    note: planted(
      { type: 'object', properties: { 'x y': { $ref: '#' } }, description: 'A note' },
      hidden,
    ) as JsonObject,
    ref: { $ref: `#/$defs/${encodeURIComponent(`Def${hidden}`)}` },
    plain: { $ref: `#/$defs/Def${hidden}` },
  },
});

function textsOf(listing: Listing, name: string, args: JsonObject): CallResult {
  const chosen = chooseTool(listing, {
    id: 1,
    name,
    arguments: args,
    plainArguments: args,
    signal: new AbortController().signal,
  });
  return chosen.kind === 'answer' ? shownResult(chosen.result) : { content: [] };
}

/** Everything that a client can ask of a listing. */
function* saidBy(listing: Listing): Generator<[string, unknown]> {
  for (const profile of PROFILE_NAMES) {
    for (const page of listingIn(listing, profile).pages.values()) {
      yield [`list ${profile}`, JSON.parse(`{${page.text}}`)];
      yield [`SDK's list ${profile}`, page.tools];
    }
  }
  yield ['instructions', listing.instructions];
  yield ['server info', listing.serverInfo];
  yield ['discover', JSON.parse(`{${listing.discover}`)];
  const names = [...listing.byName.keys()];
  for (const group of listing.groups.values()) {
    yield ['describe all', textsOf(listing, group.name, { action: group.describe, arguments: {} })];
    for (const name of names)
      yield ['describe', textsOf(listing, group.name, { action: group.describe, arguments: { action: name } })];
    yield ['unknown action', textsOf(listing, group.name, { action: `no${ALL}` })];
  }
  if (listing.describe !== undefined) {
    for (const tool of [...names, `no${ALL}`]) yield ['describe', textsOf(listing, listing.describe, { tool })];
  }
  if (listing.search) {
    for (const query of ['pets', 'create', ...names, `no${ALL}`])
      yield ['search', textsOf(listing, 'search', { query })];
    yield ['unknown tool', textsOf(listing, 'call_read', { tool: `no${ALL}` })];
  }
}

describe.each([false, true])('by hand: %s', (isByHand) => {
  describe.each(EXPOSED)('a %s list', (exposition) => {
    test.each(Object.entries({ ...HIDDEN, all: ALL }))('shows no %s', async (_class, hidden) => {
      const bundle = await bundleWith(hidden, exposition, isByHand);
      const listing = listingOf(bundle, BUNDLE_ID, { listChanged: true });
      await listing.search?.prepare();

      const said = [...saidBy(listing)];

      expect(said.length).toBeGreaterThan(10);
      expect(said.flatMap(([what, value]) => hiding(value, what))).toEqual([]);
    });
  });
});

/** Each listed schema with its place in the arguments. */
function* listedValues(
  schema: JsonValue | undefined,
  path: readonly string[] = [],
): Generator<[readonly string[], JsonValue]> {
  if (!isObject(schema)) return;
  for (const value of (schema['enum'] ?? []) as JsonValue[]) yield [path, value];
  if ('const' in schema) yield [path, schema['const'] as JsonValue];
  for (const [name, inner] of Object.entries((schema['properties'] ?? {}) as JsonObject))
    yield* listedValues(inner, [...path, name]);
}

test.each(Object.entries(HIDDEN))(
  'what is listed of values with %s can be called, and sends the value itself',
  async (_class, hidden) => {
    const bundle = await bundleWith(hidden, 'flat', false);
    const tool = defined(bundle.tools.find(({ name }) => name === 'listPets'));
    const listed = defined([...listingOf(bundle, BUNDLE_ID, { listChanged: false }).pages.values()][0]).tools;
    const schema = defined(listed.find(({ name }) => name === 'listPets')).inputSchema as unknown as JsonSchema;

    const read = [...listedValues(schema)].map(([[argument], value]) => {
      const given = { [defined(argument)]: value };
      const exact = readArguments(tool, { arguments: given, plainArguments: given }, JSON.stringify(given));
      return { faults: exact.faults, sent: exact.arguments[defined(argument)] };
    });

    expect(read.length).toBeGreaterThan(3);
    expect(read.flatMap(({ faults }) => faults)).toEqual([]);
    expect(read.map(({ sent }) => sent)).toEqual(
      expect.arrayContaining([`cat${hidden}`, `dog${hidden}`, `cow${hidden}`, `only${hidden}`]),
    );
  },
);

test('two values that are shown alike are not guessed between', async () => {
  const tool = {
    name: 'get',
    inputSchema: {
      type: 'object',
      properties: { kind: { enum: ['a\u200B'.repeat(1), `a${'\u{E0001}'.repeat(9)}`, `a${'\u{E0002}'.repeat(9)}`] } },
    },
  } as unknown as Parameters<typeof readArguments>[0];
  const reading = (kind: string) =>
    readArguments(tool, { arguments: { kind }, plainArguments: { kind } }, JSON.stringify({ kind }));

  const alike = reading('a<9 invisible characters>');
  const one = reading('a<U+200B>');

  expect(alike.faults.map(({ rule }) => rule)).toEqual(['enum']);
  expect(one).toMatchObject({ faults: [], arguments: { kind: 'a\u200B' }, repairs: ['shown_text'] });
});

describe.each(Object.entries(HIDDEN))('an answer with %s', (_class, hidden) => {
  const answerSchema = {
    type: ['object'],
    properties: { [`kind${hidden}`]: { type: ['string'] }, id: { type: ['number'] } },
    additionalProperties: { type: ['number'] },
  } as JsonSchema;
  const value = { [`kind${hidden}`]: `cat${hidden}`, id: 1 };

  test.each([
    [
      'as escapes',
      JSON.stringify(value).replace(
        /[^\x20-\x7e]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ],
    ['as characters', JSON.stringify(value)],
  ])('has none in its structured content, which is as its schema says: %s', (_form, text) => {
    const made = structuredOf({ answerSchema }, [{ type: 'text', text }], {
      body: [0],
      isJson: true,
      headers: [],
      notices: [`Cut at /kind${hidden}`],
    });

    expect(hiding(made)).toEqual([]);
    expect(made['data']).toMatchObject({ id: 1 });
    expect(Object.keys(made['data'] as object)).toHaveLength(2);
  });

  test('has none in the notes of the gateway', () => {
    expect(hiding(withNotes([], [`Cut at /${hidden}`]))).toEqual([]);
  });
});

test('the listed output schema is true of what is sent', async () => {
  const bundle = await bundleWith(HIDDEN['fillers'] as string, 'flat', false);
  const tool = defined(bundle.tools.find(({ name }) => name === 'listPets'));
  const listed = defined(
    defined([...listingOf(bundle, BUNDLE_ID, { listChanged: false }).pages.values()][0]).tools.find(
      ({ name }) => name === 'listPets',
    ),
  );
  const text = JSON.stringify({ [`kind${HIDDEN['fillers']}`]: 'a', note: 'b\u200B' });

  const made = structuredOf(tool, [{ type: 'text', text }], { body: [0], isJson: true, headers: [], notices: [] });

  expect(new Ajv2020({ strict: false }).compile(defined(listed.outputSchema))(JSON.parse(JSON.stringify(made)))).toBe(
    true,
  );
  expect(outputSchemaOf(tool)).toBeDefined();
});
