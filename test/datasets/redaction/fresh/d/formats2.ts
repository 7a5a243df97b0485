/** Formats with names apart from values. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const FORMATS2: Record<string, () => Draft> = {
  metaLeadgen: () => ({
    data: [
      {
        created_time: trap('timestamp', '2026-02-28T08:49:14+0000'),
        id: trap('snowflake', '120208844170930441'),
        ad_id: trap('snowflake', '23851188204470144'),
        form_id: trap('snowflake', '884417209331182'),
        campaign_name: trap('event', 'Spring Madison Ave lookalike 2%'),
        is_organic: false,
        platform: 'ig',
        field_data: [
          { name: 'full_name', values: [p('name', 'Anahit Sargsyan')] },
          { name: 'email', values: [p('email', 'anahit.sargsyan@yerevanmail.am')] },
          { name: 'phone_number', values: [p('phone', '+37491448820')] },
          { name: 'preferred_model', values: ['Model 212-B'] },
        ],
      },
    ],
    paging: { cursors: { before: trap('cursor', 'QVFIUnE3'), after: trap('cursor', 'QVFIUmY1') } },
  }),
  googleAdsRows: () => ({
    results: [
      {
        campaign: {
          resourceName: trap('path', 'customers/4418820733/campaigns/20188441720'),
          status: 'ENABLED',
          name: trap('event', 'Brand | Victoria Beckett Candles | UK'),
          id: trap('id', '20188441720'),
        },
        metrics: {
          clicks: '1844',
          costMicros: trap('price', '418820000'),
          ctr: 0.0421,
          conversions: 61.5,
          averageCpc: 227125.8,
        },
        adGroup: { id: trap('id', '148820331904'), name: 'Exact - 555-0199 style numbers' },
        segments: { date: trap('date', '2026-03-01'), device: 'MOBILE' },
      },
    ],
    fieldMask: 'campaign.name,metrics.clicks',
    requestId: trap('id', 'p5Yl0dHkT4RaEw'),
    queryResourceConsumption: '884',
  }),
  githubGraphql: () => ({
    data: {
      repository: {
        nameWithOwner: 'tidewater/loom-core',
        owner: { login: open('tidewater') },
        defaultBranchRef: {
          target: {
            oid: trap('hash', '4c23ee99653bae3d67f33c38b625bad85c6e7ac1'),
            history: {
              totalCount: 4418,
              edges: [
                {
                  cursor: trap('cursor', 'NGMyM2VlOTk2NTNiIDA='),
                  node: {
                    messageHeadline: 'fix(warp): bump @loom/spool@3.1.4 (#2207)',
                    author: {
                      name: p('name', 'Ottilie Brandvold'),
                      email: p('email', 'ottilie@brandvold.codes'),
                      user: { login: open('ottib') },
                    },
                    signature: { isValid: true, keyId: trap('id', '4AEE18F83AFDEB23') },
                  },
                },
              ],
              pageInfo: { hasNextPage: true, endCursor: trap('cursor', 'NGMyM2VlOTk2NTNiIDE=') },
            },
          },
        },
        releases: {
          nodes: [
            {
              tagName: trap('version', 'v4.12.0-beta.2'),
              name: trap('event', 'Ada'),
              publishedAt: trap('timestamp', '2026-03-03T10:10:10Z'),
            },
          ],
        },
      },
      rateLimit: { cost: 1, remaining: 4991, resetAt: trap('timestamp', '2026-03-03T11:00:00Z') },
    },
    errors: [
      {
        type: 'NOT_FOUND',
        path: ['repository', 'pullRequest'],
        locations: [{ line: 7, column: 3 }],
        message: 'Could not resolve to a PullRequest with the number of 99183.',
      },
    ],
  }),
  jsonApiPeople: () => ({
    jsonapi: { version: '1.1' },
    links: {
      self: trap('url', 'https://api.kitchenry.example/articles?page[number]=3&page[size]=1'),
      next: trap('url', 'https://api.kitchenry.example/articles?page[number]=4&page[size]=1'),
    },
    data: [
      {
        type: 'articles',
        id: '3',
        attributes: {
          title: trap('title', 'Cook like Paul Bocuse: 12 stocks'),
          created: trap('timestamp', '2025-05-22T14:56:29.000Z'),
          slug: trap('url', 'cook-like-paul-bocuse-12-stocks'),
          revision: '3.0.1-7',
        },
        relationships: { author: { data: { id: '42', type: 'people' } } },
      },
    ],
    included: [
      {
        type: 'people',
        id: '42',
        attributes: {
          'first-name': p('name', 'Jean-Baptiste'),
          'last-name': p('name', 'Kouamé'),
          'birth-date': p('birth', '1984-02-11'),
          gender: open('male'),
          email: p('email', 'jb.kouame@kitchenry.example'),
          'home-address': {
            street: p('address', '17 rue Mercœur'),
            'postal-code': p('address', '44000'),
            city: p('address', 'Nantes'),
          },
        },
      },
    ],
    meta: { 'total-pages': 13, copyright: 'Copyright 2026 Kitchenry SAS' },
  }),
  halOrders: () => ({
    _links: {
      self: { href: trap('url', '/orders') },
      curies: [{ name: 'ea', href: trap('url', 'http://example.com/docs/rels/{rel}'), templated: true }],
      next: { href: trap('url', '/orders?page=2') },
    },
    currentlyProcessing: 14,
    shippedToday: 20,
    _embedded: {
      'ea:order': [
        {
          _links: { self: { href: trap('url', '/orders/123') }, 'ea:basket': { href: trap('url', '/baskets/98712') } },
          total: 30.0,
          currency: 'USD',
          status: 'shipped',
          invoice: trap('invoice', 'INV-555-012-3456'),
          gift_card: trap('code', 'GC-4011-0000-1188'),
          _embedded: {
            customer: {
              id: 7809,
              name: p('name', 'Folasade Whitcombe'),
              email: p('email', 'folasade@whitcombe.family'),
              default_card: p('card', '378276075355941'),
              shipping: {
                line1: p('address', '55 Rue Bonaparte Ct'),
                city: p('address', 'Baton Rouge'),
                state: p('address', 'LA'),
                zip: p('address', '70808'),
              },
            },
          },
        },
      ],
    },
  }),
  msGraphMessages: () => ({
    '@odata.context': trap('url', "https://graph.microsoft.com/v1.0/$metadata#users('me')/messages(subject,from)"),
    '@odata.nextLink': trap('url', 'https://graph.microsoft.com/v1.0/me/messages?$skip=10'),
    value: [
      {
        '@odata.etag': trap('hash', 'W/"CQAAABYAAAAiIsqMbYjsT5e/T7KzowPTAAAYWL7A"'),
        id: trap('id', 'AAMkAGUAAAwTW09AAA='),
        createdDateTime: trap('timestamp', '2026-03-06T13:02:09Z'),
        subject: prose('Re: keys for ', p('name', 'Anouk'), ' / ticket 88-2041-7'),
        bodyPreview: prose('You can reach me at ', p('phone', '+31 6 4418 8207'), ' after 17:45, room B2.14'),
        importance: 'normal',
        conversationIndex: trap('id', 'AQHasd8L+8'),
        isRead: false,
        webLink: trap('url', 'https://outlook.office365.com/owa/?ItemID=AAMkAGUAAAwTW09AAA%3D'),
        from: { emailAddress: { name: p('name', 'Joost Hoekstra'), address: p('email', 'joost.hoekstra@kade9.nl') } },
        toRecipients: [
          { emailAddress: { name: p('name', 'Anouk de Wit'), address: p('email', 'anouk.dewit@kade9.nl') } },
        ],
        flag: { flagStatus: 'notFlagged' },
      },
    ],
  }),
  soapCustomer: () => ({
    'soapenv:Envelope': {
      '@xmlns:soapenv': trap('url', 'http://schemas.xmlsoap.org/soap/envelope/'),
      'soapenv:Header': {
        'wsse:Security': {
          'wsse:UsernameToken': {
            'wsse:Username': open('svc_crm_batch'),
            'wsse:Password': { '#text': p('secret', 'R0tterd4m#Maas'), '@Type': 'PasswordText' },
          },
        },
        'wsa:MessageID': trap('uuid', 'urn:uuid:a23b5371-62fd-43f4-b1d9-6cf224507d3b'),
      },
      'soapenv:Body': {
        'ns2:getCustomerResponse': {
          'ns2:return': {
            'ns2:customerNo': { '#text': trap('id', '0000418820') },
            'ns2:firstName': { '#text': p('name', 'Sipho') },
            'ns2:surname': { '#text': p('name', 'Mabuza') },
            'ns2:dateOfBirth': { '#text': p('birth', '1965-03-19+02:00') },
            'ns2:emailAddress': { '#text': p('email', 'sipho.mabuza@telkomsa.net') },
            'ns2:cellPhone': { '@countryCode': '27', '#text': p('phone', '082 441 8820') },
            'ns2:productCode': { '#text': trap('sku', 'LIFE-07-A') },
            'ns2:premium': { '@currency': 'ZAR', '#text': trap('price', '412.50') },
            'ns2:schemaVersion': trap('version', '2.0.14.1'),
            'ns2:active': 'true',
          },
        },
      },
    },
  }),
};
