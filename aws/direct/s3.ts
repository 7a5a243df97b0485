/**
 * S3 objects without the SDK, path style: what the data plane reads and writes. The caller checks what it reads (digest, signature or
 * authenticated encryption); what it writes is signed with its SHA-256.
 */
import { encodeStrict } from '../../core/lib/url/percentEncoding.ts';
import { sendDirect } from './request.ts';

/** Each of these requests may be repeated. The time is for bodies of some megabytes. */
const REQUEST = { service: 's3', isRepeatable: true, patienceMs: 8_000 } as const;
const WITHOUT_BODY = { ...REQUEST, headers: {}, body: '' } as const;

const pathOf = (bucket: string, key: string): string => `/${bucket}/${key.split('/').map(encodeStrict).join('/')}`;

/** An object's bytes, with its version in a versioned bucket. */
export interface StoredObject {
  readonly bytes: Buffer;
  readonly versionId: string | undefined;
}

/** So many bytes from a place on. */
export interface Range {
  readonly at: number;
  readonly bytes: number;
}

/** Throws what {@link sendDirect} throws; AwsRefusal `NoSuchKey`, or `AccessDenied` for roles that may not list, where there is none. */
export async function getObject(bucket: string, key: string, range?: Range): Promise<StoredObject> {
  const pieces: Buffer[] = [];
  const wanted = range ? { range: `bytes=${range.at}-${range.at + range.bytes - 1}` } : WITHOUT_BODY.headers;
  const request = { ...WITHOUT_BODY, headers: wanted, method: 'GET', path: pathOf(bucket, key) } as const;
  const headers = await sendDirect(request, (piece) => pieces.push(piece));
  const versionId = headers['x-amz-version-id'];
  return { bytes: Buffer.concat(pieces), versionId: versionId === undefined ? undefined : String(versionId) };
}

/** Replaces what is stored under the key. Throws what {@link sendDirect} throws. */
export async function putObject(
  bucket: string,
  key: string,
  body: Uint8Array,
  contentType: string,
  signal?: AbortSignal,
): Promise<void> {
  const headers = { 'content-type': contentType };
  await sendDirect({ ...REQUEST, method: 'PUT', path: pathOf(bucket, key), headers, body, signal }, () => {});
}

/** Deletes one version permanently; without a version the object, which a versioned bucket only hides. A missing one is no error. */
export async function deleteObject(bucket: string, key: string, versionId?: string): Promise<void> {
  const query = versionId === undefined ? '' : `?versionId=${encodeStrict(versionId)}`;
  await sendDirect({ ...WITHOUT_BODY, method: 'DELETE', path: `${pathOf(bucket, key)}${query}` }, () => {});
}
