/** A tool tried by the form that its schema makes: every kind of field, faults at their field, both answers whole, the next page. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { defined } from '../support/defined.ts';
import { siteOnSharedStack } from '../support/site.ts';

const site = siteOnSharedStack();

const openTrial = async (tool: string, more: { server?: string } = {}) => {
  const at = more.server === undefined ? site.at('tools') : `/servers/${more.server}/tools`;
  const visit = await site.dashboard.visit({ at });
  await reopen(visit.page, tool);
  return { ...visit, panel: visit.page.getByRole('dialog') };
};
const reopen = async (page: Page, tool: string) => {
  await page.getByRole('button', { name: tool, exact: true }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Try it' }).click();
};
const argumentsOf = (page: Page): Promise<unknown> =>
  page.getByRole('textbox', { name: 'Arguments', exact: true }).inputValue().then(JSON.parse);

test('an order is placed by the form: faults at their field, the same as JSON, and the arguments are there again', async () => {
  // Prepare
  const { page, context, panel, complaints } = await openTrial('createOrder');
  const call = panel.getByRole('button', { name: 'Call', exact: true });
  const customer = panel.getByRole('textbox', { name: 'customerId' });

  // Act
  await customer.fill('cus_000001');
  await panel.getByRole('button', { name: 'Add to items' }).click();
  await panel.getByRole('textbox', { name: 'quantity' }).fill('many');
  await call.click();
  await panel.getByText('must be integer, not string').first().waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  const atFault = await page.evaluate(() => (document.activeElement as HTMLInputElement).value);
  const missing = await panel.getByText('is required').count();
  const nothingSent = await panel.getByText('Nothing was sent').count();
  await panel.getByRole('textbox', { name: 'sku' }).fill('SKU-1001');
  await panel.getByRole('textbox', { name: 'quantity' }).fill('2');
  const shown = await argumentsOf(page);
  const json = panel.getByRole('textbox', { name: 'Arguments', exact: true });
  await json.fill(JSON.stringify({ customerId: 'cus_000002', items: [{ sku: 'nothing', quantity: 3 }] }));
  const followed = await customer.inputValue();
  await call.click();
  await panel.getByRole('region', { name: 'Request' }).waitFor();
  const sent = await panel.getByRole('region', { name: 'Request' }).textContent();
  await page.reload();
  await panel.getByRole('tab', { name: 'Try it' }).click();
  await panel.getByText('Arguments of your last call').waitFor();
  const kept = [await customer.inputValue(), await argumentsOf(page)];
  await panel.getByRole('button', { name: 'Start over' }).click();
  const begun = await customer.inputValue();

  // Assess
  expect(['', 'many']).toContain(atFault);
  expect(missing).toBeGreaterThan(0);
  expect(nothingSent).toBe(1);
  expect(shown).toEqual({ customerId: 'cus_000001', items: [{ sku: 'SKU-1001', quantity: 2 }] });
  expect(followed).toBe('cus_000002');
  expect(sent).toContain('POST');
  expect(sent).toContain('"quantity": 3');
  expect(kept).toEqual(['cus_000002', { customerId: 'cus_000002', items: [{ sku: 'nothing', quantity: 3 }] }]);
  expect(begun).toBe('');
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
  await context.close();
});

test('the next page is one click away, both answers are whole with their tokens, and the request is copied without a credential', async () => {
  // Prepare
  const { page, context, panel } = await openTrial('listCustomers');
  const request = panel.getByRole('region', { name: 'Request' });

  // Act
  await panel.getByRole('textbox', { name: 'limit' }).fill('60');
  await panel.getByRole('button', { name: 'Call', exact: true }).click();
  await request.getByText('limit=60').waitFor();
  await panel.getByRole('button', { name: 'Next page' }).click();
  await request.getByText('offset=60').waitFor();
  const args = await argumentsOf(page);
  const offset = await panel.getByRole('textbox', { name: 'offset' }).inputValue();
  const raw = panel.getByRole('region', { name: 'Raw response' });
  const governed = panel.getByRole('region', { name: 'What a model gets' });
  const customers = JSON.parse((await raw.textContent()) ?? '').customers.length;
  const reached = await Promise.all(
    [raw, governed].map((region) =>
      region.evaluate((pre) => {
        pre.scrollTop = pre.scrollHeight;
        return Math.abs(pre.scrollHeight - pre.clientHeight - pre.scrollTop) < 2 && pre.scrollHeight > pre.clientHeight;
      }),
    ),
  );
  const titles = await panel.locator('.answers header').allTextContents();
  await panel.getByRole('button', { name: 'Copy as curl' }).click();
  const curl = await page.evaluate(() => navigator.clipboard.readText());

  // Assess
  expect(args).toEqual({ limit: 60, offset: 60 });
  expect(offset).toBe('60');
  expect(customers).toBe(60);
  expect(reached).toEqual([true, true]);
  const tokens = titles.slice(0, 2).map((title) => Number(/≈ ([\d,]+) tokens/.exec(title)?.[1]?.replaceAll(',', '')));
  expect(tokens[0]).toBeGreaterThan(defined(tokens[1]));
  expect(tokens[1]).toBeGreaterThan(500);
  expect(curl).toContain('authorization: Bearer $API_CREDENTIAL');
  expect(curl).not.toContain(site.dashboard.demo.auth.token);
  await context.close();
});

test('what a field is can be said below both answers, and the next answer shows it', async () => {
  // Prepare
  const { page, context, panel } = await openTrial('listCustomers');
  const governed = panel.getByRole('region', { name: 'What a model gets' });
  const correction = panel.getByRole('region', { name: 'Correct the redaction' });
  const choose = async (list: RegExp, option: string) => {
    await correction.getByRole('button', { name: list }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  // Act
  await panel.getByRole('textbox', { name: 'limit' }).fill('5');
  await panel.getByRole('button', { name: 'Call', exact: true }).click();
  await governed.getByText('[REDACTED:email]').first().waitFor();
  await choose(/^Field/, 'customers.email');
  await choose(/^What it is/, 'Never redact');
  await correction.getByRole('button', { name: 'Save and call again' }).click();
  await governed.getByText('@example').first().waitFor();
  const shown = await governed.textContent();
  await panel.getByRole('tab', { name: 'Edit' }).click();
  const section = panel.getByRole('region', { name: 'Redaction of answers' });
  const path = await section.getByRole('textbox', { name: 'Path of field 1' }).inputValue();
  await section.getByRole('button', { name: 'Reset to original' }).click();
  await section.getByRole('textbox', { name: 'Path of field 1' }).waitFor({ state: 'detached' });

  // Assess
  expect(shown).toContain('[REDACTED:name]');
  expect(path).toBe('customers.email');
  await context.close();
});

test('a value that is chosen in an answer says which rule decided, and what can be done', async () => {
  // Prepare
  const { page, context, panel } = await openTrial('listCustomers');
  const governed = panel.getByRole('region', { name: 'What a model gets' });
  const why = panel.getByRole('region', { name: 'Why a value was redacted or kept' });
  const correction = panel.getByRole('region', { name: 'Correct the redaction' });
  await panel.getByRole('textbox', { name: 'limit' }).fill('5');
  await panel.getByRole('button', { name: 'Call', exact: true }).click();

  // Act
  await governed.getByRole('button', { name: '[REDACTED:email]' }).first().click();
  const ofMarker = await why.getByRole('status').textContent();
  const field = await correction.getByRole('button', { name: /^Field/ }).textContent();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const pressed = governed.locator('button[aria-pressed="true"]');
  const ofNext = await why.getByRole('status').textContent();

  // Assess
  expect(ofMarker).toContain('Redacted as email. The name of the field is in the catalogue.');
  expect(field).toContain('customers.email');
  expect(await pressed.count()).toBe(1);
  expect(ofNext).not.toBe(ofMarker);
  expect(ofNext).toContain('If this is wrong, correct it below.');
  await context.close();
});

test('names in sentences that pass are told of, and the tool has them redacted from then on', async () => {
  // Prepare
  const { context, panel } = await openTrial('createTicket');
  const governed = panel.getByRole('region', { name: 'What a model gets' });
  const names = panel.getByRole('region', { name: 'Names in sentences' });
  const ticket = { customerId: 'cus_000001', subject: 'Parcel', message: 'Spoke to Rosalind Achterberg this morning.' };

  // Act
  await panel.getByRole('textbox', { name: 'Arguments', exact: true }).fill(JSON.stringify(ticket));
  await panel.getByRole('button', { name: 'Call', exact: true }).click();
  await governed.getByText('Rosalind Achterberg').waitFor();
  const told = await names.textContent();
  await names.getByRole('button', { name: 'Redact them' }).click();
  await names.waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Call', exact: true }).click();
  await governed.getByText('Spoke to [REDACTED:name] this').waitFor();
  await panel.getByRole('tab', { name: 'Edit' }).click();
  const section = panel.getByRole('region', { name: 'Redaction of answers' });
  const isOn = await section.getByRole('checkbox', { name: 'Redact names in sentences' }).isChecked();
  await section.getByRole('button', { name: 'Reset to original' }).click();

  // Assess
  expect(told).toContain('1 likely name in sentences passes');
  expect(told).toContain('In message.');
  expect(isOn).toBe(true);
  await context.close();
});

test('every kind of field sends what it shows, and neither secret nor file stays in the browser', async () => {
  // Prepare
  const { stack } = site.dashboard;
  const text = { type: 'string' };
  await stack.api('POST', `/v1/servers/${site.hosted.serverId}/tools`, {
    name: 'all_kinds',
    verb: 'POST',
    path: '/tickets',
    body: {
      schema: {
        type: 'object',
        properties: {
          day: { type: 'string', format: 'date' },
          moment: { type: 'string', format: 'date-time' },
          tier: { type: 'string', enum: ['basic', 'plus'], default: 'plus' },
          urgent: { type: 'boolean' },
          tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } },
          address: {
            type: 'object',
            properties: { city: text, geo: { type: 'object', properties: { lat: { type: 'number' } } } },
          },
          photo: { type: 'string', contentEncoding: 'base64' },
          passphrase: { type: 'string', format: 'password' },
          contact: {
            oneOf: [
              { title: 'Mail', type: 'object', properties: { mail: text } },
              { title: 'Plain', ...text },
            ],
          },
          anything: {},
        },
      },
    },
  });
  const { page, context, panel } = await openTrial('all_kinds');

  // Act
  await panel.getByLabel('day').fill('2026-03-04');
  await panel.getByLabel('moment').fill('2026-03-04T05:06');
  await panel.getByRole('button', { name: /^tier/ }).click();
  await page.getByRole('option', { name: 'basic' }).click();
  await panel.getByRole('button', { name: /^urgent/ }).click();
  await page.getByRole('option', { name: 'false' }).click();
  await panel.getByRole('checkbox', { name: 'b', exact: true }).check();
  await panel.getByRole('button', { name: 'Add address' }).click();
  await panel.getByRole('textbox', { name: 'city' }).fill('Łódź');
  await panel.getByRole('button', { name: 'Add geo' }).click();
  await panel.getByRole('textbox', { name: 'lat' }).pressSequentially('51.75');
  await panel
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.from([0, 255, 7]) });
  await panel.getByText('a.bin').waitFor();
  await panel.getByRole('textbox', { name: 'passphrase optional' }).fill('hunter2hunter2');
  await panel.getByRole('button', { name: /^Kind of contact/ }).click();
  await page.getByRole('option', { name: 'Plain' }).click();
  await panel.getByRole('textbox', { name: 'contact optional' }).fill('call me');
  await panel.getByRole('textbox', { name: 'anything optional' }).fill('[1, {"a": null}]');
  const args = await argumentsOf(page);
  const moment = await page.evaluate(() => new Date('2026-03-04T05:06').toISOString().replace('.000', ''));
  await panel.getByRole('button', { name: 'Call', exact: true }).click();
  await panel.getByRole('region', { name: 'Request' }).waitFor();
  const sent = await panel.getByRole('region', { name: 'Request' }).textContent();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));

  // Assess
  const open = {
    day: '2026-03-04',
    moment,
    tier: 'basic',
    urgent: false,
    tags: ['b'],
    address: { city: 'Łódź', geo: { lat: 51.75 } },
    contact: 'call me',
    anything: [1, { a: null }],
  };
  expect(args).toEqual({ ...open, photo: 'AP8H', passphrase: 'hunter2hunter2' });
  expect(JSON.parse((sent ?? '').slice((sent ?? '').indexOf('{')))).toEqual(args);
  expect(stored).not.toMatch(/hunter2|AP8H/);
  expect(stored).toContain('call me');
  await context.close();
});
