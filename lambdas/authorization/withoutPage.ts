/**
 * Grants without a consent page: client credentials, for a client that acts for itself (RFC 6749 section 4.4; MCP extension
 * `io.modelcontextprotocol/oauth-client-credentials`), and the assertion of a company's identity provider, for a client of a person (RFC
 * 7523 with an ID-JAG; `io.modelcontextprotocol/enterprise-managed-authorization`). Both require client authentication and give an access
 * token without a refresh token, so the access rules are checked for each token.
 */
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { personNow } from '../../aws/provisioned.ts';
import { rememberAssertion } from '../../aws/tables/signIns.ts';
import { grantedBy, issuerOf, serverOfResource } from '../../core/auth/oauth/addresses.ts';
import { type IdentityGrant, identityGrant, unverifiedClaim } from '../../core/auth/oauth/assertions.ts';
import { OAuthError } from '../../core/auth/oauth/errors.ts';
import { isoNow } from '../../core/lib/ids.ts';
import type { JsonObject } from '../../core/lib/json/value.ts';
import { openedBy } from '../../core/model/accessRules.ts';
import { signedInAt } from '../shared/groupsAt.ts';
import { begin, type NewSession } from './beginning.ts';
import { withKeys } from './keys.ts';
import type { AskingClient } from './prove.ts';
import { serverAt } from './server.ts';

type Form = ReadonlyMap<string, string>;

/** A trusted identity provider (`identityProviders` of the deployment). */
interface IdentityProvider {
  readonly issuer: string;
  readonly jwksUri: string;
  readonly usernamePrefix: string;
}

/** The identity providers of this deployment. */
export const identityProviders = (): readonly IdentityProvider[] =>
  JSON.parse(requireEnvironment('IDENTITY_PROVIDERS'));

/** Client credentials. Throws OAuthError. */
export async function actForItself(form: Form, { client, jkt }: AskingClient): Promise<JsonObject> {
  const since = isoNow();
  if (!client?.isMachine) {
    throw new OAuthError(
      'unauthorized_client',
      'The client may not act for itself. An admin can register a client that may.',
    );
  }
  const server = await serverAt(form.get('resource'));
  const { id, name } = client;
  const session: NewSession = {
    server,
    ...(server.project !== undefined && { project: server.project }),
    person: { id, name, username: id, groups: [] },
    client: { id, name, isProven: true },
    granted: grantedBy(form.get('scope')),
    isMachine: true,
    isRefreshed: false,
    jkt,
  };
  if (openedBy(server, session) === 'nothing') {
    throw new OAuthError('unauthorized_client', 'No access rule of the server names this client.');
  }
  return beginOrThrow(
    session,
    since,
    new OAuthError('invalid_client', 'The client was deleted or its sessions were ended meanwhile.'),
  );
}

/** The assertion of an identity provider. Throws OAuthError. */
export async function vouchedFor(
  form: Form,
  { id: clientId, client, isProven, jkt }: AskingClient,
): Promise<JsonObject> {
  const since = isoNow();
  if (!client || !isProven) {
    throw new OAuthError(
      'invalid_client',
      'Only an authenticated client may present the assertion of an identity provider.',
    );
  }
  const { grant, provider } = await verifiedGrant(form.get('assertion'));
  const requested = form.get('resource');
  if (grant.clientId !== clientId) throw refused('it is for another client');
  const server = await serverAt(grant.resource);
  if (requested !== undefined && serverOfResource(requireEnvironment('EDGE_URL'), requested) !== server.serverId)
    throw new OAuthError('invalid_target', 'resource is another one than the assertion is for.');
  const username = `${provider.usernamePrefix}${grant.subject}`;
  const known = await personNow(username);
  if (!known) throw refused('its subject is not in the user pool');
  const scopes = [form.get('scope'), grant.scope].map((scope) => grantedBy(scope));
  const session: NewSession = {
    server,
    ...(await signedInAt(
      { id: known.id, ...(known.email && { name: known.email, email: known.email }), username, groups: known.groups },
      server,
    )),
    client: { id: clientId, name: client.name, isProven: true },
    granted: scopes.includes('read') ? 'read' : 'all',
    isRefreshed: false,
    jkt,
  };
  if (openedBy(server, session) === 'nothing') throw refused('the server is not open to this person and client');
  if (!(await rememberAssertion(grant.issuer, grant.jwtId, grant.expiresAt))) throw refused('it was used before');
  return beginOrThrow(session, since, refused('the sessions of the person or client were ended meanwhile'));
}

async function verifiedGrant(
  text: string | undefined,
): Promise<{ readonly grant: IdentityGrant; readonly provider: IdentityProvider }> {
  if (text === undefined) throw new OAuthError('invalid_request', 'assertion is missing.');
  const issuer = unverifiedClaim(text, 'iss');
  const provider = identityProviders().find((each) => each.issuer === issuer);
  if (!provider) throw refused('its issuer is not one of identityProviders');
  const audiences = [issuerOf(requireEnvironment('EDGE_URL'))];
  const grant = await withKeys({ jwksUri: provider.jwksUri }, 'invalid_grant', (keys) =>
    identityGrant(text, { keys, issuer: provider.issuer, audiences, now: Date.now() }),
  );
  return { grant, provider };
}

async function beginOrThrow(session: NewSession, since: string, otherwise: OAuthError): Promise<JsonObject> {
  const answer = await begin(session, { since });
  if (!answer) throw otherwise;
  return answer;
}

const refused = (reason: string) => new OAuthError('invalid_grant', `assertion is not accepted: ${reason}.`);
