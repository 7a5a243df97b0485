/** Blind answers: tables, envelopes and services of daily life. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const MIXED: Shapes = {
  sheetRange: (v) => ({
    range: trap('cell range', "'Volunteers 2024'!A1:H7"),
    majorDimension: 'ROWS',
    values: [
      ['Shift', 'First name', 'Surname', 'E-mail', 'Mobile', 'T-shirt', 'Locker', 'Badge no.'],
      ...many(6, () => {
        const a = v.who();
        return [
          trap('label', v.pick(['Early', 'Late'])),
          p('name', a.first),
          p('name', a.last),
          p('email', a.email),
          p('phone', a.intl),
          v.pick(['M', 'L', 'XL']),
          trap('locker', v.fill('##-###')),
          trap('badge number', v.digits(10)),
        ];
      }),
    ] as never,
  }),

  columnarAnswer: (v) => ({
    columns: [
      { name: 'ticket', type: 'bigint' },
      { name: 'customer_email', type: 'varchar' },
      { name: 'date_of_birth', type: 'date' },
      { name: 'opened', type: 'timestamp' },
      { name: 'amount', type: 'decimal(10,2)' },
      { name: 'iban', type: 'varchar' },
    ],
    data: many(6, () => [
      trap('big number id', v.int(1e12, 9e12)),
      p('email', v.who().email),
      p('birth-date', v.who().birth),
      trap('local time', '2024-07-19 10:15:02.000'),
      trap('amount string', v.cents().toFixed(2)),
      p('iban', v.iban()),
    ]),
    stats: { state: 'FINISHED', queued: false, nodes: 3, processedRows: trap('count', 44_171), elapsedTimeMillis: 117 },
    infoUri: trap('url', 'https://trino.example.com/ui/query.html?20240719_101502_04417_x7k2p'),
  }),

  embeddedCsv: (v) => ({
    jobId: trap('uuid', v.uuid()),
    format: 'csv',
    rows: 3,
    sample: prose(
      'order;email;qty\n6735218890;',
      p('email', v.who().email),
      ';2\n6735218891;',
      p('email', v.who().email),
      ';1\n',
    ),
    raw: prose(
      '{"v":2,"lead":{"email":"',
      p('email', v.who().email),
      '","phone":"',
      p('phone', v.who().e164),
      '"},"sku":"4006381333931"}',
    ),
    encoded: p('email', v.base64(`{"contact":{"email":"${v.who().email}"},"n":1}`)),
    icon: trap('base64', v.blob(120)),
    config: trap('base64', v.base64('{"theme":"dark","version":"10.2.3","retries":3}')),
    callback: prose(
      'https://app.example.com/hook?order=6735218890&mail=',
      p('email', encodeURIComponent(v.who().email)),
      '&v=2',
    ),
    checksum: trap('hash', `crc32c=${v.blob(4)}`),
    warnings: ['Row 2: column "phone" is empty', 'Row 3: "email" trimmed'],
  }),

  learners: (v) =>
    many(4, () => {
      const a = v.who();
      return {
        id: trap('numeric id', v.int(1, 99_999)),
        name: p('name', a.full),
        sortable_name: p('name', `${a.last}, ${a.first}`),
        short_name: p('name', a.first),
        sis_user_id: trap('customer number', v.fill('SHEL9#')),
        sis_import_id: trap('numeric id', 18),
        integration_id: trap('token id', v.fill('ABC59802')),
        login_id: p('email', a.email),
        avatar_url: open('https://school.example/images/thumbnails/7/x.png'),
        enrollments: [
          {
            id: trap('numeric id', v.int(1, 9999)),
            course_id: trap('numeric id', 1),
            type: 'StudentEnrollment',
            enrollment_state: 'active',
            grades: { current_score: open(87.5), final_grade: open('B+') },
            last_activity_at: trap('iso time', v.zulu()),
          },
        ],
        email: p('email', a.email),
        locale: trap('locale code', 'tlh'),
        effective_locale: 'en-AU',
        last_login: trap('iso time', v.zulu()),
        time_zone: 'America/Denver',
        bio: 'I like the Muppets and tea at 17:00.',
        guardian: { name: p('name', v.who().full), phone: p('phone', v.who().local), relation: 'aunt' },
      };
    }),

  activities: (v) =>
    many(3, () => ({
      resource_state: 2,
      athlete: {
        id: trap('numeric id', v.int(1e5, 9e6)),
        resource_state: 2,
        firstname: p('name', v.who().first),
        lastname: p('name', `${v.who().last[0]}.`),
        sex: open('F'),
      },
      name: trap('label', 'Morning ride round St. Moritz'),
      distance: trap('quantity', 24_931.4),
      moving_time: 4500,
      total_elevation_gain: 516,
      sport_type: 'MountainBikeRide',
      id: trap('big number id', v.int(1e9, 9e11)),
      external_id: trap('file name', 'garmin_push_12345678987654321'),
      upload_id: trap('big number id', v.int(9e17, 9e18 / 1.1)),
      start_date: trap('iso time', v.zulu()),
      start_date_local: trap('iso time', v.zulu()),
      timezone: '(GMT-08:00) America/Los_Angeles',
      utc_offset: -25_200,
      location_city: null,
      map: {
        id: trap('token id', 'a12345678987654321'),
        summary_polyline: trap(
          'polyline',
          'ki{eFvqfiVqAWQIGEEKAYJgBVqDJ{BHa@jAkNJw@Pw@V{APs@^aABQAOEQGKoJ_FuJkFqAo@{A}@sH{DiAs@Q]?WVy@',
        ),
      },
      gear_id: trap('token id', 'b12345678987654321'),
      average_watts: 175.3,
      device_watts: true,
      heartrate_opt_out: false,
      pr_count: 0,
      device_name: trap('product name', 'Garmin Edge 840'),
    })),

  callDetailRecords: (v) => ({
    cdrs: many(5, () => ({
      cdr_id: trap('ulid', v.ulid()),
      a_number: p('phone', v.who().e164),
      b_number: p('phone', v.who().e164),
      imei: p('imei', v.imei()),
      imsi: open(v.fill('23415##########')),
      iccid: open(v.fill('8944110068########')),
      cell: {
        mcc: trap('code', '234'),
        mnc: trap('code', '15'),
        lac: trap('code', '4417'),
        ci: trap('numeric id', 117_731),
      },
      start: trap('compact time', '20240719101502'),
      duration_s: v.int(1, 4000),
      rated_units: v.int(1, 60),
      charge: trap('price', 0.1275),
      tariff: trap('product name', 'Anna XL 5G'),
      apn: trap('host name', 'internet.mnc015.mcc234.gprs'),
      sip_call_id: trap('message id', `${v.hex(32)}@10-0-42-17`),
      service_code: trap('short code', '*100#'),
    })),
    directory: {
      extensions: many(4, (index) => ({
        ext: trap('phone extension', String(2001 + index)),
        queue: ['Sales', 'Service', 'Parts', 'Night'][index]!,
        ring_seconds: 20,
        dial_plan: trap('pattern', '_9NXXNXXXXXX'),
      })),
      emergency: trap('short code', '112'),
      voicemail: trap('short code', '*86'),
    },
  }),

  energyContracts: (v) => ({
    contracts: many(3, () => {
      const a = v.who('uk');
      return {
        account: trap('customer number', v.fill('A-########')),
        mpan: trap('meter number', v.digits(13)),
        mprn: trap('meter number', v.digits(10)),
        meters: [
          {
            serial_number: trap('serial number', v.fill('Z##N######')),
            registers: [{ identifier: '1', rate: 'STANDARD', is_settlement_register: true }],
          },
        ],
        tariff_code: trap('code', 'E-1R-AGILE-24-04-03-C'),
        moved_in_at: trap('iso time', v.stamp()),
        property: {
          address_line_1: p('address', a.street),
          address_line_2: '',
          town: p('address', a.city),
          county: open(a.region),
          postcode: p('address', a.zip),
        },
        account_holder: {
          title: 'Dr',
          given_name: p('name', a.first),
          family_name: p('name', a.last),
          email: p('email', a.email),
          landline: p('phone', a.local),
          date_of_birth: p('birth-date', a.birth),
        },
        direct_debit: {
          account_name: p('name', a.full),
          sort_code: p('bank-account', v.fill('20-00-##')),
          account_number: p('bank-account', v.fill('5577####')),
          day: 17,
        },
        readings: many(4, () => ({
          at: trap('iso time', v.stamp()),
          kwh: trap('quantity', v.cents(50)),
          estimated: false,
        })),
        balance_pence: trap('minor units', -4417),
      };
    }),
  }),

  gqlConnection: (v) => ({
    data: {
      organization: {
        name: trap('organisation name', 'Grace Hopper Centre'),
        members: {
          totalCount: 4,
          pageInfo: { endCursor: trap('cursor', v.base64(`cursor:v2:${v.digits(9)}`)), hasNextPage: false },
          edges: many(4, () => {
            const a = v.who();
            return {
              cursor: trap('cursor', v.base64(`cursor:v2:${v.digits(9)}`)),
              role: 'MEMBER',
              node: {
                __typename: 'Member',
                id: trap('graph id', v.base64(`Member:${v.digits(7)}`)),
                fullName: p('name', a.full),
                contactEmail: p('email', a.email),
                alternatePhone: p('phone', a.local),
                homeAddress: {
                  streetLine1: p('address', a.street),
                  town: p('address', a.city),
                  postCode: p('address', a.zip),
                },
                joined: trap('iso date', v.day()),
                plan: {
                  name: trap('product name', 'Patron'),
                  price: { amount: trap('minor units', 4900), currency: 'CHF' },
                },
              },
            };
          }),
        },
      },
    },
    errors: [
      {
        message: 'Field "birthday" is deprecated',
        path: ['organization', 'members', 'edges', 0],
        extensions: { code: 'DEPRECATED' },
      },
    ],
  }),

  jsonApiBookings: (v) => {
    const a = v.who();
    return {
      jsonapi: { version: '1.1' },
      data: many(3, () => ({
        type: 'bookings',
        id: trap('numeric string id', v.digits(8)),
        attributes: {
          reference: trap('booking reference', v.fill('??-#####')),
          starts_at: trap('iso time', v.stamp()),
          party: 4,
          state: trap('status', 'confirmed'),
          internal_note: 'table 12, by the window; birthday cake',
          total_cents: trap('minor units', 18_800),
        },
        relationships: { guest: { data: { type: 'people', id: '9' } } },
        links: { self: trap('url', 'https://api.tables.example/bookings/4417') },
      })),
      included: [
        {
          type: 'people',
          id: '9',
          attributes: {
            'first-name': p('name', a.first),
            'last-name': p('name', a.last),
            'e-mail': p('email', a.email),
            'telephone-number': p('phone', a.intl),
            allergies: open('walnuts'),
            'visits-count': 7,
            'marketing-consent': false,
          },
        },
        {
          type: 'venues',
          id: '2',
          attributes: {
            name: trap('company name', 'Chez Louise'),
            cuisine: 'French',
            'covers-max': 48,
            timezone: 'Europe/Brussels',
          },
        },
      ],
      meta: { page: { total: 3 } },
    };
  },

  xmlAsJson: (v) => ({
    'soap:Envelope': {
      '@xmlns:soap': trap('url', 'http://schemas.xmlsoap.example.org/soap/envelope/'),
      'soap:Body': {
        GetCustomersResponse: {
          Customer: many(3, () => {
            const a = v.who();
            return {
              '@CustomerId': trap('customer number', v.digits(9)),
              '@Version': trap('version', '10.2.3.4'),
              FirstName: { _text: p('name', a.first) },
              LastName: { _text: p('name', a.last) },
              EmailAddress: { _text: p('email', a.email) },
              PhoneNumber: { '@type': 'Mobile', _text: p('phone', a.intl) },
              DateOfBirth: { _text: p('birth-date', a.birth) },
              Segment: { _text: 'B2C' },
              Orders: {
                Order: many(2, () => ({
                  '@OrderNo': trap('order number', v.luhnNumber('5200')),
                  Total: { '@Currency': 'EUR', _text: trap('amount string', '117.40') },
                  Placed: { _text: trap('iso time', v.zulu()) },
                  Status: { _text: 'Shipped' },
                })),
              },
            };
          }),
        },
      },
    },
  }),

  numericPersonal: (v) => ({
    schema: 'flat-numeric/3',
    clients: many(4, () => ({
      client_no: trap('numeric id', v.int(1e9, 9e9)),
      mobile_number: p('phone', Number(v.who('de').e164.slice(1))),
      ssn: p('ssn', Number(v.ssn().replaceAll('-', ''))),
      cpf: p('national-id', Number(v.cpfPlain())),
      card_number: p('card', Number(v.card('visa'))),
      routing_number: p('bank-account', Number(v.routing().replace(/^0/, '1'))),
      opened_ms: trap('epoch millis', v.millis()),
      last_order: trap('order number', Number(v.digits(15))),
      items: trap('count', v.int(1, 40)),
      ean: trap('ean', Number(v.ean())),
      balance: trap('price', v.cents()),
      branch: trap('code', v.int(100, 999)),
      score: v.int(300, 850),
    })),
  }),

  helpArticles: () => ({
    articles: [
      {
        id: trap('numeric id', 360_041_170),
        title: trap('document title', 'How to change your e-mail address'),
        body: '<p>Open <strong>Settings &gt; Profile</strong> and click <em>Change e-mail</em>. The link is valid for 24 hours.</p>',
        section: 'Account',
        locale: 'en-gb',
        vote_sum: 118,
        draft: false,
      },
      {
        id: trap('numeric id', 360_041_171),
        title: trap('document title', 'Which phone formats do we accept?'),
        body: '<p>Write the number with its country prefix, for example <code>+CC NNNN NNNNNN</code>.</p>',
        section: 'Account',
        locale: 'en-gb',
        vote_sum: 44,
        draft: false,
      },
      {
        id: trap('numeric id', 360_041_172),
        title: trap('document title', 'Where do I find my IBAN?'),
        body: '<p>It is the 22-character code on your statement. See ISO 13616-1:2020, section 5.</p>',
        section: 'Payments',
        locale: 'en-gb',
        vote_sum: 9,
        draft: false,
      },
      {
        id: trap('numeric id', 360_041_173),
        title: trap('document title', 'Passwort vergessen'),
        body: '<p>Klicken Sie auf „Passwort vergessen“. Ab Version 10.2.3.4 erhalten Sie einen Code mit 6 Ziffern.</p>',
        section: 'Konto',
        locale: 'de',
        vote_sum: 71,
        draft: false,
      },
      {
        id: trap('numeric id', 360_041_174),
        title: trap('document title', 'Ports und Adressen der Brücke'),
        body: '<p>Öffnen Sie Port 8443/tcp. Die Brücke nutzt das Netz 192.168.0.0/16 und die Maske /24.</p>',
        section: 'Technik',
        locale: 'de',
        vote_sum: 5,
        draft: true,
      },
    ],
    count: 5,
    page: 1,
    next_page: null,
  }),

  statusPage: (v) => ({
    page: {
      id: trap('token id', v.b62(12)),
      name: trap('company name', 'Tidewater Cloud'),
      url: trap('url', 'https://status.tidewater.example'),
      updated_at: trap('iso time', v.stamp()),
    },
    components: many(6, (index) => ({
      id: trap('token id', v.b62(12)),
      name: trap(
        'product name',
        ['E-mail delivery', 'Phone lines', 'Address lookup', 'Login', 'Card payments', 'IBAN check'][index]!,
      ),
      status: v.pick(['operational', 'degraded_performance']),
      position: index,
      group_id: null,
      showcase: true,
    })),
    incidents: many(3, (index) => ({
      id: trap('token id', v.b62(12)),
      name: ['Delayed e-mails in eu-west-1', 'Phone verification codes late', open('Elevated 5xx on 4.18.2.1')][index]!,
      shortlink: trap('url', 'https://stspg.example/p24nvn8'),
      impact: 'minor',
      incident_updates: many(2, () => ({
        body: 'A fix has been rolled out to 14 of 20 shards; we keep watching until 18:30 UTC.',
        status: 'monitoring',
        created_at: trap('iso time', v.stamp()),
      })),
    })),
    status: { indicator: 'none', description: 'All Systems Operational' },
  }),

  clinicalTrial: (v) => ({
    nctId: trap('code', 'NCT04280705'),
    briefTitle: trap('document title', 'Adaptive COVID-19 Treatment Trial (ACTT)'),
    orgStudyId: trap('reference number', '20-0006'),
    sponsor: trap('organisation name', 'Johnson & Johnson'),
    eudract: trap('reference number', '2020-001366-11'),
    startDate: trap('year month', '2020-02'),
    phases: ['PHASE3'],
    enrollment: { count: 1062, type: 'ACTUAL' },
    interventions: [
      {
        type: 'DRUG',
        name: trap('product name', 'Remdesivir'),
        armGroupLabels: ['Remdesivir 200 mg day 1, 100 mg days 2-10'],
      },
    ],
    centralContacts: many(2, () => ({
      name: p('name', v.who().full),
      role: 'CONTACT',
      phone: p('phone', v.who('us').local),
      phoneExt: trap('phone extension', '4417'),
      email: p('email', v.who().email),
    })),
    locations: many(4, (index) => ({
      facility: trap(
        'organisation name',
        ['Massachusetts General Hospital', 'Johns Hopkins Hospital', 'Rigshospitalet', 'Henry Ford Health'][index]!,
      ),
      city: open(['Boston', 'Baltimore', 'Copenhagen', 'Detroit'][index]!),
      country: trap('country name', index === 2 ? 'Denmark' : 'United States'),
      geoPoint: { lat: trap('coordinate', 42.35843), lon: trap('coordinate', -71.05977) },
    })),
    eligibility: 'Adults >= 18 years; SpO2 <= 94 %; eGFR >= 30 ml/min. No ALT/AST > 5 x ULN.',
  }),

  petitionsAndLetters: (v) => ({
    cases: many(3, (index) => {
      const a = v.who();
      return {
        docket: trap('case number', v.fill('2:24-cv-0####-JAM')),
        court: trap('organisation name', 'E.D. Cal.'),
        filed: trap('iso date', v.day()),
        caption: open(`${a.last} v. Acme Corp.`),
        plaintiff: {
          full_name: p('name', a.full),
          address: { street: p('address', a.street), city: p('address', a.city), zip: p('address', a.zip) },
          email: p('email', a.email),
        },
        counsel: {
          firm: trap('company name', 'Wilson, Elser & Partners'),
          bar_number: open(v.digits(6)),
          phone: p('phone', v.who('us').local),
        },
        entries: [
          {
            no: 1,
            text: [
              'COMPLAINT with jury demand, fee $405, receipt 0972-12117731',
              'SUMMONS issued; answer due in 21 days',
              'ORDER setting Rule 26(f) conference, 10:15 a.m., Courtroom 6',
            ][index]!,
          },
          { no: 2, text: prose('NOTICE of appearance; service list: ', p('email', v.who().email), '; pages 3-17') },
        ],
        statute: '42 U.S.C. § 1983',
        status: 'open',
      };
    }),
  }),
};
