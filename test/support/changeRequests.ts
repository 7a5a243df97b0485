/** Changes that wait for a second person, as the local login could not have them without a rule that holds other tests back. */
import type { Page } from 'playwright-core';
import type { ChangeRequest } from '../../web/src/api/types.ts';

const CHANGE: ChangeRequest = {
  id: `chg_${'a'.repeat(32)}`,
  project: 'default',
  serverId: 'srv_0123456789AB',
  serverName: 'Orders',
  kinds: ['hosts', 'governance'],
  operation: 'changeServer',
  status: 'waiting',
  by: 'approval',
  askedBy: { id: '9d1', name: 'bo@example.com' },
  askedAt: '2026-11-20T09:00:00.000Z',
  until: '2026-11-27T09:00:00.000Z',
  reason: 'Invoices have moved to another host.',
  mayDecide: true,
  isOwn: false,
  digest: 'a'.repeat(64),
  matters: [
    { kind: 'hosts', values: [{ what: 'calls go to', after: 'https://invoices.example.com' }] },
    { kind: 'governance', values: [{ what: 'governance mode', before: 'strict', after: 'balanced' }] },
  ],
  request: {
    method: 'PATCH',
    path: '/v1/servers/srv_0123456789AB',
    body: '{"hosts":[{"origin":"https://invoices.example.com","approved":true}],"governance":{"mode":"balanced"}}',
  },
};
const DONE: ChangeRequest = {
  ...CHANGE,
  id: `chg_${'b'.repeat(32)}`,
  kinds: ['tokens'],
  status: 'denied',
  mayDecide: false,
  decidedBy: { id: '9d2', name: 'ann.lee@example.com' },
  decidedAt: '2026-11-20T10:00:00.000Z',
  answer: 'Give it an end.',
};

/** From now on the page's own requests are answered with these. */
export async function haveChangeRequests(page: Page): Promise<void> {
  await page.route('**/v1/change-requests', (route) => route.fulfill({ json: { items: [CHANGE, DONE], waiting: 1 } }));
  await page.route('**/v1/change-requests/*', (route) => route.fulfill({ json: CHANGE }));
}
