/** Blind answers: clouds, clusters, logs, metrics and secrets. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const OPERATIONS: Shapes = {
  podList: (v) => ({
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: trap('numeric string id', v.digits(9)), continue: trap('cursor', v.blob(40)) },
    items: many(3, () => ({
      metadata: {
        name: trap('host name', `checkout-${v.hex(10)}-x7k2p`),
        generateName: trap('host name', 'checkout-7f9c6d5b8-'),
        namespace: 'shop',
        uid: trap('uuid', v.uuid()),
        resourceVersion: trap('numeric string id', v.digits(9)),
        creationTimestamp: trap('iso time', v.zulu()),
        labels: {
          'app.kubernetes.io/name': 'checkout',
          'app.kubernetes.io/version': trap('version', '4.18.2.1'),
          'pod-template-hash': trap('hash', v.hex(10)),
        },
        annotations: {
          'prometheus.io/port': trap('port', '9102'),
          'kubectl.kubernetes.io/restartedAt': trap('iso time', v.stamp()),
          'team/contact': p('email', v.who().email),
        },
        ownerReferences: [
          {
            apiVersion: 'apps/v1',
            kind: 'ReplicaSet',
            name: trap('host name', 'checkout-7f9c6d5b8'),
            uid: trap('uuid', v.uuid()),
            controller: true,
          },
        ],
      },
      spec: {
        containers: [
          {
            name: 'app',
            image: trap('package spec', `registry.example.com:5000/shop/checkout:4.18.2.1@sha256:${v.hex(64)}`),
            ports: [{ name: 'http', containerPort: trap('port', 8443), protocol: 'TCP' }],
            env: [
              { name: 'LOG_LEVEL', value: 'info' },
              { name: 'DB_PASSWORD', value: p('secret', `${v.b62(18)}9!`) },
              { name: 'SMTP_FROM', value: p('email', 'no-reply@harbour-teas.example') },
              {
                name: 'DATABASE_URL',
                value: prose(
                  'postgres://',
                  p('url-credentials', `checkout:${v.b62(20)}7`),
                  '@db.shop.svc:5432/checkout',
                ),
              },
              { name: 'GOMAXPROCS', value: '2' },
            ],
            resources: { limits: { cpu: '500m', memory: '512Mi' }, requests: { cpu: '250m' } },
            volumeMounts: [
              {
                name: 'kube-api-access-7xk2p',
                readOnly: true,
                mountPath: trap('path', '/var/run/secrets/kubernetes.io/serviceaccount'),
              },
            ],
            terminationMessagePath: trap('path', '/dev/termination-log'),
            imagePullPolicy: 'IfNotPresent',
          },
        ],
        nodeName: trap('host name', 'ip-10-0-42-17.eu-west-1.compute.internal'),
        serviceAccountName: 'checkout',
        tolerations: [
          { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
        ],
        priority: 0,
      },
      status: {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: trap('iso time', v.zulu()) }],
        hostIP: open('10.0.42.17'),
        podIP: open('10.0.44.3'),
        containerStatuses: [
          {
            name: 'app',
            ready: true,
            restartCount: 0,
            containerID: trap('hash', `containerd://${v.hex(64)}`),
            imageID: trap('hash', `sha256:${v.hex(64)}`),
          },
        ],
        qosClass: 'Burstable',
      },
    })),
  }),

  stateFile: (v) => ({
    version: 4,
    terraform_version: trap('version', '1.9.2'),
    serial: 4417,
    lineage: trap('uuid', v.uuid()),
    outputs: {
      bucket_arn: { value: trap('arn', 'arn:aws:s3:::harbour-teas-assets'), type: 'string' },
      admin_password: { value: p('secret', `${v.b62(20)}1#`), type: 'string', sensitive: true },
    },
    resources: [
      {
        mode: 'managed',
        type: 'aws_security_group',
        name: 'web',
        provider: 'provider["registry.terraform.io/hashicorp/aws"]',
        instances: [
          {
            schema_version: 1,
            attributes: {
              arn: trap('arn', `arn:aws:ec2:eu-west-1:${v.digits(12)}:security-group/sg-${v.hex(17)}`),
              description: 'TLS from anywhere, ssh from 10.0.0.0/8',
              id: trap('aws id', `sg-${v.hex(17)}`),
              ingress: [
                {
                  cidr_blocks: [trap('cidr', '0.0.0.0/0')],
                  from_port: trap('port', 443),
                  to_port: trap('port', 443),
                  protocol: 'tcp',
                },
                {
                  cidr_blocks: [trap('cidr', '10.0.0.0/8')],
                  from_port: trap('port', 22),
                  to_port: trap('port', 22),
                  protocol: 'tcp',
                },
              ],
              owner_id: trap('account id', v.digits(12)),
              vpc_id: trap('aws id', `vpc-${v.hex(17)}`),
            },
          },
        ],
      },
      {
        mode: 'managed',
        type: 'aws_route53_record',
        name: 'mail',
        instances: [
          {
            attributes: {
              fqdn: trap('host name', 'mail.harbour-teas.example'),
              records: ['10 mx1.mail.example.', 'v=spf1 include:_spf.mail.example ~all'],
              ttl: 300,
              zone_id: trap('aws id', 'Z0#2FDTNDATAQYW2'.replace('#', '4')),
              type: 'MX',
            },
          },
        ],
      },
      {
        mode: 'managed',
        type: 'aws_budgets_budget',
        name: 'monthly',
        instances: [
          {
            attributes: {
              limit_amount: trap('amount string', '1200.0'),
              limit_unit: 'USD',
              notification: [
                {
                  threshold: 80,
                  notification_type: 'ACTUAL',
                  subscriber_email_addresses: [p('email', v.who().email), p('email', v.who().email)],
                },
              ],
            },
          },
        ],
      },
      {
        mode: 'managed',
        type: 'tls_private_key',
        name: 'ci',
        instances: [
          {
            attributes: {
              algorithm: 'ED25519',
              private_key_pem: p(
                'secret',
                `-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI${v.b62(43)}\n-----END PRIVATE KEY-----\n`,
              ),
              public_key_fingerprint_sha256: trap('fingerprint', `SHA256:${v.b62(43)}`),
              public_key_openssh: open(`ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${v.b62(43)}`),
            },
          },
        ],
      },
    ],
    check_results: null,
  }),

  auditTrail: (v) => ({
    Records: many(3, (index) => {
      const a = v.who();
      return {
        eventVersion: trap('version', '1.09'),
        userIdentity: {
          type: 'AssumedRole',
          principalId: open(`AROA${v.fill('****************')}:${a.email}`),
          arn: open(`arn:aws:sts::${v.digits(12)}:assumed-role/Admin/${a.login}`),
          accountId: trap('account id', v.digits(12)),
          accessKeyId: open(`ASIA${v.fill('****************')}`),
          sessionContext: { attributes: { creationDate: trap('iso time', v.zulu()), mfaAuthenticated: 'true' } },
        },
        eventTime: trap('iso time', v.zulu()),
        eventSource: trap('host name', 's3.amazonaws.com'),
        eventName: ['GetObject', 'PutBucketPolicy', 'ConsoleLogin'][index]!,
        awsRegion: trap('region', 'eu-central-1'),
        sourceIPAddress: p('ip', v.ip()),
        userAgent: trap(
          'user agent',
          '[aws-cli/2.17.13 md/awscrt#0.20.11 ua/2.0 os/linux#6.5.0-1022-aws md/arch#x86_64 lang/python#3.11.8]',
        ),
        requestParameters: {
          bucketName: trap('slug', 'harbour-teas-assets'),
          key: trap('path', 'exports/2024/07/19/part-00000-4417.snappy.parquet'),
          Host: trap('host name', 'harbour-teas-assets.s3.eu-central-1.amazonaws.com'),
        },
        responseElements: null,
        additionalEventData: {
          SignatureVersion: 'SigV4',
          CipherSuite: 'TLS_AES_128_GCM_SHA256',
          bytesTransferredIn: 0,
          'x-amz-id-2': trap('token id', v.blob(56)),
          bytesTransferredOut: 44_171,
        },
        requestID: trap('token id', v.fill('****************')),
        eventID: trap('uuid', v.uuid()),
        readOnly: true,
        resources: [
          {
            type: 'AWS::S3::Object',
            ARN: trap('arn', 'arn:aws:s3:::harbour-teas-assets/exports/2024/07/19/part-00000-4417.snappy.parquet'),
          },
        ],
        managementEvent: false,
        recipientAccountId: trap('account id', v.digits(12)),
        tlsDetails: {
          tlsVersion: 'TLSv1.3',
          clientProvidedHostHeader: trap('host name', 's3.eu-central-1.amazonaws.com'),
        },
      };
    }),
  }),

  logSearch: (v) => ({
    data: many(5, (index) => ({
      id: trap('token id', `AwAAA${v.b62(40)}`),
      type: 'log',
      attributes: {
        timestamp: trap('iso time', v.stamp()),
        status: ['info', 'warn', 'error', 'info', 'info'][index]!,
        service: 'checkout',
        host: trap('host name', `i-${v.hex(17)}`),
        tags: ['env:prod', 'version:4.18.2.1', 'kube_namespace:shop', 'availability-zone:eu-west-1b'],
        message: [
          'GET /healthz 200 2ms rid=7f9c6d5b81',
          prose('login failed for ', p('email', v.who().email), ' from ', p('ip', v.ip()), ' after 3 attempts'),
          prose('card charge failed pan=', p('card', v.card()), ' reason=51 order=6735218890'),
          open('flushed 1204 spans in 14.2.0.9 collector, next in 30s'),
          prose('{"evt":"signup","email":"', p('email', v.who().email), '","plan":"gold","ts":1721383502117}'),
        ][index]!,
        attributes: {
          duration: trap('nanoseconds', v.int(1e6, 9e8)),
          http: {
            status_code: 200,
            url_details: { path: trap('path', '/orders/6735218890/items/4006381333931') },
            method: 'GET',
          },
          network: { client: { ip: p('ip', v.ip()), port: trap('port', 51_442) } },
          trace_id: trap('trace id', v.digits(19)),
          usr: { id: trap('uuid', v.uuid()), name: p('name', v.who().full), email: p('email', v.who().email) },
        },
      },
    })),
    meta: {
      elapsed: 132,
      page: { after: trap('cursor', v.blob(48)) },
      request_id: trap('token id', v.b62(40)),
      status: 'done',
    },
  }),

  metricSeries: (v) => ({
    status: 'success',
    data: {
      resultType: 'matrix',
      result: many(4, (index) => ({
        metric: {
          __name__: 'http_requests_total',
          instance: open(`10.0.44.${index + 3}:9102`),
          job: 'checkout',
          code: ['200', '404', '500', '302'][index]!,
          le: '+Inf',
          version: trap('version', '4.18.2.1'),
        },
        values: many(10, () => [
          trap('epoch fraction', v.seconds() + 0.781),
          trap('amount string', String(v.int(1e9, 9e12))),
        ]),
      })),
    },
    stats: { seriesFetched: '4', executionTimeMsec: 12 },
  }),

  instances: (v) => ({
    Reservations: many(3, () => ({
      ReservationId: trap('aws id', `r-${v.hex(17)}`),
      OwnerId: trap('account id', v.digits(12)),
      Instances: [
        {
          InstanceId: trap('aws id', `i-${v.hex(17)}`),
          ImageId: trap('aws id', `ami-${v.hex(17)}`),
          InstanceType: 'm7g.2xlarge',
          KeyName: trap('label', 'ops-2024'),
          LaunchTime: trap('iso time', v.zulu()),
          Placement: { AvailabilityZone: trap('region', 'eu-west-1b'), Tenancy: 'default' },
          PrivateDnsName: trap('host name', 'ip-10-0-42-17.eu-west-1.compute.internal'),
          PrivateIpAddress: open('10.0.42.17'),
          PublicIpAddress: p('ip', v.ip()),
          State: { Code: 16, Name: trap('status', 'running') },
          SubnetId: trap('aws id', `subnet-${v.hex(17)}`),
          VpcId: trap('aws id', `vpc-${v.hex(17)}`),
          BlockDeviceMappings: [
            {
              DeviceName: trap('path', '/dev/xvda'),
              Ebs: { VolumeId: trap('aws id', `vol-${v.hex(17)}`), DeleteOnTermination: true },
            },
          ],
          NetworkInterfaces: [
            {
              MacAddress: p('mac', v.mac()),
              NetworkInterfaceId: trap('aws id', `eni-${v.hex(17)}`),
              Ipv6Addresses: [{ Ipv6Address: p('ip', v.ip6()) }],
              Groups: [{ GroupId: trap('aws id', `sg-${v.hex(17)}`), GroupName: 'web' }],
            },
          ],
          Tags: [
            { Key: 'Name', Value: trap('host name', 'web-blue-3') },
            { Key: 'Owner', Value: p('email', v.who().email) },
            { Key: 'CostCenter', Value: trap('code', '700-1400-01') },
            { Key: 'Patch Group', Value: 'Sunday 02:00' },
          ],
          Hypervisor: 'xen',
          CpuOptions: { CoreCount: 8, ThreadsPerCore: 1 },
        },
      ],
    })),
  }),

  apiDescription: () => ({
    openapi: '3.1.0',
    info: {
      title: trap('document title', 'Guest book'),
      version: trap('version', '10.2.3.4'),
      contact: { name: trap('organisation name', 'API Support'), url: trap('url', 'https://www.example.com/support') },
    },
    servers: [{ url: trap('url', 'https://{tenant}.api.example.com/v1'), variables: { tenant: { default: 'demo' } } }],
    paths: {
      '/guests/{email}': {
        get: {
          operationId: 'getGuestByEmail',
          parameters: [
            { name: 'email', in: 'path', required: true, schema: { type: 'string', format: 'email' } },
            { name: 'phone', in: 'query', schema: { type: 'string', pattern: trap('pattern', '^\\+?[0-9]{7,15}$') } },
            { name: 'password', in: 'header', schema: { type: 'string', format: 'password', minLength: 12 } },
          ],
        },
      },
    },
    components: {
      schemas: {
        Guest: {
          type: 'object',
          required: ['firstName', 'email'],
          properties: {
            firstName: {
              type: 'string',
              maxLength: 80,
              description: trap('schema text', 'Given name as on the passport'),
            },
            email: { type: 'string', format: 'email', description: trap('schema text', 'Where the confirmation goes') },
            phone: { type: ['string', 'null'], description: trap('schema text', 'With country prefix') },
            address: { $ref: trap('path', '#/components/schemas/Address') },
            ssn: { type: 'string', pattern: trap('pattern', '^\\d{3}-\\d{2}-\\d{4}$'), writeOnly: true },
            dateOfBirth: { type: 'string', format: 'date' },
          },
        },
        Address: {
          type: 'object',
          properties: { street: { type: 'string' }, zip: { type: 'string', maxLength: 10 }, city: { type: 'string' } },
        },
      },
      securitySchemes: {
        key: { type: 'apiKey', name: 'X-Api-Key', in: 'header' },
        login: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  }),

  tableSchema: (v) => ({
    kind: 'bigquery#queryResponse',
    jobReference: {
      projectId: trap('slug', 'harbour-analytics-417'),
      jobId: trap('token id', `job_${v.b62(28)}`),
      location: 'EU',
    },
    schema: {
      fields: [
        { name: 'order_id', type: 'INTEGER', mode: 'NULLABLE' },
        { name: 'email', type: 'STRING', mode: 'NULLABLE' },
        { name: 'net', type: 'NUMERIC', mode: 'NULLABLE' },
        { name: 'phone', type: 'STRING', mode: 'NULLABLE' },
        { name: 'sku', type: 'STRING', mode: 'NULLABLE' },
        { name: 'last_name', type: 'STRING', mode: 'NULLABLE' },
      ],
    },
    totalRows: trap('numeric string id', '4'),
    rows: many(5, () => {
      const a = v.who();
      return {
        f: [
          { v: trap('order number', v.luhnNumber('4000')) },
          { v: p('email', a.email) },
          { v: trap('amount string', v.cents().toFixed(2)) },
          { v: p('phone', a.intl) },
          { v: trap('sku', v.fill('###-##-####')) },
          { v: p('name', a.last) },
        ],
      };
    }),
    totalBytesProcessed: trap('big number string', v.digits(10)),
    jobComplete: true,
    cacheHit: false,
  }),

  searchHits: (v) => ({
    took: 12,
    timed_out: false,
    _shards: { total: 5, successful: 5, skipped: 0, failed: 0 },
    hits: {
      total: { value: 4417, relation: 'eq' },
      max_score: 11.2041,
      hits: many(3, () => {
        const a = v.who();
        return {
          _index: trap('index name', '.ds-customers-2024.07.19-000012'),
          _id: trap('token id', v.b62(20)),
          _score: 11.2041,
          _source: {
            '@timestamp': trap('iso time', v.stamp()),
            'customer.first_name': p('name', a.first),
            'customer.last_name': p('name', a.last),
            'customer.email': p('email', a.email),
            'customer.id': trap('numeric id', v.int(1, 99_999)),
            'geo.location': open('52.52,13.40'),
            'order.number': trap('order number', v.digits(16)),
            'order.total': trap('price', v.cents()),
            'agent.version': trap('version', '8.14.3.0'),
            'client.ip': p('ip', v.ip()),
            'event.duration': trap('nanoseconds', v.int(1e6, 9e8)),
          },
          highlight: { 'order.notes': ['leave at the <em>porch</em>'] },
          sort: [trap('epoch millis', v.millis()), trap('numeric id', 4417)],
        };
      }),
    },
    aggregations: {
      by_country: {
        doc_count_error_upper_bound: 0,
        buckets: many(4, (index) => ({
          key: trap('country code', ['DE', 'FR', 'PL', 'SE'][index]!),
          doc_count: v.int(10, 900),
        })),
      },
      by_day: {
        buckets: many(4, () => ({
          key: trap('epoch millis', v.millis()),
          key_as_string: trap('iso time', v.stamp()),
          doc_count: v.int(10, 900),
        })),
      },
    },
  }),

  vaultSecrets: (v) => ({
    request_id: trap('uuid', v.uuid()),
    lease_id: '',
    renewable: false,
    lease_duration: 0,
    data: {
      data: {
        username: open('checkout-rw'),
        password: p('secret', `${v.b62(24)}4$`),
        api_key: p('secret', v.secret()),
        webhook_signing_secret: p('secret', `whsec_${v.b62(32)}`),
        endpoint: trap('url', 'https://billing.example.com/v2'),
        timeout_ms: 3000,
        region: 'eu-west-1',
      },
      metadata: {
        created_time: trap('iso time', v.stamp()),
        custom_metadata: { owner_team: 'billing' },
        deletion_time: '',
        destroyed: false,
        version: 7,
      },
    },
    wrap_info: null,
    warnings: null,
    auth: {
      client_token: p('secret', `hvs.CAESI${v.b62(80)}`),
      accessor: trap('token id', v.b62(24)),
      policies: ['default', 'billing-read'],
      token_policies: ['default'],
      token_type: 'service',
      metadata: { role: 'ci' },
    },
    keys: many(3, () => ({
      id: trap('prefixed id', `key_${v.b62(12)}`),
      name: trap('label', 'CI deploy'),
      secret: p('secret', v.secret()),
      prefix: trap('label', 'sk_live_'),
      last_used_at: trap('iso time', v.stamp()),
      scopes: ['read:orders', 'write:refunds'],
      total_tokens: trap('count', 48_112),
      max_tokens: trap('count', 4096),
    })),
  }),

  networkClients: (v) => ({
    meta: { rc: 'ok', count: 4 },
    data: many(4, (index) => ({
      _id: trap('object id', v.hex(24)),
      mac: p('mac', v.mac()),
      ip: p('ip', v.ip()),
      oui: trap('company name', ['Apple', 'Espressif Inc.', 'Sonos', 'Ubiquiti'][index]!),
      hostname: open(['Harriets-iPhone', 'ESP_4A71C2', 'sonos-kitchen', 'ap-lobby'][index]!),
      essid: trap('label', 'Tidewater-Guest'),
      channel: 36,
      rssi: -61,
      rx_bytes: trap('count', v.int(1e8, 9e11)),
      tx_bytes: trap('count', v.int(1e8, 9e11)),
      first_seen: trap('epoch seconds', v.seconds()),
      last_seen: trap('epoch seconds', v.seconds()),
      uptime: v.int(100, 9e5),
      vlan: 40,
      is_guest: true,
      firmware: trap('version', '6.6.77.15402'),
      ap_mac: p('mac', v.mac()),
      bssid: p('mac', v.mac()),
      radio_proto: 'ax',
      satisfaction: 98,
      site_id: trap('object id', v.hex(24)),
    })),
  }),
};
