/**
 * A company's realm in the form of Keycloak's export: two people, whom an identity provider with this key vouches for by their address
 * (JWT Authorization Grant, Keycloak 26.6: securing-apps/jwt-authorization-grant), a client that may ask for tokens of theirs, and one that
 * may not. Tokens are for `orders-api`.
 */
export const CLIENT = { clientId: 'portcullis', clientSecret: 'secret-planted-keycloak-8e1d' };
export const FORBIDDEN_CLIENT = { clientId: 'another', clientSecret: 'secret-planted-keycloak-2b7a' };
export const AUDIENCE = 'orders-api';

const person = (username: string) => ({
  username,
  enabled: true,
  email: `${username}@corp.example`,
  emailVerified: true,
  firstName: username,
  lastName: 'Lee',
  federatedIdentities: [
    { identityProvider: 'portcullis', userId: `${username}@corp.example`, userName: `${username}@corp.example` },
  ],
});

const client = ({ clientId, clientSecret }: typeof CLIENT, attributes: object) => ({
  clientId,
  secret: clientSecret,
  enabled: true,
  protocol: 'openid-connect',
  publicClient: false,
  standardFlowEnabled: false,
  directAccessGrantsEnabled: false,
  attributes,
  protocolMappers: [
    {
      name: 'audience',
      protocol: 'openid-connect',
      protocolMapper: 'oidc-audience-mapper',
      config: { 'included.custom.audience': AUDIENCE, 'access.token.claim': 'true' },
    },
  ],
});

/** @param publicKey PEM; @param lifeS lifetime of access tokens */
export const companyRealm = (issuer: string, publicKey: string, lifeS: number) => ({
  realm: 'company',
  enabled: true,
  sslRequired: 'none',
  accessTokenLifespan: lifeS,
  clients: [
    client(CLIENT, {
      'oauth2.jwt.authorization.grant.enabled': 'true',
      'oauth2.jwt.authorization.grant.idp': 'portcullis',
    }),
    client(FORBIDDEN_CLIENT, {}),
  ],
  identityProviders: [
    {
      alias: 'portcullis',
      providerId: 'jwt-authorization-grant',
      enabled: true,
      config: {
        issuer,
        useJwksUrl: 'false',
        validateSignature: 'true',
        publicKeySignatureVerifier: publicKey
          .split('\n')
          .filter((line) => !line.startsWith('---'))
          .join(''),
      },
    },
  ],
  users: ['ann', 'bob', 'eve'].map(person),
});
