/** An MCP server that exists already becomes a server, from its address and credential in the wizard. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { seriousIssues } from '../support/axe.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import { connect } from '../support/mcpClients.ts';
import { type SignInUpstream, startSignInUpstream } from '../support/mcpSignIn.ts';
import { type McpUpstream, startMcpUpstream } from '../support/mcpUpstream.ts';

const KEY = 'key-of-the-mcp-server-1';
let upstream: McpUpstream;
let vendor: SignInUpstream;
let dashboard: Dashboard;
beforeAll(async () => {
  upstream = await startMcpUpstream('sessions', (server: McpServer) => {
    server.registerTool('list_orders', { description: 'Lists the orders.' }, (async () => ({
      content: [{ type: 'text', text: 'No orders yet.' }],
    })) as never);
  });
  upstream.wants = `Bearer ${KEY}`;
  vendor = await startSignInUpstream((server: McpServer) => {
    server.registerTool('get_me', { description: 'Tells who has signed in.' }, (async () => ({
      content: [],
    })) as never);
  });
  dashboard = await startDashboard([], [upstream, vendor]);
}, 180_000);
afterAll(async () => {
  await dashboard?.close();
  await upstream?.close();
  await vendor?.close();
});

test('the wizard says that a credential is wanted, shows the tools with it, and deploys them', async () => {
  const { page, complaints } = await dashboard.visit({ at: '/servers/new' });
  const next = () => page.getByRole('button', { name: 'Next', exact: true }).click();

  await page.getByRole('button', { name: /Govern an MCP server/ }).click();
  await page.getByRole('textbox', { name: 'Address of the MCP server' }).fill(upstream.baseUrl);
  await page.getByText(/answered 401/).waitFor();
  const issues = await seriousIssues(page);
  await page.getByRole('button', { name: /Authentication/ }).click();
  await page
    .getByRole('option', { name: /Bearer/ })
    .first()
    .click();
  await next();
  await page.getByRole('textbox', { name: 'Token', exact: true }).fill(KEY);
  await next();
  await page.getByText('1 tool', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('button', { name: 'Copy MCP URL' }).click();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const client = await connect(url);
  const names = (await client.listTools()).map(({ name }) => name);
  await client.close();

  expect(names).toEqual(['list_orders']);
  expect(issues).toEqual([]);
  // The look without the credential was refused by the MCP server, which the page says.
  expect(complaints.filter((complaint) => !/422/.test(complaint))).toEqual([]);
  await page.context().close();
});

test('an entry of the registry that is pasted fills in address, name and kind of credential', async () => {
  const { page, complaints } = await dashboard.visit({ at: '/servers/new' });
  const { host } = new URL(upstream.baseUrl);
  const entry = {
    name: 'com.example/orders',
    title: 'Orders of the registry',
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{host}/mcp',
        variables: { host: { description: 'Where it runs' } },
        headers: [
          { name: 'Authorization', isSecret: true },
          { name: 'X-Region', value: 'eu' },
        ],
      },
    ],
  };
  const paste = async (text: string) => {
    await page.getByRole('textbox', { name: 'Address of the MCP server' }).focus();
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+V');
  };

  await page.getByRole('button', { name: /Govern an MCP server/ }).click();
  await paste('{"name": "com.example/local", "packages": [{}]}');
  const refused = await page.getByRole('alert').first().textContent();
  await paste(JSON.stringify(entry));
  await page.getByRole('textbox', { name: 'host' }).fill(host);
  const address = await page.getByRole('textbox', { name: 'Address of the MCP server' }).inputValue();
  const name = await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue();
  const issues = await seriousIssues(page);
  const notes = await page.getByText(/X-Region with the value eu/).count();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('textbox', { name: 'Token', exact: true }).waitFor();

  expect(refused).toContain('packages alone');
  expect([name, address]).toEqual(['Orders of the registry', upstream.baseUrl]);
  expect(notes).toBe(1);
  expect(issues).toEqual([]);
  expect(complaints.filter((complaint) => !/422/.test(complaint))).toEqual([]);
  await page.context().close();
});

test('the wizard finds out where people sign in, and the page leads from there to the tools', async () => {
  const { page, complaints } = await dashboard.visit({ at: '/servers/new' });
  const { stack } = dashboard;

  await page.getByRole('button', { name: /Govern an MCP server/ }).click();
  await page.getByRole('textbox', { name: 'Address of the MCP server' }).fill(vendor.baseUrl);
  await page.getByRole('button', { name: 'Find out how people sign in' }).click();
  await page.getByText('People sign in at login.vendor.example').waitFor();
  const issues = await seriousIssues(page);
  const before = vendor.clients.size;
  await page.getByRole('button', { name: 'Register there and use it: login.vendor.example' }).click();
  await page.getByText('The credential is filled in.', { exact: false }).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Vendor');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const authorizationUrl = await page.getByRole('textbox', { name: 'Authorization URL' }).inputValue();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('button', { name: 'Copy MCP URL' }).click();
  await page.getByRole('link', { name: 'Open the server' }).click();
  await page.waitForURL(/srv_\w+/);
  await page.getByText('Its tools can be imported then.', { exact: false }).waitFor();
  const serverId = /srv_\w+/.exec(page.url())?.[0];
  const path = `/v1/servers/${serverId}/consents`;
  const begun = await stack.api<{ authorizationUrl: string }>('POST', path);
  const { searchParams } = await vendor.consent(begun.authorizationUrl);
  await stack.api('POST', '/v1/consents', { state: searchParams.get('state'), code: searchParams.get('code') });
  await page.reload();
  await page.getByText('The tools of the MCP server are not imported yet').waitFor();
  const issuesOfPage = await seriousIssues(page);
  await page.getByRole('link', { name: 'Deployments' }).last().click();
  await page.getByRole('button', { name: 'Re-import' }).click();
  await page.getByText('get_me').first().waitFor({ state: 'attached' });

  expect([before, vendor.clients.size]).toEqual([0, 1]);
  expect(authorizationUrl).toBe('https://login.vendor.example/authorize');
  expect([issues, issuesOfPage]).toEqual([[], []]);
  expect(complaints.filter((complaint) => !/422/.test(complaint))).toEqual([]);
  await page.context().close();
});
