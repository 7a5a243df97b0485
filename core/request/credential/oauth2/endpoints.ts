/**
 * Whether the token endpoint of a credential belongs to the authorization endpoint at which its people consent. A code that a person gets at
 * one provider and that is sent to the endpoint of another is their account there (mix-up, RFC 9700, section 4.4). Belonging is: the same
 * origin, a known pair (knownEndpoints.ts), or an issuer whose metadata (RFC 8414; OpenID Connect Discovery 1.0) name exactly both. Metadata
 * prove it only together with the answer's `iss` (RFC 9207), or where the origin of the authorization endpoint itself publishes them:
 * anybody's metadata may name somebody else's authorization endpoint.
 */
import { PortcullisError } from '../../../lib/errors.ts';
import { isObject, type JsonValue } from '../../../lib/json/value.ts';
import type { AuthorizationCodeGrant } from '../oauth2.ts';
import { areKnown } from './knownEndpoints.ts';

/** The parts of a credential that decide where a person is sent, and where their code goes. */
export type Endpoints = Pick<AuthorizationCodeGrant, 'authorizationUrl' | 'issuer'> & { readonly tokenUrl: string };

/** Reads JSON at a URL, with the guards of every outgoing request; undefined when there is none, or it cannot be read. */
export type ReadMetadata = (url: string) => Promise<JsonValue | undefined>;

/** What is known of the answers of an authorization server. */
export interface Confirmed {
  /** An answer without `iss` is the server's all the same. */
  readonly maySayNothing: boolean;
}

const originOf = (url: string): string => new URL(url).origin;

/** Whether only an issuer's metadata can say that the endpoints belong together. */
export const needsIssuer = ({ authorizationUrl, tokenUrl }: Endpoints): boolean =>
  originOf(authorizationUrl) !== originOf(tokenUrl) && !areKnown(authorizationUrl, tokenUrl);

/** Where metadata are: RFC 8414, section 3.1 (and, for OpenID Connect, section 5), then OpenID Connect Discovery 1.0, section 4. */
export function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]),
  ];
}

/**
 * Confirms that the endpoints belong together; reads metadata only where nothing else says so.
 * @throws PortcullisError `oauth_issuer_needed`, `oauth_issuer_unconfirmed`
 */
export async function confirmEndpoints(endpoints: Endpoints, read: ReadMetadata): Promise<Confirmed> {
  const { issuer, authorizationUrl, tokenUrl } = endpoints;
  if (!needsIssuer(endpoints)) return { maySayNothing: issuer === undefined };
  const hosts = `People sign in at ${new URL(authorizationUrl).host} and the code goes to ${new URL(tokenUrl).host}`;
  if (issuer === undefined) {
    throw new PortcullisError(
      'oauth_issuer_needed',
      `auth.issuer: is missing. ${hosts}. Give the issuer of the provider, whose metadata (RFC 8414) name both addresses, so that no code is sent to somebody else.`,
    );
  }
  const at = metadataUrls(issuer);
  for (const url of at) {
    const metadata = await read(url);
    if (!isObject(metadata)) continue;
    const names = (member: string, expected: string) => {
      const named = metadata[member];
      return typeof named === 'string' && URL.canParse(named) && new URL(named).href === new URL(expected).href;
    };
    const isIts =
      metadata['issuer'] === issuer &&
      names('authorization_endpoint', authorizationUrl) &&
      names('token_endpoint', tokenUrl);
    if (!isIts) break;
    const isPromised = metadata['authorization_response_iss_parameter_supported'] === true;
    return { maySayNothing: !isPromised && originOf(issuer) === originOf(authorizationUrl) };
  }
  throw new PortcullisError(
    'oauth_issuer_unconfirmed',
    `auth.issuer: does not confirm these addresses. ${hosts}; the metadata of the issuer (${at.join(' or ')}) cannot be read, or do not name exactly this issuer, authorization endpoint and token endpoint. Nothing was sent there.`,
  );
}
