/** An automation key from the page Members to a pipeline: the command line applies a server with it, until it is revoked. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { main } from '../../cli/main.ts';
import { seriousIssues } from '../support/axe.ts';
import { siteOnSharedStack } from '../support/site.ts';

const site = siteOnSharedStack();

/** The command line as a pipeline runs it, with the key in its environment. */
async function pipeline(key: string, ...args: string[]) {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const before = process.env['PORTCULLIS_TOKEN'];
  process.env['PORTCULLIS_TOKEN'] = key;
  try {
    const code = await main([...args, '--url', site.dashboard.stack.edgeUrl], out, err);
    out.end();
    err.end();
    return { code, out: await text(out), err: await text(err) };
  } finally {
    if (before === undefined) delete process.env['PORTCULLIS_TOKEN'];
    else process.env['PORTCULLIS_TOKEN'] = before;
  }
}

test('a key of the page Members applies servers from files, and nothing more once it is revoked', async () => {
  // Prepare
  const folder = await mkdtemp(join(tmpdir(), 'declared-'));
  const file = join(folder, 'servers.yaml');
  await writeFile(
    file,
    'kind: portcullis-servers\nversion: 1\ngroup: by-key\nservers:\n  tools:\n    name: Declared by a pipeline\n    source: { kind: manual }\n    baseUrl: https://api.example.com\n    auth: { type: none }\n    tools:\n      list_things: { verb: GET, path: /things, description: Lists things. }\n',
  );
  const { page, context, complaints } = await site.dashboard.visit({ at: '/members' });

  // Act: make it
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText(/^Enter what it is for/).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Deployment pipeline');
  const panelIssues = await seriousIssues(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  const shown = page.getByRole('region', { name: 'New automation key' });
  await shown.getByRole('button', { name: 'Copy the key' }).click();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  const shownIssues = await seriousIssues(page);

  // Act: use it
  const applied = await pipeline(key, 'apply', '-f', folder);
  const same = await pipeline(key, 'diff', '-f', folder);
  const members = await pipeline(key, 'member', 'list');

  // Act: revoke it
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('button', { name: 'Revoke Deployment pipeline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('“Deployment pipeline” is revoked.').waitFor();
  const refused = await pipeline(key, 'diff', '-f', folder);

  // Assess
  expect(key).toMatch(/^pca_[0-9A-Za-z]{61}$/);
  expect({ applied: applied.code, err: applied.err }).toEqual({ applied: 0, err: expect.anything() });
  expect(same.code).toBe(0);
  expect(members).toMatchObject({ code: 1, err: expect.stringContaining('key_not_allowed') });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('key_not_accepted') });
  expect([panelIssues, shownIssues, complaints]).toEqual([[], [], []]);

  await context.close();
  await rm(folder, { recursive: true });
});
