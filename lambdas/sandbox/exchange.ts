/**
 * Asks a token endpoint for an access token, through the guarded client and only at the URL sealed with the credential. The result is
 * sealed before it leaves this process; the caller stores it, and nothing uses it before it is stored.
 *
 * The latest exchanges are kept here, sealed, by what they started from: if a response was lost and the caller asks again, it gets the
 * same result, and the endpoint does not see a single-use refresh token twice.
 */
import { createHash } from 'node:crypto';
import { PortcullisError } from '../../core/lib/errors.ts';
import { LruCache } from '../../core/lib/lruCache.ts';
import { isAsserting } from '../../core/model/credentialKinds/grants.ts';
import { partOf } from '../../core/request/credential/index.ts';
import type { AssertedPerson } from '../../core/request/credential/oauth2/assertedPerson.ts';
import {
  checkIssuer,
  missingScopes,
  type PendingConsent,
} from '../../core/request/credential/oauth2/authorizationRequest.ts';
import { confirmEndpoints } from '../../core/request/credential/oauth2/endpoints.ts';
import { accountOfHolder, personAccount } from '../../core/request/credential/oauth2/holders.ts';
import type { UpstreamTokens } from '../../core/request/credential/oauth2/storedTokens.ts';
import type { ExchangedToken } from '../../core/request/credential/oauth2/tokenRequest.ts';
import { refusal } from '../../core/request/credential/oauth2/tokenResponse.ts';
import type { OAuth2Credential } from '../../core/request/credential/oauth2.ts';
import type { SandboxFrame, SandboxRequest } from '../../core/sandbox/protocol.ts';
import { EgressError } from '../../egress/index.ts';
import { credentialOf, type Vault } from './credential.ts';
import type { LoadedServer } from './server.ts';
import { endpointClient, fetchToken } from './tokenEndpoint.ts';
import { opened, openedTokens, sealedBeside, tokensOf } from './tokens.ts';

/** Request to exchange a credential's grant or refresh token for tokens. */
export type ExchangeRequest = Extract<SandboxRequest, { kind: 'exchange' }>;
type Answer = Extract<SandboxFrame, { frame: 'tokens' }>;

const KEPT = 32;
/** Maximum remaining lifetime required of a token at the start of a call; for short-lived tokens a tenth of their lifetime. */
const SKEW_MS = 60_000;
/** The request was sent, so the endpoint may have carried it out. */
const SENT: ReadonlySet<string> = new Set([
  'timeout_headers',
  'timeout_total',
  'aborted',
  'connection_lost',
  'response_too_large',
  'headers_too_large',
  'decode_failed',
]);

/** The exchanges of one process. They throw PortcullisError, `credential_invalid` and `oauth_…`. */
export function createExchange(vault: Vault, clock: () => number = () => Date.now()) {
  const exchanges = new LruCache<Answer>(KEPT);

  async function ask(server: LoadedServer, request: ExchangeRequest): Promise<Answer> {
    const { origin, ciphertext, holder } = request;
    const whole = await credentialOf(server, server.upstreamAt(origin), ciphertext, vault);
    const credential = partOf(whole, 'oauth2');
    if (credential === undefined)
      throw new PortcullisError('credential_invalid', 'The stored credential signs in nowhere.');
    const exchanged = await begunWith(server, credential, request);
    if (clock() >= request.beginBefore)
      throw new PortcullisError('exchange_late', 'The exchange came too late to be begun.');
    const client = endpointClient(whole, credential, server.tokenClient);
    const answer = await fetchToken(credential, client, clock(), exchanged);
    const { token, expiresAt, refreshToken = exchanged.refreshToken, instance } = answer;
    const isConsent = exchanged.consent !== undefined;
    // The server would work for an hour or so, then fail.
    if (isConsent && refreshToken === undefined && expiresAt !== undefined) {
      throw refusal('oauth_refresh_missing', credential.tokenUrl);
    }
    // Kept also where the credential gets the next token: answers are searched for it. Of a person nothing is kept that outlives the token.
    const isKept = exchanged.person === undefined && refreshToken !== undefined;
    const tokens: UpstreamTokens = { accessToken: token, ...(isKept && { refreshToken }) };
    const missing = isConsent ? missingScopes(credential.scope, answer.scope) : [];
    const sealed = await sealedBeside(vault, tokensOf(server, credential, { origin, ciphertext, holder }), tokens);
    return {
      frame: 'tokens',
      sealed,
      ...(expiresAt !== undefined && {
        until: Math.floor(expiresAt - Math.min(SKEW_MS, (expiresAt - clock()) / 10)),
      }),
      ...(missing.length > 0 && { missingScopes: missing }),
      ...(isConsent && refreshToken === undefined && { isFinal: true }),
      ...(instance !== undefined && instance !== origin && { instance }),
    };
  }

  /** Throws `oauth_…` when nobody has consented yet, or there is no refresh token. */
  async function begunWith(
    server: LoadedServer,
    credential: OAuth2Credential,
    request: ExchangeRequest,
  ): Promise<ExchangedToken> {
    const { origin, ciphertext, consent, sealed } = request;
    const person = personOf(credential, request);
    if (person) return { person };
    if (credential.grant === 'authorizationCode' && consent !== undefined) {
      const of = tokensOf(server, credential, { origin, ciphertext, holder: consent.holder });
      const { verifier, redirectUri } = (await opened(vault, of, consent.sealed)) as PendingConsent;
      const confirmed = await confirmEndpoints(credential, server.metadata);
      checkIssuer(credential, consent.iss, confirmed);
      return { consent: { verifier, redirectUri, code: consent.code } };
    }
    const before = sealed === undefined ? undefined : await openedTokens(vault, server, credential, request);
    if (credential.grant === 'authorizationCode' && before?.refreshToken === undefined) {
      throw refusal(before === undefined ? 'oauth_not_connected' : 'oauth_consent_ended', credential.tokenUrl);
    }
    return { ...(before?.refreshToken !== undefined && { refreshToken: before.refreshToken }) };
  }

  return (server: LoadedServer, request: ExchangeRequest): Promise<Answer> => {
    const { serverId, origin, ciphertext, holder, person, sealed = '', generation, consent } = request;
    // Nothing is used up, and what a person had before their sessions were ended does not come back.
    if (person !== undefined) return ask(server, request);
    const key = createHash('sha256')
      .update(
        JSON.stringify([serverId, origin, ciphertext, holder, sealed, generation, consent?.sealed, consent?.code]),
      )
      .digest('base64');
    return exchanges.use(key, () => ask(server, request));
  };
}

/**
 * The person whose tokens are asked for. The holder, which the tokens are sealed for, is their account and no other.
 * @throws `credential_invalid` for tokens of a person that somebody else would hold
 */
function personOf(credential: OAuth2Credential, { person, holder }: ExchangeRequest): AssertedPerson | undefined {
  const account = accountOfHolder(holder)?.account;
  const isPersonal = isAsserting(credential.grant) && 'personClaim' in credential;
  if (!isPersonal || person === undefined) {
    if (isPersonal && account !== undefined) {
      throw new PortcullisError('credential_invalid', 'Tokens of a person were asked for without naming them.');
    }
    return undefined;
  }
  if (account !== personAccount(person.id)) {
    throw new PortcullisError('credential_invalid', 'The tokens of a person would be held by somebody else.');
  }
  return person;
}

/** Whether a failed exchange may have been carried out nevertheless. */
export const isUnsure = ({ cause }: PortcullisError): boolean => cause instanceof EgressError && SENT.has(cause.code);
