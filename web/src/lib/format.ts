/** Numbers, sizes and times as people read them; the browser's own locale data does the work. */

const whole = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

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
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number(size.toFixed(size < 10 && unit > 0 ? 1 : 0))} ${units[unit]}`;
}

/** Milliseconds: '12 ms', '1.4 s', '2 min 5 s'. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

export const percent = (part: number, of: number): string =>
  of === 0 ? '0 %' : `${Number(((100 * part) / of).toFixed(part / of < 0.1 ? 1 : 0))} %`;

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
    if (Math.abs(value) < size) return relative.format(Math.round(value), unit);
    value /= size;
  }
  return iso;
}

export const moment = (iso: string): string => dateTime.format(new Date(iso));

/** Time of day with milliseconds, for feeds; with the day before it when that is not today. */
export const clock = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  const time = `${at.toLocaleTimeString(undefined, { hourCycle: 'h23' })}.${String(at.getMilliseconds()).padStart(3, '0')}`;
  if (at.toDateString() === now.toDateString()) return time;
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return `${at.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year })}, ${time}`;
};
