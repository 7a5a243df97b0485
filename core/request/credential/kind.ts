/** What a kind of credential is: one object in a file of its own, listed in kinds.ts. */
import { CredentialInvalid } from '../errors.ts';
import { isHeaderValue } from '../header.ts';
import type { CredentialShape } from './shape.ts';

/** A request as it is about to leave. */
export interface Outgoing {
  readonly method: string;
  /** Absolute, encoded as it goes on the wire. */
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body?: Uint8Array;
}

/** What is specific to one kind of credential. */
export interface CredentialKind<Value extends { readonly type: string }> {
  readonly type: Value['type'];
  /** Reads what an owner gave, or what was sealed. Throws CredentialInvalid naming the field. */
  check(fields: Fields): Value;
  /** The request with the credential on it: the last thing before it leaves, done anew for each redirect. */
  apply(request: Outgoing, credential: Value, now: Date): Outgoing;
  /** Texts that are blanked wherever the upstream reflects them. */
  secrets(credential: Value): readonly string[];
  /** The request as people may see it: what `apply` adds, with its values masked. */
  mask(request: Pick<Outgoing, 'url' | 'headers'>, shape: CredentialShape): Pick<Outgoing, 'url' | 'headers'>;
}

/** In the place of a value. */
export const MASK = '••••';

/** The members of an untrusted object, read as texts. */
export class Fields {
  private readonly value: Readonly<Record<string, unknown>>;
  private readonly at: string;

  /** `at`: how faults name the object. */
  constructor(value: unknown, at = 'auth') {
    this.value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    this.at = at;
  }

  /** A text that may stand in a header. Throws CredentialInvalid. */
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

  /** A text of several lines, such as a key in PEM form. Throws CredentialInvalid. */
  lines(field: string): string {
    const found = this.value[field];
    if (typeof found !== 'string' || found === '') throw this.fault(field, 'must be a text that is not empty.');
    if (/[^\x20-\x7e\r\n]/.test(found))
      throw this.fault(field, 'may hold letters, digits, signs and line breaks only.');
    return found;
  }

  /** As it is, for what decides how the rest is read. */
  plain(field: string): unknown {
    return this.value[field];
  }

  has(field: string): boolean {
    return this.value[field] !== undefined;
  }

  /** The same, or undefined when it is not given. */
  optional(field: string): string | undefined {
    return this.value[field] === undefined || this.value[field] === '' ? undefined : this.text(field);
  }

  /** The objects of a list. Throws CredentialInvalid. */
  list(field: string, most: number, { isEmptyAllowed = false } = {}): readonly Fields[] {
    const found = this.value[field];
    if (!Array.isArray(found) || (found.length === 0 && !isEmptyAllowed) || found.length > most) {
      throw this.fault(field, `must be a list of ${isEmptyAllowed ? 0 : 1} to ${most}.`);
    }
    return found.map((each, index) => new Fields(each, `${this.at}.${field}.${index}`));
  }

  /** The value is not repeated: people do put the secret into the wrong field. */
  fault(field: string, message: string): CredentialInvalid {
    return new CredentialInvalid(`${this.at}.${field}: ${message}`);
  }
}

/** The headers with one more; one of the same name is replaced. */
export function withHeader(
  headers: Outgoing['headers'],
  name: string,
  value: string,
): ReadonlyArray<readonly [string, string]> {
  const lower = name.toLowerCase();
  return [...headers.filter(([each]) => each.toLowerCase() !== lower), [name, value]];
}

/** The headers with a pair in the one Cookie header; a cookie of the same name is replaced. */
export function withCookie(headers: Outgoing['headers'], pair: string): ReadonlyArray<readonly [string, string]> {
  const [name = ''] = pair.split('=', 1);
  const present = headers.find(([each]) => each.toLowerCase() === 'cookie')?.[1] ?? '';
  const others = present.split('; ').filter((each) => each !== '' && each.split('=', 1)[0] !== name);
  return withHeader(headers, 'cookie', [...others, pair].join('; '));
}
