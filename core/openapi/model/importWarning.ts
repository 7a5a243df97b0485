/** The warnings of an import, for the owner of the server. */

/** Something that was left out, guessed or repaired. */
export interface ImportWarning {
  /** Stable code, e.g. `reference_missing`. */
  readonly code: string;
  /** Set when the tools as a whole do not match the document. Errors are listed before all other warnings. */
  readonly severity?: 'error';
  readonly message: string;
  /** JSON pointer into the document; the document's URL precedes `#` when it is not the root document. */
  readonly pointer: string;
  /** Names of the tools it concerns; absent when it concerns none in particular. */
  readonly tools?: readonly string[];
}
