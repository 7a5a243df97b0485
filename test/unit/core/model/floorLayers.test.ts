/** Two layers of the floor: of each rule the stricter value is in effect, whichever layer has it. */
import { describe, expect, test } from '@jest/globals';
import { floorAt, rowFloorOf } from '../../../../core/model/floor.ts';
import { FLOOR_RULE_IDS, FLOOR_RULES, type FloorRuleId } from '../../../../core/model/floorRules.ts';
import { isAllowedHost } from '../../../../core/model/floorValues.ts';

const PROJECT = 'prj_AAAAAAAAAAAA';
const settings = (rules: object, own?: object) => ({
  floor: { rules, ...(own && { projects: { [PROJECT]: own } }), version: 3, updatedAt: '', updatedBy: '' },
});

/** By rule two values, and what is in effect where each layer has one of them. */
const PAIRS: Readonly<Record<FloorRuleId, readonly [one: unknown, other: unknown, both: unknown]>> = {
  redaction: [true, true, true],
  redactionMode: ['strict', 'minimal', 'strict'],
  redactedKinds: [['email'], ['phone'], ['email', 'phone']],
  redactedAlways: [true, true, true],
  noExceptions: [true, true, true],
  lockedTools: [true, true, true],
  signIn: [true, true, true],
  tokenDays: [30, 90, 30],
  hosts: [
    ['*.corp.example', 'a.example.com'],
    ['api.corp.example', '*.example.com'],
    ['a.example.com', 'api.corp.example'],
  ],
  credentialKinds: [['bearer', 'oauth2'], ['oauth2', 'basic'], ['oauth2']],
  limits: [
    { server: { callsPerDay: 10, streams: 5 } },
    { server: { callsPerDay: 20 }, token: { streams: 1 } },
    { server: { callsPerDay: 10, streams: 5 }, token: { streams: 1 } },
  ],
  answerDays: [7, 30, 7],
  secondPerson: [['hosts'], ['tokens', 'hosts'], ['hosts', 'tokens']],
};

describe.each(FLOOR_RULE_IDS)('%s', (rule) => {
  const [one, other, both] = PAIRS[rule];

  test('is in effect for a server of the project, whichever layer has it', () => {
    expect(floorAt(settings({ [rule]: one }), PROJECT)).toEqual({ [rule]: one });
    expect(floorAt(settings({}, { [rule]: one }), PROJECT)).toEqual({ [rule]: one });
    expect(floorAt(settings({ [rule]: one }, { [rule]: other }), PROJECT)).toMatchObject({ [rule]: both });
    expect(floorAt(settings({ [rule]: other }, { [rule]: one }), PROJECT)?.[rule]).toEqual(
      Array.isArray(both) ? expect.arrayContaining([...both]) : both,
    );
  });

  test('of a project is in effect nowhere else', () => {
    expect(floorAt(settings({}, { [rule]: one }), undefined)).toEqual({});
    expect(floorAt(settings({ [rule]: other }, { [rule]: one }), 'prj_BBBBBBBBBBBB')).toEqual({ [rule]: other });
  });

  test('holds what a layer holds: nothing passes both that one refuses', () => {
    for (const { isBelow } of FLOOR_RULES[rule].bounds.filter(({ hold, of }) => hold && of === 'governance')) {
      const values = [true, false, 'minimal', 'balanced', 'strict', 'closed', 0, 7, 30, 90];
      for (const value of values.filter((each) => typeof each === typeof one)) {
        const isEither = isBelow(value, one) || isBelow(value, other);
        expect([value, isBelow(value, both)]).toEqual([value, isEither]);
      }
    }
  });
});

test('hosts: what both allow is what the common patterns allow', () => {
  const [one, other] = PAIRS.hosts as readonly [string[], string[], string[]];
  const common = floorAt(settings({ hosts: one }, { hosts: other }), PROJECT)?.hosts ?? [];

  for (const name of [
    'api.corp.example',
    'x.corp.example',
    'corp.example',
    'a.example.com',
    'b.example.com',
    'example.com',
  ]) {
    const url = `https://${name}`;
    expect([name, isAllowedHost(url, common)]).toEqual([name, isAllowedHost(url, one) && isAllowedHost(url, other)]);
  }
});

test('a row has what decides at each call, of its project', () => {
  const both = settings({ tokenDays: 90 }, { tokenDays: 30, signIn: true });

  expect(rowFloorOf(both, PROJECT)).toEqual({ version: 3, tokenDays: 30, signIn: true });
  expect(rowFloorOf(both, undefined)).toEqual({ version: 3, tokenDays: 90 });
});
