/**
 * How long connection tokens live: what a new one may be given, what an old one was given, and which ones somebody should
 * know about before they end. Days are those of the reader's calendar, as 'tomorrow' is. Pure; the service alone decides
 * what is expired.
 */
import type { Token } from '../api/types.ts';
import { hour } from './format.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An end this many days away, or fewer, is told. */
export const SOON_DAYS = 14;

export interface Life {
  /** Milliseconds; none: it does not end. */
  readonly value: string;
  readonly label: string;
}

const LIVES: readonly Life[] = [
  { value: '', label: 'Never' },
  { value: String(DAY), label: 'In a day' },
  { value: String(30 * DAY), label: 'In 30 days' },
  { value: String(90 * DAY), label: 'In 90 days' },
  { value: String(365 * DAY), label: 'In a year' },
];

type Given = Pick<Token, 'createdAt' | 'expiresAt'>;

/** What `old` was given, in whole hours or days: its end was counted from a moment before it was made, by another clock. */
export function lifeOf({ createdAt, expiresAt }: Given): string {
  if (expiresAt === undefined) return '';
  const ms = Date.parse(expiresAt) - Date.parse(createdAt);
  const hours = Math.max(1, Math.round(ms / HOUR));
  return String(hours < 48 ? hours * HOUR : Math.round(ms / DAY) * DAY);
}

/** What can be chosen, from the shortest; with what `old` was given among it. */
export function livesFor(old?: Given): readonly Life[] {
  const value = old === undefined ? '' : lifeOf(old);
  if (LIVES.some((one) => one.value === value)) return LIVES;
  const hours = Number(value) / HOUR;
  const own = { value, label: hours === 1 ? 'In an hour' : hours < 48 ? `In ${hours} hours` : `In ${hours / 24} days` };
  return [...LIVES, own].sort((a, b) => Number(a.value) - Number(b.value));
}

/** The end of what is made now; none when it has none. */
export const endOf = (life: string, now = Date.now()): string | undefined =>
  life === '' ? undefined : new Date(now + Number(life)).toISOString();

/** Midnights from now until then, where the reader is: 0 is today, 1 tomorrow, -1 yesterday. */
export function daysUntil(at: string, now = Date.now(), timeZone?: string): number {
  const date = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone });
  const dayOf = (ms: number) => {
    const parts = Object.fromEntries(date.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts['year'] ?? 0, (parts['month'] ?? 1) - 1, parts['day']);
  };
  return (dayOf(Date.parse(at)) - dayOf(now)) / DAY;
}

const days = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** 'today at 16:05', 'tomorrow', 'in 3 days', 'yesterday'. */
export function onDay(at: string, now = Date.now(), timeZone?: string): string {
  const away = daysUntil(at, now, timeZone);
  return away === 0 ? `today at ${hour(at, timeZone)}` : days.format(away, 'day');
}

type Ending = Pick<Token, 'status' | 'expiresAt'>;

/** Works now, and not for long any more. */
export const endsSoon = <T extends Ending>(
  token: T,
  now = Date.now(),
  timeZone?: string,
): token is T & { readonly expiresAt: string } =>
  token.status === 'active' && token.expiresAt !== undefined && daysUntil(token.expiresAt, now, timeZone) <= SOON_DAYS;

/** Those that end soon and would be missed: a client has used them, or no other works. The nearest end first. */
export function endingSoon<T extends Ending & Pick<Token, 'lastUsedAt'>>(
  tokens: readonly T[],
  now = Date.now(),
  timeZone?: string,
) {
  const active = tokens.filter(({ status }) => status === 'active');
  return active
    .filter((token) => endsSoon(token, now, timeZone))
    .filter(({ lastUsedAt }) => lastUsedAt !== undefined || active.length === 1)
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
}

/** Whether a client still went by it after another had been made in its place. */
export const isUsedSince = ({ lastUsedAt }: Pick<Token, 'lastUsedAt'>, at: string | undefined): boolean =>
  lastUsedAt !== undefined && at !== undefined && Date.parse(lastUsedAt) > Date.parse(at);
