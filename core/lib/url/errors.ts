/** The error of the URL checks. */
import { PortcullisError } from '../errors.ts';

/** A URL is not allowed for an upstream API or a document (code `base_url_invalid` or `url_invalid`). */
export class UrlRefused extends PortcullisError {
  override readonly name = 'UrlRefused';
}
