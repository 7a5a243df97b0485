/** Members as in a Cognito pool; the local login has only three people, and no pool. */
import type { Page } from 'playwright-core';
import type { MemberPage } from '../../web/src/api/types.ts';

const at = (day: string) => `2026-${day}T09:00:00.000Z`;

const MEMBERS: MemberPage = {
  managed: false,
  userPool: { id: 'eu-central-1_AbCdEf123', region: 'eu-central-1' },
  members: [
    {
      id: '9d1',
      email: 'ann.lee@example.com',
      name: 'Ann Lee',
      role: 'admin',
      groups: ['admin', 'editor'],
      rights: ['answer-reader'],
      status: 'active',
      createdAt: at('03-02'),
      lastModifiedAt: at('11-20'),
    },
    {
      id: '9d2',
      email: 'bo@example.com',
      role: 'editor',
      groups: ['editor'],
      rights: [],
      status: 'invited',
      createdAt: at('11-19'),
    },
    { id: '9d3', email: 'cleo@example.com', groups: [], rights: [], status: 'active', createdAt: at('10-01') },
    {
      id: '9d4',
      email: '$(touch x)@example.com',
      role: 'viewer',
      groups: ['viewer'],
      rights: [],
      status: 'disabled',
      createdAt: at('01-15'),
      lastModifiedAt: at('06-01'),
    },
  ],
};

/** From now on the page's own requests are answered with these people. */
export async function haveMembers(page: Page): Promise<void> {
  await page.route('**/v1/members*', (route) => route.fulfill({ json: MEMBERS }));
  await page.route('**/v1/invitations*', (route) => route.fulfill({ json: { items: [], ways: [] } }));
}
