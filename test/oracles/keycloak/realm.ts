/**
 * A company's realm in the form of Keycloak's export: people, whom two identity providers with one key vouch for by their address, one by each
 * grant (securing-apps/jwt-authorization-grant, and the legacy exchange of securing-apps/token-exchange); a client that may ask for tokens of
 * theirs (for the exchange: permission.ts), and one that may not. Tokens are for `orders-api`.
 */
export const CLIENT = { clientId: 'portcullis', clientSecret: 'secret-planted-keycloak-8e1d' };
export const FORBIDDEN_CLIENT = { clientId: 'another', clientSecret: 'secret-planted-keycloak-2b7a' };
/** Administers the realm. */
export const ADMIN_CLIENT = { clientId: 'admin', clientSecret: 'secret-planted-keycloak-c05f' };
export const AUDIENCE = 'orders-api';

/** Whose word the realm takes, by the grant. */
export const ISSUERS = {
  jwtBearer: 'https://portcullis.example/orders',
  tokenExchange: 'https://portcullis.example/exchanged-orders',
} as const;
export type PersonGrant = keyof typeof ISSUERS;
/** Aliases of its identity providers. */
export const PROVIDERS: Readonly<Record<PersonGrant, string>> = {
  jwtBearer: 'portcullis',
  tokenExchange: 'portcullis-exchange',
};

/** Takes the name of whoever is new, so that the exchange makes no account for them. */
const NOBODY = { username: 'nobody', enabled: false };

const person = (username: string) => ({
  username,
  enabled: true,
  email: `${username}@corp.example`,
  emailVerified: true,
  firstName: username,
  lastName: 'Lee',
  federatedIdentities: Object.values(PROVIDERS).map((identityProvider) => ({
    identityProvider,
    userId: `${username}@corp.example`,
    userName: `${username}@corp.example`,
  })),
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
export const companyRealm = (publicKey: string, lifeS: number) => {
  const trust = (issuer: string) => ({
    issuer,
    useJwksUrl: 'false',
    validateSignature: 'true',
    publicKeySignatureVerifier: publicKey
      .split('\n')
      .filter((line) => !line.startsWith('---'))
      .join(''),
  });
  return {
    realm: 'company',
    enabled: true,
    sslRequired: 'none',
    accessTokenLifespan: lifeS,
    clients: [
      client(CLIENT, {
        'oauth2.jwt.authorization.grant.enabled': 'true',
        'oauth2.jwt.authorization.grant.idp': PROVIDERS.jwtBearer,
      }),
      client(FORBIDDEN_CLIENT, {}),
      { ...client(ADMIN_CLIENT, {}), serviceAccountsEnabled: true },
    ],
    identityProviders: [
      {
        alias: PROVIDERS.jwtBearer,
        providerId: 'jwt-authorization-grant',
        enabled: true,
        config: trust(ISSUERS.jwtBearer),
      },
      {
        alias: PROVIDERS.tokenExchange,
        providerId: 'oidc',
        enabled: true,
        // Nobody is sent to these addresses, but the provider's form wants them.
        config: {
          ...trust(ISSUERS.tokenExchange),
          clientId: 'unused',
          authorizationUrl: 'https://portcullis.example/unused',
          tokenUrl: 'https://portcullis.example/unused',
          disableUserInfo: 'true',
          // The claim `typ`, which tokens of Keycloak have; RFC 8693 knows none.
          disableTypeClaimCheck: 'true',
          syncMode: 'IMPORT',
        },
      },
    ],
    identityProviderMappers: [
      {
        name: 'nobody new',
        identityProviderAlias: PROVIDERS.tokenExchange,
        identityProviderMapper: 'oidc-username-idp-mapper',
        config: { template: NOBODY.username, target: 'LOCAL', syncMode: 'IMPORT' },
      },
    ],
    users: [
      ...['ann', 'bob', 'eve'].map(person),
      NOBODY,
      {
        username: `service-account-${ADMIN_CLIENT.clientId}`,
        enabled: true,
        serviceAccountClientId: ADMIN_CLIENT.clientId,
        clientRoles: { 'realm-management': ['realm-admin'] },
      },
    ],
  };
};
