/** Credentials of the kinds that take more than one field: suggested in the wizard, replaced in the settings. */
import { expect, test } from '@jest/globals';
import { seriousIssues } from '../support/axe.ts';
import { fillCredential } from '../support/credentialForm.ts';
import { connect } from '../support/mcpClients.ts';
import { P12 } from '../support/pkcs12.ts';
import { type Auth, allKinds, kindsOf, oneOfEachKind, plantedCredentials } from '../support/planted.ts';
import { siteOnSharedStack } from '../support/site.ts';

const site = siteOnSharedStack();

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Keyed', version: '1' },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'api_key' },
      login: { type: 'http', scheme: 'bearer' },
    },
  },
  security: [{ key: [], login: [] }],
  paths: {
    '/customers/{id}': { get: { operationId: 'getOne', parameters: [{ name: 'id', in: 'path' }], responses: {} } },
  },
});

test.each([
  ['light', 'desktop'],
  ['dark', 'phone'],
] as const)('the wizard asks for what a document demands together (%s, %s)', async (mode, size) => {
  // Prepare
  const { demo } = site.dashboard;
  const { page, context, complaints } = await site.dashboard.visit({ at: '/servers/new?way=openapi', mode, size });

  // Act
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'keyed.json',
      mimeType: 'application/json',
      buffer: Buffer.from(DOCUMENT),
    });
  await page.getByText(/endpoint found/).waitFor();
  await page.getByRole('textbox', { name: 'Base URL' }).fill(demo.baseUrl);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('heading', { name: 'API credentials' }).waitFor();
  const names = page.getByRole('textbox', { name: 'Name of the key' });
  const suggested = [await names.nth(0).inputValue(), await names.nth(1).inputValue()];
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid="true"]'));
  const asked = await page.getByText('Enter the key.').count();
  const values = page.getByLabel('Key', { exact: true });
  await values.nth(0).fill('a key');
  await values.nth(1).fill(`Bearer ${demo.auth.token}`);
  const issues = await seriousIssues(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('button', { name: 'Copy MCP URL' }).click();
  const url = await page.evaluate(() => navigator.clipboard.readText());

  // Assess
  const client = await connect(url);
  const answer = await client.call('getOne', { id: 'cus_000001' });
  await client.close();
  expect(suggested).toEqual(['api_key', 'Authorization']);
  expect(asked).toBe(2);
  expect([issues, width, complaints]).toEqual([[], 0, []]);
  expect(answer.content[0]?.text).toContain('[REDACTED:email]');
  await context.close();
});

test('a key pair of AWS replaces a token in the settings, and is told by service and region', async () => {
  // Prepare
  const { page, context, complaints } = await site.dashboard.visit({ at: site.at('settings/sign-in') });
  const section = page.locator('section', { hasText: 'API credentials' }).first();

  // Act
  await section.getByRole('button', { name: 'Replace' }).click();
  await section.getByRole('button', { name: /^Type/ }).click();
  await page.getByRole('option', { name: /AWS signature/ }).click();
  await section.getByRole('button', { name: 'Replace' }).click();
  // Typing before the first fault has the focus would go on there.
  await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid="true"]'));
  const asked = await section.getByText(/^Enter the /).count();
  await section.getByLabel('Access key ID').fill('too short');
  await section.getByLabel('Secret access key').fill('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY');
  await section.getByLabel('Region').fill('eu-central-1');
  await section.getByLabel('Service').fill('execute-api');
  await section.getByRole('button', { name: 'Replace' }).click();
  await section
    .getByText(/16 to 128 letters and digits/)
    .first()
    .waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid="true"]'));
  await section.getByLabel('Access key ID').fill('AKIAIOSFODNN7EXAMPLE');
  const issues = await seriousIssues(page);
  await section.getByRole('button', { name: 'Replace' }).click();
  await section.getByText('execute-api, eu-central-1').waitFor();
  // The form closes a moment after what was stored is shown.
  await section.getByLabel('Secret access key').waitFor({ state: 'detached' });

  // Assess
  expect(asked).toBe(4);
  expect(issues).toEqual([]);
  expect(await page.content()).not.toContain('wJalrXUtnFEMI');
  expect(complaints.filter((text) => !/400|16 characters/.test(text))).toEqual([]);
  await context.close();
});

/** As it was typed: the form takes the line ends at the end of a key away. */
const trimmed = (value: object): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? each.trim() : each));

test('the form makes a credential of every kind, as the API takes it', async () => {
  // Prepare
  const planted = oneOfEachKind(await plantedCredentials('login.example.com'));
  // The simple ones first: a combination offers no kind that a later part of the stored one has.
  const credentials = planted.map(({ auth }) => auth).reverse();
  const { page, context, complaints } = await site.dashboard.visit({ at: site.at('settings/sign-in') });
  const section = page.locator('section', { hasText: 'API credentials' }).first();
  const type = section.getByRole('button', { name: /^Type/ });
  const answers: { sent: Auth; status: number }[] = [];

  // Act
  for (const auth of credentials) {
    await section.getByRole('button', { name: 'Replace' }).click();
    await type.waitFor();
    await fillCredential(section, auth);
    const answered = page.waitForResponse((each) => each.request().method() === 'PUT');
    await section.getByRole('button', { name: 'Replace' }).click();
    const answer = await answered;
    answers.push({ sent: answer.request().postDataJSON(), status: answer.status() });
    await type.waitFor({ state: 'hidden' });
  }

  // Assess
  expect([...new Set(credentials.flatMap(kindsOf))].sort()).toEqual(allKinds().sort());
  expect(answers.map(({ status }) => status)).toEqual(credentials.map(() => 200));
  expect(trimmed(answers.map(({ sent }) => sent))).toMatchObject(trimmed(credentials) as object);
  expect(await page.content()).not.toMatch(/planted/i);
  expect(complaints).toEqual([]);
  await context.close();
}, 180_000);

const CLOSED = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Closed', version: '1' },
  components: {
    securitySchemes: { tls: { type: 'mutualTLS' }, login: { type: 'http', scheme: 'digest' } },
  },
  security: [{ tls: [], login: [] }],
  paths: { '/orders': { get: { operationId: 'listOrders', responses: {} } } },
});

test.each([
  ['light', 'desktop'],
  ['dark', 'phone'],
] as const)('the wizard takes a certificate as a file beside another credential (%s, %s)', async (mode, size) => {
  // Prepare
  const { page, context, complaints } = await site.dashboard.visit({ at: '/servers/new?way=openapi', mode, size });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'closed.json', mimeType: 'application/json', buffer: Buffer.from(CLOSED) });
  await page.getByText(/endpoint found/).waitFor();
  await page.getByRole('textbox', { name: 'Base URL' }).fill(site.dashboard.demo.baseUrl);
  await page.getByRole('button', { name: 'Next', exact: true }).click();

  // Act
  await page.getByRole('heading', { name: 'API credentials' }).waitFor();
  const kinds = await page.getByRole('button', { name: /credential \d/i }).allTextContents();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid="true"]'));
  const asked = await page.getByText(/^Enter the (?:certificate|private key|user|pass)/).count();
  await page
    .getByLabel('Certificate as a file')
    .setInputFiles({ name: 'client.p12', mimeType: 'application/x-pkcs12', buffer: Buffer.from(P12.curve, 'base64') });
  await page.getByText('client.p12').waitFor();
  await page.getByLabel('User name').fill('ann');
  await page.getByLabel('Password', { exact: true }).fill('digest planted 91');
  const issues = await seriousIssues(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.getByLabel('Passphrase').fill('wrong planted passphrase');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page
    .getByText(/does not open the PKCS #12 file/)
    .first()
    .waitFor();

  // Assess
  expect(kinds.map((kind) => kind.replace(/(?:Presented|User name and password; only).*/, ''))).toEqual([
    'Client certificate',
    'HTTP Digest',
  ]);
  expect(asked).toBe(4);
  expect([issues, width]).toEqual([[], 0]);
  expect(complaints.filter((text) => !/400|PKCS/.test(text))).toEqual([]);
  await context.close();
});

const OAUTH = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Signed in', version: '1' },
  components: {
    securitySchemes: {
      login: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: 'https://login.example.com/oauth/token', scopes: { 'orders:read': '' } },
        },
      },
    },
  },
  security: [{ login: ['orders:read'] }],
  paths: { '/orders': { get: { operationId: 'listOrders', responses: {} } } },
});

test.each([
  ['light', 'desktop'],
  ['dark', 'phone'],
] as const)(
  'a token exchange asks whom it is about, and is tried when there is a person (%s, %s)',
  async (mode, size) => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: '/servers/new?way=openapi', mode, size });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'oauth.json', mimeType: 'application/json', buffer: Buffer.from(OAUTH) });
    await page.getByText(/endpoint found/).waitFor();
    await page.getByRole('textbox', { name: 'Base URL' }).fill(site.dashboard.demo.baseUrl);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('heading', { name: 'API credentials' }).waitFor();

    // Act
    await page.getByRole('button', { name: /^Grant/ }).click();
    await page.getByRole('option', { name: /^Token exchange/ }).click();
    const choose = async (option: RegExp) => {
      await page.getByRole('button', { name: /^Each person under their own name/ }).click();
      await page.getByRole('option', { name: option }).click();
    };
    // It begins with the person.
    await page.getByText(/this is tested once the server is live/).waitFor();
    await choose(/^No: one account/);
    await page.getByRole('button', { name: 'Check the sign-in' }).waitFor();
    const untried = await page.getByText(/this is tested once the server is live/).count();
    await choose(/^Yes, named by their verified e-mail/);
    await page.getByText(/this is tested once the server is live/).waitFor();
    const tryable = await page.getByRole('button', { name: 'Check the sign-in' }).count();
    const shown = await Promise.all(
      ['Private key', 'Issuer', /^Subject/, /^Type of the signed token/, /^Type of the requested token/, /^Actor/].map(
        (label) => page.getByLabel(label, { exact: typeof label === 'string' }).count(),
      ),
    );
    const issues = await seriousIssues(page);
    const width = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );

    // Assess
    expect([untried, tryable]).toEqual([0, 0]);
    expect(shown).toEqual(Array(6).fill(1));
    expect([issues, width, complaints]).toEqual([[], 0, []]);
    await context.close();
  },
);

test.each([
  ['light', 'desktop'],
  ['dark', 'phone'],
] as const)(
  'the wizard fills in what a document says of OAuth 2, and asks for the rest (%s, %s)',
  async (mode, size) => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: '/servers/new?way=openapi', mode, size });

    // Act
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'oauth.json', mimeType: 'application/json', buffer: Buffer.from(OAUTH) });
    await page.getByText(/endpoint found/).waitFor();
    await page.getByRole('textbox', { name: 'Base URL' }).fill(site.dashboard.demo.baseUrl);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('heading', { name: 'API credentials' }).waitFor();
    const grant = await page.getByRole('button', { name: /^Grant/ }).textContent();
    const filled = [
      await page.getByLabel('Token URL').inputValue(),
      await page.getByRole('textbox', { name: /^Scope/ }).inputValue(),
    ];
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid="true"]'));
    const asked = await page.getByText(/^Enter the client/).count();
    const issues = await seriousIssues(page);
    const width = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    await page.getByLabel('Client ID', { exact: true }).fill('portcullis');
    await page.getByLabel('Client secret').fill('planted-client-secret-91');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('button', { name: 'Copy MCP URL' }).waitFor();
    const { items } = await site.dashboard.stack.api<{ items: { id: string; name: string }[] }>('GET', '/v1/servers');
    const id = items.find(({ name }) => name.startsWith('Signed in'))?.id;
    await page.goto(`${site.dashboard.stack.edgeUrl}/servers/${id}/settings/sign-in`);
    await page.getByText('tokens from login.example.com').waitFor();
    await page.getByRole('button', { name: 'Check the sign-in' }).click();
    await page.getByText(/sign-in at login\.example\.com does not work at the moment/).waitFor();
    const told = await seriousIssues(page);

    // Assess
    expect(grant).toContain('Client credentials');
    expect(filled).toEqual(['https://login.example.com/oauth/token', 'orders:read']);
    expect(asked).toBe(2);
    expect([issues, told, width, complaints]).toEqual([[], [], 0, []]);
    expect(await page.content()).not.toContain('planted-client-secret');
    await context.close();
  },
);

test('a sign-in that does not work is told in the wizard, and on the page of the server once it was refused', async () => {
  // Prepare
  const { demo } = site.dashboard;
  const tokenUrl = `${demo.baseUrl}/no-token-endpoint`;
  const scheme = { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } };
  const document = { ...JSON.parse(DOCUMENT), components: { securitySchemes: { scheme } }, security: [{ scheme: [] }] };
  const { page, context, complaints } = await site.dashboard.visit({ at: '/servers/new?way=openapi' });

  // Act
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'signed-in.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(document)),
    });
  await page.getByText(/endpoint found/).waitFor();
  await page.getByRole('textbox', { name: 'Base URL' }).fill(demo.baseUrl);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const check = page.getByRole('button', { name: 'Check the sign-in' });
  await check.click();
  await page.getByText('Enter the client ID. Enter the client secret.').waitFor();
  await page.getByRole('textbox', { name: 'Client ID' }).fill('somebody');
  await page.getByLabel('Client secret').fill('planted-secret-7f31');
  await check.click();
  await page.getByText(/does not accept the client id/).waitFor();
  const issues = await seriousIssues(page);
  await page.getByLabel('Client secret').fill('planted-secret-82c4');
  const told = await page.getByText(/does not accept the client id/).count();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('button', { name: 'Copy MCP URL' }).click();
  const client = await connect(await page.evaluate(() => navigator.clipboard.readText()));
  const answer = await client.call('getOne', { id: 'cus_000001' });
  await client.close();
  const at = (await page.getByRole('link', { name: 'Open the server' }).getAttribute('href')) ?? '';
  const visit = await site.dashboard.visit({ at });
  await visit.page.getByText(/^No access token from/).waitFor();
  issues.push(...(await seriousIssues(visit.page)));

  // Assess
  expect(told).toBe(0);
  expect(answer.isError).toBe(true);
  expect([issues, complaints, visit.complaints]).toEqual([[], [], []]);
  await Promise.all([context.close(), visit.context.close()]);
}, 120_000);
