/**
 * Who used what: finished calls grouped by tool, token, client or person, each group with its figures, its errors by code and its
 * redactions by kind. Pure; what is read, and how far back, is decided by the caller.
 */
import { tokensOfBytes } from '../lib/tokenEstimate.ts';
import { isFailed } from './entry.ts';
import { type CallFigures, type Figures, type KindCount, Tally } from './stats.ts';

/** What calls are grouped by. */
export const GROUPINGS = ['tool', 'token', 'client', 'person'] as const;
/** One of {@link GROUPINGS}. */
export type Grouping = (typeof GROUPINGS)[number];

/** Limits the calls; unset members let all pass. Each is compared as a whole. */
export interface CallChoice {
  readonly tool?: string | undefined;
  /** Token id. */
  readonly token?: string | undefined;
  /** As in the entries; '' chooses the calls whose client is not known. */
  readonly client?: string | undefined;
  /** `sub` of the login; '' chooses the calls of no person. */
  readonly person?: string | undefined;
}

/** The figures of a group of calls. */
export interface UseFigures extends Figures {
  /** Estimated from the bytes that were returned. */
  readonly tokens: number;
  /** ISO 8601 UTC, of the newest call; absent without calls. */
  readonly lastAt?: string;
  /** The most frequent first. */
  readonly errorCodes: { readonly code: string; readonly calls: number }[];
  /** The most frequent first. Fewer than `redactions` where an entry names only its most frequent rules, or none. */
  readonly redacted: KindCount[];
}

/** A group: the value that its calls share, and a name for people. */
export interface CallGroup extends UseFigures {
  /** Name of the tool, token id, client as it named itself, or `sub` of the person; '' where the entries do not say. */
  readonly key: string;
  readonly label: string;
}

/** Codes and kinds of one group; each comes from a short list of ours, and from names that owners gave. */
const MAX_NAMED = 50;

class UseTally {
  private readonly tally = new Tally();
  private readonly codes = new Map<string, number>();
  private readonly kinds = new Map<string, number>();
  private newest = 0;

  add(call: CallFigures): void {
    this.tally.add(call);
    this.newest = Math.max(this.newest, call.at);
    if (isFailed(call)) increase(this.codes, call.errorCode ?? '', 1);
    for (const { kind, count } of call.redactedKinds ?? []) increase(this.kinds, kind, count);
  }

  get figures(): UseFigures {
    const figures = this.tally.figures;
    return {
      ...figures,
      tokens: tokensOfBytes(figures.bytesOut),
      ...(this.newest > 0 && { lastAt: new Date(this.newest).toISOString() }),
      errorCodes: mostFrequent(this.codes).map(([code, calls]) => ({ code, calls })),
      redacted: mostFrequent(this.kinds).map(([kind, count]) => ({ kind, count })),
    };
  }
}

const increase = (counts: Map<string, number>, key: string, by: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + by);
};

const mostFrequent = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, MAX_NAMED);

const KEYS: Readonly<Record<Grouping, (call: CallFigures) => readonly [key: string, label: string]>> = {
  tool: ({ tool }) => [tool, tool],
  token: ({ tokenId, tokenLabel }) => [tokenId, tokenLabel],
  client: ({ client = '' }) => [client, client],
  person: ({ person = '', personName = person }) => [person, personName],
};

/** Whether a call is among the chosen ones. */
export function isChosen(call: CallFigures, choice: CallChoice): boolean {
  return (
    (choice.tool === undefined || call.tool === choice.tool) &&
    (choice.token === undefined || call.tokenId === choice.token) &&
    (choice.client === undefined || (call.client ?? '') === choice.client) &&
    (choice.person === undefined || (call.person ?? '') === choice.person)
  );
}

/**
 * The groups of calls, busiest first, and all of them together. A group is named as in its newest call.
 * @param calls newest first
 */
export function groupCalls(
  calls: Iterable<CallFigures>,
  by: Grouping,
): { readonly totals: UseFigures; readonly groups: readonly CallGroup[] } {
  const whole = new UseTally();
  const groups = new Map<string, { readonly label: string; readonly tally: UseTally }>();
  for (const call of calls) {
    const [key, label] = KEYS[by](call);
    const group = groups.get(key) ?? { label, tally: new UseTally() };
    groups.set(key, group);
    group.tally.add(call);
    whole.add(call);
  }
  return {
    totals: whole.figures,
    groups: [...groups]
      .map(([key, { label, tally }]) => ({ key, label, ...tally.figures }))
      .sort((one, other) => other.calls - one.calls || (one.key < other.key ? -1 : 1)),
  };
}
