/**
 * Publishes on this region's push channel (AWS IoT Core, QoS 0), for one session or call. aws/regions/push.ts publishes to every region.
 */
import { cancelTopic, endedTopic, sessionTopic } from '../../core/mcp/topics.ts';
import { sendDirect } from '../direct/request.ts';
import { requireEnvironment } from '../lib/environment.ts';

const PATIENCE_MS = 5_000;

/** Publishes to this region's subscribers of a topic, without the SDK. Delivery is not assured (QoS 0). */
export async function publish(topic: string, payload: string): Promise<void> {
  const path = `/topics/${encodeURIComponent(topic)}?qos=0`;
  const headers = { 'content-type': 'application/octet-stream' };
  const request = { path, headers, body: payload, isRepeatable: true, patienceMs: PATIENCE_MS };
  const host = () => requireEnvironment('IOT_ENDPOINT');
  await sendDirect({ service: 'iot_data_plane', host, ...request }, () => {});
}

/** One message to the function that holds a legacy stream; `payload` stays under the channel's 128 KB. */
export const publishToSession = (sessionId: string, payload: string): Promise<void> =>
  publish(sessionTopic(sessionId), payload);

/** Reaches the call only while it runs and listens; a late message is lost, which does no harm. */
export const publishCancel = (tokenHash: string, channel: string, requestId: string | number): Promise<void> =>
  publish(cancelTopic(tokenHash, channel), JSON.stringify(requestId));

/** Announces that a client has ended its 2025 session. */
export const publishEnded = (tokenHash: string, channel: string): Promise<void> =>
  publish(endedTopic(tokenHash, channel), '{}');
