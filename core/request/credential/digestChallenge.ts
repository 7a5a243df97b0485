/**
 * Parses the challenges of a 401 response in `WWW-Authenticate` (RFC 9110, section 11.6.1), and among them those of HTTP
 * Digest (RFC 7616, section 3.3). The header is not trusted.
 */

/** The supported hash algorithms, the strongest first. SHA-512 is not registered, but several libraries have it. */
export const ALGORITHMS = ['SHA-512-256', 'SHA-512', 'SHA-256', 'MD5'] as const;
/** Hash algorithms of HTTP Digest (RFC 7616). */
export type Algorithm = (typeof ALGORITHMS)[number];

/** A challenge of the scheme Digest (RFC 7616 section 3.3). */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque?: string;
  readonly algorithm: Algorithm;
  /** True for `-sess`: the hash of the password includes nonce and cnonce. */
  readonly isSession: boolean;
  /** Undefined for servers that support only RFC 2069. */
  readonly qop?: 'auth' | 'auth-int';
  /** True when the nonce was too old, while user name and password were correct. */
  readonly isStale: boolean;
  /** True when the user name must be sent as a hash. */
  readonly isUserHashed: boolean;
}

type Parameters = ReadonlyMap<string, string>;

const PARAMETER = /([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]+))/y;
const SCHEME = /[!#$%&'*+.^_`|~\w-]+/y;
const MAX_VALUE = 2_000;

/** The supported Digest challenge with the strongest algorithm; undefined when there is none. */
export function digestChallengeOf(header: string | null): DigestChallenge | undefined {
  const found = challengesOf(header ?? '').flatMap(({ scheme, parameters }) =>
    scheme === 'digest' ? (readChallenge(parameters) ?? []) : [],
  );
  return ALGORITHMS.flatMap((algorithm) => found.filter((each) => each.algorithm === algorithm))[0];
}

/** The nonce for the next request: `nextnonce` of `Authentication-Info` (section 3.5). */
export function nextNonceOf(header: string | null): string | undefined {
  const [info] = header === null ? [] : challengesOf(`info ${header}`);
  const nonce = info?.parameters.get('nextnonce');
  return nonce !== undefined && isPlain(nonce) ? nonce : undefined;
}

const isPlain = (value: string): boolean => value.length <= MAX_VALUE && /^[\x20-\x7e\x80-\xff]*$/.test(value);

/** The challenges of a header. Both challenges and their parameters are separated by commas. */
function challengesOf(header: string): Array<{ readonly scheme: string; readonly parameters: Parameters }> {
  const challenges: Array<{ scheme: string; parameters: Map<string, string> }> = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(header);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < header.length) {
    const pair = take(PARAMETER);
    if (pair) {
      const [, name = '', quoted, plain = ''] = pair;
      const { parameters } = challenges.at(-1) ?? { parameters: new Map<string, string>() };
      const lower = name.toLowerCase();
      if (!parameters.has(lower)) parameters.set(lower, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
      continue;
    }
    const scheme = take(SCHEME);
    if (scheme) challenges.push({ scheme: scheme[0].toLowerCase(), parameters: new Map() });
    else at++;
  }
  return challenges;
}

function readChallenge(parameters: Parameters): DigestChallenge | undefined {
  const text = (name: string): string | undefined => {
    const value = parameters.get(name);
    return value !== undefined && isPlain(value) ? value : undefined;
  };
  const nonce = text('nonce');
  if (nonce === undefined) return undefined;
  const named = (parameters.get('algorithm') ?? 'MD5').toUpperCase();
  const isSession = named.endsWith('-SESS');
  const algorithm = ALGORITHMS.find((each) => each === named.replace(/-SESS$/, ''));
  const offered = parameters
    .get('qop')
    ?.toLowerCase()
    .split(/[\s,]+/);
  const qop = (['auth', 'auth-int'] as const).find((each) => offered?.includes(each));
  if (algorithm === undefined || (offered !== undefined && qop === undefined)) return undefined;
  const opaque = text('opaque');
  return {
    realm: text('realm') ?? '',
    nonce,
    ...(opaque !== undefined && { opaque }),
    algorithm,
    isSession,
    ...(qop !== undefined && { qop }),
    isStale: parameters.get('stale')?.toLowerCase() === 'true',
    isUserHashed: parameters.get('userhash')?.toLowerCase() === 'true',
  };
}
