/** Verifies a signed request as AWS would: signs it again with the signer of the AWS SDK and compares. */
import { SignatureV4 } from '@smithy/signature-v4';
import { NodeSha256 } from './sha256.ts';

export interface SignedRequest {
  readonly method: string;
  readonly host: string;
  /** Path and query as in the request line. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body?: Uint8Array | string;
}

export interface KeyPair {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * The Authorization header that the request should have with these keys. Region, service, time and signed headers are taken from the
 * request.
 */
export async function expectedAuthorization(request: SignedRequest, credentials: KeyPair): Promise<string> {
  const { method, host, target, headers, body } = request;
  const given = headers.get('authorization') ?? '';
  const [, region = '', service = '', names = ''] =
    /Credential=[^/]+\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+)/.exec(given) ?? [];
  const signedNames = names.split(';');
  const signed = signedNames
    .filter((name) => name !== 'x-amz-date')
    .map((name) => [name, name === 'host' ? host : (headers.get(name) ?? '')]);
  const [path = '', search = ''] = target.split('?');
  const signer = new SignatureV4({
    credentials,
    region,
    service,
    sha256: NodeSha256,
    uriEscapePath: service !== 's3',
    applyChecksum: false,
  });
  const made = await signer.sign(
    {
      method,
      protocol: 'https:',
      hostname: host,
      path,
      query: queryOf(search),
      headers: Object.fromEntries(signed),
      body,
    } as never,
    { signingDate: dateOf(headers.get('x-amz-date') ?? ''), signableHeaders: new Set(signedNames) },
  );
  return String(made.headers['authorization']);
}

/** Names such as `toString` are ordinary names. */
function queryOf(search: string): Record<string, string | string[]> {
  const query = new Map<string, string[]>();
  for (const pair of search === '' ? [] : search.split('&')) {
    const [name = '', value = ''] = pair.split('=').map(decodeURIComponent);
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  return Object.fromEntries(query);
}

/** For example of `20261123T093000Z`. */
const dateOf = (text: string): Date =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
