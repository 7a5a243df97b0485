/**
 * The documentation below /docs. It is built when somebody opens it first, in a process of its own at low priority: a start neither
 * waits for it nor installs what it needs. Until it is there, and where it could not be built, each page is a short one that says so.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './lib/kept.ts';
import { startBehind } from './lib/priority.ts';
import { fileIn } from './lib/siteFolder.ts';
import type { SiteFiles } from './twins/s3/buckets.ts';

/** How long a request waits before it gets the page in between: a site that was built before is there sooner. */
const PATIENCE_MS = 1_500;

interface Build {
  /** What it does, in sentences; the last one is the present step. */
  readonly steps: string[];
  folder?: string;
  /** Why it ended without a folder; `isOffline`: because its packages could not be had. */
  failure?: { readonly message: string; readonly isOffline: boolean };
  readonly ended: Promise<void>;
  /** Whether somebody has seen the failure: the next page tries again. */
  isTold?: true;
}

/**
 * Files with keys below `docs/`; undefined for all other keys.
 *
 * @param script path from the root: prints its steps in lines, then {"folder"}, or {"code", "message"}, as JSON
 */
export function documentationFiles(script = join('scripts', 'docs', 'main.ts')): SiteFiles {
  let build: Build | undefined;
  return async (key) => {
    if (!key.startsWith('docs/')) return undefined;
    if (key === STYLE_KEY) return { body: Buffer.from(STYLE), cacheControl: 'no-store' };
    const isPage = key.endsWith('.html');
    if (build === undefined || (build.isTold && isPage)) build = startBuild(script);
    await Promise.race([build.ended, sleep(PATIENCE_MS, undefined, { ref: false })]);
    if (build.folder !== undefined) return fileIn(build.folder, key);
    if (!isPage) return undefined;
    if (build.failure !== undefined) build.isTold = true;
    return { body: Buffer.from(meanwhile(build)), cacheControl: 'no-store' };
  };
}

function startBuild(script: string): Build {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  startBehind(child.pid);
  const steps: string[] = [];
  const build: Build = { steps, ended: new Promise((done) => child.once('close', () => done())) };
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4_000);
  });
  createInterface(child.stdout).on('line', (line) => {
    if (!line.startsWith('{')) return void steps.push(line);
    const { folder, code, message } = JSON.parse(line) as { folder?: string; code?: string; message?: string };
    if (folder !== undefined) build.folder = folder;
    if (message !== undefined) build.failure = { message, isOffline: code === 'docs_not_installed' };
  });
  child.once('error', ({ message }) => {
    build.failure = { message, isOffline: false };
  });
  child.once('close', () => {
    if (build.folder === undefined) build.failure ??= { message: errors || 'The build ended early.', isOffline: false };
  });
  return build;
}

const STYLE_KEY = 'docs/meanwhile.css';
const STYLE = `:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page until the site is there; it loads itself again. After a failure, loading it again tries again. */
function meanwhile({ steps, failure }: Build): string {
  const body =
    failure === undefined
      ? `<h1>The documentation is being built</h1>
<p>This happens once, when it is opened first, and takes about half a minute. The page loads by itself.</p>
<ol>${steps.map((step) => `<li>${escaped(step)}</li>`).join('')}</ol>`
      : `<h1>The documentation could not be built</h1>
<p>${failure.isOffline ? 'What builds it comes from the npm registry, the first time only. Connect this machine to the network, then load this page again.' : 'Load this page to try again.'}
Until then, read the same texts as Markdown: <code>${escaped(join(root, 'docs', 'index.md'))}</code>.</p>
<pre>${escaped(failure.message)}</pre>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${failure === undefined ? '<meta http-equiv="refresh" content="2">\n' : ''}<title>Documentation · Portcullis</title>
<link rel="stylesheet" href="/${STYLE_KEY}">
</head>
<body><main>${body}</main></body>
</html>
`;
}
