/** The memory of field names: what it holds, and that made-up names do not push out the others for good. */
import { expect, test } from '@jest/globals';
import { NameCache, sharedNames } from '../../../../../core/governance/fieldName/nameCache.ts';
import { kindOfKey, readKey, roleOfKey } from '../../../../../core/governance/fieldName/readName.ts';
import { compileGovernance } from '../../../../../core/governance/index.ts';

test('holds two generations, and forgets the names that were not asked for longest', () => {
  // Prepare
  const names = new NameCache({}, 3);
  const email = names.read('email');

  // Act: three generations pass, in each of which one name is asked for again.
  for (const name of 'a1 a2 email a3 a4 email a5 a6 email'.split(' ')) names.read(name);

  // Assess
  expect(names.read('email')).toBe(email);
  expect(names.size).toBeLessThanOrEqual(6);
});

test.each([
  'email',
  'billingEmailAddress',
  'customer_id',
  'EmployeeRef',
  'ns2:Town',
  'ann@example.org',
  '[REDACTED:email]',
  'date of birth',
  'merchantData',
  'Ｐｈｏｎｅ',
  '',
])('reads of %j alone its kind or role as with all the rest', (name) => {
  const { kind, role } = readKey(name);
  expect([kindOfKey(name), roleOfKey(name)]).toEqual([kind, role]);
});

test('does not hold long names', () => {
  const names = new NameCache();
  expect(names.read(`email_${'x'.repeat(200)}`)).toBeDefined();
  expect(names.size).toBe(0);
});

test('is bounded when an answer has names and people of its own in every object', () => {
  // Prepare
  const rows = Array.from({ length: 20_000 }, (_, index) => {
    const letters = index.toString(36).replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
    return {
      [`f${letters}`]: index,
      email: `ann.${letters}@example.org`,
      first_name: 'Ann',
      last_name: `Lee${letters}`,
    };
  });

  // Act
  const { text, redactions } = compileGovernance({ truncation: false, maxBytes: 1024 ** 3 }).governBytes(
    Buffer.from(JSON.stringify(rows)),
    'application/json',
  );

  // Assess
  expect(text).not.toContain('@example.org');
  expect(redactions.byType['email']).toBe(rows.length);
  expect(sharedNames.size).toBeLessThanOrEqual(8_192);
});
