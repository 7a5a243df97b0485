/** Modes of redaction: which kinds of personal data go, and which parts of values an owner lets stay. And what arguments may hold. */

/** The modes, from what redacts most to what redacts least. In `closed` only what is known to be harmless passes. */
export const MODES = ['closed', 'strict', 'balanced', 'minimal'] as const;
/** A mode of redaction. */
export type RedactionMode = (typeof MODES)[number];

/** What happens to a kind instead of its redaction: it passes and is counted, or the whole answer is withheld. */
export const KIND_ACTIONS = ['report', 'refuse'] as const;
/** One of {@link KIND_ACTIONS}. */
export type KindAction = (typeof KIND_ACTIONS)[number];

/** What happens to a call whose arguments hold secrets: nothing, a note, or a refusal. */
export const ARGUMENT_CHECKS = ['off', 'tell', 'refuse'] as const;
/** One of {@link ARGUMENT_CHECKS}. */
export type ArgumentCheck = (typeof ARGUMENT_CHECKS)[number];

/** Parts of values that can stay. */
export const KEPT_PARTS = [
  'town',
  'state',
  'postalArea',
  'emailDomain',
  'lastFour',
  'expiryMonth',
  'birthYear',
] as const;
/** A part of a value that can stay. */
export type KeptPart = (typeof KEPT_PARTS)[number];
