/**
 * The whole of an answer that was cut, governed once more without cuts, so that it can be held and read on. Only done where something was
 * cut; a whole that takes too long to govern, or is too large to be held, is none, and the answer is what it would have been without.
 */
import { gzipSync } from 'node:zlib';
import { type Continuation, continuationLines } from '../../core/continuation/notice.ts';
import type { Whole } from '../../core/continuation/piece.ts';
import { type GovernedBody, PatternTooSlow } from '../../core/governance/index.ts';
import { LIMITS } from '../../core/limits.ts';
import type { PackedAnswer } from '../../core/request/call.ts';
import { SandboxFault } from './errors.ts';

/** Fast rather than small: the object is gone in a quarter of an hour. */
const LEVEL = 1;

/** An answer that was cut, and how to govern it without cuts. */
export interface WholeSource {
  /** Governs the body without cuts, under the watchdog, and blanks the credential in it. */
  govern(): GovernedBody;
  /** What was let out, as it was before the note. */
  readonly shown: Pick<GovernedBody, 'text' | 'truncations' | 'capped'>;
}

/** A whole answer, packed to be held, and what the note says of it. */
export interface HeldWhole {
  readonly whole: PackedAnswer;
  /** For the note, in place of advice on how to ask the API for the rest. */
  readonly lines: readonly string[];
}

/**
 * Undefined where the whole takes too long to govern or is too large to be held. Throws what governing throws
 * otherwise.
 */
export function holdWhole({ govern, shown }: WholeSource, continuation: Continuation): HeldWhole | undefined {
  let governed: GovernedBody;
  try {
    governed = govern();
  } catch (error) {
    if (error instanceof PatternTooSlow || (error instanceof SandboxFault && error.code === 'governance_timeout'))
      return undefined;
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
