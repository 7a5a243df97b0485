/** The errors that end an import; everything smaller becomes a warning. Messages say what to do next. */
import { PortcullisError } from '../errors.ts';

/** Stable codes of {@link ImportRefused}. */
export type ImportCode =
  /** Neither JSON nor YAML, not an object, or no API description. */
  | 'spec_invalid'
  /** Over a cap: bytes, expanded aliases. */
  | 'spec_too_large'
  /** More operations than a server may have tools. */
  | 'too_many_operations'
  /** The tags asked for occur on no operation. */
  | 'no_operations';

/** A document that cannot be imported at all. */
export class ImportRefused extends PortcullisError {
  override readonly name: string = 'ImportRefused';
  declare readonly code: ImportCode;
}
