/** What rules of the floor compare: hosts with patterns, what is known of credentials, and ends of tokens. */
import type { CredentialShape, SingleAuthType } from './credential.ts';

const DAY_MS = 86_400_000;

/** When something that began at `from` (ISO 8601) ends after so many days, as ISO 8601 in UTC. */
export const endAfterDays = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * DAY_MS).toISOString();

/** A host that may be called: its name, or `*.` and a domain for every name below it. Lower case. */
export const HOST_PATTERN =
  /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Whether the host of a URL or origin is one of those that patterns allow, at any port. What is no URL is not; its own check says so.
 * @param allowed see {@link HOST_PATTERN}
 */
export function isAllowedHost(url: string, allowed: readonly string[]): boolean {
  const text = url.trim();
  if (!URL.canParse(text)) return false;
  const name = new URL(text).hostname.replace(/\.$/, '');
  return allowed.some((pattern) => (pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern));
}

/** The patterns of hosts that both lists allow. */
export function commonHosts(one: readonly string[], other: readonly string[]): string[] {
  const covers = (patterns: readonly string[], pattern: string) =>
    patterns.some((each) => each === pattern || (each.startsWith('*.') && pattern.endsWith(each.slice(1))));
  return [...new Set([...one.filter((each) => covers(other, each)), ...other.filter((each) => covers(one, each))])];
}

/** What rules read of a credential, in a request or of a stored one. */
export type RuledAuth = Pick<CredentialShape, 'type'> & {
  readonly tokenUrl?: string;
  readonly parts?: ReadonlyArray<{ readonly type: SingleAuthType; readonly tokenUrl?: string }>;
};

/** Whether every kind that a credential is made of is allowed. */
export const isAllowedKind = ({ type, parts = [] }: RuledAuth, kinds: readonly string[]): boolean =>
  type === 'none' || (type === 'combined' ? parts : [{ type }]).every((part) => kinds.includes(part.type));

/** Whether its token endpoints, if it has some, are at hosts that may be called. */
export const areAllowedEndpoints = ({ tokenUrl, parts = [] }: RuledAuth, allowed: readonly string[]): boolean =>
  [tokenUrl, ...parts.map((part) => part.tokenUrl)].every((url) => url === undefined || isAllowedHost(url, allowed));

/** When a connection token ends: at its own end, or the days after it was made that the floor gives it. Undefined: never. */
export function tokenEnd(
  {
    createdAt,
    expiresAt,
    signIn,
  }: { readonly createdAt: string; readonly expiresAt?: string; readonly signIn?: object },
  days: number | undefined,
): string | undefined {
  if (days === undefined || signIn !== undefined) return expiresAt;
  const last = endAfterDays(createdAt, days);
  return expiresAt !== undefined && Date.parse(expiresAt) < Date.parse(last) ? expiresAt : last;
}
