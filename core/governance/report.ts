/** What governance did to one answer: counts and places, never values. */

export interface Truncation {
  /** JSON pointer of the array ('' is the root). */
  readonly pointer: string;
  readonly total: number;
  readonly kept: number;
  /** True when reading stopped at a cap, so that `total` is a lower bound. */
  readonly atLeast?: boolean;
}

export interface RedactionReport {
  readonly count: number;
  /** Detector id → hits. */
  readonly byType: Readonly<Record<string, number>>;
  /** JSON pointers of redacted leaves, the first 100. */
  readonly pointers: readonly string[];
}

export interface GovernedBody {
  /** The governed text: valid JSON whenever `json` is true. */
  readonly text: string;
  readonly json: boolean;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly redactions: RedactionReport;
  readonly truncations: readonly Truncation[];
  /** True when the size cap cut something. */
  readonly capped: boolean;
}
