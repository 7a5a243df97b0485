/**
 * S3 objects without the SDK, path style: what the data plane reads and writes. The caller checks what it reads (digest, signature or
 * authenticated encryption); what it writes is signed with its SHA-256.
 */
import { sendDirect } from './request.ts';

/** For bodies of some megabytes: until the response begins, and between two pieces of it. */
const PATIENCE_MS = 8_000;

const pathOf = (bucket: string, key: string): string =>
  `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;

/** An object's bytes, with its version in a versioned bucket. */
export interface StoredObject {
  readonly bytes: Buffer;
  readonly versionId: string | undefined;
}

/** Throws what {@link sendDirect} throws; AwsRefusal `NoSuchKey`, or `AccessDenied` for roles that may not list, where there is none. */
export async function getObject(bucket: string, key: string): Promise<StoredObject> {
  const pieces: Buffer[] = [];
  const request = {
    path: pathOf(bucket, key),
    headers: {},
    body: '',
    isRepeatable: true,
    patienceMs: PATIENCE_MS,
  } as const;
  const headers = await sendDirect({ service: 's3', method: 'GET', ...request }, (piece) => pieces.push(piece));
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
  const request = { path: pathOf(bucket, key), headers, body, isRepeatable: true, patienceMs: PATIENCE_MS, signal };
  await sendDirect({ service: 's3', method: 'PUT', ...request }, () => {});
}

/** Deletes one version permanently; without a version the object, which a versioned bucket only hides. A missing one is no error. */
export async function deleteObject(bucket: string, key: string, versionId?: string): Promise<void> {
  const query = versionId === undefined ? '' : `?versionId=${encodeURIComponent(versionId)}`;
  const request = { headers: {}, body: '', isRepeatable: true, patienceMs: PATIENCE_MS };
  await sendDirect({ service: 's3', method: 'DELETE', path: `${pathOf(bucket, key)}${query}`, ...request }, () => {});
}
