/** Reference values for the size of a tool list. */

/** Tokens of a common context window. */
export const CONTEXT_TOKENS = 200_000;
/** With more tools, models choose the wrong one more often (sources: tool-count.ts). */
export const GOOD_TOOLS = 15;
