/** Recorded answers by field: a recording becomes rows, fields are let out in one go by keyboard, and a viewer can look and change nothing. */
import { describe, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { seriousIssues } from '../support/axe.ts';
import { defined } from '../support/defined.ts';
import { recordingOf } from '../support/recordedOrders.ts';
import { siteOnSharedStack } from '../support/site.ts';

const site = siteOnSharedStack();

interface Tool {
  readonly id: string;
  readonly name: string;
  readonly redaction?: { readonly fields?: Readonly<Record<string, string>> };
}
const path = () => `/v1/servers/${site.hosted.serverId}`;
const api = <Body>(method: string, at: string, body?: object) =>
  site.dashboard.stack.api<Body>(method, `${path()}${at}`, body);
const marksOf = async (name: string) => {
  const { items } = await api<{ items: Tool[] }>('GET', '/tools');
  return defined(items.find((tool) => tool.name === name)).redaction?.fields;
};

const source = (page: Page) => page.getByRole('textbox', { name: 'Recorded answers' });
const fields = (page: Page) => page.getByRole('list', { name: 'Fields of the answers' });
const lineOf = (page: Page, field: string) =>
  fields(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(field, { exact: true }) });
const choose = async (page: Page, label: string) => {
  await page.getByRole('button', { name: /^Which fields/ }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
};

/** Opens the page in the mode `closed`, reads the recording, and returns what was sent. */
async function read(page: Page): Promise<string[]> {
  const sent: string[] = [];
  const keep = (request: Request) => {
    if (request.method() === 'POST' && request.url().includes('/tools/fields')) sent.push(request.postData() ?? '');
  };
  page.on('request', keep);
  await source(page).fill(recordingOf(site.dashboard.demo.baseUrl));
  await page.getByRole('button', { name: 'Show the fields' }).click();
  await fields(page).waitFor();
  page.off('request', keep);
  return sent;
}

describe('redaction by field', () => {
  test('is reached from the settings, sends bodies of answers alone, and tells fields without a value', async () => {
    // Prepare
    await api('PATCH', '', { governance: { mode: 'closed' } });
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('settings/governance') });
    await page.getByRole('link', { name: 'redaction by field' }).click();
    await source(page).waitFor();

    // Act
    const sent = await read(page);
    const shown = (await page.locator('main').textContent()) ?? '';
    const left = (await page.getByRole('listitem').filter({ hasText: /: 1$/ }).allTextContents()).sort();
    const issues = await seriousIssues(page);

    // Assess
    expect(sent).toHaveLength(1);
    expect(sent.join()).not.toContain('tok-in-');
    expect(shown).toContain('items.requested_for');
    expect(shown).toContain('logins.*.device');
    for (const value of ['Sarah', 'Johnson', 'ann@', 'Lindqvist', 'example.com', 'front desk', 'gold'])
      expect(shown).not.toContain(value);
    expect(left).toEqual([
      'answers for which no tool has this path: 1',
      'answers for which the host is none of this API: 1',
      'answers with an error: 1',
      'parts of a page, such as images and scripts: 1',
    ]);
    expect(issues).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('lets fields out in one go, by keyboard, and shows what became of them', async () => {
    // Prepare
    await api('PATCH', '', { governance: { mode: 'closed' } });
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('tools/fields') });
    await read(page);
    const before = await lineOf(page, 'items.status').textContent();

    // Act: what looks harmless is shown, all of it is chosen, one is left out
    await choose(page, 'Withheld, nothing found');
    await page.getByRole('button', { name: /^Choose all \d+ shown/ }).press('Enter');
    await page.getByRole('checkbox', { name: 'Choose logins.*.device of getCustomer' }).press('Space');
    await page.getByRole('button', { name: 'Never redact …' }).press('Enter');
    const question = (await page.getByRole('dialog').textContent()) ?? '';
    await page.getByRole('dialog').getByRole('button', { name: 'Never redact' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await choose(page, 'Marked by you');
    await lineOf(page, 'items.status').getByText('never redact').waitFor();
    const after = await lineOf(page, 'items.status').textContent();

    // Assess
    expect(before).toContain('3 withheld');
    expect(question).toContain('4 that are replaced now pass');
    expect(question).not.toContain('personal data was found');
    expect(after).toContain('3 kept');
    expect(await marksOf('listOrders')).toEqual({ 'items.status': 'keep' });
    const customer = (await marksOf('getCustomer')) ?? {};
    expect(Object.keys(customer)).not.toContain('logins.*.device');
    const trail = await api<{ items: { action: string; detail: { changes: { field: string }[] } }[] }>('GET', '/audit');
    const entry = defined(trail.items.find(({ action }) => action === 'tools.change'));
    expect(entry.detail.changes.map(({ field }) => field)).toContain('listOrders: redaction.fields.items.status');
    expect(complaints).toEqual([]);

    // A field in which something was found is named before it is let out, and a mark is taken back.
    await choose(page, 'All fields');
    await page.getByRole('checkbox', { name: 'Choose items.note of listOrders' }).check();
    await page.getByRole('button', { name: 'Never redact …' }).click();
    await page.getByRole('dialog').getByText('personal data was found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose none' }).click();
    await page.getByRole('checkbox', { name: 'Choose items.status of listOrders' }).check();
    await page.getByRole('button', { name: 'Take back marks …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await lineOf(page, 'items.status').getByText('3 withheld').waitFor();
    expect(await marksOf('listOrders')).toBeUndefined();

    // What a recording shows as harmless is opened, and still searched.
    await page.getByRole('checkbox', { name: 'Choose items.status of listOrders' }).check();
    await page.getByRole('button', { name: 'Redact only what is found …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Redact only what is found' }).click();
    await lineOf(page, 'items.status').getByText('3 kept').waitFor();
    expect(await marksOf('listOrders')).toEqual({ 'items.status': 'found' });
    await context.close();
  });

  test('can be looked at by a viewer, who is offered no mark, on a phone without scrolling sideways', async () => {
    const { page, context } = await site.dashboard.visit({
      role: 'viewer',
      at: site.at('tools/fields'),
      size: 'narrow',
    });
    await read(page);

    const boxes = await fields(page).getByRole('checkbox').count();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

    expect(boxes).toBe(0);
    expect(overflow).toBeLessThanOrEqual(0);
    await context.close();
  });

  test('asks for the tool of an answer that does not say what was called', async () => {
    const { page, context } = await site.dashboard.visit({ at: site.at('tools/fields') });
    await source(page).fill('{"name": "Ada", "status": "fine"}');
    await page.getByRole('button', { name: 'Show the fields' }).click();
    await page.getByText('Choose the tool of the answer.').waitFor();

    await page.getByRole('button', { name: /^Tool of an answer/ }).click();
    await page.getByRole('option', { name: /^getCustomer GET/ }).click();
    await page.getByRole('button', { name: 'Show the fields' }).click();

    await lineOf(page, 'status').waitFor();
    expect(await fields(page).getByRole('heading').allTextContents()).toEqual(['getCustomer']);
    await context.close();
  });
});
