/** The dashboard as a person sees it: a running stack with the demo API, a browser, and the sign-in page. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { sharedStack } from './sharedStack.ts';
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
  /** The person's time zone, an IANA name; by default the machine's. */
  readonly zone?: string;
  /** The address that is opened before the sign-in. */
  readonly at?: string;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Uncaught errors, console errors and violations of the content security policy so far. */
  readonly complaints: readonly string[];
}

export interface Dashboard {
  readonly stack: Omit<LocalStack, 'kill'>;
  readonly demo: Demo;
  readonly browser: Browser;
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

export const SIZES = {
  desktop: { width: 1366, height: 860 },
  phone: { width: 390, height: 844 },
  narrow: { width: 360, height: 740 },
  /** A desktop at 200 %. */
  zoomed: { width: 683, height: 430 },
} as const;

/** Only what never appears takes this long, even on the slowest machine. */
const PATIENCE_MS = 45_000;

/** Opens the page, signs in, and waits for the heading. */
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

/** @param flags of `npm start` */
export const startDashboard = async (
  flags: readonly string[] = [],
  upstreams: NonNullable<Parameters<typeof startStack>[0]>['upstreams'] = [],
): Promise<Dashboard> => dashboardOf(await startStack({ demo: true, flags, upstreams }));

/** That of the stack that files share (sharedStack.ts), whose trail and demo API have what earlier files did. */
export const sharedDashboard = async (): Promise<Dashboard> => dashboardOf(await sharedStack());

/** The dashboard of a stack that runs already and has the demo API; `close` stops the stack. */
async function dashboardOf(stack: Dashboard['stack']): Promise<Dashboard> {
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

/** Opens a part of a page that is folded. */
export const unfold = (scope: Page | Locator, name = 'Advanced'): Promise<void> =>
  scope.getByRole('button', { name, exact: true }).click();

/** A server for the demo API, created through the API, for tests that begin on its page. */
export const demoServer = (
  { stack, demo }: Pick<Dashboard, 'stack' | 'demo'>,
  more: object = {},
): Promise<HostedServer> => deploy(stack, { source: { kind: 'openapi', url: demo.specUrl }, auth: demo.auth, ...more });
