/** API answers that are only scored: other services, other key styles and other languages than the tuning part. */
import { type Draft, p, prose, trap } from '../label.ts';
import type { Template } from './tuning.ts';

const many = (count: number, make: (index: number) => Draft): Draft[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const HOLDOUT: Readonly<Record<string, Template>> = {
  cardPayments: (v) => ({
    payments: many(4, () => {
      const a = v.person();
      return {
        pspReference: trap('reference number', v.token(16).toUpperCase()),
        merchantReference: trap('order number', v.fill('ORD-######')),
        amount: { value: trap('minor units', v.int(100, 99999)), currency: 'EUR' },
        paymentMethod: {
          type: 'scheme',
          number: p('card', v.card()),
          holderName: p('name', a.full),
          expiryMonth: p('card', '03'),
          expiryYear: p('card', '2030'),
          cvc: p('card', v.digits(3)),
          brand: 'mc',
        },
        shopperName: { firstName: p('name', a.first), lastName: p('name', a.last) },
        shopperEmail: p('email', a.email),
        shopperIP: p('ip', v.ip()),
        telephoneNumber: p('phone', a.phone),
        billingAddress: {
          street: p('address', a.street),
          houseNumberOrName: p('address', '12a'),
          postalCode: p('address', a.zip),
          city: p('address', a.city),
          country: 'NL',
        },
        dateOfBirth: p('birth-date', a.birth),
        resultCode: 'Authorised',
        authCode: trap('approval code', v.digits(6)),
        riskScore: 12,
        creationDate: trap('iso time', v.iso()),
        storeId: 'NL-014',
      };
    }),
  }),
  dealPipeline: (v) => ({
    success: true,
    data: many(4, () => {
      const a = v.person();
      return {
        id: trap('numeric id', v.int(1, 9999)),
        title: 'Fleet renewal 2025',
        value: trap('price', v.int(1000, 900000) / 100),
        currency: 'USD',
        person_id: {
          active_flag: true,
          name: p('name', a.full),
          email: [{ label: 'work', value: p('email', a.email), primary: true }],
          phone: [{ label: 'work', value: p('phone', a.phone), primary: true }],
          value: 1101,
        },
        org_id: { name: 'Marlin Freight Ltd', people_count: 12, address: null, value: 312 },
        owner_name: p('name', v.person().full),
        stage_id: 3,
        add_time: '2024-02-01 10:11:12',
        next_activity_time: '09:30:00',
        weighted_value: 4500,
        formatted_value: '$9,000',
        cc_email: p('email', 'marlin+deal42@pipe.example.com'),
        products_count: 2,
        label: 'hot',
      };
    }),
    additional_data: { pagination: { start: 0, limit: 100, more_items_in_collection: true, next_start: 100 } },
  }),
  payroll: (v) => ({
    payRun: { id: trap('uuid', v.uuid()), period: '2024-03', currency: 'GBP' },
    payslips: many(4, () => {
      const a = v.person('uk');
      return {
        worker: {
          workerId: trap('employee number', v.digits(7)),
          legalName: p('name', a.full),
          niNumber: p('national-id', `${v.pick(['AB', 'JC', 'PW'])}${v.digits(6)}${v.pick(['A', 'C'])}`),
          birthDate: p('birth-date', a.birth),
          personalEmail: p('email', a.email),
          homeAddress: { lines: [p('address', a.street)], town: p('address', a.city), postcode: p('address', a.zip) },
        },
        bankDetails: {
          accountName: p('name', a.full),
          sortCode: p('bank-account', v.fill('##-##-##')),
          accountNumber: p('bank-account', v.digits(8)),
        },
        grossPay: trap('price', 3250.0),
        netPay: trap('price', 2411.73),
        taxCode: trap('tax code', '1257L'),
        costCentre: trap('code', 'CC-4410'),
        payDate: trap('iso date', v.day()),
        payslipNumber: trap('reference number', v.digits(10)),
        hours: 152.5,
        department: { code: 'ENG', name: 'Engineering' },
      };
    }),
  }),
  insuranceClaims: (v) => ({
    claims: many(3, () => {
      const a = v.person('us');
      return {
        claimNumber: trap('claim number', v.fill('CLM-####-#####')),
        policyNumber: trap('policy number', v.fill('HO-###-###-####')),
        patient: {
          firstName: p('name', a.first),
          lastName: p('name', a.last),
          mrn: p('health-record', v.fill('MRN-######')),
          dob: p('birth-date', a.birth),
          ssn: p('ssn', v.ssn()),
          phone: { home: p('phone', a.phone) },
        },
        insuranceMemberId: p('health-record', v.fill('XEH#########')),
        provider: {
          npi: trap('npi', v.digits(10)),
          name: 'Lakeside Family Clinic',
          contactPhone: p('phone', v.fill('(503) 555-####')),
        },
        diagnosisCodes: [trap('medical code', 'E11.9'), trap('medical code', 'I10')],
        procedures: [{ cpt: trap('medical code', '99213'), units: 1, charge: trap('price', 145) }],
        serviceDate: trap('iso date', v.day()),
        status: 'adjudicated',
        adjuster: p('name', v.person('us').full),
        notes: prose(
          'Patient born ',
          p('birth-date', '04/12/1975'),
          ', verified by phone ',
          p('phone', '(503) 555-0188'),
          '; claim 4155550133 reopened',
        ),
      };
    }),
  }),
  storeOrders: (v) =>
    many(3, () => {
      const a = v.person();
      return {
        id: trap('numeric id', v.int(100, 99999)),
        parent_id: 0,
        number: String(v.int(100, 99999)),
        order_key: trap('order key', `wc_order_${v.token(13)}`),
        version: trap('version', '8.5.2'),
        status: 'processing',
        date_created: '2024-03-22T16:28:02',
        total: trap('amount string', '29.35'),
        customer_id: v.int(1, 900),
        customer_ip_address: p('ip', v.ip()),
        customer_user_agent: trap(
          'user agent',
          'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2_1 like Mac OS X) AppleWebKit/605.1.15 Version/17.2 Mobile/15E148 Safari/604.1',
        ),
        customer_note: prose('Leave at the back door, mobile ', p('phone', '07700 900456')),
        billing: {
          first_name: p('name', a.first),
          last_name: p('name', a.last),
          company: 'Tidewater SARL',
          address_1: p('address', a.street),
          address_2: '',
          city: p('address', a.city),
          state: p('address', a.region),
          postcode: p('address', a.zip),
          country: 'FR',
          email: p('email', a.email),
          phone: p('phone', a.phone),
        },
        payment_method: 'bacs',
        payment_method_title: 'Direct Bank Transfer',
        transaction_id: trap('transaction id', v.digits(17)),
        meta_data: [
          { id: 13106, key: '_download_permissions_granted', value: 'yes' },
          { id: 13107, key: '_billing_phone', value: p('phone', a.phone) },
        ],
        line_items: [
          {
            id: 315,
            name: 'Woo Single #1',
            product_id: 93,
            sku: trap('sku', v.fill('WS-####')),
            price: 3,
            taxes: [{ id: 75, total: '1.35' }],
          },
        ],
        shipping_lines: [{ method_title: 'Flat Rate', total: '10.00' }],
        _links: { self: [{ href: trap('url', 'https://example.com/wp-json/wc/v3/orders/727') }] },
      };
    }),
  projectIssues: (v) => ({
    expand: 'schema,names',
    startAt: 0,
    maxResults: 50,
    issues: many(4, () => ({
      id: trap('numeric string id', v.digits(5)),
      key: trap('issue key', `OPS-${v.int(1, 999)}`),
      self: trap('url', 'https://jira.example/rest/api/3/issue/10002'),
      fields: {
        summary: 'Rotate TLS certs before 2024-06-01',
        reporter: {
          accountId: trap('token id', `5b10ac8d82e05b22cc7d4ef5`),
          displayName: p('name', v.person().full),
          emailAddress: p('email', v.person().email),
          active: true,
          timeZone: 'Europe/Paris',
        },
        assignee: { accountId: trap('token id', v.hex(24)), displayName: p('name', v.person().full), active: true },
        status: { id: '10000', name: 'In Progress', statusCategory: { key: 'indeterminate', name: 'In Progress' } },
        project: { id: '10000', key: 'OPS', name: 'Operations' },
        fixVersions: [{ name: trap('version', '2024.3.1.12'), released: false }],
        components: [{ name: 'Ingress' }],
        created: trap('iso time', '2024-03-01T09:12:44.123+0100'),
        timeestimate: 28800,
        description: {
          type: 'doc',
          version: 1,
          content: [
            {
              type: 'paragraph',
              content: [
                {
                  type: 'text',
                  text: prose(
                    'Old host ',
                    p('ip', '203.0.113.77'),
                    ' must go; owner ',
                    p('email', 'kim.tran@example.org'),
                  ),
                },
              ],
            },
          ],
        },
        customfield_10016: 3,
        customfield_10020: [{ id: 1, name: 'Sprint 14', state: 'active' }],
      },
    })),
  }),
  mailServerLogs: (v) => ({
    entries: many(6, () => ({
      ts: trap('epoch millis', v.int(1600000000000, 1790000000000)),
      level: 'warn',
      logger: 'postfix/smtpd',
      pid: v.int(100, 65000),
      line: prose(
        `connect from unknown[`,
        p('ip', v.ip()),
        `]: SASL LOGIN authentication failed, queue ${v.hex(10).toUpperCase()}`,
      ),
      sender: p('email', v.person('us').email),
      messageId: trap('message id', `<${v.hex(12)}.${v.digits(14)}@mx1.mail.example>`),
      remoteAddr: p('ip', v.ip6()),
      bytes: v.int(100, 99999),
      build: trap('version', '3.7.11.2'),
      host: 'mx1',
      correlationId: trap('uuid', v.uuid()),
      stack: 'at handler (/srv/app/dist/server.js:1042:17)\n at processTicks (node:internal/process/task_queues:95:5)',
    })),
  }),
  mergeRequests: (v) =>
    many(4, () => ({
      iid: v.int(1, 900),
      title: 'Upgrade to 4.19.2.1 and drop md5',
      author: {
        id: v.int(1, 99),
        username: trap('login', 'kwhite'),
        name: p('name', v.person('us').full),
        state: 'active',
        web_url: trap('url', 'https://gitlab.example/kwhite'),
      },
      sha: trap('commit id', v.hex(40)),
      diff_refs: { base_sha: trap('commit id', v.hex(40)), head_sha: trap('commit id', v.hex(40)) },
      source_branch: 'feature/1234-5678-cleanup',
      references: { full: trap('owner/repo', 'platform/tools!1') },
      commits: many(2, () => ({
        id: trap('commit id', v.hex(40)),
        short_id: trap('commit id', v.hex(8)),
        author_name: p('name', v.person().full),
        author_email: p('email', v.person().email),
        committer_name: p('name', v.person().full),
        committer_email: p('email', v.person().email),
        authored_date: trap('iso time', v.iso()),
        message: 'docs: mention git@gitlab.example:platform/tools.git\n',
      })),
      pipeline: { id: trap('numeric id', v.int(1, 999999)), coverage: '87.40', ref: 'main', status: 'success' },
      image: trap(
        'docker tag',
        'registry.example/platform/tools:1.2.3@sha256:9b2cf7e1f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9',
      ),
      merged_by: null,
      upvotes: 2,
    })),
  placeSearch: (v) => ({
    status: 'OK',
    candidates: many(5, () => ({
      place_id: trap('token id', `ChIJ${v.token(23)}`),
      name: v.pick(['Blue Door Bakery', 'Harbour Museum', 'Linden Pharmacy']),
      formatted_address: '12 Harbour Rd, Sydney NSW 2000, Australia',
      geometry: { location: { lat: trap('coordinate', -33.8599358), lng: trap('coordinate', 151.2090295) } },
      opening_hours: { open_now: true, periods: [{ open: { day: 1, time: '0900' } }] },
      rating: 4.4,
      user_ratings_total: v.int(1, 9000),
      types: ['bakery', 'store', 'food'],
      plus_code: { compound_code: '46R5+XM Sydney', global_code: trap('plus code', '4RRH46R5+XM') },
      price_level: 2,
      photos: [{ photo_reference: trap('token id', v.token(60)), height: 3024, width: 4032 }],
    })),
    next_page_token: trap('cursor', v.token(60)),
  }),
  airports: (v) => ({
    airports: many(6, () => ({
      iata: 'ZRH',
      icao: 'LSZH',
      name: 'Zurich Airport',
      city: 'Zurich',
      country: 'Switzerland',
      latitude: trap('coordinate', 47.458),
      longitude: trap('coordinate', 8.548),
      elevation_ft: 1416,
      tz: 'Europe/Zurich',
      runways: [{ ident: '14/32', length_ft: 10827 }],
      weather: { metar: 'LSZH 111450Z 24008KT 9999 FEW040 12/04 Q1019 NOSIG', observed: trap('iso time', v.iso()) },
      utc_offset: '+01:00',
      population_served: v.int(100000, 900000),
      street: null,
    })),
  }),
  conversations: (v) => ({
    messaging_product: 'whatsapp',
    contacts: many(3, () => ({
      profile: { name: p('name', v.person().full) },
      wa_id: p('phone', v.fill('4915112#####').slice(0, 13)),
    })),
    messages: many(4, () => ({
      from: p('phone', v.fill('4915112######').slice(0, 13)),
      id: trap('message id', `wamid.${v.token(40)}==`),
      timestamp: trap('epoch string', String(v.int(1600000000, 1790000000))),
      type: 'text',
      text: {
        body: prose(
          'Hola, mi correo es ',
          p('email', v.person('es').email),
          ' y mi móvil es ',
          p('phone', '612 345 678'),
          '. Pedido 600123456.',
        ),
      },
      context: { id: trap('message id', `wamid.${v.token(40)}==`) },
    })),
    metadata: {
      phone_number_id: trap('numeric string id', v.digits(15).replace(/^./, '1')),
      display_phone_number: p('phone', '15550051310'),
    },
  }),
  ssoUsers: (v) =>
    many(4, () => {
      const a = v.person();
      return {
        id: trap('token id', `00u${v.token(17)}`),
        status: 'ACTIVE',
        created: trap('iso time', v.iso()),
        activated: null,
        passwordChanged: trap('iso time', v.iso()),
        profile: {
          firstName: p('name', a.first),
          lastName: p('name', a.last),
          mobilePhone: p('phone', a.phone),
          secondEmail: p('email', v.person().email),
          login: p('email', a.email),
          email: p('email', a.email),
          streetAddress: p('address', a.street),
          zipCode: p('address', a.zip),
          employeeNumber: trap('employee number', v.digits(6)),
          title: 'Director',
          locale: 'en_US',
        },
        credentials: {
          password: {},
          emails: [{ value: p('email', a.email), status: 'VERIFIED', type: 'PRIMARY' }],
          provider: { type: 'OKTA', name: 'OKTA' },
          recovery_question: { question: 'First pet?' },
        },
        sessionToken: p('secret', v.token(40)),
        _links: { self: { href: trap('url', 'https://dev-1.okta.example/api/v1/users/00ub0oNGTSWTBKOLGLNR') } },
      };
    }),
  sepaTransfers: (v) => ({
    batch: {
      msgId: trap('reference number', v.fill('MSG-20240311-######')),
      controlSum: trap('amount string', '11500.00'),
      numberOfTransactions: 4,
    },
    transfers: many(4, () => ({
      endToEndId: trap('reference number', v.fill('E2E########')),
      instructedAmount: trap('price', v.int(100, 99999) / 100),
      debtor: {
        name: p('name', v.person('de').full),
        iban: p('iban', v.iban('DE')),
        address: {
          streetName: p('address', 'Lindenstraße 12'),
          postCode: p('address', '50667'),
          townName: p('address', 'Köln'),
        },
      },
      creditor: {
        name: p('name', v.person('fr').full),
        iban: p('iban', v.iban('FR').toLowerCase()),
        bic: p('bank-account', 'BNPAFRPP'),
      },
      remittanceInformation: prose(
        `Invoice ${v.fill('2024-####')} via `,
        p('iban', v.iban('NL').replace(/(.{4})(?=.)/g, '$1 ')),
      ),
      executionDate: trap('iso date', v.day()),
      mandateId: trap('reference number', v.fill('MNDT-######')),
      status: 'ACSC',
    })),
  }),
  hotelStays: (v) => ({
    hotel: {
      code: 'BCN01',
      name: 'Hotel Miramar',
      address: { street: 'Plaça Carles Ibáñez 3', city: 'Barcelona', zip: '08038' },
      stars: 5,
    },
    reservations: many(3, () => {
      const a = v.person();
      return {
        confirmationNumber: trap('booking reference', v.digits(9)),
        guest: {
          name: { given: p('name', a.first), family: p('name', a.last) },
          contact: { tel: p('phone', a.phone), mail: p('email', a.email) },
          nationality: 'BR',
          documents: [
            { type: 'passport', number: p('passport', v.fill('FX######')), expires: trap('iso date', '2030-01-31') },
          ],
          loyaltyNumber: trap('loyalty number', v.digits(10)),
        },
        arrival: trap('iso date', v.day()),
        nights: 3,
        room: { number: '1204', type: 'DLX', rateCode: 'BAR' },
        total: { amount: trap('price', 612.4), currency: 'EUR' },
        card: { number: p('card', v.card('visa')), expiry: p('card', '11/28') },
      };
    }),
  }),
  sheetValues: (v) => ({
    range: 'Sheet1!A1:F6',
    majorDimension: 'ROWS',
    values: [
      ['Name', 'Email', 'Phone', 'Order', 'Date', 'Total'],
      ...many(6, () => {
        const a = v.person();
        return [
          p('name', a.full),
          p('email', a.email),
          p('phone', a.phone),
          trap('order number', v.fill('##########')),
          trap('iso date', v.day()),
          trap('amount string', '14.20'),
        ];
      }),
    ] as Draft[],
  }),
  surveyResponses: (v) => ({
    response_count: 3,
    items: many(3, () => {
      const a = v.person();
      return {
        response_id: trap('token id', v.token(32)),
        submitted_at: trap('iso time', v.iso()),
        metadata: {
          platform: 'other',
          network_id: trap('hash', v.hex(10)),
          user_agent: trap('user agent', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/122.0'),
        },
        hidden: { ref: 'spring' },
        answers: [
          { field: { id: v.token(12), ref: 'email_q', type: 'email' }, type: 'email', email: p('email', a.email) },
          {
            field: { id: v.token(12), ref: 'phone_q', type: 'phone_number' },
            type: 'phone_number',
            phone_number: p('phone', a.phone),
          },
          { field: { id: v.token(12), type: 'rating' }, type: 'number', number: v.int(1, 10) },
          { field: { id: v.token(12), type: 'short_text' }, type: 'text', text: 'Fast delivery' },
        ],
        calculated: { score: 9 },
      };
    }),
  }),
  containerImages: (v) => ({
    schemaVersion: 2,
    mediaType: trap('mime type', 'application/vnd.oci.image.index.v1+json'),
    manifests: many(5, () => ({
      mediaType: trap('mime type', 'application/vnd.oci.image.manifest.v1+json'),
      digest: trap('hash', `sha256:${v.hex(64)}`),
      size: v.int(100, 99999),
      platform: { architecture: 'arm64', os: 'linux', 'os.version': trap('version', '10.0.20348.2227') },
      annotations: {
        'org.opencontainers.image.version': trap('version', '1.25.4'),
        'org.opencontainers.image.revision': trap('commit id', v.hex(40)),
        'org.opencontainers.image.created': trap('iso time', v.iso()),
      },
    })),
    tags: ['1.25.4', '1.25', 'latest', 'stable-20240311'],
    pullCommand: 'docker pull ghcr.io/acme/web:1.25.4',
    cursor: trap('cursor', v.token(24)),
  }),
  libraryCatalogue: (v) => ({
    books: many(6, () => ({
      id: trap('ulid', v.ulid()),
      title: v.words(4),
      isbn: trap('isbn', v.isbn()),
      isbn10: trap('isbn', v.digits(10)),
      issn: trap('issn', '2049-3630'),
      lccn: trap('code', v.digits(10)),
      doi: trap('doi', '10.1000/182'),
      publisher: 'Meridian Press',
      year: 1998,
      pages: 312,
      price: trap('price', 24.95),
      language: 'en',
      copies: many(2, () => ({ barcode: trap('barcode', v.digits(14)), shelf: 'QA76.73', status: 'available' })),
      edition: 2,
      dewey: '005.133',
    })),
    total: 6,
  }),
  airtableRecords: (v) => ({
    records: many(4, () => {
      const a = v.person();
      return {
        id: trap('token id', `rec${v.token(14)}`),
        createdTime: trap('iso time', v.iso()),
        fields: {
          'Full Name': p('name', a.full),
          'E-Mail': p('email', a.email),
          'Mobile Phone': p('phone', a.phone),
          'Date of Birth': p('birth-date', a.birth),
          'Street Address': p('address', a.street),
          'ZIP Code': p('address', a.zip),
          'T-Shirt': 'M',
          'Order No.': trap('order number', v.digits(10)),
          'Paid?': true,
          Amount: trap('price', 19.99),
        },
      };
    }),
    offset: trap('cursor', `itr${v.token(14)}/rec${v.token(14)}`),
  }),
  dynamoItems: (v) => ({
    Count: 3,
    Items: many(3, () => {
      const a = v.person();
      return {
        pk: { S: trap('key', `USER#${v.ulid()}`) },
        email: { S: p('email', a.email) },
        phone: { S: p('phone', a.phone) },
        firstName: { S: p('name', a.first) },
        version: { N: '4' },
        createdAt: { N: trap('epoch string', String(v.int(1600000000, 1790000000))) },
        active: { BOOL: true },
      };
    }),
    ScannedCount: 3,
  }),
  jsonApiMembers: (v) => ({
    jsonapi: { version: '1.0' },
    data: many(4, () => {
      const a = v.person();
      return {
        type: 'members',
        id: trap('numeric string id', v.digits(6)),
        attributes: {
          'first-name': p('name', a.first),
          'last-name': p('name', a.last),
          'email-address': p('email', a.email),
          'cell-phone': p('phone', a.phone),
          'birth-date': p('birth-date', a.birth),
          'postal-code': p('address', a.zip),
          'member-since': trap('iso date', v.day()),
          'membership-number': trap('customer number', v.digits(9)),
          'points-balance': v.int(0, 9000),
          'opted-in': true,
        },
        relationships: { club: { data: { type: 'clubs', id: '4' } } },
        links: { self: trap('url', 'https://api.example/members/1') },
      };
    }),
    included: [{ type: 'clubs', id: '4', attributes: { name: 'Rowing Club Thames', founded: 1884 } }],
    meta: { 'total-pages': 13 },
  }),
  halAgents: (v) => ({
    _links: { self: { href: trap('path', '/agents?page=1') }, next: { href: trap('path', '/agents?page=2') } },
    _embedded: {
      agents: many(4, () => {
        const a = v.person('it');
        return {
          codice: trap('code', v.fill('AG####')),
          nome: p('name', a.first),
          cognome: p('name', a.last),
          codiceFiscale: p('national-id', v.pick(['RSSMRA85T10A562S', 'VRDLGI70A01F205E', 'BNCGNN62P41H501R'])),
          telefono: p('phone', v.phone('it')),
          indirizzo: { via: p('address', a.street), citta: p('address', a.city), cap: p('address', a.zip) },
          email: p('email', a.email),
          provvigione: trap('price', 0.125),
          attivo: true,
          zona: 'Nord',
        };
      }),
    },
    total: 4,
  }),
  dutchMunicipality: (v) => ({
    inwoners: many(3, () => {
      const a = v.person('nl');
      return {
        dossiernummer: trap('case number', v.digits(8)),
        bsn: p('national-id', v.bsn()),
        voornaam: p('name', a.first),
        achternaam: p('name', a.last),
        geboortedatum: p('birth-date', a.birth),
        straat: p('address', a.street),
        postcode: p('address', a.zip),
        woonplaats: p('address', a.city),
        telefoonnummer: p('phone', v.phone('nl')),
        emailadres: p('email', a.email),
        zaaktype: 'parkeervergunning',
        kenteken_aangevraagd: false,
        ingediend: trap('iso time', v.iso()),
        leges: trap('price', 34.1),
      };
    }),
  }),
  brazilianFintech: (v) => ({
    clientes: many(4, () => {
      const a = v.person('br');
      return {
        id: trap('uuid', v.uuid()),
        nomeCompleto: p('name', a.full),
        cpf: p('national-id', v.cpf()),
        dataNascimento: p('birth-date', a.birth),
        celular: p('phone', v.phone('br')),
        email: p('email', a.email),
        endereco: {
          logradouro: p('address', a.street),
          bairro: p('address', 'Centro'),
          cidade: p('address', a.city),
          uf: p('address', 'SP'),
          cep: p('address', a.zip),
        },
        saldo: trap('price', 1532.77),
        limite: 5000,
        agencia: '0001',
        chavesPix: [{ tipo: 'EMAIL', chave: p('email', a.email) }],
        criadoEm: trap('iso time', v.iso()),
        protocolo: trap('reference number', v.digits(14).replace(/^../, '20')),
      };
    }),
  }),
  swedishRegistry: (v) => ({
    kunder: many(3, () => {
      const a = v.person('se');
      return {
        kundnummer: trap('customer number', v.digits(6)),
        förnamn: p('name', a.first),
        efternamn: p('name', a.last),
        personnummer: p('national-id', '811218-9876'),
        gatuadress: p('address', a.street),
        postnummer: p('address', a.zip),
        postort: p('address', a.city),
        telefonnummer: p('phone', v.phone('se')),
        epost: p('email', a.email),
        ordrar: many(2, () => ({
          ordernummer: trap('order number', v.digits(8)),
          belopp: trap('price', 499),
          datum: trap('iso date', v.day()),
        })),
        aktiv: true,
      };
    }),
  }),
  russianClients: (v) => ({
    клиенты: many(3, () => {
      const a = v.person('ru');
      return {
        код: trap('code', v.digits(6)),
        фамилия: p('name', a.last),
        имя: p('name', a.first),
        телефон: p('phone', v.phone('ru')),
        почта: p('email', a.email),
        адрес: p('address', `${a.city}, ${a.street}`),
        дата_рождения: p('birth-date', a.birth.split('-').reverse().join('.')),
        заказов: v.int(1, 9),
        скидка: 0.05,
        сумма: trap('price', 1290.5),
        статус: 'активен',
      };
    }),
  }),
  dataGrid: (v) => ({
    schema: {
      fields: [
        { name: 'customer_id', type: 'INTEGER' },
        { name: 'customer_email', type: 'STRING' },
        { name: 'ip_address', type: 'STRING' },
        { name: 'tracking_id', type: 'STRING' },
        { name: 'card_number', type: 'STRING' },
      ],
    },
    headers: ['customer_id', 'customer_email', 'ip_address', 'tracking_id', 'card_number'],
    data: many(6, () => [
      trap('numeric id', v.int(1, 9999)),
      p('email', v.person().email),
      p('ip', v.ip()),
      trap('tracking number', v.tracking()),
      p('card', v.card()),
    ]),
    jobComplete: true,
    totalBytesProcessed: trap('big number string', v.digits(11)),
  }),
  numericLeaves: (v) => ({
    customers: many(4, () => ({
      customer_no: trap('customer number', v.int(100000, 999999)),
      phone: p('phone', v.int(2025550100, 9895550199)),
      ssn: p('ssn', Number(v.ssn().replaceAll('-', '')) || 219099999),
      credit_card: p('card', Number(v.card('visa'))),
      zip: p('address', v.int(10001, 99950)),
      pin: p('secret', v.int(1000, 9999)),
      balance_cents: trap('minor units', v.int(100000000, 999999999)),
      last_order: trap('big number id', v.int(1000000000, 9999999999)),
      updated: trap('epoch millis', v.int(1600000000000, 1790000000000)),
      cvv: p('card', v.int(100, 999)),
    })),
    total_tokens: 812,
    checksum: trap('hash', v.int(1000000000, 4294967295)),
  }),
  mailboxMessages: (v) => ({
    messages: many(3, () => {
      const a = v.person('us');
      const b = v.person('uk');
      return {
        id: trap('hash', v.hex(16)),
        threadId: trap('hash', v.hex(16)),
        labelIds: ['INBOX', 'IMPORTANT'],
        historyId: trap('numeric string id', v.digits(7)),
        internalDate: trap('epoch string', String(v.int(1600000000000, 1790000000000))),
        payload: {
          mimeType: trap('mime type', 'text/plain'),
          headers: [
            { name: 'From', value: prose(p('name', a.full), ' <', p('email', a.email), '>') },
            { name: 'To', value: p('email', b.email) },
            { name: 'Message-ID', value: trap('message id', `<CAF${v.token(20)}@mail.gmail.com>`) },
            { name: 'Subject', value: `Your booking ${v.token(6).toUpperCase()}` },
            { name: 'Received', value: prose('from mx.example ([', p('ip', v.ip()), ']) by smtp.example') },
          ],
          body: { size: 120, data: Buffer.from('Hello there, see you soon at the venue').toString('base64') },
        },
        snippet: prose('Hi, my new number is ', p('phone', '+44 7700 900981'), ' and the door code is 4471#'),
      };
    }),
    resultSizeEstimate: 201,
  }),
  schoolRoster: (v) => ({
    school: { name: 'Hillcrest Academy', phone: p('phone', '+1 212-555-0142'), district: 'D14' },
    pupils: many(4, () => {
      const a = v.person('us');
      return {
        pupilId: trap('numeric id', v.int(1, 9999)),
        name: p('name', a.full),
        birthday: p('birth-date', a.birth),
        guardians: [
          {
            name: p('name', v.person('us').full),
            relation: 'mother',
            email: p('email', v.person('us').email),
            cell: p('phone', v.phone('us')),
          },
        ],
        bus: { route: '12', stop: 'Elm & 4th' },
        grades: { math: 'A', history: 'B' },
        lockerNumber: trap('code', v.digits(4)),
        medicalNotes: 'none',
      };
    }),
  }),
  courtCases: (v) => ({
    cases: many(3, () => ({
      docketNumber: trap('case number', v.fill('#:24-cv-#####')),
      filed: trap('iso date', v.day()),
      plaintiff: {
        fullName: p('name', v.person('us').full),
        address: p('address', '18 Birchwood Ln Apt 4B, Boise, ID 83702'),
      },
      defendant: { companyName: 'Cobalt Foods Inc.', agent: p('name', v.person('us').full) },
      attorney: {
        name: p('name', v.person('us').full),
        barNumber: trap('code', v.digits(6)),
        phone: p('phone', v.phone('us')),
      },
      nature: '190 Contract: Other',
      judge: p('name', v.person('us').full),
      documents: [{ documentNumber: '14', pageCount: 12, sha1: trap('hash', v.hex(40)) }],
    })),
  }),
  terraformState: (v) => ({
    version: 4,
    terraform_version: trap('version', '1.7.4'),
    serial: 118,
    lineage: trap('uuid', v.uuid()),
    resources: many(3, () => ({
      mode: 'managed',
      type: 'aws_db_instance',
      name: 'main',
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: [
        {
          schema_version: 2,
          attributes: {
            arn: trap('arn', `arn:aws:rds:eu-west-1:${v.digits(12)}:db:main`),
            engine_version: trap('version', '15.5'),
            endpoint: 'main.abc123.eu-west-1.rds.amazonaws.com:5432',
            username: 'app',
            password: p('secret', v.token(20)),
            allocated_storage: 100,
            ca_cert_identifier: 'rds-ca-2019',
            cidr_blocks: [trap('cidr', '10.12.0.0/16')],
            port: trap('port', 5432),
            resource_id: trap('aws id', `db-${v.token(26).toUpperCase()}`),
            tags: { Owner: 'platform-team', CostCode: '10-440-2231' },
          },
        },
      ],
    })),
    outputs: {
      api_token: { sensitive: true, type: 'string', value: p('secret', v.token(32)) },
      vpc_id: { value: trap('aws id', `vpc-${v.hex(17)}`), type: 'string' },
    },
  }),
  rideTrips: (v) => ({
    trips: many(4, () => ({
      trip_id: trap('uuid', v.uuid()),
      driver: {
        first_name: p('name', v.person().first),
        rating: 4.9,
        phone_number: p('phone', v.phone()),
        picture_url: trap('url', 'https://cdn.example/d/1.jpg'),
      },
      rider: { name: p('name', v.person().full) },
      vehicle: { make: 'Toyota', model: 'Prius', year: 2021 },
      pickup: {
        latitude: trap('coordinate', 37.7752315),
        longitude: trap('coordinate', -122.418075),
        address: p('address', '1455 Market St, San Francisco, CA'),
      },
      distance: 2.34,
      fare: { value: trap('price', 12.43), currency_code: 'USD' },
      surge: 1.2,
      start_time: trap('epoch seconds', v.int(1600000000, 1790000000)),
      status: 'completed',
    })),
    offset: 0,
    limit: 5,
    count: 4,
  }),
  numbersAndMarkets: (v) => ({
    quotes: many(8, () => ({
      symbol: 'ACME',
      isin: trap('isin', `US${v.digits(10)}`),
      cusip: trap('code', v.digits(9)),
      lei: trap('lei', `5493${v.token(14).toUpperCase()}${v.digits(2)}`),
      figi: trap('code', `BBG${v.token(9).toUpperCase()}`),
      bid: trap('price', v.int(1000, 99999) / 100),
      volume: trap('count', v.int(1000000, 999999999)),
      marketCap: trap('count', v.int(1000000000, 3000000000)),
      ts: trap('epoch millis', v.int(1600000000000, 1790000000000)),
      currency: 'USD',
      exchange: 'XNAS',
      change: -0.42,
    })),
  }),
};
