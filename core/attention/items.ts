/** The items of the list of what needs a person, from the state of servers by the table of conditions. Pure. */
import { type AttentionCondition, CONDITION_NAMES, CONDITIONS, type ServerState } from './conditions.ts';
import { ATTENTION_SEVERITIES, type AttentionSeverity } from './severity.ts';

/** One thing that needs a person. */
export interface AttentionItem {
  /** The same as long as it lasts. */
  readonly id: string;
  readonly condition: AttentionCondition;
  readonly severity: AttentionSeverity;
  readonly server: { readonly id: string; readonly name: string };
  readonly title: string;
  readonly text: string;
  /** ISO 8601; unset where nothing says when it began. */
  readonly since?: string;
  readonly action: {
    readonly label: string;
    /** Of the page where something can be done, in the dashboard. */
    readonly path: string;
    /** What a button does at once, for editors. */
    readonly operation?: 'resumeCalls';
  };
}

/** What of a server needs a person, the most urgent first. */
export function attentionOf(state: ServerState): AttentionItem[] {
  const { serverId, name, status } = state.server;
  if (status === 'deleting') return [];
  return CONDITION_NAMES.flatMap((condition) => {
    const { severity, place, label, operation, find } = CONDITIONS[condition];
    return find(state).map(
      (found): AttentionItem => ({
        id: [condition, serverId, ...(found.subject === undefined ? [] : [found.subject])].join(' '),
        condition,
        severity: found.severity ?? severity,
        server: { id: serverId, name },
        title: found.title,
        text: found.text,
        ...(found.since !== undefined && { since: found.since }),
        action: {
          label: found.label ?? label,
          path: `/servers/${serverId}${found.place ?? place}`,
          ...(operation && { operation }),
        },
      }),
    );
  }).sort(byUrgency);
}

/** The item for somebody who may look and not change anything: without its button. */
export function withoutButton(item: AttentionItem): AttentionItem {
  const { operation, path } = item.action;
  return operation === undefined ? item : { ...item, action: { label: 'Open the server', path } };
}

/** The most urgent first, and of these what is newest. */
export const byUrgency = (one: AttentionItem, other: AttentionItem): number =>
  ATTENTION_SEVERITIES.indexOf(one.severity) - ATTENTION_SEVERITIES.indexOf(other.severity) ||
  (other.since ?? '').localeCompare(one.since ?? '');
