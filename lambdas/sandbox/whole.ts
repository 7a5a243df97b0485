/**
 * Governs the whole of a cut answer again without cuts, so that it can be held and read on. Done only if something was cut. If that takes
 * too long or the result is too large to be held, there is no whole answer, and the call is answered as if holding was off.
 */
import { gzipSync } from 'node:zlib';
import type { GovernedBody } from '../../core/governance/index.ts';
import { hasCode } from '../../core/lib/errors.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { type Continuation, continuationLines } from '../../core/response/continuation/notice.ts';
import type { Whole } from '../../core/response/continuation/piece.ts';
import type { PackedAnswer } from '../../core/sandbox/protocol.ts';

/** Speed over size: the object is deleted after a quarter of an hour. */
const LEVEL = 1;

/** A cut answer, and how to govern it without cuts. */
export interface WholeSource {
  /** Governs the body without cuts, under the watchdog, and masks the credential in it. */
  govern(): GovernedBody;
  /** What the client gets, before the note. */
  readonly shown: Pick<GovernedBody, 'text' | 'truncations' | 'capped'>;
}

/** A whole answer, compressed to be held, and the lines of its note. */
export interface HeldWhole {
  readonly whole: PackedAnswer;
  /** For the note, in place of advice on how to ask the API for the rest. */
  readonly lines: readonly string[];
}

/** Undefined when the whole takes too long to govern or is too large to be held. Throws any other error of governance. */
export function holdWhole({ govern, shown }: WholeSource, continuation: Continuation): HeldWhole | undefined {
  let governed: GovernedBody;
  try {
    governed = govern();
  } catch (error) {
    if (hasCode(error, 'pattern_too_slow') || hasCode(error, 'governance_timeout')) return undefined;
    throw error;
  }
  if (governed.capped) return undefined;
  const whole: Whole = { text: governed.text, json: governed.json };
  const bytes = Buffer.from(whole.text);
  if (bytes.length > LIMITS.heldAnswers.each) return undefined;
  return {
    whole: {
      json: whole.json,
      size: bytes.length,
      packed: gzipSync(bytes, { level: LEVEL }).toString('base64'),
    },
    lines: continuationLines(shown, whole, continuation),
  };
}
