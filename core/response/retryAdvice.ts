/**
 * Advice on repeating a failed call. Models follow what they read, so a change that may have been made already must not
 * be repeated because of the text.
 */
import type { ToolAnnotations } from '../model/tool.ts';

const CAUTION =
  'The call may have been carried out all the same. Check that before you call again, or it is done twice.';

/** Methods whose repetition changes nothing. */
export const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT']);

/** Whether repeating the call has no further effect (RFC 9110, section 9.2.2), by the tool's annotations. */
export const isRepeatable = ({ readOnlyHint, idempotentHint }: ToolAnnotations): boolean =>
  readOnlyHint || idempotentHint;

/**
 * The text of a failure together with the advice.
 * @param maybeDone it is not known whether the upstream carried out the call
 * @param advice what to do when repeating is harmless; '' for nothing
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
