/**
 * Several credentials for each request, as a Security Requirement Object with several schemes needs them. Each kind at most
 * once, and never two for the same header, query parameter or cookie.
 */

import { isSameLocation, type SingleAuthType } from '../../model/credential.ts';
import { MAX_PARTS } from '../../model/credentialKinds/limits.ts';
import { locationsOf, singleShape } from '../../model/credentialShape.ts';
import type { Outgoing } from '../build.ts';
import type { Fields } from './fields.ts';
import type { CredentialKind } from './kind.ts';
import { checkSingle, kindOf, type SingleCredential } from './kinds.ts';

/** Several credentials that are sent together. */
export interface CombinedCredential {
  readonly type: 'combined';
  readonly parts: readonly SingleCredential[];
}

/** Those that are computed over the request with the other credentials come last. */
const inOrder = <Part extends { readonly type: SingleAuthType }>(parts: readonly Part[]): Part[] =>
  [...parts].sort((one, other) => Number(isLast(one)) - Number(isLast(other)));
const isLast = ({ type }: { readonly type: SingleAuthType }): boolean => kindOf(type).isLast ?? false;

/** The fault of a client that authenticates by TLS and has no certificate. */
export const NEEDS_CERTIFICATE =
  'needs a client certificate: combine the credential with one of type mutualTLS, by which the token endpoint identifies the client.';

/** Whether a client authenticates by TLS (RFC 8705) and is not combined with a certificate. */
export const isWithoutCertificate = (parts: readonly SingleCredential[]): boolean =>
  parts.some((part) => part.type === 'oauth2' && part.clientAuthentication === 'tls') &&
  !parts.some((part) => part.type === 'mutualTLS');

/**
 * Checks the parts.
 * @throws `credential_invalid` naming the part and its field
 */
export function checkedParts(fields: Fields): readonly SingleCredential[] {
  const given = fields.list('parts', MAX_PARTS);
  if (given.length < 2) throw fields.fault('parts', 'must be two at least; give a single credential as itself.');
  const checked: SingleCredential[] = [];
  for (const each of given) {
    const part = checkSingle(each);
    if (checked.some(({ type }) => type === part.type)) {
      throw each.fault('type', `${part.type} is given twice; several keys are one part of type apiKeys.`);
    }
    const filled = checked.flatMap((other) => locationsOf(singleShape(other)));
    const taken = locationsOf(singleShape(part)).find((location) =>
      filled.some((other) => isSameLocation(location, other)),
    );
    if (taken !== undefined) {
      throw each.fault('type', `fills the ${taken.in} ${taken.name}, which another part fills already.`);
    }
    checked.push(part);
  }
  if (isWithoutCertificate(checked)) throw fields.fault('parts', NEEDS_CERTIFICATE);
  return checked;
}

/** Several credentials on each request. */
export const combined: CredentialKind<CombinedCredential> = {
  type: 'combined',
  apply: (request, { parts }, applying) =>
    inOrder(parts).reduce<Outgoing>((made, part) => kindOf(part.type).apply(made, part, applying), request),
  secrets: ({ parts }) => parts.flatMap((part) => kindOf(part.type).secrets(part)),
  mask: (request, { parts = [] }) => inOrder(parts).reduce((made, part) => kindOf(part.type).mask(made, part), request),
};
