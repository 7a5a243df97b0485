/**
 * The answer with which an API's authorization server sends the browser back. It is removed from the address bar and the history before
 * anything else happens, and kept in sessionStorage while the person signs in to the dashboard, which may leave the page once more.
 */
import { CONSENT_PATH } from '../../../core/auth/oauth/addresses.ts';
import type { ConsentAnswer } from '../api/types.ts';

const KEPT = 'portcullis.consent';
const MEMBERS = ['state', 'code', 'error', 'iss'] as const;

/** Stores an answer that was taken out, for after the login. */
export function keepConsentAnswer(answer: ConsentAnswer | undefined): void {
  if (answer !== undefined) sessionStorage.setItem(KEPT, JSON.stringify(answer));
}

/** Stores the answer, if the page was opened with one. The returned function takes it out, once. */
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
