/** Blind answers: code hosts, packages, trackers and translations. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const SOURCE: Shapes = {
  commits: (v) =>
    many(3, (index) => {
      const a = v.who();
      const sha = v.hex(40);
      return {
        sha: trap('commit id', sha),
        node_id: trap('graph id', v.base64(`06:Commit${v.digits(7)}:${sha}`)),
        commit: {
          author: { name: p('name', a.full), email: p('email', a.email), date: trap('iso time', v.zulu()) },
          committer: {
            name: open('GitHub'),
            email: p('email', 'noreply@github.example'),
            date: trap('iso time', v.zulu()),
          },
          message: [
            'Bump undici from 6.19.2 to 6.19.4 (#4417)',
            prose('Fix off-by-one in pager\n\nCo-authored-by: bot\nSigned-off-by: <', p('email', a.email), '>'),
            'Merge branch release/10.2.3.4 into main',
          ][index]!,
          tree: {
            sha: trap('commit id', v.hex(40)),
            url: trap('url', `https://api.github.example/repos/octo/lantern/git/trees/${v.hex(40)}`),
          },
          comment_count: 0,
          verification: {
            verified: true,
            reason: 'valid',
            signature: open(
              '-----BEGIN PGP SIGNATURE-----\n\nwsBcBAABCAAQBQJmmkz2CRC1aQ7uu5UhlAAA\n=N2Qv\n-----END PGP SIGNATURE-----\n',
            ),
          },
        },
        author: {
          login: open(a.login),
          id: trap('numeric id', v.int(1000, 9e6)),
          gravatar_id: '',
          url: open(`https://api.github.example/users/${a.login}`),
          type: 'User',
          site_admin: false,
        },
        parents: [{ sha: trap('commit id', v.hex(40)) }],
        stats: { total: 108, additions: 104, deletions: 4 },
        files: many(3, () => ({
          sha: trap('commit id', v.hex(40)),
          filename: trap('path', 'src/users/email_address.ts'),
          status: 'modified',
          additions: 10,
          changes: 12,
          patch: '@@ -29,7 +29,9 @@ export const phone = z.string()\n-  limit: 50,\n+  limit: 500,',
        })),
      };
    }),

  repository: (v) => ({
    id: trap('numeric id', v.int(1e8, 8e8)),
    node_id: trap('graph id', v.base64(`010:Repository${v.digits(9)}`)),
    name: trap('slug', 'hello-world'),
    full_name: trap('owner/repo', 'octo-org/hello-world'),
    private: false,
    owner: { login: trap('slug', 'octo-org'), id: trap('numeric id', 583_231), type: 'Organization' },
    description: 'Amelia is a date parser. Grace under pressure.',
    git_url: trap('git url', 'git:github.example/octo-org/hello-world.git'),
    ssh_url: trap('git url', 'git@github.example:octo-org/hello-world.git'),
    clone_url: trap('url', 'https://github.example/octo-org/hello-world.git'),
    svn_url: trap('url', 'https://svn.github.example/octo-org/hello-world'),
    homepage: null,
    size: 108,
    default_branch: 'master',
    topics: ['octo', 'atom', 'electron', 'api'],
    pushed_at: trap('iso time', v.zulu()),
    permissions: { admin: false, push: false, pull: true },
    license: { key: 'mit', name: 'MIT License', spdx_id: 'MIT', node_id: 'MDc6TGljZW5zZTEz' },
    forks: 9,
    releases: many(4, (index) => ({
      id: trap('numeric id', v.int(1e6, 9e7)),
      tag_name: trap('version', ['v1.0.0', 'v10.2.3.4', '2024.7.19.1', 'release-127.0.0.1'][index]!),
      target_commitish: 'master',
      name: trap('version', ['v1.0.0', 'Version 10.2.3.4', 'Jasper', 'Raphael 5'][index]!),
      body: 'Adds `user@domain` parsing. Thanks to all. Fixes #88123456.',
      draft: false,
      assets: [
        {
          id: trap('numeric id', v.int(1e6, 9e7)),
          name: trap('file name', 'lantern_10.2.3.4_amd64.deb'),
          digest: trap('hash', `sha256:${v.hex(64)}`),
          content_type: trap('mime type', 'application/vnd.debian.binary-package'),
          size: 1024,
          download_count: 42,
        },
      ],
    })),
    branches: many(6, () => ({
      name: trap(
        'branch name',
        v.pick([
          'feature/email-login',
          'fix/phone-format',
          'user/name-parser',
          'address-book',
          'iban/validate',
          'ssn-mask',
        ]),
      ),
      commit: { sha: trap('commit id', v.hex(40)) },
      protected: false,
    })),
  }),

  pipelines: (v) => ({
    project: {
      id: trap('numeric id', v.int(1e6, 9e7)),
      path_with_namespace: trap('path', 'harbour/teas/web'),
      ci_config_path: '.gitlab-ci.yml',
      runners_token: p('secret', `GR1348941${v.b62(20)}`),
    },
    pipelines: many(3, () => {
      const a = v.who();
      return {
        id: trap('numeric id', v.int(1e8, 9e9)),
        iid: 4417,
        sha: trap('commit id', v.hex(40)),
        ref: trap('branch name', 'main'),
        status: 'success',
        source: 'push',
        before_sha: trap('commit id', '0000000000000000000000000000000000000000'),
        yaml_errors: null,
        user: {
          id: trap('numeric id', v.int(10, 9e6)),
          name: p('name', a.full),
          username: open(a.login),
          state: trap('status', 'active'),
          avatar_url: open(`https://www.gravatar.example/avatar/${v.hex(32)}?s=80&d=identicon`),
          web_url: open(`https://gitlab.example/${a.login}`),
        },
        commit: {
          id: trap('commit id', v.hex(40)),
          short_id: trap('commit id', v.hex(8)),
          title: 'Mask the IBAN in receipts',
          author_name: p('name', a.full),
          author_email: p('email', a.email),
          committer_name: p('name', a.full),
          committer_email: p('email', a.email),
          trailers: {},
        },
        duration: 34.2,
        queued_duration: 0.01,
        coverage: trap('amount string', '98.29'),
        detailed_status: {
          icon: 'status_success',
          text: 'passed',
          group: 'success',
          details_path: trap('path', '/harbour/teas/web/-/pipelines/287'),
        },
        variables: [
          { key: 'NODE_ENV', value: 'production' },
          { key: 'DEPLOY_TOKEN', value: p('secret', `glpat-${v.b62(20)}`) },
          { key: 'IMAGE_TAG', value: trap('version', '10.2.3.4-alpine') },
        ],
      };
    }),
  }),

  trackerIssues: (v) => ({
    expand: 'names,schema',
    startAt: 0,
    maxResults: 50,
    total: 3,
    issues: many(3, (index) => {
      const a = v.who();
      const b = v.who();
      const person = (who: typeof a) => ({
        self: trap('url', `https://harbour.tracker.example/rest/api/3/user?accountId=${v.digits(6)}:${v.uuid()}`),
        accountId: trap('account id', `${v.digits(6)}:${v.uuid()}`),
        emailAddress: p('email', who.email),
        displayName: p('name', who.full),
        active: true,
        timeZone: 'Europe/Warsaw',
        accountType: 'atlassian',
      });
      return {
        id: trap('numeric string id', v.digits(5)),
        key: trap('issue key', `TEA-${v.int(1, 9999)}`),
        self: trap('url', 'https://harbour.tracker.example/rest/api/3/issue/10002'),
        fields: {
          summary: [
            'Address form rejects 1070 Wien',
            'Rename field "email" to "contact"',
            'Phone mask +## ### ### ### is wrong',
          ][index]!,
          issuetype: { id: '10004', name: 'Bug', subtask: false, avatarId: 10_303 },
          project: { id: '10000', key: 'TEA', name: trap('product name', 'Teas web shop'), projectTypeKey: 'software' },
          priority: { name: 'Medium', id: '3' },
          labels: ['regression', 'checkout', 'safari-17.5'],
          fixVersions: [{ id: '10100', name: trap('version', '4.18.2.1'), released: false }],
          assignee: person(a),
          reporter: person(b),
          creator: person(b),
          created: trap('iso time', '2024-07-19T10:15:02.917+0200'),
          duedate: trap('iso date', v.day()),
          customfield_10016: 5.0,
          customfield_10020: [
            { id: 1, name: 'Sprint Humboldt', state: trap('status', 'active'), boardId: 1, goal: '' },
          ],
          customfield_10101: null,
          comment: {
            comments: [
              {
                id: trap('numeric string id', v.digits(5)),
                author: person(a),
                body: {
                  type: 'doc',
                  version: 1,
                  content: [
                    {
                      type: 'paragraph',
                      content: [
                        {
                          type: 'text',
                          text: prose('Reproduced with the account ', p('email', v.who().email), ' on build 10.2.3.4'),
                        },
                      ],
                    },
                  ],
                },
                created: trap('iso time', '2024-07-19T11:00:00.000+0200'),
              },
            ],
            total: 1,
          },
          environment: 'iOS 17.5.1, Safari 17.5 (19618.2.12.11.6)',
          timetracking: { remainingEstimate: '2h', timeSpentSeconds: 12_000 },
        },
      };
    }),
  }),

  crashEvent: (v) => {
    const a = v.who();
    return {
      id: trap('hash', v.hex(32)),
      groupID: trap('numeric string id', v.digits(10)),
      eventID: trap('hash', v.hex(32)),
      projectID: '1',
      title: 'TypeError: Cannot read properties of undefined (reading "firstName")',
      culprit: 'renderName(users/profile)',
      platform: 'javascript',
      dateReceived: trap('iso time', v.stamp()),
      user: {
        id: trap('uuid', v.uuid()),
        email: p('email', a.email),
        username: open(a.login),
        ip_address: p('ip', v.ip()),
        name: p('name', a.full),
        geo: { country_code: trap('country code', 'PT'), city: open('Porto') },
      },
      contexts: {
        browser: { name: 'Chrome', version: trap('version', '126.0.6478.127'), type: 'browser' },
        os: { name: 'Windows', version: '10', build: trap('version', '10.0.19045.4651') },
        device: { family: 'Other', model: trap('product name', 'Lenovo Yoga') },
        trace: { trace_id: trap('trace id', v.hex(32)), span_id: trap('trace id', v.hex(16)), op: 'pageload' },
      },
      tags: [
        { key: 'release', value: trap('version', 'web@10.2.3.4') },
        { key: 'user', value: prose('email:', p('email', a.email)) },
        { key: 'server_name', value: trap('host name', 'web-7f9c6d5b8-x2x9k') },
        { key: 'url', value: trap('url', 'https://app.example.com/users/88123456/edit?tab=2') },
      ],
      request: {
        url: trap('url', 'https://app.example.com/login'),
        method: 'POST',
        query_string: [
          ['next', '/inbox'],
          ['lang', 'pt'],
        ],
        headers: [
          ['Authorization', p('secret', `Bearer ${v.secret()}`)],
          ['Cookie', p('secret', `sid=${v.hex(32)}; theme=dark`)],
          ['Accept', '*/*'],
          ['X-Forwarded-For', p('ip', v.ip())],
        ],
        data: { username: open(a.login), password: p('secret', 'Pfirsich!92kuchen') },
      },
      entries: [
        {
          type: 'exception',
          data: {
            values: [
              {
                type: 'TypeError',
                value: 'x is undefined',
                stacktrace: {
                  frames: many(3, (index) => ({
                    filename: trap('path', '/static/js/main.4f2a9c1e.js'),
                    absPath: trap('url', 'https://app.example.com/static/js/main.4f2a9c1e.js'),
                    function: 'firstName',
                    lineNo: 2,
                    colNo: 118_442 + index,
                    inApp: true,
                  })),
                },
              },
            ],
          },
        },
        {
          type: 'breadcrumbs',
          data: {
            values: [
              {
                category: 'fetch',
                level: 'info',
                timestamp: trap('epoch fraction', 1_721_383_502.117),
                data: {
                  url: prose(
                    'https://api.example.com/v2/lookup?email=',
                    p('email', encodeURIComponent(a.email)),
                    '&page=2',
                  ),
                  status_code: 200,
                },
              },
            ],
          },
        },
      ],
      sdk: { name: 'sentry.javascript.react', version: trap('version', '8.17.0') },
      fingerprints: [trap('hash', v.hex(32))],
    };
  },

  packument: (v) => {
    const a = v.who();
    return {
      _id: trap('package spec', '@harbour/tea-timer'),
      _rev: trap('revision', `4417-${v.hex(32)}`),
      name: trap('package spec', '@harbour/tea-timer'),
      'dist-tags': { latest: trap('version', '10.2.3'), next: trap('version', '11.0.0-rc.4') },
      versions: Object.fromEntries(
        ['10.2.2', '10.2.3', '11.0.0-rc.4'].map((version) => [
          version,
          {
            name: trap('package spec', '@harbour/tea-timer'),
            version: trap('version', version),
            author: { name: p('name', a.full), email: p('email', a.email) },
            bugs: { url: trap('url', 'https://github.example/harbour/tea-timer/issues') },
            dependencies: {
              '@scope/left-pad': trap('version', '^1.3.0'),
              kettle: trap('version', 'npm:@harbour/kettle@2.0.1'),
              lodash: trap('version', '~4.17.21'),
              'email-validator': trap('version', '2.0.4'),
            },
            dist: {
              integrity: trap('hash', `sha512-${v.blob(64)}`),
              shasum: trap('hash', v.hex(40)),
              tarball: trap('url', `https://registry.example.org/@harbour/tea-timer/-/tea-timer-${version}.tgz`),
              fileCount: 12,
              unpackedSize: 44_171,
              signatures: [{ keyid: trap('hash', `SHA256:${v.b62(43)}`), sig: trap('signature', v.blob(70)) }],
            },
            engines: { node: '>=18' },
            gitHead: trap('commit id', v.hex(40)),
            maintainers: [{ name: open('harbourbot'), email: p('email', 'npm@harbour-teas.example') }],
            _npmUser: { name: open(a.login), email: p('email', a.email) },
            scripts: { test: 'node --test', email: 'node scripts/send.js --to $TO' },
            _hasShrinkwrap: false,
          },
        ]),
      ),
      time: { created: trap('iso time', v.stamp()), '10.2.3': trap('iso time', v.stamp()) },
      repository: { type: 'git', url: trap('git url', 'git+ssh://git@github.example/harbour/tea-timer.git') },
      keywords: ['tea', 'earl grey', 'timer', 'address'],
      license: 'MIT',
      readmeFilename: 'README.md',
    };
  },

  pythonProject: (v) => ({
    info: {
      author: p('name', v.who().full),
      author_email: p('email', v.who().email),
      classifiers: [
        'Development Status :: 5 - Production/Stable',
        'License :: OSI Approved :: BSD License',
        'Programming Language :: Python :: 3.12',
      ],
      description_content_type: trap('mime type', 'text/markdown'),
      docs_url: null,
      home_page: trap('url', 'https://flask-samovar.example.org'),
      keywords: 'tea,http,client',
      license: 'BSD-3-Clause',
      maintainer: '',
      maintainer_email: '',
      name: trap('package spec', 'flask-samovar'),
      package_url: trap('url', 'https://pypi.example.org/project/flask-samovar/'),
      requires_dist: [
        'Werkzeug>=3.0.0',
        'Jinja2>=3.1.2',
        'blinker>=1.6.2',
        'importlib-metadata>=3.6.0; python_version < "3.10"',
      ],
      requires_python: '>=3.8',
      summary: 'A Jasmine-friendly micro framework',
      version: trap('version', '3.0.3.1'),
      yanked: false,
    },
    last_serial: trap('numeric id', v.int(1e7, 3e7)),
    urls: many(3, () => ({
      digests: { blake2b_256: trap('hash', v.hex(64)), md5: trap('hash', v.hex(32)), sha256: trap('hash', v.hex(64)) },
      downloads: -1,
      filename: trap('file name', 'flask_samovar-3.0.3.1-py3-none-any.whl'),
      has_sig: false,
      packagetype: 'bdist_wheel',
      python_version: 'py3',
      size: 101_735,
      upload_time_iso_8601: trap('iso time', v.stamp()),
      url: trap(
        'url',
        `https://files.pypi.example.org/packages/61/80/${v.hex(60)}/flask_samovar-3.0.3.1-py3-none-any.whl`,
      ),
    })),
    vulnerabilities: [
      {
        id: trap('code', 'PYSEC-2023-62'),
        aliases: ['CVE-2023-30861', 'GHSA-m2qf-hxjv-5gpq'],
        fixed_in: [trap('version', '2.2.5')],
        details: 'Session cookie may be cached by a proxy.',
      },
    ],
  }),

  translationBundle: () => ({
    locale: trap('locale code', 'de-AT'),
    messages: {
      first_name: trap('i18n string', 'Vorname'),
      last_name: trap('i18n string', 'Nachname'),
      email: trap('i18n string', 'E-Mail-Adresse'),
      phone: trap('i18n string', 'Telefonnummer'),
      address: trap('i18n string', 'Anschrift'),
      password: trap('i18n string', 'Passwort'),
      iban: trap('i18n string', 'IBAN'),
      date_of_birth: trap('i18n string', 'Geburtsdatum'),
      'cart.empty': trap('i18n string', 'Ihr Warenkorb ist leer'),
      'cart.total': trap('template', 'Summe: {amount, number, ::currency/EUR}'),
      'greeting.named': trap('template', 'Hallo {{firstName}}, schön, dass Sie da sind!'),
      'mail.footer': trap('template', 'Diese Nachricht ging an %recipient.email%'),
      'otp.sent': trap('template', 'Code an ••• ••{last2} gesendet'),
      'error.phone.invalid': trap('i18n string', 'Bitte eine gültige Telefonnummer eingeben, z. B. mit Vorwahl.'),
      'hint.version': trap('template', 'Version #{version} ({build})'),
    },
    plural: {
      order_one: trap('template', '{count} Bestellung'),
      order_other: trap('template', '{count} Bestellungen'),
    },
    fallback: ['de', 'en'],
  }),

  imageTags: (v) => ({
    count: 6,
    next: trap('url', 'https://hub.example.com/v2/namespaces/library/repositories/redis/tags?page=2'),
    results: many(6, (index) => ({
      creator: trap('numeric id', 1_156_886),
      id: trap('numeric id', v.int(1e7, 9e8)),
      images: [
        {
          architecture: 'arm64',
          digest: trap('hash', `sha256:${v.hex(64)}`),
          os: 'linux',
          size: 42_117_733,
          status: 'active',
          last_pushed: trap('iso time', v.stamp()),
          variant: 'v8',
        },
      ],
      last_updater_username: open('doijanky'),
      name: trap('version', ['7.2.5', '7.2', 'alpine3.20', '6.2.14-bookworm', '8.0-rc1', 'latest'][index]!),
      repository: trap('numeric id', 21_306),
      full_size: 42_117_733,
      v2: true,
      tag_status: 'active',
      content_type: 'image',
      media_type: trap('mime type', 'application/vnd.oci.image.index.v1+json'),
      pull: trap('package spec', 'docker.example.com/library/redis:7.2.5@sha256:abcd1234'),
    })),
  }),
};
