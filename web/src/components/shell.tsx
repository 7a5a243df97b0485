/** The frame of every page: brand, navigation, light or dark mode, account. Pages render into the main landmark. */
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Spinner from '@cloudscape-design/components/spinner';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { onHeldBack } from '../api/client.ts';
import { changeRequestsQuery } from '../api/queries/access.ts';
import { signOut } from '../auth/login.ts';
import { forgetAllArguments } from '../lib/kept-arguments.ts';
import { Freshness } from '../state/freshness.tsx';
import { LeavingProvider } from '../state/leaving.tsx';
import { type Mode, setMode, useMode } from '../state/mode.ts';
import { useNotify } from '../state/notices.tsx';
import { useSession } from '../state/session.tsx';
import { keepFocus } from './keep-focus.ts';
import { SignedOut } from './signed-out.tsx';
import { UnreadWords } from './unread-words.tsx';

export function Gate({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        d="M6 27V13a10 10 0 0 1 20 0v14M11.5 27V5.1M20.5 27V5.1M16 27V3M6 13.5h20M6 20h20"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}

const MODES: ReadonlyArray<{ id: Mode; text: string }> = [
  { id: 'system', text: 'System' },
  { id: 'light', text: 'Light' },
  { id: 'dark', text: 'Dark' },
];

function Account() {
  const { me } = useSession();
  const mode = useMode();
  const navigate = useNavigate();
  return (
    <ButtonDropdown
      variant="icon"
      ariaLabel="Account and appearance"
      expandToViewport={false}
      items={[
        {
          id: 'who',
          itemType: 'group',
          text: `${me.name} · ${me.role}`,
          items: [
            { id: 'sessions', text: 'Your sessions', href: '/sessions' },
            { id: 'sign-out', text: 'Sign out' },
          ],
        },
        {
          id: 'look',
          itemType: 'group',
          text: 'Appearance',
          items: MODES.map((item) => ({ ...item, itemType: 'checkbox' as const, checked: item.id === mode })),
        },
        {
          id: 'more',
          itemType: 'group',
          text: 'Help',
          items: [
            { id: 'help', text: 'Settings and error codes', href: '/help' },
            { id: 'api', text: 'Management API', href: '/help/api' },
          ],
        },
      ]}
      onItemClick={(event) => {
        const { detail } = event;
        if (detail.id === 'sign-out') {
          forgetAllArguments();
          signOut();
        } else if (detail.href !== undefined) {
          // Navigates within the app, so that unsaved edits are asked about first.
          event.preventDefault();
          navigate(detail.href);
        } else setMode(detail.id as Mode);
      }}
    />
  );
}

interface LoadingProps {
  readonly doing?: string;
  readonly what?: string;
  /** How far it is. */
  readonly children?: ReactNode;
}

export function Loading({ doing = 'Loading', what = 'the page', children }: LoadingProps) {
  return (
    <div className="empty" role="status">
      <Spinner size="large" />
      <p className="muted">
        {doing} {what} …
      </p>
      {children}
    </div>
  );
}

/** Where changes have been held back lately; with the number of those that wait for this person. */
function Approvals() {
  const { items = [], waiting = 0 } = useQuery(changeRequestsQuery()).data ?? {};
  const queries = useQueryClient();
  useEffect(
    () => onHeldBack(() => void queries.invalidateQueries({ queryKey: changeRequestsQuery().queryKey })),
    [queries],
  );
  if (items.length === 0) return null;
  return (
    <NavLink to="/approvals" aria-label={waiting === 0 ? undefined : `Approvals, ${waiting} waiting for you`}>
      Approvals{waiting > 0 && ` (${waiting})`}
    </NavLink>
  );
}

export function Shell() {
  const { pathname } = useLocation();
  const { isAdmin, projects } = useSession();
  const { clear } = useNotify();
  const main = useRef<HTMLElement>(null);
  // Tabs of a server keep the scroll position; other pages start at the top. The router's own restoration would write to sessionStorage,
  // which is kept empty.
  const place = pathname.split('/').slice(0, 3).join('/');
  /** The first page; the browser handles its focus. */
  const opened = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => {
    scrollTo(0, 0);
    clear();
    // The clicked link may be gone with its page, and a link in the frame is not where the next Tab press should start. A field that
    // takes the focus itself keeps it.
    if (!opened.current && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
  }, [place]);
  // The same for a link between the sections of a page, when it is gone with its section.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the section changes
  useEffect(() => {
    if (!opened.current && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    opened.current = false;
  }, [pathname]);
  useEffect(keepFocus, []);
  return (
    <LeavingProvider>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="bar">
        <Link className="brand" to="/" aria-label="Portcullis, all servers">
          <Gate />
          <span>Portcullis</span>
        </Link>
        <nav aria-label="Main">
          {/* Not a NavLink, which treats '/' as current on exactly that address only. */}
          <Link to="/" aria-current={/^\/(servers(\/|$)|$)/.test(pathname) ? 'page' : undefined}>
            Servers
          </Link>
          <NavLink to="/audit">Audit</NavLink>
          <Approvals />
          {isAdmin && <NavLink to="/members">Members</NavLink>}
          {projects?.some(({ role }) => role === 'admin') && <NavLink to="/projects">Projects</NavLink>}
          <NavLink to="/settings">Settings</NavLink>
        </nav>
        <div className="end">
          <Account />
        </div>
      </header>
      <main ref={main} id="main" className="page" tabIndex={-1}>
        <Freshness />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <UnreadWords />
      <SignedOut />
    </LeavingProvider>
  );
}
