/** The form of markers without the types that exist, for code that only has to recognize one and needs no catalogue. */

/** How every marker begins. */
export const MARKER_PREFIX = '[REDACTED:';

/** A marker, with its type (1); at the end of a member's name it may be numbered. */
export const MARKER = /\[REDACTED:([\w-]{1,80})\](?: \(\d{1,7}\)(?=$))?/g;
