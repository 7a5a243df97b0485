/**
 * Lifetimes of connection tokens: the choices for a new one, the lifetime of an old one, and which tokens expire soon. Days are those of
 * the person's calendar. Pure; the service alone decides what is expired.
 */
import { LIMITS } from '../../../core/lib/limits.ts';
import type { Token } from '../api/types.ts';
import { hour } from './format.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A token with at most this many days left expires soon. */
export const SOON_DAYS = LIMITS.expirySoonDays;

export interface Life {
  /** Milliseconds; '' for no expiry. */
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

/** Lifetime of `old` in whole hours or days, rounded because its expiry was computed on another clock shortly before it was created. */
export function lifeOf({ createdAt, expiresAt }: Given): string {
  if (expiresAt === undefined) return '';
  const ms = Date.parse(expiresAt) - Date.parse(createdAt);
  const hours = Math.max(1, Math.round(ms / HOUR));
  return String(hours < 48 ? hours * HOUR : Math.round(ms / DAY) * DAY);
}

/** The choices, shortest first, including the lifetime of `old`. */
export function livesFor(old?: Given): readonly Life[] {
  const value = old === undefined ? '' : lifeOf(old);
  if (LIVES.some((one) => one.value === value)) return LIVES;
  const hours = Number(value) / HOUR;
  const own = { value, label: hours === 1 ? 'In an hour' : hours < 48 ? `In ${hours} hours` : `In ${hours / 24} days` };
  return [...LIVES, own].sort((a, b) => Number(a.value) - Number(b.value));
}

/** Expiry of a token created now; undefined for none. */
export const endOf = (life: string, now = Date.now()): string | undefined =>
  life === '' ? undefined : new Date(now + Number(life)).toISOString();

/** Midnights between now and then in local time: 0 is today, 1 tomorrow, -1 yesterday. */
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

/** Valid now, but expires soon. */
export const endsSoon = <T extends Ending>(
  token: T,
  now = Date.now(),
  timeZone?: string,
): token is T & { readonly expiresAt: string } =>
  token.status === 'active' && token.expiresAt !== undefined && daysUntil(token.expiresAt, now, timeZone) <= SOON_DAYS;

/** Tokens that expire soon and would be missed: a client has used them, or no other token is valid. Earliest expiry first. */
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

/** Whether a client used the token after its replacement was created. */
export const isUsedSince = ({ lastUsedAt }: Pick<Token, 'lastUsedAt'>, at: string | undefined): boolean =>
  lastUsedAt !== undefined && at !== undefined && Date.parse(lastUsedAt) > Date.parse(at);
