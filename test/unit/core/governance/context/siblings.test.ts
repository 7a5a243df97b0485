/** Fields that only what stands around them tells: types of parties, wrapped cells, typed ids, containers named by an id. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import type { JsonValue } from '../../../../../core/lib/json/value.ts';
import { defined } from '../../../../support/defined.ts';

const governance = compileGovernance();

/** Pointers of what went; the document as bytes must give the same. */
function gone(document: JsonValue): string[] {
  const after = governance.redact(document);
  const bytes = governance.governBytes(Buffer.from(JSON.stringify(document)), 'application/json');
  expect(JSON.parse(bytes.text)).toEqual(after);
  const pointers: string[] = [];
  const compare = (before: JsonValue, now: JsonValue, pointer: string): void => {
    if (typeof before === 'object' && before !== null) {
      for (const [key, child] of Object.entries(before))
        compare(child, defined((now as { [key: string]: JsonValue })[key]), `${pointer}/${key}`);
    } else if (before !== now) pointers.push(pointer);
  };
  compare(document, after, '');
  return pointers;
}

describe('what only the object around a field tells', () => {
  const cases: readonly (readonly [string, JsonValue, readonly string[]])[] = [
    [
      'cells wrapped one by one under the names of their columns',
      {
        schema: { fields: [{ name: 'mobile' }, { name: 'app_version' }, { name: 'last_name' }] },
        rows: [{ f: [{ v: '7700900123' }, { v: '10.20.3.4' }, { v: 'Okafor' }] }],
      },
      ['/rows/0/f/0/v', '/rows/0/f/2/v'],
    ],
    [
      'rows of two lists of cells, each with headers of its own',
      {
        dimensionHeaders: [{ name: 'appVersion' }, { name: 'userEmail' }],
        metricHeaders: [{ name: 'activeUsers' }],
        rows: [{ dimensionValues: [{ value: '12.4.0.9' }, { value: 'lea@firma.de' }], metricValues: [{ value: '8' }] }],
      },
      ['/rows/0/dimensionValues/1/value'],
    ],
    [
      'what an id points to, joined in',
      { id: 4, owner_id: { name: 'Lea Brandt' }, org_id: { name: 'Brandt Siebdruck' } },
      ['/owner_id/name'],
    ],
    [
      'a party by the type beside it',
      [
        { counterPartyType: 'MERCHANT', counterPartyName: 'Nonna Lucia' },
        { counterPartyType: 'SENDER', counterPartyName: 'Lucia Conti' },
      ],
      ['/1/counterPartyName'],
    ],
    [
      'where a parcel was seen, and where it goes',
      {
        tracking_details: [{ status: 'in_transit', tracking_location: { city: 'Houston', zip: '77063' } }],
        events: [{ address: { city: 'Berkeley', postal_code: '94704' } }],
        to_address: { name: 'Lucia Conti', street1: '4 Mill Lane', zip: '29407' },
      },
      ['/to_address/name', '/to_address/street1', '/to_address/zip'],
    ],
    ['a post office by its code', { FirmName: 'Acme', LPOZip: '90066', carrier_zip: '90067' }, []],
    [
      'the rate of a product, not the number of a person',
      { product_tax_code: '31000', tax_id: '31000442' },
      ['/tax_id'],
    ],
    [
      'what is rated, and has a telephone',
      [
        { name: 'Yelp', phone: '+14155550123', rating: 4.5, review_count: 9 },
        { name: 'Lucia Conti', phone: '+14155550124', rating: 4.9, review_count: 3 },
      ],
      ['/0/phone', '/1/name', '/1/phone'],
    ],
    [
      'a firm or one person alone by the full name beside its number',
      [
        { siren: '130025265', nom_complet: 'DIRECTION INTERMINISTERIELLE DU NUMERIQUE' },
        { siren: '130025266', nom_complet: 'JEAN MARIE DURAND' },
      ],
      ['/1/nom_complet'],
    ],
    [
      'a login, a program and a person',
      [
        { kind: 'user', name: 'root', path: 'root' },
        { kind: 'user', name: 'Lucia Conti', path: 'lconti' },
      ],
      ['/1/name'],
    ],
    [
      'the id of a card on a board',
      { name: 'Checklist', idBoard: '5e946acb3cc4', idCard: '5e946acb3cc40322434c214e' },
      [],
    ],
    [
      'a machine of a cluster, not a visitor',
      { status: { hostIP: '203.0.113.55', podIP: '203.0.113.207' }, client_ip: '203.0.113.9' },
      ['/client_ip'],
    ],
    ['who signed for a parcel', { DeliverySignatureName: 'KKRAUS' }, ['/DeliverySignatureName']],
    [
      'a secret key in a list of keys, not a public one',
      {
        keys: [{ id: 1, key: '4f9a8d7c6b5e4f3a2b1c' }, { key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 deploy' }],
      },
      ['/keys/0/key'],
    ],
    ['what others may see', { privacy: { fullName: 'public', avatar: 'public' } }, []],
    [
      'an account that is called after its owner',
      { items: [{ account_name: 'Alex Lebedev' }, { account_name: 'Night Desk' }] },
      ['/items/0/account_name'],
    ],
    [
      'the lines of a label',
      { acheminement_postal: { l2: 'JEAN DURAND', l4: '51 BIS RUE DE LA PAIX', l7: 'FRANCE' } },
      ['/acheminement_postal/l2', '/acheminement_postal/l4'],
    ],
    [
      'who is listed by ids',
      {
        voters: { e539a9df8700d0d05c69356a: [{ username: 'David_Ashby', name: 'David Ashby' }] },
        badges: { 12: { name: 'Great Reply' } },
      },
      ['/voters/e539a9df8700d0d05c69356a/0/name'],
    ],
    [
      'a record of QuickBooks, whose domain is no company of its own',
      [
        {
          domain: 'QBO',
          sparse: false,
          DisplayName: 'Lucia Conti',
          PrimaryPhone: { FreeFormNumber: '(650) 555-3311' },
        },
        { domain: 'QBO', sparse: false, DisplayName: "Amy's Bird Sanctuary", GivenName: 'Amy' },
      ],
      ['/0/DisplayName', '/0/PrimaryPhone/FreeFormNumber', '/1/GivenName'],
    ],
    [
      'what a reference points to',
      [{ EmployeeRef: { value: '5', name: 'Emily Platt' } }, { ItemRef: { value: '6', name: 'Emily Plate' } }],
      ['/0/EmployeeRef/name'],
    ],
    [
      'records of the DNS, not visitors',
      [
        { type: 'A', name: 'www', content: '198.51.100.4', ttl: 300 },
        { type: 'login', content: '198.51.100.5' },
      ],
      ['/1/content'],
    ],
    [
      'who has a card, not which card it is',
      [{ credit_card_name: 'Lucia Conti' }, { credit_card_name: 'Visa' }],
      ['/0/credit_card_name'],
    ],
    [
      'a user and a password of a registry',
      { auths: { x: { auth: 'bHVjaWE6aHVudGVyMjJ4' } }, auth: 'basic' },
      ['/auths/x/auth'],
    ],
    [
      'a tax number, a date and a document',
      [{ rfc: 'GODE561231GR8' }, { rfc: 'Tue, 10 Mar 2020 10:00:00 GMT' }, { rfc: '7230' }],
      ['/0/rfc'],
    ],
    ['a pupil', { eleve: { ine: '0812345678A' }, machine: { ine: '08123456' } }, ['/eleve/ine']],
    [
      'a login beside the name',
      { name: 'jsmith', displayName: 'Jo Smith', emailAddress: 'j@x.org' },
      ['/displayName', '/emailAddress'],
    ],
    [
      'a login that is a given name, beside the name',
      { name: 'fred', key: 'fred', displayName: 'Fred F. User', emailAddress: 'j@x.org' },
      ['/displayName', '/emailAddress'],
    ],
    [
      'a display name that is the login',
      { profile: { display_name: 'mags82', email: 'j@x.org' }, user: { display_name: 'ann', email: 'a@x.org' } },
      ['/profile/email', '/user/display_name', '/user/email'],
    ],
    [
      'the label of a value',
      {
        author: {
          fields: [
            { name: 'Demogroup', value: 'x' },
            { name: 'Ann Lee', value: 'y' },
          ],
        },
      },
      ['/author/fields/1/name'],
    ],
    ['names of regions and folders in full', [{ state_full_name: 'New York' }, { full_name: 'dir/Folder 1' }], []],
    [
      'a team that has a first and a last name',
      [
        { assignee: { type: 'team', first: 'Night', last: 'Desk' } },
        { assignee: { type: 'user', first: 'Lucia', last: 'Conti' } },
      ],
      ['/1/assignee/first', '/1/assignee/last'],
    ],
    [
      'an id by its type',
      { patient: { identifiers: [{ id: '00718842', idType: 'MR' }], visit: { id: '00718843' } } },
      ['/patient/identifiers/0/id'],
    ],
    [
      'a number that is called an address',
      [
        { type: 'sms_contact_method', address: '2025550142' },
        { type: 'phone_contact_method', address: '2025550143' },
      ],
      ['/1/address'],
    ],
    [
      'whom a reference points to',
      {
        assignee: { type: 'user_reference', summary: 'Lucia Conti' },
        service: { type: 'service_reference', summary: 'Main Ledger' },
      },
      ['/assignee/summary'],
    ],
    [
      'a nickname beside the name, not a login',
      [
        { given_name: 'Lucia', nickname: 'Lulu' },
        { given_name: 'Lucia', nickname: 'lconti82' },
      ],
      ['/0/given_name', '/0/nickname', '/1/given_name'],
    ],
    [
      'parameters of a calendar',
      [['attendee', { cn: 'Lucia Conti', role: 'CHAIR' }, 'cal-address', 'mailto:lucia@conti.it']],
      ['/0/1/cn', '/0/3'],
    ],
    ['lists of tokens that are keys, not words', [{ tokens: ['9f3c55d1ab2047ee', 'the', 'house'] }], ['/0/tokens/0']],
    [
      'addresses of hosts that changed',
      { device: 'edge-1', change: { from: '15.6.70.65', to: '117.12.93.18' } },
      ['/change/from', '/change/to'],
    ],
    [
      'towns on a way, and the town of a person',
      {
        events: [{ location: { address: { addressLocality: 'Leipzig', countryCode: 'DE' } } }],
        receiver: { name: 'Lucia Conti', address: { addressLocality: 'Leipzig', postalCode: '04109' } },
      },
      ['/receiver/name', '/receiver/address/addressLocality', '/receiver/address/postalCode'],
    ],
  ];
  test.each(cases)('%s', (_name, document, pointers) => {
    expect(gone(document)).toEqual(pointers);
  });
});

describe('what stays though its name tells', () => {
  const cases: readonly (readonly [string, JsonValue])[] = [
    [
      'cells of tables',
      { Rows: [{ Cells: [{ Value: 'IV7730418' }, { Value: '0f3960ae-0537-4438-a4dd-76d785e6d7d9' }] }] },
    ],
    ['ranges of addresses', { sources: { addresses: ['18.0.0.0/8', '2001:db8::/32'] } }],
    ['references under the name of a header', { authorization: 'iauth_1Qx7B8a2KqT01zgkW9' }],
    ['places of repositories', { ssh_url: 'org-8840@github.com:acme/widgets.git' }],
    ['stamps in links of banks', { signature_url: 'https://files.example.com/bank-accounts/a.pdf?expires=1719876543' }],
    ['logins of programs', { user: { name: 'prometheus' } }],
    ['bots by their names', [{ real_name: 'Deploy Bot' }, { first_name: 'PriceBot' }]],
    ['states of records', { $state: 'save', street: null }],
    ['dates of membership', { cardnumber: null, expiry_date: '2031-05-17' }],
    ['numbers of things in German', { custom_fields: [{ name: 'Anlagen-Nr.', value: '0049-8810-227' }] }],
    ['codes of bookings', { codicePrenotazione: '2208841937' }],
    ['data of merchants', { merchant_data: { name: 'Corner Cycles', city: 'Duluth', postal_code: '55802' } }],
    ['wireless nets', { profiles: [{ name: 'Guest Wi-Fi', ssid: 'guests' }] }],
    ['fields that are called in full', [{ name: 'size', full_name: 'custom_size', data_type: 'integer' }]],
    ['releases beside a package', { package: 'libfoo', change: { from: '15.6.70.65', to: '117.12.93.18' } }],
    ['constants of code', { password: 'PASSWORD_MESSAGE' }],
  ];
  test.each(cases)('%s', (_name, document) => {
    expect(gone(document)).toEqual([]);
  });
});

describe('what text tells', () => {
  test('finds a date of birth that is put right', () => {
    expect(governance.redact('Her date of birth is wrong, it should be 4 May 1987.')).toBe(
      'Her date of birth is wrong, it should be [REDACTED:birth-date].',
    );
  });

  test('finds a password that was changed to another', () => {
    expect(governance.redact('Router password changed to Maple-Kettle-31 today.')).toBe(
      'Router password changed to [REDACTED:secret] today.',
    );
  });

  test.each([
    'The call lasted 1234567 ms and 42 frames were dropped.',
    'Text length 1234567890 exceeds limit 2147483647.',
    'Contact form submission #12345678 received.',
    'Reach 2000000 of them by spring.',
    'The telephone bill of 1.234.567 IDR is due.',
    'The bank holiday schedule 20310512 was published.',
    'Routing table has 7234561 entries.',
    'The firm was born on 4 March 2010 out of a merger.',
  ])('leaves what is counted: %s', (text) => {
    expect(governance.redact(text)).toBe(text);
  });

  test.each([
    ['Contact number 98765432 (home).', '98765432'],
    ['Your bill is late, call 98765432 today.', '98765432'],
    ['Phone #4155550134 belongs to Dana.', '4155550134'],
    ['Transfer it to bank account no. 20310512 please.', '20310512'],
  ])('finds what is called: %s', (text, number) => {
    expect(governance.redact(text)).not.toContain(number);
  });
});
