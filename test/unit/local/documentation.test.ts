/** What a reader gets of the documentation while it is built, where it cannot be, and once it is there. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { documentationFiles } from '../../../local/documentation.ts';
import { until } from '../../support/until.ts';

/** A build as a script of its own, and a folder as one leaves it. */
function buildOf(lines: (site: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'documentation-'));
  const site = join(folder, 'site');
  mkdirSync(join(site, 'docs', 'assets'), { recursive: true });
  writeFileSync(join(site, 'docs', 'index.html'), '<title>The site</title>');
  writeFileSync(join(site, 'docs', 'assets', 'app.js'), 'run()');
  writeFileSync(join(site, 'secret.txt'), 'not of the site');
  const script = join(folder, 'build.mjs');
  writeFileSync(script, lines(site));
  const files = documentationFiles(script);
  const textOf = async (key: string) => (await files(key))?.body.toString();
  return { folder, files, textOf };
}

const ends = (site: string) => `console.log(JSON.stringify({ folder: ${JSON.stringify(site)} }));`;

test('a page waits for a site that is there soon, and has the headers of the deployment', async () => {
  const { files, textOf } = buildOf(ends);

  expect(await textOf('docs/index.html')).toContain('The site');
  expect((await files('docs/index.html'))?.cacheControl).toBe('no-cache');
  expect((await files('docs/assets/app.js'))?.cacheControl).toMatch(/immutable/);
});

test('nothing outside of the site is given, and nothing for keys of others', async () => {
  const { textOf } = buildOf(ends);

  expect(await textOf('docs/index.html')).toContain('The site');
  expect(await textOf('docs/../secret.txt')).toBeUndefined();
  expect(await textOf('docs/none.html')).toBeUndefined();
  expect(await textOf('index.html')).toBeUndefined();
});

test('a page in between says what is done, and loads itself again until the site is there', async () => {
  const { folder, textOf } = buildOf(
    (site) => `
      import { existsSync } from 'node:fs';
      console.log('Building the <pages> …');
      const timer = setInterval(() => {
        if (!existsSync(${JSON.stringify(join(site, 'go'))})) return;
        clearInterval(timer);
        ${ends(site)}
      }, 20);`,
  );

  const first = await textOf('docs/guides/limits.html');
  writeFileSync(join(folder, 'site', 'go'), '');
  await until(async () => (await textOf('docs/index.html'))?.includes('The site') === true);

  expect(first).toContain('<li>Building the &#60;pages&#62; …</li>');
  expect(first).toContain('http-equiv="refresh"');
});

test('a build that cannot be made says why, and is tried again when the page is loaded again', async () => {
  const { folder, textOf } = buildOf(
    (site) => `
      import { existsSync } from 'node:fs';
      if (existsSync(${JSON.stringify(join(site, 'network'))})) { ${ends(site)} }
      else console.log(JSON.stringify({ code: 'docs_not_installed', message: 'npm could not install' }));`,
  );

  const failed = await textOf('docs/index.html');
  writeFileSync(join(folder, 'site', 'network'), '');
  const again = await textOf('docs/index.html');

  expect(failed).toContain('npm could not install');
  expect(failed).toContain('Connect this machine to the network');
  expect(failed).not.toContain('http-equiv="refresh"');
  expect(again).toContain('The site');
});
