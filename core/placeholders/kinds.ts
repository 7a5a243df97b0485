/** What a placeholder can stand for. `id`: values of the fields that the owner always redacts. */
export const PLACEHOLDER_KINDS = ['email', 'phone', 'name', 'id'] as const;
/** One of {@link PLACEHOLDER_KINDS}. */
export type PlaceholderKind = (typeof PLACEHOLDER_KINDS)[number];
