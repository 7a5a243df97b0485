/**
 * Maps the OAuth 2 flows of a description to the grant with which a server gets access tokens without a person at each call. If a person
 * has to consent, that is the authorization code, even if the description has the implicit flow only: its tokens cannot be renewed, and
 * RFC 9700 (section 2.1.2) recommends the code instead.
 */
import { isObject, type JsonObject } from '../../lib/json/value.ts';
import type { CredentialShape } from '../../model/credential.ts';
import { member, stringMember } from '../document/read.ts';
import { knownProvider } from './knownProviders.ts';

/** The grant that a scheme suggests. */
export interface Flow {
  /** Undefined where the description names no flow. */
  readonly grant?: CredentialShape['grant'];
  readonly tokenUrl?: string;
  readonly authorizationUrl?: string;
  readonly authorizationParameters?: CredentialShape['authorizationParameters'];
  /** The description names the implicit flow alone. */
  readonly isImplicit?: true;
  /** Scopes that the flow declares, with their descriptions. */
  readonly scopes: JsonObject;
  /** The flows and the token URL, for people. */
  readonly detail: string;
}

/** Grants by flow name of OpenAPI 3 or 2.0, in order of preference. */
const GRANT_OF: Readonly<Record<string, NonNullable<CredentialShape['grant']>>> = {
  clientCredentials: 'clientCredentials',
  application: 'clientCredentials',
  authorizationCode: 'authorizationCode',
  accessCode: 'authorizationCode',
  deviceAuthorization: 'refreshToken',
  password: 'password',
  implicit: 'authorizationCode',
};

const MAX_DETAIL = 300;

/**
 * The grant of an OAuth 2 security scheme.
 * @param baseUrl of the API, against which relative URLs are resolved (OpenAPI 3.1, section 4.8.29)
 */
export function flowOf(scheme: JsonObject, baseUrl: string): Flow {
  const declared = member(scheme, 'flows');
  const flows = isObject(declared) ? declared : { [stringMember(scheme, 'flow') ?? '']: scheme };
  const names = Object.keys(flows).filter(Boolean);
  const name = Object.keys(GRANT_OF).find((each) => isObject(flows[each]));
  const grant = name === undefined ? undefined : GRANT_OF[name];
  const statedIn = (each: string | undefined, what: string): string | undefined => {
    const flow = each === undefined ? undefined : flows[each];
    return isObject(flow) ? stringMember(flow, what) : undefined;
  };
  const first = (what: string) => [name, ...names].map((each) => statedIn(each, what)).find((url) => url !== undefined);
  const stated = first('tokenUrl');
  const urls = {
    ...absolute('tokenUrl', stated, baseUrl),
    ...(grant === 'authorizationCode' && absolute('authorizationUrl', first('authorizationUrl'), baseUrl)),
  };
  const scopes = name === undefined ? undefined : member(flows[name] as JsonObject, 'scopes');
  const detail = [names.join(', '), stated === undefined ? '' : `token URL ${stated}`].filter(Boolean).join('; ');
  return {
    ...(grant !== undefined && { grant, ...urls }),
    ...(grant === 'authorizationCode' && knownProvider(urls.authorizationUrl)?.endpoints),
    ...(name === 'implicit' && { isImplicit: true }),
    scopes: isObject(scopes) ? scopes : {},
    detail: detail.slice(0, MAX_DETAIL),
  };
}

/** The URL, if it is https. Variables such as `{tenant}` stay for the owner to fill in; a query is given as parameters. */
function absolute<Name extends string>(
  name: Name,
  stated: string | undefined,
  baseUrl: string,
): { readonly [Key in Name]?: string } {
  const bare = stated?.trim().replace(/[?#].*$/s, '') ?? '';
  const found = (url: string) => ({ [name]: url.slice(0, 2_048) }) as { [Key in Name]: string };
  if (/^https:\/\/\S+$/i.test(bare)) return found(bare);
  if (/^[a-z][a-z+.-]*:/i.test(bare) || bare === '' || !URL.canParse(bare, baseUrl)) return {};
  const resolved = new URL(bare, baseUrl);
  return resolved.protocol === 'https:' ? found(resolved.href) : {};
}
