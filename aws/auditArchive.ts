/**
 * Writes the audit archive: an object of entries, then the signed manifest that adds it to the chain. Every write is `If-None-Match: *`,
 * so nothing is overwritten; when several writers run at once, one gets the next number and the others try the one after. An object
 * without a manifest is harmless: nothing refers to it.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { GetPublicKeyCommand, type KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import {
  draftManifest,
  type Link,
  MANIFESTS,
  manifestKey,
  packChanges,
  publicKeyKey,
  START,
  sequenceOf,
} from '../core/audit/chain.ts';
import type { Change } from '../core/audit/changes.ts';
import { fingerprintOf } from '../core/audit/trust.ts';
import { PortcullisError } from '../core/lib/errors.ts';
import { isoNow } from '../core/lib/ids.ts';
import { sha256 } from '../core/lib/json/canonical.ts';
import { requireEnvironment } from './lib/environment.ts';
import { kms, s3 } from './services/clients.ts';
import { readBytes, writeNew } from './services/objects.ts';

const ATTEMPTS = 30;
const WAIT_MS = 20;
const MAX_WAIT_MS = 1_000;
const PAGE = 1_000;

/** Changes from the audit table's stream, written as one object of the archive. */
export interface Batch {
  readonly changes: readonly Change[];
  /** ARN of the stream. */
  readonly source: string;
  /** Time of the first change, ISO 8601. */
  readonly began: string;
}

/**
 * Resolves when the batch is part of the chain. Throws PortcullisError `archive_contended` when other writers took every number that was
 * tried.
 */
export type Archiver = (batch: Batch) => Promise<Link>;

/** One per process. It remembers the end of the chain; the conditional write detects that another writer was faster. */
export function newArchiver(): Archiver {
  let known: Link | undefined;
  let publishing: Promise<SigningKey> | undefined;
  const signingKey = (): Promise<SigningKey> => {
    // If this fails, the next batch tries again.
    publishing ??= publishKey().catch((error: unknown) => {
      publishing = undefined;
      throw error;
    });
    return publishing;
  };
  return async ({ changes, source, began }) => {
    const bucket = requireEnvironment('BUCKET_AUDIT');
    const key = await signingKey();
    const { bytes, entries, ...object } = packChanges(changes, began);
    // If the object exists, an earlier delivery of the same batch wrote it.
    await writeNew(bucket, object.key, bytes, 'application/gzip');
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const after = known ?? (await findHead(bucket));
      const draft = draftManifest(after, { at: isoNow(), source, object, entries, key });
      const signed = draft.sign(await signature(draft.text));
      if (await writeNew(bucket, manifestKey(signed.link.sequence), signed.bytes, 'application/json')) {
        known = signed.link;
        return known;
      }
      known = await linkAt(bucket, signed.link.sequence);
      // Our own write succeeded, but its answer was lost.
      if (known?.sha256 === signed.link.sha256) return known;
      await new Promise((done) => setTimeout(done, Math.random() * Math.min(WAIT_MS * 2 ** attempt, MAX_WAIT_MS)));
    }
    throw new PortcullisError('archive_contended', `Others extended the archive ${ATTEMPTS} times; the batch waits.`);
  };
}

async function linkAt(bucket: string, sequence: number): Promise<Link | undefined> {
  const bytes = await readBytes(bucket, manifestKey(sequence));
  return bytes && { sequence, sha256: sha256(bytes) };
}

/**
 * The last manifest, unchecked: a wrong one is the verifier's business and must not stop the archiving. S3 lists only forward from a key,
 * so the last one is found by doubling steps, then halving them.
 */
async function findHead(bucket: string): Promise<Link> {
  let last = 0;
  for (let step = PAGE; ; ) {
    const page = await listAfter(bucket, last, PAGE);
    last = page.last ?? last;
    if (!page.more) break;
    while (step >= PAGE) {
      const { first } = await listAfter(bucket, last + step, 1);
      step = first === undefined ? Math.floor(step / 2) : step * 2;
      last = first ?? last;
    }
  }
  if (last === 0) return START;
  const head = await linkAt(bucket, last);
  if (!head) throw new PortcullisError('archive_changing', `Manifest ${last} of the audit archive cannot be read.`);
  return head;
}

/** Numbers of the first and the last manifest on the page of the listing that starts after a number. */
async function listAfter(
  bucket: string,
  after: number,
  most: number,
): Promise<{ first: number | undefined; last: number | undefined; more: boolean }> {
  const { Contents = [], IsTruncated = false } = await s3().send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: MANIFESTS, StartAfter: manifestKey(after), MaxKeys: most }),
  );
  const numbers = Contents.map(({ Key = '' }) => sequenceOf(Key)).filter((each) => each !== undefined);
  return { first: numbers[0], last: numbers.at(-1), more: IsTruncated && numbers.length > 0 };
}

async function signature(text: string): Promise<Uint8Array> {
  const { Signature } = await kms().send(
    new SignCommand({
      KeyId: requireEnvironment('KEY_AUDIT'),
      SigningAlgorithm: 'ECDSA_SHA_256',
      MessageType: 'RAW',
      Message: Buffer.from(text),
    }),
  );
  return Signature as Uint8Array;
}

interface SigningKey {
  readonly id: string;
  readonly sha256: string;
}

/** Stores the public key in the bucket, beside the objects that it verifies. */
async function publishKey(): Promise<SigningKey> {
  const id = requireEnvironment('KEY_AUDIT');
  const key = await publicKeyFromKms(id);
  const fingerprint = fingerprintOf(key);
  const pem = Buffer.from(key.export({ type: 'spki', format: 'pem' }));
  await writeNew(requireEnvironment('BUCKET_AUDIT'), publicKeyKey(fingerprint), pem, 'application/x-pem-file');
  return { id, sha256: fingerprint };
}

/** The public part of a signing key, read from KMS. */
export async function publicKeyFromKms(keyId: string, client: KMSClient = kms()): Promise<KeyObject> {
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
  return createPublicKey({ key: Buffer.from(PublicKey as Uint8Array), format: 'der', type: 'spki' });
}
