/** The settings of lib/config.ts with which the stack of the package is synthesized, in the form of `-c key=value`. */

/** Events, because webhooks cost nothing on a machine of one's own and cannot be tried without. */
export const PACKAGED_SETTINGS: Readonly<Record<string, string>> = { events: 'true' };
