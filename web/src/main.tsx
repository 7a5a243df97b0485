/**
 * Starts the app: light or dark mode, sign-in, then the pages. Nothing is shown to people who are not signed in. A person sent by an MCP
 * client gets one page only, which requires no role; a person who connects their own account at an API needs no login if they have a
 * connection token, and whoever opens a set-up link needs none.
 */
import '@cloudscape-design/global-styles/index.css';
import 'virtual:theme.css';
import './styles/parts.css';
import './styles/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { ACCOUNT_PATH, CONSENT_PATH, SETUP_PATH } from '../../core/auth/oauth/addresses.ts';
import { ApiError, call } from './api/client.ts';
import type { ConsentAnswer, Me } from './api/types.ts';
import { createRouter } from './app/routes.tsx';
import { SignInPage } from './app/sign-in-page.tsx';
import { accessToken, handOver, signIn } from './auth/login.ts';
import { type Begun, takeBegun } from './lib/account-page.ts';
import { keepConsentAnswer, takeConsentAnswer } from './lib/consent-answer.ts';
import { startMode } from './state/mode.ts';
import { Notices } from './state/notices.tsx';
import { SessionProvider } from './state/session.tsx';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // Without a network, requests fail at once instead of waiting for it.
      networkMode: 'always',
      // Not the default in this mode: outdated data is requested as soon as the network is back.
      refetchOnReconnect: true,
      // A refusal is final; only errors that may be temporary are retried, and an answer whose place another question has taken.
      retry: (failures, error) =>
        failures < 2 &&
        !(error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'reading_replaced'),
      retryDelay: 600,
    },
  },
});

async function boot(): Promise<void> {
  startMode();
  const place = document.getElementById('root');
  if (place === null) throw new Error('index.html has no element with the id "root".');
  const root = createRoot(place);
  if (handOver()) {
    root.render(<p className="empty">You are signed in again. This window can be closed.</p>);
    return;
  }
  const consent = takeConsentAnswer();
  try {
    if (location.pathname === SETUP_PATH) return await showSetup(root);
    if (location.pathname === ACCOUNT_PATH && !isForPerson()) return await showAccount(root);
    if (location.pathname === CONSENT_PATH) {
      const answer = consent();
      const begun = takeBegun(answer?.state);
      if (begun?.binding !== undefined) return await showConsent(root, answer, begun);
      keepConsentAnswer(answer);
    }
    const config = await signIn();
    if (location.pathname === '/connect') {
      const id = new URLSearchParams(location.search).get('request') ?? '';
      // Somebody who was invited may come by a client first; without a role the page says what they can do.
      await arrive().catch(() => undefined);
      const { ConnectPage } = await import('./pages/connect/connect-page.tsx');
      root.render(<ConnectPage id={id} />);
      return;
    }
    if (location.pathname === CONSENT_PATH) {
      const answer = consent();
      return await showConsent(root, answer, takeBegun(answer?.state));
    }
    if (location.pathname === ACCOUNT_PATH) return await showAccount(root);
    const me = await arrive();
    root.render(
      <QueryClientProvider client={queries}>
        <SessionProvider me={me} config={config}>
          <Notices>
            <RouterProvider router={createRouter()} />
          </Notices>
        </SessionProvider>
      </QueryClientProvider>,
    );
  } catch (error) {
    console.error(error);
    root.render(<SignInPage error={error} />);
  }
}

/** Who has signed in. Somebody without a role takes the one that an invitation has for them, which is in effect with a new token. */
async function arrive(): Promise<Me> {
  try {
    return await call('getMe', { path: {} });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'no_role') throw error;
    await call('acceptInvitation', { path: {} }).catch((reason: unknown) => {
      throw reason instanceof ApiError && TOLD.includes(reason.code) ? reason : error;
    });
    await accessToken(true);
    return call('getMe', { path: {} });
  }
}

/** Why an invitation could not be taken, where that helps the person more than that they have no role. */
const TOLD = ['invitation_expired', 'address_not_verified'];

const isForPerson = (): boolean => new URLSearchParams(location.search).get('as') === 'person';

async function showConsent(root: Root, answer: ConsentAnswer | undefined, begun: Begun | undefined): Promise<void> {
  const { ConsentPage } = await import('./pages/connect/consent-page.tsx');
  root.render(<ConsentPage answer={answer} begun={begun} />);
}

async function showAccount(root: Root): Promise<void> {
  const { AccountPage } = await import('./pages/connect/account-page.tsx');
  const serverId = new URLSearchParams(location.search).get('server') ?? undefined;
  root.render(<AccountPage serverId={serverId} isPerson={isForPerson()} />);
}

async function showSetup(root: Root): Promise<void> {
  // Out of the address bar and the history before anything else: the link opens a server.
  const link = location.hash.slice(1);
  history.replaceState(null, '', SETUP_PATH);
  const { SetupPage } = await import('./pages/connect/setup-page.tsx');
  root.render(<SetupPage link={link} />);
}

void boot();
