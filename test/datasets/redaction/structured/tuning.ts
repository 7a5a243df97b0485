/** API answers for tuning: one function a shape, named after the kind of service that answers like this. */
import { type Draft, p, prose, trap } from '../label.ts';
import type { Values } from '../values.ts';

export type Template = (v: Values) => Draft;
const many = (count: number, make: (index: number) => Draft): Draft[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const TUNING: Readonly<Record<string, Template>> = {
  paymentCharges: (v) => ({
    object: 'list',
    url: '/v1/charges',
    has_more: true,
    data: many(4, () => {
      const a = v.person();
      const card = v.card();
      return {
        id: trap('prefixed id', `ch_${v.token(24)}`),
        object: 'charge',
        amount: trap('minor units', v.int(100, 999999)),
        amount_refunded: 0,
        balance_transaction: trap('prefixed id', `txn_${v.token(24)}`),
        billing_details: {
          address: {
            city: p('address', a.city),
            country: v.locale.toUpperCase(),
            line1: p('address', a.street),
            line2: null,
            postal_code: p('address', a.zip),
            state: p('address', a.region),
          },
          email: p('email', a.email),
          name: p('name', a.full),
          phone: p('phone', a.phone),
        },
        captured: true,
        created: trap('epoch seconds', v.int(1600000000, 1790000000)),
        currency: 'eur',
        customer: trap('prefixed id', `cus_${v.token(14)}`),
        description: prose(`Order ${v.int(1000, 99999)} for `, p('email', a.email)),
        livemode: false,
        outcome: {
          network_status: 'approved_by_network',
          risk_level: 'normal',
          risk_score: v.int(1, 99),
          seller_message: 'Payment complete.',
          type: 'authorized',
        },
        paid: true,
        payment_method_details: {
          card: {
            brand: 'visa',
            checks: { cvc_check: 'pass', address_postal_code_check: 'pass' },
            country: 'US',
            exp_month: p('card', v.int(1, 12)),
            exp_year: p('card', 2029),
            fingerprint: trap('fingerprint', v.token(16)),
            last4: trap('last four', card.slice(-4)),
            network: 'visa',
          },
          type: 'card',
        },
        receipt_email: p('email', a.email),
        receipt_number: trap('receipt number', v.fill('####-####')),
        receipt_url: trap('url', `https://pay.example.com/receipts/${v.token(20)}`),
        statement_descriptor: 'ACME SHOP',
        status: 'succeeded',
      };
    }),
  }),
  crmContacts: (v) => ({
    results: many(4, (index) => {
      const a = v.person();
      return {
        id: trap('numeric string id', v.digits(11)),
        properties: {
          firstname: p('name', a.first),
          lastname: p('name', a.last),
          email: p('email', a.email),
          mobilephone: p('phone', a.phone),
          company: 'Northwind Traders',
          website: trap('url', 'https://www.northwind.example'),
          lifecyclestage: v.pick(['lead', 'customer', 'opportunity']),
          hs_lead_status: 'IN_PROGRESS',
          jobtitle: 'Head of Procurement',
          createdate: trap('iso time', v.iso()),
          lastmodifieddate: trap('iso time', v.iso()),
          hs_object_id: trap('numeric string id', v.digits(11)),
          num_associated_deals: String(index),
          annualrevenue: trap('amount string', `${v.int(10, 999)}0000`),
          hs_email_optout: false,
        },
        createdAt: trap('iso time', v.iso()),
        archived: false,
      };
    }),
    paging: {
      next: {
        after: trap('cursor', v.digits(8)),
        link: trap('url', 'https://api.crm.example/v3/contacts?after=5051&limit=4'),
      },
    },
  }),
  crmCompanies: (v) => ({
    total: 3,
    companies: many(3, () => {
      const a = v.person();
      return {
        companyId: trap('prefixed id', `co-${v.int(1000, 9999)}`),
        name: v.pick(['Brightwater Logistics GmbH', 'Cobalt Foods Inc.', 'Oakline Partners LLP']),
        industry: 'Logistics',
        employeeCount: v.int(10, 900),
        domain: 'brightwater.example',
        founded: 1998,
        primaryContact: {
          contactId: trap('numeric id', v.int(1, 99999)),
          fullName: p('name', a.full),
          emailAddress: p('email', a.email),
          phoneNumber: p('phone', a.phone),
          title: 'CFO',
        },
        accountOwner: p('name', v.person().full),
        tags: ['wholesale', 'priority-2'],
        score: 0.82,
        deals: many(2, () => ({
          dealId: trap('uuid', v.uuid()),
          stage: 'negotiation',
          value: trap('price', v.int(1000, 90000) / 100),
          closeDate: trap('iso date', v.day()),
        })),
      };
    }),
  }),
  employees: (v) => ({
    employees: many(4, () => {
      const a = v.person();
      return {
        employeeId: trap('employee number', `E${v.digits(6)}`),
        displayName: p('name', a.full),
        firstName: p('name', a.first),
        lastName: p('name', a.last),
        preferredName: null,
        dateOfBirth: p('birth-date', a.birth),
        ssn: p('ssn', v.ssn()),
        workEmail: p('email', a.email),
        homeEmail: p('email', v.person().email),
        mobilePhone: p('phone', a.phone),
        workPhoneExtension: trap('extension', v.digits(4)),
        address1: p('address', a.street),
        city: p('address', a.city),
        zipcode: p('address', a.zip),
        hireDate: trap('iso date', v.day()),
        department: 'Engineering',
        division: 'EMEA',
        jobTitle: 'Staff Engineer',
        location: 'Berlin office',
        payRate: trap('price', 48.5),
        payType: 'Hourly',
        bankAccount: {
          bankName: 'First Example Bank',
          routingNumber: p('bank-account', v.digits(9)),
          accountNumber: p('bank-account', v.digits(10)),
          type: 'checking',
        },
        emergencyContact: { name: p('name', v.person().full), relationship: 'spouse', phone: p('phone', v.phone()) },
        status: 'Active',
        supervisorId: trap('employee number', `E${v.digits(6)}`),
        ptoBalance: 12.5,
      };
    }),
  }),
  fhirPatients: (v) => ({
    resourceType: 'Bundle',
    type: 'searchset',
    total: 3,
    entry: many(3, () => {
      const a = v.person();
      return {
        fullUrl: trap('url', `https://fhir.example.org/Patient/${v.int(100, 999)}`),
        resource: {
          resourceType: 'Patient',
          id: trap('uuid', v.uuid()),
          meta: { versionId: '3', lastUpdated: trap('iso time', v.iso()) },
          identifier: [
            {
              use: 'usual',
              type: { coding: [{ system: trap('url', 'http://terminology.hl7.org/CodeSystem/v2-0203'), code: 'MR' }] },
              system: trap('oid', 'urn:oid:1.2.36.146.595.217.0.1'),
              value: p('health-record', v.digits(7)),
            },
            { system: 'http://hl7.org/fhir/sid/us-ssn', value: p('ssn', v.ssn()) },
          ],
          active: true,
          name: [{ use: 'official', family: p('name', a.last), given: [p('name', a.first)] }],
          telecom: [
            { system: 'phone', value: p('phone', a.phone), use: 'home', rank: 1 },
            { system: 'email', value: p('email', a.email) },
          ],
          gender: 'female',
          birthDate: p('birth-date', a.birth),
          address: [
            {
              use: 'home',
              line: [p('address', a.street)],
              city: p('address', a.city),
              state: p('address', a.region),
              postalCode: p('address', a.zip),
              country: 'US',
            },
          ],
          managingOrganization: {
            reference: trap('reference', 'Organization/f001'),
            display: 'Burgers University Medical Center',
          },
          generalPractitioner: [
            { reference: trap('reference', 'Practitioner/23'), display: p('name', v.person().full) },
          ],
        },
      };
    }),
  }),
  fhirObservations: (v) => ({
    resourceType: 'Bundle',
    entry: many(5, () => ({
      resource: {
        resourceType: 'Observation',
        id: trap('uuid', v.uuid()),
        status: 'final',
        code: {
          coding: [
            {
              system: 'http://loinc.org',
              code: trap('medical code', `${v.digits(4)}-${v.digits(1)}`),
              display: 'Body Weight',
            },
          ],
          text: 'Weight',
        },
        subject: { reference: trap('reference', `Patient/${v.int(1, 900)}`), display: p('name', v.person('us').full) },
        effectiveDateTime: trap('iso date', v.day()),
        valueQuantity: { value: 61.2, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
        referenceRange: [{ low: { value: 50, unit: 'kg' }, high: { value: 80, unit: 'kg' } }],
      },
    })),
  }),
  shopOrders: (v) => ({
    orders: many(3, () => {
      const a = v.person();
      const address = (): Draft => ({
        first_name: p('name', a.first),
        last_name: p('name', a.last),
        address1: p('address', a.street),
        address2: '',
        city: p('address', a.city),
        zip: p('address', a.zip),
        province: p('address', a.region),
        country: 'Germany',
        country_code: 'DE',
        phone: p('phone', a.phone),
        company: null,
        name: p('name', a.full),
        latitude: trap('coordinate', 50.9375),
        longitude: trap('coordinate', 6.9603),
      });
      return {
        id: trap('big number id', v.int(450789000000, 450789999999)),
        admin_graphql_api_id: trap('gid', `gid://shop/Order/${v.digits(12)}`),
        name: `#${v.int(1001, 9999)}`,
        order_number: trap('order number', v.int(1001, 99999)),
        confirmation_number: trap('order number', v.fill('###-###-####')),
        email: p('email', a.email),
        contact_email: p('email', a.email),
        phone: p('phone', a.phone),
        browser_ip: p('ip', v.ip()),
        cart_token: p('secret', v.hex(32)),
        currency: 'EUR',
        total_price: trap('amount string', `${v.int(10, 400)}.90`),
        created_at: trap('iso time', v.iso()),
        financial_status: 'paid',
        gateway: 'visa',
        landing_site: trap('path', '/collections/new?ref=home'),
        note: prose('Ring twice or call ', p('phone', '(503) 555-0147'), ' please'),
        tags: 'vip, gift',
        billing_address: address(),
        shipping_address: address(),
        customer: {
          id: trap('big number id', v.int(100000000, 999999999)),
          email: p('email', a.email),
          first_name: p('name', a.first),
          last_name: p('name', a.last),
          orders_count: 4,
          state: 'enabled',
          total_spent: '199.65',
          verified_email: true,
        },
        line_items: many(2, () => ({
          id: trap('big number id', v.int(400000000, 499999999)),
          name: 'Ceramic Mug - 350 ml',
          sku: trap('sku', `MUG-${v.digits(4)}-BL`),
          barcode: trap('ean', v.ean()),
          price: trap('amount string', '14.50'),
          quantity: 2,
          grams: 420,
          vendor: 'Clay & Co',
          product_id: trap('big number id', v.int(600000000, 699999999)),
          variant_title: 'blue',
        })),
        fulfillments: [
          {
            id: trap('big number id', v.int(200000000, 299999999)),
            status: 'success',
            tracking_company: 'UPS',
            tracking_number: trap('tracking number', v.tracking()),
            tracking_url: trap('url', `https://track.example/${v.digits(12)}`),
          },
        ],
      };
    }),
  }),
  products: (v) => ({
    products: many(8, () => ({
      id: trap('numeric id', v.int(1, 99999)),
      title: v.words(3),
      name: v.words(2),
      slug: trap('slug', v.words(3).replaceAll(' ', '-')),
      sku: trap('sku', `${v.digits(3)}-${v.digits(2)}-${v.digits(4)}`),
      ean: trap('ean', v.ean()),
      isbn13: trap('isbn', v.isbn()),
      gtin: trap('ean', v.ean()),
      mpn: trap('part number', v.fill('###-###-####')),
      price: trap('price', v.int(100, 99999) / 100),
      stock: v.int(0, 500),
      dimensions: { width: 12.5, height: 3.2, depth: 40, unit: 'cm' },
      images: [
        trap('url', `https://cdn.example/i/${v.hex(16)}@2x.png`),
        trap('base64 image', `data:image/png;base64,iVBORw0KGgo${v.token(60)}`),
      ],
      brand: { id: v.int(1, 99), name: 'Larkspur', country: 'SE' },
      rating: 4.6,
      weightGrams: v.int(10, 9000),
      batch: trap('batch number', v.digits(10)),
      hsCode: trap('customs code', v.fill('####.##.####')),
    })),
    total: 1234,
    cursor: trap('cursor', `eyJpZCI6${v.token(20)}`),
  }),
  shipments: (v) => ({
    shipments: many(4, () => {
      const a = v.person();
      return {
        shipmentId: trap('ulid', v.ulid()),
        trackingNumber: trap('tracking number', v.tracking()),
        referenceNumbers: [trap('order number', v.fill('###-###-####')), trap('order number', v.digits(10))],
        carrier: 'DHL',
        service: 'EXPRESS_WORLDWIDE',
        consignee: {
          name: p('name', a.full),
          street: p('address', a.street),
          city: p('address', a.city),
          postalCode: p('address', a.zip),
          countryCode: 'FR',
          phone: p('phone', a.phone),
          email: p('email', a.email),
        },
        warehouse: {
          code: 'FRA-2',
          name: 'Frankfurt Hub',
          address: { street: 'Cargo City Süd 5', city: 'Frankfurt', postalCode: '60549' },
        },
        weightKg: 2.75,
        events: many(3, () => ({
          timestamp: trap('iso time', v.iso()),
          code: 'PU',
          description: 'Shipment picked up',
          location: 'Frankfurt, DE',
        })),
        estimatedDelivery: trap('iso date', v.day()),
        awb: trap('tracking number', v.digits(11)),
        containerNumber: trap('container number', `MSKU${v.digits(7)}`),
      };
    }),
  }),
  supportTickets: (v) => ({
    tickets: many(4, () => {
      const a = v.person();
      return {
        id: trap('numeric id', v.int(10000, 99999)),
        url: trap('url', 'https://desk.example/api/v2/tickets/35436.json'),
        external_id: trap('uuid', v.uuid()),
        via: {
          channel: 'email',
          source: {
            from: { address: p('email', a.email), name: p('name', a.full) },
            to: { address: p('email', 'support@desk.example'), name: 'Desk Support' },
            rel: null,
          },
        },
        created_at: trap('iso time', v.iso()),
        subject: `Cannot open invoice ${v.fill('INV-####-######')}`,
        description: prose(
          'Hello, my card ',
          p('card', v.card('visa').replace(/(\d{4})(?=\d)/g, '$1 ')),
          ' was charged twice for order 555-301-2299. Reach me at ',
          p('email', a.email),
          ' or call ',
          p('phone', '+44 7700 900123'),
          '.',
        ),
        priority: 'high',
        status: 'open',
        requester: {
          id: trap('big number id', v.int(100000000, 999999999)),
          name: p('name', a.full),
          email: p('email', a.email),
          locale: 'en-GB',
          time_zone: 'London',
          role: 'end-user',
        },
        assignee: { id: v.int(1, 999), name: p('name', v.person('us').full), email: p('email', v.person('us').email) },
        group: { id: 12, name: 'Billing' },
        tags: ['invoice', 'double_charge'],
        custom_fields: [
          { id: trap('numeric id', 360012345), value: 'printer' },
          { id: trap('numeric id', 360012346), name: 'Phone', value: p('phone', a.phone) },
        ],
        satisfaction_rating: { score: 'unoffered' },
      };
    }),
  }),
  accessLogs: (v) => ({
    hits: {
      total: { value: 10000, relation: 'gte' },
      hits: many(5, () => ({
        _index: trap('index name', 'logs-2024.03.11-000007'),
        _id: trap('token id', v.token(20)),
        _source: {
          '@timestamp': trap('iso time', v.iso()),
          client: { ip: p('ip', v.ip()), port: trap('port', v.int(1024, 65535)) },
          source_ip: p('ip', v.ip6()),
          host: { hostname: 'web-04', mac: p('mac', v.mac()), os: { version: trap('version', '10.0.19045.3803') } },
          user_agent: {
            original: trap(
              'user agent',
              'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/121.0.6167.85 Safari/537.36',
            ),
            version: trap('version', '121.0.6167.85'),
          },
          trace: { id: trap('trace id', v.hex(32)) },
          span_id: trap('trace id', v.hex(16)),
          http: {
            request: { method: 'GET', bytes: v.int(10, 9999) },
            response: { status_code: 200, body: { bytes: 8123 } },
            version: '1.1',
          },
          url: { path: trap('path', `/api/v2/orders/${v.digits(10)}`), query: 'page=2&limit=50' },
          message: prose(
            'login failed for ',
            p('email', v.person('us').email),
            ' from ',
            p('ip', v.ip()),
            ` after 3 attempts (req ${v.hex(12)})`,
          ),
          event: {
            duration: trap('nanoseconds', v.int(1000000, 999999999)),
            sequence: trap('sequence', v.int(1000000000, 1999999999)),
          },
        },
        sort: [trap('epoch millis', v.int(1600000000000, 1790000000000))],
      })),
    },
  }),
  cloudTrail: (v) => ({
    Records: many(4, () => ({
      eventVersion: '1.08',
      userIdentity: {
        type: 'IAMUser',
        principalId: trap('aws id', `AIDA${v.token(17).toUpperCase()}`),
        arn: trap('arn', `arn:aws:iam::${v.digits(12)}:user/deploy`),
        accountId: trap('account id', v.digits(12)),
        userName: 'deploy',
      },
      eventTime: trap('iso time', v.iso()),
      eventSource: 's3.amazonaws.com',
      eventName: 'GetObject',
      awsRegion: 'eu-west-1',
      sourceIPAddress: p('ip', v.ip()),
      userAgent: trap('user agent', 'aws-cli/2.15.30 Python/3.11.8 Linux/5.15.0-1053-aws exe/x86_64'),
      requestParameters: { bucketName: 'reports', key: trap('path', '2024/03/summary.csv') },
      responseElements: null,
      requestID: trap('aws id', v.token(16).toUpperCase()),
      eventID: trap('uuid', v.uuid()),
      resources: [{ ARN: trap('arn', 'arn:aws:s3:::reports/2024/03/summary.csv'), type: 'AWS::S3::Object' }],
      vpcEndpointId: trap('aws id', 'vpce-0a1b2c3d4e5f67890'),
      tlsDetails: { tlsVersion: 'TLSv1.3', cipherSuite: 'TLS_AES_128_GCM_SHA256' },
    })),
  }),
  issues: (v) =>
    many(4, () => ({
      id: trap('big number id', v.int(1000000000, 2147483647)),
      node_id: trap('base64 id', `MDU6SXNzdWU${v.digits(8)}=`),
      number: v.int(1, 9999),
      title: 'Crash when version 1.2.3.4 is installed',
      user: {
        login: trap('login', `dev-${v.hex(4)}`),
        id: v.int(1, 99999),
        avatar_url: trap('url', 'https://avatars.example/u/583231?v=4'),
        type: 'User',
        site_admin: false,
      },
      labels: [{ id: v.int(1, 99999999), name: 'bug', color: 'f29513', default: true }],
      state: 'open',
      assignees: [
        { login: trap('login', 'octo'), name: p('name', v.person('us').full), email: p('email', v.person('us').email) },
      ],
      milestone: { title: 'v1.4.0', due_on: trap('iso time', v.iso()) },
      repository: {
        full_name: trap('owner/repo', 'octo-org/Hello-World'),
        name: 'Hello-World',
        private: false,
        ssh_url: trap('git url', 'git@github.com:octo-org/Hello-World.git'),
        clone_url: trap('url', 'https://github.com/octo-org/Hello-World.git'),
        default_branch: 'main',
        owner: { login: 'octo-org', type: 'Organization', name: 'Octo Org' },
      },
      head_commit: {
        sha: trap('commit id', v.hex(40)),
        message: 'Fix #1347: bump @scope/pkg@1.2.3 and docker image node:20.11.1-alpine3.19',
        author: {
          name: p('name', v.person('us').full),
          email: p('email', v.person('us').email),
          date: trap('iso time', v.iso()),
        },
      },
      body: prose(
        'Seen on 10.0.19041.1 build; ping ',
        p('email', v.person('us').email),
        ' for access to git@internal:team/repo.',
      ),
      comments: v.int(0, 40),
      reactions: { '+1': 3, '-1': 0, total_count: 3 },
    })),
  geocoder: (v) => ({
    results: many(5, () => ({
      place_id: trap('numeric id', v.int(100000, 999999999)),
      osm_type: 'way',
      osm_id: trap('numeric id', v.int(1000000, 999999999)),
      name: v.pick(['Alexanderplatz', 'Museo del Prado', 'Golden Gate Park']),
      lat: trap('coordinate', `${v.int(-80, 80)}.${v.digits(7)}`),
      lon: trap('coordinate', `${v.int(-170, 170)}.${v.digits(7)}`),
      boundingbox: [
        trap('coordinate', '52.5219184'),
        trap('coordinate', '52.5220184'),
        trap('coordinate', '13.4132147'),
        trap('coordinate', '13.4133147'),
      ],
      geometry: { type: 'Point', coordinates: [trap('coordinate', 13.4132147), trap('coordinate', 52.5219184)] },
      importance: 0.7234,
      population: v.int(1000, 3000000),
      elevation: 34,
      timezone: 'Europe/Berlin',
      country: 'Germany',
      country_code: 'de',
      city: 'Berlin',
      wikidata: 'Q64',
      geonameId: trap('numeric id', v.int(1000000, 9999999)),
    })),
  }),
  chatMessages: (v) => ({
    ok: true,
    messages: many(5, () => {
      const a = v.person();
      return {
        type: 'message',
        client_msg_id: trap('uuid', v.uuid()),
        user: trap('prefixed id', `U${v.token(9).toUpperCase()}`),
        team: trap('prefixed id', `T${v.token(8).toUpperCase()}`),
        ts: trap('slack ts', `${v.int(1600000000, 1790000000)}.${v.digits(6)}`),
        text: prose(
          'Can someone ring ',
          p('phone', '+49 30 901820'),
          ' about ticket 4155552671? Mail went to ',
          p('email', a.email),
          '.',
        ),
        user_profile: {
          real_name: p('name', a.full),
          display_name: p('name', a.first),
          avatar_hash: trap('hash', v.hex(12)),
          first_name: p('name', a.first),
          is_restricted: false,
          team: trap('prefixed id', `T${v.token(8).toUpperCase()}`),
        },
        reactions: [{ name: 'thumbsup', count: 2, users: [trap('prefixed id', 'U0G9QF9C6')] }],
        blocks: [
          {
            type: 'rich_text',
            block_id: trap('token id', v.token(5)),
            elements: [{ type: 'text', text: 'See you at 10:30' }],
          },
        ],
        reply_count: 3,
      };
    }),
    has_more: true,
    response_metadata: { next_cursor: trap('cursor', 'bmV4dF90czoxNTEyMDg1ODYxMDAwNTQz') },
  }),
  identityUsers: (v) =>
    many(4, () => {
      const a = v.person();
      return {
        user_id: trap('prefixed id', `auth0|${v.hex(24)}`),
        email: p('email', a.email),
        email_verified: true,
        phone_number: p('phone', a.phone),
        phone_verified: false,
        given_name: p('name', a.first),
        family_name: p('name', a.last),
        name: p('name', a.full),
        nickname: 'buddy',
        picture: trap('url', `https://cdn.example/avatar/${v.hex(32)}.png`),
        last_ip: p('ip', v.ip()),
        last_login: trap('iso time', v.iso()),
        logins_count: v.int(1, 400),
        password_policy: 'good',
        identities: [
          {
            connection: 'google-oauth2',
            provider: 'google-oauth2',
            user_id: trap('numeric string id', v.digits(21)),
            isSocial: true,
            access_token: p('secret', `ya29.${v.token(40)}`),
            token_type: 'Bearer',
            expires_in: 86400,
          },
        ],
        app_metadata: { plan: 'pro', roles: ['editor', 'billing'] },
        user_metadata: {
          birthdate: p('birth-date', a.birth),
          locale: 'pt-BR',
          address: p('address', `${a.street}, ${a.city}`),
        },
        multifactor: ['totp'],
        blocked: false,
      };
    }),
  bankAccounts: (v) => ({
    item: {
      item_id: trap('token id', v.token(37)),
      institution_id: 'ins_109508',
      institution_name: 'First Platypus Bank',
    },
    accounts: many(4, () => ({
      account_id: trap('token id', v.token(37)),
      balances: { available: trap('price', 100.55), current: 110.25, iso_currency_code: 'USD' },
      mask: trap('last four', v.digits(4)),
      name: 'Plaid Checking',
      official_name: 'Plaid Gold Standard 0% Interest Checking',
      type: 'depository',
      subtype: 'checking',
    })),
    numbers: {
      ach: many(2, () => ({
        account_id: trap('token id', v.token(37)),
        account: p('bank-account', v.digits(12)),
        routing: p('bank-account', v.digits(9)),
        wire_routing: p('bank-account', v.digits(9)),
      })),
      international: [
        { account_id: trap('token id', v.token(37)), iban: p('iban', v.iban()), bic: p('bank-account', 'NWBKGB21') },
      ],
    },
    owners: many(2, () => {
      const a = v.person();
      return {
        names: [p('name', a.full)],
        emails: [{ data: p('email', a.email), primary: true, type: 'primary' }],
        phone_numbers: [{ data: p('phone', a.phone), primary: true, type: 'home' }],
        addresses: [
          {
            data: {
              street: p('address', a.street),
              city: p('address', a.city),
              region: p('address', a.region),
              postal_code: p('address', a.zip),
              country: 'US',
            },
            primary: true,
          },
        ],
      };
    }),
    request_id: trap('token id', v.token(15)),
  }),
  transactions: (v) => ({
    transactions: many(8, () => ({
      transaction_id: trap('token id', v.token(37)),
      amount: trap('price', v.int(1, 99999) / 100),
      date: trap('iso date', v.day()),
      authorized_date: trap('iso date', v.day()),
      merchant_name: 'Green Grocer',
      merchant_entity_id: trap('token id', v.token(30)),
      category: ['Shops', 'Supermarkets'],
      category_id: trap('numeric string id', '19047000'),
      pending: false,
      reference: trap('reference number', v.digits(16).replace(/^[3-6]/, '9')),
      check_number: null,
      payment_channel: 'in store',
      location: {
        address: null,
        city: null,
        lat: trap('coordinate', 40.740352),
        lon: trap('coordinate', -74.001761),
        store_number: '3322',
      },
    })),
  }),
  flightBooking: (v) => ({
    bookingReference: trap('booking reference', v.token(6).toUpperCase()),
    orderId: trap('base64 id', 'eJzTd9f3NjIJdzUGAAp%2fAiY='),
    passengers: many(3, () => {
      const a = v.person();
      return {
        passengerId: `PAX${v.int(1, 9)}`,
        title: 'MS',
        givenName: p('name', a.first),
        surname: p('name', a.last),
        dateOfBirth: p('birth-date', a.birth),
        passport: {
          number: p('passport', `${v.pick(['C', 'X', 'P'])}${v.digits(8)}`),
          issuingCountry: 'DE',
          expiryDate: trap('iso date', '2031-05-01'),
        },
        contact: {
          emailAddress: p('email', a.email),
          phones: [{ deviceType: 'MOBILE', countryCallingCode: '49', number: p('phone', v.digits(10)) }],
        },
        frequentFlyerNumber: trap('loyalty number', v.digits(11)),
        ticketNumber: trap('ticket number', `220-${v.digits(10)}`),
        seat: '14C',
      };
    }),
    segments: many(2, () => ({
      flightNumber: 'LH 902',
      departure: { iataCode: 'FRA', terminal: '1', at: trap('iso time', v.iso()) },
      arrival: { iataCode: 'LHR', at: trap('iso time', v.iso()) },
      aircraft: { code: '32N' },
      duration: trap('iso duration', 'PT1H40M'),
      cabin: 'ECONOMY',
    })),
    price: { total: trap('amount string', '248.66'), currency: 'EUR' },
  }),
  courses: (v) => ({
    courses: many(3, () => ({
      id: trap('numeric id', v.int(1000, 99999)),
      name: 'Introduction to Hydrology',
      course_code: 'HYD-101',
      sis_course_id: trap('code', 'SIS-2024-0012'),
      start_at: trap('iso time', v.iso()),
      enrollments: many(3, () => {
        const a = v.person();
        return {
          enrollment_id: v.int(1, 9999),
          role: 'StudentEnrollment',
          student: {
            id: v.int(1, 9999),
            name: p('name', a.full),
            sortable_name: p('name', `${a.last}, ${a.first}`),
            login_id: p('email', a.email),
            date_of_birth: p('birth-date', a.birth),
          },
          grade: 'B+',
          score: 87.5,
        };
      }),
      term: { name: 'Spring', end_at: null },
    })),
  }),
  tableAnswer: (v) => ({
    columns: ['id', 'full_name', 'email', 'phone', 'signup_ts', 'order_no', 'balance'],
    rows: many(6, () => {
      const a = v.person();
      return [
        trap('numeric id', v.int(1, 999)),
        p('name', a.full),
        p('email', a.email),
        p('phone', a.phone),
        trap('epoch string', String(v.int(1600000000, 1790000000))),
        trap('order number', v.fill('###-###-####')),
        trap('price', 12.25),
      ];
    }) as Draft,
    rowCount: 6,
  }),
  keyValuePairs: (v) => ({
    headers: [
      { name: 'Authorization', value: p('secret', `Bearer ${v.token(40)}`) },
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Request-Id', value: trap('uuid', v.uuid()) },
      { name: 'X-Forwarded-For', value: p('ip', v.ip()) },
      { name: 'Cookie', value: p('secret', `session=${v.hex(32)}; theme=dark`) },
      { name: 'ETag', value: trap('etag', `"${v.hex(32)}"`) },
    ],
    answers: many(3, () => {
      const a = v.person();
      return {
        submission: trap('ulid', v.ulid()),
        fields: [
          { label: 'Full name', value: p('name', a.full) },
          { label: 'E-mail', value: p('email', a.email) },
          { label: 'Phone number', value: p('phone', a.phone) },
          { label: 'T-shirt size', value: 'L' },
          { label: 'Date of birth', value: p('birth-date', a.birth) },
        ],
      };
    }),
  }),
  cloudInstances: (v) => ({
    Reservations: many(4, () => ({
      ReservationId: trap('aws id', `r-${v.hex(17)}`),
      OwnerId: trap('account id', v.digits(12)),
      Instances: [
        {
          InstanceId: trap('aws id', `i-${v.hex(17)}`),
          ImageId: trap('aws id', `ami-${v.hex(17)}`),
          InstanceType: 't3.medium',
          LaunchTime: trap('iso time', v.iso()),
          PublicIpAddress: p('ip', v.ip()),
          PrivateIpAddress: p('ip', `10.0.${v.int(0, 255)}.${v.int(1, 254)}`),
          SubnetId: trap('aws id', `subnet-${v.hex(8)}`),
          VpcId: trap('aws id', `vpc-${v.hex(8)}`),
          CidrBlock: trap('cidr', '10.0.0.0/16'),
          NetworkInterfaces: [{ MacAddress: p('mac', v.mac()), NetworkInterfaceId: trap('aws id', `eni-${v.hex(8)}`) }],
          Tags: [
            { Key: 'Name', Value: 'web-server-1' },
            { Key: 'CostCenter', Value: '4711' },
          ],
          KernelVersion: trap('version', '5.15.0-1053'),
        },
      ],
    })),
  }),
  packageRegistry: (v) => ({
    name: 'left-pad',
    'dist-tags': { latest: '1.3.0', next: '2.0.0-beta.4' },
    versions: many(4, () => ({
      version: trap('version', `1.${v.int(0, 9)}.${v.int(0, 20)}`),
      dist: {
        shasum: trap('hash', v.hex(40)),
        integrity: trap('hash', `sha512-${v.token(86)}==`),
        tarball: trap('url', 'https://registry.example/left-pad/-/left-pad-1.3.0.tgz'),
        fileCount: 9,
        unpackedSize: 9752,
      },
      maintainers: [{ name: p('name', v.person('us').full), email: p('email', v.person('us').email) }],
      dependencies: { '@types/node': '^20.11.5', lodash: '4.17.21' },
      _nodeVersion: trap('version', '8.9.4'),
      _id: trap('package spec', '@scope/left-pad@1.3.0'),
      repository: { type: 'git', url: trap('git url', 'git+ssh://git@github.com/stevemao/left-pad.git') },
      license: 'WTFPL',
    })),
  }),
  salesforce: (v) => ({
    totalSize: 3,
    done: true,
    records: many(3, () => {
      const a = v.person();
      return {
        attributes: { type: 'Contact', url: trap('path', '/services/data/v59.0/sobjects/Contact/0035g00000ABCDEAA4') },
        Id: trap('token id', `0035g00000${v.token(8)}`),
        AccountId: trap('token id', `0015g00000${v.token(8)}`),
        FirstName: p('name', a.first),
        LastName: p('name', a.last),
        Name: p('name', a.full),
        Email: p('email', a.email),
        Phone: p('phone', a.phone),
        MobilePhone: null,
        MailingStreet: p('address', a.street),
        MailingCity: p('address', a.city),
        MailingPostalCode: p('address', a.zip),
        MailingCountry: 'United States',
        Birthdate: p('birth-date', a.birth),
        Title: 'VP Sales',
        LeadSource: 'Web',
        CreatedDate: trap('iso time', v.iso()),
        SystemModstamp: trap('iso time', v.iso()),
        Account: { attributes: { type: 'Account' }, Name: 'Burlington Textiles Corp' },
        DoNotCall: false,
      };
    }),
  }),
  germanErp: (v) => ({
    kunden: many(4, () => {
      const a = v.person('de');
      return {
        kundennummer: trap('customer number', v.digits(6)),
        anrede: 'Frau',
        vorname: p('name', a.first),
        nachname: p('name', a.last),
        strasse: p('address', a.street),
        plz: p('address', a.zip),
        ort: p('address', a.city),
        land: 'DE',
        telefon: p('phone', a.phone),
        mobil: p('phone', v.phone('de')),
        emailadresse: p('email', a.email),
        geburtsdatum: p('birth-date', a.birth.split('-').reverse().join('.')),
        iban: p('iban', v.iban('DE').replace(/(.{4})(?=.)/g, '$1 ')),
        steuernummer: p('tax-id', v.fill('##/###/#####')),
        rechnungen: many(2, () => ({
          rechnungsnummer: trap('invoice number', v.fill('20##-#####')),
          betrag: trap('price', 119.9),
          faellig: trap('iso date', v.day()),
          bezahlt: true,
        })),
        kundengruppe: 'B',
      };
    }),
  }),
  spanishClinic: (v) => ({
    pacientes: many(3, () => {
      const a = v.person('es');
      return {
        idPaciente: trap('numeric id', v.int(1, 9999)),
        nombreCompleto: p('name', a.full),
        apellidos: p('name', a.last),
        dni: p('national-id', v.dni()),
        fechaNacimiento: p('birth-date', a.birth),
        telefonoMovil: p('phone', v.phone('es')),
        correoElectronico: p('email', a.email),
        direccion: {
          calle: p('address', a.street),
          ciudad: p('address', a.city),
          codigoPostal: p('address', a.zip),
          provincia: p('address', a.region),
          pais: 'ES',
        },
        citas: many(2, () => ({
          fecha: trap('iso time', v.iso()),
          especialidad: 'Dermatología',
          sala: 'B-12',
          estado: 'confirmada',
          codigo: trap('code', v.fill('CT-######')),
        })),
        altaEnSistema: trap('iso date', v.day()),
      };
    }),
    pagina: 1,
    totalPaginas: 9,
  }),
  chineseShop: (v) => ({
    code: 0,
    message: 'success',
    data: {
      list: many(4, () => {
        const a = v.person('cn');
        return {
          订单号: trap('order number', v.digits(18).replace(/^../, '99')),
          收货人: p('name', a.full),
          手机号: p('phone', v.fill('138########')),
          收货地址: p('address', `${a.city}${a.street}`),
          商品名称: '保温杯',
          金额: trap('price', 89.5),
          下单时间: '2024-03-11 10:22:31',
          状态: '已发货',
          快递单号: trap('tracking number', `SF${v.digits(13)}`),
        };
      }),
      total: 4,
      pageNo: 1,
    },
    traceId: trap('trace id', v.hex(32)),
  }),
  frenchAdmin: (v) => ({
    adherents: many(3, () => {
      const a = v.person('fr');
      return {
        identifiant: trap('numeric id', v.int(100, 99999)),
        nomComplet: p('name', a.full),
        prenom: p('name', a.first),
        dateDeNaissance: p('birth-date', a.birth.split('-').reverse().join('/')),
        courriel: p('email', a.email),
        telephonePortable: p('phone', v.phone('fr')),
        adressePostale: p('address', `${a.street}, ${a.zip} ${a.city}`),
        codePostal: p('address', a.zip),
        ville: p('address', a.city),
        montantCotisation: trap('price', 45.0),
        dateAdhesion: trap('iso date', v.day()),
        statut: 'actif',
        categorie: 'senior',
      };
    }),
  }),
  graphqlUsers: (v) => ({
    data: {
      viewer: { login: 'admin-bot' },
      users: {
        totalCount: 812,
        edges: many(4, () => {
          const a = v.person();
          return {
            cursor: trap('cursor', `Y3Vyc29yOnYyOpHO${v.token(8)}`),
            node: {
              __typename: 'User',
              id: trap('base64 id', `VXNlcjo${v.digits(6)}`),
              name: p('name', a.full),
              email: p('email', a.email),
              homeAddress: {
                streetAddress: p('address', a.street),
                locality: p('address', a.city),
                postalCode: p('address', a.zip),
                geo: { lat: trap('coordinate', 50.1), lng: trap('coordinate', 8.68) },
              },
              role: 'MEMBER',
              joinedAt: trap('iso time', v.iso()),
            },
          };
        }),
        pageInfo: { endCursor: trap('cursor', `Y3Vyc29yOnYyOpHO${v.token(8)}`), hasNextPage: true },
      },
    },
    extensions: { cost: { requestedQueryCost: 52, throttleStatus: { maximumAvailable: 1000 } } },
  }),
  webhookDeliveries: (v) => ({
    deliveries: many(3, () => {
      const a = v.person('us');
      return {
        id: trap('ulid', v.ulid()),
        event: 'customer.updated',
        endpoint: trap('url', 'https://hooks.example.net/in'),
        attempt: 1,
        request: {
          headers: {
            'Content-Type': 'application/json',
            Authorization: p('secret', `Bearer ${v.token(32)}`),
            'X-Signature': trap('signature', `sha256=${v.hex(64)}`),
          },
          body: prose('{"id":"cus_1","email":"', p('email', a.email), '","version":"2.1.0","total":1250}'),
        },
        response: { status: 200, duration_ms: 182 },
        callback: prose('https://app.example/cb?order=88123&email=', p('email', a.email), '&page=2'),
      };
    }),
  }),
  secretsConfig: (v) => ({
    environment: 'production',
    variables: {
      DATABASE_URL: prose('postgres://', p('url-credentials', `app:${v.token(16)}`), '@db.internal:5432/main'),
      STRIPE_SECRET_KEY: p('api-key', `sk_live_${v.token(24)}`),
      STRIPE_PUBLISHABLE_KEY: trap('public key', `pk_live_${v.token(24)}`),
      AWS_ACCESS_KEY_ID: p('api-key', `AKIA${v.token(16).toUpperCase()}`),
      AWS_SECRET_ACCESS_KEY: p('secret', v.token(40)),
      GITHUB_TOKEN: p('api-key', `ghp_${v.token(36)}`),
      SLACK_BOT_TOKEN: p('api-key', `xoxb-${v.digits(12)}-${v.digits(12)}-${v.token(24)}`),
      JWT_SIGNING_KEY: p('secret', v.token(48)),
      LOG_LEVEL: 'info',
      MAX_TOKENS: '4096',
      PASSWORD_MIN_LENGTH: '12',
      TOKEN_TTL_SECONDS: '3600',
      FEATURE_FLAGS: 'a,b,c',
      REDIS_HOST: 'cache.internal',
      RELEASE: trap('version', 'v4.12.0-rc.3+build.77'),
      GIT_COMMIT: trap('commit id', v.hex(40)),
    },
    session: p('jwt', v.jwt()),
    usage: { prompt_tokens: 812, completion_tokens: 120, total_tokens: 932 },
    next_page_token: trap('cursor', v.token(40)),
    certificate: {
      serial: trap('serial number', v.digits(18)),
      fingerprint: trap('fingerprint', v.hex(64)),
      private_key: p(
        'private-key',
        `-----BEGIN PRIVATE KEY-----\n${v.token(64)}\n${v.token(64)}\n-----END PRIVATE KEY-----`,
      ),
    },
  }),
  callRecords: (v) => ({
    calls: many(5, () => ({
      sid: trap('token id', `CA${v.hex(32)}`),
      account_sid: trap('token id', `AC${v.hex(32)}`),
      from: p('phone', v.fill('+1415555####')),
      to: p('phone', v.fill('+4479460#####').slice(0, 13)),
      caller_name: p('name', v.person('us').full),
      direction: 'outbound-api',
      duration: String(v.int(1, 900)),
      price: trap('amount string', '-0.03000'),
      price_unit: 'USD',
      start_time: 'Tue, 31 Aug 2010 20:36:28 +0000',
      status: 'completed',
      api_version: trap('iso date', '2010-04-01'),
      uri: trap('path', `/2010-04-01/Accounts/AC${v.hex(32)}/Calls/CA${v.hex(32)}.json`),
    })),
    page: 0,
    page_size: 50,
  }),
  calendarEvents: (v) => ({
    kind: 'calendar#events',
    etag: trap('etag', `"${v.digits(16)}"`),
    items: many(4, () => {
      const a = v.person();
      const b = v.person();
      return {
        id: trap('token id', v.hex(26)),
        status: 'confirmed',
        htmlLink: trap('url', `https://www.google.com/calendar/event?eid=${v.token(30)}`),
        summary: 'Quarterly review',
        location: 'Room 4.12',
        creator: { email: p('email', a.email), self: true },
        organizer: { email: p('email', a.email), displayName: p('name', a.full) },
        attendees: [{ email: p('email', b.email), displayName: p('name', b.full), responseStatus: 'accepted' }],
        start: { dateTime: trap('iso time', v.iso()), timeZone: 'Europe/Zurich' },
        end: { dateTime: trap('iso time', v.iso()) },
        iCalUID: trap('calendar uid', `${v.hex(26)}-google-com`),
        sequence: 0,
        conferenceData: { conferenceId: 'abc-defg-hij' },
        description: prose('Dial in: ', p('phone', '+41 44 668 18 00'), ' PIN 402 118'),
      };
    }),
  }),
  deviceTelemetry: (v) => ({
    devices: many(5, () => ({
      deviceId: trap('uuid', v.uuid()),
      serialNumber: trap('serial number', v.fill('SN-####-####-####')),
      firmware: trap('version', `${v.int(1, 9)}.${v.int(0, 20)}.${v.int(0, 9)}.${v.int(1, 200)}`),
      macAddress: p('mac', v.mac().toUpperCase()),
      ipAddress: p('ip', v.ip()),
      imei: p('imei', `35${v.digits(13)}`),
      location: { lat: trap('coordinate', 48.137154), lon: trap('coordinate', 11.576124), accuracy: 12.5 },
      readings: many(6, () => ({
        t: trap('epoch millis', v.int(1600000000000, 1790000000000)),
        temperature: 21.4,
        humidity: 0.44,
        raw: trap('hash', v.hex(16)),
      })),
      owner: { accountRef: trap('numeric string id', v.digits(8)), contactEmail: p('email', v.person().email) },
      snmpOid: trap('oid', '1.3.6.1.4.1.2021.10.1.3.1'),
    })),
  }),
  polishInsurance: (v) => ({
    polisy: many(3, () => {
      const a = v.person('pl');
      return {
        numerPolisy: trap('policy number', v.fill('POL/####/######')),
        ubezpieczony: {
          imie: p('name', a.first),
          nazwisko: p('name', a.last),
          pesel: p('national-id', v.pesel()),
          dataUrodzenia: p('birth-date', a.birth),
          numerTelefonu: p('phone', v.phone('pl')),
          adresEmail: p('email', a.email),
          adres: { ulica: p('address', a.street), kodPocztowy: p('address', a.zip), miejscowosc: p('address', a.city) },
        },
        skladka: trap('price', 1249.99),
        dataOd: trap('iso date', v.day()),
        status: 'AKTYWNA',
        wariant: 'PREMIUM',
      };
    }),
  }),
  japaneseMembers: (v) => ({
    会員一覧: many(3, () => {
      const a = v.person('jp');
      return {
        会員番号: trap('customer number', v.digits(8)),
        氏名: p('name', a.full),
        メールアドレス: p('email', a.email),
        電話番号: p('phone', v.phone('jp')),
        生年月日: p('birth-date', a.birth),
        郵便番号: p('address', a.zip),
        住所: p('address', `${a.city}${a.street}`),
        ランク: 'ゴールド',
        登録日: trap('iso date', v.day()),
        ポイント: v.int(0, 9000),
      };
    }),
    件数: 3,
  }),
  directory: (v) => ({
    '@odata.context': trap('url', 'https://graph.example/v1.0/$metadata#users'),
    value: many(4, () => {
      const a = v.person();
      return {
        id: trap('uuid', v.uuid()),
        displayName: p('name', a.full),
        givenName: p('name', a.first),
        surname: p('name', a.last),
        mail: p('email', a.email),
        userPrincipalName: p('email', a.email),
        businessPhones: [p('phone', a.phone)],
        mobilePhone: p('phone', v.phone()),
        officeLocation: '18/2111',
        jobTitle: 'Auditor',
        preferredLanguage: 'en-US',
        department: 'Finance',
        accountEnabled: true,
        employeeType: 'contractor',
        securityIdentifier: trap(
          'security id',
          `S-1-12-1-${v.digits(10)}-${v.digits(10)}-${v.digits(10)}-${v.digits(10)}`,
        ),
      };
    }),
    '@odata.nextLink': trap('url', 'https://graph.example/v1.0/users?$skiptoken=X%2744537074%27'),
  }),
  byEmailMap: (v) => {
    const a = v.person('us');
    return {
      team: 'Platform',
      quotas: { 'plan-a': { limit: 100 }, 'plan-b': { limit: 250 } },
      lastSync: trap('iso time', v.iso()),
      subscribers: many(5, () => {
        const b = v.person();
        return {
          email: p('email', b.email),
          name: p('name', b.full),
          status: 'subscribed',
          merge_fields: {
            FNAME: p('name', b.first),
            LNAME: p('name', b.last),
            PHONE: p('phone', b.phone),
            BIRTHDAY: p('birth-date', '04/18'),
          },
          ip_signup: p('ip', v.ip()),
          member_rating: 3,
          unique_email_id: trap('hash', v.hex(10)),
          web_id: trap('numeric id', v.int(1, 99999999)),
          list_id: trap('hash', v.hex(10)),
        };
      }),
      contactEmail: p('email', a.email),
    };
  },
};
