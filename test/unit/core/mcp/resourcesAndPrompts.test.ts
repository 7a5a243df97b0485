/** What a URI means where a template gives it too: a resource that is listed is read as that one or not at all. */
import { describe, expect, test } from '@jest/globals';
import { listingOf, scopedListing } from '../../../../core/mcp/listing.ts';
import { readOf } from '../../../../core/mcp/resourcesAndPrompts.ts';
import type { Bundle } from '../../../../core/model/bundle.ts';
import { DEFAULT_GOVERNANCE } from '../../../../core/model/governance/settings.ts';
import type { McpKind } from '../../../../core/model/tool.ts';
import { buildSandboxSection, withGovernance } from '../../../../core/tools/bundle/build.ts';
import { composeToolset, keptOf, type PresentMember } from '../../../../core/tools/toolset/compose.ts';
import { server, tool } from '../../../support/tools.ts';

const passed = (name: string, kind: McpKind, id: string, enabled = true) =>
  tool({
    name,
    toolId: `tool_${name}`,
    enabled,
    path: `/${name}`,
    mcp: { kind, tool: id, transport: 'http', digest: '0'.repeat(64) },
  });

const TOOLS = [
  passed('doc', 'template', 'docs://{id}'),
  passed('open', 'resource', 'docs://open'),
  passed('secret', 'resource', 'docs://secret'),
  passed('off', 'resource', 'docs://off', false),
];
const bundle = withGovernance(
  buildSandboxSection(server({ source: { kind: 'mcp' }, resourcesAndPrompts: true } as never), TOOLS),
  DEFAULT_GOVERNANCE,
);

async function meant(of: Bundle, uri: string, tools?: readonly string[]): Promise<string | undefined> {
  const whole = listingOf(of, 'bundle', { listChanged: false });
  const { resourcesAndPrompts } = tools ? await scopedListing(whole, { tools }) : whole;
  return resourcesAndPrompts && readOf(resourcesAndPrompts, uri, of)?.tool.toolId;
}

describe('a URI that a template gives', () => {
  test.each<[what: string, uri: string, found: string | undefined]>([
    ['of no listed resource', 'docs://other', 'tool_doc'],
    ['of a listed one', 'docs://open', 'tool_open'],
    ['of a listed one, encoded', 'docs://%6Fpen', 'tool_open'],
    ['of a listed one, encoded twice', 'docs://%256Fpen', 'tool_open'],
    ['of one that is off', 'docs://off', undefined],
    ['of one that is off, encoded', 'docs://%6F%66f', undefined],
  ])('%s means %s: %s', async (_what, uri, found) => {
    expect(await meant(bundle, uri)).toBe(found);
  });

  test.each(['docs://secret', 'docs://%73ecret', 'docs://%2573ecret'])(
    'of a resource outside of the scope of a token (%s) is not read through the template',
    async (uri) => {
      expect(await meant(bundle, uri)).toBe('tool_secret');
      expect(await meant(bundle, uri, ['tool_doc'])).toBeUndefined();
      expect(await meant(bundle, 'docs://other', ['tool_doc'])).toBe('tool_doc');
    },
  );

  test('is in a toolset neither that of one that is off, nor of one that was not chosen', async () => {
    const member: PresentMember = {
      member: { serverId: 'a', prefix: 'a_b', tools: ['tool_doc', 'tool_open'] },
      name: 'A',
      bundleId: 'bundle of a',
      bundle,
      tools: bundle.resourcesAndPrompts ?? [],
      rows: [],
    };
    for (const read of [member, keptOf(member), keptOf(keptOf(member))]) {
      const row = { serverId: 'srv_Toolset00000', name: 'All', exposition: 'flat' } as const;
      const { section, governance } = composeToolset(row, [read], DEFAULT_GOVERNANCE);
      const composed = withGovernance(section, governance);

      const found = ['open', 'secret', 'off', '%6Fff', 'other'].map((id) => meant(composed, `a-b+docs://${id}`));

      expect(await Promise.all(found)).toEqual(['tool_open', undefined, undefined, undefined, 'tool_doc']);
    }
  });
});
