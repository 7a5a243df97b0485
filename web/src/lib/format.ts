/**
 * Numbers, sizes and times for people, from the browser's own locale data. Words and separators are English like the pages, or '1.400
 * calls' would be beside '1.4 s'; the order of a date and the clock follow the person's region.
 */

const { region } = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale).maximize();
const DATES = `en-${region ?? 'US'}`;

const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const dateTime = new Intl.DateTimeFormat(DATES, { dateStyle: 'medium', timeStyle: 'medium' });
const dayAndMonth: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

export const count = (value: number): string => whole.format(value);
export const short = (value: number): string => (value < 10_000 ? whole.format(value) : compact.format(value));

/** '1 tool', '2 tools'. */
export const plural = (value: number, word: string, many = `${word}s`): string =>
  `${count(value)} ${value === 1 ? word : many}`;

/** Bytes: '820 B', '12.4 KB', '1 MB'. */
export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let size = value;
  let unit = 0;
  // Otherwise 1,023.9 KB would be rounded to 1,024.
  while (size >= 1023.5 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number(size.toFixed(size < 10 && unit > 0 ? 1 : 0))} ${units[unit]}`;
}

/** Milliseconds: '12 ms', '1.4 s', '2 min 5 s'. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Never '0 %' for a part that is not empty, and never '100 %' for one that is not complete. */
export function percent(part: number, of: number): string {
  if (part === 0 || of === 0) return '0 %';
  const share = (100 * part) / of;
  if (share < 0.1) return '< 0.1 %';
  if (share > 99.5 && part < of) return '> 99 %';
  return `${Number(share.toFixed(share < 10 ? 1 : 0))} %`;
}

const STEPS: ReadonlyArray<readonly [number, Intl.RelativeTimeFormatUnit]> = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [30, 'day'],
  [12, 'month'],
  [Number.POSITIVE_INFINITY, 'year'],
];

/** '3 min. ago', 'yesterday'. */
export function ago(iso: string, now = Date.now()): string {
  let value = (Date.parse(iso) - now) / 1000;
  if (Math.abs(value) < 5) return 'just now';
  for (const [size, unit] of STEPS) {
    // A value that would be rounded to '60 minutes' becomes '1 hour'.
    if (Math.round(Math.abs(value)) < size) return relative.format(Math.round(value), unit);
    value /= size;
  }
  return iso;
}

export const moment = (iso: string): string => dateTime.format(new Date(iso));

/** '16:05', in the person's time zone unless another is given. */
export const hour = (iso: string, timeZone?: string): string =>
  new Date(iso).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
/** Label of a day in charts; the API's days are UTC. */
export const day = (iso: string): string =>
  new Date(iso).toLocaleDateString(DATES, { ...dayAndMonth, timeZone: 'UTC' });

/** Time of day with milliseconds. */
export const timeOfDay = (iso: string): string => {
  const at = new Date(iso);
  return `${at.toLocaleTimeString('en', { hourCycle: 'h23' })}.${String(at.getMilliseconds()).padStart(3, '0')}`;
};

const shortDate = (at: Date, now: Date): string =>
  at.toLocaleDateString(DATES, {
    ...dayAndMonth,
    year: at.getFullYear() === now.getFullYear() ? undefined : 'numeric',
  });

/** Time of day with milliseconds, for feeds; with the date when it is not today. */
export const clock = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  const time = timeOfDay(iso);
  return at.toDateString() === now.toDateString() ? time : `${shortDate(at, now)}, ${time}`;
};

/** Midnight in the person's time zone, so many days from the day of `now`. */
export const midnight = (now: Date, days = 0): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

/** A day in the person's time zone, as a heading: 'Today', 'Yesterday', 'Friday, 27 Nov'. */
export const dayName = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  if (at >= midnight(now) && at < midnight(now, 1)) return 'Today';
  if (at >= midnight(now, -1) && at < midnight(now)) return 'Yesterday';
  return `${at.toLocaleDateString('en', { weekday: 'long' })}, ${shortDate(at, now)}`;
};
