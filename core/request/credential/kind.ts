/** The interface of a kind of credential. Each kind is an object in a file of its own, listed in kinds.ts. */

import type { CredentialShape } from '../../model/credential.ts';
import type { Outgoing } from '../build.ts';
import { CredentialInvalid } from '../errors.ts';
import { isHeaderValue } from '../header.ts';

/** One kind of credential. */
export interface CredentialKind<Value extends { readonly type: string }> {
  readonly type: Value['type'];
  /**
   * Checks a credential that was entered or decrypted.
   * @throws CredentialInvalid naming the field
   */
  check(fields: Fields): Value;
  /** The request with the credential added; called last, and again for each redirect. */
  apply(request: Outgoing, credential: Value, now: Date): Outgoing;
  /** The texts that are masked if the upstream's response contains them. */
  secrets(credential: Value): readonly string[];
  /** The request with what `apply` adds, but with masked values. */
  mask(request: Pick<Outgoing, 'url' | 'headers'>, shape: CredentialShape): Pick<Outgoing, 'url' | 'headers'>;
}

/** Replaces a secret value. */
export const MASK = '••••';

/** Reads the members of an unchecked object. */
export class Fields {
  private readonly value: Readonly<Record<string, unknown>>;
  private readonly at: string;

  /** @param at name of the object in errors */
  constructor(value: unknown, at = 'auth') {
    this.value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    this.at = at;
  }

  /** A string that is a valid header value. Throws CredentialInvalid. */
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

  /** A string of several lines, such as a key in PEM form. Throws CredentialInvalid. */
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

  /** The objects of an array with at most `most` items. Throws CredentialInvalid. */
  list(field: string, most: number, { isEmptyAllowed = false } = {}): readonly Fields[] {
    const found = this.value[field];
    if (!Array.isArray(found) || (found.length === 0 && !isEmptyAllowed) || found.length > most) {
      throw this.fault(field, `must be a list of ${isEmptyAllowed ? 0 : 1} to ${most}.`);
    }
    return found.map((each, index) => new Fields(each, `${this.at}.${field}.${index}`));
  }

  /** An error for a member. Never put the value into the message; it may be a secret in the wrong field. */
  fault(field: string, message: string): CredentialInvalid {
    return new CredentialInvalid(`${this.at}.${field}: ${message}`);
  }
}

/** The headers with one added; replaces one of the same name. */
export function withHeader(
  headers: Outgoing['headers'],
  name: string,
  value: string,
): ReadonlyArray<readonly [string, string]> {
  const lower = name.toLowerCase();
  return [...headers.filter(([each]) => each.toLowerCase() !== lower), [name, value]];
}

/** The headers with a cookie added to the Cookie header; replaces a cookie of the same name. */
export function withCookie(headers: Outgoing['headers'], pair: string): ReadonlyArray<readonly [string, string]> {
  const [name = ''] = pair.split('=', 1);
  const present = headers.find(([each]) => each.toLowerCase() === 'cookie')?.[1] ?? '';
  const others = present.split('; ').filter((each) => each !== '' && each.split('=', 1)[0] !== name);
  return withHeader(headers, 'cookie', [...others, pair].join('; '));
}
