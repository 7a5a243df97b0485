/** Errors of governance, by settings and custom patterns; the content of an answer causes one only where its owner has it refused. */
import { PortcullisError } from '../lib/errors.ts';

/**
 * The answer holds what the owner has answers withheld for (code `answer_refused`). Names the kinds, never a value.
 *
 * @param hits by detector id
 */
export const answerRefused = (hits: Readonly<Record<string, number>>): PortcullisError =>
  new PortcullisError(
    'answer_refused',
    `The answer holds what its server passes on in no form (${Object.keys(hits).join(', ')}), so all of it is withheld. Ask for something without it; the same call is refused again.`,
    { context: { hits } },
  );

/** A custom pattern used up its work limit on one answer (code `pattern_too_slow`). */
export const patternTooSlow = (pattern: string): PortcullisError =>
  new PortcullisError(
    'pattern_too_slow',
    `The custom pattern "${pattern}" needs too much work on this answer. Make it more specific or cut the answer first.`,
    { context: { pattern } },
  );
