/** Modes of redaction, and the parts of values that stay. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance, DETECTORS, validateGovernance } from '../../../../../core/governance/index.ts';
import { redactedArguments } from '../../../../../core/mcp/redactedArguments.ts';
import { KEPT_PARTS, MODES } from '../../../../../core/model/governance/modes.ts';
import type { GovernanceOverrides } from '../../../../../core/model/governance/settings.ts';

const govern = (value: unknown, settings: GovernanceOverrides, key?: Uint8Array) =>
  JSON.parse(compileGovernance(settings, key).governBytes(Buffer.from(JSON.stringify(value)), 'application/json').text);

const PERSON = {
  full_name: 'Lucia Conti',
  email: 'lucia.conti@mail.example.org',
  username: 'lconti',
  gender: 'female',
  card_number: '4111 1111 1111 1111',
  passport_number: 'X1234567',
  password: 'Xk9tulip77q',
  note: 'SSN 536-90-4399, lucia.conti@mail.example.org',
};

describe('a mode', () => {
  test('redacts all that the next one does', () => {
    for (const { modes } of DETECTORS) expect(MODES.slice(0, modes.length)).toEqual(modes);
  });

  test('is balanced by default', () => {
    expect(govern(PERSON, {})).toEqual(govern(PERSON, { mode: 'balanced' }));
  });

  test('decides what goes and what stays', () => {
    const strict = govern(PERSON, { mode: 'strict' });
    const minimal = govern(PERSON, { mode: 'minimal' });

    expect(strict).toMatchObject({ username: '[REDACTED:username]', gender: '[REDACTED:gender]' });
    expect(minimal).toEqual({
      ...PERSON,
      card_number: '[REDACTED:card]',
      passport_number: '[REDACTED:passport]',
      password: '[REDACTED:secret]',
      note: 'SSN [REDACTED:ssn], lucia.conti@mail.example.org',
    });
  });

  test('leaves detectors alone that the owner switched', () => {
    const settings = { mode: 'minimal', detectors: { email: true, card: false } } as const;

    expect(govern(PERSON, settings)).toMatchObject({ email: '[REDACTED:email]', card_number: PERSON.card_number });
  });

  test.each([{ mode: 'weak' }, { mode: null }, { keepParts: ['street'] }, { keepParts: ['town', 'town'] }])(
    'and parts must exist: %j',
    (settings) => {
      expect(() => validateGovernance(settings)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    },
  );
});

describe('a part that stays', () => {
  const value = {
    customer: {
      full_name: 'Lucia Conti',
      email: 'lucia.conti@mail.example.org',
      date_of_birth: '1984-03-12',
      street: '1 High Street',
      city: 'London',
      state: 'TX',
      postal_code: 'SW1A 2AA',
      card: { number: '4111111111111111', exp_month: 12 },
    },
    others: [{ email: 'x@y', zip: '94105', street: 'Elm St 4' }],
    note: 'write to lucia.conti@mail.example.org',
  };

  test('stays, and the rest goes', () => {
    const all = govern(value, { keepParts: [...KEPT_PARTS] });

    expect(all.customer).toEqual({
      full_name: '[REDACTED:name]',
      email: '[REDACTED:email]@mail.example.org',
      date_of_birth: '1984-[REDACTED:birth-date]',
      street: '[REDACTED:address]',
      city: 'London',
      state: 'TX',
      postal_code: 'SW1A [REDACTED:address]',
      card: { number: '[REDACTED:card] 1111', exp_month: 12 },
    });
    expect(all.others[0]).toMatchObject({ email: '[REDACTED:email]@y', zip: '94[REDACTED:address]' });
    expect(all.note).toBe('write to [REDACTED:email]@mail.example.org');
  });

  test('changes nothing when it is governed again', () => {
    const settings = { keepParts: [...KEPT_PARTS] };
    const once = govern(value, settings);

    expect(govern(once, settings)).toEqual(once);
  });

  test('stands beside pseudonyms', () => {
    const { customer } = govern(value, { keepParts: ['emailDomain'], pseudonyms: true }, Buffer.alloc(32, 7));

    expect(customer.email).toMatch(/^\[REDACTED:email:[0-9a-z]{7}\]@mail\.example\.org$/);
  });

  test('is the last four digits of a long number alone, in fields and in texts', () => {
    const settings = { keepParts: ['lastFour'] } as const;
    const numbers = {
      card_number: 4111111111111111,
      iban: 'DE89 3704 0044 0532 0130 00',
      phone: '+44 7911 123456',
      mobile: '781 5991',
      note: 'card 4111-1111-1111-1111, call +44 7911 123456',
    };
    const once = govern(numbers, settings);

    expect(once).toEqual({
      card_number: '[REDACTED:card] 1111',
      iban: '[REDACTED:iban] 3000',
      phone: '[REDACTED:phone] 3456',
      mobile: '[REDACTED:phone]',
      note: 'card [REDACTED:card] 1111, call [REDACTED:phone] 3456',
    });
    expect(govern(once, settings)).toEqual(once);
  });

  test.each([
    '[REDACTED:card] 1111',
    '[REDACTED:email]@example.org',
    '1984-[REDACTED:birth-date]',
    'SW1A [REDACTED:address]',
  ])('does not make a marker an argument: %s', (argument) => {
    const faults = redactedArguments({ to: argument }, JSON.stringify({ to: argument }));

    expect(faults).toEqual([expect.objectContaining({ field: '/to', rule: 'redacted' })]);
  });

  test('is nothing of a value that is written in another way', () => {
    const odd = { customer: { email: 'a b@c@d', full_name: 'Lucia Conti', postal_code: '123', street: 'x 1' } };
    const { customer } = govern(odd, { keepParts: [...KEPT_PARTS] });

    expect(customer.postal_code).toBe('[REDACTED:address]');
    expect(JSON.stringify(customer)).not.toContain('a b@');
  });
});
