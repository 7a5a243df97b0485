/** The rule of names in toolsets, held against long random lives of toolsets. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '../../../../../core/lib/limits.ts';
import { type Before, type Nameless, nameTools } from '../../../../../core/tools/toolset/names.ts';

const tool = (serverId: string, toolId: string, name: string, more: Partial<Nameless> = {}): Nameless => ({
  serverId,
  toolId,
  name,
  prefix: serverId,
  prefixed: false,
  isChosen: false,
  ...more,
});
const idsOf = (tools: readonly Nameless[]) => new Set(tools.map(({ serverId }) => serverId));
const named = (tools: readonly Nameless[], before?: Before, members = idsOf(tools)) => {
  const { tools: names, kept } = nameTools(tools, members, before);
  const next = tools.map(({ serverId, toolId }, at) => ({
    serverId,
    toolId,
    ...(names[at] as (typeof names)[number]),
  }));
  return { names: next.map(({ name }) => name), before: { tools: next, kept } };
};

describe('one composition', () => {
  test('gives no prefix where nothing collides', () => {
    expect(named([tool('a', '1', 'get'), tool('b', '2', 'list')]).names).toEqual(['get', 'list']);
  });

  test('gives the later member its prefix where two collide, whatever the case', () => {
    expect(named([tool('a', '1', 'get'), tool('b', '2', 'GET')]).names).toEqual(['get', 'b_GET']);
  });

  test('is not led on by a member that has the prefixed name already', () => {
    const tools = [tool('a', '1', 'get'), tool('a', '2', 'b_get'), tool('b', '3', 'get')];

    const { names } = named(tools);

    expect(names.slice(0, 2)).toEqual(['get', 'b_get']);
    expect(names[2]).toMatch(/^b_get_[0-9a-f]{6}$/);
  });

  test('cuts what would be too long for clients, and keeps it apart', () => {
    const long = 'x'.repeat(LIMITS.toolName);
    const tools = [tool('a', '1', long), tool('b', '2', long), tool('b', '3', `${long.slice(1)}y`, { prefixed: true })];

    const { names } = named(tools);

    expect(new Set(names).size).toBe(3);
    expect(names.slice(1).every((name) => name.length <= LIMITS.toolName)).toBe(true);
  });

  test('takes a name that the owner has chosen as soon as it is free', () => {
    const both = [tool('a', '1', 'get'), tool('b', '2', 'get')];
    const { before } = named(both);
    const chosen = tool('b', '2', 'get', { isChosen: true });

    expect(named([both[0] as Nameless, chosen], before).names).toEqual(['get', 'b_get']);
    expect(named([chosen], before).names).toEqual(['get']);
  });
});

test('names of the gateway’s own tools are no member’s', () => {
  const tools = [
    tool('a', '1', 'Describe_tool'),
    tool('b', '2', 'describe_tool', { isChosen: true }),
    tool('b', '3', 'read_more'),
  ];

  expect(named(tools).names).toEqual(['a_Describe_tool', 'b_describe_tool', 'b_read_more']);
});

test('a member that has had more names than there is room for loses its own, and no other member loses one', () => {
  const life = (round: number) =>
    Array.from({ length: LIMITS.toolsPerServer }, (_, at) => tool('a', `${at}`, `n${round}_${at}`));
  const members = new Set(['a', 'v']);
  let { before } = named([tool('v', '1', 'zzz_pay')], undefined, members);
  for (const round of [1, 2, 3]) before = named(life(round), before, members).before;

  expect(before.kept['zzz_pay']).toBe('v');
  expect(Object.keys(before.kept).length).toBeLessThanOrEqual(LIMITS.toolsPerServer);
  expect(before.kept['n2_7']).toBe('a');
  expect(named([tool('a', 'x', 'zzz_pay')], before, members).names).toEqual(['a_zzz_pay']);
});

test('a tool that comes back is called as it was, although the other one has left', () => {
  const { before } = named([tool('a', '1', 'get'), tool('b', '2', 'get')]);
  const away = named([], before, new Set(['b'])).before;

  expect(named([tool('b', '2', 'get')], away).names).toEqual(['b_get']);
});

test('a name never begins to mean a tool of another member', () => {
  const { before } = named([tool('a', '1', 'get'), tool('b', '2', 'list')]);
  const gone = named([tool('b', '2', 'list'), tool('b', '3', 'get')], before, new Set(['a', 'b']));

  expect(gone.names).toEqual(['list', 'b_get']);
  expect(named([tool('a', '1', 'get'), tool('b', '3', 'get')], gone.before).names).toEqual(['get', 'b_get']);
  expect(named([tool('b', '4', 'get')], named([], gone.before, new Set(['b'])).before).names).toEqual(['b_get']);
});

/** What happens to a toolset, in any order. Few servers and names, so that much collides. */
const SERVERS = ['a', 'b', 'c', 'b_a'];
const NAMES = ['get', 'GET', 'list', 'b_get', 'a_get', 'b_a_get', 'get_1'];
const event = fc.oneof(
  fc.record({ do: fc.constant('add' as const), server: fc.constantFrom(...SERVERS), name: fc.constantFrom(...NAMES) }),
  fc.record({ do: fc.constant('remove' as const), at: fc.nat(30) }),
  fc.record({ do: fc.constant('leave' as const), server: fc.constantFrom(...SERVERS) }),
  fc.record({ do: fc.constant('pause' as const), server: fc.constantFrom(...SERVERS) }),
  fc.record({ do: fc.constant('prefix' as const), server: fc.constantFrom(...SERVERS) }),
);

test('as a property: unequal names, that stay, and that nobody takes over', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let tools: Nameless[] = [];
      let members = new Set<string>();
      const paused = new Set<string>();
      let before: Before = { tools: [], kept: {} };
      for (const [at, each] of events.entries()) {
        if (each.do === 'add') {
          members.add(each.server);
          const isPrefixed = tools.some(({ serverId, prefixed }) => serverId === each.server && prefixed);
          tools.push(tool(each.server, `t${at}`, each.name, { prefixed: isPrefixed }));
        } else if (each.do === 'remove') tools = tools.filter((_, place) => place !== each.at);
        else if (each.do === 'leave') {
          members = new Set([...members].filter((id) => id !== each.server));
          tools = tools.filter(({ serverId }) => serverId !== each.server);
        } else if (each.do === 'pause') {
          if (!paused.delete(each.server)) paused.add(each.server);
        } else tools = tools.map((one) => (one.serverId === each.server ? { ...one, prefixed: !one.prefixed } : one));
        const present = tools.filter(({ serverId }) => !paused.has(serverId));
        const next = named(present, before, members);

        const folded = next.names.map((name) => name.toLowerCase());
        expect(new Set(folded).size).toBe(folded.length);
        for (const [place, name] of next.names.entries()) {
          const own = present[place] as Nameless;
          const was = before.tools.find(({ toolId }) => toolId === own.toolId);
          if (was && was.wanted === next.before.tools[place]?.wanted) expect(name).toBe(was.name);
          const owner =
            before.tools.find((one) => one.name.toLowerCase() === name.toLowerCase())?.serverId ??
            Object.entries(before.kept).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
          if (owner !== undefined && members.has(owner)) expect(owner).toBe(own.serverId);
        }
        before = next.before;
      }
    }),
    { numRuns: 300 },
  );
});

test('as a property: members that are put together get the names that they get one after the other', () => {
  const toolsOf = (serverId: string) =>
    fc
      .uniqueArray(fc.constantFrom(...NAMES), { selector: (name) => name.toLowerCase(), maxLength: 5 })
      .map((names) => names.map((name) => tool(serverId, `${serverId}${name}`, name)));
  fc.assert(
    fc.property(fc.tuple(...SERVERS.map(toolsOf)), (all) => {
      let before: Before | undefined;
      let oneByOne: string[] = [];
      for (const count of all.keys()) {
        const step = named(all.slice(0, count + 1).flat(), before);
        before = step.before;
        oneByOne = step.names;
      }

      expect(named(all.flat()).names).toEqual(oneByOne);
    }),
  );
});
