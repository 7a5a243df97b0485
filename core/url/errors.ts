/** The error of the rules for URLs. */
import { PortcullisError } from '../errors.ts';

/** A URL is not acceptable as the address of an upstream or a document (code `base_url_invalid` or `url_invalid`). */
export class UrlRefused extends PortcullisError {
  override readonly name = 'UrlRefused';
}
