/** A call that waits for a person: found on the home page, read in full, approved and made; and one that is refused with a reason. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousIssues } from '../support/axe.ts';
import { type Dashboard, sharedDashboard } from '../support/dashboard.ts';
import { defined } from '../support/defined.ts';
import { closeClients, connect } from '../support/mcpClients.ts';
import { deploy } from '../support/stack.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await sharedDashboard();
}, 180_000);
afterAll(async () => {
  await closeClients();
  await dashboard?.close();
});

test('a call is approved by keyboard, and another refused', async () => {
  // Prepare
  const { stack, demo } = dashboard;
  const { serverId, mcpUrl } = await deploy(stack, {
    source: { kind: 'manual' },
    name: 'Harbour',
    baseUrl: demo.baseUrl,
    auth: { type: 'none' },
  });
  const path = `/v1/servers/${serverId}`;
  await stack.api('POST', `${path}/tools`, {
    name: 'open_gate',
    verb: 'POST',
    path: '/gate',
    parameters: [{ name: 'gate', in: 'query', schema: { type: 'integer' }, required: true }],
  });
  await stack.api('PATCH', path, {
    policies: [
      { name: 'all', text: 'permit(principal, action, resource);' },
      { name: 'gates', text: 'forbid(principal, action == Action::"open_gate", resource);', mode: 'approve' },
    ],
  });
  const client = await connect(mcpUrl);
  const open = async (gate: number) => JSON.stringify((await client.call('open_gate', { gate })).content);
  const [link] = /\/servers\/\S+\?request=apr_\w+\./.exec(await open(7)) ?? [];
  const { page, complaints } = await dashboard.visit({ at: `/servers/${serverId}` });

  // Act
  const linked = await dashboard.visit({ at: defined(link) });
  await linked.page.getByText('"gate": 7').waitFor();
  const gone = await linked.page.getByText('not listed any more').count();
  await page.getByRole('link', { name: 'Approvals', exact: true }).click();
  const call = page.getByRole('article', { name: 'Call of open_gate' });
  await call.getByText('"gate": 7').waitFor();
  const issues = await seriousIssues(page);
  await call.getByRole('button', { name: 'Approve this call' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Approved. The client may make the call now.').waitFor();
  const made = await open(7);
  await call.getByText('Approved and made').waitFor();
  await open(8);
  const other = call.filter({ hasText: '"gate": 8' });
  await other.getByLabel(/Reason of a refusal/).fill('The tide is out.');
  await other.getByRole('button', { name: 'Refuse' }).click();
  await other.getByText('Refused', { exact: true }).waitFor();
  const refused = await open(8);

  // Assess
  expect(gone).toBe(0);
  expect(made).not.toContain('approval_required');
  expect(refused).toContain('The tide is out.');
  expect(issues).toEqual([]);
  expect(complaints).toEqual([]);
  await Promise.all([page.context().close(), linked.context.close()]);
});
