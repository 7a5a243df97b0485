/**
 * The grants of OAuth 2 (RFC 6749) and the ways in which the client authenticates itself: which members of the credential (oauth2.ts) go with
 * each.
 */
import type { UsedField } from './kind.ts';
import { CLIENT_AUTHENTICATIONS, GRANTS } from './limits.ts';

/** A way to an access token. */
export type Grant = (typeof GRANTS)[number];

/** The grants in the order in which they are offered. */
export const OFFERED: { readonly [Name in Grant]: { readonly label: string; readonly description: string } } = {
  clientCredentials: { label: 'Client credentials', description: 'The server acts for itself' },
  authorizationCode: {
    label: 'Authorization code',
    description: 'A person signs in at the provider once, by “Connect” on the server’s page',
  },
  refreshToken: { label: 'Refresh token', description: 'The server acts for a person who has signed in elsewhere' },
  jwtBearer: {
    label: 'Signed assertion',
    description: 'A service account with a private key, or the person who calls (RFC 7523)',
  },
  tokenExchange: {
    label: 'Token exchange',
    description: 'A signed token about the person who calls is exchanged for one of theirs (RFC 8693)',
  },
  githubApp: { label: 'GitHub App', description: 'An installation access token' },
  password: { label: 'User name and password', description: 'Only for APIs that offer nothing else' },
};

/** Whether the client authenticates itself in addition to the grant. */
export const isClient = (grant: Grant): boolean => grant !== 'jwtBearer' && grant !== 'githubApp';

/** Whether a request for a token contains an assertion that the credential's key signs, about a subject. */
export const isAsserting = (grant: Grant): boolean => grant === 'jwtBearer' || grant === 'tokenExchange';

interface Way {
  readonly grant: Grant;
  readonly clientAuthentication: (typeof CLIENT_AUTHENTICATIONS)[number];
  /** Tokens are those of the person who calls, for which providers want the client as well. */
  readonly isPersonal?: boolean;
}

const mayNameClient = ({ grant, isPersonal = false }: Way): boolean => isClient(grant) || isPersonal;

/** Whether the client signs an assertion instead of sending a secret. */
export const isSigned = ({ grant, clientAuthentication }: Way): boolean =>
  isClient(grant) && clientAuthentication === 'privateKeyJwt';

/** Whether the client authenticates by an assertion or a certificate, without a secret. */
export const isWithoutSecret = (way: Way): boolean => isSigned(way) || way.clientAuthentication === 'tls';

/** Members of one grant alone, which are stored last. */
const OWN: Readonly<Record<Grant, readonly UsedField[]>> = {
  clientCredentials: [],
  authorizationCode: [
    ['authorizationUrl', 'needed'],
    ['authorizationParameters', 'offered'],
    ['issuer', 'offered'],
  ],
  refreshToken: [['refreshToken', 'needed']],
  password: [
    ['username', 'needed'],
    ['password', 'needed'],
  ],
  jwtBearer: [
    ['issuer', 'needed'],
    ['subject', 'offered'],
    ['personClaim', 'offered'],
  ],
  tokenExchange: [
    ['issuer', 'needed'],
    ['subject', 'offered'],
    ['personClaim', 'offered'],
    ['subjectTokenType', 'offered'],
    ['requestedTokenType', 'offered'],
    ['actor', 'offered'],
  ],
  githubApp: [['issuer', 'needed']],
};

function clientUses(way: Way, clientSecret = ''): readonly UsedField[] {
  const { grant } = way;
  const secret = mayNameClient(way) && !isWithoutSecret(way) ? 'offered' : 'accepted';
  return [
    clientIdUse(way),
    ['clientSecret', grant === 'clientCredentials' && secret === 'offered' ? 'needed' : secret],
    ['clientSecretExpiresAt', clientSecret === '' ? 'accepted' : secret],
  ];
}

function clientIdUse(way: Way): UsedField {
  const { grant, clientAuthentication } = way;
  const isOptional = grant === 'password' || grant === 'tokenExchange';
  if (isClient(grant) && !isOptional) return ['clientId', 'needed'];
  if (isSigned(way)) return ['clientId', 'needed', 'is missing: the assertion is about it.'];
  // RFC 8705, section 2: the request names the client, and the certificate proves it.
  if (clientAuthentication === 'tls') return ['clientId', 'needed', 'is missing: the certificate is checked for it.'];
  return ['clientId', mayNameClient(way) ? 'offered' : 'accepted'];
}

/** The key of assertions. A GitHub App's has no `aud`, and its form no `kid`. */
function keyUses(way: Way): readonly UsedField[] {
  if (way.grant === 'githubApp')
    return [
      ['privateKey', 'needed'],
      ['keyId', 'accepted'],
    ];
  if (!isAsserting(way.grant) && !isSigned(way)) return [];
  return [
    ['privateKey', 'needed'],
    ['keyId', 'offered'],
    ['assertionAudience', 'offered'],
  ];
}

/** Which members a credential has, by those that are given so far. */
export function uses(given: (name: string) => string | undefined): readonly UsedField[] {
  const grant = GRANTS.find((each) => each === given('grant'));
  if (grant === undefined) return [['grant', 'needed']];
  const clientAuthentication =
    CLIENT_AUTHENTICATIONS.find((each) => each === given('clientAuthentication')) ?? CLIENT_AUTHENTICATIONS[0];
  const way = {
    grant,
    clientAuthentication,
    isPersonal: isAsserting(grant) && (given('personClaim') ?? 'none') !== 'none',
  };
  return [
    ['tokenUrl', 'needed'],
    ['clientAuthentication', mayNameClient(way) ? 'offered' : 'accepted'],
    ...clientUses(way, given('clientSecret')),
    ['scope', 'offered'],
    ...keyUses(way),
    ['body', 'offered'],
    ['tokenHeader', 'offered'],
    ['tokenPrefix', 'offered'],
    ['parameters', 'offered'],
    ['grant', 'needed'],
    ...OWN[grant],
  ];
}
