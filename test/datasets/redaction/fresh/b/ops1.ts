/** Ticketing, IoT devices, CI/CD, monitoring, source control and event logs. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const OPS1: Record<string, () => Draft> = {
  'helpdesk-ticket-thread': () => ({
    ticket: {
      id: 441882,
      subject: 'Cannot log in after 4.2.1 update',
      priority: 'high',
      status: 'pending',
      channel: 'email',
      tags: ['login', 'sso'],
      sla_due: '2025-03-13T12:00:00Z',
      requester: {
        id: 90117,
        name: p('name', 'Fatoumata Diallo-Berg'),
        email: p('email', 'fdb@nordlysskolen.no'),
        phone: p('phone', '+47 922 41 887'),
        locale: 'nb-NO',
        organization: 'Nordlysskolen',
      },
      assignee: { id: 7, name: p('name', 'Kenji Morales'), email: p('email', 'kenji@supportdesk.example') },
      custom_fields: [
        { id: 360001, value: 'BUILD-20250311.4' },
        { id: 360002, value: null },
      ],
    },
    comments: [
      {
        id: 1,
        author_id: 90117,
        public: true,
        created_at: '2025-03-12T08:14:00Z',
        body: prose(
          'Hi, I use ',
          p('email', 'fdb@nordlysskolen.no'),
          ' and since 4.2.1 I get error AUTH-1072 at 08:12. You can reach me at ',
          p('phone', '922 41 887'),
          ' until 15:00.',
        ),
      },
      {
        id: 2,
        author_id: 7,
        public: false,
        created_at: '2025-03-12T08:40:11Z',
        body: prose(
          'Session came from ',
          p('ip', '84.212.41.88'),
          ', build 4.2.1.1188, see KB-0417 section 3.2. Temp password ',
          p('secret', 'Vinter!8827-Bre'),
          ' set, must change.',
        ),
      },
      {
        id: 3,
        author_id: 90117,
        public: true,
        created_at: '2025-03-12T09:02:00Z',
        body: 'Works now with Chrome 122.0.6261.112, not with Firefox 115.8.0esr. Ticket can be closed after 24 h.',
      },
    ],
    count: 3,
    next_page: null,
  }),
  'ci-pipeline-run': () => ({
    pipeline: {
      id: 1188274410,
      iid: 4417,
      ref: 'refs/heads/release/2025.3',
      sha: trap('commit', 'bba452e102d2225fcce2ecdca6c8e2b4c6f5c79e'),
      before_sha: trap('commit', '44a01fc50b185a8ff7b1b7744e8aa20363b70b84'),
      status: 'failed',
      duration: 812,
      queued: 3.2,
      coverage: '81.07',
      yaml_errors: null,
      triggered_by: {
        username: open('nkapoor'),
        full_name: p('name', 'Nandini Kapoor'),
        public_email: p('email', 'nandini.kapoor@ferrocode.dev'),
        state: 'active',
      },
    },
    jobs: [
      {
        id: 9911,
        name: 'build:linux-x64',
        stage: 'build',
        status: 'success',
        image: 'registry.ferrocode.dev/ci/node:24.1.0-slim',
        runner: { id: 12, description: 'rn-fra-04', ip_address: p('ip', '10.118.4.27'), version: '17.9.1' },
        artifacts: [{ file_type: 'archive', size: 1188274, filename: 'artifacts.zip' }],
      },
      {
        id: 9914,
        name: 'deploy:staging',
        stage: 'deploy',
        status: 'failed',
        image: 'alpine/k8s:1.31.2',
        runner: null,
        artifacts: [],
      },
      {
        id: 9915,
        name: 'test:e2e 2/4',
        stage: 'test',
        status: 'skipped',
        image: 'mcr.microsoft.com/playwright:v1.49.1-noble',
        runner: null,
        artifacts: [
          { file_type: 'junit', size: 41882, filename: 'junit-2-4.xml' },
          { file_type: 'trace', size: 8827104, filename: 'trace@a1b2.zip' },
        ],
      },
    ],
    variables: [
      { key: 'NODE_ENV', value: 'production' },
      { key: 'DEPLOY_TOKEN', value: p('secret', 'glpat-dZJuILOvF2qUFUXjT7fj') },
      { key: 'SENTRY_RELEASE', value: 'web@2025.3.0-rc.2' },
      {
        key: 'DATABASE_URL',
        value: p('secret', 'postgres://ci_user:q7Wm-Lk2Zp@pg-stg.ferrocode.dev:5432/app_stg?sslmode=require'),
      },
      { key: 'CACHE_KEY', value: 'npm-v3-linux-44a01fc5' },
    ],
  }),
  'git-commits-custom': () => ({
    repo: {
      full_name: 'lichen-labs/moss-parser',
      clone: 'git@code.lichen.example:lichen-labs/moss-parser.git',
      default_branch: 'main',
      stars: 418,
      size_kb: 8827,
    },
    commits: [
      {
        hash: trap('commit', 'b060c604800117a81ac466fc8d46f0a31a29c4aa'),
        author: {
          name: p('name', 'Wren Abernathy'),
          email: p('email', 'wren@abernathy.codes'),
          date: '2025-03-10T21:14:55-07:00',
        },
        committer: {
          name: p('name', 'Wren Abernathy'),
          email: p('email', 'wren@abernathy.codes'),
          date: '2025-03-10T21:14:55-07:00',
        },
        subject: 'Bump @lichen/core@4.1.0-beta.2 and pin moss:1.0.3',
        parents: [trap('commit', '9eaffbe495e53563954693d5afeb6f817099b136')],
        stats: { add: 118, del: 27 },
        trailers: [
          prose('Co-authored-by: ', p('name', 'Lucía Ferreiro'), ' <', p('email', 'lferreiro@lichen.example'), '>'),
          'Fixes: LICH-441',
        ],
      },
      {
        hash: trap('commit', '9eaffbe495e53563954693d5afeb6f817099b136'),
        author: {
          name: p('name', 'Botond Kelemen'),
          email: p('email', 'kelemen.botond@freemail.hu'),
          date: '2025-03-09T10:00:01+01:00',
        },
        committer: {
          name: 'forge-web-flow',
          email: open('noreply@code.lichen.example'),
          date: '2025-03-09T10:00:01+01:00',
        },
        subject: 'Merge pull request #882 from moss/fix-2.7.1.1',
        parents: [
          trap('commit', 'f33d7382f53b07b7c12a764a99094d55219f9c97'),
          trap('commit', '34589795345546a5838ca900bbc44aaac11d372d'),
        ],
        stats: { add: 4, del: 4 },
        trailers: [],
      },
    ],
  }),
};
