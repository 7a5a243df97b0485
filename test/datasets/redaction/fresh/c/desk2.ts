/** Help desks and trackers. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const DESK2: Record<string, () => Draft> = {
  'linear issues graphql': () => ({
    data: {
      issues: {
        nodes: [
          {
            id: trap('uuid', 'b7e1c6c2-3a4c-4c5e-97c3-1a54c0fb6d3e'),
            identifier: 'ENG-2714',
            title: 'Webhook retries 3x then drops 4096-byte bodies',
            priority: 2,
            priorityLabel: 'High',
            estimate: 5,
            url: trap('url', 'https://linear.app/parcelwise/issue/ENG-2714/webhook-retries'),
            branchName: open('kofi/eng-2714-webhook-retries'),
            assignee: {
              id: trap('uuid', 'a1c9cf0e-9d60-4b39-a64c-7a6e51f2ef10'),
              name: p('name', 'Kofi Boateng'),
              displayName: open('kofi'),
              email: p('email', 'kofi@parcelwise.dev'),
            },
            state: { name: 'In Review', type: 'started', color: '#f2c94c' },
            team: { key: 'ENG', name: 'Engineering' },
            cycle: { number: 48, startsAt: trap('iso date', '2024-04-08T07:00:00.000Z') },
            labels: { nodes: [{ name: 'Bug' }] },
          },
        ],
        pageInfo: { hasNextPage: true, endCursor: trap('cursor', 'b7e1c6c2-3a4c-4c5e-97c3-1a54c0fb6d3e') },
      },
    },
  }),
  'redmine issue (de)': () => ({
    issue: {
      id: 4326,
      project: { id: 1, name: 'Fernwirktechnik' },
      tracker: { id: 2, name: 'Störung' },
      status: { id: 1, name: 'Neu' },
      priority: { id: 4, name: 'Normal' },
      author: { id: 10106, name: p('name', 'Wolfram Käsbohrer') },
      assigned_to: { id: 3, name: p('name', 'Svea Thomsen') },
      fixed_version: { id: 77, name: trap('version', '3.14.0.2') },
      subject: 'Modbus-Fehler 0x0B an Schrank 12/4',
      description: prose(
        'Telegramm 01 03 00 6B 00 03 bleibt ohne Antwort. Rückruf an ',
        p('phone', '0731 9402-118'),
        '. Gateway ',
        p('ip', '172.19.4.60'),
        ', Firmware 2.0.11.7.',
      ),
      start_date: '2024-02-27',
      done_ratio: 10,
      estimated_hours: 4.5,
      custom_fields: [
        { id: 2, name: 'Anlagen-Nr.', value: trap('id', '0049-7731-118') },
        { id: 9, name: 'Ansprechpartner', value: p('name', 'Eugen Rapp') },
      ],
      created_on: trap('iso date', '2024-02-27T09:31:16Z'),
      journals: [],
    },
  }),
};
