/**
 * POST /v1/apply: brings servers to what is declared, by requests to the other routes in the name of the caller. It ends in time for its answer,
 * which tells new tokens; what is left is for the next request.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { applied } from '../../../core/declarations/apply.ts';
import { InvalidInput } from '../../../core/lib/errors.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { HandlersOf } from '../http/request.ts';
import { compressedDocument } from '../tools/documents.ts';

/** Nothing is begun afterwards. A request has 29 s, and a step may wait for ten until its change is published. */
const STEPS_FOR_MS = 15_000;
/** What takes longer to check is left to the next request as a whole. */
const BEGIN_WITHIN_MS = 6_000;

/** Of all descriptions of a request; real ones of 5 MB of gzip have some 60. */
const MAX_UNPACKED = 4 * LIMITS.document.bytes;

/** Handler of `applyDeclarations`. */
export const declarations: HandlersOf<'applyDeclarations'> = {
  applyDeclarations: ({ body, sends: { send, demand } }) => {
    const began = performance.now();
    const within = (ms: number) => () => performance.now() - began < ms;
    return applied(body, {
      send,
      demand: ({ method, path }) => demand(method, path),
      digestOf: bounded(),
      hasTime: within(STEPS_FOR_MS),
      mayBegin: within(BEGIN_WITHIN_MS),
      pause: (ms) => sleep(ms),
    });
  },
};

/** Digests of descriptions, until all of a request have unpacked to more than {@link MAX_UNPACKED}: some kilobytes of gzip may hold 60 MB. */
function bounded(): (base64: string, field: string) => string {
  let left = MAX_UNPACKED;
  return (base64, field) => {
    const { digest, size } = compressedDocument({ base64 }, field);
    left -= size;
    if (left < 0) {
      const message = `is with those before it larger than ${MAX_UNPACKED} bytes unpacked; declare the servers in several requests.`;
      throw new InvalidInput([{ field: `${field}/base64`, rule: 'max_bytes', message }]);
    }
    return digest;
  };
}
