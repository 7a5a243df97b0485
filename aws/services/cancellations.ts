/**
 * Tells a running sandbox that its caller wants no answer any more. Lambda does not: it neither interrupts an invocation nor reports that
 * its connection was closed, and bills it to its end (AWS Lambda developer guide, response streaming). The caller stores an empty object
 * under the id of the call, and the sandbox looks for it while the upstream works. In S3, because that is what the sandbox may read.
 */

import { requireEnvironment } from '../lib/environment.ts';
import { logFailure } from '../lib/log.ts';
import { readBytes, writeBytes } from './objects.ts';

const keyOf = (serverId: string, callId: string): string => `cancelled/${serverId}/${callId}`;

/** Stores that the call is cancelled. Never rejects: without it the call goes on to its end. */
export const storeCancellation = (serverId: string, callId: string): Promise<void> =>
  writeBytes(
    requireEnvironment('BUCKET_BUNDLES'),
    keyOf(serverId, callId),
    new Uint8Array(),
    'application/octet-stream',
  ).catch((error: unknown) => logFailure('cancellation_not_stored', error));

/** Whether it is. Rejects when that cannot be read. */
export const isCancelled = async (serverId: string, callId: string): Promise<boolean> =>
  (await readBytes(requireEnvironment('BUCKET_BUNDLES'), keyOf(serverId, callId))) !== undefined;
