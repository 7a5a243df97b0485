/**
 * A range of time that is typed in: minutes by the reader's own clock, the first and the last included. Addresses carry them in
 * UTC, so that a link means the same moments wherever it is opened.
 */
const MINUTE = 60_000;

/** What fields take: years of four digits, so that one is not read as another while it is being typed. */
export const EARLIEST = '2000-01-01T00:00';
export const LATEST = '2999-12-31T23:59';

export interface Range {
  /** A moment in UTC as the address has it, or '' for none. */
  readonly from: string;
  readonly to: string;
}

const startOf = (minute: string): number => Math.floor(Date.parse(minute) / MINUTE) * MINUTE;

/** The moment that an address names, or '' for what is none. */
export function knownMoment(text: string): string {
  const isMoment = /^2\d{3}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
  return isMoment ? text : '';
}

/** The minute as an address has it. */
export const minuteOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`;

/** The minute as a field of the type datetime-local has it, by the clock of the reader. */
export function localMinute(minute: string): string {
  if (minute === '') return '';
  const offset = new Date(minute).getTimezoneOffset() * MINUTE;
  return new Date(Date.parse(minute) - offset).toISOString().slice(0, 16);
}

/** The minute that such a field has, in UTC; '' while it has none, or none of a year that is typed to its end. */
export const utcMinute = (local: string): string =>
  /^2\d{3}-\d\d-\d\dT\d\d:\d\d/.test(local) ? minuteOf(Date.parse(local)) : '';

/** As the service is asked: both ends belong to the range, so the last minute is taken to its end. */
export const boundsOf = ({ from, to }: Range): Range => ({
  from: from === '' ? '' : new Date(startOf(from)).toISOString(),
  to: to === '' ? '' : new Date(startOf(to) + MINUTE - 1).toISOString(),
});

/** What is wrong with a range, at the field where it can be mended. */
export function rangeFaults({ from, to }: Range, now = Date.now()): Partial<Range> {
  if (from !== '' && startOf(from) > now) return { from: 'This is still to come. Choose a moment that has passed.' };
  if (from !== '' && to !== '' && startOf(from) > startOf(to))
    return { to: 'This is before the beginning. Choose a later moment here, or an earlier one there.' };
  return {};
}

/** The zone of the reader's clock: 'Europe/Berlin (now GMT+1)'; in summer it may be another hour. */
export function zone(now = new Date()): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(now).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const name = format.resolvedOptions().timeZone;
  return name === 'UTC' ? name : `${name} (now ${offset})`;
}
