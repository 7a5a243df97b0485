/** What an import tells its owner: something was left out, guessed or repaired. */

/** Something that was left out, guessed or repaired. */
export interface ImportWarning {
  /** Stable code, e.g. `reference_missing`. */
  readonly code: string;
  /** Set when the tools as a whole are not what the document describes; errors come before all warnings. */
  readonly severity?: 'error';
  readonly message: string;
  /** JSON pointer into the document, with the document's URL before `#` when it is not the root. */
  readonly pointer: string;
  /** Names of the tools it touches; empty when it touches none or all. */
  readonly tools?: readonly string[];
}
