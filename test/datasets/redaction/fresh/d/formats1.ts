/** Formats with names apart from values. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const FORMATS1: Record<string, () => Draft> = {
  laborbefundLdt: () => ({
    befundId: trap('order', 'LB-2026-0044182'),
    auftragsnummer: trap('order', '4471882093'),
    status: 'ENDBEFUND',
    labor: trap('company', 'MVZ Labor Dr. Quade & Kollegen'),
    eingang: trap('timestamp', '2026-03-05T07:15:00+01:00'),
    patient: {
      patientennummer: p('health', '88120447'),
      name: p('name', 'Kreuzberg, Annelies'),
      geburtsdatum: p('birth', '04.02.1958'),
      versichertennummer: p('health', 'T482093317'),
      geschlecht: open('W'),
    },
    einsender: {
      praxis: trap('company', 'Hausärzte am Ring'),
      lanr: open('481920704'),
      bsnr: trap('id', '352001400'),
      arzt: p('name', 'Dr. med. Folkert Janssen'),
    },
    werte: [
      { analyt: 'HbA1c', loinc: trap('code', '4548-4'), wert: '6,4', einheit: '%', referenz: '4,0-6,0', flag: 'H' },
      { analyt: 'Kreatinin', loinc: trap('code', '2160-0'), wert: '0,81', einheit: 'mg/dl', referenz: '0,50-0,90' },
    ],
    geraet: trap('product', 'Roche cobas 8000 c702'),
    charge: trap('code', 'LOT 70418-01'),
    oid: trap('oid', '1.2.276.0.76.4.17'),
  }),
  rdapDomain: () => ({
    objectClassName: 'domain',
    handle: trap('id', '2336799_DOMAIN_COM-VRSN'),
    ldhName: trap('domain', 'tidewaterlooms.com'),
    rdapConformance: ['rdap_level_0', 'icann_rdap_response_profile_1'],
    status: ['client transfer prohibited'],
    events: [
      { eventAction: 'registration', eventDate: trap('timestamp', '1999-08-14T04:00:00Z') },
      { eventAction: 'expiration', eventDate: trap('timestamp', '2027-08-13T04:00:00Z') },
    ],
    nameservers: [{ objectClassName: 'nameserver', ldhName: trap('domain', 'ns1.dnsimple.com') }],
    secureDNS: {
      delegationSigned: true,
      dsData: [
        {
          keyTag: 31589,
          algorithm: 8,
          digestType: 2,
          digest: trap('hash', 'CDE0D742D6998AA554A92D890F8184C698CFAC8A26FA59875A990C03E576343C'),
        },
      ],
    },
    entities: [
      {
        objectClassName: 'entity',
        handle: trap('id', 'C88120447-LROR'),
        roles: ['registrant'],
        vcardArray: [
          'vcard',
          [
            ['version', {}, 'text', '4.0'],
            ['fn', {}, 'text', p('name', 'Mirela Stanciu-Webb')],
            [
              'adr',
              {},
              'text',
              [
                '',
                '',
                p('address', '41 Old Mill Road'),
                p('address', 'Port Townsend'),
                p('address', 'WA'),
                p('address', '98368'),
                open('US'),
              ],
            ],
            ['tel', { type: 'voice' }, 'uri', p('phone', 'tel:+1.3603850172')],
            ['email', {}, 'text', p('email', 'mirela@tidewaterlooms.com')],
          ],
        ],
      },
      {
        objectClassName: 'entity',
        handle: '146',
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: trap('id', '146') }],
        vcardArray: [
          'vcard',
          [
            ['version', {}, 'text', '4.0'],
            ['fn', {}, 'text', trap('company', 'GoDaddy.com, LLC')],
            ['email', {}, 'text', p('email', 'abuse@godaddy.com')],
          ],
        ],
      },
    ],
  }),
  cloudflareDns: () => ({
    result: [
      {
        id: trap('hash', '372e67954025e0ba6aaa6d586b9e0b59'),
        name: trap('domain', 'edge.tidewaterlooms.com'),
        type: 'A',
        content: open('198.51.100.4'),
        proxied: true,
        ttl: 3600,
        tags: ['owner:dns-team'],
        comment: prose('moved by ', p('name', 'Hanako Feld'), ' in CHG-20418'),
      },
      {
        id: trap('hash', '023e105f4ecef8ad9ca31a8372d0c353'),
        type: 'TXT',
        name: trap('domain', '_dmarc.tidewaterlooms.com'),
        content: prose('v=DMARC1; p=reject; rua=mailto:', p('email', 'dmarc@tidewaterlooms.com'), '; pct=100'),
      },
      {
        type: 'CAA',
        name: trap('domain', 'tidewaterlooms.com'),
        content: '0 issue "letsencrypt.org"',
        created_on: trap('timestamp', '2026-01-01T05:20:00.12345Z'),
      },
      {
        type: 'SOA',
        name: trap('domain', 'tidewaterlooms.com'),
        serial: trap('id', 2026030401),
        refresh: 10000,
        retry: 2400,
        expire: 604800,
      },
    ],
    success: true,
    errors: [],
    messages: [],
    result_info: { page: 1, per_page: 100, count: 4, total_count: 4 },
  }),
  crowdstrikeDetection: () => ({
    meta: {
      query_time: 0.0123,
      powered_by: 'legacy-detects',
      trace_id: trap('uuid', '8881eb23-d126-4e6a-9dc7-da9c0e5d0f67'),
    },
    resources: [
      {
        cid: trap('id', '5ddb0407bef249c19c7a975f17979a1f'),
        detection_id: trap('id', 'ldt:1d4a8f:25769861413'),
        created_timestamp: trap('timestamp', '2026-03-08T09:18:44.1Z'),
        device: {
          device_id: open('1d4a8f0c2b7e4d11a9'),
          agent_version: trap('version', '7.18.17106.0'),
          bios_version: trap('version', '1.14.0'),
          external_ip: p('ip', '203.0.113.214'),
          hostname: open('LAP-FIN-0447'),
          local_ip: p('ip', '10.12.8.77'),
          mac_address: p('mac', '00-50-56-9a-4c-11'),
          os_version: 'Windows 11',
          site_name: trap('place', 'Dublin-Sandyford'),
          status: 'normal',
        },
        behaviors: [
          {
            filename: 'powershell.exe',
            filepath: trap('path', '\\Device\\HarddiskVolume3\\Windows\\System32\\powershell.exe'),
            cmdline: 'powershell -nop -w hidden -enc SQBFAFgA',
            scenario: 'known_malware',
            tactic: 'Execution',
            tactic_id: 'TA0002',
            technique_id: 'T1059.001',
            severity: 70,
            ioc_type: 'hash_sha256',
            ioc_value: trap('hash', '1478a8b465d599c298bc7d3e398e9dd8b18116d1c805f99607654ad5e3e73932'),
            user_name: open('nbrannigan'),
            user_id: trap('sid', 'S-1-5-21-1085031214-1563985344-725345543-1104'),
          },
        ],
        assigned_to_name: p('name', 'Niamh Brannigan'),
        max_severity_displayname: 'High',
        status: 'in_progress',
      },
    ],
  }),
  oktaSystemLog: () => [
    {
      actor: {
        id: trap('id', '00u1abvz4pYqdM8ms4x6'),
        type: 'User',
        alternateId: p('email', 'yusra.demir@contoso-retail.com'),
        displayName: p('name', 'Yusra Demir'),
        detailEntry: null,
      },
      client: {
        userAgent: {
          rawUserAgent:
            'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/122.0.6261.94 Safari/537.36',
          os: 'Mac OS X',
          browser: 'CHROME',
        },
        zone: 'OFF_NETWORK',
        device: 'Computer',
        ipAddress: p('ip', '81.214.33.7'),
        geographicalContext: {
          city: open('Izmir'),
          country: open('Turkey'),
          postalCode: open('35220'),
          geolocation: { lat: open(38.4189), lon: open(27.1287) },
        },
      },
      authenticationContext: { authenticationStep: 0, externalSessionId: trap('id', '102rjt8T5a0RsS3PpAq') },
      displayMessage: 'User login to Okta',
      eventType: 'user.session.start',
      outcome: { result: 'FAILURE', reason: 'INVALID_CREDENTIALS' },
      published: trap('timestamp', '2026-03-09T21:15:11.772Z'),
      severity: 'WARN',
      debugContext: {
        debugData: {
          requestId: trap('id', 'ZZk4XcWJHvVnV1'),
          requestUri: trap('path', '/api/v1/authn'),
          threatSuspected: 'false',
        },
      },
      transaction: { type: 'WEB', id: trap('id', 'ZZk4XcWJHvVnV1') },
      uuid: trap('uuid', '8a0972e9-9fb9-4e25-985f-327e06dbd0c6'),
      version: '0',
      target: [
        { id: trap('id', '0oa4h2'), type: 'AppInstance', displayName: trap('product', 'Pearl Diver Analytics') },
      ],
    },
  ],
};
