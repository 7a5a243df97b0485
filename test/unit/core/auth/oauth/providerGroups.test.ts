/** What groups at the owner's identity provider give: names in every form that the user pool writes, and nothing by accident. */
import { describe, expect, test } from '@jest/globals';
import { groupsOfExternal, providerGroups } from '../../../../../core/auth/oauth/providerGroups.ts';
import { handler, type InboundEvent } from '../../../../../lambdas/login-groups/handler.ts';

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

describe('what the provider says of somebody who signs in', () => {
  const LINK = 'http://schemas.microsoft.com/claims/groups.link';
  const storedOf = async (attributes: InboundEvent['request']['attributes'], groupsClaim = 'groups') => {
    process.env['GROUPS_CLAIM'] = groupsClaim;
    const triggerSource = 'InboundFederation_ExternalProvider' as const;
    const { response } = await handler({ triggerSource, request: { attributes }, response: {} });
    return (response as { userAttributesToMap: object }).userAttributesToMap;
  };

  test.each([
    ['with groups', { idToken: { sub: 'ann', groups: ['chess'] } }],
    ['with groups as a text', { idToken: { sub: 'ann' }, userInfo: { groups: '[chess]' } }],
    ['with an empty list', { idToken: { sub: 'ann', groups: [] } }],
    ['with an empty text', { samlResponse: { groups: '' } }],
  ])('is stored as it is %s', async (_, attributes) => {
    expect(await storedOf(attributes)).toEqual({});
  });

  test('without groups is stored with an empty list, and all else by the names of the provider', async () => {
    const openId = await storedOf({ userInfo: { email: 'ann@corp.example' }, idToken: { sub: 'ann', groups: null } });
    const saml = await storedOf({ samlResponse: { mail: 'ann@corp.example', Group: 'chess' } }, 'http://x/Group');

    expect(openId).toEqual({ sub: 'ann', email: 'ann@corp.example', groups: '[]' });
    expect(saml).toEqual({ mail: 'ann@corp.example', Group: 'chess', 'http://x/Group': '[]' });
  });

  test.each([
    ['a source of the claim elsewhere', { idToken: { _claim_names: { groups: 'src1' } } }, 'too many'],
    ['the same as a text', { idToken: { _claim_names: '{"groups":"src1"}' } }, 'too many'],
    ['that there are groups', { idToken: { hasgroups: 'true' } }, 'too many'],
    ['a link to groups (SAML)', { samlResponse: { [LINK]: 'https://graph.windows.net/x' } }, 'too many'],
    ['more than can be stored', { idToken: { groups: `[${'g,'.repeat(1_100)}]` } }, '2048 characters'],
  ])('is refused where it is %s', async (_, attributes, told) => {
    await expect(storedOf(attributes)).rejects.toThrow(told);
  });

  test('is not refused for a source of another claim, or one that cannot be read', async () => {
    expect(await storedOf({ idToken: { _claim_names: { address: 'src1' } } })).toHaveProperty('groups', '[]');
    expect(await storedOf({ idToken: { _claim_names: '{', hasgroups: false } })).toHaveProperty('groups', '[]');
  });
});
