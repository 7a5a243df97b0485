/** What groups at the owner's identity provider give: names in every form that the user pool writes, and nothing by accident. */
import { describe, expect, test } from '@jest/globals';
import { groupsOfExternal, providerGroups } from '../../../core/oauth/providerGroups.ts';
import { handler } from '../../../lambdas/login-groups/handler.ts';

const ROLES = { 'Platform team': ['admin', 'answer-reader'], engineering: ['editor'], owners: ['root'] };

describe('the attribute of groups', () => {
  test.each([
    ['["Platform team","chess"]', ['Platform team', 'chess']],
    ['[Platform team, chess]', ['Platform team', 'chess']],
    ['chess', ['chess']],
    ['[Platform+team, r%26d%2C+core]', ['Platform team', 'r&d, core']],
    ['[100%, chess]', ['chess']],
    ['[chess]', ['chess']],
    ['', []],
    ['[]', []],
    ['[1, null]', []],
    [undefined, []],
  ])('%s is read', (attribute, names) => {
    expect(providerGroups(attribute)).toEqual(names);
  });
});

describe('groups', () => {
  test('give what the configuration says, and their names for access rules', () => {
    expect(groupsOfExternal('["Platform team","chess"]', ROLES)).toEqual(['admin', 'answer-reader', 'chess']);
  });

  test.each([
    ['called like a role', '["admin","answer-reader"]'],
    ['with a role behind a blank', '["x admin","a\\tadmin"]'],
    ['called like a member of every object', '["constructor","__proto__","toString"]'],
    ['that the configuration gives a group which is no role', '["owners"]'],
  ])('%s give no role', (_, attribute) => {
    const given = groupsOfExternal(attribute, ROLES);

    for (const role of ['admin', 'editor', 'viewer', 'answer-reader', 'root']) expect(given).not.toContain(role);
  });
});

describe('the trigger of the user pool', () => {
  const event = (userAttributes: Record<string, string>) => ({ request: { userAttributes }, response: {} });

  test('leaves people of the pool as they are, whatever their attribute says', async () => {
    const given = event({ 'cognito:user_status': 'CONFIRMED', 'custom:groups': '["Platform team"]' });

    expect(await handler(given)).toBe(given);
  });

  test('gives people of the pool no groups where passwords are switched off', async () => {
    process.env['PASSWORDS'] = 'false';

    const { response } = await handler(event({ 'cognito:user_status': 'CONFIRMED' }));

    expect(response).toEqual({
      claimsAndScopeOverrideDetails: { groupOverrideDetails: { groupsToOverride: [] } },
    });
    delete process.env['PASSWORDS'];
  });

  test('replaces the groups of people from the provider, also by none', async () => {
    const before = process.env['GROUP_ROLES'];
    process.env['GROUP_ROLES'] = JSON.stringify(ROLES);

    const answers = [];
    for (const groups of ['["engineering"]', '[]']) {
      answers.push(
        (await handler(event({ 'cognito:user_status': 'EXTERNAL_PROVIDER', 'custom:groups': groups }))).response,
      );
    }

    expect(answers).toEqual(
      [['editor', 'engineering'], []].map((groupsToOverride) => ({
        claimsAndScopeOverrideDetails: { groupOverrideDetails: { groupsToOverride } },
      })),
    );

    process.env['GROUP_ROLES'] = before ?? '';
  });
});
