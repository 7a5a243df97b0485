/** Finds the client of a request: its metadata document, or its registration. */
import { readKnownClient } from '../../aws/tables/knownClients.ts';
import { readClient } from '../../aws/tables/signIns.ts';
import { clientOfMetadata, isKnownId, isMetadataAddress, type OAuthClient } from '../../core/oauth/clients.ts';
import { OAuthError } from '../../core/oauth/errors.ts';
import { readDocument } from './documents.ts';

/** Throws OAuthError `invalid_request`, `invalid_client`, `invalid_client_metadata`, `invalid_redirect_uri` or `temporarily_unavailable`. */
export async function findClient(clientId: string | undefined): Promise<OAuthClient> {
  if (clientId === undefined) throw new OAuthError('invalid_request', 'client_id is missing.');
  if (!clientId.includes(':')) {
    const client = isKnownId(clientId) ? (await readKnownClient(clientId))?.client : await readClient(clientId);
    if (!client) {
      throw new OAuthError(
        'invalid_client',
        'The client is not registered here, or no longer. Remove the server in the application and add it again; it then registers anew.',
      );
    }
    return client;
  }
  if (!isMetadataAddress(clientId)) {
    throw new OAuthError(
      'invalid_client',
      'client_id must be an https address with a path, without a fragment, as its host writes it.',
    );
  }
  // The document is fetched for each request and never cached: a change applies at once.
  const naming = { what: 'The document at client_id', unusable: 'invalid_client' } as const;
  return clientOfMetadata(clientId, await readDocument('client', clientId, naming));
}
