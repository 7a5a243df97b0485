/** Source control and builds. */
import { type Draft, trap } from '../../label.ts';

export const SCM2: Record<string, () => Draft> = {
  'docker hub tags': () => ({
    count: 321,
    next: trap('url', 'https://hub.docker.com/v2/repositories/library/postgres/tags?page=2'),
    previous: null,
    results: [
      {
        creator: 2215,
        id: 110221,
        images: [
          {
            architecture: 'amd64',
            features: '',
            variant: null,
            digest: trap('digest', 'sha256:9f8a5e22c7a0a0b1e6b0b5d1e0d7a3f1b8f7d1f2a9f3b8a6d9e0c2b1a4f5d6e7'),
            os: 'linux',
            size: 152711020,
            status: 'active',
            last_pulled: trap('iso date', '2024-02-25T11:12:13.141516Z'),
          },
        ],
        last_updated: trap('iso date', '2024-02-13T20:01:02.003004Z'),
        last_updater: 1156886,
        last_updater_username: 'doijanky',
        name: '16.2-alpine3.19',
        repository: 110,
        full_size: 152711020,
        v2: true,
        tag_status: 'active',
        media_type: 'application/vnd.oci.image.index.v1+json',
      },
    ],
  }),
};
