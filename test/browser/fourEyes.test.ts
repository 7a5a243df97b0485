/** Four eyes on the pages: one person loosens a rule, another one reads the difference on a phone and approves it by keyboard. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousIssues } from '../support/axe.ts';
import { type Dashboard, demoServer, SIZES, startDashboard } from '../support/dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 240_000);
afterAll(() => dashboard?.close());

test('a change waits, is read in full and approved by somebody else, and a token is collected by who asked', async () => {
  // Prepare
  const { api } = dashboard.stack;
  const { serverId } = await demoServer(dashboard, { name: 'Harbour' });
  await api('PATCH', '/v1/projects/default', { members: { editor: 'admin' } });
  await api('PUT', '/v1/projects/default/floor', { rules: { secondPerson: ['governance', 'tokens'], answerDays: 7 } });
  const { page, context, complaints } = await dashboard.visit({ at: '/projects' });
  const main = page.getByRole('navigation', { name: 'Main' });
  const plain = await main.getByRole('link', { name: /^Approvals/ }).count();

  // Ask: a rule of the project, and a token.
  const card = page.getByRole('region', { name: 'Project default' });
  await card.getByRole('button', { name: 'Floor', exact: true }).click();
  await card.getByRole('checkbox', { name: /Weaker redaction/ }).uncheck();
  await card.getByRole('button', { name: 'Change the floor' }).click();
  await card.getByText('Nothing was changed yet').waitFor();
  await main.getByRole('link', { name: /^Approvals/ }).waitFor();
  const askIssues = await seriousIssues(page);
  const token = fetch(`${dashboard.stack.apiUrl}/v1/servers/${serverId}/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dashboard.stack.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'Nightly' }),
  });
  const asked = await (await token).json();
  const hidden = { governance: { mode: 'minimal', systemRules: 'Be kind.\u200b\u{e0041}' } };
  await api('PATCH', `/v1/servers/${serverId}`, hidden);

  // Approve: another person, on a phone, by keyboard.
  const second = await dashboard.visit({ role: 'editor', size: 'phone', mode: 'dark', at: '/' });
  await second.page.getByRole('link', { name: '3 changes wait for your approval' }).waitFor();
  await second.page.getByRole('link', { name: 'Approvals, 3 waiting for you' }).click();
  const rule = second.page.getByRole('article', { name: /Rule for a second person/ });
  await rule.getByRole('cell', { name: 'floor secondPerson' }).waitFor();
  const difference = await rule.innerText();
  const weaker = second.page.getByRole('article', { name: /Weaker redaction: Harbour/ });
  await weaker.getByText('systemRules').waitFor();
  const request = await weaker.innerText();
  const overflow = await second.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const nav = second.page.getByRole('navigation', { name: 'Main' });
  const cut = await nav.evaluate((element) => element.scrollWidth - element.clientWidth);
  const issues = await seriousIssues(second.page);
  await rule.getByLabel('Reason (optional)').focus();
  await second.page.keyboard.type('As agreed.');
  await second.page.keyboard.press('Tab');
  await second.page.keyboard.press('Enter');
  await rule.getByText('Approved and done').waitFor();
  const other = second.page.getByRole('article', { name: /Token without an end: Harbour/ });
  await other.getByRole('button', { name: 'Approve this change' }).click();
  await other.getByText('Approved, not done yet').waitFor();
  const foreign = await other.getByRole('button', { name: 'Do it now' }).count();

  // Collect: whoever asked, who as an admin has more links than fit beside the brand of a phone.
  await page.setViewportSize(SIZES.phone);
  const beyond = await main.evaluate((element) => element.scrollWidth - element.clientWidth);
  await page.setViewportSize(SIZES.desktop);
  await main.getByRole('link', { name: /^Approvals/ }).click();
  const own = page.getByRole('article', { name: /Token without an end: Harbour/ });
  await own.getByRole('button', { name: 'Do it now' }).click();
  await own.getByText('Answer, shown only here').waitFor();
  const answer = await own.innerText();

  // Assess
  const floor = await api<{ rules: object }>('GET', '/v1/projects/default/floor');
  expect(plain).toBe(0);
  expect(asked.code).toBe('second_person_needed');
  expect(difference).toContain('governance, tokens');
  expect([overflow <= 0, cut <= 0, beyond <= 0]).toEqual([true, true, true]);
  expect(foreign).toBe(0);
  expect(request).toContain('Be kind.\\u200b\\udb40\\udc41');
  expect(answer).toContain('mcpUrl');
  expect(floor.rules).toEqual({ secondPerson: ['tokens'], answerDays: 7 });
  expect([...askIssues, ...issues]).toEqual([]);
  expect(await seriousIssues(page)).toEqual([]);
  expect([...complaints, ...second.complaints]).toEqual([]);
  await Promise.all([context.close(), second.context.close()]);
});
