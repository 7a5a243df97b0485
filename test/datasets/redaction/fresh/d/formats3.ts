/** Formats with names apart from values. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const FORMATS3: Record<string, () => Draft> = {
  fhirCoverageBundle: () => ({
    resourceType: 'Bundle',
    id: trap('uuid', '71ec3a7f-855c-4b63-9cf1-ff1ba5acc0e7'),
    type: 'searchset',
    total: 2,
    meta: { lastUpdated: trap('timestamp', '2026-03-01T09:12:44.113+00:00') },
    entry: [
      {
        fullUrl: trap('url', 'https://fhir.stmungo.example/r4/Patient/8814420'),
        resource: {
          resourceType: 'Patient',
          id: trap('id', '8814420'),
          identifier: [
            {
              use: 'official',
              system: trap('url', 'https://fhir.nhs.uk/Id/nhs-number'),
              value: p('national', '9909572443'),
            },
            {
              type: { coding: [{ system: trap('url', 'http://terminology.hl7.org/CodeSystem/v2-0203'), code: 'MR' }] },
              value: p('health', 'STM-00448817'),
            },
          ],
          active: true,
          name: [
            {
              use: 'official',
              family: p('name', 'Abernethy'),
              given: [p('name', 'Fiona'), p('name', 'Catriona')],
              prefix: ['Ms'],
            },
          ],
          telecom: [
            { system: 'phone', value: p('phone', '0131 496 0442'), use: 'home' },
            { system: 'email', value: p('email', 'fiona.abernethy@btopenworld.com') },
          ],
          gender: open('female'),
          birthDate: p('birth', '1953-01-22'),
          address: [
            {
              use: 'home',
              line: [p('address', '9 Craigleith Hill Gardens')],
              city: p('address', 'Edinburgh'),
              postalCode: p('address', 'EH4 2JP'),
            },
          ],
          generalPractitioner: [{ reference: 'Practitioner/4471', display: p('name', 'Dr Hamish Lockerbie') }],
        },
      },
      {
        resource: {
          resourceType: 'Coverage',
          id: trap('id', 'cov-77120'),
          status: 'active',
          type: { coding: [{ system: trap('oid', 'urn:oid:2.16.840.1.113883.6.255.1336'), code: 'PUBLICPOL' }] },
          subscriberId: p('health', 'AXP-4418-22-07'),
          payor: [{ display: trap('company', 'Caledonia Mutual Health') }],
          period: { start: trap('date', '2026-01-01') },
          class: [{ type: { text: 'plan' }, value: 'B37FC', name: trap('product', 'Full Coverage: Medical, Dental') }],
        },
      },
    ],
  }),
  jcalInvite: () => [
    'vcalendar',
    [
      ['prodid', {}, 'text', '-//Example Corp.//CalDAV 4.2.1//EN'],
      ['version', {}, 'text', '2.0'],
    ],
    [
      [
        'vevent',
        [
          ['uid', {}, 'text', trap('uuid', 'c974a08c-52d1-49f6-9380-c6fe7e8587fb')],
          ['dtstamp', {}, 'date-time', trap('timestamp', '2026-02-24T16:07:11Z')],
          ['dtstart', { tzid: 'Europe/Lisbon' }, 'date-time', trap('timestamp', '2026-03-19T14:30:00')],
          ['duration', {}, 'duration', trap('duration', 'PT1H15M')],
          ['summary', {}, 'text', trap('event', 'Quarterly review: Project Matilda')],
          ['location', {}, 'text', trap('place', 'Sala Pessoa, 3.º piso')],
          [
            'organizer',
            { cn: p('name', 'Graça Teixeira') },
            'cal-address',
            p('email', 'mailto:graca.teixeira@aguasvivas.pt'),
          ],
          [
            'attendee',
            { cn: p('name', 'Dmytro Havrylenko'), partstat: 'ACCEPTED', role: 'REQ-PARTICIPANT' },
            'cal-address',
            p('email', 'mailto:dmytro.h@aguasvivas.pt'),
          ],
          ['sequence', {}, 'integer', 3],
        ],
        [],
      ],
    ],
  ],
  validatorErrors: () => ({
    type: trap('url', 'https://tools.ietf.org/html/rfc9110#section-15.5.21'),
    title: 'One or more validation errors occurred.',
    status: 422,
    traceId: trap('id', '00-84c1fd4063c38d9f3900d06e56542d48-85d1d4-00'),
    instance: trap('path', '/v2/members/44188'),
    errors: [
      {
        loc: ['body', 'email'],
        msg: prose('address ', p('email', 'kiri.tamihana@waiata.nz'), ' is already registered'),
        type: 'unique',
        input: p('email', 'kiri.tamihana@waiata.nz'),
      },
      {
        loc: ['body', 'iban'],
        msg: prose('checksum failed for ', p('iban', 'BE15539856658634'), ' (mod 97)'),
        type: 'value_error',
        ctx: { min_length: 15 },
      },
      {
        loc: ['body', 'birth_date'],
        msg: 'date is in the future: must be <= 2026-03-10',
        type: 'date_past',
        input: open('2091-05-14'),
      },
      {
        loc: ['query', 'per_page'],
        msg: 'ensure this value is less than or equal to 250',
        type: 'less_than_equal',
        input: 5000,
      },
    ],
    rejectedValue: {
      firstName: p('name', 'Kiri'),
      lastName: p('name', 'Tamihana'),
      phone: p('phone', '+64 21 448 8207'),
      plan: trap('sku', 'PRO-12M'),
    },
  }),
  cloudtrailEvents: () => ({
    Records: [
      {
        eventVersion: trap('version', '1.09'),
        userIdentity: {
          type: 'AssumedRole',
          principalId: trap('id', 'AROAEXAMPLE4418820:deploy'),
          arn: trap('arn', 'arn:aws:sts::480192773318:assumed-role/DeployRole/deploy'),
          accountId: trap('id', '480192773318'),
          accessKeyId: p('secret', 'ASIA' + 'Q4T7YLX2VN6KD3PZ'),
          sessionContext: {
            attributes: { creationDate: trap('timestamp', '2026-03-01T19:53:18Z'), mfaAuthenticated: 'false' },
          },
        },
        eventTime: trap('timestamp', '2026-03-01T19:56:04Z'),
        eventSource: 's3.amazonaws.com',
        eventName: 'PutObject',
        awsRegion: 'eu-central-1',
        sourceIPAddress: p('ip', '192.0.2.146'),
        userAgent: '[aws-cli/2.15.10 md/awscrt#0.19.19]',
        requestParameters: {
          bucketName: trap('path', 'loom-artifacts-prod'),
          key: trap('path', 'releases/4.12.0/app.tar.gz'),
          'x-amz-acl': 'private',
        },
        responseElements: { 'x-amz-version-id': trap('id', '3sL4kqtJlcpXroDTDmJ+rmSpXd3dIbrHY') },
        additionalEventData: { bytesTransferredIn: 18820447, CipherSuite: 'ECDHE-RSA-AES128-GCM-SHA256' },
        requestID: trap('id', 'A1B2C3D4E5F60718'),
        eventID: trap('uuid', '18f88f08-fb81-463e-88f3-0a31fa3cd4e1'),
        readOnly: false,
        resources: [{ ARN: trap('arn', 'arn:aws:s3:::loom-artifacts-prod'), type: 'AWS::S3::Bucket' }],
      },
    ],
  }),
  elasticHighlights: () => ({
    took: 7,
    timed_out: false,
    _shards: { total: 5, successful: 5, skipped: 0, failed: 0 },
    hits: {
      total: { value: 2, relation: 'eq' },
      max_score: 12.4418,
      hits: [
        {
          _index: trap('path', 'tickets-000012'),
          _id: trap('id', 'kX9aN44BqWmT0'),
          _score: 12.4418,
          _source: {
            ticket_no: trap('order', 'TCK-118-820-4471'),
            subject: 'Refund not received',
            requester: { name: p('name', 'Ngozi Halvorsen'), email: p('email', 'ngozi.halvorsen@online.no') },
            product: trap('product', 'Herman Miller Aeron Size B'),
            build: trap('version', '5.18.0.2207'),
          },
          highlight: {
            body: [
              prose('my <em>refund</em> should go to ', p('iban', 'NL44INGB0006307235'), ' since Monday'),
              'the <em>refund</em> for RMA 44-188-2073 was 219.00',
            ],
          },
          sort: [trap('epoch', 1772451144000), trap('id', 'kX9aN44BqWmT0')],
        },
        {
          _index: trap('path', 'tickets-000012'),
          _id: trap('id', 'mB1cP55CrXnU1'),
          _score: 9.107,
          _source: {
            ticket_no: trap('order', 'TCK-118-820-4472'),
            requester: { name: p('name', 'Imre Szalai'), email: p('email', 'imre@szalai.hu') },
          },
          highlight: { 'requester.name': [p('name', '<em>Imre</em> Szalai')] },
        },
      ],
    },
  }),
};
