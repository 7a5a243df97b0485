/**
 * The answer with which an API's authorization server sends the browser back. It leaves the address bar and the history before anything
 * else happens, and waits in sessionStorage while its person's own sign-in is looked after, which may lead away from the page once more.
 */
import { CONSENT_PATH } from '../../../core/oauth/addresses.ts';

/** As `POST /v1/consents` takes it. */
export interface ConsentAnswer {
  readonly state: string;
  readonly code?: string;
  readonly error?: string;
  readonly iss?: string;
}

const KEPT = 'portcullis.consent';
const MEMBERS = ['state', 'code', 'error', 'iss'] as const;

/** Puts the answer aside; what is returned takes it out again, once. */
export function takeConsentAnswer(): () => ConsentAnswer | undefined {
  const query = new URLSearchParams(location.search);
  if (location.pathname === CONSENT_PATH && query.has('state')) {
    const found = MEMBERS.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(found)));
    history.replaceState(null, '', CONSENT_PATH);
  }
  return () => {
    const text = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return text === null ? undefined : (JSON.parse(text) as ConsentAnswer);
  };
}
