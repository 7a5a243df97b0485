/** Clouds, clusters, logs and registries. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const OPS2: Record<string, () => Draft> = {
  'kubernetes pods': () => ({
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '18820117', continue: '', remainingItemCount: 4 },
    items: [
      {
        metadata: {
          name: 'checkout-7d9c5b6f4-x2x8k',
          generateName: 'checkout-7d9c5b6f4-',
          namespace: 'shop',
          uid: trap('uuid', 'f2a1c0de-7c11-4d51-9f0e-1b2c3d4e5f60'),
          resourceVersion: '18819920',
          creationTimestamp: '2024-06-18T05:00:00Z',
          labels: { app: 'checkout', 'pod-template-hash': '7d9c5b6f4' },
          annotations: {
            'cni.projectcalico.org/podIP': open('10.244.3.18/32'),
            'kubectl.kubernetes.io/restartedAt': '2024-06-18T04:59:58Z',
          },
        },
        spec: {
          containers: [
            {
              name: 'app',
              image: trap(
                'docker',
                'registry.mercury.io:5000/shop/checkout:2.14.0.7@sha256:9b2c7d1e5f60718293a4b5c6d7e8f9001122334455667788990aabbccddeeff0',
              ),
              ports: [{ containerPort: 8080, protocol: 'TCP' }],
              env: [
                { name: 'LOG_LEVEL', value: 'info' },
                {
                  name: 'DATABASE_URL',
                  value: p('secret', 'postgres://checkout:Vz7-tq0Lm@pg-main.shop.svc:5432/checkout'),
                },
                { name: 'STRIPE_API_KEY', valueFrom: { secretKeyRef: { name: 'stripe', key: 'api-key' } } },
              ],
              resources: { limits: { cpu: '500m', memory: '512Mi' } },
            },
          ],
          nodeName: 'ip-node-7',
          serviceAccountName: 'checkout',
          tolerations: [
            { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
          ],
        },
        status: {
          phase: 'Running',
          hostIP: open('192.168.72.14'),
          podIP: open('10.244.3.18'),
          podIPs: [{ ip: p('ip', '10.244.3.18') }],
          startTime: '2024-06-18T05:00:00Z',
          containerStatuses: [
            {
              name: 'app',
              ready: true,
              restartCount: 0,
              containerID: 'containerd://4b1c0a9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b',
              started: true,
            },
          ],
          qosClass: 'Burstable',
        },
      },
    ],
  }),
  'kubernetes secret and config': () => ({
    secret: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'db-user-pass',
        namespace: 'shop',
        uid: trap('uuid', '1b7c5a9e-2d3f-4b6a-8c9d-0e1f2a3b4c5d'),
        creationTimestamp: '2024-06-01T12:00:00Z',
      },
      type: 'Opaque',
      data: {
        password: p('secret', 'UyEqLWQ4Kz09S2x6MTAy'),
        'tls.key': p(
          'secret',
          'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JR0hBZ0VBTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSEJHMHdhd0lCQVFRZwotLS0tLUVORCBQUklWQVRFIEtFWS0tLS0tCg==',
        ),
      },
    },
    configMap: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'game-demo', namespace: 'default', labels: { 'app.kubernetes.io/version': '5.7.21' } },
      data: {
        player_initial_lives: '3',
        ui_properties_file_name: 'user-interface.properties',
        'probe.interval': '10s',
        schedule: '*/5 * * * *',
      },
      immutable: false,
    },
    service: {
      kind: 'Service',
      metadata: { name: 'checkout' },
      spec: {
        clusterIP: open('10.96.44.7'),
        type: 'ClusterIP',
        ports: [{ name: 'http', port: 80, targetPort: 8080, nodePort: 30080 }],
        ipFamilies: ['IPv4'],
        sessionAffinity: 'None',
      },
    },
  }),
  'datadog logs search': () => ({
    data: [
      {
        id: 'AgAAAWgN8Xwgr1vKDQAAAABBV2dOOFh3ZzZobm1mWXJFYTR0OA',
        type: 'log',
        attributes: {
          attributes: {
            customAttribute: 123,
            duration: 2345,
            http: { method: 'POST', status_code: 200, url_details: { path: '/v2/checkout' } },
            network: { client: { ip: p('ip', '197.248.11.205'), geoip: { country: { iso_code: 'KE' } } } },
            usr: {
              id: 'u-88127',
              name: p('name', 'Achieng Odhiambo'),
              email: p('email', 'achieng.odhiambo@zuri.co.ke'),
            },
          },
          host: 'i-0abc123',
          message: prose(
            'order 77120-3384 paid by ',
            p('email', 'achieng.odhiambo@zuri.co.ke'),
            ' from ',
            p('ip', '197.248.11.205'),
            ' in 2345ms (trace 6249785623524942554)',
          ),
          service: 'checkout',
          status: 'info',
          tags: ['team:A', 'version:4.2.0.1'],
          timestamp: '2024-06-02T09:42:36.320Z',
        },
      },
      {
        id: 'AgAAAWgN8Xwgr1vKDQAAAABBV2dOOFh3ZzZobm1mWXJFYTR0OB',
        type: 'log',
        attributes: {
          attributes: {
            dd: { trace_id: trap('id', '6249785623524942554'), span_id: trap('id', '2287492367211') },
            logger: { name: 'io.zuri.JwtFilter', thread_name: 'http-nio-8080-exec-7' },
          },
          host: 'i-0abc124',
          message: 'GC pause 12.4ms, heap 1024M->512M(2048M), build 20240602.1, node 10.2.3 ready at 09:42:36',
          service: 'auth',
          status: 'warn',
          tags: ['env:prod'],
          timestamp: '2024-06-02T09:42:36.991Z',
        },
      },
    ],
    links: {
      next: 'https://api.datadoghq.com/api/v2/logs/events?page[cursor]=eyJzdGFydEF0IjoiQVFBQUFYS2tMS3pPbm40NGV3QUFBQUJC',
    },
    meta: {
      elapsed: 132,
      page: { after: trap('cursor', 'eyJzdGFydEF0IjoiQVFBQUFYS2tMS3pPbm40NGV3QUFBQUJC') },
      request_id: 'MWlFUjVaWGZTTTZPYzM0VXp1OXU2d3xLSVpEMjZKQ0VKUTI0dEYtM3RSOFVR',
      status: 'done',
    },
  }),
  'sentry issue event': () => ({
    eventID: trap('id', '9fac2ceed9344f2bbfdd1fdacb0ed9b1'),
    groupID: '1341191803',
    dist: null,
    title: 'KeyError: customer_phone',
    message: '',
    platform: 'python',
    datetime: '2024-06-17T22:41:20.186Z',
    type: 'error',
    culprit: 'apps.billing.tasks in charge',
    user: {
      id: '44120',
      email: p('email', 'tomasz.wieczorek@poczta.pl'),
      username: open('twieczorek'),
      ip_address: p('ip', '83.24.118.90'),
      name: p('name', 'Tomasz Wieczorek'),
      data: {},
    },
    tags: [
      { key: 'release', value: trap('version', 'billing@4.11.0.238') },
      { key: 'browser', value: 'Firefox 127.0' },
      { key: 'user', value: prose('email:', p('email', 'tomasz.wieczorek@poczta.pl')) },
    ],
    entries: [
      {
        type: 'exception',
        data: {
          values: [
            {
              type: 'KeyError',
              value: 'customer_phone',
              stacktrace: {
                frames: [
                  {
                    filename: 'apps/billing/tasks.py',
                    absPath: '/srv/app/apps/billing/tasks.py',
                    lineNo: 118,
                    colNo: null,
                    function: 'charge',
                    inApp: true,
                    vars: { attempt: '3', order_no: "'30-4417-2291'" },
                  },
                ],
              },
            },
          ],
        },
      },
      {
        type: 'request',
        data: {
          method: 'POST',
          url: 'https://billing.poczta-sklep.pl/charge',
          headers: [
            ['Authorization', p('secret', 'Bearer 9dK2vT7qLmz4RwY1bNc8sQxE0pGh')],
            ['X-Forwarded-For', p('ip', '83.24.118.90')],
            ['Content-Type', 'application/json'],
          ],
          env: { REMOTE_ADDR: p('ip', '10.12.0.4'), SERVER_PORT: '443' },
        },
      },
    ],
    contexts: {
      runtime: { name: 'CPython', version: '3.12.3', build: '3.12.3 (main, Apr 10 2024, 05:33:47)' },
      trace: { trace_id: trap('id', '771a43a4192642f0b136d5159a501700'), span_id: '9aab4e92c1d6c3f0' },
    },
    fingerprints: ['b9d6f1a20c7e4538'],
  }),
};
