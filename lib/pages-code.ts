/**
 * The code of the function that serves the dashboard where there is no distribution: its bundle, the files of the site, and what the
 * distribution does with requests of pages, in the same words (lib/edge/pages.js).
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleOf } from './bundles.ts';
import { dashboardFolder } from './dashboard.ts';
import { edgeCode } from './edge/code.ts';

/** A folder with `index.mjs`, `viewerRequest.mjs` and `site/`, which is removed when the process exits. Not made where only the template is wanted. */
export function pagesCode(isNeeded: boolean): string {
  const bundle = bundleOf('pages/handler', isNeeded);
  if (!isNeeded) return bundle;
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-pages-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(bundle, folder, { recursive: true });
  writeFileSync(join(folder, 'viewerRequest.mjs'), `${edgeCode('pages.js')}\nexport { handler };\n`);
  cpSync(dashboardFolder(), join(folder, 'site'), { recursive: true });
  return folder;
}
