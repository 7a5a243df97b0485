/** The input and the result of governing one answer, shared by the pipeline and the formats. */
import type { JsonValue } from '../../lib/json/value.ts';
import type { MarkedTool } from '../../model/governance/marked.ts';
import type { Tally, Truncation } from '../../model/governance/report.ts';
import type { GovernanceSettings } from '../../model/governance/settings.ts';
import type { Trace } from '../../model/governance/trace.ts';
import type { Walker } from './walker.ts';

/** What is known about an answer besides its bytes. */
export interface GovernOptions {
  /** Maximum array items in this answer (a tool's own limit); overrides the settings. */
  readonly maxItems?: number;
  /** Bytes that the upstream sent, when `buffer` is only their beginning. */
  readonly totalBytes?: number;
  /** The body was cut at the read cap: an unfinished document is closed, and totals are lower bounds. */
  readonly truncatedInput?: boolean;
  /** The tool that answers, with what is known about its fields. Compiled once, for as long as the object exists. */
  readonly tool?: MarkedTool;
  /** The arguments of the call: what stands in them gets no pseudonym. */
  readonly sent?: JsonValue;
  /** Tells why each value went or stayed (`GovernedBody.explanation`), for people who ask; takes some times as long. */
  readonly explain?: boolean;
  /** Hears why instead, and makes of it what it wants (answerFields.ts). */
  readonly trace?: Trace;
}

/** What a format needs. */
export interface Run {
  readonly settings: GovernanceSettings;
  /** Infinity when arrays are not cut. */
  readonly maxItems: number;
  readonly maxBytes: number;
  readonly walker: () => Walker;
  readonly tally: Tally;
  readonly options: GovernOptions;
}

/** The result of a format. */
export interface Governed {
  readonly text: string;
  /** The text is valid JSON. */
  readonly json: boolean;
  /** The text is JSON documents, one a line: a number alone is one, too. */
  readonly isSequence?: true;
  readonly truncations: readonly Truncation[];
  /** The size cap cut something. */
  readonly capped: boolean;
  /** Length of the text in UTF-8, if known. */
  readonly bytes?: number;
}
