/** Reference values for the size of a tool list. */

/** Tokens of a common context window. */
export const CONTEXT_TOKENS = 200_000;
/** Model vendors advise 10 to 15 tools; with more, models choose the wrong one more often. */
export const GOOD_TOOLS = 15;
