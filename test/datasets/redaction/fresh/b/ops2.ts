/** Ticketing, IoT devices, CI/CD, monitoring, source control and event logs. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const OPS2: Record<string, () => Draft> = {
  'iot-thermostats': () => ({
    devices: [
      {
        device_eui: open('70B3D57ED0041882'),
        model: 'TH-117 Pro',
        fw: trap('version', '3.1.12.4'),
        hw: 'rev C',
        name: 'Bedroom East',
        temp_c: 20.4,
        setpoint_c: 21,
        rh: 41,
        batt_mv: 2918,
        lqi: 188,
        last_seen: 1741963000,
        mac_addr: p('mac', '7C:DF:A1:88:27:04'),
        lan_ip: p('ip', '192.168.1.117'),
        gateway: 'gw-ap3',
      },
      {
        device_eui: open('70B3D57ED0041890'),
        model: 'TH-117 Pro',
        fw: trap('version', '3.1.12.4'),
        hw: 'rev C',
        name: 'Küche',
        temp_c: 22.1,
        setpoint_c: 21.5,
        rh: 38,
        batt_mv: 2745,
        lqi: 142,
        last_seen: 1741962871,
        mac_addr: p('mac', '7C:DF:A1:88:27:9E'),
        lan_ip: p('ip', '192.168.1.118'),
        gateway: 'gw-ap3',
      },
    ],
    home: {
      home_id: 'hm_4418',
      owner: {
        display_name: p('name', 'Benedikta Óskarsdóttir'),
        email: p('email', 'benna@simnet.is'),
        push_token: p('secret', 'fcm:1ORkj4gJI1dmpuc0PpliFiJEaJZ2wDIMSjcC'),
      },
      geofence: { lat: open(64.1355), lon: open(-21.8954), radius_m: 250 },
      wifi_password: p('secret', 'lopapeysa2019'),
    },
    schedule: [
      ['mon', '06:30', 21],
      ['mon', '22:15', 17.5],
    ],
    mqtt: { host: 'mqtts://broker.hitastig.example:8883', topic: 'hm/4418/#' },
    alarms: [{ code: 'E-07', n: 2 }],
  }),
  'kubernetes-secret-dump': () => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'ledger-db',
      namespace: 'pay-prod',
      uid: '1b4079ad-fd35-4571-a6e5-a917abaaa545',
      resourceVersion: '441882706',
      creationTimestamp: '2024-10-02T11:00:00Z',
      labels: { app: 'ledger', 'app.kubernetes.io/version': '5.2.0' },
      annotations: {
        owner: p('email', 'marlon.quispe@andespay.pe'),
        'kubectl.kubernetes.io/restartedAt': '2025-02-28T04:00:00Z',
      },
    },
    type: 'Opaque',
    stringData: {
      DB_HOST: 'ledger-rw.pay-prod.svc.cluster.local',
      DB_PORT: '5432',
      DB_USER: open('ledger_app'),
      DB_PASSWORD: p('secret', 'T880X4aTofrV6jNU2v8uQYcp'),
      JWT_SIGNING_SECRET: p('secret', 'HcZjT1HbTJEHuiiy08Gg0mE7JDAAaNFOzyBb'),
      SERVICE_TOKEN: p(
        'secret',
        'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJzdmMtbGVkZ2VyIiwiaWF0IjoxNzUwMDAwMDAwLCJleHAiOjE3NTAwMDM2MDB9.w0VkdkV1mFl3gZs8y1vCVHD2Q27rW3XzoN0msbmUwUJ',
      ),
      LOG_LEVEL: 'info',
      TOKEN_TTL: '3600',
    },
    immutable: false,
  }),
  'log-search-messages': () => ({
    query: 'service:checkout level>=warn',
    from: 1741900000000,
    to: 1741986400000,
    hits: 5,
    lines: [
      {
        t: '2025-03-14T02:11:09.118Z',
        lvl: 'WARN',
        host: 'ip-10-4-18-27',
        msg: prose(
          'login failed user=',
          p('email', 'h.zetterstrom@bredband2.se'),
          ' from ',
          p('ip', '94.254.41.188'),
          ' attempts=3 lockout=false',
        ),
      },
      {
        t: '2025-03-14T02:11:10.004Z',
        lvl: 'ERROR',
        host: 'ip-10-4-18-27',
        msg: prose(
          'POST https://',
          p('secret', 'svc:n3tBeans-77'),
          '@billing.internal.example/v2/charge 502 in 1188ms',
        ),
      },
      {
        t: '2025-03-14T03:00:00.000Z',
        lvl: 'WARN',
        host: 'ip-10-4-18-31',
        msg: 'GC pause 412ms heap 1.8/2.0 GiB, jvm 21.0.2+13, oid 1.3.6.1.4.1.2021.11.9.0',
      },
      {
        t: '2025-03-14T04:41:52.771Z',
        lvl: 'ERROR',
        host: 'ip-10-4-18-31',
        msg: prose('payload rejected: {"order":"9011882741","pan":"', p('card', '4062179521404565'), '","amt":4990}'),
      },
      {
        t: '2025-03-14T05:12:33.290Z',
        lvl: 'WARN',
        host: 'ip-10-4-18-27',
        msg: 'retry 3/5 for job 50554518-c39a-4d39-ac75-8a102ed3c0b3 key orders:2025-03-14:00441882 backoff=8.0s',
      },
    ],
    scroll_id: trap('cursor', 'FGluY2x1ZGVfY29udGV4dF91dWlkDXF1ZXJ5QW5kRmV0Y2g'),
    truncated: false,
  }),
  'incident-oncall': () => ({
    incident: {
      number: 8827,
      urgency: 'high',
      title: 'p99 latency > 2.5s on search-eu',
      service: 'search-eu',
      created_at: '2025-03-09T01:12:00Z',
      resolved_at: '2025-03-09T02:04:30Z',
      mttr_s: 3150,
      dedup: 'alert/search-eu/p99',
      runbook: 'https://wiki.tindra.example/rb/117#p99',
      impacted: ['DE', 'AT', 'CH'],
    },
    responders: [
      {
        user_name: p('name', 'Svetlana Ivashchenko'),
        contact_methods: [
          { type: 'phone', address: p('phone', '+49 30 4418 8270'), label: 'Desk' },
          { type: 'sms', address: p('phone', '+49 1573 4418827'), label: 'Mobile' },
          { type: 'email', address: p('email', 's.ivashchenko@tindra.example'), label: 'Default' },
        ],
        ack_s: 94,
      },
      {
        user_name: p('name', 'Paulo Quaresma'),
        contact_methods: [{ type: 'email', address: p('email', 'pq@tindra.example'), label: 'Default' }],
        ack_s: null,
      },
    ],
    timeline: [
      { at: '01:12', text: 'Monitor 441882 triggered: 2.71s > 2.5s over 5m' },
      { at: '01:14', text: prose('Called ', p('phone', '+49 1573 4418827'), ', acknowledged') },
      { at: '01:40', text: 'Rolled back search-api 2025.10.3.1 to 2025.10.2.7, canary 10/90' },
    ],
  }),
  'iam-users-list': () => ({
    IsTruncated: false,
    Users: [
      {
        UserName: open('deploy-bot'),
        UserId: 'AIDAQ4418827EXAMPLEA1',
        Arn: trap('arn', 'arn:aws:iam::441882710633:user/ci/deploy-bot'),
        CreateDate: '2022-04-18T09:00:00+00:00',
        Tags: [
          { Key: 'team', Value: 'platform' },
          { Key: 'owner-email', Value: p('email', 'ops-lead@quarrystone.io') },
        ],
        AccessKeys: [
          {
            AccessKeyId: p('secret', 'AKIAQ4RT7NVWZ2KXBM5P'),
            Status: 'Active',
            SecretAccessKey: p('secret', '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'),
          },
        ],
      },
      {
        UserName: open('lmbeki'),
        UserId: 'AIDAQ4418827EXAMPLEB2',
        Arn: trap('arn', 'arn:aws:iam::441882710633:user/lmbeki'),
        CreateDate: '2023-11-02T14:30:00+00:00',
        PasswordLastUsed: '2025-03-12T06:41:00+00:00',
        Tags: [
          { Key: 'full-name', Value: p('name', 'Lindiwe Mbeki-Stone') },
          { Key: 'phone', Value: p('phone', '+27 11 441 8827') },
        ],
        AccessKeys: [],
      },
    ],
    ResponseMetadata: { RequestId: '47af8121-1e88-4d58-90a1-79e0f2ad052c', HTTPStatusCode: 200, RetryAttempts: 0 },
  }),
};
