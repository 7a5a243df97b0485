/**
 * POST /v1/apply: brings servers to what is declared, by requests to the other routes in the name of the caller. It ends in time for its answer,
 * which tells new tokens; what is left is for the next request.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { applied } from '../../../core/declarations/apply.ts';
import type { HandlersOf } from '../http/request.ts';
import { compressedDocument } from '../tools/documents.ts';

/** Nothing is begun afterwards. A request has 29 s, and a step may wait for ten until its change is published. */
const STEPS_FOR_MS = 15_000;
/** What takes longer to check is left to the next request as a whole. */
const BEGIN_WITHIN_MS = 6_000;

/** Handler of `applyDeclarations`. */
export const declarations: HandlersOf<'applyDeclarations'> = {
  applyDeclarations: ({ body, sends: { send, demand } }) => {
    const began = performance.now();
    const within = (ms: number) => () => performance.now() - began < ms;
    return applied(body, {
      send,
      demand: ({ method, path }) => demand(method, path),
      digestOf: (base64, field) => compressedDocument({ base64 }, field).digest,
      hasTime: within(STEPS_FOR_MS),
      mayBegin: within(BEGIN_WITHIN_MS),
      pause: (ms) => sleep(ms),
    });
  },
};
