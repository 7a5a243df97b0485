/** Errors of governance. The content of an answer never causes one; settings and custom patterns can. */
import { PortcullisError } from '../lib/errors.ts';

/** A custom pattern used up its work limit on one answer (code `pattern_too_slow`). */
export const patternTooSlow = (pattern: string): PortcullisError =>
  new PortcullisError(
    'pattern_too_slow',
    `The custom pattern "${pattern}" needs too much work on this answer. Make it more specific or cut the answer first.`,
    { context: { pattern } },
  );
