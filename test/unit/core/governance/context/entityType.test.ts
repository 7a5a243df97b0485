/** What the type fields of an object say, in every way in which such a type is written. */
import { expect, test } from '@jest/globals';
import { EntityType, entityTypeOf } from '../../../../../core/governance/context/entityType.ts';

const typeOf = (type: string): number => entityTypeOf({ typeKeys: [0], partyKey: -1, personKeys: [] }, () => type);

test.each([
  [
    'a company or a thing',
    EntityType.organisation,
    [
      'organization',
      'Organisation',
      'financial institution',
      'FINANCIAL_INSTITUTION',
      'payment-app',
      'paymentTerminal',
    ],
  ],
  [
    'a person',
    EntityType.person,
    ['user', 'Users', 'natural person', 'natural-persons', 'user_reference', 'PatientRef'],
  ],
  ['a group', EntityType.organisation | EntityType.group, ['team', 'ops_team', 'My-Bot', 'big squad']],
  ['nothing known', EntityType.none, ['message', 'invoice', 'teams', 'userless', 'apple', 'preference', '']],
])('the type of %s', (_title, expected, types) => {
  expect(types.map((type) => [type, typeOf(type)])).toEqual(types.map((type) => [type, expected]));
});
