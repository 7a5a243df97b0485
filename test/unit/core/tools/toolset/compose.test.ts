/** What a toolset's bundle is made of, and that nothing in it could be called with. */
import { describe, expect, test } from '@jest/globals';
import { LIMITS } from '../../../../../core/lib/limits.ts';
import { instructionsOf } from '../../../../../core/mcp/instructions.ts';
import { listingOf } from '../../../../../core/mcp/listing.ts';
import type { BundleTool } from '../../../../../core/model/bundle.ts';
import { DEFAULT_GOVERNANCE, type GovernanceSettings } from '../../../../../core/model/governance/settings.ts';
import type { ToolsetMember } from '../../../../../core/model/toolset.ts';
import { withGovernance } from '../../../../../core/tools/bundle/build.ts';
import {
  beforeOf,
  composeToolset,
  keptOf,
  type PresentMember,
  type ReadMember,
} from '../../../../../core/tools/toolset/compose.ts';
import { newPrefix } from '../../../../../core/tools/toolset/prefix.ts';
import { Room } from '../../../../../core/tools/toolset/room.ts';
import { bundleOf, bundleTool } from '../../../../support/bundles.ts';

const ROW = { serverId: 'srv_Toolset00000', name: 'All', exposition: 'flat' } as const;

const present = (
  serverId: string,
  tools: readonly BundleTool[],
  { governance = {}, ...member }: Partial<ToolsetMember> & { readonly governance?: Partial<GovernanceSettings> } = {},
): ReadMember => ({
  member: { serverId, prefix: serverId, ...member },
  name: `Server ${serverId}`,
  bundleId: `bundle of ${serverId}`,
  bundle: { ...bundleOf(tools, governance), serverId },
  tools,
  rows: [],
});
const composed = (members: readonly ReadMember[], row: Parameters<typeof composeToolset>[0] = ROW) => {
  const { section, governance } = composeToolset(row, members, DEFAULT_GOVERNANCE);
  return withGovernance(section, governance);
};

test('each tool says whose it is, and none can be called with what stands here', () => {
  const secret = bundleTool('get', {
    sealedHeaders: ['x-key'],
    program: { verb: 'GET', path: '/get/{id}', parameters: [{ argument: 'id', in: 'path', name: 'id' }] as never },
  });

  const bundle = composed([present('a', [secret]), present('b', [bundleTool('get')])]);

  expect(bundle.tools.map(({ name, member }) => [name, member])).toEqual([
    ['b_get', { serverId: 'b', name: 'get', wanted: 'get' }],
    ['get', { serverId: 'a', name: 'get' }],
  ]);
  expect(bundle.upstream).toMatchObject({ baseUrl: '', host: '' });
  expect(bundle.auth).toEqual({ type: 'none' });
  expect(bundle.tools.every(({ program, sealedHeaders }) => program.parameters.length === 0 && !sealedHeaders)).toBe(
    true,
  );
});

test('no group has tools of two members, whatever their tags and prefixes', () => {
  const tagged = (serverId: string, prefix: string, tag: string) => {
    const tool = bundleTool(`get_${serverId}`);
    const rows = [{ ...tool, serverId, tag, tags: [tag], description: '' }] as never;
    return { ...present(serverId, [tool], { prefix }), rows };
  };
  const { section } = composeToolset(
    { ...ROW, exposition: 'grouped' },
    [
      tagged('a', 'shop', 'orders eu'),
      tagged('b', 'shop_orders', 'eu'),
      tagged('c', 'shop_', 'orders eu'),
      tagged('d', 'd', 'orders eu'),
    ],
    DEFAULT_GOVERNANCE,
  );

  expect(section.groups?.map(({ name, title, tools }) => [name, title, tools])).toEqual([
    ['d__orders_eu_read', 'Server d: orders eu (read)', ['get_d']],
    ['shop___orders_eu_read', 'Server c: orders eu (read)', ['get_c']],
    ['shop__orders_eu_read', 'Server a: orders eu (read)', ['get_a']],
    ['shop_orders__eu_read', 'Server b: eu (read)', ['get_b']],
  ]);
});

test('a member that is away takes its own tools away and keeps its names', () => {
  const both = [present('a', [bundleTool('get')]), present('b', [bundleTool('list')])];
  const before = composed(both);
  const away: ReadMember = { member: { serverId: 'a', prefix: 'a' }, name: 'Server a', absent: 'offline' };
  const intruder = present('b', [bundleTool('list'), bundleTool('get', { toolId: 'tool_other' })]);

  const { section } = composeToolset(ROW, [away, intruder], DEFAULT_GOVERNANCE, beforeOf(before));

  expect(section.tools.map(({ name }) => name)).toEqual(['b_get', 'list']);
  expect(section.toolset).toMatchObject({
    members: [{ absent: 'offline', tools: 0 }, { tools: 2 }],
    kept: { get: 'a' },
  });
});

test('of members that are all away, an empty list that says so', () => {
  const bundle = composed([{ member: { serverId: 'a', prefix: 'a' }, name: 'A', absent: 'unreadable' }]);

  expect(bundle.tools).toEqual([]);
  expect(instructionsOf(bundle)).toContain('None of the APIs of these tools can be reached now.');
});

test('what is kept of members while others are read composes the same list, without requests and what is not chosen', () => {
  const chosen = { tools: ['tool_get'], governance: { chooseFields: true } };
  const members = [
    present('a', [bundleTool('get', { toolId: 'tool_get' }), bundleTool('list', { toolId: 'tool_list' })], chosen),
    present('b', [bundleTool('get')]),
  ] as PresentMember[];

  const kept = members.map(keptOf);

  expect(composed(kept)).toEqual(composed(members));
  expect(kept.map(({ tools, bundle }) => [tools.length, bundle.tools.length])).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect(kept.flatMap(({ tools }) => tools.map(({ program }) => program.parameters.length))).toEqual([0, 0]);
});

describe('the room of a toolset', () => {
  const { toolsPerServer, toolset } = LIMITS;
  const codeOf = (making: () => void) => {
    try {
      making();
      return undefined;
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };

  test('is counted before anything is read, and as it is read', () => {
    const room = new Room();

    expect(codeOf(() => room.expect([toolsPerServer, 0]))).toBeUndefined();
    expect(codeOf(() => room.expect([toolsPerServer, 1]))).toBe('too_many_operations');
    expect(codeOf(() => room.take(Array(toolsPerServer).fill({})))).toBeUndefined();
    expect(codeOf(() => room.take([{}]))).toBe('too_many_operations');
  });

  test('ends with the characters of what is listed', () => {
    const room = new Room();
    const half = [{ text: 'x'.repeat(toolset.characters / 2) }];

    expect(codeOf(() => room.take(half))).toBeUndefined();
    expect(codeOf(() => room.take(half))).toBe('toolset_too_large');
  });
});

describe('governance', () => {
  test('is told as far as a member has it, and the choice of fields stands at its own tools', () => {
    const bundle = composed([
      present('a', [bundleTool('get')], { governance: { chooseFields: true, pii: false } }),
      present('b', [bundleTool('list')], { governance: { pii: true, systemRules: 'Be brief.', outputSchemas: true } }),
    ]);
    const listing = listingOf(bundle, 'id', { listChanged: false });

    expect(bundle.governance).toMatchObject({
      pii: true,
      chooseFields: false,
      outputSchemas: false,
      holdAnswers: false,
    });
    expect(instructionsOf(bundle)).toContain('For the tools of Server b: Be brief.');
    expect(Object.keys((listing.byName.get('get')?.inputSchema['properties'] ?? {}) as object)).toContain('fields');
    expect(Object.keys((listing.byName.get('list')?.inputSchema['properties'] ?? {}) as object)).not.toContain(
      'fields',
    );
  });

  test('has no more rules of members than instructions have room for', () => {
    const rules = 'x'.repeat(LIMITS.systemRules);
    const members = Array.from({ length: 50 }, (_, at) =>
      present(`m${at}`, [bundleTool(`t${at}`)], {
        governance: { systemRules: `${at}${rules}`.slice(0, LIMITS.systemRules) },
      }),
    );

    expect(instructionsOf(composed(members)).length).toBeLessThan(6 * LIMITS.systemRules);
  });
});

test('too many tools for a list are refused with what to do', () => {
  const many = Array.from({ length: LIMITS.listedTools + 1 }, (_, at) => bundleTool(`t${at}`));

  expect(() => composed([present('a', many)])).toThrow(/search/);
});

test('a prefix is made of the name of the server', () => {
  expect(newPrefix('Acme Orders (EU) and more', new Set())).toBe('acme_orders_eu');
  expect(newPrefix('Acme Orders (EU)', new Set(['acme_orders_eu']))).toBe('acme_orders_2');
  expect(newPrefix('注文', new Set(['api']))).toBe('api_2');
  expect(newPrefix('42 Ähm', new Set())).toBe('ahm');
});
