/** Modes of redaction: which kinds of personal data go, and which parts of values an owner lets stay. */

/** The modes, from what redacts most to what redacts least. */
export const MODES = ['strict', 'balanced', 'minimal'] as const;
/** A mode of redaction. */
export type RedactionMode = (typeof MODES)[number];

/** Parts of values that can stay. */
export const KEPT_PARTS = ['town', 'state', 'postalArea', 'emailDomain', 'expiryMonth', 'birthYear'] as const;
/** A part of a value that can stay. */
export type KeptPart = (typeof KEPT_PARTS)[number];
