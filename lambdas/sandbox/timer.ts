/** Measures the parts of a call for its trace: the exchange with the upstream, and the governing of its answer. Numbers only. */
import type { CallTiming, Stage } from '../../core/telemetry/trace/spans.ts';

/** Of one call; `started` is a time of performance.now(). */
export interface CallTimer {
  upstream(started: number): void;
  governance(started: number): void;
  read(): CallTiming;
}

/** Begins with the call. `isCold`: whether the call is its environment's first event. */
export function callTimer(isCold: boolean): CallTimer {
  const begun = performance.now();
  const stages: { upstream?: Stage; governance?: Stage } = {};
  const since = (started: number): Stage => ({ at: started - begun, ms: performance.now() - started });
  return {
    upstream: (started) => {
      stages.upstream = since(started);
    },
    governance: (started) => {
      stages.governance = since(started);
    },
    read: () => ({ ms: performance.now() - begun, ...stages, ...(isCold && { isCold }) }),
  };
}
