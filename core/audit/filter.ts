/** Filters for audit entries. Pure; aws/audit.ts reads the table. */
import type { AuditEntry } from './entry.ts';
import { sentenceOf } from './sentence.ts';

/** Filters of a query over the trail; unset ones match everything. */
export interface AuditFilters {
  /** Exact tool name. */
  readonly tool?: string;
  /** Token id. */
  readonly token?: string;
  /** Client as it named itself; '' for entries that name none. */
  readonly client?: string;
  /** Session of a legacy client. */
  readonly session?: string;
  /** `sub` of a login: of who changed something, or in whose name a client asked. */
  readonly person?: string;
  /** `ok`, `error`, an upstream status (`404`) or a class of them (`4xx`). */
  readonly status?: string;
  /**
   * `query`, `mutation`, `destructive`, `call` (finished calls of these three), `request` (MCP requests other than calls) or
   * `management`.
   */
  readonly class?: string;
  /** ISO 8601, inclusive. */
  readonly from?: string;
  /** ISO 8601, inclusive. */
  readonly to?: string;
  /** Words that must all occur in the entry's JSON or its sentence, ignoring case. */
  readonly text?: string;
}

/** Values of the status filter: `ok`, `error`, an HTTP status, or a class of them such as `4xx`. */
export const AUDIT_STATUS = /^(ok|error|[1-5]\d\d|[1-5]xx)$/;
/** Values of the class filter. */
export const AUDIT_CLASSES = ['query', 'mutation', 'destructive', 'call', 'request', 'management'] as const;

/** Which entries of a trail come first. */
export const AUDIT_ORDERS = ['newest', 'oldest'] as const;
/** One of {@link AUDIT_ORDERS}. */
export type AuditOrder = (typeof AUDIT_ORDERS)[number];

/** True when the entry matches all filters that are set. */
export function matches(entry: AuditEntry, filters: AuditFilters): boolean {
  if (filters.from && entry.at < filters.from) return false;
  if (filters.to && entry.at > filters.to) return false;
  if (filters.class && filters.class !== entry.kind && filters.class !== ('class' in entry && entry.class))
    return false;
  if (filters.tool && !('tool' in entry && entry.tool === filters.tool)) return false;
  if (filters.token && !('tokenId' in entry && entry.tokenId === filters.token)) return false;
  if (filters.client !== undefined && !('era' in entry && (entry.client ?? '') === filters.client)) return false;
  if (filters.session && !('era' in entry && entry.session === filters.session)) return false;
  if (filters.person && filters.person !== ('era' in entry ? entry.person : entry.actor)) return false;
  if (filters.status && !hasStatus(entry, filters.status)) return false;
  return !filters.text || hasWords(entry, filters.text);
}

function hasWords(entry: AuditEntry, text: string): boolean {
  const sentence = entry.kind === 'management' ? sentenceOf(entry) : '';
  const whole = `${sentence} ${JSON.stringify(entry)}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

function hasStatus(entry: AuditEntry, wanted: string): boolean {
  if (wanted === 'ok' || wanted === 'error') return 'outcome' in entry && entry.outcome === wanted;
  if (!('status' in entry) || entry.status === undefined) return false;
  return wanted.endsWith('xx') ? String(entry.status)[0] === wanted[0] : String(entry.status) === wanted;
}
