/** How urgent it is that a person does something; alone, because the dashboard sorts by it and needs nothing else of the table. */

/** Calls fail now; they will, or somebody waits; good to know. */
export const ATTENTION_SEVERITIES = ['critical', 'warning', 'notice'] as const;
/** See {@link ATTENTION_SEVERITIES}. */
export type AttentionSeverity = (typeof ATTENTION_SEVERITIES)[number];
