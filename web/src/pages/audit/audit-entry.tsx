/** An audit entry as the pages use it: the API types only the members that all kinds share, core/audit/entry.ts the others. */
import type { CallEntry, ManagementEntry, RequestEntry } from '../../../../core/audit/entry.ts';
import { sentenceOf } from '../../../../core/audit/sentence.ts';
import type { AuditEntry } from '../../api/types.ts';

type Fields = Partial<Omit<CallEntry, 'kind'>> &
  Partial<Omit<RequestEntry, 'kind'>> &
  Partial<Omit<ManagementEntry, 'kind'>>;
export type Entry = Fields & Pick<AuditEntry, 'entryId' | 'at' | 'kind'>;

export const entryOf = (item: AuditEntry): Entry => item as unknown as Entry;

/** Status of the upstream, or what stopped the call before. */
export function Outcome({ entry }: { readonly entry: Entry }) {
  if (entry.kind === 'management') return <span className="chip accent">done</span>;
  if (entry.kind === 'call-started') return <span className="chip">started</span>;
  const bad = entry.outcome === 'error';
  // The client did not get what the upstream answered.
  const isWithheld = entry.errorCode === 'answer_withheld';
  const text = isWithheld ? 'withheld' : (entry.status ?? (bad ? (entry.errorCode ?? 'error') : 'ok'));
  const tone = !bad ? 'good' : typeof entry.status === 'number' && entry.status < 500 ? 'warn' : 'bad';
  return <span className={`chip ${tone}`}>{text}</span>;
}

/** What a tool does, by its class. */
export const TYPE_NAMES = { query: 'read', mutation: 'write', destructive: 'destructive' } as const;
export const CLASS_TONE = { query: 'good', mutation: 'warn', destructive: 'bad' } as const;

/** The subject of an entry, in one word or name. */
export const subject = (entry: Entry): string => entry.tool ?? entry.action ?? entry.method ?? entry.kind;

/** What a person did, in a sentence; undefined for requests and calls. */
export const sentence = ({ action, ...rest }: Entry): string | undefined =>
  action === undefined ? undefined : sentenceOf({ action, ...rest });

/** In a row: a sentence for what people did, the name of the tool or method for what clients did. */
export function What({ entry }: { readonly entry: Entry }) {
  const sentenceText = sentence(entry);
  return sentenceText === undefined ? <span className="mono">{subject(entry)}</span> : sentenceText;
}

/**
 * Who did it, and by which client where the entry names one: the person or token, and the client as it calls itself. Apart,
 * so that no name turns the text around it.
 */
export function Who({ entry, hint }: { readonly entry: Entry; readonly hint?: string | undefined }) {
  const { personName, tokenLabel, actorName, actor } = entry;
  const by = entry.client ?? (personName === undefined ? undefined : tokenLabel);
  return (
    <>
      <bdi>{personName ?? tokenLabel ?? actorName ?? actor}</bdi>
      {hint !== undefined && <span className="mono muted"> ••••{hint}</span>}
      {by !== undefined && (
        <span className="muted">
          {' '}
          · <bdi>{by}</bdi>
        </span>
      )}
    </>
  );
}

/** Address of the log that an entry is read in, with the entry opened. @param search the filters of the log */
export function entrySearch(search: string, entryId: string, serverId?: string): string {
  const parameters = new URLSearchParams(search);
  parameters.set('entry', entryId);
  if (serverId !== undefined) parameters.set('of', serverId);
  return `?${parameters}`;
}

/** The filters alone. */
export function withoutEntry(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('entry');
  parameters.delete('of');
  return parameters.toString();
}
