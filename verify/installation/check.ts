/** The form of a check: what is tried, why, and what to do when it fails. One object per check, in verify/checks. */
import type { Installation } from './installation.ts';

/** Result of a check. `only-on-aws`: nothing failed, but this stack cannot answer the question. */
export type Status = 'pass' | 'fail' | 'only-on-aws' | 'not-run';

/** What a check found. */
export interface Finding {
  /** Whether what was tried is as it must be. Undefined: it could not be tried; `measured` says why. */
  readonly holds: boolean | undefined;
  /** One line: figures, or what was seen. */
  readonly measured: string;
  /** Further lines for the report. */
  readonly details?: readonly string[];
}

/** One check. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** Which assumption it tests, and what would happen without it. */
  readonly why: string;
  /** What to do when it fails. */
  readonly todo: string;
  /** What a local stack cannot answer; there the result is `only-on-aws`, unless it fails. */
  readonly onlyOnAws?: string;
  /** Whether it uses the servers that `verify` creates. */
  readonly usesServers?: boolean;
  /** Whether it runs after all others. */
  readonly isLast?: boolean;
  readonly run: (installation: Installation, signal: AbortSignal) => Promise<Finding>;
}

/** A check that has run. */
export interface Result {
  readonly check: Check;
  readonly status: Status;
  readonly finding: Finding;
  readonly ms: number;
}

/** The text of a duration. */
export const milliseconds = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`);
