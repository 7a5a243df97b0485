import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import type { JsonValue } from '../../../../../core/lib/json/value.ts';
import { defined } from '../../../../support/defined.ts';

const { redact } = compileGovernance();

/** Pointers of the leaves that were redacted. */
function gone(before: JsonValue, after: JsonValue = redact(before), pointer = ''): string[] {
  if (typeof before !== 'object' || before === null) return before === after ? [] : [pointer];
  return Object.keys(before).flatMap((key) =>
    gone(
      defined((before as { [key: string]: JsonValue })[key]),
      defined((after as { [key: string]: JsonValue })[key]),
      `${pointer}/${key}`,
    ),
  );
}

describe('fields that must go', () => {
  const cases: readonly (readonly [string, JsonValue, readonly string[]])[] = [
    [
      'in any spelling',
      {
        firstName: 'A',
        'last-name': 'B',
        'E-Mail': 'a@b.co',
        primaryPhoneNumber: '781 5991',
        DateOfBirth: '1980-01-01',
      },
      ['/firstName', '/last-name', '/E-Mail', '/primaryPhoneNumber', '/DateOfBirth'],
    ],
    [
      'in many languages',
      {
        vorname: 'A',
        apellidos: 'B',
        téléphone: '01 42 68 53 00',
        手机号: '13800138000',
        氏名: '山田 太郎',
        이름: '김철수',
        'дата рождения': '12.03.1985',
        الهاتف: '+966501234567',
      },
      ['/vorname', '/apellidos', '/téléphone', '/手机号', '/氏名', '/이름', '/дата рождения', '/الهاتف'],
    ],
    [
      'a name by what stands above',
      { customer: { name: 'Ann Lee' }, users: { edges: [{ node: { name: 'Bo Li' } }] } },
      ['/customer/name', '/users/edges/0/node/name'],
    ],
    ['a name by its siblings', { items: [{ name: 'Ann Lee', email: 'a@b.co' }] }, ['/items/0/name', '/items/0/email']],
    [
      'a name by the login beside it, when it reads like one of a person, whatever else an account has',
      [
        { screen_name: 'annlee', name: 'Ann Lee', link_color: '9DDD95', time_zone: 'Quito', geo_enabled: false },
        {
          screen_name: 'narratively',
          name: 'Narratively',
          link_color: '9DDD95',
          time_zone: 'Quito',
          geo_enabled: false,
        },
      ],
      ['/0/name'],
    ],
    ['a name by the type of its object', { type: 'user', name: 'Ann' }, ['/name']],
    ['a string that is the person', { assignee: 'Ann Lee', created_by: 'Bo Li' }, ['/assignee', '/created_by']],
    [
      'a value named by its sibling',
      { telecom: [{ system: 'phone', value: '781 5991' }], headers: [{ name: 'Cookie', value: 'sid=abc123' }] },
      ['/telecom/0/value', '/headers/0/value'],
    ],
    ['a table', { columns: ['id', 'email'], rows: [[1, 'a@b.co']] }, ['/rows/0/1']],
    [
      'a name in a wrapper, of somebody',
      { user: { name: { value: 'Ann Lee' } }, users: [{ email: 'a@b.co', name: { text: 'Bo Li' } }] },
      ['/user/name/value', '/users/0/email', '/users/0/name/text'],
    ],
    [
      'numbers of loans and devices',
      { mortgage: [{ account_number: '3120194154' }], imeis: ['990000862471854'], SSNumber: '1542012365985215' },
      ['/mortgage/0/account_number', '/imeis/0', '/SSNumber'],
    ],
    [
      'words that clerks shorten or turn round',
      { emp_last_nm: 'Lee', nameFamily: 'Lee', owner_first: 'Ann', home_addr_ln1: '12 Elm', wrk_ph_nbr: '781 5991' },
      ['/emp_last_nm', '/nameFamily', '/owner_first', '/home_addr_ln1', '/wrk_ph_nbr'],
    ],
    [
      'pairs under any names',
      { settings: [{ ParameterKey: 'DbPassword', ParameterValue: 'aB3dE5gH7j' }] },
      ['/settings/0/ParameterValue'],
    ],
    ['a person that a label names', { label: 'Emergency contact', value: 'Ann Lee' }, ['/value']],
    ['several people in a string', { guests: 'Ann Lee; Bob Ray', witness: 'Ann and Bob Lee' }, ['/guests', '/witness']],
    [
      'which one of several',
      { phones: { home: '781 5991', main: { number: '781 5992' } } },
      ['/phones/home', '/phones/main/number'],
    ],
    [
      'a table with its header first',
      [
        ['Name', 'E-Mail', 'City'],
        ['Ann Lee', 'a@b.co', 'Boise'],
      ],
      ['/1/0', '/1/1'],
    ],
    [
      'a jCard',
      [
        'vcard',
        [
          ['fn', {}, 'text', 'Ann Lee'],
          ['tel', {}, 'uri', 'tel:+1-555-555-1234'],
        ],
      ],
      ['/1/0/3', '/1/1/3'],
    ],
    ['typed values', { email: { S: 'a@b.co' }, firstName: { S: 'Ann' } }, ['/email/S', '/firstName/S']],
    [
      'an address with its town',
      { address: { line1: '5 Elm', city: 'Boise', state: 'ID', zip: '83702', country: 'US' } },
      ['/address/line1', '/address/city', '/address/state', '/address/zip'],
    ],
    [
      'a card with code and expiry',
      { card: { number: '4111111111111111', exp_month: 3, cvc: '123', brand: 'visa' } },
      ['/card/number', '/card/exp_month', '/card/cvc'],
    ],
    [
      'an account beside its bank',
      { account_number: '12345678', sort_code: '12-34-56' },
      ['/account_number', '/sort_code'],
    ],
    ['numbers', { phone: 4155552671, ssn: 219099999, pin: 1234 }, ['/phone', '/ssn', '/pin']],
    [
      'credentials',
      {
        password: 'x1',
        client_secret: 'abc123def456',
        headers: { authorization: 'Bearer abcdef123456', 'x-api-key': 'k3y_abcdefgh1234' },
      },
      ['/password', '/client_secret', '/headers/authorization', '/headers/x-api-key'],
    ],
    ['both ends of a message', { from: '4915112345678', to: '+14155552671' }, ['/from', '/to']],
    ['a display name', { to: 'Ann Lee <a@b.co>' }, ['/to']],
    [
      'a card whose number was left out',
      { card: { brand: 'visa', last4: '4242', exp_year: 2030 } },
      ['/card/exp_year'],
    ],
    [
      'a shipping address with its coordinates',
      { shipping_address: { name: 'Ann Lee', city: 'Boise', latitude: 43.6, country_code: 'US' } },
      ['/shipping_address/name', '/shipping_address/city'],
    ],
    [
      'parts of an address in other words',
      { shipping: { address: { address_line_1: '5 Elm', admin_area_2: 'Boise', postal_code: '83702' } } },
      ['/shipping/address/address_line_1', '/shipping/address/admin_area_2', '/shipping/address/postal_code'],
    ],
    [
      'numbers of houses',
      { adres: { straat: 'Dam', huisnummer: 12, plaats: 'Delft' } },
      ['/adres/straat', '/adres/huisnummer', '/adres/plaats'],
    ],
    [
      'towns of a person beside a postal code',
      { contact: { city: 'Boise', state: 'ID', zip: '83702', country: 'US' } },
      ['/contact/city', '/contact/state', '/contact/zip'],
    ],
    [
      'lists of people',
      { participants: ['Ann Lee', 'Bob Ray'], tags: ['Red Hat'] },
      ['/participants/0', '/participants/1'],
    ],
    ['whoever did it', { merged_by: { name: 'Ann Lee' }, sorted_by: { name: 'Last Update' } }, ['/merged_by/name']],
    [
      'roles in other languages',
      { sachbearbeiter: 'Udo Lang', vendedor: { nombre: 'Luis' } },
      ['/sachbearbeiter', '/vendedor/nombre'],
    ],
    ['logins of machines', { smtp: { host: 'mx', user: 'svc', pass: 'x1y2' } }, ['/smtp/pass']],
    [
      'answers to a recovery question',
      { recovery_question: { question: 'Pet?', answer: 'Rex' } },
      ['/recovery_question/answer'],
    ],
    ['the licence of a driver', { driver: { licence: 'MORGA657054SM9IJ' } }, ['/driver/licence']],
    [
      'numbers on words of a name',
      { address1_line1: '5 Elm', address1_city: 'Boise' },
      ['/address1_line1', '/address1_city'],
    ],
    [
      'names with marks of their script',
      { ग्राहक: { नाम: 'अमित शर्मा', मोबाइल: '9876543210' } },
      ['/ग्राहक/नाम', '/ग्राहक/मोबाइल'],
    ],
    ['members of an insurance', { insurance: { member_id: 'W123456789', group: '98765' } }, ['/insurance/member_id']],
    [
      'parents of a person',
      { student: { parents: [{ name: 'Eve Lee' }] }, folder: { parents: [{ name: 'Red Hat' }] } },
      ['/student/parents/0/name'],
    ],
    [
      'a state with its name and code',
      { address: { street: '5 Elm', state: { name: 'Idaho', code: 'ID' }, zip: '83702' } },
      ['/address/street', '/address/state/name', '/address/state/code', '/address/zip'],
    ],
    [
      'a person by what only people have',
      [{ name: 'Ann Lee', last_login: '2024-03-11', is_admin: false }],
      ['/0/name'],
    ],
    [
      'the parts of an address as Royal Mail names them',
      { DPA: { BUILDING_NUMBER: '12', THOROUGHFARE_NAME: 'LINDEN ROAD', POST_TOWN: 'LEEDS', POSTCODE: 'AB1 2CD' } },
      ['/DPA/BUILDING_NUMBER', '/DPA/THOROUGHFARE_NAME', '/DPA/POST_TOWN', '/DPA/POSTCODE'],
    ],
    ['a label as a question', { question: 'What is your name?', answer: 'Ann Lee' }, ['/answer']],
  ];
  test.each(cases)('%s', (_name, document, pointers) => {
    expect(gone(document)).toEqual(pointers);
  });
});

describe('fields that must stay', () => {
  const cases: readonly (readonly [string, JsonValue])[] = [
    ['the building of an asset', { asset: { building_name: 'HQ North', building_number: '7', floor: 3 } }],
    [
      'what is written about fields',
      {
        labels: { first_name: 'First name', password: 'Choose one', street: 'Where you live' },
        translations: { en_US: { phone: 'Phone 24 hours a day', last_name: 'Family' } },
        errors: { password: ['must contain 8 characters'], first_name: 'is required', address: 'Please enter one' },
        password: 'Password',
        first_name: 'FirstName',
      },
    ],
    [
      'forms of values',
      { validation: { phone: '^\\+?[0-9]{10,15}$' }, zip: '^[0-9]{5}$', ssn: '\\d{3}-\\d{2}-\\d{4}' },
    ],
    ['codes of payments and grants', { authorization_code: '831000', oauth2_authorizationCode: ['write:things'] }],
    ['ids with a prefix', { card: 'card_1Mvxyz12345678', bank_account: 'ba_1Mvx12345678', tax_id: 'txi_123456789' }],
    ['annotations of OData', { '_ownerid_value@OData.Community.Display.V1.Name': 3 }],
    [
      'what only speaks of the data',
      {
        email_verified: 'pending',
        token_type: 'bearer',
        phone_type: 'mobile',
        address_id: 'a1',
        ssn_provided: 'yes',
        password_policy: 'good',
        card_brand: 'visa',
        last4: '4242',
      },
    ],
    [
      'words where data could be',
      {
        email: 'weekly',
        phone: 'mobile',
        password: 'required',
        token: 'cursor',
        notifications: { email: true, sms: null },
      },
    ],
    [
      'names of things',
      {
        company: { name: 'Ann Lee Foods' },
        product: { name: 'Blue Mug' },
        status: { name: 'In Progress' },
        children: [{ name: 'Mobile Phones' }],
        packageManager: { name: 'yarn' },
        cards: [{ name: 'Fix It' }],
      },
    ],
    ['a repository', { full_name: 'octo/hello', owner: { type: 'Organization', name: 'Octo Cat' } }],
    [
      'places',
      {
        venue: { name: 'Arena', address: '5 Elm St, Boise', postal_code: '83702' },
        cities: [{ name: 'San Jose', state: 'CA' }],
        city: 'Berlin',
        country: 'DE',
      },
    ],
    [
      'cursors and counts',
      {
        next_page_token: 'abcdef1234567890',
        total_tokens: 512,
        usage: { prompt_tokens: 12 },
        page_token: 'abc123def456',
      },
    ],
    [
      'identifiers',
      {
        id: '4155552671',
        order_number: '415-555-2671',
        tracking: '4111111111111111',
        ean: '4006381333931',
        patient_id: 'p-1234567',
        message_id: '<CAF1@mail.example.com>',
        serial: '219-09-9999',
      },
    ],
    [
      'other account numbers',
      { account_number: 'UT-000123', ledger: { account_number: '4000' }, accountId: '123456789012' },
    ],
    [
      'versions and code',
      {
        dependencies: { cookie: '^0.7.1', lodash: '4.17.21' },
        firmware: '10.0.19041.1',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that nobody filled in is meant
        secret: '${SECRET}',
        email: '{{user.email}}',
      },
    ],
    ['links', { uris: { addresses: '/v1/Addresses.json' }, api_key: 'https://docs.example/keys' }],
    ['short codes and extensions', { phone_extension: '818', sms_short_code: '72345', port: 5432 }],
    [
      'captions, types and states of fields',
      {
        first_name: 'Vorname',
        city: 'Ort',
        street: 'string',
        home_address: 'verified',
        last_name: 'csv_last_name',
        password: 'Passwort vergessen?',
        cardholder: 'ich_1MsKAB2eZvKYlo2C',
      },
    ],
    [
      'masks and globs',
      {
        phone: '(99) 99999-9999',
        mask: '+49 000 0000000',
        tax_id: 'AA999999A',
        email: '*@corp.example',
        zip: '00000-000',
      },
    ],
    [
      'countries as such',
      { country_of_residence: 'South Africa', items: [{ name: 'Germany', phone: '49' }], seller: 'Hong Kong' },
    ],
    [
      'things under names of roles',
      { driver: { name: 'Intel Graphics' }, worker: { name: 'Image Resizer' }, approved_by: 'Auto Approval' },
    ],
    [
      'versions that the name above tells',
      { firmware: { current: '33.6.198.134', from: '31.16.125.227' }, fixVersions: [{ name: '9.12.4.2' }] },
    ],
    ['plants', { scientific_name: 'Passer domesticus', family_name: 'Passeridae' }],
    ['the author of a book', { isbn: '9783161484100', author: 'Ursula Vernon' }],
    [
      'names of counters and captions in a wrapper',
      { value: [{ name: { value: 'AccountUsage', localizedValue: 'Account Usage' }, currentValue: 1 }] },
    ],
    [
      'profiles of settings',
      {
        properties: {
          agentPoolProfiles: [{ name: 'agentpool', count: 3 }],
          dnsConfig: { relativeName: 'shop8104327732914' },
        },
        profile_name: 'My Messaging Profile',
        group_short_name: 'ops',
      },
    ],
    [
      'what things are called in full',
      {
        os: { family: 'linux', full_name: 'CentOS Linux release 7.6' },
        series: [{ name: 'May Melee', full_name: 'May Melee 2020', slug: 'may-melee' }],
        includes: { places: [{ full_name: 'Lakewood, CO', id: 'p1' }] },
        products: [{ fullName: 'Chicken Korma', price: 7 }],
        value: [{ properties: { code: 'Central US', fullName: 'Central US' } }],
        vm: [{ familyName: 'Standard_A0_A7' }],
        courierName: 'Retira em Loja',
      },
    ],
    [
      'a name that says again what it names',
      {
        properties: { Author: { name: 'Author', type: 'rich_text' }, isBilledTo: { displayName: 'Is Billed To' } },
        recipients: [{ custom_fields: [{ name: 'pet', value: 'cat' }] }],
      },
    ],
    [
      'addresses of ledgers and hosts',
      {
        vout: [{ addresses: ['DUMh1rPrXTrCN2Z9EHsLPg7b78rACHB2h7', 'bc1q6ldys6q9tl08jz59s93h4wquy9hp0glc5zvh0z'] }],
        pay_address: 'TNDFkiSmBQorNFacb3735q8MnT29sn8BLn',
        backends: [{ address: 'w3.contoso.com', httpPort: 80 }],
      },
    ],
    [
      'states that are no part of an address',
      { to_state: 'in_progress', billingState: 'ABANDONED', address: { street: { count: 1 }, state: 'Creating' } },
    ],
    [
      'times, words and measures under names of numbers',
      {
        last_data_access_times: { account_routing_number: '2025-10-15T13:52:38.344Z' },
        number_level_routing: 'disabled',
        ImagePositionPatient: '-249.51171875\\-458.51171875\\314',
        credit_card: { number: 'R-00000001' },
        image: 'https://a.example/x-movil.jpg?mtime=1479134946',
      },
    ],
    [
      'what is called a secret and is none',
      {
        emojis: { cookie: 'https://cdn.example/unicode/1f36a.png?v8' },
        ChargeBearer: 'BorneByCreditor',
        urlTemplate: '/user/login?username={username}&password={password}',
      },
    ],
    [
      'the way that a route takes',
      { instructions: [{ text: 'Turn left onto Lindenstraße', street_name: 'Lindenstraße' }] },
    ],
    [
      'a company in capitals',
      { defendant_name: 'AMERICAN CYANAMID COMPANY', shipping_address: { street: {}, name: 'HQ US' } },
    ],
  ];
  test.each(cases)('%s', (_name, document) => {
    expect(gone(document)).toEqual([]);
  });
});
