/** OAuth clients that admins register: for people (public, or with a secret or key) and for machines (client credentials). */
import { recordManagementAction } from '../../../aws/audit.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { tokenHashKey } from '../../../aws/services/keys.ts';
import {
  createKnownClient,
  deleteKnownClient,
  type KnownClientRow,
  listKnownClients,
  readKnownClient,
  replaceSecret,
} from '../../../aws/tables/knownClients.ts';
import type { OauthClientView } from '../../../core/api/oauthClients.ts';
import type { BodyOf } from '../../../core/api/routes/index.ts';
import { issuerOf } from '../../../core/auth/oauth/addresses.ts';
import { type ClientAuth, PREVIOUS_SECRET_MS, publicKeys } from '../../../core/auth/oauth/clientAuth.ts';
import {
  clientOfAdmin,
  isMetadataAddress,
  newClientSecret,
  newKnownId,
  secretText,
} from '../../../core/auth/oauth/clients.ts';
import { OAuthError } from '../../../core/auth/oauth/errors.ts';
import { hashToken } from '../../../core/auth/tokens/format.ts';
import { InvalidInput } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { Person } from '../../../core/lib/person.ts';
import { refuseEnded } from '../http/endedLogins.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { endAll } from './sessions.ts';

/** Handlers of the clients that admins register. */
export const oauthClients: HandlersOf<
  'listOauthClients' | 'createOauthClient' | 'rotateOauthClient' | 'deleteOauthClient'
> = {
  listOauthClients: async () => ({ items: (await listKnownClients()).map(viewOf) }),

  createOauthClient: async ({ body, actor }) => {
    const { name, redirectUris, isMachine } = body;
    if ((await listKnownClients()).length >= LIMITS.knownClients) {
      throw new Refused(
        'too_many_clients',
        `${LIMITS.knownClients} clients are registered, which is the limit (knownClients). Delete one first.`,
        { context: { limit: LIMITS.knownClients } },
      );
    }
    const secret = body.auth === 'secret' ? newClientSecret() : undefined;
    const hash = secret && hashToken(await tokenHashKey(), secretText(secret));
    const auth = authOf(body, hash);
    const made = asFaultOf('/redirectUris', () => clientOfAdmin(newKnownId(), { name, redirectUris, isMachine }, auth));
    const row: KnownClientRow = {
      client: made.client,
      createdAt: isoNow(),
      createdBy: actor.id,
      ...(actor.name !== undefined && { createdByName: actor.name }),
    };
    await createKnownClient(row);
    const { client } = row;
    const detail = { clientId: client.id, client: client.name, auth: body.auth, isMachine };
    await recordManagementAction({ actor, action: 'client.create', detail });
    await refuseEnded(actor, () => removeClient(client.id, actor));
    return {
      client: viewOf(row),
      ...(secret !== undefined && { secret }),
      ...(made.leftOut.length > 0 && { leftOut: [...made.leftOut] }),
      issuer: issuerOf(requireEnvironment('EDGE_URL')),
    };
  },

  rotateOauthClient: async ({ params, actor }) => {
    const row = await readKnownClient(params.oauthClientId);
    if (!row) throw notFound('oauth_client');
    const { client } = row;
    if (client.auth?.method !== 'secret')
      throw new Refused(
        'client_without_secret',
        'This client has no secret: it authenticates with a key, or with nothing.',
      );
    const secret = newClientSecret();
    const hash = hashToken(await tokenHashKey(), secretText(secret));
    const previous = { hash: client.auth.hash, until: Date.now() + PREVIOUS_SECRET_MS };
    const auth = { method: 'secret', hash, previous } as const;
    if (!(await replaceSecret({ ...row, secretBy: actor.id }, previous.hash, auth)))
      throw new Refused('write_conflict', 'The client was changed at the same moment. Load the list again.');
    await recordManagementAction({
      actor,
      action: 'client.rotate',
      detail: { clientId: client.id, client: client.name },
    });
    await refuseEnded(actor, () => replaceSecret(row, hash, client.auth as ClientAuth));
    return { client: viewOf({ ...row, client: { ...client, auth } }), secret };
  },

  deleteOauthClient: async ({ params, actor }) => {
    if (!(await removeClient(params.oauthClientId, actor))) throw notFound('oauth_client');
  },
};

/** Deletes a client and ends its sessions; false when it did not exist. */
export async function removeClient(clientId: string, actor: Person): Promise<boolean> {
  const row = await readKnownClient(clientId);
  // First, so that no session is created after endAll has listed them.
  const isIts = await deleteKnownClient(clientId);
  // Also for a client that is deleted already: that request may have failed before it ended the sessions.
  const { failure } = await endAll({ client: clientId }, actor);
  if (row && isIts) {
    const detail = { clientId: row.client.id, client: row.client.name };
    await recordManagementAction({ actor, action: 'client.delete', detail });
  }
  if (failure !== undefined) throw failure;
  return isIts;
}

function authOf(
  { auth, jwks, jwksUri }: BodyOf<'createOauthClient'>,
  hash: string | undefined,
): ClientAuth | undefined {
  if (auth === 'none') return undefined;
  if (hash !== undefined) return { method: 'secret', hash };
  if (jwksUri === undefined) return { method: 'key', keys: { jwks: asFaultOf('/jwks', () => publicKeys(jwks)) } };
  if (!isMetadataAddress(jwksUri)) {
    const message = 'must be an https address with a path.';
    throw new InvalidInput([{ field: '/jwksUri', rule: 'invalid_client_metadata', message }]);
  }
  return { method: 'key', keys: { jwksUri } };
}

/** Turns an error of the authorization server's rules for clients into a fault of the request's field. */
function asFaultOf<Value>(field: string, make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new InvalidInput([{ field, rule: error.code, message: `is not accepted. ${error.message}` }]);
  }
}

const viewOf = ({ client, createdAt, createdBy, createdByName }: KnownClientRow): OauthClientView => ({
  ...previousOf(client.auth),
  id: client.id,
  name: client.name,
  redirectUris: [...client.redirectUris],
  isMachine: client.isMachine === true,
  auth: client.auth?.method ?? 'none',
  createdAt,
  createdBy,
  ...(createdByName !== undefined && { createdByName }),
});

const previousOf = (auth: ClientAuth | undefined): Pick<OauthClientView, 'previousSecretUntil'> =>
  auth?.method === 'secret' && auth.previous && auth.previous.until > Date.now()
    ? { previousSecretUntil: isoNow(auth.previous.until) }
    : {};
