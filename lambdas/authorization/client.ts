/** Finds the client of a request: its metadata document, or its registration. */
import { InvocationFailed, invokeClientReader, isRefusal } from '../../aws/invoke.ts';
import { readKnownClient } from '../../aws/tables/knownClients.ts';
import { readClient } from '../../aws/tables/signIns.ts';
import { clientOfMetadata, isKnownId, isMetadataAddress, type OAuthClient } from '../../core/oauth/clients.ts';
import { OAuthError } from '../../core/oauth/errors.ts';

/** Throws OAuthError `invalid_client`, `invalid_client_metadata`, `invalid_redirect_uri` or `temporarily_unavailable`. */
export async function findClient(clientId: string | undefined): Promise<OAuthClient> {
  if (clientId === undefined) throw new OAuthError('invalid_request', 'client_id is missing.');
  if (!clientId.includes(':')) {
    const client = isKnownId(clientId) ? (await readKnownClient(clientId))?.client : await readClient(clientId);
    if (!client)
      throw new OAuthError('invalid_client', 'The client is not registered here, or no longer. Register it again.');
    return client;
  }
  if (!isMetadataAddress(clientId)) {
    throw new OAuthError(
      'invalid_client',
      'client_id must be an https address with a path, without a fragment, as its host writes it.',
    );
  }
  // The document is fetched for each request and never cached: a change applies at once, and a failure is not remembered.
  try {
    const answer = await invokeClientReader('client', clientId);
    if (isRefusal(answer)) {
      throw new OAuthError('invalid_client', `The document at client_id is not usable. ${answer.error.message}`);
    }
    return clientOfMetadata(clientId, answer.document);
  } catch (error) {
    const tooSlow = error instanceof InvocationFailed || (error as Error).name === 'AbortError';
    if (tooSlow)
      throw new OAuthError('temporarily_unavailable', 'The document at client_id could not be read in time.');
    throw error;
  }
}
