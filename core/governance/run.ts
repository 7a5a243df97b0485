/** What one answer is governed with, and what comes of it; the pipeline and the formats share it. */
import type { Tally, Truncation } from './report.ts';
import type { GovernanceSettings } from './settings.ts';
import type { Walker } from './walker.ts';

/** What is known of one answer besides its bytes. */
export interface GovernOptions {
  /** Array items kept in this answer; overrides the settings (a tool's own limit). */
  readonly maxItems?: number;
  /** Bytes that the upstream really sent, when `buffer` is only their beginning. */
  readonly totalBytes?: number;
  /** The body was cut at the read cap: an unfinished document is closed, its totals are lower bounds. */
  readonly truncatedInput?: boolean;
}

/** What a format works with. */
export interface Run {
  readonly settings: GovernanceSettings;
  /** Infinity when arrays are not cut. */
  readonly maxItems: number;
  readonly maxBytes: number;
  readonly walker: () => Walker;
  readonly tally: Tally;
  readonly options: GovernOptions;
}

/** What a format gives. */
export interface Governed {
  readonly text: string;
  /** The text is valid JSON. */
  readonly json: boolean;
  readonly truncations: readonly Truncation[];
  /** The size cap cut something. */
  readonly capped: boolean;
  /** Length of the text in UTF-8, where it is known already. */
  readonly bytes?: number;
}
