/**
 * Statistics of tool calls: counts, percentiles and sums, in total, over time, and by server, tool and connection token.
 * Pure.
 */
import { isFailed } from './entry.ts';

/** The attributes of a finished call that the statistics need. */
export interface CallFigures {
  readonly serverId: string;
  readonly tool: string;
  readonly tokenId: string;
  readonly tokenLabel: string;
  /** As in the entry; what an entry of an earlier version does not have is absent. */
  readonly client?: string;
  readonly person?: string;
  readonly personName?: string;
  readonly errorCode?: string;
  /** How many values of which kind were redacted. */
  readonly redactedKinds?: readonly KindCount[];
  readonly outcome: 'ok' | 'error';
  readonly durationMs: number;
  readonly redactedFields: number;
  readonly truncations: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Milliseconds since 1970, of the entry and of its id, which is made slightly later on the same day. */
  readonly at: number;
  readonly idAt: number;
}

/** How many values of a kind were redacted. */
export interface KindCount {
  readonly kind: string;
  readonly count: number;
}

/** Statistics of a set of calls. Times in milliseconds. */
export interface Figures {
  readonly calls: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly redactions: number;
  readonly truncations: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Widths of the intervals of a time series. */
export const BUCKETS = ['5min', 'hour', 'day'] as const;
/** Width of one interval. */
export type Bucket = (typeof BUCKETS)[number];
const BUCKET_MS: Readonly<Record<Bucket, number>> = { '5min': 300_000, hour: 3_600_000, day: 86_400_000 };

/** Limits the statistics to a tool or a token; unset: all calls. */
export interface StatsOf {
  /** Exact name. */
  readonly tool?: string | undefined;
  readonly tokenId?: string | undefined;
}

/** Counts calls one by one. */
export class Tally {
  private readonly durations: number[] = [];
  private readonly sums = { errors: 0, redactions: 0, truncations: 0, bytesIn: 0, bytesOut: 0 };

  add(call: CallFigures): void {
    this.durations.push(call.durationMs);
    if (isFailed(call)) this.sums.errors++;
    this.sums.redactions += call.redactedFields;
    this.sums.truncations += call.truncations;
    this.sums.bytesIn += call.bytesIn;
    this.sums.bytesOut += call.bytesOut;
  }

  get figures(): Figures {
    const sorted = this.durations.toSorted((a, b) => a - b);
    // Nearest-rank method: the smallest value that at least this share of the calls does not exceed.
    const percentile = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
    return { calls: sorted.length, ...this.sums, p50Ms: percentile(0.5), p95Ms: percentile(0.95) };
  }
}

/**
 * Collects calls one by one. `from` (inclusive) and `to` (exclusive) are milliseconds since 1970; intervals begin at full five minutes, hours or
 * days in UTC.
 */
export class CallStats {
  private readonly total = new Tally();
  private readonly byTime = new Map<number, Tally>();
  private readonly byServer = new Map<string, Tally>();
  private readonly byTool = new Map<string, { serverId: string; tool: string; tally: Tally }>();
  private readonly byToken = new Map<string, { serverId: string; tokenId: string; label: string; tally: Tally }>();
  private readonly from: number;
  private readonly to: number;
  private readonly of: StatsOf;
  private readonly width: number;

  constructor(from: number, to: number, bucket: Bucket, of: StatsOf = {}) {
    this.from = from;
    this.to = to;
    this.of = of;
    this.width = BUCKET_MS[bucket];
    for (let at = this.startOf(from); at < to; at += this.width) this.byTime.set(at, new Tally());
  }

  /** Adds a call; ignores calls outside of the time range, and of other tools or tokens. */
  add(entry: CallFigures): void {
    if (entry.at < this.from || entry.at >= this.to) return;
    if (this.of.tool !== undefined && entry.tool !== this.of.tool) return;
    if (this.of.tokenId !== undefined && entry.tokenId !== this.of.tokenId) return;
    this.total.add(entry);
    this.byTime.get(this.startOf(entry.at))?.add(entry);
    const server = this.byServer.get(entry.serverId) ?? new Tally();
    this.byServer.set(entry.serverId, server);
    server.add(entry);
    const key = `${entry.serverId} ${entry.tool}`;
    const tool = this.byTool.get(key) ?? { serverId: entry.serverId, tool: entry.tool, tally: new Tally() };
    this.byTool.set(key, tool);
    tool.tally.add(entry);
    const { serverId, tokenId, tokenLabel: label } = entry;
    const token = this.byToken.get(tokenId) ?? { serverId, tokenId, label, tally: new Tally() };
    this.byToken.set(tokenId, token);
    token.tally.add(entry);
  }

  get totals(): Figures {
    return this.total.figures;
  }

  /** All intervals in order, also empty ones. */
  get series(): (Figures & { at: string })[] {
    return [...this.byTime].map(([at, tally]) => ({ at: new Date(at).toISOString(), ...tally.figures }));
  }

  /** Busiest first. */
  get servers(): (Figures & { serverId: string })[] {
    return [...this.byServer]
      .map(([serverId, tally]) => ({ serverId, ...tally.figures }))
      .sort((a, b) => b.calls - a.calls);
  }

  /** Busiest first. */
  get tools(): (Figures & { serverId: string; tool: string })[] {
    return [...this.byTool.values()]
      .map(({ serverId, tool, tally }) => ({ serverId, tool, ...tally.figures }))
      .sort((a, b) => b.calls - a.calls);
  }

  /** Busiest first. */
  get tokens(): (Figures & { serverId: string; tokenId: string; label: string })[] {
    return [...this.byToken.values()]
      .map(({ tally, ...token }) => ({ ...token, ...tally.figures }))
      .sort((a, b) => b.calls - a.calls);
  }

  private startOf(at: number): number {
    return Math.floor(at / this.width) * this.width;
  }
}
