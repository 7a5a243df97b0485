/** The clients of the independent authorization server (authorizationServer.ts), and the person who signs in there. */
import { createPublicKey } from 'node:crypto';
import type { ClientMetadata } from 'oidc-provider';
import { MemoryAdapter } from '../../local/login/memory.ts';

export const CLIENT = { clientId: 'portcullis:test', clientSecret: 'secret/with+odd%characters:&and more' };
export const POST_CLIENT = { clientId: 'posting', clientSecret: 'posted-secret-83a1' };
/** Authenticates by assertions, with the RSA key of the server that was started last with one. */
export const SIGNING_CLIENT = { clientId: 'signing' };
/** Authenticates with a certificate for this name, or one that was named later, from the authority that the server was started with. */
export const TLS_CLIENT = { clientId: 'by-certificate', name: 'orders.example' };
/** Uses the authorization code. Its redirect URI, the dashboard of a stack, is registered later (`registerConsenting`). */
export const CONSENTING_CLIENT = { clientId: 'consenting', clientSecret: 'consented-secret-5e77' };
/** The same without a secret. */
export const PUBLIC_CLIENT = { clientId: 'consenting-public' };
/** The account that assertions are about. */
export const SERVICE = 'service@accounts.example';
/** A GitHub App, which signs with the key for assertions, and where its installation gets tokens. */
export const APP = { issuer: 'Iv23planted', path: '/app/installations/42/access_tokens' };
export const PERSON = { username: 'ann', password: 'pass word+1' };

/** The clients that need nothing from the test. */
export const configuredClients = (issuer: string): ClientMetadata[] => [
  {
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
    grant_types: ['client_credentials', 'refresh_token', 'authorization_code', 'password'],
    redirect_uris: [`${issuer}/callback`],
    scope: 'openid offline_access read write',
  },
  {
    client_id: POST_CLIENT.clientId,
    client_secret: POST_CLIENT.clientSecret,
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    scope: 'read',
  },
  {
    client_id: SERVICE,
    token_endpoint_auth_method: 'none',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  },
];

/** Stored rather than configured: configuration is cloned into another realm than the test's, and then refused. */
export const storeSigningClient = (publicKey: string): Promise<void> =>
  new MemoryAdapter('Client').upsert(SIGNING_CLIENT.clientId, {
    client_id: SIGNING_CLIENT.clientId,
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ ...createPublicKey(publicKey).export({ format: 'jwk' }), kid: 'k1' }] },
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    scope: 'read',
  });

/** The client that authenticates by its certificate has one for this name. */
export const storeCertifiedClient = (name: string): Promise<void> =>
  new MemoryAdapter('Client').upsert(TLS_CLIENT.clientId, {
    client_id: TLS_CLIENT.clientId,
    token_endpoint_auth_method: 'tls_client_auth',
    tls_client_auth_subject_dn: `CN=${name}`,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    scope: 'read',
  });

const storeConsenting = (client: { clientId: string; clientSecret?: string }, redirectUri: string) =>
  new MemoryAdapter('Client').upsert(client.clientId, {
    client_id: client.clientId,
    ...(client.clientSecret === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret: client.clientSecret }),
    // May be sent back to this machine by http, on any port (RFC 8252, section 7.3).
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [redirectUri],
    response_types: ['code'],
    scope: 'openid offline_access read write',
  });

/** Lets the consenting clients send people back to this address. */
export async function storeConsentingClients(redirectUri: string): Promise<void> {
  await storeConsenting(CONSENTING_CLIENT, redirectUri);
  await storeConsenting(PUBLIC_CLIENT, redirectUri);
}
