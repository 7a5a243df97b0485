/** A server's tools: found, switched, edited, tried, looked at. Clients are asked what they see of it. */
import { describe, expect, test } from '@jest/globals';
import { defined } from '../support/defined.ts';
import { connect, toolNames } from '../support/mcpClients.ts';
import { siteOnSharedStack } from '../support/site.ts';

const site = siteOnSharedStack();

describe('the tools of a server', () => {
  test('are shown as clients get them, in each way of listing, for a scope, and searched', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('view') });
    const list = page.getByRole('list', { name: 'Tools as clients see them' });
    const names = async () => (await list.locator('summary .mono').allTextContents()).sort();
    const choose = async (label: string, option: RegExp | string) => {
      await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await list.getByText('listCustomers', { exact: true }).waitFor();

    // Act
    const flat = await names();
    const client = await connect(site.hosted.mcpUrl);
    const real = await client.listTools();
    await client.close();
    await choose('List', 'One short tool per endpoint');
    await list.getByText('describe_tool', { exact: true }).waitFor();
    const compact = await names();
    await choose('List', 'Search');
    await list.getByText('call_change', { exact: true }).waitFor();
    const searched = await names();
    await choose('List', 'Groups by tag');
    await list.getByText('customers_change', { exact: true }).waitFor();
    await choose('Client', 'A token for read-only tools');
    await list.getByText('customers_change', { exact: true }).waitFor({ state: 'detached' });
    const readable = await names();
    await page.getByRole('searchbox', { name: 'Find' }).fill('orders');
    await page.getByText(/^\d+ of \d+ tools/).waitFor();
    await list.locator('summary').first().click();
    const wire = await list.locator('pre').first().textContent();

    // Assess
    expect(flat).toEqual(real.map(({ name }) => name).sort());
    expect(compact).toEqual([...flat, 'describe_tool'].sort());
    expect(searched).toEqual(['call_change', 'call_read', 'search']);
    expect(readable.every((name) => name.endsWith('_read'))).toBe(true);
    expect(wire).toContain('"inputSchema"');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('are opened from the calls and figures of the overview', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('overview') });
    const client = await connect(site.hosted.mcpUrl);
    await client.call('listProducts', {});
    await client.close();
    const feed = page.getByRole('region', { name: 'Live feed' });
    const busiest = page.getByRole('region', { name: 'Busiest tools' });

    // Act
    await feed.getByRole('button', { name: 'listProducts' }).first().click();
    const entry = await page.getByRole('dialog').textContent();
    await page.keyboard.press('Escape');
    await busiest.getByRole('link', { name: /of listProducts in the audit log$/ }).click();
    await page.getByRole('link', { name: 'listProducts' }).first().waitFor();
    const audit = new URL(page.url());
    await page.goBack();
    await busiest.getByRole('link', { name: 'listProducts', exact: true }).click();
    await page.getByText(/^\d+ of \d+ tools found$/).waitFor();

    // Assess
    expect(entry).toContain('Answer digest');
    expect([audit.searchParams.get('class'), audit.searchParams.get('tool')]).toEqual(['call', 'listProducts']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('have figures of their own on the overview, as connection tokens have, and a young server begins with its last hour', async () => {
    // Prepare
    const client = await connect(site.hosted.mcpUrl);
    await client.call('getStatus', {});
    await client.close();
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('overview') });
    const of = page.getByRole('button', { name: /^Calls of/ });
    const calls = page.getByRole('figure', { name: 'Calls' });
    const choose = async (option: string) => {
      await of.click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };

    // Act
    await page.getByRole('button', { name: '60 minutes', pressed: true }).waitFor();
    await choose('getStatus');
    await page.waitForURL(/tool=getStatus/);
    await calls.getByRole('heading', { name: 'Calls 1, 0 failed' }).waitFor();
    const bars = await calls.locator('tbody tr').count();
    await page.reload();
    await calls.getByRole('heading', { name: 'Calls 1, 0 failed' }).waitFor();
    await of.click();
    await page.getByRole('group', { name: 'Connection tokens' }).getByRole('option').first().click();
    await page.waitForURL(/token=tok_/);
    await page
      .getByRole('region', { name: 'Busiest tokens' })
      .getByRole('link', { name: /in the audit log$/ })
      .click();
    await page.waitForURL(/audit\?class=call&token=tok_/);

    // Assess
    expect(bars).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('are drawn by the hundred when there are many, the focus staying where the next are asked for', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('overview') });
    await page.route('**/v1/servers/*/tools', async (route) => {
      const { items, ...rest } = await (await route.fetch()).json();
      const many = Array.from({ length: 330 }, (_, n) => ({
        ...items[n % 10],
        id: `tool_${n}`,
        name: `tool_${n}`,
        tag: '',
      }));
      await route.fulfill({ json: { ...rest, items: many, total: 330, enabled: 330 } });
    });
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    const rows = page.getByRole('button', { name: /^tool_/ });
    const drawn = (count: number) => rows.nth(count - 1).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);

    // Act
    await drawn(100);
    const first = await rows.count();
    await page.getByRole('button', { name: 'Show 100 more of 230', exact: true }).press('Enter');
    await drawn(200);
    const next = await focused();
    await page.keyboard.press('Enter');
    await drawn(300);
    const last = await focused();
    await page.keyboard.press('Enter');
    await drawn(330);
    await page.waitForFunction(() => document.activeElement?.textContent === 'tool_299');
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('tool_2');
    await page.getByText('111 of 330 tools found').waitFor();
    await page.getByRole('button', { name: 'Show 11 more', exact: true }).waitFor();
    await drawn(100);

    // Assess
    expect([first, next, last]).toEqual([100, 'Show 100 more of 130', 'Show 30 more']);
    expect(await rows.count()).toBe(100);
    await context.close();
  });

  test('are found again as they were looked for, by a link and by Back, which no letter is a step of', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tokens') });
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    const field = page.getByRole('searchbox', { name: 'Find a tool' });
    const panel = page.getByRole('dialog');
    const found = page.getByText(/^\d of \d+ tools found$/);
    const isFlat = () => page.getByRole('button', { name: 'Flat' }).getAttribute('aria-pressed');

    // Act
    await field.focus();
    await page.keyboard.type('get orders');
    await found.waitFor();
    await page.getByRole('button', { name: 'Flat' }).click();
    await page.getByRole('button', { name: 'getOrder', exact: true }).click();
    await panel.waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    const closed = [await field.inputValue(), await isFlat()];
    const link = page.url();
    await page.goBack();
    await page.getByRole('button', { name: 'Generate token' }).waitFor();
    await page.goto(link);
    await found.waitFor();

    // Assess
    expect(closed).toEqual(['get orders', 'true']);
    expect(new URL(link).search).toBe('?q=get+orders&view=flat');
    expect([await field.inputValue(), await isFlat()]).toEqual(closed);
    await context.close();
  });

  test('can be switched off one by one and by tag, and leave the list that clients see', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tools') });
    const before = await toolNames(site.hosted.mcpUrl);

    // Act
    const sealed = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    // The next click is by what the page shows, so it has to show the last one first.
    const turn = async (name: string, checked: boolean): Promise<void> => {
      await Promise.all([sealed(), page.getByRole('checkbox', { name }).click()]);
      await page.getByRole('checkbox', { name, checked }).waitFor();
    };
    await turn('listCustomers enabled', false);
    const afterOne = await toolNames(site.hosted.mcpUrl);
    await turn('All tools of Orders', false);
    const afterTag = await toolNames(site.hosted.mcpUrl);
    await turn('All tools of Orders', true);
    await turn('listCustomers enabled', true);

    // Assess
    expect(before).toContain('listCustomers');
    expect(afterOne).toEqual(before.filter((name) => name !== 'listCustomers'));
    expect(afterTag.length).toBeLessThan(afterOne.length);
    expect(await toolNames(site.hosted.mcpUrl)).toEqual(before);
    await context.close();
  });

  test('can be edited, say that they were, and go back to their original', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tools') });
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('get products one');
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('getProduct');
    await page.getByRole('button', { name: 'getProduct', exact: true }).click();
    const panel = page.getByRole('dialog');
    const description = panel.getByRole('textbox', { name: 'Description' });
    const original = await description.inputValue();

    // Act
    await description.fill('Use it to look up one product by its number.');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Original description').waitFor();
    const client = await connect(site.hosted.mcpUrl);
    const seen = JSON.stringify(await client.listTools());
    await client.close();
    await panel.getByRole('button', { name: 'Reset to original' }).click();
    await panel.getByText('Original description').waitFor({ state: 'detached' });

    // Assess
    expect(seen).toContain('Use it to look up one product by its number.');
    expect(await description.inputValue()).toBe(original);
    await context.close();
  });

  test('say how their lists and slashes are sent, and follow the server and the description again', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('tools') });
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('getProduct');
    await page.getByRole('button', { name: 'getProduct', exact: true }).click();
    const panel = page.getByRole('dialog');
    const lists = panel.getByRole('button', { name: /^Lists in requests/ });
    const slashes = panel.getByRole('group', { name: 'Arguments with slashes' }).getByRole('checkbox');
    const stored = async () => {
      const { items } = await site.dashboard.stack.api<{
        items: Array<{ name: string; listStyle?: string; slashes?: [] }>;
      }>('GET', `/v1/servers/${site.hosted.serverId}/tools`);
      const { listStyle, slashes: kept } = defined(items.find(({ name }) => name === 'getProduct'));
      return { listStyle, slashes: kept };
    };

    // Act
    await lists.click();
    await page.getByRole('option', { name: 'ids[]=1&ids[]=2' }).click();
    await slashes.check();
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: 'Reset to original' }).nth(1).waitFor();
    const chosen = await stored();
    await panel.getByRole('button', { name: 'Reset to original' }).first().click();
    await lists.getByText('Server setting').waitFor();
    await panel.getByRole('button', { name: 'Reset to original' }).click();
    await panel.getByRole('button', { name: 'Reset to original' }).waitFor({ state: 'detached' });

    // Assess
    expect(chosen).toEqual({ listStyle: 'brackets', slashes: ['sku'] });
    expect(await stored()).toEqual({});
    expect(await slashes.isChecked()).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('keep the other edits when one field goes back to its original', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tools') });
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('getProduct');
    await page.getByRole('button', { name: 'getProduct', exact: true }).click();
    const panel = page.getByRole('dialog');
    const title = panel.getByRole('textbox', { name: 'Title' });
    const description = panel.getByRole('textbox', { name: 'Description' });
    const original = await title.inputValue();
    await title.fill('Another title');
    await panel.getByRole('button', { name: 'Save' }).click();
    const reset = panel.getByRole('button', { name: 'Reset to original' });
    await reset.waitFor();

    // Act
    await description.fill('Not saved yet.');
    await reset.click();
    await reset.waitFor({ state: 'detached' });

    // Assess
    expect(await title.inputValue()).toBe(original);
    expect(await description.inputValue()).toBe('Not saved yet.');
    await context.close();
  });

  test('take fields that the description does not declare until somebody switches it off, and again when it is on', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tools') });
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('createTicket');
    await page.getByRole('button', { name: 'createTicket', exact: true }).click();
    const panel = page.getByRole('dialog');
    const accept = panel.getByRole('checkbox', { name: 'Accept fields that the description does not declare' });
    const schema = panel.getByLabel('Input schema');
    const save = panel.getByRole('button', { name: 'Save' });
    const ask = async () => {
      const client = await connect(site.hosted.mcpUrl);
      const about = { customerId: 'cus_000001', subject: 'Legs', message: 'One is missing.' };
      const answer = await client.call('createTicket', { ...about, priority: 'high' });
      await client.close();
      return answer;
    };
    const first = [await accept.isChecked(), await ask()] as const;

    // Act
    await accept.uncheck();
    const text = await schema.inputValue();
    await save.click();
    const reset = panel.getByRole('button', { name: 'Reset to original' });
    await reset.waitFor();
    const closed = await ask();
    await accept.check();
    await save.click();
    await page.waitForFunction(() => !document.body.textContent?.includes('Reset to original'));
    const opened = await ask();
    await schema.fill('{ "type": ');
    const whileBroken = await accept.isDisabled();

    // Assess
    expect(first).toMatchObject([true, {}]);
    expect(first[1].isError ?? false).toBe(false);
    expect(JSON.parse(text)).toMatchObject({ additionalProperties: false });
    expect(closed.isError).toBe(true);
    expect(closed.content[0]?.text).toContain('/priority: is not an argument of this tool');
    expect(opened.isError ?? false).toBe(false);
    expect(whileBroken).toBe(true);
    await context.close();
  });

  test('refuse a schema that is no JSON before it is sent, and a bad name at its field', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tools') });
    await page.getByRole('button', { name: 'getProduct', exact: true }).click();
    const panel = page.getByRole('dialog');

    // Act
    await panel.getByLabel('Input schema').fill('{ "type": ');
    await panel.getByText(/not JSON yet/).waitFor();
    const disabled = await panel.getByRole('button', { name: 'Save' }).isDisabled();
    await panel.getByLabel('Input schema').fill('{"type":"object","properties":{"productId":{"type":"string"}}}');
    await panel.getByRole('textbox', { name: 'Name' }).fill('no spaces allowed');
    await panel.getByRole('button', { name: 'Save' }).click();

    // Assess
    expect(disabled).toBe(true);
    await panel
      .getByText(/letters, digits, underscores or dashes/)
      .first()
      .waitFor();
    await context.close();
  });

  test('can be tried: the composed request, the raw answer and the governed one stand side by side', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tools') });
    await page.getByRole('button', { name: 'listCustomers', exact: true }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('tab', { name: 'Edit' }).focus();
    await page.keyboard.press('ArrowRight');

    // Act
    await panel
      .getByText(/^integer, from 1, up to \d+/)
      .first()
      .waitFor();
    await panel.getByRole('textbox', { name: 'Arguments' }).fill('{"limit": 2}');
    await panel.getByRole('button', { name: 'Call', exact: true }).click();
    const request = panel.getByRole('region', { name: 'Request' });
    await request.waitFor();

    // Assess
    const raw = await panel.getByRole('region', { name: /Raw response/ }).textContent();
    const governed = await panel.getByRole('region', { name: 'What a model gets' }).textContent();
    expect(await request.textContent()).toContain('/customers?limit=2');
    expect(await panel.textContent()).not.toContain(site.dashboard.demo.auth.token);
    expect(raw).toMatch(/@example\./);
    expect(governed).toContain('[REDACTED:email]');
    expect(governed).not.toMatch(/@example\./);
    await context.close();
  });
});

test('a viewer sees everything and is offered nothing to change', async () => {
  // Prepare
  const { page, context } = await site.dashboard.visit({ role: 'viewer', at: site.at('tools') });

  // Act
  const switches = await page.getByRole('checkbox', { name: 'listCustomers enabled' }).isDisabled();
  const addTool = await page.getByRole('button', { name: 'Add tool' }).count();
  await page.getByRole('link', { name: 'Connection Tokens', exact: true }).click();
  await page.getByRole('table').waitFor();

  // Assess
  expect(addTool).toBe(0);
  expect(switches).toBe(true);
  expect(await page.getByRole('button', { name: /Generate|Revoke|Close all/ }).count()).toBe(0);
  await page.goto(`${site.dashboard.stack.edgeUrl}/servers/new`);
  await page.getByText('Viewers cannot create servers').waitFor();
  await context.close();
});
