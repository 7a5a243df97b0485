/** The same data in the forms in which APIs wrap it: JSON:API, GraphQL, HAL, diffs, patches, XML as JSON, pairs, tables. */
import { type Draft, open, prose, trap } from '../label.ts';
import type { Template } from '../structured/tuning.ts';
import * as s from './shorthand.ts';

export const FORMS: Readonly<Record<string, Template>> = {
  jsonApi: (v) => ({
    data: s.many(3, () => {
      const a = v.person();
      return {
        type: 'people',
        id: s.id(v.digits(5)),
        attributes: {
          name: s.name(a.full),
          'first-name': s.name(a.first),
          'e-mail': s.email(a.email),
          'phone-number': s.phone(a.phone),
          'birth-date': s.birth(a.birth),
          'created-at': trap('iso time', v.iso()),
          'postal-address': {
            'street-address': s.address(a.street),
            city: s.address(a.city),
            'postal-code': s.address(a.zip),
          },
        },
        relationships: {
          company: { data: { type: 'companies', id: s.id('9') } },
          manager: { data: { type: 'people', id: s.id('12') } },
        },
        links: { self: trap('url', '/people/1') },
      };
    }),
    included: [
      {
        type: 'companies',
        id: s.id('9'),
        attributes: { name: s.company('Tyrell Corporation'), 'phone-support-hours': '9-17' },
      },
      {
        type: 'products',
        id: s.id('77'),
        attributes: { name: trap('product', 'Eames Chair'), price: trap('price', 199.5) },
      },
    ],
  }),
  graphql: (v) => ({
    data: {
      viewer: { login: open('octo'), name: s.name(v.person('us').full) },
      users: {
        edges: s.many(3, () => ({
          cursor: trap('cursor', v.token(24)),
          node: {
            id: s.id(v.token(20)),
            __typename: 'User',
            name: s.name(v.person().full),
            primaryEmail: s.email(v.person().email),
            mobile: s.phone(v.phone()),
            homeAddress: { line1: s.address(v.person().street), town: s.address(v.person().city) },
          },
        })),
        pageInfo: { endCursor: trap('cursor', v.token(24)), hasNextPage: true },
      },
      products: {
        nodes: s.many(3, () => ({
          __typename: 'Product',
          id: s.id(v.token(20)),
          name: trap('product', 'Windsor Knot'),
          vendor: s.company('Brooks Brothers'),
        })),
      },
      repository: {
        name: trap('repository', 'hello-world'),
        nameWithOwner: trap('owner/repo', 'octo/hello-world'),
        pullRequests: {
          nodes: [{ number: 4, author: { login: open('octo') }, mergedBy: { name: s.name(v.person('us').full) } }],
        },
      },
    },
  }),
  hal: (v) => ({
    _links: { self: { href: trap('url', '/orders') } },
    _embedded: {
      customers: s.many(2, () => ({
        _links: { self: { href: trap('url', '/customers/1') } },
        name: s.name(v.person().full),
        contact: { eMail: s.email(v.person().email), telephone: s.phone(v.phone()) },
      })),
      products: s.many(2, () => ({ name: trap('product', 'Chesterfield Sofa'), price: trap('price', 1200) })),
    },
    page: { size: 20, totalElements: 2 },
  }),
  auditDiffs: (v) => ({
    events: s.many(3, () => {
      const a = v.person();
      const b = v.person();
      return {
        event: 'user.updated',
        actor: { id: s.id(v.digits(5)), type: 'user', name: s.name(v.person('us').full), ip_address: s.ip(v.ip()) },
        target: { type: 'User', id: s.id(v.digits(5)), display_name: s.name(a.full) },
        old_values: { email: s.email(a.email), phone: s.phone(a.phone), first_name: s.name(a.first), status: 'active' },
        new_values: {
          email: s.email(b.email),
          phone: s.phone(b.phone),
          first_name: s.name(b.first),
          status: 'blocked',
        },
        changes: [
          { field: 'last_name', old: s.name(a.last), new: s.name(b.last) },
          { field: 'email', from: s.email(a.email), to: s.email(b.email) },
          { field: 'date_of_birth', before: s.birth(a.birth), after: s.birth(b.birth) },
          { field: 'plan', old: 'Basic', new: 'Pro Max' },
          { field: 'version', from: trap('version', '1.2.3.4'), to: trap('version', '1.2.3.5') },
          { field: 'priority', from: 'High', to: 'Very High' },
        ],
        diff: {
          surname: [s.name(a.last), s.name(b.last)],
          mobile: { from: s.phone(a.phone), to: s.phone(b.phone) },
          title: ['Engineer', 'Senior Engineer'],
        },
        patch: [
          { op: 'replace', path: '/contact/email', value: s.email(b.email) },
          { op: 'replace', path: '/contact/phone', value: s.phone(b.phone) },
          { op: 'add', path: '/name/familyName', value: s.name(b.last) },
          { op: 'replace', path: '/address/postalCode', value: s.address(b.zip) },
          { op: 'replace', path: '/status', value: 'On Hold' },
          { op: 'replace', path: '/preferences/theme', value: 'Solarized Dark' },
        ],
        previous_attributes: { name: s.name(a.full), description: null, metadata: { order_id: s.reference('6735') } },
        snapshot: {
          before: { lastName: s.name(a.last), zip: s.address(a.zip) },
          after: { lastName: s.name(b.last), zip: s.address(b.zip) },
        },
      };
    }),
  }),
  xmlAsJson: (v) => ({
    'soap:Envelope': {
      '@xmlns:soap': trap('url', 'http://schemas.xmlsoap.org/soap/envelope/'),
      'soap:Body': {
        'ns2:GetCustomerResponse': {
          Customer: s.many(2, () => {
            const a = v.person();
            return {
              '@id': s.id(v.digits(6)),
              '@email': s.email(a.email),
              FirstName: { '#text': s.name(a.first) },
              LastName: { _text: s.name(a.last) },
              'ns2:PhoneNumber': { _: s.phone(a.phone), $: { type: 'home' } },
              Birthday: { $t: s.birth(a.birth) },
              Address: {
                Street: { '#text': s.address(a.street) },
                PostalCode: { '#text': s.address(a.zip) },
                City: { '#text': s.address(a.city) },
                Country: { '#text': 'DE' },
              },
              Status: { '#text': 'ACTIVE' },
              CustomerNumber: { '#text': s.id(v.digits(8)) },
              'ns2:Passport': { '@issued': trap('iso date', v.day()), '#text': s.passport(`C${v.digits(8)}`) },
            };
          }),
        },
      },
    },
  }),
  pairs: (v) => {
    const a = v.person();
    return {
      customFields: [
        { name: 'First Name', value: s.name(a.first) },
        { name: 'Nachname', value: s.name(a.last) },
        { name: 'Mobile', value: s.phone(a.phone) },
        { name: 'Lieferadresse', value: s.address(a.street) },
        { name: 'Delivery notes', value: 'Leave at door' },
        { name: 'Gift wrap', value: 'Yes Please' },
      ],
      answers: [
        { field: { id: s.id(v.token(12)), type: 'email', ref: 'email_q' }, type: 'email', email: s.email(a.email) },
        {
          field: { id: s.id(v.token(12)), type: 'phone_number' },
          type: 'phone_number',
          phone_number: s.phone(a.phone),
        },
        { question: 'What is your date of birth?', answer: s.birth(a.birth) },
        { question: 'What is your full name?', answer: s.name(a.full) },
        { question: 'Your postal address', answer: s.address(`${a.street}, ${a.zip} ${a.city}`) },
        { question: 'How did you hear about us?', answer: 'Google Search' },
        { question: 'Passport number', answer: s.passport(`C${v.digits(8)}`) },
      ],
      properties: [
        { key: 'email', value: s.email(a.email) },
        { key: 'billing_phone', value: s.phone(a.phone) },
        { key: '_billing_first_name', value: s.name(a.first) },
        { key: 'shipping_address_1', value: s.address(a.street) },
        { key: 'is_vat_exempt', value: 'no' },
        { key: 'theme', value: 'Twenty Twenty' },
      ],
      contactMethods: [
        { type: 'phone', value: s.phone(a.phone) },
        { type: 'MOBILE', number: s.phone(a.phone) },
        { type: 'email', value: s.email(a.email) },
        { kind: 'address', text: s.address(a.street) },
      ],
      identifiers: [
        { type: 'SSN', value: s.ssn(v.ssn()) },
        { type: 'passport', number: s.passport(`C${v.digits(8)}`) },
        { idType: 'NATIONAL_ID', idNumber: s.national(v.pesel()) },
        { type: 'sku', value: trap('sku', v.digits(9)) },
        { type: 'order', value: s.reference(v.fill('###-###-####')) },
        { type: 'drivers_license', value: s.licence(`D${v.digits(8)}`) },
      ],
      claims: [
        { type: 'given_name', value: s.name(a.first) },
        { type: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname', value: s.name(a.last) },
        { type: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress', value: s.email(a.email) },
        { type: 'role', value: 'Power User' },
      ],
      ldap: {
        cn: [s.name(a.full)],
        sn: [s.name(a.last)],
        givenName: [s.name(a.first)],
        mail: [s.email(a.email)],
        telephoneNumber: [s.phone(a.phone)],
        objectClass: ['top', 'person'],
        uid: [open('jdoe')],
      },
      tags: [
        { k: 'addr:street', v: open(a.street) },
        { k: 'contact:phone', v: open('+49 30 1234567') },
        { k: 'highway', v: 'residential' },
      ],
      env: [
        { name: 'DB_PASSWORD', value: s.secret(`${v.token(14)}9`) },
        { name: 'SMTP_PASS', value: s.secret(`${v.token(12)}4`) },
        { name: 'NODE_ENV', value: 'production' },
        { name: 'STRIPE_SECRET_KEY', value: s.secret(`${v.token(30)}2`) },
        { name: 'LOG_LEVEL', value: 'Very Verbose' },
      ],
    };
  },
  lists: (v) => ({
    emails: [s.email(v.person().email), s.email(v.person().email)],
    phones: [s.phone(v.phone()), s.phone(v.phone())],
    phoneNumbers: s.many(2, () => s.phone(v.phone())),
    recipients: [s.email(v.person().email)],
    authors: s.many(2, () => s.name(v.person('us').full)),
    attendees: s.many(3, () => s.name(v.person('de').full)),
    owners: s.many(2, () => s.name(v.person('it').full)),
    fullNames: s.many(2, () => s.name(v.person('us').full)),
    aliases: ['main', 'backup'],
    addresses: [
      s.address(`${v.person('us').street}, Springfield, IL 62704`),
      s.address(`${v.person('de').street}, 50667 Köln`),
    ],
    ip_addresses: [s.ip(v.ip()), s.ip(v.ip())],
    ibans: [s.iban(v.iban())],
    backup_codes: [s.secret(v.digits(8)), s.secret(v.digits(8))],
    categories: ['Home Garden', 'John Deere'],
    countries: ['San Marino', 'New Zealand'],
    tags: ['Black Friday', 'Cyber Monday'],
    versions: [trap('version', '1.2.3.4'), trap('version', '2.0.0.1')],
  }),
  tables: (v) => ({
    report: {
      columnHeaders: [
        { name: 'Customer Name' },
        { name: 'E-mail' },
        { name: 'Phone' },
        { name: 'Order No' },
        { name: 'Amount' },
      ],
      rows: s.many(4, () => [
        s.name(v.person().full),
        s.email(v.person().email),
        s.phone(v.phone()),
        s.reference(v.fill('###-###-####')),
        trap('price', 12.5),
      ]) as Draft,
    },
    sheet: {
      values: [
        ['Vorname', 'Nachname', 'Telefon', 'Artikel'],
        ...s.many(3, () => [s.name(v.person().first), s.name(v.person().last), s.phone(v.phone()), 'Blaue Lampe']),
      ] as Draft,
    },
    results: {
      fields: [{ name: 'dob' }, { name: 'city_population' }, { name: 'ssn' }],
      rows: s.many(3, () => [s.birth(v.person().birth), v.int(1000, 90000), s.ssn(v.ssn())]) as Draft,
    },
    dataframe: {
      columns: ['first_name', 'iban', 'status'],
      index: [0, 1],
      data: s.many(2, () => [s.name(v.person().first), s.iban(v.iban()), 'Paid In Full']) as Draft,
    },
  }),
  har: (v) => ({
    log: {
      version: '1.2',
      entries: s.many(2, () => ({
        serverIPAddress: s.ip(v.ip()),
        connection: '443',
        request: {
          method: 'POST',
          url: prose('https://api.example/v1/login?email=', s.email(v.person().email), '&lang=de'),
          headers: [
            { name: 'Authorization', value: s.secret(`Basic ${v.token(24)}1=`) },
            { name: 'X-Api-Key', value: s.secret(`${v.token(32)}5`) },
            { name: 'Accept-Language', value: 'en-US,en;q=0.9' },
            { name: 'User-Agent', value: trap('user agent', 'Mozilla/5.0 Chrome/122.0.6261.94 Safari/537.36') },
          ],
          cookies: [{ name: 'session', value: open(v.hex(32)) }],
          queryString: [
            { name: 'email', value: s.email(v.person().email) },
            { name: 'page', value: '2' },
          ],
          postData: {
            mimeType: 'application/x-www-form-urlencoded',
            params: [
              { name: 'password', value: s.secret(`${v.token(10)}3!`) },
              { name: 'remember', value: 'on' },
            ],
            text: prose('remember=on&password=', s.secret(`${v.token(10)}3!`)),
          },
        },
        timings: { wait: 12.4 },
      })),
    },
  }),
  errors: (v) => {
    const a = v.person('us');
    return {
      errors: [
        { code: 'duplicate', message: prose('User with email ', s.email(a.email), ' already exists') },
        {
          code: 'invalid',
          message: prose('The phone number "', s.phone('+1 415-555-0137'), '" is not valid'),
          field: 'phone',
        },
        { code: 'ER_DUP_ENTRY', sqlMessage: prose("Duplicate entry '", s.email(a.email), "' for key 'users.email'") },
        { code: '23505', detail: prose('Key (email)=(', s.email(a.email), ') already exists.') },
        { message: prose('SSN ', s.ssn(v.ssn()), ' failed validation') },
        { message: prose('could not decode card ', s.card(v.card('visa'))) },
        { message: 'Version 12.4.0.7 is not supported; use 12.5.0.1 or newer' },
        { message: prose('invalid password: ', s.secret('Summer2024!x')) },
        { message: 'Unexpected token < in JSON at position 1024' },
      ],
      form: prose('grant_type=password&username=', s.email(a.email), '&scope=openid'),
    };
  },
  dynamo: (v) => ({
    Items: s.many(2, () => ({
      pk: { S: s.id(`USER#${v.digits(6)}`) },
      email: { S: s.email(v.person().email) },
      firstName: { S: s.name(v.person().first) },
      phone: { S: s.phone(v.phone()) },
      birthYear: { N: s.birth('1984') },
      shippingAddress: {
        M: {
          street: { S: s.address(v.person().street) },
          zip: { S: s.address(v.person().zip) },
          city: { S: s.address(v.person().city) },
        },
      },
      orders: { L: [{ M: { orderNo: { S: s.reference(v.digits(10)) }, total: { N: trap('price', '12.50') } } }] },
      status: { S: 'Active Member' },
    })),
  }),
};
