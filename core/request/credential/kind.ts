/** The interface of a kind of credential. Each kind is an object in a file of its own, listed in kinds.ts. */

import type { CredentialShape } from '../../model/credential.ts';
import type { Outgoing } from '../build.ts';
import type { Fields } from './fields.ts';

/** One addition of a credential to a request. */
export interface Applying {
  readonly now: Date;
  /** Takes what was made of a secret for this request, such as a signature, so that it is masked in the response as the secrets are. */
  readonly derived: string[];
}

/** One kind of credential. */
export interface CredentialKind<Value extends { readonly type: string }> {
  readonly type: Value['type'];
  /**
   * The checked credential of members that match its definition (core/model/credentialKinds/). Only where more has to be judged.
   * @throws `credential_invalid` naming the field
   */
  judge?(members: Readonly<Record<string, unknown>>, fields: Fields): Value;
  /** Computed over the request with the other credentials, so added after them. */
  readonly isLast?: true;
  /** The request with the credential added; called last, and again for each redirect. */
  apply(request: Outgoing, credential: Value, applying: Applying): Outgoing;
  /**
   * The texts that are masked if the upstream's response contains them: what holds a secret. An account, such as a user name, only if it must
   * not be seen either; then it is planted by hand (test/support/planted.ts).
   */
  secrets(credential: Value): readonly string[];
  /** The request with what `apply` adds, but with masked values. */
  mask(request: Pick<Outgoing, 'url' | 'headers'>, shape: CredentialShape): Pick<Outgoing, 'url' | 'headers'>;
}

/** Replaces a secret value. */
export const MASK = '••••';

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
