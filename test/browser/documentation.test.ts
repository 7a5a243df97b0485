/**
 * The documentation as a reader has it, on one running stack: pages are built and served under the content security policy of the dashboard, in
 * light and dark, on a desktop and a phone, without a request to anybody else; the search works by keyboard; links lead to headings that there are;
 * and every command of a page runs, in the order of the page, with what the page says that it prints.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { main } from '../../cli/main.ts';
import { ensureSite } from '../../scripts/docs/site.ts';
import { COLOURS, seriousIssues } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import { SIZES } from '../support/dashboard.ts';
import { type Command, commandsOf, type Fence, portcullisArguments, writtenPages } from '../support/documentation.ts';
import { freePort } from '../support/freePort.ts';
import { type LocalStack, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** The port of the API that a reader starts; the pages call it 3000. */
let apiPort: number;
let stack: LocalStack;
let browser: Browser;
const apis: ChildProcess[] = [];

beforeAll(async () => {
  apiPort = await freePort();
  const flags = ['--dev-upstream', `http://localhost:${apiPort}`];
  // A stack builds the site behind everything else, which on a busy machine takes very long.
  await ensureSite(() => undefined);
  [stack, browser] = await Promise.all([startStack({ demo: true, flags }), openBrowser()]);
}, 900_000);
afterAll(async () => {
  for (const api of apis) api.kill('SIGKILL');
  await browser.close();
  await stack.stop();
});

describe('pages in a browser', () => {
  let page: Page;
  const complaints: string[] = [];
  const origins = new Set<string>();

  beforeAll(async () => {
    const context = await browser.newContext({ viewport: SIZES.desktop, reducedMotion: 'reduce' });
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto(`${stack.edgeUrl}/docs`);
    // Until the stack has the site, a page says so and loads itself again.
    await page.locator('.VPContent').waitFor({ timeout: 120_000 });
  });
  afterAll(() => page.context().close());

  test.each(['', 'tutorials/first-server', 'reference/audit-record'])(
    '/docs/%s keeps to the policy and to the rules of accessibility, and fits',
    async (path) => {
      await page.goto(`${stack.edgeUrl}/docs/${path}`);
      await page.locator('.VPContent').waitFor();

      // Each size and each look as a whole, and then the colours of what a size lays out otherwise.
      for (const [size, mode, rules] of [
        ['desktop', 'light', undefined],
        ['phone', 'dark', undefined],
        ['phone', 'light', COLOURS],
        ['desktop', 'dark', COLOURS],
      ] as const) {
        await page.setViewportSize(SIZES[size]);
        await page.emulateMedia({ colorScheme: mode });
        await page.waitForFunction(
          (dark) => document.documentElement.classList.contains('dark') === dark,
          mode === 'dark',
        );
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

        expect({ size, mode, issues: await seriousIssues(page, rules), overflow: Math.max(0, overflow) }).toEqual({
          size,
          mode,
          issues: [],
          overflow: 0,
        });
      }
      expect(complaints).toEqual([]);
      expect([...origins]).toEqual([stack.edgeUrl]);
    },
  );

  test('are found by words, and reached past the navigation, with the keyboard alone', async () => {
    await page.goto(`${stack.edgeUrl}/docs/tutorials/first-server`);
    await page.locator('.VPContent').waitFor();
    await page.keyboard.press('Tab');
    const first = await page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('Enter');
    const { hash } = new URL(page.url());

    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').pressSequentially('upstream_timeout');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/reference\/error-codes/);

    expect(first).toMatch(/Skip to content/);
    expect(hash).toBe('#VPContent');
    expect(complaints).toEqual([]);
  });

  test('answer questions in words with a guide before the reference', async () => {
    await page.goto(`${stack.edgeUrl}/docs/tutorials/redaction`);
    await page.locator('.VPContent').waitFor();
    await page.keyboard.press('Control+k');

    for (const [question, pattern] of [
      ['how do I revoke a token', '#revoke$'],
      ['what does it cost', '/docs/guides/cost#cost$'],
      ['private API', '/docs/guides/private-apis#'],
    ] as const) {
      await page.locator('.VPLocalSearchBox input').fill(question);
      await page.waitForFunction(
        (wanted) =>
          new RegExp(wanted).test(document.querySelector('.VPLocalSearchBox a.result')?.getAttribute('href') ?? ''),
        pattern,
      );
    }
    expect(complaints).toEqual([]);
  });

  test('have links to headings that there are', async () => {
    const found = new Map<string, { links: string[]; ids: Set<string> }>();
    for (const queue = ['/docs/']; queue.length > 0; ) {
      const path = queue.pop() as string;
      if (found.has(path)) continue;
      const answer = await fetch(`${stack.edgeUrl}${path}`);
      const html = answer.ok ? await answer.text() : '';
      const links = [...html.matchAll(/<a [^>]*href="(\/docs[^"]*|\.[^"]*|#[^"]*)"/g)].map(
        ([, href = '']) => new URL(href, `http://docs${path}`),
      );
      found.set(path, {
        links: links.map(({ pathname, hash }) => pathname + hash),
        ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)),
      });
      queue.push(...links.map(({ pathname }) => pathname));
    }

    const broken = [...found].flatMap(([path, { links }]) =>
      links
        .filter((link) => {
          const [to = '', anchor] = link.split('#');
          const ids = found.get(to)?.ids ?? new Set();
          return ids.size === 0 || (anchor !== undefined && !ids.has(decodeURIComponent(anchor)));
        })
        .map((link) => `${path} → ${link}`),
    );

    expect(found.size).toBeGreaterThan(40);
    expect(broken).toEqual([]);
  });
});

const shell = promisify(execFile);

/** What the pages call by names of their own, as it is here. */
const here = (text: string): string =>
  text
    .replaceAll('localhost:8787', new URL(stack.edgeUrl).host)
    .replaceAll('dev-3000', `dev-${apiPort}`)
    .replaceAll('localhost:3000', `localhost:${apiPort}`)
    .replaceAll('listen(3000)', `listen(${apiPort})`);

interface Server {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** Runs the blocks of one page, each where the one before has left things. */
class Reading {
  readonly folder = mkdtempSync(join(tmpdir(), 'reader-'));
  private output = '';
  private server = '';
  /** The last one that a command has printed. */
  private mcpUrl = '';

  constructor() {
    symlinkSync(join(stack.data, 'state'), join(this.folder, '.portcullis'));
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), here(text));
  }

  /** Makes the server that the page speaks of the newest one. */
  async begin(setup: string | undefined): Promise<void> {
    if (setup === 'demo') await this.portcullis(['demo'], 0);
    if (setup === 'orders')
      await this.portcullis(['server', 'create', 'orders.yaml', '--credential', 'credential.json'], 0);
  }

  async run({ text, marks }: Fence): Promise<void> {
    await this.begin(marks['setup']);
    this.output = '';
    for (const { command } of commandsOf(await this.named(here(text)))) {
      const args = command && portcullisArguments(command);
      if (command && args) await this.portcullis(args, marks['code'], command);
    }
    if (commandsOf(text).every(({ command }) => command === undefined || !portcullisArguments(command)))
      this.output += (await shell('bash', ['-ec', await this.named(here(text))], { cwd: this.folder })).stdout;
  }

  /** Whether the lines are in the output in this order; … stands for anything. */
  compare(text: string): void {
    const literally = (part: string) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => line.trim().split('…').map(literally).join('.*'));
    expect(this.output).toMatch(new RegExp(lines.join('[\\s\\S]*?')));
  }

  start(file: string): void {
    apis.push(spawn(process.execPath, [file], { cwd: this.folder, stdio: 'ignore' }));
  }

  private async portcullis(
    args: readonly string[],
    code: string | number = 0,
    { variables = {}, into }: Partial<Command> = {},
  ): Promise<void> {
    let [out, err] = ['', ''];
    const to = (take: (text: string) => void) =>
      new Writable({
        write: (chunk, _, done) => {
          take(String(chunk));
          done();
        },
      });
    const before = process.cwd();
    process.chdir(this.folder);
    Object.assign(process.env, variables);
    try {
      const ended = await main(
        args,
        to((text) => {
          out += text;
        }),
        to((text) => {
          err += text;
        }),
      );
      if (String(code) !== 'any' && ended !== Number(code))
        throw new Error(`portcullis ${args.join(' ')} ended with ${ended}:\n${out}${err}`);
    } finally {
      process.chdir(before);
      for (const name of Object.keys(variables)) delete process.env[name];
    }
    if (into !== undefined) writeFileSync(join(this.folder, into), out);
    this.output += out;
    this.mcpUrl = /http\S+\/pcl_\S+\/mcp/.exec(out)?.[0] ?? this.mcpUrl;
    const { items } = await stack.api<{ items: Server[] }>('GET', '/v1/servers');
    this.server = items.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0]?.id ?? '';
  }

  /** With the ids of the newest server, and of its newest token. */
  private async named(given: string): Promise<string> {
    const text = given.replaceAll('<MCP URL>', this.mcpUrl);
    if (!/srv_…|tok_…/.test(text)) return text;
    const { items } = await stack.api<{ items: { id: string; createdAt: string }[] }>(
      'GET',
      `/v1/servers/${this.server}/tokens`,
    );
    const token = items.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0]?.id ?? '';
    return text.replaceAll('srv_…', this.server).replaceAll('tok_…', token);
  }
}

const TRIED = ['run', 'start', 'file', 'output'];
const pages = writtenPages().filter(({ fences }) => fences.some(({ marks }) => 'run' in marks));
/** Of the page that makes them; others go on with them. */
const FILES =
  writtenPages()
    .find(({ path }) => path === 'tutorials/own-api')
    ?.fences.filter(({ marks }) => 'file' in marks) ?? [];

describe('commands', () => {
  test.each(pages.map(({ path, fences }) => [path, fences] as const))('of %s run', async (path, fences) => {
    const reading = new Reading();
    for (const { marks, text } of FILES) reading.write(marks['file'] as string, text);

    for (const fence of fences.filter(({ marks }) => TRIED.some((mark) => mark in marks))) {
      const { marks, text } = fence;
      if (marks['file'] !== undefined) reading.write(marks['file'], text);
      else if (marks['start'] !== undefined) {
        reading.start(marks['start']);
        await until(() =>
          fetch(`http://localhost:${apiPort}/`).then(
            () => true,
            () => false,
          ),
        );
      } else if ('output' in marks) reading.compare(text);
      else await reading.run(fence);
    }

    expect(readFileSync(join(reading.folder, 'orders.yaml'), 'utf8')).toContain(`dev-${apiPort}`);
    expect(path).toBeTruthy();
  });
});
