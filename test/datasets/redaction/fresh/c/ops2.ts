/** Monitoring, logs and incidents. */
import { type Draft, p, trap } from '../../label.ts';

export const OPS2: Record<string, () => Draft> = {
  'grafana alert webhook': () => ({
    receiver: 'oncall-webhook',
    status: 'firing',
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'High memory usage', team: 'blue', zone: 'us-1', instance: 'db-3.internal:9100' },
        annotations: {
          description: 'The system has high memory usage',
          runbook_url: trap('url', 'https://runbooks.example.dev/wiki/alerts/high-memory-usage'),
          summary: 'Threshold 0.85 crossed for 5m',
        },
        startsAt: trap('iso date', '2021-10-12T09:51:03.157076+02:00'),
        endsAt: trap('iso date', '0001-01-01T00:00:00Z'),
        generatorURL: trap('url', 'https://play.grafana.org/alerting/1afz29v7z/edit'),
        fingerprint: trap('hash', 'c6eadffa33fcdf37'),
        silenceURL: trap('url', 'https://play.grafana.org/alerting/silence/new?alertmanager=grafana'),
        dashboardURL: '',
        values: { B: 44.23943737541908, C: 1 },
      },
    ],
    groupLabels: {},
    externalURL: trap('url', 'https://play.grafana.org/'),
    version: '1',
    groupKey: '{}:{}',
    truncatedAlerts: 0,
    orgId: 1,
    title: '[FIRING:1]  (High memory usage blue us-1)',
    state: 'alerting',
  }),
  'newrelic nrql result': () => ({
    data: {
      actor: {
        account: {
          nrql: {
            metadata: {
              eventTypes: ['PageView'],
              facets: ['appName'],
              timeWindow: { begin: trap('epoch ms', 1706745600000), end: 1706749200000 },
            },
            nrql: "SELECT count(*) FROM PageView WHERE userAgentVersion = '121.0' FACET appName SINCE 1 hour ago",
            results: [
              {
                facet: 'Storefront EU',
                appName: 'Storefront EU',
                count: 40182,
                'percentile.duration': { '95': 1.2043 },
              },
              { facet: 'Kasse 2.0', appName: 'Kasse 2.0', count: 118 },
            ],
          },
        },
        user: { id: 3114207, name: p('name', 'Ferdinand Oyelaran'), email: p('email', 'ferdinand.o@storefront.eu') },
      },
    },
    extensions: { requestId: trap('uuid', 'b5d7f3a2-03a7-4b8c-a61c-1d2a33f86c7e'), nerdGraph: 'v1.118.0' },
  }),
};
