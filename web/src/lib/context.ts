/** What a tool list is measured against. */

/** Tokens of a common context window. */
export const CONTEXT_TOKENS = 200_000;
/** Vendors of models advise 10 to 15 tools; with more, models choose the wrong one more often. */
export const GOOD_TOOLS = 15;
