/** The errors that end an import. Lesser problems become warnings. Messages say what to do next. */
import { PortcullisError } from '../../lib/errors.ts';

/** Stable codes of {@link ImportRefused}. */
export type ImportCode =
  /** Neither JSON nor YAML, not an object, or no API description. */
  | 'spec_invalid'
  /** Over a limit: bytes, or values after expanding YAML aliases. */
  | 'spec_too_large'
  /** More operations than a server may have tools. */
  | 'too_many_operations'
  /** No operation has one of the tags asked for. */
  | 'no_operations';

/** A document that cannot be imported at all. */
export class ImportRefused extends PortcullisError {
  override readonly name: string = 'ImportRefused';
  declare readonly code: ImportCode;
}
