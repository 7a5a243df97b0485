/** Shows what settings would do to a document, for `POST /v1/governance/try`. */
import { randomBytes } from 'node:crypto';
import { hasCode, PortcullisError } from '../lib/errors.ts';
import type { JsonValue } from '../lib/json/value.ts';
import type { GovernedBody } from '../model/governance/report.ts';
import type { GovernanceOverrides } from '../model/governance/settings.ts';
import { compileGovernance } from './compile.ts';

/** Number of hits of one type. */
export interface Finding {
  readonly type: string;
  readonly count: number;
}

/** The result, and the time it took. */
export interface GovernanceTrial {
  readonly governed: GovernedBody;
  /** Hits by type, largest first. */
  readonly findings: readonly Finding[];
  readonly timing: { readonly compileMs: number; readonly governMs: number };
}

interface TrialOptions {
  readonly now?: () => number;
  readonly contentType?: string | undefined;
  readonly explain?: boolean;
}

/**
 * Governs a document by settings.
 *
 * @param document a JSON value, or a string that is governed as a body of `contentType` (detected by default)
 * @param options.now the clock, in milliseconds
 * @param options.explain tells why each value went or stayed
 * @throws InvalidInput `pattern_invalid`
 * @throws `pattern_too_slow`
 */
export function tryGovernance(
  document: JsonValue,
  settings: GovernanceOverrides,
  { now = () => performance.now(), contentType, explain = false }: TrialOptions = {},
): GovernanceTrial {
  const start = now();
  // A trial belongs to no server: its pseudonyms hold within it.
  const governor = compileGovernance(settings, randomBytes(32));
  const compiled = now();
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const type = contentType ?? (typeof document === 'string' ? '' : 'application/json');
  const governed = orRefused(() => governor.governBytes(Buffer.from(text), type, { explain }), Buffer.byteLength(text));
  const done = now();
  const findings = Object.entries(governed.redactions.byType)
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
  return { governed, findings, timing: { compileMs: round(compiled - start), governMs: round(done - compiled) } };
}

/** A refused answer as the model would see it: what is said of it. */
function orRefused(govern: () => GovernedBody, bytesIn: number): GovernedBody {
  try {
    return govern();
  } catch (error) {
    if (!(error instanceof PortcullisError) || !hasCode(error, 'answer_refused')) throw error;
    const wouldRedact = error.context?.['hits'] as Readonly<Record<string, number>>;
    const text = `${error.message} (${error.code})`;
    const redactions = { count: 0, byType: {}, pointers: [], wouldRedact };
    return {
      text,
      json: false,
      bytesIn,
      bytesOut: Buffer.byteLength(text),
      redactions,
      truncations: [],
      capped: false,
    };
  }
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
