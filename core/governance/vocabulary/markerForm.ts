/** The form of a marker, for code that recognizes markers without knowing which types exist. */

/** How every marker begins. */
export const MARKER_PREFIX = '[REDACTED:';

/**
 * Characters of a pseudonym: 35 bits, so that 10,000 values of one server are distinct with a probability of 99.8 %.
 */
export const PSEUDONYM_LENGTH = 7;

/** The source of an expression for a marker: group 1 is its type, then there may be a pseudonym. */
export const MARKER_SOURCE = String.raw`\[REDACTED:([\w-]{1,80})(?::[0-9a-z]{${PSEUDONYM_LENGTH}})?\]`;

/** A marker; at the end of a member's name a number may follow it. */
export const MARKER = new RegExp(String.raw`${MARKER_SOURCE}(?: \(\d{1,7}\)(?=$))?`, 'g');
