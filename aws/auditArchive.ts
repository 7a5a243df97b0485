/**
 * The audit archive as its one writer has it: an object of entries, then the manifest that makes it part of the chain. Every write is
 * `If-None-Match: *`, so nothing is ever written over, and of several writers at the same moment one gets a number and the others try
 * the next: the chain has one order. An object whose manifest did not come to be is named by nobody and does no harm.
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
import { PortcullisError } from '../core/errors.ts';
import { isoNow } from '../core/ids.ts';
import { sha256 } from '../core/json/canonical.ts';
import { kms, s3 } from './clients.ts';
import { requireEnvironment } from './environment.ts';
import { readBytes, writeNew } from './objects.ts';

const ATTEMPTS = 30;
const WAIT_MS = 20;
const MOST_WAIT_MS = 1_000;
const PAGE = 1_000;

/** Changes of the audit table's stream that become one object of the archive. */
export interface Batch {
  readonly changes: readonly Change[];
  /** ARN of the stream. */
  readonly source: string;
  /** When the first of them was made, ISO. */
  readonly began: string;
}

/** Resolves when the batch is part of the chain. Throws PortcullisError `archive_contended` when others were always faster. */
export type Archiver = (batch: Batch) => Promise<Link>;

/** One per process. It remembers where the chain ended; the write itself finds out when somebody was faster. */
export function newArchiver(): Archiver {
  let known: Link | undefined;
  let publishing: Promise<SigningKey> | undefined;
  const signingKey = (): Promise<SigningKey> => {
    // A failure is tried again with the next batch.
    publishing ??= publishKey().catch((error: unknown) => {
      publishing = undefined;
      throw error;
    });
    return publishing;
  };
  return async ({ changes, source, began }) => {
    const bucket = requireEnvironment('BUCKET_AUDIT');
    const key = await signingKey();
    const { bytes, ...object } = packChanges(changes, began);
    // There already: an earlier delivery of the same batch got this far.
    await writeNew(bucket, object.key, bytes, 'application/gzip');
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const after = known ?? (await findHead(bucket));
      const draft = draftManifest(after, changes, { at: isoNow(), source, object, key });
      const signed = draft.sign(await signature(draft.text));
      if (await writeNew(bucket, manifestKey(signed.link.sequence), signed.bytes, 'application/json')) {
        known = signed.link;
        return known;
      }
      known = await linkAt(bucket, signed.link.sequence);
      // The write whose answer was lost on the way was ours.
      if (known?.sha256 === signed.link.sha256) return known;
      await new Promise((done) => setTimeout(done, Math.random() * Math.min(WAIT_MS * 2 ** attempt, MOST_WAIT_MS)));
    }
    throw new PortcullisError('archive_contended', `Others extended the archive ${ATTEMPTS} times; the batch waits.`);
  };
}

async function linkAt(bucket: string, sequence: number): Promise<Link | undefined> {
  const bytes = await readBytes(bucket, manifestKey(sequence));
  return bytes && { sequence, sha256: sha256(bytes) };
}

/**
 * The last manifest, whatever it holds: what is wrong with it is for the verifier to say, and no reason to stop archiving. Found by
 * steps that double and then halve, since a list begins after any key but only goes forward.
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

/** The numbers of the first and the last manifest on the page of the list that begins after a number. */
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

/** Puts the public part of the key beside what it signs. */
async function publishKey(): Promise<SigningKey> {
  const id = requireEnvironment('KEY_AUDIT');
  const key = await publicKeyFromKms(id);
  const fingerprint = fingerprintOf(key);
  const pem = Buffer.from(key.export({ type: 'spki', format: 'pem' }));
  await writeNew(requireEnvironment('BUCKET_AUDIT'), publicKeyKey(fingerprint), pem, 'application/x-pem-file');
  return { id, sha256: fingerprint };
}

/** The public part of a signing key, from KMS itself. */
export async function publicKeyFromKms(keyId: string, client: KMSClient = kms()): Promise<KeyObject> {
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
  return createPublicKey({ key: Buffer.from(PublicKey as Uint8Array), format: 'der', type: 'spki' });
}
