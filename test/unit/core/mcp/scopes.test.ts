/** Whatever the scope of a token: what it lists is what it can call, and of all else nobody can tell that it exists. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { preloadSchemas } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { chooseTool } from '../../../../core/mcp/actions.ts';
import type { CallRequest } from '../../../../core/mcp/call.ts';
import { serveMcp } from '../../../../core/mcp/endpoint.ts';
import { isCallable, type Listing, listingOf, scopedListing } from '../../../../core/mcp/listing.ts';
import { META, MODERN } from '../../../../core/mcp/protocol.ts';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import type { BundleTool } from '../../../../core/model/bundle.ts';
import type { TokenScopes } from '../../../../core/model/scope.ts';
import { BUNDLE_ID, bundleOf, bundleTool, groupedBundleOf } from '../../../support/bundles.ts';

beforeAll(() => preloadSchemas());

const ENVELOPE = {
  [META.protocolVersion]: MODERN,
  [META.clientInfo]: { name: 'test', version: '1' },
  [META.clientCapabilities]: {},
};
type Era = 'modern' | 'legacy' | 'slow';

/** `slow`: modern with a member that the fast path does not know, so that the SDK answers. */
async function ask(listing: Listing, era: Era, method: string, params: Record<string, unknown>) {
  const meta = era === 'legacy' ? {} : { _meta: era === 'slow' ? { ...ENVELOPE, 'x/y': 1 } : ENVELOPE };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, ...meta } });
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': era === 'legacy' ? '2025-11-25' : MODERN,
    ...(era !== 'legacy' && { 'mcp-method': method }),
    ...(era !== 'legacy' && 'name' in params && { 'mcp-name': String(params['name']) }),
  };
  const unknown: string[] = [];
  const answer = await serveMcp(
    { method: 'POST', path: '/t/mcp', headers, body, signal: new AbortController().signal },
    JSON.parse(body),
    {
      listing,
      callTool: async ({ name }) => ({ content: [{ type: 'text', text: `called ${name}` }] }),
      unknownTool: ({ name }) => unknown.push(name),
    },
  );
  return { status: answer.status, unknown, body: JSON.parse(answer.body as string) };
}

async function listed(listing: Listing, era: Era): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { body } = await ask(listing, era, 'tools/list', cursor ? { cursor } : {});
    names.push(...body.result.tools.map(({ name }: { name: string }) => name));
    cursor = body.result.nextCursor;
  }
  return names;
}

const NAMES = ['alpha', 'beta', 'delta', 'gamma', 'omega'];
const PAD = 'x'.repeat(900_000);
/** Some tools are so large that a page ends with them. */
const toolsArbitrary = fc
  .tuple(...NAMES.map((name) => fc.record({ name: fc.constant(name), readOnly: fc.boolean(), large: fc.boolean() })))
  .map((all) =>
    all.map(({ name, readOnly, large }) =>
      bundleTool(name, {
        annotations: annotationsOf({ verb: readOnly ? 'GET' : 'POST' }),
        schema: { type: 'object', ...(large && { description: PAD }) },
      }),
    ),
  );
const scopesArbitrary: fc.Arbitrary<TokenScopes> = fc
  .record(
    {
      access: fc.constantFrom('read' as const, 'all' as const),
      tools: fc.subarray(
        [...NAMES, 'deleted'].map((name) => `tool_${name}`),
        { minLength: 1 },
      ),
    },
    { requiredKeys: [] },
  )
  .filter(({ access, tools }) => access !== undefined || tools !== undefined);

const callOf = (name: string, action: string): CallRequest => {
  const given = { action, arguments: {} };
  return { id: 1, name, arguments: given, plainArguments: given, signal: new AbortController().signal };
};

const isInside = ({ access, tools }: TokenScopes, tool: BundleTool): boolean =>
  (access !== 'read' || tool.annotations.readOnlyHint) && (tools?.includes(tool.toolId) ?? true);

describe('any scope', () => {
  test.each<Era>(['modern', 'legacy', 'slow'])('lists what it lets call, and hides the rest (%s)', async (era) => {
    await fc.assert(
      fc.asyncProperty(toolsArbitrary, scopesArbitrary, async (tools, scopes) => {
        const listing = await scopedListing(listingOf(bundleOf(tools), BUNDLE_ID, { listChanged: false }), scopes);
        const inside = tools.filter((tool) => isInside(scopes, tool)).map(({ name }) => name);

        expect(await listed(listing, era)).toEqual(inside);
        const missing = await ask(listing, era, 'tools/call', { name: 'missing', arguments: {} });
        for (const { name } of tools) {
          const { status, body, unknown } = await ask(listing, era, 'tools/call', { name, arguments: {} });
          if (inside.includes(name)) {
            expect(body.result.content).toEqual([{ type: 'text', text: `called ${name}` }]);
            expect(unknown).toEqual([]);
          } else {
            const told = JSON.parse(JSON.stringify({ status, body }).replaceAll(name, 'missing'));
            expect(told).toEqual({ status: missing.status, body: missing.body });
            expect(unknown).toEqual([name]);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test('leaves of groups those with an action inside, and of these only such actions', async () => {
    await fc.assert(
      fc.asyncProperty(toolsArbitrary, scopesArbitrary, async (tools, scopes) => {
        const small = tools.map((tool) => ({ ...tool, inputSchema: { type: 'object' } }));
        const whole = listingOf(groupedBundleOf(small, 'pets'), BUNDLE_ID, { listChanged: false });
        const listing = await scopedListing(whole, scopes);
        const inside = small.filter((tool) => isInside(scopes, tool)).map(({ name }) => name);
        const outside = NAMES.filter((name) => !inside.includes(name));

        const { body } = await ask(listing, 'modern', 'tools/list', {});
        const actions = [...listing.groups.values()].flatMap((group) => [...group.actions.keys()]);

        expect(actions.sort()).toEqual(inside);
        expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual([...listing.groups.keys()]);
        for (const name of outside) expect(JSON.stringify(body)).not.toContain(name);
        for (const name of whole.groups.keys()) {
          const { unknown } = await ask(listing, 'modern', 'tools/call', { name, arguments: {} });
          expect(unknown).toEqual(listing.groups.has(name) ? [] : [name]);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('shows and takes the actions of a grouped server that it opens, and knows no others', async () => {
    const groups = [
      { name: 'first_things', title: 'First', tools: ['alpha', 'beta', 'delta'] },
      { name: 'last_things', title: 'Last', tools: ['gamma', 'omega'] },
    ];
    await fc.assert(
      fc.asyncProperty(toolsArbitrary, scopesArbitrary, async (tools, scopes) => {
        const bundle = { ...bundleOf(tools), groups };
        const listing = await scopedListing(listingOf(bundle, BUNDLE_ID, { listChanged: false }), scopes);
        const inside = tools.filter((tool) => isInside(scopes, tool)).map(({ name }) => name);
        const shown = JSON.stringify([...listing.pages.values()].map((page) => page.text));

        for (const { name } of tools) expect(shown.includes(name)).toBe(inside.includes(name));
        for (const { name: group, tools: members } of groups) {
          const isShown = members.some((name) => inside.includes(name));
          expect(isCallable(listing, group)).toBe(isShown);
          if (!isShown) continue;
          const told = (action: string) => {
            const chosen = chooseTool(listing, callOf(group, action));
            return chosen.kind === 'tool' ? chosen.tool.name : JSON.stringify(chosen).replaceAll(action, 'it');
          };
          for (const name of members) expect(told(name)).toBe(inside.includes(name) ? name : told('missing'));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('tells nothing by a cursor that is the name of a hidden tool', async () => {
    const tools = ['a', 'b', 'c'].map((name) => bundleTool(name, { schema: { type: 'object', $comment: PAD } }));
    const whole = listingOf(
      bundleOf([...tools, bundleTool('d', { schema: { type: 'object', $comment: PAD } })]),
      BUNDLE_ID,
      { listChanged: false },
    );
    const listing = await scopedListing(whole, { tools: ['tool_a', 'tool_b', 'tool_c'] });
    const cursorOf = (name: string) => Buffer.from(name).toString('base64url');

    const hidden = await ask(listing, 'modern', 'tools/list', { cursor: cursorOf('d') });
    const missing = await ask(listing, 'modern', 'tools/list', { cursor: cursorOf('z') });

    expect(whole.pages.has(cursorOf('c'))).toBe(true);
    expect(hidden).toEqual(missing);
    expect(hidden.body.error.code).toBe(-32602);
  });

  test('leaves what the server says of itself as it is', async () => {
    const whole = listingOf(bundleOf([bundleTool('a')], { systemRules: 'Be brief.' }), BUNDLE_ID, {
      listChanged: true,
    });
    const listing = await scopedListing(whole, { tools: ['tool_gone'] });

    expect(await ask(listing, 'modern', 'server/discover', {})).toEqual(
      await ask(whole, 'modern', 'server/discover', {}),
    );
    expect(listing.pages.get('')?.text).toBe('"tools":[]');
  });

  test('is worked out once for a bundle, and no more than sixteen of them are held', async () => {
    const bundle = bundleOf([bundleTool('a'), bundleTool('b')]);
    const whole = listingOf(bundle, BUNDLE_ID, { listChanged: true });
    const first = await scopedListing(whole, { tools: ['tool_a'] });

    expect(await scopedListing(whole, { tools: ['tool_a'] })).toBe(first);
    expect(await scopedListing(listingOf(bundle, BUNDLE_ID, { listChanged: false }), { tools: ['tool_a'] })).not.toBe(
      first,
    );
    for (let other = 0; other < 16; other++) await scopedListing(whole, { tools: [`tool_${other}`] });
    expect(await scopedListing(whole, { tools: ['tool_a'] })).not.toBe(first);
  });
});
