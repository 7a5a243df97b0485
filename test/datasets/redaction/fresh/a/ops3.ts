/** Clouds, clusters, logs and registries. */
import { type Draft, keyed, open, p, trap } from '../../label.ts';

export const OPS3: Record<string, () => Draft> = {
  'npm package': () => ({
    _id: '@tidegauge/harmonics',
    _rev: '14-a1b2c3d4e5f60718293a4b5c6d7e8f90',
    name: trap('package', '@tidegauge/harmonics'),
    'dist-tags': { latest: '2.0.1', next: '3.0.0-rc.4' },
    versions: {
      '2.0.1': {
        name: '@tidegauge/harmonics',
        version: '2.0.1',
        description: 'Tidal harmonic constituents M2, S2, K1',
        main: 'dist/index.cjs',
        author: {
          name: p('name', 'Eilidh MacAskill'),
          email: p('email', 'eilidh@tidegauge.scot'),
          url: 'https://tidegauge.scot',
        },
        license: 'ISC',
        dependencies: { '@stdlib/math': '^0.2.1', luxon: '3.4.4' },
        gitHead: trap('hash', 'c7c14b9ad6c1a3b6f0c77e0b1fbb1c6e9d1f7a52'),
        dist: {
          integrity: trap(
            'hash',
            'sha512-9oT0J3iXvQ4k2Wq8yLmZbRn5PcVd7HsXfGeTuKaYi1oNwMj6rBtEz0UpSlCvDqFxAhIg2O3L4kJmRnYs8QbWeA==',
          ),
          shasum: trap('hash', '5f0c77e0b1fbb1c6e9d1f7a52c7c14b9ad6c1a3b'),
          tarball: 'https://registry.npmjs.org/@tidegauge/harmonics/-/harmonics-2.0.1.tgz',
          fileCount: 18,
          unpackedSize: 40112,
          signatures: [
            {
              keyid: 'SHA256:jl3bwswu80PjjokCgh0o2w5c2U4LhQAE57gj9cz1kzA',
              sig: open('MEUCIQDk1pVxY2bLmZ7RtWn4QsKc8JfHgTuEoXiAaB5dNwMvPgIgcR9yLq'),
            },
          ],
        },
        engines: { node: '>=18.17.0' },
        _npmUser: { name: open('eilidhm'), email: p('email', 'eilidh@tidegauge.scot') },
      },
    },
    maintainers: [
      { name: open('eilidhm'), email: p('email', 'eilidh@tidegauge.scot') },
      { name: open('tg-bot'), email: p('email', 'bot@tidegauge.scot') },
    ],
    time: { created: '2021-08-03T10:00:00.000Z', '2.0.1': '2024-05-28T19:44:02.111Z' },
    repository: { type: 'git', url: 'git+https://github.com/tidegauge/harmonics.git' },
    readmeFilename: 'README.md',
  }),
  'pypi project': () => ({
    info: {
      author: p('name', 'Chukwuemeka Eze-Martens'),
      author_email: p('email', 'emeka@sampleproject.dev'),
      bugtrack_url: null,
      classifiers: ['Development Status :: 3 - Alpha', 'Programming Language :: Python :: 3.12'],
      description_content_type: 'text/markdown',
      docs_url: null,
      downloads: { last_day: -1, last_month: -1, last_week: -1 },
      home_page: '',
      keywords: 'sample,setuptools',
      license: 'MIT',
      maintainer: p('name', 'Ottilie Grünwald'),
      maintainer_email: p('email', 'ottilie.gruenwald@pyparts.at'),
      name: 'sampleproject',
      package_url: 'https://pypi.org/project/sampleproject/',
      project_urls: { Homepage: 'https://github.com/pypa/sampleproject' },
      requires_dist: ['peppercorn', "check-manifest ; extra == 'dev'"],
      requires_python: '>=3.7',
      summary: 'A sample Python project',
      version: '4.0.0',
      yanked: false,
      yanked_reason: null,
    },
    last_serial: 24888689,
    urls: [
      {
        comment_text: '',
        digests: {
          blake2b_256: trap('hash', 'd7b73b5d4b9a0d1c5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a6b7c8d'),
          md5: trap('hash', '8a9d2c4f6e1b3a5d7c9e0f2b4d6a8c1e'),
        },
        filename: 'sampleproject-4.0.0-py3-none-any.whl',
        has_sig: false,
        packagetype: 'bdist_wheel',
        python_version: 'py3',
        size: 4730,
        upload_time_iso_8601: '2024-11-06T22:37:40.130Z',
      },
    ],
  }),
  'mail preferences keyed by address': () => ({
    list_id: 'b8f1c2',
    total_items: 2,
    preferences: keyed('email', [
      ['dagny.h@simnet.is', { weekly: true, lang: 'is' }],
      ['o.baptiste@natcom.ht', { weekly: false, lang: 'fr' }],
    ]),
    updated: '2024-06-19T00:00:00Z',
    etag: 'W/"2f-7b1"',
  }),
};
