/** The tester behind `POST /v1/governance/try`: what settings would do to a document. */
import type { JsonValue } from '../json/value.ts';
import { compileGovernance } from './pipeline.ts';
import type { GovernedBody } from './report.ts';
import type { GovernanceOverrides } from './settings.ts';

/** Hits of one type. */
export interface Finding {
  readonly type: string;
  readonly count: number;
}

/** What settings do to a document, and what it costs. */
export interface GovernanceTrial {
  readonly governed: GovernedBody;
  /** Hits by type, most first. */
  readonly findings: readonly Finding[];
  readonly timing: { readonly compileMs: number; readonly governMs: number };
}

/**
 * `document` is a JSON value, or a string that is governed as it would be under `contentType` (sniffed by default).
 * Throws InvalidInput (`pattern_invalid`) and PatternTooSlow. The clock is handed in: this module has none of its own.
 */
export function tryGovernance(
  document: JsonValue,
  settings: GovernanceOverrides,
  now: () => number = () => performance.now(),
  contentType?: string,
): GovernanceTrial {
  const start = now();
  const governor = compileGovernance(settings);
  const compiled = now();
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const governed = governor.governBytes(
    Buffer.from(text),
    contentType ?? (typeof document === 'string' ? '' : 'application/json'),
  );
  const done = now();
  const findings = Object.entries(governed.redactions.byType)
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
  return { governed, findings, timing: { compileMs: round(compiled - start), governMs: round(done - compiled) } };
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
