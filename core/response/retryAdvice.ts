/**
 * What a failed call says about calling again: one thing. Models do what they read, and a change that may have been carried out
 * must not be made a second time because a sentence said so.
 */
import type { ToolAnnotations } from '../tools/model.ts';

const CAUTION =
  'The call may have been carried out all the same. Check that before you call again, or it is done twice.';

/** The tool can be called twice without doing more than once (RFC 9110 section 9.2.2), by what clients are told of it. */
export const isRepeatable = ({ readOnlyHint, idempotentHint }: ToolAnnotations): boolean =>
  readOnlyHint || idempotentHint;

/**
 * The text of a failure with the advice that fits.
 * @param maybeDone nobody here knows whether the upstream did what it was asked
 * @param advice what to do about it where calling again does no harm; '' for nothing
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
