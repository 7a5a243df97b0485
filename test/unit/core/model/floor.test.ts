import { describe, expect, test } from '@jest/globals';
import { endOf } from '../../../../core/auth/tokens/check.ts';
import { subjectsOf } from '../../../../core/limiting/limitSet.ts';
import { takesSignIns, takesTokens } from '../../../../core/model/accessRules.ts';
import { faultsBelow, heldGovernance, heldPlaces, heldTools, isOpenHost } from '../../../../core/model/floor.ts';
import { FLOOR_RULE_IDS, FLOOR_RULES } from '../../../../core/model/floorRules.ts';
import { isAllowedHost } from '../../../../core/model/floorValues.ts';
import { MODES } from '../../../../core/model/governance/modes.ts';
import { DEFAULT_GOVERNANCE } from '../../../../core/model/governance/settings.ts';
import type { ServerRow } from '../../../../core/model/server.ts';
import type { TokenRow } from '../../../../core/model/token.ts';
import type { Tool } from '../../../../core/model/tool.ts';

describe('hosts', () => {
  test.each([
    ['https://api.example.com', ['api.example.com'], true],
    ['https://API.EXAMPLE.com:8443/v1', ['api.example.com'], true],
    ['https://api.example.com.', ['api.example.com'], true],
    ['https://a.b.example.com', ['*.example.com'], true],
    ['https://example.com', ['*.example.com'], false],
    ['https://notexample.com', ['*.example.com'], false],
    ['https://api.example.com.evil.example', ['api.example.com', '*.example.com'], false],
    ['https://api.example.com@evil.example', ['api.example.com'], false],
    ['https://evil.example/#api.example.com', ['api.example.com'], false],
    ['no address', ['api.example.com'], false],
    ['https://api.example.com', [], false],
  ])('%s of %j: %s', (url, allowed, is) => {
    expect(isAllowedHost(url, allowed)).toBe(is);
  });

  test('a token endpoint elsewhere closes the host, also that of a part', () => {
    const floor = { hosts: ['api.example.com'] };
    const tokenUrl = 'https://login.evil.example/token';
    const open = (auth: object) => isOpenHost('https://api.example.com', auth as never, floor);

    expect(open({ type: 'oauth2', tokenUrl: 'https://api.example.com/token' })).toBe(true);
    expect(open({ type: 'oauth2', tokenUrl })).toBe(false);
    expect(open({ type: 'combined', parts: [{ type: 'bearer' }, { type: 'oauth2', tokenUrl }] })).toBe(false);
  });

  test('of a server and its tools only what is allowed is left', () => {
    const floor = { hosts: ['api.example.com'], credentialKinds: ['bearer'] as const };
    const approval = { approvedAt: '', approvedBy: '' };
    const server = {
      baseUrl: 'https://api.example.com/v1',
      auth: { type: 'bearer' },
      hosts: { 'https://evil.example': approval },
      privateHosts: { 'https://inside.example': {} },
      headers: [
        { name: 'X-Plain', value: '1' },
        { name: 'X-Sealed', sealed: { type: 'header' } },
      ],
    } as unknown as ServerRow;
    const tools = [
      { name: 'home', enabled: true },
      { name: 'away', enabled: true, baseUrl: 'https://evil.example/v1' },
    ] as Tool[];

    expect(heldPlaces(server, floor)).toMatchObject({
      hosts: {},
      privateHosts: {},
      headers: [{ name: 'X-Plain', value: '1' }],
    });
    expect(heldTools(tools, server, floor).map(({ enabled }) => enabled)).toEqual([true, false]);
  });
});

test('of two modes the stricter one is in effect, whichever layer has it', () => {
  for (const [own, mode] of MODES.entries())
    for (const [least, redactionMode] of MODES.entries()) {
      const held = heldGovernance({ ...DEFAULT_GOVERNANCE, mode }, { redactionMode });

      expect(held.mode).toBe(MODES[Math.min(own, least)]);
      expect(faultsBelow('governance', { mode }, { redactionMode })).toHaveLength(own > least ? 1 : 0);
    }
});

test('without a floor the very same objects are in effect', () => {
  const tools: readonly Tool[] = [];
  const server = {} as ServerRow;

  expect(heldGovernance(DEFAULT_GOVERNANCE, undefined)).toBe(DEFAULT_GOVERNANCE);
  expect(heldTools(tools, server, undefined)).toBe(tools);
  expect(heldPlaces(server, undefined)).toBe(server);
});

describe('at a call', () => {
  const server = { serverId: 'srv_1', limits: { server: { callsPerDay: 50 }, token: { streams: 9 } } };
  const limitsOf = (token: object, floor?: object) =>
    subjectsOf({ tokenId: 'tok_1', ...token }, { ...server, ...(floor && { floor }) }).map(({ limits }) => limits);

  test('the lower limits hold: of the floor, the server, and a token that has its own', () => {
    const floor = { limits: { server: { callsPerDay: 100, streams: 5 }, token: { callsPerDay: 10 } } };

    expect(limitsOf({})).toEqual([{ streams: 9 }, { callsPerDay: 50 }]);
    expect(limitsOf({}, floor)).toEqual([
      { callsPerDay: 10, streams: 9 },
      { callsPerDay: 50, streams: 5 },
    ]);
    expect(limitsOf({ limits: { callsPerDay: 99 } }, floor)[0]).toEqual({ callsPerDay: 10 });
    expect(limitsOf({ limits: {} }, floor)[0]).toEqual({ callsPerDay: 10 });
  });

  test('a token ends in time, a session by itself', () => {
    const token = { createdAt: '2026-01-01T00:00:00.000Z' } as TokenRow;
    const floor = { floor: { version: 1, tokenDays: 30 } };

    expect(endOf(token, {})).toBeUndefined();
    expect(endOf(token, floor)).toBe('2026-01-31T00:00:00.000Z');
    expect(endOf({ ...token, expiresAt: '2026-01-02T00:00:00.000Z' }, floor)).toBe('2026-01-02T00:00:00.000Z');
    expect(endOf({ ...token, signIn: {} } as TokenRow, floor)).toBeUndefined();
  });

  test('sign-ins are accepted, and tokens are not, whatever the server says', () => {
    for (const access of ['tokens', 'both', 'sign-in'] as const) {
      const held = { access, floor: { signIn: true as const } };

      expect([takesTokens(held), takesSignIns(held)]).toEqual([false, true]);
    }
  });
});

test('each rule bounds something, and says what it needs', () => {
  // What needs a second person is asked for and not refused.
  expect(FLOOR_RULE_IDS.filter((id) => FLOOR_RULES[id].bounds.length === 0)).toEqual(['secondPerson']);
  expect(FLOOR_RULES.tokenDays.needs(1 as never)).toBe('needs an end within 1 day');
  expect(FLOOR_RULES.limits.needs({ server: { callsPerDay: 5 } } as never)).toBe(
    'allows at most: server callsPerDay 5',
  );
});
