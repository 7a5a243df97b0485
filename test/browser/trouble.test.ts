/** What the dashboard does when something does not go as hoped. Single answers of the API are replaced; the rest is real. */
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { unfold } from '../support/dashboard.ts';
import { siteOnSharedStack } from '../support/site.ts';

const site = siteOnSharedStack();

async function fillManual(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('In trouble');
  await page.getByRole('textbox', { name: 'Base URL' }).fill(site.dashboard.demo.baseUrl);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.locator('mark').first().waitFor();
}

describe('a deployment that fails', () => {
  test('names the phase, the reason and the way out, and can be started again', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: '/servers/new?way=manual' });
    const message = 'The host of the base URL answers from a private address. Use a public one.';
    await page.route('**/v1/servers/*/deployments/*', async (route) => {
      const answer = await route.fetch();
      const deployment = await answer.json();
      const [first, second, ...rest] = deployment.phases;
      const waiting = rest.map((phase: object) => ({ ...phase, status: 'pending' }));
      await route.fulfill({
        json: {
          ...deployment,
          status: 'failed',
          phases: [first, { ...second, status: 'failed' }, ...waiting],
          error: { phase: second.name, code: 'upstream_not_public', message },
        },
      });
    });
    await fillManual(page);

    // Act
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('heading', { name: 'The deployment stopped' }).waitFor();
    const text = (await page.locator('main').textContent()) ?? '';
    await page.unroute('**/v1/servers/*/deployments/*');
    // The real deployment behind the replaced answer has to end first.
    const live = async () => {
      const { items } = await site.dashboard.stack.api<{ items: { status: string }[] }>('GET', '/v1/servers');
      return items.every((server) => server.status === 'live');
    };
    while (!(await live())) await page.waitForTimeout(100);
    await page.getByRole('button', { name: 'Deploy again' }).click();
    await page.getByRole('heading', { name: 'In trouble is live' }).waitFor();

    // Assess
    expect(text).toContain('Configuring the security layer failed');
    expect(text).toContain(message);
    expect(text).toContain('upstream_not_public');
    expect(await page.locator('.phase.failed').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Copy MCP URL' }).isVisible()).toBe(true);
    await context.close();
  });
});

describe('a refused value', () => {
  test('is explained on the step and at the field where it can be mended', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: '/servers/new?way=manual' });
    await fillManual(page);
    await unfold(page);
    await page.getByRole('button', { name: 'Your own fields, words and patterns' }).click();
    await page.getByRole('button', { name: 'Add a pattern' }).click();
    await page.getByRole('textbox', { name: 'Name of pattern 1' }).fill('staff');
    await page.getByRole('textbox', { name: 'Pattern 1', exact: true }).fill('(?<=EMP-)\\d+');

    // Act
    await page.getByRole('button', { name: 'Deploy' }).click();
    // The notice names the field's path first; the text at the field begins with the reason.
    await page
      .getByText(/^is not a valid RE2 pattern/)
      .first()
      .waitFor();

    // Assess
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('What may the model see?');
    await context.close();
  });

  test('of an upstream address comes with its reason', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: '/servers/new?way=manual' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Inside');

    // Act
    await page.getByRole('textbox', { name: 'Base URL' }).fill('https://169.254.169.254/latest');
    await page.getByRole('button', { name: 'Next', exact: true }).click();

    // Assess
    await page.getByText(/domain name; IP addresses are refused/).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Which API does this server call?');
    await context.close();
  });
});

describe('an access token that has expired', () => {
  test('is renewed without leaving the page', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: '/settings' });
    const grants: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/oauth2/token'))
        grants.push(new URLSearchParams(request.postData() ?? '').get('grant_type') ?? '');
    });
    let refused = 0;
    await page.route('**/v1/servers', async (route) => {
      if (refused++ === 0) await route.fulfill({ status: 401, json: { message: 'Unauthorized' } });
      else await route.continue();
    });

    // Act
    await page.getByRole('link', { name: 'Servers', exact: true }).click();
    await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor();

    // Assess
    expect(grants).toEqual(['refresh_token']);
    expect(refused).toBeGreaterThan(1);
    await context.close();
  });
});

describe('a sign-in that has ended', () => {
  test('is begun again beside the page, which keeps what was typed and goes on with what it did', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: `/servers/${site.hosted.serverId}/settings` });
    let ended = true;
    await page.route('**/oauth2/token', (route) =>
      ended && route.request().postData()?.includes('refresh_token')
        ? route.fulfill({ status: 400, json: { error: 'invalid_grant' } })
        : route.continue(),
    );
    await page.route('**/v1/servers/*', (route) =>
      ended ? route.fulfill({ status: 401, json: { message: 'Unauthorized' } }) : route.continue(),
    );
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Typed before the end');
    await page.locator('form').getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    ended = false;

    // Act
    const beside = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Sign in again' }).click();
    const window = await beside;
    // It may have closed by itself before anybody waits for that.
    if (!window.isClosed()) await window.waitForEvent('close');
    await page.getByText('Saved.').waitFor();

    // Assess
    const stored = await site.dashboard.stack.api<{ name: string }>('GET', `/v1/servers/${site.hosted.serverId}`);
    expect(stored.name).toBe('Typed before the end');
    expect(await dialog.count()).toBe(0);
    expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
    await context.close();
  });

  test('is not what a network that is away means', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: `/servers/${site.hosted.serverId}/settings` });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Typed without a network');

    // Act
    await context.setOffline(true);
    await page.locator('form').getByRole('button', { name: 'Save' }).click();
    await page.getByText('may be out of date').waitFor({ timeout: 30_000 });
    await context.setOffline(false);
    await page.getByText('may be out of date').waitFor({ state: 'detached', timeout: 30_000 });

    // Assess
    expect(await name.inputValue()).toBe('Typed without a network');
    expect(page.url()).toContain(site.hosted.serverId);
    await context.close();
  });
});

describe('what is typed and not saved', () => {
  test('is asked about before it is left, by a link, by Escape and by Back', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: '/' });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const stay = async () => {
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
    };
    await page.goto(`${site.dashboard.stack.edgeUrl}/servers/${site.hosted.serverId}/tools`);
    await page.getByRole('button', { name: 'getProduct', exact: true }).click();
    const panel = page.getByRole('dialog').first();
    const title = panel.getByRole('textbox', { name: 'Title' });
    await title.fill('Not saved');

    // Act
    await panel.getByRole('tab', { name: 'Try it' }).click();
    await panel.getByRole('tab', { name: 'Edit' }).click();
    await page.keyboard.press('Escape');
    await stay();
    await page.goBack();
    await stay();
    const kept = await title.inputValue();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await panel.waitFor({ state: 'detached' });

    // Assess
    expect(kept).toBe('Not saved');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('getProduct');
    await context.close();
  });

  test('is nothing any more once the page says that it is saved, however long a busy service takes to be read again', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: `/servers/${site.hosted.serverId}/settings` });
    const form = page.locator('form', { hasText: 'Base URL' });
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    const answered = Promise.withResolvers<void>();
    let isSaved = false;
    await page.route(`**/v1/servers/${site.hosted.serverId}`, async (route) => {
      if (isSaved && route.request().method() === 'GET') await answered.promise;
      isSaved ||= route.request().method() === 'PATCH';
      await route.continue();
    });

    // Act
    await name.fill('Saved in a busy hour');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const shown = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('link', { name: 'Deployments', exact: true }).click();
    await page.getByRole('button', { name: 'Re-import' }).waitFor();

    // Assess
    expect(shown).toContain('Saved in a busy hour');
    expect(await page.getByRole('dialog').count()).toBe(0);
    answered.resolve();
    await context.close();
  });

  test('is asked about while it is being saved until that has worked, which takes the person on', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: `/servers/${site.hosted.serverId}/settings` });
    const form = page.locator('form', { hasText: 'Base URL' });
    const save = form.getByRole('button', { name: 'Save' });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    let answer = Promise.withResolvers<'refused' | 'taken'>();
    await page.route(`**/v1/servers/${site.hosted.serverId}`, async (route) => {
      if (route.request().method() !== 'PATCH' || (await answer.promise) === 'taken') return route.continue();
      const fault = { field: '/name', rule: 'taken', message: 'is taken by another server.' };
      await route.fulfill({
        status: 400,
        json: { code: 'validation', detail: '/name: is taken by another server.', faults: [fault] },
      });
    });
    const leaveWhileSaving = async () => {
      await save.click();
      await page.getByRole('link', { name: 'Deployments', exact: true }).click();
      await question.getByText('are being saved').waitFor();
    };
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Saved while leaving');

    // Act
    await leaveWhileSaving();
    answer.resolve('refused');
    await question.getByText('“name” is taken by another server.').waitFor();
    const after = await question.getByText('are not saved yet').textContent();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await form.getByText('is taken by another server.', { exact: true }).waitFor();
    answer = Promise.withResolvers();
    await leaveWhileSaving();
    answer.resolve('taken');
    await page.getByRole('button', { name: 'Re-import' }).waitFor();

    // Assess
    expect(after).toContain('leave and lose them');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Saved while leaving');
    await context.close();
  });

  test('does not replace what somebody else saved meanwhile without saying so', async () => {
    // Prepare
    const { stack } = site.dashboard;
    const path = `/v1/servers/${site.hosted.serverId}`;
    const { page, context } = await site.dashboard.visit({ at: `/servers/${site.hosted.serverId}/settings` });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
    await stack.api('PATCH', path, { name: 'Theirs' });
    const save = page.locator('form').getByRole('button', { name: 'Save' });

    // Act
    await save.click();
    await page.getByText('The name is now: Theirs').waitFor();
    const before = await stack.api<{ name: string }>('GET', path);
    await save.click();
    await page.getByText('Saved.').waitFor();

    // Assess
    expect(before.name).toBe('Theirs');
    expect((await stack.api<{ name: string }>('GET', path)).name).toBe('Mine');
    await context.close();
  });
});

describe('a service that cannot be reached', () => {
  test('is said, and asked again when told to', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: '/settings' });
    await page.route('**/v1/servers', (route) => route.abort());

    // Act
    await page.getByRole('link', { name: 'Servers', exact: true }).click();
    await page.getByText('The service cannot be reached').waitFor();
    await page.unroute('**/v1/servers');
    await page.getByRole('button', { name: 'Try again' }).click();

    // Assess
    await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor();
    await page.getByText('The service cannot be reached').waitFor({ state: 'hidden' });
    await context.close();
  });
});
