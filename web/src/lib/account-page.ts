/** The page where people connect their own account at an API, and what waits while they are at the provider. */
import { ACCOUNT_PATH } from '../../../core/auth/oauth/addresses.ts';

const KEPT = 'portcullis.account';

/** A consent for a person's own account that has begun in this window. */
export interface Begun {
  readonly state: string;
  /** Finishes a consent that began without a login; good for it alone, and worth nothing without the answer of the provider. */
  readonly binding?: string | undefined;
}

/** The page of a server; with `person` it begins with the login. */
export const accountPage = (serverId: string, as?: 'person'): string =>
  `${ACCOUNT_PATH}?server=${serverId}${as === undefined ? '' : `&as=${as}`}`;

/** Keeps the binding in this window until its person comes back, and goes to the provider. */
export function goAndReturn({ authorizationUrl, binding }: { authorizationUrl: string; binding?: string }): void {
  const state = new URL(authorizationUrl).searchParams.get('state') ?? '';
  sessionStorage.setItem(KEPT, JSON.stringify({ state, binding } satisfies Begun));
  location.assign(authorizationUrl);
}

/** The consent with this state, if it began in this window for a person's own account. A binding is read once. */
export function takeBegun(state: string | undefined): Begun | undefined {
  const text = sessionStorage.getItem(KEPT);
  const begun: Begun | undefined = text === null ? undefined : JSON.parse(text);
  if (begun === undefined || begun.state !== state) return undefined;
  if (begun.binding !== undefined) sessionStorage.removeItem(KEPT);
  return begun;
}
