/** The dashboard as a person meets it: a running stack with the demo API, a browser, and the sign-in page in between. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from './stack.ts';

export interface Demo {
  readonly specUrl: string;
  readonly baseUrl: string;
  readonly auth: { readonly type: 'bearer'; readonly token: string };
}

export interface VisitOptions {
  readonly role?: 'admin' | 'editor' | 'viewer';
  readonly mode?: 'light' | 'dark';
  readonly size?: keyof typeof SIZES;
  /** Time zone of the person's clock, by its IANA name; the machine's when left out. */
  readonly zone?: string;
  /** Address that is opened, after which the sign-in comes. */
  readonly at?: string;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Uncaught errors, console errors and refusals of the content security policy so far. */
  readonly complaints: readonly string[];
}

export interface Dashboard {
  readonly stack: LocalStack;
  readonly demo: Demo;
  readonly browser: Browser;
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

export const SIZES = {
  desktop: { width: 1366, height: 860 },
  phone: { width: 390, height: 844 },
  narrow: { width: 360, height: 740 },
} as const;

/** For what is there in a moment: only what never comes takes so long, on the slowest machine. */
const PATIENCE_MS = 45_000;

/** Opens the page signed in; waits until its heading is there. */
export async function visitDashboard(browser: Browser, edgeUrl: string, options: VisitOptions = {}): Promise<Visit> {
  const { role = 'admin', mode = 'light', size = 'desktop', zone, at = '/' } = options;
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: mode,
    timezoneId: zone,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  await page.goto(`${edgeUrl}${at}`);
  await page.getByRole('button', { name: new RegExp(role, 'i') }).click();
  await page.locator('main h1').first().waitFor();
  return { page, context, complaints };
}

export async function startDashboard(): Promise<Dashboard> {
  const stack = await startStack({ demo: true });
  const browser = await openBrowser();
  return {
    stack,
    demo: stack.demo as Demo,
    browser,
    visit: (options) => visitDashboard(browser, stack.edgeUrl, options),
    async close() {
      await browser.close();
      await stack.stop();
    },
  };
}

/** A server in front of the demo API, made behind the wizard's back, for tests that begin on its page. */
export const demoServer = (
  { stack, demo }: Pick<Dashboard, 'stack' | 'demo'>,
  more: object = {},
): Promise<HostedServer> => deploy(stack, { source: { kind: 'openapi', url: demo.specUrl }, auth: demo.auth, ...more });
