/**
 * Starts the app: light or dark mode, sign-in, then the pages. Nothing is shown to people who are not signed in. A person sent by an MCP
 * client gets one page only, which requires no role.
 */
import '@cloudscape-design/global-styles/index.css';
import 'virtual:theme.css';
import './styles/parts.css';
import './styles/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { CONSENT_PATH } from '../../core/oauth/addresses.ts';
import { ApiError, call } from './api/client.ts';
import { startMode } from './app/mode.ts';
import { Notices } from './app/notices.tsx';
import { createRouter } from './app/routes.tsx';
import { SessionProvider } from './app/session.tsx';
import { SignInPage } from './app/sign-in-page.tsx';
import { handOver, signIn } from './auth/login.ts';
import { takeConsentAnswer } from './lib/consent-answer.ts';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // Without a network, requests fail at once instead of waiting for it.
      networkMode: 'always',
      // Not the default in this mode: outdated data is requested as soon as the network is back.
      refetchOnReconnect: true,
      // A refusal is final; only errors that may be temporary are retried.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
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
    const config = await signIn();
    if (location.pathname === '/connect') {
      const id = new URLSearchParams(location.search).get('request') ?? '';
      const { ConnectPage } = await import('./pages/connect/connect-page.tsx');
      root.render(<ConnectPage id={id} />);
      return;
    }
    if (location.pathname === CONSENT_PATH) {
      const { ConsentPage } = await import('./pages/connect/consent-page.tsx');
      root.render(<ConsentPage answer={consent()} />);
      return;
    }
    const me = await call('getMe', { path: {} });
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

void boot();
