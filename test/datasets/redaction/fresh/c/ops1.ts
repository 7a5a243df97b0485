/** Monitoring, logs and incidents. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const OPS1: Record<string, () => Draft> = {
  'datadog logs search': () => ({
    data: [
      {
        id: 'AAAAAWgN8Xwgr1vKDQAAAABBV2dOOFh3ZzZobm1mWXJFYTR0OA',
        type: 'log',
        attributes: {
          host: 'i-0a12b34c56d78e901',
          service: 'checkout',
          status: 'error',
          tags: ['env:prod', 'version:2.41.0', 'team:payments'],
          timestamp: trap('iso date', '2024-03-02T09:42:36.320Z'),
          message: prose(
            'login failed for ',
            p('email', 'dragana.petrovic@sbb.rs'),
            ' from ',
            p('ip', '109.245.33.18'),
            ' after 3 attempts (req 7f3a9c01)',
          ),
          attributes: {
            http: { method: 'POST', status_code: 401, url: '/api/v2/session', useragent: 'okhttp/4.12.0' },
            network: { client: { ip: p('ip', '109.245.33.18'), port: 51844 }, bytes_written: 2048 },
            duration: 123456789,
            usr: { id: 'u_81022', email: p('email', 'dragana.petrovic@sbb.rs') },
            dd: { trace_id: trap('digits', '6437582930174658201'), span_id: '1187304422019377' },
          },
        },
      },
    ],
    links: { next: trap('url', 'https://api.datadoghq.com/api/v2/logs/events?page%5Bcursor%5D=eyJzdGFydEF0Ijo') },
    meta: { elapsed: 132, request_id: 'MWlFUjVaWGZTTTZPYzM0VXp1OXU2d3xLSVpEMjZKQ0VKUTI0dEYtM3RSOFVR', status: 'done' },
  }),
  'sentry event': () => ({
    eventID: trap('hash', '9fac2ceed9344f2bbfdd1fdacb0ed9b1'),
    id: trap('hash', '9fac2ceed9344f2bbfdd1fdacb0ed9b1'),
    projectID: '1',
    title: 'TypeError: Cannot read properties of undefined',
    culprit: 'app/components/Cart.tsx in handleSubmit',
    platform: 'javascript',
    dateCreated: trap('iso date', '2024-02-10T07:59:00Z'),
    size: 7055,
    user: {
      id: '76211',
      email: p('email', 'sang-hoon.bae@naver.com'),
      username: open('shbae'),
      ip_address: p('ip', '211.36.142.90'),
      name: p('name', '배상훈'),
      geo: { country_code: 'KR', city: open('Suwon') },
    },
    tags: [
      { key: 'browser', value: 'Chrome 121.0.6167' },
      { key: 'release', value: 'web@4.18.2+b3f1' },
      { key: 'url', value: trap('url', 'https://shop.nimbuskeys.io/cart') },
    ],
    contexts: {
      os: { name: 'Windows', version: trap('version', '10.0.19045.3930'), type: 'os' },
      runtime: { name: 'node', version: trap('version', 'v20.11.0') },
    },
    sdk: { name: 'sentry.javascript.react', version: trap('version', '7.101.1') },
    fingerprints: ['c4a4d06bc314205bb3b6bdb612dde7f1'],
    request: {
      method: 'GET',
      url: prose('https://api.nimbuskeys.io/v1/cart?api_key=', p('secret', 'nk_live_8sGq2ZtW0aVb41LxPc7dYh3R')),
      headers: [
        ['Accept', '*/*'],
        ['User-Agent', 'Mozilla/5.0'],
      ],
    },
    entries: [
      {
        type: 'exception',
        data: {
          values: [
            {
              type: 'TypeError',
              module: null,
              stacktrace: {
                frames: [
                  {
                    filename: '/app/node_modules/@tanstack/query-core/src/query.ts',
                    lineNo: 412,
                    colNo: 17,
                    inApp: false,
                  },
                ],
              },
            },
          ],
        },
      },
    ],
    groupID: '1',
    nextEventID: null,
  }),
  'pagerduty incident': () => ({
    incident: {
      id: 'PT4KHLK',
      type: 'incident',
      summary: '[#1234] The server is on fire.',
      self: trap('url', 'https://api.pagerduty.com/incidents/PT4KHLK'),
      html_url: trap('url', 'https://subdomain.pagerduty.com/incidents/PT4KHLK'),
      incident_number: 1234,
      title: 'The server is on fire.',
      created_at: trap('iso date', '2024-10-06T21:30:42Z'),
      status: 'resolved',
      incident_key: trap('hash', 'baf7cf21b1da41b4b0221008339ff357'),
      service: { id: 'PF9KMXH', type: 'service_reference', summary: 'Postgres 15.4 primary' },
      assignments: [
        {
          at: trap('iso date', '2024-11-10T00:31:52Z'),
          assignee: {
            id: 'PXPGF42',
            type: 'user_reference',
            summary: p('name', 'Earline Greenholt'),
            self: trap('url', 'https://api.pagerduty.com/users/PXPGF42'),
          },
        },
      ],
      escalation_policy: { id: 'PT20YPA', summary: 'Another Escalation Policy' },
      teams: [{ id: 'PQ9K7I8', summary: 'SRE-EMEA' }],
      urgency: 'high',
      priority: { id: 'P53ZZH5', summary: 'P2' },
      resolve_reason: null,
      alert_counts: { all: 2, triggered: 0, resolved: 2 },
      contact_methods: [
        {
          id: 'PTDVERC',
          type: 'phone_contact_method',
          label: 'Mobile',
          address: p('phone', '5168844207'),
          country_code: 1,
        },
        {
          id: 'PWXYZ12',
          type: 'email_contact_method',
          label: 'Default',
          address: p('email', 'earline.greenholt@opsmail.net'),
          send_short_email: false,
        },
      ],
    },
  }),
  'cloudtrail lookup events': () => ({
    Events: [
      {
        EventId: trap('uuid', '8ea5efe0-2b4c-4a39-b8a4-6ba0f0c3a0b1'),
        EventName: 'ConsoleLogin',
        ReadOnly: 'false',
        AccessKeyId: p('secret', 'AKIA4QZ7MNTRVW2XJH5C'),
        EventTime: 1709301122.0,
        EventSource: 'signin.amazonaws.com',
        Username: open('ops-breakglass'),
        Resources: [
          {
            ResourceType: 'AWS::IAM::Role',
            ResourceName: trap('arn', 'arn:aws:iam::123456789012:role/ReadOnlyAuditor'),
          },
        ],
        Detail: {
          eventVersion: trap('version', '1.08'),
          userIdentity: {
            type: 'IAMUser',
            principalId: 'AIDACKCEVSQ6C2EXAMPLE',
            arn: trap('arn', 'arn:aws:iam::123456789012:user/ops-breakglass'),
            accountId: trap('account', '123456789012'),
          },
          awsRegion: 'eu-central-1',
          sourceIPAddress: p('ip', '80.187.104.55'),
          userAgent: 'aws-cli/2.15.10 Python/3.11.6',
          responseElements: { ConsoleLogin: 'Success' },
          additionalEventData: { MFAUsed: 'Yes' },
          managementEvent: true,
          recipientAccountId: '123456789012',
        },
      },
    ],
    NextToken: trap('cursor', 'kbOt5LlZe4k2tS9Qw0nC1uBz'),
  }),
  'elasticsearch hits access logs': () => ({
    took: 30,
    timed_out: false,
    _shards: { total: 5, successful: 5, skipped: 0, failed: 0 },
    hits: {
      total: { value: 20, relation: 'eq' },
      max_score: 1.3862942,
      hits: [
        {
          _index: '.ds-logs-nginx.access-default-2024.03.08-000012',
          _id: 'W0tpsmIBdwcYyG50zbta',
          _score: 1.3862942,
          _source: {
            '@timestamp': trap('iso date', '2024-03-08T14:12:12.000Z'),
            ecs: { version: trap('version', '8.11.0') },
            source: { ip: p('ip', '2a02:8108:8a40:1f3c::9b1'), port: 61022 },
            http: {
              request: { method: 'GET', referrer: '-' },
              version: '1.1',
              response: { status_code: 404, body: { bytes: 153 } },
            },
            url: { path: '/favicon-16x16.png', original: '/favicon-16x16.png?v=1.2.3.4' },
            user: { name: 'prometheus' },
            event: { dataset: 'nginx.access', created: trap('iso date', '2024-03-08T14:12:13.551Z') },
            agent: {
              id: trap('uuid', '5d8b5b06-b2ff-4dd1-8c91-1e2ba3c3b2c2'),
              type: 'filebeat',
              version: trap('version', '8.11.4'),
            },
            host: { name: 'edge-fra-07', mac: [p('mac', '02-42-AC-11-00-07')] },
          },
          sort: [trap('epoch ms', 1709907132000), 4294967298],
        },
      ],
    },
  }),
};
