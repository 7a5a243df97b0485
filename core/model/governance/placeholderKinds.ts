/** What a placeholder can stand for. `id` stands for the values of the owner's custom fields. */
export const PLACEHOLDER_KINDS = ['email', 'phone', 'name', 'id'] as const;
/** One of {@link PLACEHOLDER_KINDS}. */
export type PlaceholderKind = (typeof PLACEHOLDER_KINDS)[number];
