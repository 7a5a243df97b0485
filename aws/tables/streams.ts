/**
 * Limits the streams that a token may hold at the same time, so that one client cannot take all there are, and those of a server and a
 * person where their owner limits them. A token's are counted in its own row, which is written when a stream opens and closes and every
 * 45 s in between (places.ts); requests write nothing. In regions other than home the count is an item of the region's own (tokenReading.ts),
 * and the limit applies per region.
 */

import { STREAM_LEASE_MS } from '../../core/auth/tokens/streams.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import type { Subject } from '../../core/limiting/limitSet.ts';
import type { Limited } from '../../core/limiting/limits.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { regionalUse } from '../../core/regions/gates.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { type Place, type PlaceRow, takePlace } from './places.ts';

const WHO: Record<Limited, string> = {
  server: 'This server',
  token: 'This connection token',
  person: 'This person',
};

/** `too_many_streams`: the token, the person or the server holds as many as they may. */
export class TooManyStreams extends PortcullisError {
  override readonly name: string = 'TooManyStreams';
  readonly limited: Limited;
  constructor(most: number, limited: Limited = 'token') {
    super('too_many_streams', `${WHO[limited]} holds ${most} event streams, the maximum.`);
    this.limited = limited;
  }
}

/** One of the streams that a token holds. */
export interface StreamPlace {
  /** Confirms that the stream is still held. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** Seconds that the row of a server or person outlives its newest entry. */
const KEPT_SECONDS = 3_600;

/**
 * Throws TooManyStreams.
 * @param subjects whom the stream counts for, beside the token and the deployment's `streamsPerToken`
 */
export async function takeStreamPlace(
  token: Pick<TokenRow, 'tokenHash' | 'serverId'>,
  subjects: readonly Subject[] = [],
): Promise<StreamPlace> {
  const own = subjects.find(({ isToken }) => isToken)?.limits.streams;
  const most = Math.min(Number(requireEnvironment('STREAMS_PER_TOKEN')), own ?? Number.POSITIVE_INFINITY);
  const taken: Place[] = [];
  const take = async (row: PlaceRow, limit: number, limited: Limited) => {
    const place = await takePlace(row, limit, STREAM_LEASE_MS);
    if (!place) throw new TooManyStreams(limit, limited);
    taken.push(place);
  };
  const close = async () => void (await Promise.all(taken.map((place) => place.release())));
  try {
    await take(rowOf(token), most, 'token');
    for (const { limited, key, limits, isToken } of subjects) {
      if (isToken || limits.streams === undefined) continue;
      await take(sharedRow(key), limits.streams, limited);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    renew: async () => void (await Promise.all(taken.map((place) => place.renew()))),
    close,
  };
}

function rowOf({ tokenHash, serverId }: Pick<TokenRow, 'tokenHash' | 'serverId'>): PlaceRow {
  const table = requireEnvironment('TABLE_TOKENS');
  const attribute = 'streams';
  if (process.env['TABLE_GATES'] === undefined) {
    return { table, key: { tokenHash }, attribute, firstIf: 'attribute_exists(tokenHash)' };
  }
  const key = { tokenHash: regionalUse(tokenHash, requireEnvironment('AWS_REGION')) };
  return { table, key, attribute, firstWith: { serverId } };
}

const sharedRow = (name: string): PlaceRow => ({
  table: requireEnvironment('TABLE_SESSIONS'),
  key: { sessionId: `limit.${name}.streams` },
  attribute: 'places',
  alwaysWith: { expiresAt: Math.ceil((Date.now() + STREAM_LEASE_MS) / 1_000) + KEPT_SECONDS },
});
