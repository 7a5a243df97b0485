/** Which findings a change of the tools adds or mends. A finding is the same when rule, tool and place are. Pure. */
import type { Check, Finding } from './check.ts';

/** How two checks differ. */
export interface ComparedChecks {
  readonly before: number;
  readonly after: number;
  readonly added: readonly Finding[];
  /** As they were found before. */
  readonly mended: readonly Finding[];
}

/** Compares the tools as they are with those of an import. */
export function comparedChecks(before: Check, after: Check): ComparedChecks {
  const [old, now] = [keysOf(before), keysOf(after)];
  return {
    before: before.score,
    after: after.score,
    added: after.findings.filter((finding) => !old.has(keyOf(finding))),
    mended: before.findings.filter((finding) => !now.has(keyOf(finding))),
  };
}

const keyOf = ({ rule, judged, place }: Finding): string => `${rule.id} ${judged.tool.toolId} ${place.at}`;
const keysOf = ({ findings }: Check): ReadonlySet<string> => new Set(findings.map(keyOf));
