/**
 * A walk through every page and panel of the dashboard; each step begins where the previous one ended. Used by the accessibility test and
 * the screenshots.
 */
import type { Page } from 'playwright-core';
import { haveChangeRequests } from './changeRequests.ts';
import { type Dashboard, unfold } from './dashboard.ts';
import { haveMembers } from './members.ts';
import { recordingOf } from './recordedOrders.ts';
import type { HostedServer } from './stack.ts';
import { until } from './until.ts';

export type Step = readonly [name: string, open: (page: Page) => Promise<void>];

/** Opens an address within the running app, so that it does not sign in again for each page. */
export async function go(page: Page, path: string): Promise<void> {
  const before = await page.evaluate((to) => {
    if (location.pathname === to) return undefined;
    const { title } = document;
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return title;
  }, path);
  // The previous page stays until the next one is rendered with its heading; each has a title of its own.
  if (before !== undefined)
    await page
      .waitForFunction((title) => document.title !== title, before)
      .catch((cause: unknown) => {
        const message = `${path} was not shown under a title of its own: has web/src/app/routes.tsx its address, and does the page set document.title?`;
        throw new Error(message, { cause });
      });
  await page.locator('main h1, main h2').first().waitFor();
  // A page may wait for several things.
  const loading = page.getByText(/^Loading /);
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
}

export interface Stage {
  readonly dashboard: Dashboard;
  /** A server with some traffic. */
  readonly hosted: HostedServer;
}

/** Tokens with both kinds of scope, one of which expires soon; created by the first walk. */
async function haveBoundTokens({ stack }: Dashboard, { serverId }: HostedServer): Promise<void> {
  const path = `/v1/servers/${serverId}`;
  const { items } = await stack.api<{ items: { label: string }[] }>('GET', `${path}/tokens`);
  if (items.some(({ label }) => label === 'Reporting')) return;
  const tools = await stack.api<{ items: { id: string }[] }>('GET', `${path}/tools`);
  const two = tools.items.slice(0, 2).map(({ id }) => id);
  await stack.api('POST', `${path}/tokens`, { label: 'Reporting', scopes: { access: 'read' } });
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await stack.api('POST', `${path}/tokens`, { label: 'Support desk', expiresAt, scopes: { tools: two } });
}

/** Sentences of which one finds its tool, and one does not. */
async function haveSentences({ stack }: Dashboard, { serverId }: HostedServer): Promise<void> {
  const sentences = [
    { sentence: 'list the products', tool: 'listProducts' },
    { sentence: 'who has bought the most this year', tool: 'getSales' },
  ];
  await stack.api('PUT', `/v1/servers/${serverId}/selection`, { sentences });
}

/** Two versions; in the older one a tool was edited before the newer one. */
async function haveVersions({ stack }: Dashboard, { serverId }: HostedServer): Promise<void> {
  const path = `/v1/servers/${serverId}`;
  const { items } = await stack.api<{ items: object[] }>('GET', `${path}/deployments`);
  if (items.length > 1) return;
  const tools = await stack.api<{ items: { id: string; name: string }[] }>('GET', `${path}/tools`);
  const tool = tools.items.find(({ name }) => name === 'listProducts');
  const { id } = await stack.api<{ id: string }>('POST', `${path}/deployments`, {});
  await until(async () => (await stack.api<{ status: string }>('GET', `${path}/deployments/${id}`)).status === 'live');
  await stack.api('PATCH', `${path}/tools/${tool?.id}`, { title: 'Products of the shop' });
}

/** What the panel shows of a file before the service has validated it. */
const DEFINITION = {
  name: 'Shop',
  baseUrl: 'https://shop.example.com/v1',
  credentials: [{ origin: 'https://shop.example.com', type: 'header', headerName: 'X-Api-Key' }],
  tools: [{}, {}, {}],
};

export const tour = ({ dashboard, hosted }: Stage): readonly Step[] => [
  ['servers', (page) => go(page, '/')],
  ['wizard: way', (page) => go(page, '/servers/new')],
  [
    'wizard: connection',
    async (page) => {
      await page.getByRole('button', { name: /Import an API description/ }).click();
      await page.getByRole('textbox', { name: 'OpenAPI document' }).fill(dashboard.demo.specUrl);
      await page.getByText(/endpoints found/).waitFor();
      await page.getByRole('button', { name: /^Tags/ }).click();
    },
  ],
  [
    'wizard: security, with faults',
    async (page) => {
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('textbox', { name: 'Token', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
    },
  ],
  [
    'wizard: governance',
    async (page) => {
      await page.getByRole('textbox', { name: 'Token', exact: true }).fill('x');
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await unfold(page);
      await page.getByRole('button', { name: 'What counts as personal data', exact: true }).click();
      await page.locator('mark').first().waitFor();
    },
  ],
  [
    'wizard: success',
    async (page) => {
      await page.getByRole('button', { name: 'Deploy' }).click();
      await page.getByRole('button', { name: 'Copy MCP URL' }).waitFor();
    },
  ],
  [
    'leaving the token',
    async (page) => {
      await page.getByRole('link', { name: 'Open the server' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'overview',
    async (page) => {
      await page.getByRole('button', { name: 'Leave', exact: true }).click();
      // The page left to is of a server with the same name, and so the same title.
      await page.waitForURL(/\/servers\/srv_/);
      await go(page, '/');
      await go(page, `/servers/${hosted.serverId}`);
    },
  ],
  ['tools', (page) => go(page, `/servers/${hosted.serverId}/tools`)],
  ['tools: check', (page) => go(page, `/servers/${hosted.serverId}/tools/check`)],
  [
    'tools: selection',
    async (page) => {
      await haveSentences(dashboard, hosted);
      await go(page, `/servers/${hosted.serverId}/tools/selection`);
    },
  ],
  [
    'tools: redaction by field',
    async (page) => {
      await go(page, `/servers/${hosted.serverId}/tools/fields`);
      await page.getByRole('textbox', { name: 'Recorded answers' }).fill(recordingOf(dashboard.demo.baseUrl));
      await page.getByRole('button', { name: 'Show the fields' }).click();
      await page.getByRole('checkbox', { name: 'Choose items.note of listOrders' }).check();
      await page.getByRole('region', { name: 'Chosen fields' }).waitFor();
    },
  ],
  [
    'tools: never redact fields',
    async (page) => {
      await page.getByRole('button', { name: 'Never redact …' }).click();
      await page.getByRole('dialog').getByText('Models see whatever').waitFor();
    },
  ],
  [
    'client view',
    async (page) => {
      await page.keyboard.press('Escape');
      await go(page, `/servers/${hosted.serverId}/view`);
      await page.getByRole('list', { name: 'Tools as clients see them' }).locator('summary').first().click();
    },
  ],
  [
    'tools: many chosen',
    async (page) => {
      await go(page, `/servers/${hosted.serverId}/tools?view=flat`);
      await page.getByRole('button', { name: /^Choose all/ }).click();
      await page.getByRole('region', { name: 'Chosen tools' }).waitFor();
    },
  ],
  [
    'tools: edit many',
    async (page) => {
      await page.getByRole('button', { name: 'Edit …' }).click();
      await page.getByRole('dialog').getByText('Leave as it is').first().waitFor();
    },
  ],
  [
    'tools: preset',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Choose none', exact: true }).click();
      await page.getByRole('button', { name: 'Presets' }).click();
      await page.getByRole('menuitem', { name: /^Read-only tools/ }).click();
      await page
        .getByRole('dialog')
        .getByText(/go off,/)
        .waitFor();
    },
  ],
  [
    'tools, again',
    async (page) => {
      await page.keyboard.press('Escape');
      await go(page, `/servers/${hosted.serverId}/tools`);
    },
  ],
  [
    'tool: edit',
    async (page) => {
      await page.getByRole('button', { name: 'listCustomers', exact: true }).click();
      await page.getByLabel('Input schema').waitFor();
    },
  ],
  [
    'tool: try',
    async (page) => {
      await page.getByRole('tab', { name: 'Try it' }).click();
      // Axe compares all pieces of a coloured text with each other: two customers show all that a page of them does.
      await page.getByRole('dialog').getByRole('textbox', { name: 'limit' }).fill('2');
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      await page.getByRole('region', { name: 'Request' }).waitFor();
      await page.getByRole('region', { name: 'What a model gets' }).scrollIntoViewIfNeeded();
    },
  ],
  [
    'tool: add',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add tool' }).click();
      await page.getByRole('textbox', { name: 'Path' }).fill('POST /orders/{orderId}/notes');
      await page.getByRole('textbox', { name: 'Name of parameter 1' }).fill('text');
    },
  ],
  [
    'tool: add from a request',
    async (page) => {
      if ((page.viewportSize()?.width ?? 0) > 700)
        await page.getByRole('button', { name: 'From curl, Postman or HAR' }).click();
      else {
        await page.getByRole('button', { name: /How to add it/ }).click();
        await page.getByRole('option', { name: 'From curl, Postman or HAR' }).click();
      }
      const address = `${dashboard.demo.baseUrl}/orders`;
      await page
        .getByRole('textbox', { name: /curl command/ })
        .fill(`curl ${address} -H 'Authorization: Bearer x'\ncurl -X POST ${address}/a/notes -d '{"text": "x"}'`);
      await page.getByText('Credentials are left out', { exact: true }).waitFor();
    },
  ],
  [
    'tool: leaving',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    },
  ],
  [
    'tokens',
    async (page) => {
      await page.getByRole('button', { name: 'Leave', exact: true }).click();
      await haveBoundTokens(dashboard, hosted);
      await go(page, `/servers/${hosted.serverId}/tokens`);
      await page.getByText('2 chosen tools').last().click();
    },
  ],
  [
    'token: new, with faults',
    async (page) => {
      await page.getByRole('button', { name: 'Generate token' }).click();
      await page.getByRole('radio', { name: /^Chosen tools/ }).check();
      await page.getByRole('checkbox', { name: 'getOrder', exact: true }).check();
      await page.getByRole('checkbox', { name: 'getOrder', exact: true }).uncheck();
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      await page.getByText('Choose at least one tool.').waitFor();
    },
  ],
  [
    'token: limits',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Limits of Support desk' }).last().click();
      const dialog = page.getByRole('dialog', { name: 'Limits of “Support desk”' });
      await dialog.getByRole('radio', { name: 'Own limits' }).check();
      await dialog.getByRole('textbox', { name: 'Calls per second' }).waitFor();
    },
  ],
  [
    'token: replace',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Replace Support desk' }).last().click();
      await page.getByRole('dialog', { name: 'Replace “Support desk”' }).waitFor();
    },
  ],
  [
    'token: replaced',
    async (page) => {
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      await page.getByRole('region', { name: 'The old token' }).waitFor();
    },
  ],
  [
    'deployments',
    async (page) => {
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await haveVersions(dashboard, hosted);
      await go(page, `/servers/${hosted.serverId}/deployments`);
      await page.getByRole('button', { name: 'What changed' }).last().click();
      await page.getByRole('list', { name: 'Changed tools' }).waitFor();
    },
  ],
  [
    'rolling back',
    async (page) => {
      await page
        .getByRole('button', { name: /^Roll back/ })
        .last()
        .click();
      await page.getByText(/^\d+ (?:is|are) unchanged/).waitFor();
    },
  ],
  [
    'comparing versions',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Compare' }).click();
      await page
        .getByRole('dialog')
        .getByText(/^\d+ (?:is|are) unchanged/)
        .waitFor();
    },
  ],
  [
    'reading the document again',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Re-import' }).click();
      await page.getByText(/are unchanged/).waitFor();
    },
  ],
  [
    'use',
    async (page) => {
      await page.keyboard.press('Escape');
      await go(page, `/servers/${hosted.serverId}/use`);
      await page.getByRole('table', { name: 'Calls by tool' }).waitFor();
    },
  ],
  [
    'use: details',
    async (page) => {
      await page.getByRole('link', { name: 'listCustomers', exact: true }).first().click();
      await page.getByRole('figure', { name: 'Calls' }).waitFor();
    },
  ],
  [
    'audit',
    async (page) => {
      await page.keyboard.press('Escape');
      await go(page, `/servers/${hosted.serverId}/audit`);
    },
  ],
  [
    'audit: range, with a fault',
    async (page) => {
      await page.getByRole('button', { name: /^Time/ }).click();
      await page.getByRole('option', { name: 'Custom range' }).click();
      await page.getByLabel('To', { exact: true }).fill('2001-01-01T00:00');
      await page.getByText('This is before the start').waitFor();
    },
  ],
  [
    'audit: entry',
    async (page) => {
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('link', { name: 'listCustomers', exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'audit: one session',
    async (page) => {
      await page.getByRole('link', { name: /^Show what this client did/ }).click();
      await page.getByRole('link', { name: 'In the audit log' }).waitFor();
      await page.getByText('This is the last entry.').waitFor();
    },
  ],
  [
    'audit: all servers',
    async (page) => {
      await page.keyboard.press('Escape');
      await go(page, '/audit');
      await page.getByRole('searchbox', { name: 'Search' }).fill('created');
      await page
        .getByRole('link', { name: /created/ })
        .first()
        .waitFor();
    },
  ],
  [
    'help',
    async (page) => {
      await go(page, '/help#pii');
      await page.getByRole('heading', { name: 'Calls of tools' }).waitFor();
    },
  ],
  [
    'api for reading',
    async (page) => {
      await go(page, '/help/api');
      await page.getByText('Create a token; only this answer shows it').click();
      await page.getByText('Body: JSON Schema').waitFor();
    },
  ],
  [
    'settings: connection',
    async (page) => {
      await page.keyboard.press('Escape');
      await go(page, `/servers/${hosted.serverId}/settings`);
      await unfold(page);
      await unfold(page, 'Headers and other hosts');
    },
  ],
  [
    'settings: sign-in at the API',
    async (page) => {
      await go(page, `/servers/${hosted.serverId}/settings/sign-in`);
      await page.getByRole('button', { name: 'Replace', exact: true }).click();
    },
  ],
  [
    'settings: access and limits',
    async (page) => {
      await go(page, `/servers/${hosted.serverId}/settings/access`);
      await unfold(page, 'More limits');
    },
  ],
  [
    'settings: policies',
    async (page) => {
      await go(page, `/servers/${hosted.serverId}/settings/policies`);
      await unfold(page, 'What policies can compare');
    },
  ],
  ['settings: governance', (page) => go(page, `/servers/${hosted.serverId}/settings/governance`)],
  [
    'settings: governance, unfolded',
    async (page) => {
      await unfold(page);
      await unfold(page, 'When the person at the client is asked');
    },
  ],
  ['settings: listing', (page) => go(page, `/servers/${hosted.serverId}/settings/listing`)],
  ['settings: lifecycle', (page) => go(page, `/servers/${hosted.serverId}/settings/lifecycle`)],
  [
    'duplicating a server',
    async (page) => {
      await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    },
  ],
  [
    'importing a definition',
    async (page) => {
      await page.keyboard.press('Escape');
      await go(page, '/');
      await page.getByRole('button', { name: 'Import a definition' }).click();
      const definition = JSON.stringify(DEFINITION);
      const file = { name: 'shop.portcullis.json', mimeType: 'application/json', buffer: Buffer.from(definition) };
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
      await page.getByRole('dialog').getByText('3 tools').waitFor();
    },
  ],
  [
    'approvals',
    async (page) => {
      await page.keyboard.press('Escape');
      await haveChangeRequests(page);
      await go(page, '/approvals');
      await page.getByRole('button', { name: 'Approve this change' }).waitFor();
    },
  ],
  [
    'members',
    async (page) => {
      await haveMembers(page);
      await go(page, '/members');
      await page.getByText('ann.lee@example.com').waitFor();
    },
  ],
  [
    'member: change',
    async (page) => {
      await page.getByRole('button', { name: 'Change ann.lee@example.com' }).click();
      await page.getByRole('region', { name: 'Change the role' }).waitFor();
    },
  ],
  [
    'member: add, with a fault',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add a person' }).click();
      await page.getByRole('textbox', { name: 'E-mail' }).fill('ann');
    },
  ],
  [
    'client: register, with faults',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Register a client' }).click();
      await page.getByRole('radio', { name: /^App for people/ }).click();
      const panel = page.getByRole('dialog');
      await panel.getByRole('button', { name: 'Register', exact: true }).click();
      await panel.getByText('Enter a name').waitFor();
    },
  ],
  [
    'projects',
    async (page) => {
      await page.keyboard.press('Escape');
      await go(page, '/projects');
      await page.getByRole('region', { name: 'Project default' }).getByText('Servers that name no project').waitFor();
    },
  ],
  [
    'own sessions',
    async (page) => {
      await page.keyboard.press('Escape');
      await go(page, '/sessions');
    },
  ],
  [
    'global settings',
    async (page) => {
      await go(page, '/settings');
    },
  ],
  [
    'switching redaction off',
    async (page) => {
      await page.getByRole('checkbox', { name: 'Redact personal data' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/follows? this setting: /).waitFor();
    },
  ],
  [
    'nowhere',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await go(page, '/nowhere');
    },
  ],
];
