/** Reads the members of an unchecked object that holds secrets: no error contains a value. */

import { PortcullisError } from '../../lib/errors.ts';
import { isHeaderValue } from '../header.ts';

/** Reads the members of an unchecked object. */
export class Fields {
  private readonly value: Readonly<Record<string, unknown>>;
  private readonly at: string;

  /** @param at name of the object in errors */
  constructor(value: unknown, at = 'auth') {
    this.value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    this.at = at;
  }

  /** A string that is a valid header value. Throws `credential_invalid`. */
  text(field: string, { isEmptyAllowed = false } = {}): string {
    const found = this.value[field];
    if (typeof found !== 'string' || (found === '' && !isEmptyAllowed)) {
      throw this.fault(field, `must be a text${isEmptyAllowed ? '' : ' that is not empty'}.`);
    }
    if (!isHeaderValue(found) || !found.isWellFormed()) {
      throw this.fault(field, 'may not hold line breaks or other control characters.');
    }
    return found;
  }

  /** A string of several lines, such as a key in PEM form. Throws `credential_invalid`. */
  lines(field: string): string {
    const found = this.value[field];
    if (typeof found !== 'string' || found === '') throw this.fault(field, 'must be a text that is not empty.');
    if (/[^\x20-\x7e\r\n]/.test(found))
      throw this.fault(field, 'may hold letters, digits, signs and line breaks only.');
    return found;
  }

  /** The unchecked value, for the member that decides how the others are read. */
  plain(field: string): unknown {
    return this.value[field];
  }

  has(field: string): boolean {
    return this.value[field] !== undefined;
  }

  /** As `text`; undefined when it is absent or empty. */
  optional(field: string): string | undefined {
    return this.value[field] === undefined || this.value[field] === '' ? undefined : this.text(field);
  }

  /** The objects of an array with at most `most` items. Throws `credential_invalid`. */
  list(field: string, most: number, { isEmptyAllowed = false } = {}): readonly Fields[] {
    const found = this.value[field];
    if (!Array.isArray(found) || (found.length === 0 && !isEmptyAllowed) || found.length > most) {
      throw this.fault(field, `must be a list of ${isEmptyAllowed ? 0 : 1} to ${most}.`);
    }
    return found.map((each, index) => new Fields(each, `${this.at}.${field}.${index}`));
  }

  /** An error for a member. Never put the value into the message; it may be a secret in the wrong field. */
  fault(field: string, message: string): PortcullisError {
    return new PortcullisError('credential_invalid', `${this.at}.${field}: ${message}`);
  }
}
