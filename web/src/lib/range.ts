/**
 * A typed time range: minutes in the person's local time, both ends included. Addresses have them in UTC, so that a link means the same
 * time everywhere.
 */
const MINUTE = 60_000;

/** Earliest value of a field: a year of four digits, so that a year that is still being typed is not accepted. */
export const EARLIEST = '2000-01-01T00:00';
export const LATEST = '2999-12-31T23:59';

export interface Range {
  /** UTC time as in the address, or ''. */
  readonly from: string;
  readonly to: string;
}

const startOf = (minute: string): number => Math.floor(Date.parse(minute) / MINUTE) * MINUTE;

/** The time in an address, or '' for an invalid one. */
export function knownMoment(text: string): string {
  const isMoment = /^2\d{3}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
  return isMoment ? text : '';
}

/** A minute as in the address. */
export const minuteOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`;

/** A minute in the form of a datetime-local field, in local time. */
export function localMinute(minute: string): string {
  if (minute === '') return '';
  const offset = new Date(minute).getTimezoneOffset() * MINUTE;
  return new Date(Date.parse(minute) - offset).toISOString().slice(0, 16);
}

/** The minute of such a field in UTC; '' while the field is empty or its year incomplete. */
export const utcMinute = (local: string): string =>
  /^2\d{3}-\d\d-\d\dT\d\d:\d\d/.test(local) ? minuteOf(Date.parse(local)) : '';

/** For the request: both ends are included, so the last minute is extended to its end. */
export const boundsOf = ({ from, to }: Range): Range => ({
  from: from === '' ? '' : new Date(startOf(from)).toISOString(),
  to: to === '' ? '' : new Date(startOf(to) + MINUTE - 1).toISOString(),
});

/** Faults of a range, by the field to correct. */
export function rangeFaults({ from, to }: Range, now = Date.now()): Partial<Range> {
  if (from !== '' && startOf(from) > now) return { from: 'This time is in the future. Choose a time in the past.' };
  if (from !== '' && to !== '' && startOf(from) > startOf(to))
    return { to: 'This is before the start. Choose a later end, or an earlier start.' };
  return {};
}

/** The person's time zone: 'Europe/Berlin (now GMT+1)'; the offset may differ in summer. */
export function zone(now = new Date()): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(now).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const name = format.resolvedOptions().timeZone;
  return name === 'UTC' ? name : `${name} (now ${offset})`;
}
