/** The form of a marker, for code that recognizes markers without knowing which types exist. */

/** How every marker begins. */
export const MARKER_PREFIX = '[REDACTED:';

/** A marker; group 1 is its type, then there may be a pseudonym. At the end of a member's name a number may follow. */
export const MARKER = /\[REDACTED:([\w-]{1,80})(?::[0-9a-z]{7})?\](?: \(\d{1,7}\)(?=$))?/g;
