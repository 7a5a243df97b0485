/**
 * What a failed call says about calling again. Models do what they read, and a change that may have been carried out
 * must not be repeated because a sentence suggested it.
 */
import type { ToolAnnotations } from '../tools/model.ts';

const CAUTION =
  'The call may have been carried out all the same. Check that before you call again, or it is done twice.';

/** Methods whose repetition changes nothing. */
export const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT']);

/** True when repeating the call does no more than calling once (RFC 9110 section 9.2.2), by the tool's annotations. */
export const isRepeatable = ({ readOnlyHint, idempotentHint }: ToolAnnotations): boolean =>
  readOnlyHint || idempotentHint;

/**
 * The text of a failure with the advice that fits.
 * @param maybeDone it is unknown whether the upstream carried the call out
 * @param advice what to do where repeating is harmless; '' for nothing
 */
export function withRetryAdvice(
  what: string,
  annotations: ToolAnnotations,
  maybeDone: boolean,
  advice: string,
): string {
  const said = maybeDone && !isRepeatable(annotations) ? CAUTION : advice;
  return said === '' ? what : `${what} ${said}`;
}
