/** What the table of use shows of each group of calls: its columns, how they are sorted and named, and the addresses that a group leads to. */
import type { Grouping } from '../../../../../core/audit/callGroups.ts';
import { csvRows } from '../../../../../core/audit/export.ts';
import type { UsePeriod } from '../../../api/queries/audit.ts';
import type { CallGroups } from '../../../api/types.ts';
import { ago, count, duration, short } from '../../../lib/format.ts';

export type Group = CallGroups['groups'][number];

export const GROUPINGS: Readonly<
  Record<Grouping, { readonly text: string; readonly head: string; readonly none: string }>
> = {
  tool: { text: 'Tools', head: 'Tool', none: '' },
  token: { text: 'Tokens', head: 'Token', none: '' },
  client: { text: 'Clients', head: 'Client', none: 'Not named' },
  person: { text: 'People', head: 'Person', none: 'Nobody signed in' },
};

export const nameOf = (by: Grouping, { key, label }: Group): string => (key === '' ? GROUPINGS[by].none : label);

export interface Figure {
  readonly id: 'calls' | 'errors' | 'p50Ms' | 'p95Ms' | 'tokens' | 'truncations' | 'redactions' | 'lastAt';
  readonly name: string;
  readonly show: (group: Group) => string;
}

export const FIGURES: readonly Figure[] = [
  { id: 'calls', name: 'Calls', show: ({ calls }) => count(calls) },
  { id: 'errors', name: 'Errors', show: ({ errors }) => count(errors) },
  { id: 'p50Ms', name: 'Median', show: ({ p50Ms }) => duration(p50Ms) },
  { id: 'p95Ms', name: 'P95', show: ({ p95Ms }) => duration(p95Ms) },
  { id: 'tokens', name: '≈ Tokens', show: ({ tokens }) => short(tokens) },
  { id: 'truncations', name: 'Truncated', show: ({ truncations }) => short(truncations) },
  { id: 'redactions', name: 'Redacted', show: ({ redactions }) => short(redactions) },
  { id: 'lastAt', name: 'Last call', show: ({ lastAt }) => (lastAt === undefined ? '' : ago(lastAt)) },
];

/** The greatest first: what is slow, wrong, large or recent is what somebody looks for. */
export function sorted(groups: readonly Group[], by: Figure['id']): Group[] {
  const value = (group: Group) => group[by] ?? '';
  return groups.toSorted((one, other) => (value(one) < value(other) ? 1 : value(one) > value(other) ? -1 : 0));
}

/** Days of the audit log's own choice; unset: 30. */
const DAYS: Readonly<Record<UsePeriod, string>> = { hour: '1', day: '1', week: '7', month: '' };

/** The calls of a group in the audit log. */
export function auditPath(serverId: string, by: Grouping, key: string, period: UsePeriod): string {
  const days = DAYS[period];
  return `/servers/${serverId}/audit?${new URLSearchParams({ class: 'call', [by]: key, ...(days !== '' && { days }) })}`;
}

/** What a token or client did in the period, read in order. */
export const sessionPath = (serverId: string, by: 'token' | 'client', key: string, from: string): string =>
  `/servers/${serverId}/audit/session?${new URLSearchParams({ [by]: key, from })}`;

/** The table as CSV, with errors and redactions by their kinds. */
export function csvOf(by: Grouping, groups: readonly Group[]): string {
  const names = [
    'calls',
    'errors',
    'p50Ms',
    'p95Ms',
    'tokens',
    'truncations',
    'redactions',
    'bytesIn',
    'bytesOut',
  ] as const;
  const head = [by, 'label', ...names, 'lastAt', 'errorCodes', 'redacted'];
  const rows = groups.map((group) => [
    group.key,
    group.label,
    ...names.map((name) => group[name]),
    group.lastAt,
    group.errorCodes.map(({ code, calls }) => `${code} ${calls}`).join(' '),
    group.redacted.map(({ kind, count: hits }) => `${kind} ${hits}`).join(' '),
  ]);
  return csvRows([head, ...rows]);
}
