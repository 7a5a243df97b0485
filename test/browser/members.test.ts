/** Who may log in: shown to admins as the login has them, with commands for those who may change it. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import { haveMembers } from '../support/members.ts';

jest.setTimeout(180_000);

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 180_000);
afterAll(() => dashboard?.close());

test('admins see the people of the login, and which one they are', async () => {
  // Prepare
  const { page, context, complaints } = await dashboard.visit();

  // Act
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('cell', { name: /viewer@local/ }).waitFor();

  // Assess
  const rows = await page.getByRole('row').allInnerTexts();
  expect(rows.slice(1).map((row) => row.split(/\s+/).slice(0, 2).join(' '))).toEqual([
    'admin@local.portcullis.example you',
    'editor@local.portcullis.example editor',
    'viewer@local.portcullis.example viewer',
  ]);
  expect(await page.getByRole('button', { name: 'Add a person' }).count()).toBe(0);
  expect(await page.locator('main').innerText()).toContain('part of the login itself');
  expect(complaints).toEqual([]);
  await context.close();
});

test('others have no way to the page, and find nothing on it', async () => {
  // Prepare
  const { page, context } = await dashboard.visit({ role: 'editor', at: '/members' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  // Assess
  await page.getByText('Only administrators see who may log in.').waitFor();
  expect(await page.getByRole('link', { name: 'Members' }).count()).toBe(0);
  expect(asked.filter((url) => url.includes('/v1/members'))).toEqual([]);
  await context.close();
});

test('of a user pool, the page shows commands to copy, in which no address is more than a word', async () => {
  // Prepare
  const { page, context } = await dashboard.visit({ size: 'phone' });
  await haveMembers(page);
  const copied = async (name: string) => {
    await page.getByRole('button', { name }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const pool = '--region eu-central-1 --user-pool-id eu-central-1_AbCdEf123';

  // Act
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Add a person' }).press('Enter');
  await page.getByRole('textbox', { name: 'E-mail' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('dora@example.com');
  await page.getByRole('button', { name: 'Role Viewer' }).click();
  await page.getByRole('option', { name: /^Editor/ }).click();
  const adding = await copied('Copy: Invite and give the role');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Change $(touch x)@example.com' }).click();
  const removing = await copied('Copy: Remove them');
  const locked = await copied('Copy: Let them in again');

  // Assess
  expect(adding).toContain(`admin-create-user ${pool} --username dora@example.com`);
  expect(adding).toContain('--username dora@example.com --group-name editor');
  expect(removing).toBe(`aws cognito-idp admin-delete-user ${pool} --username '$(touch x)@example.com'`);
  expect(locked).toContain('admin-enable-user');
  await context.close();
});
