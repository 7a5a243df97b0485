/**
 * Limits the streams that a token may hold at the same time, so that one client cannot take all there are. They are counted in the
 * token's own row, which is written when a stream opens and closes and every 45 s in between; requests write nothing. Each write is
 * conditional, so the limit is exact however many streams open at once. In regions other than home the count is an item of the region's
 * own (tokens.ts), and the limit applies per region. A token that was just refused is refused again without reading the table, so that
 * opening streams in a loop costs less than it could use.
 */
import { randomBytes } from 'node:crypto';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { PortcullisError } from '../../core/errors.ts';
import type { TokenRow } from '../../core/records.ts';
import { regionalUse } from '../../core/regions/gates.ts';
import { abandonedStreams, STREAM_LEASE_MS } from '../../core/tokens/streams.ts';
import { documents } from '../clients.ts';
import { readRows } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../environment.ts';
import { isConditionFailure } from '../errors.ts';

/** `too_many_streams`: the token holds as many as it may. */
export class TooManyStreams extends PortcullisError {
  override readonly name: string = 'TooManyStreams';
  constructor(most: number) {
    super('too_many_streams', `This connection token holds ${most} event streams, the maximum.`);
  }
}

/** One of the streams that a token holds. */
export interface StreamPlace {
  /** Confirms that the stream is still held. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

const MAX_TRIES = 5;
/** The time that the client is told to wait (Retry-After). */
const FULL_MS = 1_000;
/** Maximum number of refused tokens that are remembered; the oldest is dropped. */
const REMEMBERED = 1_000;
/** Until when a token counts as full, in epoch milliseconds, by the key of its row. */
const full = new Map<string, number>();

function rememberFull(tokenHash: string): void {
  full.delete(tokenHash);
  if (full.size >= REMEMBERED) full.delete(full.keys().next().value as string);
  full.set(tokenHash, Date.now() + FULL_MS);
}

/** Throws TooManyStreams. */
export async function takeStreamPlace(token: Pick<TokenRow, 'tokenHash' | 'serverId'>): Promise<StreamPlace> {
  const table = requireEnvironment('TABLE_TOKENS');
  const most = Number(requireEnvironment('STREAMS_PER_TOKEN'));
  const isRegional = process.env['TABLE_GATES'] !== undefined;
  const tokenHash = isRegional ? regionalUse(token.tokenHash, requireEnvironment('AWS_REGION')) : token.tokenHash;
  if ((full.get(tokenHash) ?? 0) > Date.now()) throw new TooManyStreams(most);
  const id = randomBytes(9).toString('base64url');
  const until = () => Date.now() + STREAM_LEASE_MS;
  const update = async (rest: Omit<UpdateCommandInput, 'TableName' | 'Key'>): Promise<boolean> => {
    try {
      await documents().send(new UpdateCommand({ TableName: table, Key: { tokenHash }, ...rest }));
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  };
  const enter = () =>
    update({
      UpdateExpression: 'SET streams.#id = :until',
      ConditionExpression: 'attribute_exists(streams) AND size(streams) < :most',
      ExpressionAttributeNames: { '#id': id },
      ExpressionAttributeValues: { ':until': until(), ':most': most },
    });
  const enterFirst = () =>
    update({
      UpdateExpression: `SET streams = :first${isRegional ? ', serverId = :serverId' : ''}`,
      ConditionExpression: `attribute_not_exists(streams)${isRegional ? '' : ' AND attribute_exists(tokenHash)'}`,
      ExpressionAttributeValues: { ':first': { [id]: until() }, ...(isRegional && { ':serverId': token.serverId }) },
    });
  const remove = (ids: readonly string[]) =>
    update({
      UpdateExpression: `REMOVE ${ids.map((_, at) => `streams.#i${at}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(streams)',
      ExpressionAttributeNames: Object.fromEntries(ids.map((each, at) => [`#i${at}`, each])),
    });

  for (let tries = 1; !(await enter()) && !(await enterFirst()); tries++) {
    const [row = {}] = ((await readRows({ [table]: [{ tokenHash }] }))[table] ?? []) as Pick<TokenRow, 'streams'>[];
    const abandoned = abandonedStreams(row, Date.now());
    // The conditional write may have failed because another stream of the token opened first or one has closed; then there is room.
    const isFull = Object.keys(row.streams ?? {}).length - abandoned.length >= most;
    if (isFull) rememberFull(tokenHash);
    if (isFull || tries === MAX_TRIES) throw new TooManyStreams(most);
    if (abandoned.length > 0) await remove(abandoned);
  }
  return {
    async renew() {
      await update({
        UpdateExpression: 'SET streams.#id = :until',
        ConditionExpression: 'attribute_exists(streams)',
        ExpressionAttributeNames: { '#id': id },
        ExpressionAttributeValues: { ':until': until() },
      });
    },
    async close() {
      await remove([id]);
      full.delete(tokenHash);
    },
  };
}
