/** Markers stand where a value was: `[REDACTED:<type>]`. Types are letters, digits and dashes. */

const PREFIX = '[REDACTED:';

export function markerOf(type: string): string {
  return `${PREFIX}${type}]`;
}

const MARKER = /^\[REDACTED:[\w-]{1,80}\]$/;

/** True for a value that is nothing but one marker, which must never be redacted again. */
export function isMarker(text: string): boolean {
  return text.charCodeAt(0) === 0x5b && MARKER.test(text);
}
