/**
 * Whole answers that an owner chose to keep, governed, compressed and sealed in S3 in the region that answered. There is a folder for
 * each number of days, which the bucket's lifecycle rule empties. They are sealed under data keys of the server whose encryption context
 * (`answersOf`) opens nothing else; the sealed bytes are bound to their audit entry, so that none can be exchanged for another.
 *
 * The function that keeps answers cannot read them. An answer past its days is not returned, even if the lifecycle rule has not deleted
 * it yet.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AuditEntry, CallEntry, KeptAnswer } from '../core/audit/entry.ts';
import type { JsonValue } from '../core/lib/json/value.ts';
import { requireEnvironment } from './lib/environment.ts';
import { edgeRegions, homeRegion, s3In } from './regions/edges.ts';
import { type Binding, open, sealingKey, sealUnder } from './services/envelope.ts';
import { readBytes, readBytesBy, writeBytes } from './services/objects.ts';

/** Milliseconds that a call waits at most for its answer to be stored. */
const PATIENCE_MS = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;

type Place = Pick<AuditEntry, 'serverId' | 'entryId'>;

/** The folder for each number of days has a lifecycle rule in lib/constructs/data.ts. */
const objectKey = ({ serverId, entryId }: Place, days: number): string => `answers/${days}/${serverId}/${entryId}`;

const binding = ({ serverId, entryId }: Place): Binding => ({
  version: 'a1',
  context: { answersOf: serverId },
  associated: `portcullis/answer/v1:${serverId}:${entryId}`,
});

/** Stores the content of a result. Resolves to where it is; throws the errors of KMS and S3, and when they take too long. */
export async function keepAnswer(place: Place, days: number, content: unknown): Promise<KeptAnswer> {
  const abortSignal = AbortSignal.timeout(PATIENCE_MS);
  const key = await within(abortSignal, sealingKey(binding(place).context));
  const sealed = sealUnder(key, binding(place), gzipSync(JSON.stringify(content)));
  const bucket = requireEnvironment('BUCKET_BUNDLES');
  await writeBytes(bucket, objectKey(place, days), Buffer.from(sealed), 'application/octet-stream', { abortSignal });
  return { days, region: homeRegion() };
}

/** The content, or undefined when it is past its days or missing. Throws `ciphertext_invalid` when it was altered. */
export async function readKeptAnswer(
  entry: Pick<CallEntry, 'serverId' | 'entryId' | 'at'>,
  kept: KeptAnswer,
  now: number = Date.now(),
): Promise<JsonValue | undefined> {
  if (now >= Date.parse(keptUntil(entry, kept))) return undefined;
  const edge = edgeRegions().find(({ region }) => region === kept.region);
  const key = objectKey(entry, kept.days);
  const bytes = edge
    ? await readBytesBy(s3In(edge), edge.bundles, key)
    : await readBytes(requireEnvironment('BUCKET_BUNDLES'), key);
  if (!bytes) return undefined;
  const opened = await open(binding(entry), Buffer.from(bytes).toString());
  return JSON.parse(gunzipSync(opened, { maxOutputLength: MAX_BYTES }).toString()) as JsonValue;
}

/** ISO 8601 UTC. */
export const keptUntil = ({ at }: Pick<CallEntry, 'at'>, { days }: KeptAnswer): string =>
  new Date(Date.parse(at) + days * 86_400_000).toISOString();

/** Rejects when the signal is aborted first; the promise continues, for the next call. */
export const within = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ]);
