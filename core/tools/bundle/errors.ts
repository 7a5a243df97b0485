/** Why a bundle cannot be built. */
import { PortcullisError } from '../../lib/errors.ts';

/**
 * A bundle cannot be built: code `tool_escapes_base_url`, `schema_invalid`, `too_many_listed`, `credential_missing` or `credential_bound`.
 */
export class SealRefused extends PortcullisError {
  override readonly name: string = 'SealRefused';
}
