/**
 * The model of audit entries: one for each MCP request, one for each tool call (a call that may change something has a
 * second one, `call-started`, written before the upstream is called), one for each management action. Entries contain no
 * secrets, tokens or ungoverned values: arguments are stored after redaction, answers as a digest.
 */

import { hash } from 'node:crypto';
import { auditIdOf, isoNow, newAuditId } from '../lib/ids.ts';
import type { JsonObject } from '../lib/json/value.ts';
import type { Limited } from '../limiting/limits.ts';
import type { ArgumentRepair } from '../mcp/arguments/table.ts';
import type { ProtocolEra } from '../mcp/protocol.ts';
import type { CallClass } from '../model/annotations.ts';
import type { PlaceholderKind } from '../model/governance/placeholderKinds.ts';
import type { RuleCount, Truncation } from '../model/governance/report.ts';
import type { ScopeRule } from '../model/scope.ts';
import type { SentFinding } from '../sandbox/sentArguments.ts';
import type { ShownStage } from '../telemetry/trace/spans.ts';
import type { Bearer } from './bearer.ts';

/** The server id of entries that concern no single server (settings, members). */
export const NO_SERVER = 'portcullis';

interface EntryCommon {
  /** `<serverId>#<YYYY-MM-DD>`, the partition key. */
  readonly serverDay: string;
  /** ULID, so that entries of a day sort by time. */
  readonly entryId: string;
  readonly serverId: string;
  /** Of calls and requests: the server's project then; absent for `default`. A move is an entry of its own. */
  readonly project?: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

interface McpCommon extends EntryCommon, Bearer {
  readonly era: ProtocolEra;
  /** Name and version that the client sent, cut to 100 characters; not verified. Legacy clients send it once a session. */
  readonly client?: string;
  /** The same in all entries of a legacy client's session: the beginning of its id. Later clients have no sessions. */
  readonly session?: string;
  readonly method: string;
}

/** One MCP request. */
export interface RequestEntry extends McpCommon {
  readonly kind: 'request';
  readonly outcome: 'ok' | 'error';
  readonly errorCode?: string;
  readonly durationMs: number;
}

/** What the two entries of a call have in common. */
export interface CallCommon extends McpCommon {
  /** The same in `call-started` and `call`. */
  readonly callId: string;
  readonly tool: string;
  readonly class: CallClass;
  /** Digest of the bundle. */
  readonly bundleId: string;
  /** In the trail of a toolset: the server that was called, and what it calls the tool. */
  readonly member?: { readonly serverId: string; readonly tool: string };
  /** In the trail of a server that was called through a toolset: the id of that. */
  readonly toolset?: string;
}

/** Written before the upstream is called, for a call that may change something. */
export interface CallStartedEntry extends CallCommon {
  readonly kind: 'call-started';
  /** JSON text after redaction; `{"tooLong":…}` with the length for long ones. */
  readonly arguments: string;
  /** Lower-case hex SHA-256 of the redacted arguments; absent when they were too long to be redacted before the call. */
  readonly argumentsDigest?: string;
}

/** One tool call. */
export interface CallEntry extends CallCommon {
  readonly kind: 'call';
  /** `ok` when the answer was sent to the client. */
  readonly outcome: 'ok' | 'error';
  /** `answer_withheld`: the upstream answered (`status`), but the client did not get the answer. */
  readonly errorCode?: string;
  /** With `tool_out_of_scope`: the rule of the token's scope that refused the call. */
  readonly rule?: ScopeRule;
  /** With the code of a limit: whose limit refused the call. Of such calls one a minute is recorded for each token and code. */
  readonly limited?: Limited;
  /** HTTP status of the upstream; absent when it did not answer. */
  readonly status?: number;
  readonly durationMs: number;
  readonly upstreamMs: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly redactedFields: number;
  /** JSON pointers of the first 100 redacted fields, without values. */
  readonly redactedPointers: readonly string[];
  /** How many values were redacted as what and by which rule, the most frequent, without values; absent in entries of earlier versions. */
  readonly redactedBy?: readonly RuleCount[];
  /** By kind: what passed and was only counted, or, with `answer_refused`, for what the answer was refused. */
  readonly wouldRedact?: Readonly<Record<string, number>>;
  /** With `policy_denied`: the policies that forbade the call; absent where none permitted it. */
  readonly policies?: readonly string[];
  /** With `approval_required` and its relatives: the request; without: who has approved this call. */
  readonly approval?: string;
  readonly approvedBy?: ReadonlyArray<{ readonly approval: string; readonly person: string; readonly name?: string }>;
  /** The policies that would have forbidden it, if those in shadow mode decided; empty where none would permit it. */
  readonly wouldDeny?: readonly string[];
  readonly truncations: readonly Truncation[];
  /**
   * JSON text after redaction; '' when the call was refused before redaction, by policies only in entries of earlier versions; a long text is
   * replaced by its digest.
   */
  readonly arguments: string;
  /** Lower-case hex SHA-256 of the governed answer. */
  readonly answerDigest: string;
  /** `callId` of an earlier call whose held answer was read on; the API was not called. */
  readonly continues?: string;
  /** Id of the task that the call was for its client, or of which it was told how to ask again. */
  readonly task?: string;
  /** In what other forms the arguments were given and read (core/mcp/arguments/table.ts). */
  readonly repairs?: readonly ArgumentRepair[];
  /** Locations and kinds of placeholders in the arguments that were replaced by their values; without values. */
  readonly restored?: readonly RestoredUse[];
  /** What the arguments held that looks secret, if the owner has them checked: places and kinds, without values. */
  readonly findings?: readonly SentFinding[];
  /** If the owner keeps answers: how long and in which region this one is kept; `failed` when storing it failed. */
  readonly keptAnswer?: KeptAnswer | 'failed';
  /** If the call is traced: 32 hex digits, as in X-Ray or at the OTLP endpoint, and what its parts took. */
  readonly traceId?: string;
  readonly stages?: readonly ShownStage[];
}

/** A placeholder in the arguments that was replaced by its value. */
export interface RestoredUse {
  readonly pointer: string;
  readonly kind: PlaceholderKind;
}

/** How long and in which region the governed answer of a call is kept. */
export interface KeptAnswer {
  readonly days: number;
  readonly region: string;
}

/** One action through the management API. */
export interface ManagementEntry extends EntryCommon {
  readonly kind: 'management';
  /** The server's name at that time, because the server may be deleted later; absent in entries of earlier versions. */
  readonly serverName?: string;
  /** The `sub` of the person's login; in entries of earlier versions an e-mail address or user name. */
  readonly actor: string;
  /** The verified name in the login at that time, if it had one. */
  readonly actorName?: string;
  /** `server.deploy`, `token.revoke`, `settings.change`, … */
  readonly action: string;
  /** Details, with `changes` of fields (core/audit/fieldChanges.ts); earlier versions have only their names, in `fields`. */
  readonly detail: JsonObject;
}

/** Any entry of the audit trail. */
export type AuditEntry = RequestEntry | CallStartedEntry | CallEntry | ManagementEntry;

/** Codes of calls that wait for a person, which nothing is wrong with. */
const WAITING: ReadonlySet<string | undefined> = new Set(['input_required', 'approval_required']);

/** Whether a call counts as a failure. */
export const isFailed = ({ outcome, errorCode }: Pick<CallEntry, 'outcome' | 'errorCode'>): boolean =>
  outcome === 'error' && !WAITING.has(errorCode);

/** What {@link newEntry} adds. */
type Added = 'serverDay' | 'entryId' | 'at';

/** What is known of a call before it is made. */
export type CallHead = Omit<CallCommon, Added>;

type Sparse<Entry> = Entry extends AuditEntry ? Omit<Entry, Added> : never;

/**
 * Adds time, id and partition key to an entry.
 * @param now milliseconds since 1970
 */
export function newEntry(entry: Sparse<AuditEntry>, now: number = Date.now()): AuditEntry {
  const at = isoNow(now);
  return { ...entry, serverDay: serverDay(entry.serverId, at), entryId: newAuditId(now), at } as AuditEntry;
}

/**
 * As {@link newEntry}, for an event that happens once: writing it again gives the same key, so no second entry.
 * @param at ISO 8601 time of the event
 * @param id of what the event happens to
 */
export function entryOnce(entry: Sparse<AuditEntry>, at: string, id: string): AuditEntry {
  return { ...entry, serverDay: serverDay(entry.serverId, at), entryId: auditIdOf(at, id), at } as AuditEntry;
}

/**
 * As {@link newEntry}, for events that may be repeated without limit: gives one key per minute and `what`, so that at most
 * one entry a minute is written. The id sorts as the beginning of the minute.
 * @param now milliseconds since 1970
 */
export function entryOfMinute(entry: Sparse<AuditEntry>, what: string, now: number = Date.now()): AuditEntry {
  // Hexadecimal digits are valid characters of a ULID.
  const id = hash('sha256', what).toUpperCase();
  return { ...entryOnce(entry, isoNow(now - (now % 60_000)), id), at: isoNow(now) };
}

/**
 * Partition key: all entries of a server on a day (UTC).
 * @param at ISO 8601
 */
export const serverDay = (serverId: string, at: string): string => `${serverId}#${at.slice(0, 10)}`;
