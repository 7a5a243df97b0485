/** Sizes of credentials, for forms and checks alike. */

/** Keys that are sent together: as many as any description of the public directory demands, and some. */
export const MAX_KEYS = 5;
