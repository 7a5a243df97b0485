/**
 * Chooses from the OAuth 2 flows of a description the grant by which a server gets access tokens without a person at
 * each call. For an authorization code flow that is the refresh token grant: a person signs in once, elsewhere, and the
 * server gets the refresh token.
 */
import { isObject, type JsonObject } from '../../json/value.ts';
import type { CredentialShape } from '../../request/credential/shape.ts';
import { member, stringMember } from '../document/read.ts';

/** The grant that a scheme suggests. */
export interface Flow {
  /** Undefined when no flow of the description gives a token that can be renewed. */
  readonly grant?: CredentialShape['grant'];
  readonly tokenUrl?: string;
  /** The flows and the token URL, for people. */
  readonly detail: string;
}

/** Grants by flow name of OpenAPI 3 or 2.0, in order of preference. */
const GRANT_OF: Readonly<Record<string, NonNullable<CredentialShape['grant']>>> = {
  clientCredentials: 'clientCredentials',
  application: 'clientCredentials',
  authorizationCode: 'refreshToken',
  accessCode: 'refreshToken',
  deviceAuthorization: 'refreshToken',
  password: 'password',
};

const MAX_DETAIL = 300;

/**
 * The grant of an OAuth 2 security scheme.
 * @param baseUrl of the API, against which a relative token URL is resolved (OpenAPI 3.1, section 4.8.29)
 */
export function flowOf(scheme: JsonObject, baseUrl: string): Flow {
  const declared = member(scheme, 'flows');
  const flows = isObject(declared) ? declared : { [stringMember(scheme, 'flow') ?? '']: scheme };
  const names = Object.keys(flows).filter(Boolean);
  const name = Object.keys(GRANT_OF).find((each) => isObject(flows[each]));
  const urls = [name, ...names].map((each) => {
    const flow = each === undefined ? undefined : flows[each];
    return isObject(flow) ? stringMember(flow, 'tokenUrl') : undefined;
  });
  const stated = urls.find((url) => url !== undefined);
  const tokenUrl = stated === undefined ? undefined : absolute(stated.trim(), baseUrl);
  const detail = [names.join(', '), stated === undefined ? '' : `token URL ${stated}`].filter(Boolean).join('; ');
  return {
    ...(name !== undefined && { grant: GRANT_OF[name] as NonNullable<Flow['grant']> }),
    ...(name !== undefined && tokenUrl !== undefined && { tokenUrl }),
    detail: detail.slice(0, MAX_DETAIL),
  };
}

/**
 * The absolute token URL without query, undefined when it is not https. Variables such as `{tenant}` stay, for the owner
 * to replace.
 */
function absolute(url: string, baseUrl: string): string | undefined {
  const bare = url.replace(/[?#].*$/s, '');
  if (/^https:\/\/\S+$/i.test(bare)) return bare.slice(0, 2_048);
  if (/^[a-z][a-z+.-]*:/i.test(bare) || bare === '' || !URL.canParse(bare, baseUrl)) return undefined;
  const resolved = new URL(bare, baseUrl);
  return resolved.protocol === 'https:' ? resolved.href : undefined;
}
