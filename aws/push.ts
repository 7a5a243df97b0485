/**
 * Publishes on the push channel (AWS IoT Core, QoS 0). Whoever publishes has committed its change before: a push only
 * closes or wakes streams earlier than their own re-check would; nothing is trusted because of it (design/push.md).
 */
import { PublishCommand } from '@aws-sdk/client-iot-data-plane';
import { cancelTopic, killTopic, sessionTopic, tokenTopic, toolsTopic } from '../core/mcp/topics.ts';
import { iotData } from './clients.ts';

async function publish(topic: string, payload: string): Promise<void> {
  await iotData().send(new PublishCommand({ topic, qos: 0, payload: Buffer.from(payload) }));
}

/** Call after the revocation has committed and before it is answered. */
export const publishTokenRevoked = (tokenHash: string): Promise<void> => publish(tokenTopic(tokenHash), '{}');

/** Call after a server row points at a new bundle. */
export const publishToolsChanged = (serverId: string): Promise<void> => publish(toolsTopic(serverId), '{}');

/** Call for connections/kill, and after a server went offline or is being deleted. */
export const publishKill = (serverId: string): Promise<void> => publish(killTopic(serverId), '{}');

/** One message for the holder of a legacy stream; `payload` stays under the channel's 128 KB. */
export const publishToSession = (sessionId: string, payload: string): Promise<void> =>
  publish(sessionTopic(sessionId), payload);

/** Reaches the call only while it runs and listens; a late one is lost, which harms nobody. */
export const publishCancel = (tokenHash: string, channel: string, requestId: string | number): Promise<void> =>
  publish(cancelTopic(tokenHash, channel), JSON.stringify(requestId));
