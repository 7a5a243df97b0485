/** Filters: the examples of RFC 7644 (figure 2 and section 3.4.2.2), what identity providers send, and what is refused. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { meets, parseFilter } from '../../../../core/scim/filter.ts';
import { SCHEMAS, URN } from '../../../../core/scim/schema.ts';

const ANN: JsonObject = {
  id: 'usr_AbC',
  externalId: 'Ext-1',
  userName: 'Ann@Example.com',
  name: { familyName: "O'Malley", givenName: 'Ann' },
  active: true,
  emails: [
    { value: 'ann@example.com', type: 'work', primary: true },
    { value: 'ann@home.example', type: 'home' },
  ],
  meta: { resourceType: 'User', lastModified: '2026-05-13T04:42:34.000Z' },
};
const found = (filter: string) => meets(parseFilter(filter), ANN, SCHEMAS.User);

describe('a filter', () => {
  test.each([
    'userName eq "ann@example.com"',
    'USERNAME EQ "ANN@EXAMPLE.COM"',
    `${URN.user}:userName eq "ann@example.com"`,
    `name.familyName co "O'Malley"`,
    'userName sw "ann"',
    'userName ew ".COM"',
    'title pr or userName pr',
    'meta.lastModified gt "2026-05-13T04:42:33Z"',
    'meta.lastModified ge "2026-05-13T06:42:34+02:00"',
    'meta.lastModified lt "2027-01-01T00:00:00Z" and active eq true',
    'active eq "True"',
    'not (userName eq "bo")',
    'userName ne "bo"',
    'title ne "x"',
    'title eq null',
    'emails eq "ann@home.example"',
    'emails.value eq "ann@example.com"',
    'emails[type eq "work" and value co "@example.com"]',
    'emails[type eq "work"].value eq "ann@example.com"',
    'userName eq "x" or externalId eq "Ext-1" and active eq true',
    '(userName eq "x" or externalId eq "Ext-1") and (active eq true)',
    'userName eq "ann\\u0040example.com"',
    'id eq "usr_AbC"',
  ])('%s finds her', (filter) => {
    expect(found(filter)).toBe(true);
  });

  test.each([
    'userName eq "ann"',
    'externalId eq "ext-1"',
    'id eq "usr_abc"',
    'active eq false',
    'title pr',
    'emails[type eq "home" and value co "@example.com"]',
    'emails[type eq "home"].value eq "ann@example.com"',
    '(userName eq "x" or externalId eq "Ext-1") and active eq false',
    'nothing.at.all eq "x"',
    'constructor pr',
  ])('%s does not', (filter) => {
    expect(found(filter)).toBe(false);
  });

  test.each([
    ['', 'missing'],
    ['userName', 'none of'],
    ['userName eq', 'no value'],
    ['userName eq ann', 'no value'],
    ['userName is "x"', 'none of'],
    ['userName eq "x', 'no name, operator'],
    ['userName eq "x" and', 'missing'],
    ['(userName eq "x"', 'closing'],
    ['userName eq "x")', 'behind its end'],
    ['emails[type eq "work"', 'closing'],
    ['not userName eq "x"', 'bracket'],
    ['userName eq "x"; drop', 'no name, operator'],
    [`${'('.repeat(30)}userName pr${')'.repeat(30)}`, 'deeper'],
    [`userName eq "${'x'.repeat(2_000)}"`, 'longer'],
  ])('%s is none', (filter, why) => {
    expect(() => parseFilter(filter)).toThrow(expect.objectContaining({ code: 'scim_filter_invalid' }));
    expect(() => parseFilter(filter)).toThrow(why);
  });
});
