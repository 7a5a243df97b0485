/**
 * Builds the documentation site once for each state of its sources, into a folder below .cache/docs/. What VitePress needs (docs/package.json)
 * is installed then, into docs/node_modules: neither a start nor a deployment of an unchanged site waits for it, and no package changes
 * under a running stack. The pages are built in a copy of docs/, where the reference is generated, so that nothing in the repository changes.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PortcullisError } from '../../core/lib/errors.ts';
import { digestOf, keptFolder, root, sourcesIn } from '../../local/lib/kept.ts';
import { referencePages } from './reference/index.ts';

const docs = join(root, 'docs');
const modules = join(docs, 'node_modules');
const stamp = join(modules, '.portcullis-lock');

/** What comes into the site: its own folder, what the reference is made of, and pictures. */
const sources = (): string[] => [
  ...globSync('docs/**/*', {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => entry.name === 'node_modules',
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  ...globSync('docs/.vitepress/**/*.{mjs,js,css}', { cwd: root }),
  ...sourcesIn(['core', 'lib', 'scripts/docs']),
  ...globSync('cli/usage/*.txt', { cwd: root }),
  ...globSync('design/images/*', { cwd: root }),
];

/**
 * The folder that holds the site in `docs/`, as it lies in the bucket of the dashboard.
 *
 * @param say is told each step, in a sentence
 * @param words changes texts before they are built, such as to commands of the package
 * @throws PortcullisError `docs_not_installed` without network at the first build, `docs_not_built` with VitePress's message
 */
export const ensureSite = (say: (line: string) => void, words?: (text: string) => string): Promise<string> =>
  keptFolder('docs', digestOf(words ? words.toString() : '', sources()), async (folder) => {
    await install(say);
    say('Building the pages …');
    // With the repository's folders, so that relative paths to pictures are those of the Markdown.
    const work = join(folder, 'work', 'docs');
    cpSync(docs, work, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
    cpSync(join(root, 'design', 'images'), join(folder, 'work', 'design', 'images'), { recursive: true });
    symlinkSync(modules, join(work, 'node_modules'), 'junction');
    writeReference(join(work, 'reference'));
    if (words) rewrite(work, words);
    const { code, output } = await run(
      process.execPath,
      [join(modules, 'vitepress', 'bin', 'vitepress.js'), 'build', work],
      root,
    );
    if (code !== 0)
      throw new PortcullisError('docs_not_built', `The documentation was not built:\n${output.slice(-4_000)}`);
    renameSync(join(work, '.vitepress', 'dist'), join(folder, 'docs'));
    rmSync(join(folder, 'work'), { recursive: true });
  });

function writeReference(folder: string): void {
  const pages = referencePages();
  for (const { path, text } of pages) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, `${path}.md`), text);
  }
  const list = pages.map(({ path, title }) => ({ path, title }));
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(list));
}

function rewrite(work: string, words: (text: string) => string): void {
  for (const page of globSync('{*,*/*,*/*/*}.md', { cwd: work, exclude: ['node_modules'] })) {
    const file = join(work, page);
    writeFileSync(file, words(readFileSync(file, 'utf8')));
  }
}

/** Installs what the lock file says, unless it is there. */
async function install(say: (line: string) => void): Promise<void> {
  const lock = createHash('sha256')
    .update(readFileSync(join(docs, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('Installing what builds the pages (100 MB, the first time only) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await run(
    npm,
    // Retries within seconds, because somebody waits at a page; what npm has in its cache needs no network.
    [
      'ci',
      '--ignore-scripts',
      '--prefer-offline',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=3000',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    docs,
  );
  if (code !== 0) {
    throw new PortcullisError(
      'docs_not_installed',
      `npm could not install what builds the pages. Check the network or proxy.\n${output.slice(-1_000)}`,
    );
  }
  writeFileSync(stamp, lock);
}

/** Runs a command without a terminal; its exit code, and what it printed. */
function run(command: string, args: readonly string[], cwd: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: command.endsWith('.cmd') });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
