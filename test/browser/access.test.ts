/** Who gets in, and what they did: connection tokens, the people of the login, the audit log. */
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousIssues } from '../support/axe.ts';
import { demoServer, SIZES } from '../support/dashboard.ts';
import { busEntries } from '../support/eventBus.ts';
import { ask, loginsOf } from '../support/logins.ts';
import { connect, toolNames } from '../support/mcpClients.ts';
import { haveMembers } from '../support/members.ts';
import { signIn } from '../support/signIn.ts';
import { registerByHand, signInByHand } from '../support/signInFlow.ts';
import { siteForAll } from '../support/site.ts';
import { toldIn, typesOf } from '../support/told.ts';
import { until } from '../support/until.ts';

const site = siteForAll(['--context', 'events=true']);

describe('signing in', () => {
  test('is switched on, bound to chosen tools, used by a person and an agent, and ended', async () => {
    // Prepare
    const { stack } = site.dashboard;
    const server = await demoServer(site.dashboard, { name: 'Signing in' });
    const address = `${stack.edgeUrl}/${server.serverId}/mcp`;
    const toolsWith = async (bearer: string) => {
      const client = await connect(address, { authorization: `Bearer ${bearer}` });
      const names = (await client.listTools()).map(({ name }) => name);
      await client.close();
      return names;
    };
    const { page, context, complaints } = await site.dashboard.visit({
      at: `/servers/${server.serverId}/settings/access`,
    });
    const access = page.locator('form', { hasText: 'How clients authenticate' });

    // Act: the way in, and a rule for viewers with one tool
    await access.getByRole('radio', { name: /^Either/ }).click();
    await access.getByRole('button', { name: 'Add a rule' }).click();
    await access.getByRole('textbox', { name: /^Rule 1: Name of a group/ }).fill('viewer');
    await access.getByRole('button', { name: 'Rule 1: choose tools' }).click();
    await access.getByRole('searchbox', { name: 'Find a tool to choose' }).fill('listProducts');
    await access.getByRole('checkbox', { name: 'listProducts', exact: true }).click();
    await access.getByRole('button', { name: 'Close the list' }).click();
    await access.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It applies from the next request on.').waitFor();
    const clientId = await registerByHand(stack, 'Their editor');
    const login = await signIn(stack.edgeUrl, 'viewer');
    const token = await signInByHand(stack, login, clientId, address);
    const listed = await toolsWith(token);

    // Act: an agent, let in by a rule of its own
    await page.goto(`${stack.edgeUrl}/members`);
    await page.getByRole('button', { name: 'Register a client' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: 'Register', exact: true }).click();
    await panel.getByText(/Enter a name/).waitFor();
    await panel.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
    await panel.getByRole('button', { name: 'Register', exact: true }).click();
    const made = page.getByRole('region', { name: 'New client' });
    await made.waitFor();
    const issues = await seriousIssues(page);
    const [id, secret] = await Promise.all(
      ['Client id', 'Client secret'].map((name) => made.locator('.code', { hasText: name }).locator('pre').innerText()),
    );
    await made.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'New secret for Nightly report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const replaced = page.getByRole('region', { name: 'New secret' });
    await replaced.waitFor();
    await page.setViewportSize(SIZES.phone);
    const issuesOnPhone = await seriousIssues(page);
    await page.setViewportSize(SIZES.desktop);
    await replaced.getByRole('button', { name: 'I have stored it' }).click();
    await stack.api('PATCH', `/v1/servers/${server.serverId}`, {
      accessRules: [
        { client: id, opens: 'read' },
        { group: 'viewer', opens: 'all' },
      ],
    });
    const answer = await fetch(`${stack.edgeUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: String(id),
        client_secret: String(secret),
        resource: address,
      }),
    });
    const { access_token: agent } = (await answer.json()) as { access_token: string };
    const agentSees = await toolsWith(agent);

    // Act: who is connected, and the end of it
    await page.goto(`${stack.edgeUrl}/servers/${server.serverId}/tokens`);
    const row = page.getByRole('row', { name: /Their editor/ });
    await page
      .getByRole('row', { name: /Nightly report/ })
      .getByText('machine client')
      .waitFor();
    await row.getByRole('button', { name: /^End sessions of/ }).click();
    await page.getByRole('menuitem', { name: /^End all of/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await page.getByText(/1 session ended/).waitFor();
    const after = await toolsWith(token).catch((error: Error) => error.message);
    await page.goto(`${stack.edgeUrl}/members`);
    await page.getByRole('button', { name: 'Delete Nightly report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/is deleted. Its requests are refused/).waitFor();
    const agentAfter = await toolsWith(agent).catch((error: Error) => error.message);

    // Assess
    expect(listed).toEqual(['listProducts']);
    expect(agentSees).toContain('listProducts');
    expect([after, agentAfter].map(String)).toEqual([
      expect.stringMatching(/401|unauthorized/i),
      expect.stringMatching(/401|unauthorized/i),
    ]);
    expect([issues, issuesOnPhone]).toEqual([[], []]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('connection tokens', () => {
  test('are made with a label, shown once, and end a live stream when they are revoked', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tokens') });
    await page.getByRole('button', { name: 'Generate token' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Short-lived client');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('button', { name: 'Copy MCP URL' }).click();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const stream = await fetch(url, { headers: { accept: 'text/event-stream' } });
    const ended = stream.text();

    // Act
    await page.getByRole('button', { name: 'Revoke Short-lived client' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByText(/Revoked/)
      .first()
      .waitFor();

    // Assess
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await ended.catch(() => '');
    expect(
      (await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(404);
    expect(await page.locator('main').textContent()).not.toContain(url);
    await context.close();
  });

  test('come with the MCP URL: connecting a client makes one, and what is copied works', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('overview'), role: 'editor' });
    const viewer = await site.dashboard.visit({ at: site.at('overview'), role: 'viewer' });
    const connectClient = page.getByRole('button', { name: 'Connect a client' });
    const copy = page.locator('.server-head').getByRole('button', { name: 'Copy MCP URL' });

    // Act
    await connectClient.click();
    await page.getByRole('dialog').getByText('Each client gets its own token').waitFor();
    await page.getByRole('textbox', { name: 'Label' }).fill('Asked for the address');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByText('MCP URL copied, with the token “Asked for the address” in it.').waitFor();
    const first = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('heading', { name: 'Token “Asked for the address”' }).waitFor();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('link', { name: 'Overview' }).click();
    await copy.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const again = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('link', { name: 'Connection Tokens' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await connectClient.click();
    await page.getByRole('dialog').waitFor();
    await viewer.page.getByRole('link', { name: 'Connect a client' }).click();
    await viewer.page.getByRole('heading', { name: 'Set up a client with a token' }).waitFor();

    // Assess
    expect(again).toBe(first);
    expect((await toolNames(first)).length).toBeGreaterThan(0);
    await Promise.all([context.close(), viewer.context.close()]);
  });

  test('can be bound to tools that are picked by keyboard, and say so in the table', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tokens'), size: 'phone' });
    await page.getByRole('button', { name: 'Generate token' }).click();
    const panel = page.getByRole('dialog');
    const isCut = () =>
      panel.getByRole('list', { name: 'Tools' }).evaluate(async (list) => {
        list.scrollTop = 20;
        // It snaps to a row; at rest is what stands still for some frames.
        for (let still = 0, before = -1; still < 5; ) {
          await new Promise(requestAnimationFrame);
          still = list.scrollTop === before ? still + 1 : 0;
          before = list.scrollTop;
        }
        const edge = list.getBoundingClientRect().top + list.clientTop;
        const rows = [...list.children].map((row) => row.getBoundingClientRect());
        return rows.some((row) => row.top < edge - 1 && row.bottom > edge + 1);
      });
    const url = async () => {
      await page.getByRole('button', { name: 'Copy MCP URL' }).click();
      return page.evaluate(() => navigator.clipboard.readText());
    };

    await panel.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();

    // Act
    await page.keyboard.type('Shop assistant');
    // Past the (i) of the access.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await panel.getByRole('button', { name: 'Generate', exact: true }).press('Enter');
    await panel.getByText('Choose at least one tool.').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid="true"]'));
    const cut = await isCut();
    await page.keyboard.type('get customer');
    await page.keyboard.press('Enter');
    await panel.getByRole('checkbox', { name: 'getCustomer', exact: true }).press('Space');
    await panel.getByRole('searchbox').fill('no such tool');
    await panel.getByText(', 0 found').waitFor();
    await panel.getByRole('searchbox').fill('getSales');
    await panel.getByRole('button', { name: 'Choose all 1', exact: true }).press('Enter');
    await panel.getByRole('button', { name: 'Generate', exact: true }).press('Enter');
    const chosen = await toolNames(await url());
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const row = page.getByRole('row', { name: /Shop assistant/ });
    await row.getByText('2 chosen tools').click();

    // Assess
    expect(cut).toBe(false);
    expect(chosen).toEqual(['getCustomer', 'getSales']);
    await row.getByText('getSales').waitFor();
    expect(await row.getByRole('listitem').allTextContents()).toEqual(expect.arrayContaining(chosen));
    await context.close();
  });

  test('can be bound to what changes nothing', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tokens'), size: 'phone' });

    // Act
    await page.getByRole('button', { name: 'Generate token' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Reporting');
    const reading = page.getByRole('radio', { name: /^Read-only tools/ });
    await reading.check();
    const said = await page.getByText(/of \d+ tools today/).textContent();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('button', { name: 'Copy MCP URL' }).click();
    const client = await connect(await page.evaluate(() => navigator.clipboard.readText()));
    const tools = await client.listTools();
    await client.close();
    await page.getByRole('button', { name: 'I have stored it' }).click();

    // Assess
    const readOnly = tools.filter((tool) => (tool.annotations as { readOnlyHint: boolean }).readOnlyHint);
    expect(readOnly).toEqual(tools);
    expect(said).toContain(`${tools.length} of ${(await toolNames(site.hosted.mcpUrl)).length} tools today`);
    expect(tools.length).toBeLessThan((await toolNames(site.hosted.mcpUrl)).length);
    await page
      .getByRole('row', { name: /Reporting/ })
      .getByText('Read-only tools')
      .waitFor();
    await context.close();
  });
});

describe('the members', () => {
  test('admins see the people of the login, and which one they are', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit();

    // Act
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('cell', { name: 'viewer@local.portcullis.example', exact: true }).waitFor();

    // Assess
    const rows = await page.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.split(/\s+/).slice(0, 2).join(' '))).toEqual([
      'admin@local.portcullis.example you',
      'editor@local.portcullis.example editor',
      'viewer@local.portcullis.example viewer',
    ]);
    expect(await page.getByRole('button', { name: 'Add a person' }).count()).toBe(0);
    expect(await page.locator('main').innerText()).toContain('The local login has admin, editor and viewer built in');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('others have no way to the page, and find nothing on it', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ role: 'editor', at: '/members' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));

    // Assess
    await page.getByText('Only administrators can see the members.').waitFor();
    expect(await page.getByRole('link', { name: 'Members' }).count()).toBe(0);
    expect(asked.filter((url) => url.includes('/v1/members'))).toEqual([]);
    await context.close();
  });

  test('somebody is invited, chooses a password, has the role, gets another one, and is removed', async () => {
    // Prepare
    const { browser, stack } = site.dashboard;
    const { page, context, complaints } = await site.dashboard.visit({ at: '/members', size: 'phone' });
    const invitations = page.getByRole('region', { name: 'Invitations' });
    const guest = await browser.newContext();
    const theirs = await guest.newPage();
    const logIn = async (password: string) => {
      await theirs.getByRole('textbox', { name: 'E-mail' }).fill('nia@example.com');
      await theirs.getByLabel('Password', { exact: true }).fill(password);
      await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    const roleShown = async (role: string) => {
      await theirs.getByRole('button', { name: 'Account and appearance' }).click();
      await theirs.getByText(`nia@example.com · ${role}`).waitFor();
    };
    const change = () => page.getByRole('button', { name: 'Change nia@example.com' }).click();
    const panel = page.getByRole('dialog', { name: 'nia@example.com', exact: true });

    // Act: the invitation, and its mail
    await page.getByRole('button', { name: 'Invite a person' }).press('Enter');
    await page.getByRole('textbox', { name: 'E-mail' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('nia@example.com');
    await page.getByRole('radio', { name: /^Editor/ }).check();
    const issues = await seriousIssues(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
    await invitations.getByText('Pending').waitFor();
    issues.push(...(await seriousIssues(page)));
    const outbox = String(await page.getByRole('link', { name: 'Open the outbox' }).getAttribute('href'));
    const mails = await fetch(outbox);
    const mail = await mails.text();
    const [, temporary = ''] = /Temporary password: ([^<]+)/.exec(mail) ?? [];
    const [, address = ''] = /Sign in at <a href="([^"]+)">[^<]*<\/a> within 7 days/.exec(mail) ?? [];

    // Act: the first login, by the mail's link
    await theirs.goto(address);
    await logIn('a guess');
    await theirs.getByText('Incorrect e-mail address or password.').waitFor();
    await logIn(temporary);
    await theirs.getByLabel('New password').fill('short');
    await theirs.getByLabel('The same again').fill('short');
    await theirs.getByRole('button', { name: /^Set the password/ }).click();
    await theirs.getByText('at least 14 characters').waitFor();
    await theirs.getByLabel('New password').fill('Her-own-passw0rd');
    await theirs.getByLabel('The same again').fill('Her-own-passw0rd');
    await theirs.getByRole('button', { name: /^Set the password/ }).click();
    await roleShown('editor');

    // Act: a connection token of hers
    const { members } = await stack.api<{ members: { id: string; email?: string }[] }>('GET', '/v1/members');
    const sub = members.find(({ email }) => email === 'nia@example.com')?.id;
    const hers = await (await loginsOf(stack)).token({ sub, 'cognito:groups': ['editor'] });
    const made = await ask(stack, hers, 'POST', `/v1/servers/${site.hosted.serverId}/tokens`, { label: 'Hers' });

    // Act: another role, which the open page has at once
    await page.reload();
    await invitations.getByText('Accepted').first().waitFor();
    await change();
    await panel.getByRole('radio', { name: /^Viewer/ }).check();
    await panel.getByRole('button', { name: 'Save' }).click();
    const demotion = page.getByRole('dialog', { name: 'Give nia@example.com this role?' });
    await demotion.getByText('This ends: 1 connection token.').waitFor();
    issues.push(...(await seriousIssues(page)));
    await demotion.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Saved\. The new role of nia.* It ended 1 connection token\.$/).waitFor();
    await theirs.reload();
    await roleShown('viewer');

    // Act: their own sessions, whatever their role
    await theirs.getByRole('menuitem', { name: 'Your sessions' }).click();
    await theirs.getByText('You have not signed in from any client.').waitFor();
    issues.push(...(await seriousIssues(theirs)));

    // Act: all her logins, on every device
    await theirs.getByRole('button', { name: 'Log out everywhere' }).click();
    issues.push(...(await seriousIssues(theirs)));
    await theirs.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click();
    await theirs.getByRole('heading', { name: 'Sign in to Portcullis' }).waitFor();
    await logIn('Her-own-passw0rd');
    await theirs.getByRole('button', { name: 'Account and appearance' }).waitFor();

    // Act: the end
    await change();
    await panel.getByRole('button', { name: 'Remove', exact: true }).click();
    await page
      .getByRole('dialog', { name: /^Remove nia/ })
      .getByRole('button', { name: 'Remove', exact: true })
      .click();
    await page.getByText(/^nia@example\.com is removed/).waitFor();
    await theirs.reload();
    await theirs.getByRole('heading', { name: 'Sign in to Portcullis' }).waitFor();
    await logIn('Her-own-passw0rd');
    await theirs.getByText('Incorrect e-mail address or password.').waitFor();

    const told = () => busEntries(stack).filter(({ DetailType }) => DetailType.startsWith('member.'));
    await until(() => told().length >= 4);

    // Assess
    expect(made.status).toBe(201);
    expect(mails.headers.get('content-security-policy')).toContain("form-action 'none'");
    expect(await page.getByRole('button', { name: 'Change nia@example.com' }).count()).toBe(0);
    const events = told().map(({ DetailType, Detail }) => [DetailType, JSON.parse(Detail)]);
    const [, joined] = events.find(([type]) => type === 'member.joined.v1') ?? [];
    const { invitationId, memberId } = joined;
    expect(typesOf(events.map(([type]) => type))).toEqual(toldIn('test/browser/access.test.ts'));
    expect(Object.fromEntries(events)).toEqual({
      'member.invited.v1': expect.objectContaining({ invitationId, role: 'editor' }),
      'member.joined.v1': expect.objectContaining({ invitationId, memberId, role: 'editor' }),
      'member.changed.v1': expect.objectContaining({ memberId, role: 'viewer', enabled: true }),
      'member.removed.v1': expect.objectContaining({ memberId }),
    });
    expect(JSON.stringify(events)).not.toContain('nia@');
    expect(issues).toEqual([]);
    expect(complaints).toEqual([]);
    await guest.close();
    await context.close();
  });

  test('of a user pool, the page shows commands to copy, in which no address is more than a word', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ size: 'phone' });
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
});

describe('a range of time in the audit log', () => {
  /** The ranges that the page asks the list for, each once: it asks again by itself. */
  function rangesAsked(page: Page): Set<string> {
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/audit')) asked.add(`${searchParams.get('from')} to ${searchParams.get('to')}`);
    });
    return asked;
  }

  test('is typed by the local clock, kept in the address in UTC, and holds for the export, too', async () => {
    // Prepare
    const client = await connect(site.hosted.mcpUrl);
    await client.call('listCustomers', { limit: 1 });
    await client.close();
    const at = `/servers/${site.hosted.serverId}/audit`;
    const { page, context, complaints } = await site.dashboard.visit({ at, size: 'phone', zone: 'Asia/Kolkata' });
    const call = page.getByRole('link', { name: 'listCustomers', exact: true });
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To', { exact: true });
    await call.waitFor();
    await page.getByRole('button', { name: /^Time/ }).press('Enter');
    await page.getByRole('option', { name: 'Custom range' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');

    // Act
    await from.focus();
    await page.keyboard.type('010120010000A');
    await page.waitForURL(/from=2000-12-31T18%3A30Z/);
    await to.fill('2001-01-02T00:00');
    await page.getByText('Nothing matches').waitFor();
    const asked = page.waitForRequest((request) => request.url().includes('/audit/export'));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'JSON lines' }).click();
    const { searchParams } = new URL((await asked).url());
    const before = page.url();
    await page.getByRole('link', { name: 'Deployments', exact: true }).click();
    await page.getByRole('button', { name: 'Re-import' }).waitFor();
    await page.goBack();
    await page.getByText('Nothing matches').waitFor();
    const kept = [page.url(), await from.inputValue(), await to.inputValue()];
    await to.fill('');
    await call.waitFor();

    // Assess
    expect(await page.getByText('Local time: ').textContent()).toMatch(/^Local time: Asia\/\w+ \(now GMT\+5:30\)$/);
    expect(searchParams.get('from')).toBe('2000-12-31T18:30:00.000Z');
    expect(searchParams.get('to')).toBe('2001-01-01T18:30:59.999Z');
    expect(kept).toEqual([before, '2001-01-01T00:00', '2001-01-02T00:00']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('in which no moment lies is told at its field, and nothing is asked', async () => {
    // Prepare
    const at = `/servers/${site.hosted.serverId}/audit?days=range&from=2001-02-03T04:05Z`;
    const { page, context } = await site.dashboard.visit({ at, zone: 'UTC' });
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To', { exact: true });
    await page.getByRole('row').nth(1).waitFor();
    const asked = rangesAsked(page);

    // Act
    await to.fill('2001-02-03T04:04');
    await page.getByText('This is before the start').waitFor();
    const rows = await page.getByRole('row').count();
    const marked = await to.getAttribute('aria-invalid');
    const isExported = await page.getByRole('button', { name: 'Export' }).isEnabled();
    await from.fill('2900-01-01T00:00');
    await page.getByText('This time is in the future').waitFor();
    await from.fill('2001-02-03T04:04');
    await page.getByText('Nothing matches').waitFor();

    // Assess
    expect([rows, marked, isExported]).toEqual([0, 'true', false]);
    asked.delete('2001-02-03T04:05:00.000Z to null');
    expect([...asked]).toEqual(['2001-02-03T04:04:00.000Z to 2001-02-03T04:04:59.999Z']);
    await context.close();
  });
});

describe('the audit log over all servers', () => {
  test('finds what was done by words, also on a deleted server, and leads to it', async () => {
    // Prepare
    const { stack } = site.dashboard;
    const { serverId } = await demoServer(site.dashboard, { name: 'Short Summer' });
    await stack.api('PATCH', `/v1/servers/${serverId}`, { governance: { pii: false } });
    await stack.api('DELETE', `/v1/servers/${serverId}`);
    const { page, context, complaints } = await site.dashboard.visit();
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });

    // Act
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('redaction off summer');
    await page.waitForURL(/text=redaction\+off\+summer/);
    await rows.first().getByText('switched PII redaction off for Short Summer').waitFor();
    const found = await rows.count();
    await page.getByRole('link', { name: 'Short Summer (deleted)' }).click();
    await page.getByRole('link', { name: /deleted Short Summer/ }).click();
    await page.getByRole('dialog').getByText('deleted Short Summer').waitFor();
    await page.keyboard.press('Escape');
    const servers = await rows.locator('.server-name').getByRole('link').allTextContents();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('link', { name: 'Demo Store' }).first().click();
    await page.waitForURL(new RegExp(`/servers/${site.hosted.serverId}/audit`));

    // Assess
    expect(found).toBe(1);
    expect(new Set(servers)).toEqual(new Set(['Short Summer (deleted)']));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('shows a viewer all servers, and not what concerns the installation', async () => {
    // Prepare
    await site.dashboard.stack.api('PUT', '/v1/settings', { governance: { maxItems: 49 } });
    const { page, context } = await site.dashboard.visit({ at: '/audit?class=management', role: 'viewer' });
    const admin = await site.dashboard.visit({ at: '/audit?class=management' });

    // Act
    await page
      .getByRole('link', { name: /created/ })
      .first()
      .waitFor();
    await admin.page
      .getByRole('link', { name: /in the global settings/ })
      .first()
      .waitFor();

    // Assess
    expect(await page.getByRole('link', { name: /in the global settings/ }).count()).toBe(0);
    await Promise.all([context.close(), admin.context.close()]);
  });
});
