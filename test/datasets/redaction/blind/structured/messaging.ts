/** Blind answers: messages, mail, meetings. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const MESSAGING: Shapes = {
  workspaceMembers: (v) => ({
    ok: true,
    members: many(3, () => {
      const a = v.who();
      return {
        id: trap('token id', v.fill('U0########')),
        team_id: trap('token id', v.fill('T0########')),
        name: open(a.login),
        deleted: false,
        color: trap('colour', '9f69e7'),
        real_name: p('name', a.full),
        tz: 'America/Los_Angeles',
        tz_label: 'Pacific Daylight Time',
        tz_offset: -25_200,
        profile: {
          avatar_hash: trap('hash', v.hex(12)),
          status_text: trap('status', 'In a meeting until 3'),
          status_emoji: ':calendar:',
          real_name: p('name', a.full),
          display_name: open(a.login),
          real_name_normalized: p('name', a.full),
          email: p('email', a.email),
          phone: p('phone', a.intl),
          title: trap('job title', 'Ghost wrangler'),
          image_24: open(`https://secure.avatar.example.com/${v.hex(32)}.jpg?s=24`),
          team: trap('token id', v.fill('T0########')),
        },
        is_admin: true,
        is_bot: false,
        updated: trap('epoch seconds', v.seconds()),
        is_app_user: false,
        has_2fa: false,
      };
    }),
    cache_ts: trap('epoch seconds', v.seconds()),
    response_metadata: { next_cursor: trap('cursor', 'dXNlcjpVMEc5V0ZYTlo=') },
  }),

  channelHistory: (v) => ({
    ok: true,
    messages: [
      {
        type: 'message',
        user: trap('token id', v.fill('U0########')),
        text: 'Deploy 2024.29.1.7 is out :tada: see <https://ci.example.com/job/4417|job 4417>',
        ts: trap('slack ts', `${v.seconds()}.000200`),
        thread_ts: trap('slack ts', `${v.seconds()}.000100`),
        reply_count: 3,
        edited: { user: trap('token id', v.fill('U0########')), ts: trap('slack ts', `${v.seconds()}.000000`) },
      },
      {
        type: 'message',
        user: trap('token id', v.fill('U0########')),
        text: prose(
          'customer asks for a callback on <tel:',
          p('phone', v.who().e164),
          '|this number>, ticket 88123456',
        ),
        ts: trap('slack ts', `${v.seconds()}.004500`),
      },
      {
        type: 'message',
        user: trap('token id', v.fill('U0########')),
        text: prose(
          'forwarding to <mailto:',
          p('email', 'k.sandstrom@uni-halle.example'),
          '|Kai>: commit 9f8e7d6c5b4a breaks the build',
        ),
        ts: trap('slack ts', `${v.seconds()}.012300`),
        reactions: [{ name: 'thumbsup', users: [trap('token id', v.fill('U0########'))], count: 1 }],
      },
      {
        type: 'message',
        subtype: 'bot_message',
        bot_id: trap('token id', v.fill('B0########')),
        username: trap('product name', 'PagerDuty'),
        text: 'Resolved: #Q1JZKX98L2 p99 latency 10.2.3 s on shard-14',
        ts: trap('slack ts', `${v.seconds()}.000400`),
        attachments: [
          {
            fallback: 'Resolved',
            color: '36a64f',
            fields: [
              { title: 'Duration', value: '00:14:22' },
              { title: 'Region', value: 'eu-west-1' },
            ],
          },
        ],
      },
      {
        type: 'message',
        user: trap('token id', v.fill('U0########')),
        text: prose('new key for staging: ', p('secret', `sk_live_${v.b62(24)}`), ' please rotate today'),
        ts: trap('slack ts', `${v.seconds()}.000900`),
        files: [
          {
            id: trap('token id', v.fill('F0########')),
            name: trap('file name', 'Screenshot 2024-07-19 at 10.15.02.png'),
            mimetype: trap('mime type', 'image/png'),
            filetype: 'png',
            size: 51_233,
            url_private: trap('url', 'https://files.example.com/files-pri/T0-F0/screenshot_2024-07-19_at_10.15.02.png'),
          },
        ],
      },
    ],
    has_more: true,
    pin_count: 0,
  }),

  smsMessages: (v) => ({
    first_page_uri: trap('path', '/2010-04-01/Accounts/AC0/Messages.json?PageSize=2&Page=0'),
    messages: many(4, (index) => {
      const a = v.who();
      return {
        account_sid: trap('token id', `AC${v.hex(32)}`),
        api_version: trap('version', '2010-04-01'),
        body: [
          'Your parcel JD0002234445 is with a neighbour.',
          'Code 448 219 is valid for 10 minutes',
          'Table for 4 at 19:30 is confirmed. Ref 7Q3L',
          'STOP',
        ][index]!,
        date_sent: trap('http date', 'Fri, 19 Jul 2024 10:15:02 +0000'),
        direction: 'outbound-api',
        error_code: null,
        from: index % 2 ? open('+15005550006') : trap('short code', '55123'),
        messaging_service_sid: trap('token id', `MG${v.hex(32)}`),
        num_media: '0',
        num_segments: '1',
        price: trap('amount string', '-0.00750'),
        price_unit: 'USD',
        sid: trap('token id', `SM${v.hex(32)}`),
        status: 'delivered',
        subresource_uris: {
          media: trap('path', `/2010-04-01/Accounts/AC${v.hex(32)}/Messages/SM${v.hex(32)}/Media.json`),
        },
        to: p('phone', a.e164),
      };
    }),
    page: 0,
    page_size: 50,
  }),

  mailEvents: (v) =>
    many(5, (index) => ({
      email: p('email', v.who().email),
      timestamp: trap('epoch seconds', v.seconds()),
      'smtp-id': trap('message id', `<14c5d75ce93.dfd.${v.digits(5)}@ismtpd-555>`),
      event: ['processed', 'deferred', 'delivered', 'click', 'bounce'][index]!,
      category: ['cat facts', 'cat-2024'],
      sg_event_id: trap('token id', v.b62(22)),
      sg_message_id: trap('message id', `${v.b62(22)}.filter0307p1las1-16648-55AD6CC7-8.0`),
      ...(index === 3
        ? {
            url: trap('url', 'https://www.example.com/offer/4417?utm_campaign=cats'),
            ip: p('ip', v.ip()),
            useragent: trap(
              'user agent',
              'Mozilla/4.0 (compatible; MSIE 6.1; Windows XP; .NET CLR 1.1.4322; .NET CLR 2.0.50727)',
            ),
          }
        : {}),
      ...(index === 4 ? { reason: '500 unknown recipient', status: '5.0.0', type: 'bounced' } : {}),
      ...(index === 1 ? { response: '400 try again later', attempt: '5', tls: 1 } : {}),
    })),

  chatUpdates: (v) => ({
    ok: true,
    result: many(4, (index) => {
      const a = v.who();
      const from = {
        id: trap('numeric id', v.int(1e8, 7e9)),
        is_bot: false,
        first_name: p('name', a.first),
        last_name: p('name', a.last),
        username: open(a.login),
        language_code: trap('locale code', 'de'),
      };
      return {
        update_id: trap('numeric id', v.int(1e8, 9e8)),
        message: {
          message_id: trap('numeric id', v.int(100, 9999)),
          from,
          chat: {
            id: trap('numeric id', -v.int(1e12, 2e12)),
            title: trap('label', 'Allotment group “Am Bach”'),
            type: 'supergroup',
          },
          date: trap('epoch seconds', v.seconds()),
          ...[
            {
              contact: {
                phone_number: p('phone', a.e164.slice(1)),
                first_name: p('name', a.first),
                user_id: trap('numeric id', v.int(1e8, 7e9)),
              },
            },
            {
              text: 'Who has the key to shed 12? Meeting moved to 18:30',
              entities: [{ offset: 0, length: 3, type: 'bold' }],
            },
            {
              location: {
                latitude: trap('coordinate', 52.5162746),
                longitude: trap('coordinate', 13.3777041),
                horizontal_accuracy: 12.5,
              },
              venue: { title: trap('place name', 'Brandenburger Tor'), address: open('Pariser Platz') },
            },
            {
              document: {
                file_name: trap('file name', 'Protokoll_2024-07-19_v1.2.3.4.pdf'),
                mime_type: trap('mime type', 'application/pdf'),
                file_id: trap('token id', v.b62(70)),
                file_unique_id: trap('token id', v.b62(15)),
                file_size: 88_213,
              },
            },
          ][index]!,
        },
      };
    }),
  }),

  businessWebhook: (v) => ({
    object: 'whatsapp_business_account',
    entry: many(3, () => {
      const a = v.who();
      const wa = a.e164.slice(1);
      return {
        id: trap('numeric string id', v.digits(15)),
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: {
                display_phone_number: p('phone', v.who('us').e164.slice(1)),
                phone_number_id: trap('numeric string id', v.digits(15)),
              },
              contacts: [{ profile: { name: p('name', a.full) }, wa_id: p('phone', wa) }],
              messages: [
                {
                  from: p('phone', wa),
                  id: trap('message id', `wamid.${v.b62(52)}=`),
                  timestamp: trap('epoch string', String(v.seconds())),
                  type: 'text',
                  text: { body: 'Is the green one back in stock? Art. 4006381333931' },
                },
              ],
              statuses: [
                {
                  id: trap('message id', `wamid.${v.b62(52)}=`),
                  status: 'read',
                  timestamp: trap('epoch string', String(v.seconds())),
                  recipient_id: p('phone', wa),
                  conversation: { id: trap('hash', v.hex(32)), origin: { type: 'service' } },
                  pricing: { billable: true, pricing_model: 'CBP', category: 'service' },
                },
              ],
            },
          },
        ],
      };
    }),
  }),

  guildMessages: (v) =>
    many(4, (index) => ({
      id: trap('snowflake', v.digits(19)),
      type: 0,
      channel_id: trap('snowflake', v.digits(18)),
      content: [
        'gg',
        'patch 14.14.589.4391 is live',
        '<@!80351110224678912> check #general',
        'https://discord.example/channels/290926798626357999/290926798626357999',
      ][index]!,
      author: {
        id: trap('snowflake', v.digits(17)),
        username: open('nelly'),
        global_name: open('Nelly'),
        avatar: trap('hash', v.hex(32)),
        discriminator: '0',
        public_flags: 64,
        bot: false,
      },
      attachments: [],
      embeds:
        index === 3
          ? [
              {
                title: trap('document title', 'Patch notes: Anna the Ranger reworked'),
                type: 'rich',
                color: 15_258_703,
                fields: [{ name: 'HP', value: '540 → 560', inline: true }],
              },
            ]
          : [],
      mentions: [],
      mention_roles: [trap('snowflake', v.digits(18))],
      pinned: false,
      mention_everyone: false,
      tts: false,
      timestamp: trap('iso time', '2024-07-19T04:15:21.342000+00:00'),
      edited_timestamp: null,
      flags: 0,
      nonce: trap('snowflake', v.digits(19)),
      components: [],
    })),

  mailFolder: (v) => ({
    value: many(3, () => {
      const a = v.who();
      const b = v.who();
      return {
        '@odata.etag': trap('etag', `W/"${v.blob(24)}"`),
        id: trap('token id', `AAMk${v.b62(100)}=`),
        createdDateTime: trap('iso time', v.zulu()),
        internetMessageId: trap('message id', `<${v.hex(32)}@eurprd05.prod.example.com>`),
        subject: 'Notice period and handover list v3',
        bodyPreview: prose('Hi, reach me on ', p('phone', b.local), ' (mobile) until Friday.'),
        importance: 'normal',
        parentFolderId: trap('token id', `AQMk${v.b62(60)}==`),
        conversationId: trap('token id', `AAQk${v.b62(70)}=`),
        isRead: true,
        webLink: trap('url', 'https://outlook.example.com/owa/?ItemID=AAMkAGI2&exvsurl=1&viewmodel=ReadMessageItem'),
        body: {
          contentType: 'html',
          content: prose(
            '<html><body><p>Please send the form to <a href="mailto:',
            p('email', b.email),
            '">HR</a>.</p><p>Version 1.0.0.12</p></body></html>',
          ),
        },
        sender: { emailAddress: { name: p('name', a.full), address: p('email', a.email) } },
        from: { emailAddress: { name: p('name', a.full), address: p('email', a.email) } },
        toRecipients: [{ emailAddress: { name: p('name', b.full), address: p('email', b.email) } }],
        ccRecipients: [
          { emailAddress: { name: open('All Staff Bergen'), address: p('email', 'all-bergen@tidewater.example') } },
        ],
        flag: { flagStatus: 'notFlagged' },
        categories: ['Blue category'],
      };
    }),
  }),

  rawMail: (v) => {
    const a = v.who();
    const b = v.who();
    return {
      id: trap('token id', v.hex(16)),
      threadId: trap('token id', v.hex(16)),
      labelIds: ['INBOX', 'IMPORTANT', 'CATEGORY_PERSONAL'],
      snippet: 'Your booking 7Q3LMN for 19 July is confirmed',
      historyId: trap('numeric string id', v.digits(7)),
      internalDate: trap('epoch string', String(v.millis())),
      payload: {
        mimeType: trap('mime type', 'multipart/alternative'),
        headers: [
          { name: 'Delivered-To', value: p('email', a.email) },
          {
            name: 'Received',
            value: prose(
              'from mail-ed1.example.com (mail-ed1.example.com [',
              p('ip', v.ip()),
              ']) by mx.example.com with ESMTPS id 4fb4d7f45d1cf; Fri, 19 Jul 2024 03:15:02 -0700 (PDT)',
            ),
          },
          { name: 'Return-Path', value: prose('<', p('email', b.email), '>') },
          { name: 'MIME-Version', value: '1.0' },
          { name: 'From', value: prose('"Reservations" <', p('email', b.email), '>') },
          { name: 'Date', value: trap('http date', 'Fri, 19 Jul 2024 12:15:01 +0200') },
          { name: 'Message-ID', value: trap('message id', '<CAF=h7u-2bJ1KqG4x9TtCd3W+z0@mail.example.com>') },
          { name: 'Subject', value: 'Booking 7Q3LMN – Charlotte, NC (CLT) to St. Louis, MO (STL)' },
          { name: 'To', value: p('email', a.email) },
          { name: 'X-Mailer', value: trap('version', 'PHPMailer 6.9.1.0 (https://github.com/PHPMailer/PHPMailer)') },
          { name: 'Content-Type', value: 'multipart/alternative; boundary="000000000000c2f1e0061d98a4c1"' },
        ],
        parts: [
          {
            partId: '0',
            mimeType: 'text/plain',
            filename: '',
            body: {
              size: 2211,
              data: p('email', v.base64(`Dear guest,\r\nplease confirm to ${b.email} by Friday.\r\n`)),
            },
          },
        ],
      },
      sizeEstimate: 9911,
    };
  },

  meetings: (v) => ({
    kind: 'calendar#events',
    etag: trap('etag', `"p33${v.digits(8)}g0o"`),
    summary: p('email', 'team-calendar@brightwater.example.com'),
    timeZone: 'Europe/Zurich',
    accessRole: 'owner',
    items: many(3, (index) => {
      const a = v.who();
      return {
        kind: 'calendar#event',
        etag: trap('etag', `"${v.millis()}000"`),
        id: trap('token id', v.fill('~#~#~#~#~#~#~#~#~#~#~#')),
        status: 'confirmed',
        htmlLink: trap('url', 'https://www.calendar.example.com/event?eid=NmI3ZG1lMjY'),
        summary: ['Stand-up', 'Quarterly review Q3', 'Dentist'][index]!,
        location: ['Room 4.12, floor 4', 'https://meet.example.com/abc-defg-hij', 'Zug main station'][index]!,
        description: prose(
          'Dial-in for guests: ',
          p('phone', v.who('ch').intl),
          ' PIN: ',
          p('secret', v.digits(6)),
          '#',
        ),
        start: { dateTime: trap('iso time', v.stamp()), timeZone: 'Europe/Zurich' },
        end: { dateTime: trap('iso time', v.stamp()) },
        recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20241231T225959Z;BYDAY=MO'],
        creator: { email: p('email', a.email), displayName: p('name', a.full) },
        organizer: { email: p('email', a.email), self: true },
        iCalUID: open(`${v.b62(26)}@google.example`),
        sequence: 0,
        attendees: [
          { email: p('email', v.who().email), responseStatus: 'needsAction' },
          {
            email: p('email', v.who().email),
            displayName: p('name', v.who().full),
            optional: true,
            responseStatus: 'accepted',
          },
        ],
        conferenceData: {
          conferenceId: trap('token id', 'abc-defg-hij'),
          entryPoints: [
            {
              entryPointType: 'phone',
              uri: p('phone', `tel:${v.who('ch').e164}`),
              label: p('phone', v.who('ch').intl),
              regionCode: 'CH',
              pin: p('secret', v.digits(13)),
            },
          ],
        },
        reminders: { useDefault: true },
      };
    }),
  }),
};
