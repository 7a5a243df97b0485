/** Clouds, identity, analytics and messaging. */
import { type Draft, open, p, trap } from '../../label.ts';

export const CLOUD2: Record<string, () => Draft> = {
  'scim users and oauth tokens': () => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 1,
    itemsPerPage: 1,
    startIndex: 1,
    Resources: [
      {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        id: trap('uuid', '2819c223-7f76-453a-919d-413861904646'),
        externalId: '701984',
        userName: p('email', 'bjensen@fjordline-it.no'),
        name: {
          formatted: p('name', 'Ms. Barbro J Jensen III'),
          familyName: p('name', 'Jensen'),
          givenName: p('name', 'Barbro'),
          honorificPrefix: 'Ms.',
        },
        emails: [{ value: p('email', 'bjensen@fjordline-it.no'), type: 'work', primary: true }],
        phoneNumbers: [{ value: p('phone', '+47 912 44 703'), type: 'mobile' }],
        addresses: [
          {
            type: 'home',
            streetAddress: p('address', 'Storgata 88'),
            locality: p('address', 'Tromsø'),
            postalCode: p('address', '9008'),
            country: 'NO',
          },
        ],
        active: true,
        groups: [{ value: trap('uuid', 'e9e30dba-f08f-4109-8486-d5c6a331660a'), display: 'Tour Guides' }],
        meta: { resourceType: 'User', version: 'W/"a330bc54f0671c9"' },
      },
    ],
    token_endpoint_response: {
      access_token: p(
        'secret',
        'eyJhbGciOiJSUzI1NiIsImtpZCI6IjdhIn0.eyJzdWIiOiI3MDE5ODQiLCJhdWQiOiJzY2ltIn0.Xk2mVt0Qy7LsWf3bHrPzNa9dGcUeJo5iKqTx',
      ),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'scim.read',
      refresh_token: p('secret', 'v1.MRjPbq8Yk3TnWz0cVs6LxHdEf2Gu9AoI'),
    },
  }),
  'google calendar events': () => ({
    kind: 'calendar#events',
    etag: '"p32ofplf5q6gf20g"',
    summary: 'Team Rakete',
    timeZone: 'Europe/Zurich',
    accessRole: 'owner',
    nextPageToken: trap('cursor', 'CigKGjBqN2Y4c2g5'),
    items: [
      {
        kind: 'calendar#event',
        id: '4qu3hb2fg8rkn6t0',
        status: 'confirmed',
        htmlLink: trap('url', 'https://www.google.com/calendar/event?eid=NHF1M2hiMmZnOA'),
        created: trap('iso date', '2024-03-01T08:00:11.000Z'),
        summary: 'Sprint 24.7 review (4/6)',
        location: 'Room Matterhorn 3.12',
        creator: { email: p('email', 'urs.zgraggen@bluewin.ch'), displayName: p('name', 'Urs Zgraggen') },
        organizer: {
          email: open('c_1888f2q@resource.calendar.google.com'),
          displayName: 'Matterhorn 3.12',
          self: false,
        },
        start: { dateTime: trap('iso date', '2024-03-08T10:00:00+01:00'), timeZone: 'Europe/Zurich' },
        recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
        iCalUID: open('4qu3hb2fg8rkn6t0@google.com'),
        sequence: 2,
        attendees: [
          {
            email: p('email', 'chiara.bernasconi@ticino.com'),
            displayName: p('name', 'Chiara Bernasconi'),
            responseStatus: 'tentative',
          },
          {
            email: p('email', 'reto.camenzind@sunrise.ch'),
            displayName: p('name', 'Reto Camenzind'),
            responseStatus: 'accepted',
            optional: true,
          },
          {
            email: p('email', 'ladina.caduff@hispeed.ch'),
            displayName: p('name', 'Ladina Caduff'),
            responseStatus: 'needsAction',
            comment: 'joins for items 2-3',
          },
        ],
        conferenceData: { conferenceId: 'aaa-bbbb-ccc', conferenceSolution: { name: 'Google Meet' } },
        reminders: { useDefault: true },
      },
    ],
  }),
  'calendly invitee': () => ({
    resource: {
      cancel_url: trap('url', 'https://calendly.com/cancellations/9c1f'),
      created_at: trap('iso date', '2020-11-23T17:51:18.327602Z'),
      email: p('email', 'ioana.dumitrescu@yahoo.ro'),
      event: trap('url', 'https://api.calendly.com/scheduled_events/BBBBBBBBBBBBBBBB'),
      name: p('name', 'Ioana Dumitrescu'),
      first_name: null,
      questions_and_answers: [
        { answer: p('phone', '+40 722 418 905'), position: 0, question: 'Phone number' },
        { answer: '3.5t van', position: 1, question: 'What would you like to rent?' },
      ],
      status: 'active',
      timezone: 'Europe/Bucharest',
      rescheduled: false,
      text_reminder_number: p('phone', '+40722418905'),
      tracking: { utm_campaign: 'spring_24', utm_source: 'newsletter', salesforce_uuid: null },
      payment: {
        external_id: 'ch_AAAAAAAAAAAAAAAAAAAAAAAA',
        provider: 'stripe',
        amount: 1234.56,
        currency: 'EUR',
        terms: 'sample terms',
        successful: true,
      },
    },
  }),
  'ga4 runreport': () => ({
    dimensionHeaders: [{ name: 'city' }, { name: 'sessionSource' }, { name: 'appVersion' }],
    metricHeaders: [{ name: 'activeUsers', type: 'TYPE_INTEGER' }],
    rows: [
      {
        dimensionValues: [
          { value: trap('city', 'Stockholm') },
          { value: 'newsletter' },
          { value: trap('version', '10.4.0.1') },
        ],
        metricValues: [{ value: '4171' }],
      },
      {
        dimensionValues: [
          { value: trap('city', 'São Paulo') },
          { value: '(direct)' },
          { value: trap('version', '10.3.9.12') },
        ],
        metricValues: [{ value: '20331' }],
      },
    ],
    rowCount: 2,
    metadata: { currencyCode: 'USD', timeZone: 'America/Los_Angeles' },
    propertyQuota: { tokensPerDay: { consumed: 7, remaining: 199993 } },
    kind: 'analyticsData#runReport',
  }),
  'ec2 instances': () => ({
    Reservations: [
      {
        OwnerId: '123456789012',
        ReservationId: 'r-0e1f2a3b4c5d6e7f8',
        Instances: [
          {
            ImageId: 'ami-0abcdef1234567890',
            InstanceId: trap('cloud id', 'i-1234567890abcdef0'),
            InstanceType: 't3.nano',
            KeyName: 'my-key-pair',
            LaunchTime: trap('iso date', '2024-02-15T10:48:59.000Z'),
            PrivateDnsName: open('ip-10-0-0-157.us-east-2.compute.internal'),
            PrivateIpAddress: p('ip', '10.0.0.157'),
            PublicIpAddress: p('ip', '18.191.104.62'),
            State: { Code: 16, Name: 'running' },
            SubnetId: 'subnet-04a636d18e83cfacb',
            VpcId: 'vpc-1234567890abcdef0',
            Architecture: 'x86_64',
            NetworkInterfaces: [
              { MacAddress: p('mac', '0a:98:76:54:32:1f'), SourceDestCheck: true, InterfaceType: 'interface' },
            ],
            RootDeviceName: '/dev/xvda',
            IamInstanceProfile: { Arn: trap('arn', 'arn:aws:iam::123456789012:instance-profile/AdminRole') },
            Tags: [
              { Key: 'Name', Value: 'web-4.2' },
              { Key: 'CidrAllow', Value: trap('cidr', '0.0.0.0/0') },
            ],
          },
        ],
      },
    ],
  }),
};
