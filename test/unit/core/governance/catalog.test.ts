/** The catalogue of personal data: what it says stands once, and is what the engine does. */
import { describe, expect, test } from '@jest/globals';
import { ALL_FIELD_KINDS, CATALOG, FIELD_KINDS, TYPE_OF } from '../../../../core/governance/catalog/index.ts';
import type { PersonalData } from '../../../../core/governance/catalog/kind.ts';
import { topicOfWords } from '../../../../core/governance/fieldName/contextWords.ts';
import { kindOf } from '../../../../core/governance/fieldName/matching.ts';
import { compileGovernance } from '../../../../core/governance/index.ts';
import { fold, phraseSet } from '../../../../core/governance/vocabulary/words.ts';

const entries: readonly PersonalData[] = CATALOG;

/** What stands under more than one heading. */
function shared(lists: ReadonlyArray<readonly [string, Iterable<string>]>): string[] {
  const of = new Map<string, string[]>();
  for (const [heading, items] of lists) for (const item of items) of.set(item, [...(of.get(item) ?? []), heading]);
  return [...of].filter(([, headings]) => headings.length > 1).map(([item, headings]) => `${item}: ${headings}`);
}

describe('the catalogue', () => {
  test('has each id, kind of field, name and topic once', () => {
    expect(shared(entries.map(({ id }, index) => [String(index), [id]]))).toEqual([]);
    expect(shared(entries.map(({ id, fields = {} }) => [id, Object.keys(fields)]))).toEqual([]);
    expect(shared(ALL_FIELD_KINDS.map((kind) => [kind, phraseSet(FIELD_KINDS[kind].names)]))).toEqual([]);
    expect(
      shared(
        entries.flatMap(({ topics = {} }) =>
          Object.entries(topics).map(([topic, words]) => [topic, phraseSet(words)] as const),
        ),
      ),
    ).toEqual([]);
  });

  test('writes ids as words with dashes between them', () => {
    expect(entries.map(({ id }) => id).filter((id) => !/^[a-z]+(?:-[a-z]+)*$/.test(id))).toEqual([]);
  });

  test.each(ALL_FIELD_KINDS.map((kind) => [kind]))('is what a field’s name is read by: %s', (kind) => {
    const other = [...phraseSet(FIELD_KINDS[kind].names)].filter((name) => kindOf([name]).kind !== kind);
    expect(other).toEqual([]);
  });

  test.each(entries.flatMap(({ topics = {} }) => Object.entries(topics)))(
    'is what words beside a number are read by: %s',
    (topic, words) => {
      expect([...phraseSet(words)].filter((word) => topicOfWords([fold(word)]) !== topic)).toEqual([]);
    },
  );

  /** A value of every kind, with what has to stand beside it where the name alone does not tell. */
  const SAMPLES: Readonly<Record<string, { value: string | number; beside?: Record<string, string>; name?: string }>> =
    {
      email: { value: 'ann@example.org' },
      emailLocalPart: { value: 'ann.lee', name: 'localpart' },
      phone: { value: '+49 30 901820' },
      bareName: { value: 'Ann Lee', name: 'name', beside: { email: 'ann@example.org' } },
      name: { value: 'Ann', name: 'firstname' },
      address: { value: '12 Main Street', name: 'streetaddress' },
      postalCode: { value: '10115', name: 'postalcode' },
      houseNumber: { value: '12b', name: 'housenumber', beside: { street: 'Main Street' } },
      addressPart: { value: 'Berlin', name: 'city', beside: { street: 'Main Street 12' } },
      birthDate: { value: '1980-02-28', name: 'dateofbirth' },
      birthPlace: { value: 'Lyon', name: 'birthplace' },
      nationality: { value: 'French', name: 'nationality' },
      ssn: { value: '219-09-9999', name: 'ssn' },
      nationalId: { value: '94826178804', name: 'nationalid' },
      passport: { value: 'C01X00T47', name: 'passportnumber' },
      driverLicense: { value: 'K4188271', name: 'driverlicense' },
      taxId: { value: '86095742719', name: 'taxid' },
      vat: { value: 'DE123456789', name: 'ustid', beside: { email: 'ann@example.org' } },
      healthRecord: { value: 'MRN-448211', name: 'medicalrecordnumber' },
      card: { value: '4111111111111111', name: 'cardnumber' },
      cardGroup: { value: '4111', name: 'cardnumber1' },
      cardCode: { value: '123', name: 'cvv' },
      cardExpiry: { value: '12/29', name: 'expiry', beside: { cardnumber: '4111111111111111' } },
      cardExpiryPart: { value: '12', name: 'expmonth', beside: { cardnumber: '4111111111111111' } },
      paymentAddress: { value: 'ann@okbank', name: 'vpa' },
      bank: { value: '021000021', name: 'routingnumber' },
      accountNumber: { value: '12345678', name: 'accountnumber', beside: { sortcode: '20-00-00' } },
      iban: { value: 'DE89370400440532013000' },
      secret: { value: 'hunter2hunter2', name: 'password' },
      cookie: { value: 'sid=4f9a8d7c2b1e6053' },
      token: { value: 'a8f3c1d29b7e4460', name: 'token' },
      basicAuth: { value: 'bHVjaWE6aHVudGVyMjJ4', name: 'auth' },
      session: { value: '08062013_0:b8b330329fbfdb758089f2a2ae3e359bbdc94df60a23289c', name: 'user_session' },
      pin: { value: '4711', name: 'pin' },
      ip: { value: '203.0.113.9' },
      mac: { value: '00:1b:63:84:45:e6' },
      imei: { value: '490154203237518' },
      username: { value: 'ann82' },
      age: { value: 44, name: 'age' },
      gender: { value: 'female' },
      health: { value: 'asthma', name: 'diagnosis' },
      vehicle: { value: 'B-AB 1234', name: 'licenseplate' },
      special: { value: 'UNISON member', name: 'tradeunionmembership' },
      pay: { value: 54_000, name: 'annualsalary' },
      onlineHandle: { value: '@annlee', name: 'twitterhandle' },
      deviceId: { value: '6d92078a-8246-4ba4-ae5b-76104861e7dc', name: 'idfa' },
      coordinate: { value: 52.516_3, name: 'latitude', beside: { street: 'Main Street 12', email: 'ann@example.org' } },
    };

  test.each(ALL_FIELD_KINDS.map((kind) => [kind]))(
    'is redacted with its marker, and left when it is off: %s',
    (kind) => {
      const sample = SAMPLES[kind];
      if (sample === undefined) throw new Error(`Add a value of the kind of field ${kind} to SAMPLES in this file.`);
      const { value, beside, name = kind } = sample;
      const read = (on: boolean): unknown => {
        const governed = compileGovernance({ detectors: { [TYPE_OF[kind]]: on } });
        return (governed.redact({ ...beside, [name]: value }) as Record<string, unknown>)[name];
      };

      expect(read(true)).toBe(`[REDACTED:${TYPE_OF[kind]}]`);
      expect(read(false)).not.toBe(`[REDACTED:${TYPE_OF[kind]}]`);
    },
  );
});

describe('kinds that privacy law names', () => {
  const strict = compileGovernance({ mode: 'strict' });
  const order = { first_name: 'Ann', shipping_address: { address1: 'Main St 12', zip: '10115', latitude: 45.416 } };
  const person = { name: 'Ann Lee', twitter: '@annlee', idfa: '6D92078A-8246-4BA4-AE5B-76104861E7DC', salary: 54_000 };

  test('go by default where the name is the law’s word', () => {
    const value = { sexual_orientation: 'gay', trade_union: 'UNISON', criminal_record: 'theft', disability: 'blind' };
    expect(Object.values(compileGovernance().redact(value) as object)).toEqual(Array(4).fill('[REDACTED:special]'));
  });

  test('else go in the mode strict: coordinates of a home, handles, advertising ids, pay', () => {
    expect(strict.redact(order)).toMatchObject({ shipping_address: { latitude: '[REDACTED:location]' } });
    expect(strict.redact({ person })).toMatchObject({
      person: { twitter: '[REDACTED:online-id]', idfa: '[REDACTED:online-id]', salary: '[REDACTED:pay]' },
    });
    expect(compileGovernance().redact({ person })).toMatchObject({ person: { ...person, name: '[REDACTED:name]' } });
  });

  test.each([
    ['coordinates of a venue', { venue: { name: 'Town Hall', latitude: 52.1, address: 'Marx St 1' } }],
    ['coordinates alone', { lat: 52.1, lng: 13.2 }],
    ['what is no value', { disability: false, twitter: { count: 3 }, special: { type: 'offer' } }],
    ['a schema', { disability: { type: 'string', description: 'Degree' } }],
  ])('stay: %s', (_title, value) => {
    expect(strict.redact(value)).toEqual(value);
  });
});
