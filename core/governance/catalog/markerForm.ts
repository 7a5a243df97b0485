/** The form of markers, apart from the types that exist: whoever only has to know one when it comes back needs no catalogue. */

export const MARKER_PREFIX = '[REDACTED:';

/** A marker, at the end of a member's name also numbered. */
export const MARKER = /\[REDACTED:([\w-]{1,80})\](?: \(\d{1,7}\)(?=$))?/g;
