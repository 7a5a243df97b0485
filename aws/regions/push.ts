/**
 * Publishes what the streams of every region must hear, at each region's own endpoint (IoT Core is regional). Call it after the change is
 * committed: a push only makes streams close or update earlier than their own periodic check.
 */
import { PublishCommand } from '@aws-sdk/client-iot-data-plane';
import { PortcullisError } from '../../core/lib/errors.ts';
import { killTopic, tokenTopic, toolsTopic } from '../../core/mcp/topics.ts';
import { publish } from '../services/push.ts';
import { type EdgeRegion, edgeRegions, homeRegion, inTime, iotDataIn } from './edges.ts';

/** The push failed in some regions. */
export class PushFailed extends PortcullisError {
  override readonly name: string = 'PushFailed';
  readonly regions: readonly string[];
  constructor(regions: readonly string[], cause: unknown) {
    super('push_failed', `The push channel of ${regions.join(', ')} did not accept a message.`, {
      context: { regions: [...regions] },
      cause,
    });
    this.regions = regions;
  }
}

async function publishIn(edge: EdgeRegion, topic: string): Promise<void> {
  await iotDataIn(edge).send(new PublishCommand({ topic, qos: 0, payload: Buffer.from('{}') }), inTime());
}

/** Publishes to all regions at once; throws PushFailed after all were tried. */
async function publishEverywhere(topic: string): Promise<void> {
  const edges = edgeRegions();
  const settled = await Promise.allSettled([publish(topic, '{}'), ...edges.map((edge) => publishIn(edge, topic))]);
  const names = [homeRegion(), ...edges.map(({ region }) => region)];
  const failed = settled.flatMap((result, index) => (result.status === 'rejected' ? [{ result, index }] : []));
  if (failed.length > 0) {
    throw new PushFailed(
      failed.map(({ index }) => names[index] as string),
      failed[0]?.result.reason,
    );
  }
}

/** Call after the revocation has committed everywhere and before it is answered. */
export const publishTokenRevoked = (tokenHash: string): Promise<void> => publishEverywhere(tokenTopic(tokenHash));

/** Call for connections/kill, and after a server went offline or is being deleted. */
export const publishKill = (serverId: string): Promise<void> => publishEverywhere(killTopic(serverId));

/** Call after a server's row names a new bundle. */
export const publishToolsChanged = (serverId: string): Promise<void> => publish(toolsTopic(serverId), '{}');

/** Call once the region's replica has that row (aws/regions/replicas.ts); before, its clients would still read the old bundle. */
export const publishToolsChangedIn = (edge: EdgeRegion, serverId: string): Promise<void> =>
  publishIn(edge, toolsTopic(serverId));
