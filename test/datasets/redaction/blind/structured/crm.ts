/** Blind answers: customer records, desks and campaigns. */
import { keyed, open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const CRM: Shapes = {
  soqlContacts: (v) => ({
    totalSize: 3,
    done: true,
    records: many(3, () => {
      const a = v.who();
      return {
        attributes: { type: 'Contact', url: trap('path', `/services/data/v61.0/sobjects/Contact/003${v.b62(15)}`) },
        Id: trap('token id', `003${v.b62(15)}`),
        AccountId: trap('token id', `001${v.b62(15)}`),
        Salutation: 'Mr.',
        FirstName: p('name', a.first),
        LastName: p('name', a.last),
        Name: p('name', a.full),
        MailingStreet: p('address', a.street),
        MailingCity: p('address', a.city),
        MailingState: p('address', a.region),
        MailingPostalCode: p('address', a.zip),
        MailingCountry: trap('country name', 'Spain'),
        MailingGeocodeAccuracy: null,
        Phone: p('phone', a.local),
        MobilePhone: p('phone', a.intl),
        Fax: null,
        Email: p('email', a.email),
        EmailBouncedReason: null,
        Title: trap('job title', 'VP, Facilities'),
        Department: 'Facilities',
        AssistantName: p('name', v.who().full),
        AssistantPhone: p('phone', v.who().intl),
        Birthdate: p('birth-date', a.birth),
        LeadSource: 'Trade Show',
        OwnerId: trap('token id', `005${v.b62(15)}`),
        HasOptedOutOfEmail: false,
        CleanStatus: 'Pending',
        Jigsaw: null,
        Level__c: 'Primary',
        Languages__c: 'English; Català',
        SystemModstamp: trap('iso time', '2024-07-19T10:15:02.000+0000'),
        Account: {
          attributes: { type: 'Account', url: trap('path', `/services/data/v61.0/sobjects/Account/001${v.b62(15)}`) },
          Name: trap('company name', 'Burlington Textiles Corp'),
          DunsNumber: trap('company register number', v.digits(9)),
          NumberOfEmployees: 9000,
          Sic: '6576',
          TickerSymbol: 'BTXT',
          AnnualRevenue: 350_000_000,
        },
      };
    }),
  }),

  contactProperties: (v) => ({
    results: many(3, () => {
      const a = v.who();
      const history = (value: ReturnType<typeof p>) => [
        {
          value,
          timestamp: trap('iso time', v.stamp()),
          sourceType: 'CRM_UI',
          sourceId: open(`userId:${v.digits(7)}`),
        },
      ];
      return {
        id: trap('numeric string id', v.digits(11)),
        properties: {
          createdate: trap('iso time', v.stamp()),
          email: p('email', a.email),
          firstname: p('name', a.first),
          lastname: p('name', a.last),
          hs_object_id: trap('numeric string id', v.digits(11)),
          hs_email_domain: open(a.email.split('@')[1]!),
          phone: p('phone', a.intl),
          mobilephone: p('phone', a.local),
          hs_calculated_phone_number_country_code: trap('country code', a.country),
          jobtitle: trap('job title', 'Office manager'),
          company: trap('company name', 'Miller & Sons Joinery'),
          lifecyclestage: 'marketingqualifiedlead',
          hs_lead_status: 'OPEN_DEAL',
          num_associated_deals: '2',
          hs_analytics_source: 'ORGANIC_SEARCH',
          hs_analytics_num_page_views: '14',
          hs_ip_timezone: 'europe/madrid',
          hubspot_owner_id: trap('numeric string id', v.digits(8)),
          address: p('address', a.street),
          city: open(a.city),
          zip: p('address', a.zip),
        },
        propertiesWithHistory: { email: history(p('email', a.email)), phone: history(p('phone', a.intl)) },
        associations: {
          companies: { results: [{ id: trap('numeric string id', v.digits(10)), type: 'contact_to_company' }] },
        },
        createdAt: trap('iso time', v.stamp()),
        archived: false,
      };
    }),
    paging: {
      next: {
        after: trap('cursor', v.digits(11)),
        link: trap('url', 'https://api.crm.example.com/crm/v3/objects/contacts?after=NTI1Cg%3D%3D'),
      },
    },
  }),

  deskTickets: (v) => ({
    tickets: many(3, (index) => {
      const a = v.who();
      return {
        url: trap('url', `https://harbour.desk.example.com/api/v2/tickets/${v.digits(5)}.json`),
        id: trap('numeric id', v.int(10_000, 99_999)),
        external_id: trap('reference number', v.fill('ahg35h3jh-###')),
        via: {
          channel: 'email',
          source: {
            from: { address: p('email', a.email), name: p('name', a.full) },
            to: { name: open('Harbour Teas'), address: p('email', 'support@harbour-teas.example') },
            rel: null,
          },
        },
        created_at: trap('iso time', v.zulu()),
        type: 'incident',
        subject: ['Teapot arrived chipped', 'Re: order 6735218890 missing', 'Wrong size (EU 42 / UK 8)'][index]!,
        raw_subject: '{{ticket.title}}',
        description: [
          prose('Hello, the spout is broken. My mobile is ', p('phone', a.intl), ' and the order was 6735218890.'),
          prose(
            'I paid with ',
            p('card', v.card('visa').replace(/(.{4})(?=.)/g, '$1 ')),
            ' on 3 July, tracking 9400110898825022579493.',
          ),
          'The box says 42 but the shoe says 41. Batch 2024-07-A, EAN 4006381333931. Please advise.',
        ][index]!,
        priority: 'normal',
        status: 'open',
        recipient: p('email', 'support@harbour-teas.example'),
        requester_id: trap('big number id', v.int(2e10, 3e10)),
        submitter_id: trap('big number id', v.int(2e10, 3e10)),
        collaborator_ids: [trap('big number id', v.int(2e10, 3e10))],
        group_id: trap('big number id', v.int(2e10, 3e10)),
        brand_id: trap('big number id', v.int(3.6e14, 3.7e14)),
        custom_fields: [
          { id: trap('big number id', v.int(3.6e14, 3.7e14)), value: 'web' },
          { id: trap('big number id', v.int(3.6e14, 3.7e14)), value: trap('order number', '6735218890') },
        ],
        satisfaction_rating: { score: 'unoffered' },
        sharing_agreement_ids: [],
        tags: ['breakage', 'vip_no', 'sla-4h'],
        metric_set: { reopens: 0, replies: 2, reply_time_in_minutes: { calendar: 2391, business: 737 } },
      };
    }),
    users: many(2, () => {
      const a = v.who();
      return {
        id: trap('big number id', v.int(2e10, 3e10)),
        name: p('name', a.full),
        email: p('email', a.email),
        phone: p('phone', a.e164),
        role: 'end-user',
        alias: open(a.login),
        time_zone: 'Copenhagen',
        locale: 'en-GB',
        verified: true,
        organization_id: trap('big number id', v.int(5e7, 6e7)),
        signature: null,
      };
    }),
    count: 2,
    next_page: null,
  }),

  conversationParts: (v) => {
    const a = v.who();
    const agent = v.who();
    return {
      type: 'conversation',
      id: trap('numeric string id', v.digits(15)),
      created_at: trap('epoch seconds', v.seconds()),
      source: {
        type: 'conversation',
        id: trap('numeric string id', v.digits(9)),
        delivered_as: 'operator_initiated',
        subject: '',
        body: prose(
          '<p>Hi! Could you mail the PDF to <a href="mailto:',
          p('email', a.email),
          '">me</a>? Ref 2024/0713.</p>',
        ),
        author: { type: 'lead', id: trap('object id', v.hex(24)), name: p('name', a.full), email: p('email', a.email) },
        attachments: [],
        url: trap('url', 'https://app.example.com/pricing?plan=team&seats=12'),
        redacted: false,
      },
      contacts: {
        type: 'contact.list',
        contacts: [{ type: 'contact', id: trap('object id', v.hex(24)), external_id: trap('numeric string id', '70') }],
      },
      teammates: { admins: [{ type: 'admin', id: trap('numeric string id', v.digits(7)) }] },
      custom_attributes: { issue_type: 'Billing', contact_phone: p('phone', a.intl), seats: 12 },
      first_contact_reply: { created_at: trap('epoch seconds', v.seconds()), type: 'conversation' },
      conversation_parts: {
        total_count: 3,
        conversation_parts: [
          {
            type: 'conversation_part',
            id: trap('numeric string id', v.digits(6)),
            part_type: 'comment',
            body: '<p>Sure, which invoice number was it? INV-2024-000713?</p>',
            author: {
              id: trap('numeric string id', v.digits(7)),
              type: 'admin',
              name: p('name', agent.full),
              email: p('email', agent.email),
            },
            created_at: trap('epoch seconds', v.seconds()),
          },
          {
            type: 'conversation_part',
            id: trap('numeric string id', v.digits(6)),
            part_type: 'comment',
            body: prose('<p>Yes. And please change my number to <b>', p('phone', v.who().intl), '</b></p>'),
            author: {
              id: trap('object id', v.hex(24)),
              type: 'lead',
              name: p('name', a.full),
              email: p('email', a.email),
            },
            created_at: trap('epoch seconds', v.seconds()),
          },
          {
            type: 'conversation_part',
            id: trap('numeric string id', v.digits(6)),
            part_type: 'close',
            body: null,
            author: { id: trap('numeric string id', v.digits(7)), type: 'bot', name: trap('product name', 'Operator') },
            created_at: trap('epoch seconds', v.seconds()),
          },
        ],
      },
      statistics: { time_to_assignment: 2310, median_time_to_reply: 2310, count_reopens: 1 },
    };
  },

  odataContacts: (v) => ({
    '@odata.context': trap(
      'url',
      'https://org1.crm4.example.com/api/data/v9.2/$metadata#contacts(fullname,emailaddress1)',
    ),
    value: many(3, () => {
      const a = v.who();
      return {
        '@odata.etag': trap('etag', `W/"${v.digits(8)}"`),
        contactid: trap('uuid', v.uuid()),
        fullname: p('name', a.full),
        firstname: p('name', a.first),
        lastname: p('name', a.last),
        emailaddress1: p('email', a.email),
        emailaddress2: null,
        telephone1: p('phone', a.local),
        mobilephone: p('phone', a.intl),
        'gendercode@OData.Community.Display.V1.FormattedValue': open('Male'),
        gendercode: open(1),
        birthdate: p('birth-date', a.birth),
        address1_line1: p('address', a.street),
        address1_city: p('address', a.city),
        address1_postalcode: p('address', a.zip),
        address1_stateorprovince: p('address', a.region),
        address1_country: trap('country name', 'Austria'),
        address1_addressid: trap('uuid', v.uuid()),
        address1_composite: p('address', `${a.street}\r\n${a.zip} ${a.city}`),
        jobtitle: trap('job title', 'Einkauf'),
        _parentcustomerid_value: trap('uuid', v.uuid()),
        '_parentcustomerid_value@OData.Community.Display.V1.FormattedValue': trap(
          'company name',
          'Fabrikam, Inc. (sample)',
        ),
        governmentid: p('national-id', v.fill('####010180')),
        statecode: 0,
        statuscode: 1,
        versionnumber: trap('numeric id', v.int(1e6, 9e6)),
        donotemail: false,
        preferredcontactmethodcode: 1,
        exchangerate: 1.0,
        modifiedon: trap('iso time', v.zulu()),
      };
    }),
  }),

  erpPartners: (v) => ({
    jsonrpc: '2.0',
    id: null,
    result: {
      length: 4,
      records: many(4, (index) => {
        const a = v.who();
        const person = index % 2 === 0;
        return {
          id: trap('numeric id', v.int(10, 900)),
          display_name: person ? p('name', `Deco Addict, ${a.full}`) : trap('company name', 'Azure Interior'),
          is_company: !person,
          commercial_company_name: trap('company name', 'Deco Addict'),
          email: p('email', a.email),
          phone: p('phone', a.intl),
          mobile: false,
          street: p('address', a.street),
          street2: false,
          zip: p('address', a.zip),
          city: open(a.city),
          country_id: [trap('numeric id', 233), trap('country name', 'United States')],
          vat: person ? false : open('BE0477472701'),
          user_id: person ? [2, open('Mitchell Admin')] : false,
          category_id: [5, 3],
          credit_limit: 0.0,
          lang: trap('locale code', 'en_US'),
          tz: 'Europe/Brussels',
          create_date: trap('local time', '2024-07-19 08:15:22'),
          bank_ids: person ? [{ acc_number: p('iban', v.iban('BE')), sanitized: true }] : [],
          sale_order_count: 4,
          barcode: false,
        };
      }),
    },
  }),

  newsletterMembers: (v) => ({
    members: many(3, () => {
      const a = v.who();
      return {
        id: trap('hash', v.hex(32)),
        email_address: p('email', a.email),
        unique_email_id: trap('token id', v.hex(10)),
        contact_id: trap('hash', v.hex(32)),
        full_name: p('name', a.full),
        web_id: trap('numeric id', v.int(1e8, 9e8)),
        email_type: 'html',
        status: 'subscribed',
        consents_to_one_to_one_messaging: true,
        merge_fields: {
          FNAME: p('name', a.first),
          LNAME: p('name', a.last),
          ADDRESS: {
            addr1: p('address', a.street),
            addr2: '',
            city: p('address', a.city),
            state: p('address', a.region),
            zip: p('address', a.zip),
            country: trap('country code', a.country),
          },
          PHONE: p('phone', a.local),
          BIRTHDAY: p('birth-date', `${a.born[1]}/${a.born[2]}`),
          PLAN: 'gold',
        },
        stats: { avg_open_rate: 0.25, avg_click_rate: 0.06 },
        ip_signup: '',
        timestamp_signup: '',
        ip_opt: p('ip', v.ip()),
        timestamp_opt: trap('iso time', v.stamp()),
        member_rating: 4,
        vip: false,
        email_client: 'Gmail',
        location: {
          latitude: open(59.32),
          longitude: open(18.06),
          gmtoff: 1,
          dstoff: 2,
          country_code: trap('country code', 'SE'),
          timezone: 'europe/stockholm',
          region: open('AB'),
        },
        source: 'Hosted Signup Form',
        tags_count: 2,
        tags: [
          { id: trap('numeric id', 13_573), name: trap('label', 'Spring 2024') },
          { id: trap('numeric id', 13_574), name: trap('label', 'VIP Florence') },
        ],
        list_id: trap('token id', v.hex(10)),
      };
    }),
    total_items: 1177,
  }),

  eventAttendees: (v) => ({
    pagination: { object_count: 3, page_number: 1, page_size: 50, page_count: 1, has_more_items: false },
    attendees: many(3, () => {
      const a = v.who();
      return {
        costs: {
          base_price: { display: trap('amount string', '£45.00'), currency: 'GBP', value: 4500, major_value: '45.00' },
        },
        resource_uri: trap(
          'url',
          `https://api.events.example.com/v3/events/${v.digits(12)}/attendees/${v.digits(10)}/`,
        ),
        id: trap('numeric string id', v.digits(10)),
        changed: trap('iso time', v.zulu()),
        quantity: 1,
        profile: {
          first_name: p('name', a.first),
          last_name: p('name', a.last),
          name: p('name', a.full),
          email: p('email', a.email),
          cell_phone: p('phone', a.intl),
          job_title: trap('job title', 'Curator'),
          company: trap('company name', 'The Whitworth'),
          gender: open('female'),
          addresses: {
            home: {
              address_1: p('address', a.street),
              city: p('address', a.city),
              postal_code: p('address', a.zip),
              country: trap('country code', a.country),
            },
          },
        },
        answers: [
          {
            question_id: trap('numeric string id', v.digits(8)),
            question: 'Dietary requirements',
            type: 'text',
            answer: 'No nuts',
          },
          {
            question_id: trap('numeric string id', v.digits(8)),
            question: 'Mobile phone',
            type: 'text',
            answer: p('phone', a.local),
          },
          {
            question_id: trap('numeric string id', v.digits(8)),
            question: 'T-shirt size',
            type: 'multiple_choice',
            answer: 'M',
          },
        ],
        barcodes: [
          {
            status: 'unused',
            barcode: trap('barcode', v.digits(21)),
            created: trap('iso time', v.zulu()),
            is_printed: false,
          },
        ],
        ticket_class_name: trap('product name', 'Early Bird'),
        event_id: trap('numeric string id', v.digits(12)),
        order_id: trap('numeric string id', v.digits(10)),
        checked_in: false,
      };
    }),
  }),

  unsubscribesByAddress: (v) => ({
    suppressed: keyed(
      'email',
      many(5, () => null).map(() => [v.who().email, { reason: 'bounce', at: v.zulu(), code: 550 }] as const),
    ),
    byMobile: keyed(
      'phone',
      many(3, () => null).map(() => [v.who().e164, { optOut: 'STOP', at: v.zulu() }] as const),
    ),
    limits: { '2024-07': trap('count', 1204), '550': trap('count', 12), 'campaign-4417': trap('count', 33) },
    cursor: trap('cursor', v.blob(18)),
  }),

  formResponses: (v) => ({
    total_items: 2,
    page_count: 1,
    items: many(2, () => {
      const a = v.who();
      return {
        landing_id: trap('token id', v.hex(32)),
        token: open(v.hex(32)),
        response_id: trap('token id', v.hex(32)),
        landed_at: trap('iso time', v.zulu()),
        metadata: {
          user_agent: trap(
            'user agent',
            'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.6478.127',
          ),
          platform: 'other',
          referer: trap('url', 'https://form.example.com/to/lR6F4j'),
          network_id: open(v.hex(10)),
          browser: 'default',
        },
        hidden: {},
        calculated: { score: 9 },
        answers: [
          {
            field: { id: trap('token id', v.b62(12)), type: 'long_text', ref: 'readable_ref_long_text' },
            type: 'text',
            text: 'It is cold in the hall, 14.5 degrees at 9:30',
          },
          {
            field: { id: trap('token id', v.b62(12)), type: 'email', ref: 'contact' },
            type: 'email',
            email: p('email', a.email),
          },
          {
            field: { id: trap('token id', v.b62(12)), type: 'phone_number', ref: 'readable_ref_phone_number' },
            type: 'phone_number',
            phone_number: p('phone', a.e164),
          },
          {
            field: { id: trap('token id', v.b62(12)), type: 'short_text', ref: 'first_name' },
            type: 'text',
            text: p('name', a.first),
          },
          {
            field: { id: trap('token id', v.b62(12)), type: 'date', ref: 'visit_day' },
            type: 'date',
            date: trap('iso date', v.day()),
          },
          {
            field: { id: trap('token id', v.b62(12)), type: 'picture_choice', ref: 'colour' },
            type: 'choices',
            choices: { ids: [trap('token id', v.b62(12))], labels: ['London', 'Sydney'] },
          },
          { field: { id: trap('token id', v.b62(12)), type: 'number', ref: 'party_size' }, type: 'number', number: 4 },
        ],
      };
    }),
  }),
};
