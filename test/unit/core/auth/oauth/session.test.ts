import { generateKeySync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { isChallenge, provesChallenge } from '../../../../../core/auth/oauth/pkce.ts';
import { checksum } from '../../../../../core/auth/tokens/format.ts';
import {
  newSessionName,
  newSessionSecret,
  parseSessionSecret,
  sessionKey,
  wasIssued,
} from '../../../../../core/auth/tokens/sessionTokens.ts';
import { LIMITS } from '../../../../../core/lib/limits.ts';
import { openedBy } from '../../../../../core/model/accessRules.ts';
import {
  goodAccess,
  newAccess,
  refreshState,
  refusalOfRefresh,
  rotated,
  type SignIn,
  sessionEnd,
} from '../../../../../core/model/signIn.ts';

const KEY = generateKeySync('hmac', { length: 256 });
const NOW = Date.parse('2026-11-25T12:00:00.000Z');
const session: SignIn = {
  person: { id: 'p', username: 'p', groups: ['viewer'] },
  client: { id: 'c', name: 'C' },
  granted: 'all',
  access: [newAccess('a0', NOW)],
  refresh: ['r0'],
  turn: 0,
};
const refreshed = (from: SignIn, presented: string, n: number, at = NOW) =>
  rotated(from, presented, { access: `a${n}`, refresh: `r${n}` }, at);

describe('a refresh token', () => {
  test('gives the next, and stays good until that one is used', () => {
    const first = refreshed(session, 'r0', 1);
    const second = refreshed(first, 'r1', 2);

    expect(['r0', 'r1'].map((each) => refreshState(first, each))).toEqual(['previous', 'current']);
    expect(['r0', 'r1', 'r2'].map((each) => refreshState(second, each))).toEqual(['invalid', 'previous', 'current']);
  });

  test('that is presented again, because its answer was lost or two processes have it, gives a sibling', () => {
    const again = refreshed(refreshed(session, 'r0', 1), 'r0', 2);

    expect(['r0', 'r1', 'r2'].map((each) => refreshState(again, each))).toEqual(['previous', 'current', 'current']);
    expect(refreshState(refreshed(again, 'r1', 3), 'r2')).toBe('invalid');
  });

  test('has a few siblings at most', () => {
    let row = refreshed(session, 'r0', 1);
    for (let n = 2; n < 20; n++) row = refreshed(row, 'r0', n);

    expect(row.refresh).toHaveLength(4);
    expect(refreshState(row, 'r1')).toBe('invalid');
    expect(row.turn).toBe(19);
  });
});

describe('an access token', () => {
  test('is good for its time, beside those that came later', () => {
    const row = refreshed(session, 'r0', 1, NOW + 60_000);
    const end = NOW + LIMITS.signIn.accessMs;

    expect(goodAccess(row, 'a0', end - 1)).toBeDefined();
    expect(goodAccess(row, 'a0', end)).toBeUndefined();
    expect(goodAccess(row, 'a1', end)).toBeDefined();
    expect(goodAccess(row, 'r1', NOW)).toBeUndefined();
  });

  test('lives for an hour at most, and no clock makes it live longer', () => {
    expect(LIMITS.signIn.accessMs).toBeLessThanOrEqual(3_600_000);
    // What was issued by a clock that was ahead is judged by the time that it was given.
    expect(goodAccess({ ...session, access: [{ hash: 'a', expiresAt: 'no time' }] }, 'a', NOW)).toBeUndefined();
  });

  test('is kept no longer than it is good', () => {
    const later = refreshed(session, 'r0', 1, NOW + LIMITS.signIn.accessMs + 1);

    expect(later.access.map(({ hash }) => hash)).toEqual(['a1']);
  });
});

test('a session ends when it is not used, and in any case', () => {
  const { unusedMs, sessionMs } = LIMITS.signIn;

  expect(sessionEnd(NOW, NOW)).toBe(NOW + unusedMs);
  expect(sessionEnd(NOW, NOW + sessionMs - 1)).toBe(NOW + sessionMs);
});

describe('the secrets of a session', () => {
  test.each(['access', 'refresh'] as const)('%s tokens name server and session, and no typo passes', (kind) => {
    const name = newSessionName('srv_0123456789ab');
    const secret = newSessionSecret(KEY, kind, name);
    const other = kind === 'access' ? 'refresh' : 'access';
    const wrong = `${secret.slice(0, 50)}${secret[50] === 'a' ? 'b' : 'a'}${secret.slice(51)}`;

    expect(parseSessionSecret(kind, secret)).toEqual(name);
    expect(parseSessionSecret(other, secret)).toBeUndefined();
    expect(parseSessionSecret(kind, wrong)).toBeUndefined();
    expect(secret).toMatch(/^pc[sr]_[0-9A-Za-z]{83}$/);
  });

  test('are no two of them alike, and the name of the row is none of them', () => {
    const name = newSessionName('srv_0123456789ab');

    expect(new Set(Array.from({ length: 100 }, () => newSessionSecret(KEY, 'access', name))).size).toBe(100);
    expect(sessionKey(name)).toBe(`session:srv_0123456789ab:${name.session}`);
  });
});

describe('a token that was issued', () => {
  const name = newSessionName('srv_0123456789ab');
  const refresh = newSessionSecret(KEY, 'refresh', name);
  const sealed = (body: string) => body + checksum(body);
  const changed = (at: number) => {
    const body = refresh.slice(0, -6);
    return sealed(`${body.slice(0, at)}${body[at] === 'a' ? 'b' : 'a'}${body.slice(at + 1)}`);
  };

  test('is known as one, of either kind, and under the key of its installation alone', () => {
    const access = newSessionSecret(KEY, 'access', name);

    expect([refresh, access].map((each) => wasIssued(KEY, each))).toEqual([true, true]);
    expect(wasIssued(generateKeySync('hmac', { length: 256 }), refresh)).toBe(false);
  });

  test('is not what somebody has made up of the name of its session, with the right checksum', () => {
    const made = [
      sealed(`${refresh.slice(0, 38)}${'A'.repeat(43)}`),
      sealed(`pcr_${newSessionSecret(KEY, 'access', name).slice(4, -6)}`),
      sealed(`${refresh.slice(0, 60)}${newSessionSecret(KEY, 'refresh', name).slice(60, -6)}`),
      ...Array.from({ length: 77 }, (_, at) => changed(at + 4)),
    ];

    for (const each of made) expect([each.length, wasIssued(KEY, each)]).toEqual([87, false]);
    expect(parseSessionSecret('refresh', made[0] as string)).toEqual(name);
  });
});

describe('PKCE', () => {
  // RFC 7636, appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

  test('takes the verifier of its challenge and no other', () => {
    expect(isChallenge(challenge)).toBe(true);
    expect(provesChallenge(verifier, challenge)).toBe(true);
    expect([challenge, `${verifier}a`, '', undefined].map((each) => provesChallenge(each, challenge))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test.each(['', 'short', `${challenge}a`, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM'])(
    'takes no challenge %j',
    (text) => {
      expect(isChallenge(text)).toBe(false);
    },
  );
});

describe('access rules', () => {
  const who = (groups: string[], more: object = {}) => ({
    person: { id: 'ann', groups },
    client: { id: 'c' },
    granted: 'all' as const,
    ...more,
  });
  const open = { access: 'both' } as const;

  test.each([[undefined], ['tokens' as const]])('open nothing while the way in is %s', (access) => {
    expect(openedBy({ ...(access && { access }) }, who(['admin']))).toBe('nothing');
  });

  test('without any, roles open what they open in the dashboard, and a login alone opens nothing', () => {
    expect(['admin', 'editor', 'viewer'].map((role) => openedBy(open, who([role])))).toEqual([
      { access: 'all' },
      { access: 'all' },
      { access: 'read' },
    ]);
    expect(openedBy(open, who(['viewer', 'editor']))).toEqual({ access: 'all' });
    expect(openedBy(open, who(['sales']))).toBe('nothing');
    expect(openedBy({ ...open, accessRules: [] }, who([]))).toBe('nothing');
  });

  test('the first that matches decides, and all members of it must match', () => {
    const accessRules = [
      { person: 'ann', client: 'evil', opens: 'nothing' },
      { group: 'sales', opens: 'read', tools: ['tool_1'] },
      { person: 'ann', opens: 'all' },
    ] as const;

    expect(openedBy({ ...open, accessRules }, who(['sales']))).toEqual({ access: 'read', tools: ['tool_1'] });
    expect(openedBy({ ...open, accessRules }, who([]))).toEqual({ access: 'all' });
    expect(openedBy({ ...open, accessRules }, who([], { client: { id: 'evil' } }))).toBe('nothing');
    expect(openedBy({ ...open, accessRules }, { ...who(['admin']), person: { id: 'bob', groups: ['admin'] } })).toBe(
      'nothing',
    );
  });

  test('about everybody, a person or a group are not about a client that acts for itself', () => {
    const itself = { ...who(['admin'], { client: { id: 'app' }, isMachine: true as const }) };
    const rules = (...accessRules: object[]) => ({ ...open, accessRules: accessRules as never });

    expect(openedBy(open, itself)).toBe('nothing');
    expect(openedBy(rules({ opens: 'all' }), itself)).toBe('nothing');
    expect(openedBy(rules({ person: 'ann', opens: 'all' }), itself)).toBe('nothing');
    expect(openedBy(rules({ client: 'app', group: 'admin', opens: 'all' }), itself)).toBe('nothing');
    expect(openedBy(rules({ opens: 'nothing' }, { client: 'app', opens: 'read' }), itself)).toEqual({ access: 'read' });
  });

  test('open no more than the person has allowed', () => {
    expect(openedBy(open, who(['admin'], { granted: 'read' }))).toEqual({ access: 'read' });
  });
});

test.each([
  ['from a provider, younger than a login lasts', true, 9, { externalMs: 10, hasPasswords: false }, undefined],
  ['from a provider, as old as a login lasts', true, 10, { externalMs: 10, hasPasswords: true }, 'session_too_old'],
  ['from a provider that is configured no more', true, 10, { externalMs: undefined, hasPasswords: true }, undefined],
  ['of the pool', false, 10, { externalMs: 10, hasPasswords: true }, undefined],
  ['of the pool without passwords', false, 1, { externalMs: 10, hasPasswords: false }, 'passwords_off'],
])('a session of a person %s', (_, isExternal, ageMs, rules, refusal) => {
  expect(refusalOfRefresh(isExternal, ageMs, rules)).toBe(refusal);
});
