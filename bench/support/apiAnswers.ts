/**
 * Small answers as well-known sorts of APIs give them: users of a chat, a register of researchers, contacts, tickets,
 * commits, payments, pods, zones, patients, events, businesses, parcels and others. Names of fields and how deep they are
 * nested follow what such APIs document; all values are invented. A seed gives other values in the same shapes. Long, because it is
 * data: one function for each sort of API.
 */
import { generator } from './random.ts';

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** An answer of one sort of API. */
export interface ApiAnswer {
  readonly api: string;
  readonly body: Buffer;
}

const GIVEN =
  'Ann Peter Karen Luis Priya Marta Tom Yuki Ingrid Omar Chloe Diego Fatima Henrik Ivana Jorge Keiko Liam Mei Nadia'.split(
    ' ',
  );
const FAMILY =
  'Holm Lund Ortega Nair Kowalska Byrne Sato Weber Rossi Dubois Silva Novak Haddad Okafor Larsen Petrov Tanaka Fischer Moreau Costa Brandt Quinn Varga Iyer'.split(
    ' ',
  );
const WORDS =
  'release notes for the second quarter are late because review took longer than planned please check open items before next meeting and update summary when done thanks'.split(
    ' ',
  );
const STATES = 'open closed pending active archived failed'.split(' ');

/** Makes values out of random numbers. */
class Values {
  readonly next: (below: number) => number;
  constructor(seed: number) {
    this.next = generator(seed);
  }
  of(list: readonly string[]): string {
    return list[this.next(list.length)] ?? '';
  }
  hex(length: number): string {
    return Array.from({ length }, () => '0123456789abcdef'.charAt(this.next(16))).join('');
  }
  id(prefix: string, length = 14): string {
    return `${prefix}${Array.from({ length }, () => 'ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz0123456789'.charAt(this.next(54))).join('')}`;
  }
  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-a${this.hex(3)}-${this.hex(12)}`;
  }
  time(): string {
    return `2024-0${1 + this.next(9)}-1${this.next(10)}T0${this.next(10)}:${10 + this.next(50)}:${10 + this.next(50)}Z`;
  }
  given(): string {
    return this.of(GIVEN);
  }
  family(): string {
    return this.of(FAMILY);
  }
  name(): string {
    return `${this.given()} ${this.family()}`;
  }
  email(): string {
    return `${this.given().toLowerCase()}.${this.family().toLowerCase()}${this.next(1000)}@mail.example.org`;
  }
  phone(): string {
    return `+1415555${1000 + this.next(9000)}`;
  }
  words(count: number): string {
    return Array.from({ length: count }, () => this.of(WORDS)).join(' ');
  }
  url(path: string): string {
    return `https://api.example.com/v2/${path}/${this.next(1e6)}`;
  }
  image(): string {
    return `https://cdn.example.com/avatar/${this.hex(32)}.jpg?s=${16 + this.next(500)}&d=retro`;
  }
  list(count: number, make: () => Value): Value[] {
    return Array.from({ length: count }, make);
  }
}

type Maker = (v: Values) => Value;

const person: Maker = (v) => ({
  id: v.next(1e7),
  node_id: v.id('MDQ6', 20),
  login: v.given().toLowerCase() + v.next(99),
  avatar_url: v.image(),
  url: v.url('users'),
  followers_url: `${v.url('users')}/followers`,
  type: 'User',
  site_admin: false,
});

const money: Maker = (v) => ({ currency_code: 'USD', value: `${v.next(900)}.${10 + v.next(89)}` });

const APIS: Readonly<Record<string, Maker>> = {
  chatUsers: (v) => ({
    ok: true,
    members: v.list(3, () => ({
      id: v.id('U', 10).toUpperCase(),
      team_id: v.id('T', 10).toUpperCase(),
      name: v.given().toLowerCase(),
      deleted: false,
      color: v.hex(6),
      real_name: v.name(),
      tz: 'Europe/Oslo',
      tz_label: 'Central European Time',
      tz_offset: 3600,
      profile: {
        title: '',
        phone: v.phone(),
        real_name: v.name(),
        display_name: v.given(),
        status_text: v.words(3),
        status_emoji: ':palm_tree:',
        avatar_hash: v.hex(12),
        email: v.email(),
        first_name: v.given(),
        last_name: v.family(),
        image_24: v.image(),
        image_48: v.image(),
        image_512: v.image(),
        team: v.id('T', 10).toUpperCase(),
      },
      is_admin: false,
      is_bot: false,
      updated: 1_700_000_000 + v.next(1e6),
      who_can_share_contact_card: 'EVERYONE',
    })),
    cache_ts: 1_700_000_000,
    response_metadata: { next_cursor: v.id('', 24) },
  }),
  chatMessages: (v) => ({
    ok: true,
    messages: v.list(4, () => ({
      client_msg_id: v.uuid(),
      type: 'message',
      text: `${v.words(12)} <${v.url('files')}|file>`,
      user: v.id('U', 10).toUpperCase(),
      ts: `17${v.next(1e8)}.${100_000 + v.next(8e5)}`,
      blocks: [{ type: 'rich_text', block_id: v.id('', 5), elements: [{ type: 'text', text: v.words(8) }] }],
    })),
    has_more: false,
  }),
  researcher: (v) => ({
    'orcid-identifier': {
      uri: `https://id.example.org/0000-0002-${1000 + v.next(9000)}-${1000 + v.next(9000)}`,
      path: `0000-0002-${1000 + v.next(9000)}-${1000 + v.next(9000)}`,
    },
    person: {
      name: {
        'created-date': { value: 1_460_000_000_000 + v.next(1e9) },
        'given-names': { value: v.given() },
        'family-name': { value: v.family() },
        'credit-name': null,
        visibility: 'public',
      },
      emails: { email: [{ email: v.email(), path: null, verified: true, primary: true }] },
      'external-identifiers': { 'external-identifier': [] },
    },
    'activities-summary': {
      employments: {
        'affiliation-group': v.list(2, () => ({
          'last-modified-date': { value: 1_460_000_000_000 + v.next(1e9) },
          summaries: [
            {
              'employment-summary': {
                'department-name': 'Physics',
                'role-title': 'Lecturer',
                'start-date': { year: { value: '2015' }, month: { value: '09' }, day: null },
                organization: { name: 'University of Elm', address: { city: 'Elm', region: 'CA', country: 'US' } },
                source: { 'source-name': { value: v.name() } },
              },
            },
          ],
        })),
      },
    },
  }),
  contact: (v) => ({
    id: String(v.next(1e9)),
    properties: {
      createdate: v.time(),
      email: v.email(),
      firstname: v.given(),
      lastname: v.family(),
      phone: v.phone(),
      company: 'Elm Works',
      lifecyclestage: 'lead',
      hs_object_id: String(v.next(1e9)),
      lastmodifieddate: v.time(),
      address: `${v.next(200)} Elm Road`,
      city: 'Springfield',
      zip: String(10_000 + v.next(80_000)),
    },
    createdAt: v.time(),
    updatedAt: v.time(),
    archived: false,
    associations: { companies: { results: [{ id: String(v.next(1e9)), type: 'contact_to_company' }] } },
  }),
  query: (v) => ({
    totalSize: 2,
    done: true,
    records: v.list(2, () => ({
      attributes: { type: 'Contact', url: `/services/data/v58.0/sobjects/Contact/${v.id('003', 15)}` },
      Id: v.id('003', 15),
      Name: v.name(),
      Email: v.email(),
      Phone: v.phone(),
      MailingStreet: `${v.next(200)} Elm Road`,
      AccountId: v.id('001', 15),
      Owner: {
        attributes: { type: 'User', url: `/services/data/v58.0/sobjects/User/${v.id('005', 15)}` },
        Name: v.name(),
      },
    })),
  }),
  ticket: (v) => ({
    expand: 'renderedFields,names,schema,operations',
    id: String(v.next(1e5)),
    self: v.url('issue'),
    key: `OPS-${v.next(1e4)}`,
    fields: {
      summary: v.words(6),
      status: {
        self: v.url('status'),
        description: '',
        name: 'In Progress',
        id: '3',
        statusCategory: { id: 4, key: 'indeterminate', colorName: 'yellow' },
      },
      priority: { self: v.url('priority'), iconUrl: 'https://cdn.example.com/icons/major.svg', name: 'Major', id: '3' },
      assignee: {
        self: v.url('user'),
        accountId: v.hex(24),
        emailAddress: v.email(),
        avatarUrls: { '48x48': v.image(), '24x24': v.image() },
        displayName: v.name(),
        active: true,
        timeZone: 'Europe/Berlin',
      },
      customfield_10021: null,
      customfield_10019: `0|i00${v.id('', 3)}:`,
      created: `${v.time().slice(0, 19)}.000+0200`,
      labels: ['backend', 'regression'],
      description: v.words(25),
    },
  }),
  commits: (v) =>
    v.list(2, () => ({
      sha: v.hex(40),
      node_id: v.id('C_kwDO', 50),
      commit: {
        author: { name: v.name(), email: v.email(), date: v.time() },
        committer: { name: v.name(), email: v.email(), date: v.time() },
        message: `${v.words(7)}\n\n${v.words(12)}`,
        tree: { sha: v.hex(40), url: `${v.url('git/trees')}` },
        url: v.url('git/commits'),
        comment_count: 0,
        verification: { verified: false, reason: 'unsigned', signature: null, payload: null },
      },
      url: v.url('commits'),
      html_url: `https://example.com/org/repo/commit/${v.hex(40)}`,
      author: person(v),
      committer: person(v),
      parents: [{ sha: v.hex(40), url: v.url('commits') }],
    })),
  job: (v) => ({
    id: v.next(1e9),
    status: v.of(STATES),
    stage: 'test',
    name: 'unit',
    ref: 'main',
    tag: false,
    coverage: null,
    created_at: v.time(),
    started_at: v.time(),
    duration: v.next(900),
    web_url: v.url('jobs'),
    commit: { id: v.hex(40), short_id: v.hex(8), title: v.words(5), parent_ids: [v.hex(40)], message: v.words(9) },
    pipeline: { id: v.next(1e9), sha: v.hex(40), ref: 'main', status: 'running' },
    runner: { id: v.next(1e5), description: 'shared', active: true, is_shared: true },
    artifacts: v.list(2, () => ({ file_type: 'trace', size: v.next(1e6), filename: 'job.log', file_format: null })),
  }),
  charge: (v) => ({
    id: v.id('ch_', 24),
    object: 'charge',
    amount: v.next(1e5),
    amount_captured: v.next(1e5),
    balance_transaction: v.id('txn_', 24),
    billing_details: {
      address: {
        city: 'Springfield',
        country: 'US',
        line1: `${v.next(200)} Elm Road`,
        line2: null,
        postal_code: '62704',
        state: 'IL',
      },
      email: v.email(),
      name: v.name(),
      phone: null,
    },
    calculated_statement_descriptor: 'ELM WORKS',
    captured: true,
    created: 1_700_000_000 + v.next(1e6),
    currency: 'usd',
    customer: v.id('cus_', 14),
    fraud_details: {},
    metadata: { order_id: String(v.next(1e6)) },
    outcome: {
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    payment_method_details: {
      card: {
        brand: 'visa',
        checks: { cvc_check: 'pass' },
        country: 'US',
        exp_month: 8,
        exp_year: 2027,
        fingerprint: v.id('', 16),
        funding: 'credit',
        last4: '4242',
        network: 'visa',
      },
      type: 'card',
    },
    receipt_url: `https://pay.example.com/receipts/${v.id('', 60)}`,
    status: 'succeeded',
  }),
  order: (v) => ({
    id: v.id('', 17).toUpperCase(),
    status: 'COMPLETED',
    purchase_units: v.list(2, () => ({
      reference_id: 'default',
      amount: { ...(money(v) as { [key: string]: Value }), breakdown: { item_total: money(v), shipping: money(v) } },
      payee: { email_address: v.email(), merchant_id: v.id('', 13).toUpperCase() },
      shipping: {
        name: { full_name: v.name() },
        address: {
          address_line_1: `${v.next(99)} Elm Road`,
          admin_area_2: 'San Jose',
          postal_code: '95131',
          country_code: 'US',
        },
      },
      items: [{ name: 'T-Shirt', quantity: '1', sku: v.id('sku', 8), unit_amount: money(v) }],
    })),
    payer: {
      name: { given_name: v.given(), surname: v.family() },
      email_address: v.email(),
      payer_id: v.id('', 13).toUpperCase(),
    },
    create_time: v.time(),
    links: v.list(3, () => ({ href: v.url('orders'), rel: 'self', method: 'GET' })),
  }),
  pod: (v) => ({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: `web-${v.hex(10)}-${v.hex(5)}`,
      namespace: 'default',
      uid: v.uuid(),
      resourceVersion: String(v.next(1e7)),
      creationTimestamp: v.time(),
      labels: { app: 'web', 'pod-template-hash': v.hex(10) },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `web-${v.hex(10)}`, uid: v.uuid(), controller: true },
      ],
    },
    spec: {
      containers: [
        {
          name: 'web',
          image: `registry.example.com/web:1.${v.next(40)}.${v.next(9)}`,
          ports: [{ containerPort: 8080, protocol: 'TCP' }],
          resources: { limits: { cpu: '500m', memory: '256Mi' } },
          imagePullPolicy: 'IfNotPresent',
        },
      ],
      nodeName: `node-${v.next(40)}`,
      restartPolicy: 'Always',
      serviceAccountName: 'default',
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
      ],
    },
    status: {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: v.time() }],
      qosClass: 'Burstable',
    },
  }),
  zone: (v) => ({
    result: v.list(4, () => ({
      id: v.hex(32),
      zone_id: v.hex(32),
      zone_name: 'example.com',
      name: `h${v.next(99)}.example.com`,
      type: 'CNAME',
      content: `lb${v.next(9)}.example.net`,
      proxiable: true,
      proxied: false,
      ttl: 3600,
      meta: { auto_added: false, source: 'primary' },
      created_on: v.time(),
      modified_on: v.time(),
    })),
    success: true,
    errors: [],
    result_info: { page: 1, per_page: 100, count: 4, total_count: 4 },
  }),
  patient: (v) => ({
    resourceType: 'Patient',
    id: v.uuid(),
    meta: { versionId: '1', lastUpdated: v.time(), profile: ['http://hl7.org/fhir/StructureDefinition/Patient'] },
    text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${v.words(6)}</div>` },
    identifier: [
      {
        use: 'usual',
        type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
        system: 'urn:oid:1.2.36.146.595.217.0.1',
        value: String(v.next(1e6)),
      },
    ],
    active: true,
    name: [{ use: 'official', family: v.family(), given: [v.given(), v.given()] }],
    telecom: [{ system: 'phone', value: v.phone(), use: 'work', rank: 1 }],
    gender: 'female',
    birthDate: `19${50 + v.next(49)}-0${1 + v.next(9)}-1${v.next(9)}`,
    address: [
      {
        use: 'home',
        line: [`${v.next(200)} Elm Road`],
        city: 'Springfield',
        postalCode: '62704',
        period: { start: '1974-12-25' },
      },
    ],
    managingOrganization: { reference: `Organization/${v.next(99)}` },
  }),
  observations: (v) => ({
    resourceType: 'Bundle',
    type: 'searchset',
    total: 3,
    link: [{ relation: 'self', url: `${v.url('Observation')}?patient=${v.uuid()}&_count=3` }],
    entry: v.list(3, () => ({
      fullUrl: v.url('Observation'),
      resource: {
        resourceType: 'Observation',
        id: v.uuid(),
        status: 'final',
        code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] },
        subject: { reference: `Patient/${v.uuid()}` },
        effectiveDateTime: v.time(),
        valueQuantity: {
          value: 60 + v.next(40),
          unit: 'beats/minute',
          system: 'http://unitsofmeasure.org',
          code: '/min',
        },
      },
      search: { mode: 'match' },
    })),
  }),
  events: (v) => ({
    kind: 'calendar#events',
    etag: `"p33${v.next(1e9)}"`,
    summary: v.email(),
    timeZone: 'Europe/Oslo',
    items: v.list(2, () => ({
      kind: 'calendar#event',
      etag: `"33${v.next(1e9)}"`,
      id: v.id('', 26).toLowerCase(),
      status: 'confirmed',
      htmlLink: `https://calendar.example.com/event?eid=${v.id('', 60)}`,
      created: v.time(),
      summary: v.words(4),
      creator: { email: v.email(), displayName: v.name() },
      start: { dateTime: v.time(), timeZone: 'Europe/Oslo' },
      end: { dateTime: v.time(), timeZone: 'Europe/Oslo' },
      attendees: v.list(3, () => ({ email: v.email(), displayName: v.name(), responseStatus: 'accepted' })),
      hangoutLink: `https://meet.example.com/${v.id('', 3)}-${v.id('', 4)}`,
      reminders: { useDefault: true },
    })),
  }),
  businesses: (v) => ({
    businesses: v.list(3, () => ({
      id: v.id('', 22),
      alias: `elm-kitchen-springfield-${v.next(9)}`,
      name: 'Elm Kitchen',
      image_url: `https://cdn.example.com/bphoto/${v.id('', 22)}/o.jpg`,
      is_closed: false,
      url: `https://www.example.com/biz/elm-kitchen?adjust_creative=${v.id('', 22)}&utm_campaign=api_v3&utm_medium=api_v3_search`,
      review_count: v.next(900),
      categories: [{ alias: 'cafes', title: 'Cafes' }],
      rating: 4.5,
      coordinates: { latitude: 37.7, longitude: -122.4 },
      location: {
        address1: `${v.next(200)} Elm Road`,
        city: 'Springfield',
        zip_code: '62704',
        country: 'US',
        display_address: [`${v.next(200)} Elm Road`, 'Springfield, IL 62704'],
      },
      phone: v.phone(),
      display_phone: '(415) 555-0123',
      distance: v.next(9000) / 10,
    })),
    total: 3,
    region: { center: { longitude: -122.4, latitude: 37.7 } },
  }),
  parcel: (v) => ({
    id: v.id('trk_', 32),
    object: 'Tracker',
    mode: 'production',
    tracking_code: `1Z${v.id('', 16).toUpperCase()}`,
    status: 'delivered',
    created_at: v.time(),
    signed_by: v.name(),
    weight: v.next(99),
    est_delivery_date: v.time(),
    shipment_id: v.id('shp_', 32),
    carrier: 'UPS',
    tracking_details: v.list(4, () => ({
      object: 'TrackingDetail',
      message: 'Arrived at facility',
      status: 'in_transit',
      datetime: v.time(),
      source: 'UPS',
      tracking_location: {
        object: 'TrackingLocation',
        city: 'SAN FRANCISCO',
        state: 'CA',
        country: 'US',
        zip: '94103',
      },
    })),
    public_url: `https://track.example.com/${v.id('', 40)}`,
  }),
  playlist: (v) => ({
    href: v.url('playlists'),
    items: v.list(3, () => ({
      added_at: v.time(),
      added_by: {
        external_urls: { example: v.url('user') },
        href: v.url('users'),
        id: v.given().toLowerCase(),
        type: 'user',
        uri: `example:user:${v.next(1e6)}`,
      },
      track: {
        id: v.id('', 22),
        name: v.words(3),
        duration_ms: v.next(4e5),
        explicit: false,
        popularity: v.next(99),
        uri: `example:track:${v.id('', 22)}`,
        artists: [{ id: v.id('', 22), name: 'The Elms', type: 'artist' }],
        album: {
          album_type: 'album',
          id: v.id('', 22),
          name: v.words(2),
          release_date: '2016-03-11',
          images: [{ height: 640, url: `https://cdn.example.com/image/${v.hex(40)}`, width: 640 }],
        },
      },
    })),
    limit: 100,
    next: null,
    total: 3,
  }),
  forum: (v) => ({
    kind: 'Listing',
    data: {
      after: `t3_${v.id('', 6)}`,
      dist: 2,
      children: v.list(2, () => ({
        kind: 't3',
        data: {
          subreddit: 'gardening',
          selftext: v.words(30),
          author_fullname: `t2_${v.id('', 6)}`,
          saved: false,
          title: v.words(8),
          name: `t3_${v.id('', 6)}`,
          upvote_ratio: 0.97,
          ups: v.next(900),
          thumbnail: 'self',
          created: 1_700_000_000,
          domain: 'self.gardening',
          author: v.given().toLowerCase() + v.next(99),
          permalink: `/r/gardening/comments/${v.id('', 6)}/${v.of(WORDS)}/`,
          num_comments: v.next(90),
          url: `https://www.example.com/r/gardening/comments/${v.id('', 6)}/`,
        },
      })),
    },
  }),
  completion: (v) => ({
    id: v.id('chatcmpl-', 29),
    object: 'chat.completion',
    created: 1_700_000_000 + v.next(1e6),
    model: 'large-2',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: `${v.words(40)}.\n\n${v.words(30)}.` },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: v.next(900), completion_tokens: v.next(900), total_tokens: v.next(900) },
    system_fingerprint: v.id('fp_', 10),
  }),
  candidate: (v) => ({
    candidate: {
      id: v.hex(8),
      name: v.name(),
      firstname: v.given(),
      lastname: v.family(),
      headline: v.words(4),
      account: { subdomain: 'elm', name: 'Elm Works' },
      job: { shortcode: v.hex(8), title: 'Gardener' },
      stage: 'Applied',
      profile_url: v.url('candidates'),
      email: v.email(),
      phone: v.phone(),
      address: 'Springfield, United States',
      summary: v.words(20),
      education_entries: [{ id: v.hex(8), degree: 'BSc', school: 'University of Elm', start_date: '2007-01-01' }],
      social_profiles: [
        {
          type: 'linkedin',
          name: 'LinkedIn',
          url: `https://www.example.com/in/${v.given().toLowerCase()}${v.next(999)}`,
        },
      ],
      created_at: v.time(),
    },
  }),
  mailEvents: (v) => ({
    items: v.list(2, () => ({
      event: 'delivered',
      id: v.id('', 22),
      timestamp: 1_700_000_000.5 + v.next(1e6),
      recipient: v.email(),
      message: {
        headers: {
          'message-id': `${v.next(1e9)}.${v.hex(12)}@mail.example.org`,
          from: `${v.name()} <${v.email()}>`,
          to: v.email(),
          subject: v.words(5),
        },
        attachments: [],
        size: v.next(9000),
      },
      'delivery-status': { code: 250, description: '', message: 'OK', 'attempt-no': 1, 'mx-host': 'mx.example.org' },
      'client-info': { 'client-os': 'Linux', 'device-type': 'desktop' },
      tags: ['newsletter'],
    })),
    paging: {
      next: `https://api.example.com/v3/events/${v.id('', 90)}`,
      previous: `https://api.example.com/v3/events/${v.id('', 90)}`,
    },
  }),
  budget: (v) => ({
    data: {
      transactions: v.list(4, () => ({
        id: v.uuid(),
        date: '2024-03-11',
        amount: -v.next(1e6),
        memo: v.words(3),
        cleared: 'cleared',
        approved: true,
        flag_color: null,
        account_id: v.uuid(),
        payee_id: v.uuid(),
        category_id: v.uuid(),
        transfer_account_id: null,
        account_name: 'Checking',
        payee_name: 'Elm Market',
        subtransactions: [],
      })),
      server_knowledge: v.next(1e5),
    },
  }),
  entry: (v) => ({
    sys: {
      space: { sys: { type: 'Link', linkType: 'Space', id: v.id('', 12) } },
      id: v.id('', 22),
      type: 'Entry',
      createdAt: v.time(),
      environment: { sys: { id: 'master', type: 'Link', linkType: 'Environment' } },
      revision: v.next(9),
      contentType: { sys: { type: 'Link', linkType: 'ContentType', id: 'post' } },
      locale: 'en-US',
    },
    metadata: { tags: [] },
    fields: {
      title: v.words(5),
      slug: `${v.of(WORDS)}-${v.of(WORDS)}`,
      body: v.words(50),
      hero: { sys: { type: 'Link', linkType: 'Asset', id: v.id('', 22) } },
      publishedOn: v.time(),
    },
  }),
};

/** One answer of each API, 0.4 to 5 KB. */
export function apiAnswers(seed: number): ApiAnswer[] {
  return Object.entries(APIS).map(([api, make], index) => ({
    api,
    body: Buffer.from(JSON.stringify(make(new Values(seed * 7919 + index * 104_729 + 1)))),
  }));
}
