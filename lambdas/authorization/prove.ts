/**
 * Client authentication at the token and revocation endpoints. Clients with a secret or a key authenticate with every request: those that an
 * admin registered, and those whose metadata document says private_key_jwt. The id of a public client is not verified: its code and
 * refresh token are bound to it. A signed JWT is accepted once.
 */
import { timingSafeEqual } from 'node:crypto';
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { tokenHashKey } from '../../aws/services/keys.ts';
import { rememberAssertion } from '../../aws/tables/signIns.ts';
import { issuerOf } from '../../core/auth/oauth/addresses.ts';
import { clientAssertion } from '../../core/auth/oauth/assertions.ts';
import {
  type ClientAuth,
  goodSecrets,
  type PresentedClient,
  presentedClient,
} from '../../core/auth/oauth/clientAuth.ts';
import { isMetadataAddress, type OAuthClient, secretText } from '../../core/auth/oauth/clients.ts';
import { lacksProof, usedBefore, verifiedProof } from '../../core/auth/oauth/dpop.ts';
import { OAuthError } from '../../core/auth/oauth/errors.ts';
import { hashToken } from '../../core/auth/tokens/format.ts';
import { findClient } from './client.ts';
import { withKeys } from './keys.ts';

/** The client of a token request. */
export interface AskingClient {
  readonly id: string;
  /** Unset for public clients with a metadata document, which is not read for a token request. */
  readonly client?: OAuthClient;
  /** Whether it has authenticated. */
  readonly isProven: boolean;
  /** Thumbprint of the key that it has proved (DPoP). */
  readonly jkt?: string | undefined;
}

/** The client of the request, authenticated if it has a secret or key. Throws OAuthError `invalid_request` or `invalid_client`. */
export async function askingClient(
  form: ReadonlyMap<string, string>,
  authorization: string | undefined,
): Promise<AskingClient> {
  const presented = presentedClient(form, authorization);
  const client = await lookedUp(presented);
  if (!client?.auth) return { id: presented.id, ...(client && { client }), isProven: false };
  await prove(client.id, client.auth, presented);
  return { id: client.id, client, isProven: true };
}

/**
 * Refuses a client that has not authenticated although its code or session was issued to one that must. Throws OAuthError
 * `invalid_client`.
 */
export function demandProof({ isProven }: AskingClient, { isRequired }: { readonly isRequired: boolean }): void {
  if (isRequired && !isProven) throw new OAuthError('invalid_client', 'The client must authenticate.');
}

/**
 * The thumbprint of the key that a token request proves (DPoP, RFC 9449 section 5). The proof is used up before the grant is judged, also of a request
 * that is refused then: whoever has seen a `jti` before declines it (section 11.1), whatever became of that request, and a client signs one for each.
 * @throws OAuthError `invalid_dpop_proof`
 */
export async function provenKey(proof: string): Promise<string> {
  const url = `${issuerOf(requireEnvironment('EDGE_URL'))}/token`;
  const { jkt, id, expiresAt } = await verifiedProof(proof, { method: 'POST', url, now: Date.now() });
  if (!(await rememberAssertion('dpop', id, expiresAt))) throw usedBefore();
  return jkt;
}

/** Refuses a client that has not proved the key that its code or refresh token is bound to. Throws OAuthError `invalid_dpop_proof`. */
export function demandKey({ jkt }: AskingClient, bound: string | undefined): void {
  if (bound !== undefined && jkt !== bound) throw lacksProof();
}

/** An unknown client is refused before its grant is judged (RFC 6749 section 5.2), by which its SDK registers it again. */
async function lookedUp({ id, assertion }: PresentedClient): Promise<OAuthClient | undefined> {
  // The document is needed for its keys only.
  return assertion === undefined && isMetadataAddress(id) ? undefined : findClient(id);
}

async function prove(id: string, auth: ClientAuth, { secret, assertion }: PresentedClient): Promise<void> {
  if (auth.method === 'secret') {
    if (secret === undefined) throw new OAuthError('invalid_client', 'The client must send its secret.');
    const hash = hashToken(await tokenHashKey(), secretText(secret));
    if (!goodSecrets(auth, Date.now()).some((each) => timingSafeEqual(Buffer.from(hash), Buffer.from(each)))) {
      throw new OAuthError('invalid_client', 'The secret is not that of the client.');
    }
    return;
  }
  if (assertion === undefined) throw new OAuthError('invalid_client', 'The client must send a client_assertion.');
  const issuer = issuerOf(requireEnvironment('EDGE_URL'));
  const { jwtId, expiresAt } = await withKeys(auth.keys, 'invalid_client', (keys) =>
    clientAssertion(assertion, { keys, issuer: id, audiences: [issuer, `${issuer}/token`], now: Date.now() }),
  );
  if (!(await rememberAssertion(id, jwtId, expiresAt))) {
    throw new OAuthError('invalid_client', 'client_assertion was used before. Sign a new one with a jti of its own.');
  }
}
