/** Finds the client of a request: its metadata document, or its registration. */
import { readKnownClient } from '../../aws/tables/knownClients.ts';
import { readClient } from '../../aws/tables/signIns.ts';
import { clientOfMetadata, isKnownId, isMetadataAddress, type OAuthClient } from '../../core/auth/oauth/clients.ts';
import { OAuthError } from '../../core/auth/oauth/errors.ts';
import { readDocument } from './documents.ts';

/**
 * Throws OAuthError `invalid_request`, `temporarily_unavailable`, or `invalid_client` whatever else is wrong with the client: the codes of RFC
 * 7591 are for registrations, and no error of RFC 6749 section 5.2.
 */
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
  const document = await readDocument('client', clientId, naming);
  try {
    return clientOfMetadata(clientId, document);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new OAuthError(naming.unusable, `${naming.what} cannot be used. ${error.message}`);
  }
}
