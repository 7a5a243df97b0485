/**
 * Reads an API description before there is a server. It may take longer than a request has: then the answer names the reading, which goes on, and the
 * next request asks what has become of it. The spec reader writes what it has read, or why it has not, to the specs bucket.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { isRefusal, type Refusal } from '../../../aws/services/invoke.ts';
import { readJson, removeFolder } from '../../../aws/services/objects.ts';
import type { StillReading } from '../../../core/api/reading.ts';
import { newReadingId, readingBegan } from '../../../core/lib/ids.ts';
import { notFound, Refused } from '../http/errors.ts';

/** A request waits for so long. */
const WAIT_MS = 8_000;
const PAUSE_MS = 400;
/** The spec reader has 90 s. What has left nothing then has crashed. */
const LOST_AFTER_MS = 100_000;
/** A name of another time was never given, or nobody asks for it any more. */
const KNOWN_FOR_MS = 60 * 60_000;

/**
 * The result of a reading, or that it goes on.
 * @param folder of the bucket, below staging/: that of the server, or one for all who have none yet
 * @param reading a reading that was begun before; unset begins one
 * @param begin invokes the spec reader, which is to write to this key
 * @throws Refused with the spec reader's code, or `spec_timeout`; `…_not_found`; what `begin` throws
 */
export async function readInTime<T extends object>(
  folder: string,
  reading: string | undefined,
  begin: (key: string) => Promise<object>,
): Promise<T | StillReading> {
  const id = reading ?? newReadingId();
  const place = `staging/${folder}/${id}/`;
  const key = `${place}read.json.gz`;
  const until = Date.now() + WAIT_MS;
  let written: T | Refusal | undefined;
  if (reading === undefined) {
    const invocation = begin(key);
    let invoked: object | undefined;
    while (!invoked && Date.now() < until) invoked = await Promise.race([invocation, sleep(PAUSE_MS, undefined)]);
    if (invoked && isRefusal(invoked)) throw refusedBy(invoked);
    written = invoked && (await stored<T>(key));
  } else {
    written = await stored<T>(key);
    while (!written && Date.now() < until) {
      await sleep(PAUSE_MS);
      written = await stored<T>(key);
    }
  }
  if (!written) return { reading: id, seconds: secondsOf(id) };
  await removeFolder(requireEnvironment('BUCKET_SPECS'), place);
  if (isRefusal(written)) throw refusedBy(written);
  return written;
}

const stored = <T>(key: string) => readJson<T | Refusal>(requireEnvironment('BUCKET_SPECS'), key);

function secondsOf(id: string): number {
  const ms = Date.now() - readingBegan(id);
  if (Math.abs(ms) > KNOWN_FOR_MS) throw notFound('reading');
  if (ms < LOST_AFTER_MS) return Math.round(Math.max(0, ms) / 1_000);
  throw new Refused(
    'spec_timeout',
    'Reading the API description did not come to an end. Deploy without a preview, which has more time, or choose tags.',
  );
}

const refusedBy = ({ error: { code, message, context } }: Refusal) =>
  new Refused(code, message, context && { context: context as never });
