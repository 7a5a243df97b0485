/** PATCH: what RFC 7644, section 3.5.2, says, and the forms of Okta and Microsoft Entra ID (test/local/scim.test.ts has their sources). */
import { describe, expect, test } from '@jest/globals';
import { keptOf, shownOf } from '../../../../core/scim/attributes.ts';
import { patched } from '../../../../core/scim/patch.ts';
import { SCHEMAS, URN } from '../../../../core/scim/schema.ts';

const WORK = { value: 'ann@example.com', type: 'work', primary: true };
const HOME = { value: 'ann@home.example', type: 'home' };
const ANN = {
  schemas: [URN.user],
  id: 'usr_1',
  userName: 'ann@example.com',
  name: { givenName: 'Ann', familyName: 'Archer' },
  emails: [WORK, HOME],
  active: true,
  meta: { resourceType: 'User' },
};
const TEAM = {
  schemas: [URN.group],
  id: 'grp_1',
  displayName: 'Team',
  members: [{ value: 'usr_1' }, { value: 'usr_2' }],
};

const user = (...Operations: object[]) => keptOf(patched(ANN, { Operations }, SCHEMAS.User), SCHEMAS.User);
const group = (...Operations: object[]) => keptOf(patched(TEAM, { Operations }, SCHEMAS.Group), SCHEMAS.Group);

describe('PATCH of a user', () => {
  test.each<[what: string, operation: object, expected: object]>([
    ['replaces a value', { op: 'replace', path: 'displayName', value: 'Ann A.' }, { displayName: 'Ann A.' }],
    [
      'in capitals, with a text for a truth value',
      { op: 'Replace', path: 'active', value: 'False' },
      { active: false },
    ],
    [
      'by the whole name',
      { op: 'add', path: `${URN.user}:name.givenName`, value: 'Anna' },
      { name: { givenName: 'Anna', familyName: 'Archer' } },
    ],
    [
      'of a part without a path',
      { op: 'Replace', value: { 'name.familyName': 'Bow' } },
      { name: { givenName: 'Ann', familyName: 'Bow' } },
    ],
    [
      'of a complex value keeps what is not given',
      { op: 'replace', path: 'name', value: { familyName: 'Bow' } },
      { name: { givenName: 'Ann', familyName: 'Bow' } },
    ],
    [
      'with what is read only in the value',
      { op: 'replace', value: { id: 'other', schemas: [], meta: {}, groups: [], active: false } },
      { active: false },
    ],
    [
      'of attributes that are not kept',
      { op: 'Add', value: { title: 'Dr', 'urn:x:y:employeeNumber': '1', nonsense: 1 } },
      { active: true },
    ],
    [
      'of one that a filter finds',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'a@b.example' },
      { emails: [{ ...WORK, value: 'a@b.example' }, HOME] },
    ],
    [
      'adds what a filter does not find',
      { op: 'Add', path: 'emails[type eq "other"].value', value: 'o@b.example' },
      { emails: [WORK, HOME, { type: 'other', value: 'o@b.example' }] },
    ],
    [
      'adds a primary one in the place of the one before',
      { op: 'add', path: 'emails', value: { value: 'n@b.example', primary: true } },
      { emails: [{ ...WORK, primary: false }, HOME, { value: 'n@b.example', primary: true }] },
    ],
    ['adds nothing twice', { op: 'add', path: 'emails', value: [HOME] }, { emails: [WORK, HOME] }],
    [
      'replaces all',
      { op: 'replace', path: 'emails', value: [{ value: 'n@b.example' }] },
      { emails: [{ value: 'n@b.example' }] },
    ],
    ['removes what a filter finds', { op: 'remove', path: 'emails[type eq "home"]' }, { emails: [WORK] }],
    ['removes a part', { op: 'remove', path: 'name.familyName' }, { name: { givenName: 'Ann' } }],
  ])('%s', (_what, operation, expected) => {
    expect(user(operation)).toEqual({
      ...keptOf(ANN, SCHEMAS.User),
      ...expected,
    });
  });

  test.each<[what: string, operation: object, code: string]>([
    ['an operation that is none', { op: 'move', path: 'displayName', value: 'x' }, 'scim_syntax_invalid'],
    ['removing without a path', { op: 'remove', value: { displayName: 'x' } }, 'scim_no_target'],
    ['an attribute that is none', { op: 'add', path: 'shoeSize', value: '43' }, 'scim_path_invalid'],
    ['a part that is none', { op: 'add', path: 'name.nick', value: 'x' }, 'scim_path_invalid'],
    ['a path with something behind it', { op: 'add', path: 'displayName eq "x"', value: 'x' }, 'scim_path_invalid'],
    ['a filter that is none', { op: 'add', path: 'emails[type]', value: 'x' }, 'scim_path_invalid'],
    ['a filter for one value', { op: 'add', path: 'name[givenName eq "x"]', value: {} }, 'scim_path_invalid'],
    ['the id', { op: 'replace', path: 'id', value: 'x' }, 'scim_read_only'],
    ['the groups', { op: 'add', path: 'groups', value: [{ value: 'grp_1' }] }, 'scim_read_only'],
    ['removing what is required', { op: 'remove', path: 'userName' }, 'scim_read_only'],
    [
      'replacing what no filter finds',
      { op: 'replace', path: 'emails[type eq "other"].value', value: 'x' },
      'scim_no_target',
    ],
    ['no value', { op: 'add', path: 'displayName' }, 'scim_value_invalid'],
    ['a value that is no text', { op: 'add', path: 'displayName', value: { a: 1 } }, 'scim_value_invalid'],
    ['a truth value that is none', { op: 'replace', path: 'active', value: 'perhaps' }, 'scim_value_invalid'],
    ['an empty name', { op: 'replace', path: 'userName', value: '' }, 'scim_value_invalid'],
  ])('refuses %s', (_what, operation, code) => {
    expect(() => user(operation)).toThrow(expect.objectContaining({ code }));
  });

  test('is done whole or not at all, in its order, and of 1,000 operations at most', () => {
    const many = Array.from({ length: 1_001 }, () => ({ op: 'add', path: 'displayName', value: 'x' }));

    expect(
      user({ op: 'add', path: 'displayName', value: 'x' }, { op: 'remove', path: 'displayName' }),
    ).not.toHaveProperty('displayName');
    expect(() => user(...many)).toThrow(expect.objectContaining({ code: 'scim_too_many' }));
    expect(() => patched(ANN, {}, SCHEMAS.User)).toThrow(expect.objectContaining({ code: 'scim_syntax_invalid' }));
  });

  test('reaches no prototype', () => {
    const kept = user({ op: 'add', value: JSON.parse('{"__proto__":{"polluted":true},"constructor":{"x":1}}') });

    expect(kept).toEqual(keptOf(ANN, SCHEMAS.User));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('PATCH of a group', () => {
  const ids = (...operations: object[]) =>
    ((group(...operations)['members'] ?? []) as { value: string }[]).map(({ value }) => value);

  test('adds and removes members in each form', () => {
    expect(ids({ op: 'Add', path: 'members', value: [{ value: 'usr_3', displayName: 'x' }] })).toEqual([
      'usr_1',
      'usr_2',
      'usr_3',
    ]);
    expect(ids({ op: 'add', path: 'members', value: [{ value: 'usr_1', display: 'x' }] })).toEqual(['usr_1', 'usr_2']);
    expect(ids({ op: 'add', value: { members: [{ value: 'usr_3' }] } })).toEqual(['usr_1', 'usr_2', 'usr_3']);
    expect(ids({ op: 'remove', path: 'members[value eq "usr_1"]' })).toEqual(['usr_2']);
    // In the value only those that are meant, not all.
    expect(ids({ op: 'Remove', path: 'members', value: [{ $ref: null, value: 'usr_1' }] })).toEqual(['usr_2']);
    expect(ids({ op: 'Remove', path: 'members', value: [] })).toEqual(['usr_1', 'usr_2']);
    expect(ids({ op: 'remove', path: 'members[value eq "usr_9"]' })).toEqual(['usr_1', 'usr_2']);
    expect(ids({ op: 'remove', path: 'members' })).toEqual([]);
    expect(ids({ op: 'replace', path: 'members', value: [{ value: 'usr_2' }] })).toEqual(['usr_2']);
  });

  test('renames in each form', () => {
    expect(group({ op: 'Replace', path: 'displayName', value: 'Crew' })).toMatchObject({ displayName: 'Crew' });
    expect(group({ op: 'replace', value: { id: 'grp_1', displayName: 'Crew' } })).toMatchObject({
      displayName: 'Crew',
    });
    expect(group({ op: 'Add', path: 'externalId', value: 'e' })).toMatchObject({ externalId: 'e' });
  });
});

describe('what is shown', () => {
  test('is all, what is named, or all but that; the id always', () => {
    const shown = (attributes: string[], excluded: string[] = []) =>
      shownOf(ANN, SCHEMAS.User, { attributes, excluded });

    expect(shown([])).toEqual(ANN);
    expect(shown(['USERNAME', 'name.givenName', 'emails.value'])).toEqual({
      schemas: ANN.schemas,
      id: ANN.id,
      userName: ANN.userName,
      name: { givenName: 'Ann' },
      emails: [{ value: WORK.value }, { value: HOME.value }],
    });
    expect(Object.keys(shown([], ['emails', 'id', `${URN.user}:meta`]))).toEqual([
      'schemas',
      'id',
      'userName',
      'name',
      'active',
    ]);
    expect(shown([], ['name.familyName'])['name']).toEqual({ givenName: 'Ann' });
  });
});

test.each<[what: string, operations: object[], code: string]>([
  ['an operation', [{ op: { toString: 1, valueOf: 1 }, path: 'active', value: true }], 'scim_syntax_invalid'],
  [
    'a value that a later filter compares',
    [
      {
        op: 'add',
        path: 'emails',
        value: [{ value: { toString: 1, valueOf: 1 }, primary: { toString: 1, valueOf: 1 } }],
      },
      { op: 'remove', path: 'emails[value eq "x"]' },
    ],
    'scim_value_invalid',
  ],
])('an object in the place of a text is refused as %s', (_what, operations, code) => {
  expect(() => user(...operations)).toThrow(expect.objectContaining({ code }));
});
