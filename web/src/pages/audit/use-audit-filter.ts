/** The filter of an audit log, kept in the page's address. Invalid parts of an address are ignored. */
import type { AuditFilter } from '../../api/queries/audit.ts';
import { useAddress, useAddressed } from '../../lib/address.ts';
import { midnight } from '../../lib/format.ts';
import { boundsOf, knownMoment, minuteOf, type Range, rangeFaults } from '../../lib/range.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days that are searched when no time is given. */
export const LOOK_BACK_DAYS = 30;

export const CLASSES = [
  { value: '', label: 'Everything' },
  { value: 'call', label: 'All calls' },
  { value: 'query', label: 'Read-only calls' },
  { value: 'mutation', label: 'Writing calls' },
  { value: 'destructive', label: 'Destructive calls' },
  { value: 'request', label: 'Other requests' },
  { value: 'management', label: 'Management' },
];
export const STATUSES = [
  { value: '', label: 'Any result' },
  { value: 'ok', label: 'Succeeded' },
  { value: 'error', label: 'Failed' },
  { value: '4xx', label: 'Upstream 4xx' },
  { value: '5xx', label: 'Upstream 5xx' },
];
export const TIMES = [
  { value: '', label: `Last ${LOOK_BACK_DAYS} days` },
  { value: '1', label: 'Last 24 hours' },
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7', label: 'Last 7 days' },
  { value: 'range', label: 'Custom range' },
];
const KNOWN: Readonly<Record<string, ReadonlyArray<{ value: string }>>> = {
  class: CLASSES,
  status: STATUSES,
  days: TIMES,
};

/** Filters that links set; no field chooses them, and each can be taken away. */
export const LINKED = ['client', 'session', 'person'] as const;

/** The bounds of a period; rounded to the hour, so that the query stays the same while the page is read. */
function boundsOfPeriod(period: string, now = new Date()): Range {
  if (period === '') return { from: '', to: '' };
  if (period === 'today') return { from: midnight(now).toISOString(), to: '' };
  if (period === 'yesterday')
    return { from: midnight(now, -1).toISOString(), to: new Date(midnight(now).getTime() - 1).toISOString() };
  return { from: new Date(Math.floor(now.getTime() / HOUR) * HOUR - Number(period) * DAY).toISOString(), to: '' };
}

export interface AuditFilters {
  /** The value in the address, or '' for an invalid one. */
  readonly get: (key: string) => string;
  readonly choose: (values: Readonly<Record<string, string>>) => void;
  readonly choosePeriod: (days: string) => void;
  readonly clear: () => void;
  /** As typed; the filter uses it without surrounding spaces. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** A typed time range. */
  readonly range: Range | undefined;
  readonly setRange: (end: keyof Range, minute: string) => void;
  readonly faults: Partial<Range>;
  /** Whether any time can match it. */
  readonly isPossible: boolean;
  readonly filter: AuditFilter;
  readonly isFiltered: boolean;
}

/** `onChange` is called before the filter changes. */
export function useAuditFilter(onChange: () => void): AuditFilters {
  const address = useAddress();
  const [from, setFrom] = useAddressed('from');
  const [to, setTo] = useAddressed('to');
  const [text, setText] = useAddressed('text');
  const get = (key: string) => {
    const value = address.parameters.get(key) ?? '';
    return KNOWN[key]?.some((one) => one.value === value) === false ? '' : value;
  };
  const days = get('days');
  const range = days === 'range' ? { from: knownMoment(from), to: knownMoment(to) } : undefined;
  const faults = range === undefined ? {} : rangeFaults(range);
  const filter: AuditFilter = {
    class: get('class'),
    status: get('status'),
    tool: get('tool'),
    token: get('token'),
    text: text.trim().slice(0, 200),
    ...Object.fromEntries(LINKED.map((name) => [name, get(name)])),
    ...(range === undefined ? boundsOfPeriod(days) : boundsOf(range)),
  };
  const choose = (values: Readonly<Record<string, string>>) => {
    onChange();
    address.set(values);
  };
  return {
    get,
    choose,
    /** A custom range starts with the period that was shown before. */
    choosePeriod: (value) => {
      if (value !== 'range') return choose({ days: value, from: '', to: '' });
      const { from: start, to: end } = boundsOfPeriod(days || String(LOOK_BACK_DAYS));
      choose({ days: value, from: minuteOf(Date.parse(start)), to: end && minuteOf(Date.parse(end)) });
    },
    clear: () => {
      onChange();
      setText('');
      address.clear();
    },
    text,
    setText: (value) => {
      onChange();
      setText(value);
    },
    range,
    setRange: (end, minute) => {
      onChange();
      (end === 'from' ? setFrom : setTo)(minute);
    },
    faults,
    isPossible: Object.keys(faults).length === 0,
    filter,
    isFiltered: range !== undefined || Object.values(filter).some((value) => value !== ''),
  };
}
