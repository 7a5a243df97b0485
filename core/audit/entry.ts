/**
 * The audit trail's entry model: one entry per MCP request, one per tool call (a call that may change something has a
 * second one, `call-started`, written before the upstream is reached), one per management action.
 * No entry ever holds a secret, a token or an ungoverned value: arguments are stored after redaction, answers as digest.
 */

import { hash } from 'node:crypto';
import type { Truncation } from '../governance/report.ts';
import { auditIdOf, isoNow, newAuditId } from '../ids.ts';
import type { JsonObject } from '../json/value.ts';
import type { PlaceholderKind } from '../placeholders/kinds.ts';
import type { ScopeRule } from '../tokens/scope.ts';
import type { CallClass } from '../tools/annotations.ts';
import type { Bearer } from './bearer.ts';

/** Stands for the server id in entries that concern no single server (settings, members). */
export const NO_SERVER = 'portcullis';

interface EntryCommon {
  /** `<serverId>#<YYYY-MM-DD>`: the partition. */
  readonly serverDay: string;
  /** ULID: sorts by time within the day. */
  readonly entryId: string;
  readonly serverId: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

/** The protocol as the client spoke it. */
export type ProtocolEra = '2026-07-28' | '2025-11-25' | '2025-06-18' | '2025-03-26' | '2024-11-05' | 'unknown';

interface McpCommon extends EntryCommon, Bearer {
  readonly era: ProtocolEra;
  /** As the client calls itself, when it does: cut to 100 characters, never trusted. */
  readonly client?: string;
  readonly method: string;
}

/** One MCP request. */
export interface RequestEntry extends McpCommon {
  readonly kind: 'request';
  readonly outcome: 'ok' | 'error';
  readonly errorCode?: string;
  readonly durationMs: number;
}

interface CallCommon extends McpCommon {
  /** Equal in `call-started` and `call`. */
  readonly callId: string;
  readonly tool: string;
  readonly class: CallClass;
  /** Digest of the bundle that ran. */
  readonly bundleId: string;
}

/** Written before a call that may change something reaches the upstream. */
export interface CallStartedEntry extends CallCommon {
  readonly kind: 'call-started';
  /** JSON text after redaction; of long ones only their length, `{"tooLong":…}`. */
  readonly arguments: string;
  /** Lower-case hex SHA-256 of the redacted arguments, where they were short enough to be redacted before the call. */
  readonly argumentsDigest?: string;
}

/** One tool call. */
export interface CallEntry extends CallCommon {
  readonly kind: 'call';
  /** `ok` when the answer was let out to its client. */
  readonly outcome: 'ok' | 'error';
  /** `answer_withheld`: the upstream answered (`status`), and nobody got it, as the connection was closed meanwhile. */
  readonly errorCode?: string;
  /** With `tool_out_of_scope`: the rule of the token's scope that decided. */
  readonly rule?: ScopeRule;
  /** HTTP status of the upstream, when it answered. */
  readonly status?: number;
  readonly durationMs: number;
  readonly upstreamMs: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly redactedFields: number;
  /** JSON pointers of redacted fields, the first 100; never values. */
  readonly redactedPointers: readonly string[];
  readonly truncations: readonly Truncation[];
  /** JSON text after redaction; '' when the call was refused before it; too long a text is replaced by its digest. */
  readonly arguments: string;
  /** Lower-case hex SHA-256 of the governed answer. */
  readonly answerDigest: string;
  /** The answer of this earlier call (its `callId`), or a piece of it, from where it is held; the API was asked for nothing. */
  readonly continues?: string;
  /** Where placeholders in the arguments became values, and of what kind; never a value. */
  readonly restored?: readonly RestoredUse[];
  /** Where the owner keeps answers: how long this one is, and where it lies; `failed` when it could not be stored. */
  readonly keptAnswer?: KeptAnswer | 'failed';
}

/** Where a placeholder among the arguments became a value. */
export interface RestoredUse {
  readonly pointer: string;
  readonly kind: PlaceholderKind;
}

/** Where the governed answer of a call is kept. */
export interface KeptAnswer {
  readonly days: number;
  readonly region: string;
}

/** One change through the management API. */
export interface ManagementEntry extends EntryCommon {
  readonly kind: 'management';
  /** The server's name at that moment; not in entries of earlier versions. It outlives the server. */
  readonly serverName?: string;
  /** The `sub` of whose login did it; in entries of earlier versions an e-mail address or user name. */
  readonly actor: string;
  /** The name that the login vouched for at that moment, when it had one. */
  readonly actorName?: string;
  /** `server.deploy`, `token.revoke`, `settings.change`, … */
  readonly action: string;
  /** With `changes` where something was changed (core/audit/fieldChanges.ts); earlier versions have names alone, in `fields`. */
  readonly detail: JsonObject;
}

/** Any entry of the trail. */
export type AuditEntry = RequestEntry | CallStartedEntry | CallEntry | ManagementEntry;

type Sparse<Entry> = Entry extends AuditEntry ? Omit<Entry, 'serverDay' | 'entryId' | 'at'> : never;

/** Gives an entry its place: time, id and partition. */
export function newEntry(entry: Sparse<AuditEntry>, now: number = Date.now()): AuditEntry {
  const at = isoNow(now);
  return { ...entry, serverDay: serverDay(entry.serverId, at), entryId: newAuditId(now), at } as AuditEntry;
}

/** The same for what happens once, at `at` to the thing with this id: entering it again is no second entry. */
export function entryOnce(entry: Sparse<AuditEntry>, at: string, id: string): AuditEntry {
  return { ...entry, serverDay: serverDay(entry.serverId, at), entryId: auditIdOf(at, id), at } as AuditEntry;
}

/**
 * The same for what may be repeated without end: at most one a minute for each `what`, however often and wherever it is entered. Its
 * time is that of the first; its id sorts as the minute's beginning.
 */
export function entryOfMinute(entry: Sparse<AuditEntry>, what: string, now: number = Date.now()): AuditEntry {
  // Hexadecimal digits are ones of a ULID, too.
  const id = hash('sha256', what).toUpperCase();
  return { ...entryOnce(entry, isoNow(now - (now % 60_000)), id), at: isoNow(now) };
}

/**
 * Partition key: all entries of a server on a day (UTC).
 * @param at ISO 8601
 */
export const serverDay = (serverId: string, at: string): string => `${serverId}#${at.slice(0, 10)}`;
