/**
 * The main job on the local stack with mosquitto in place of our broker: messages to HTTP+SSE sessions, and revocations that end held
 * streams. Everything that is published goes through it.
 */
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import mqtt, { type MqttClient } from 'mqtt';
import { addToken } from '../support/stack.ts';
import { temporaryFolder } from '../support/twins.ts';
import { until } from '../support/until.ts';
import { doMainJob } from './mainJob.ts';
import { startMosquitto } from './mosquitto/server.ts';
import type { LoopbackServer } from './support/loopbackServer.ts';
import { describeWith } from './support/parts.ts';

describeWith('mosquitto', 'the stack on the broker mosquitto', (program) => {
  const folder = temporaryFolder();
  let broker: LoopbackServer | undefined;
  let listener: MqttClient | undefined;
  const topics: string[] = [];
  afterAll(async () => {
    await listener?.endAsync(true);
    await broker?.stop();
    folder.remove();
  });

  const job = doMainJob(async () => {
    broker = await startMosquitto(program, folder.path);
    listener = await mqtt.connectAsync(broker.url);
    listener.on('message', (topic) => topics.push(topic));
    await listener.subscribeAsync('#');
    return { preload: join(import.meta.dirname, 'mosquitto', 'stack.ts'), env: { MOSQUITTO: broker.url } };
  });

  /** An event stream of a session; `text` grows until `done`. */
  async function hold(token: string) {
    const { stack } = job();
    const response = await fetch(`${stack.edgeUrl}/${token}/mcp`, { headers: { accept: 'text/event-stream' } });
    const held = { text: '', isOpen: true, done: Promise.resolve() };
    held.done = (async () => {
      const decoder = new TextDecoder();
      try {
        for await (const chunk of response.body ?? []) held.text += decoder.decode(chunk, { stream: true });
      } catch {
        // A stream that is cut has ended, too.
      }
      held.isOpen = false;
    })();
    await until(() => held.text.includes('event: endpoint'));
    return held;
  }

  test('a revocation ends the streams of its token, and those of others live on until they are closed', async () => {
    // Prepare
    const { stack, hosted } = job();
    const path = `/v1/servers/${hosted.serverId}`;
    const [gone, stays] = [await addToken(stack, hosted.serverId), await addToken(stack, hosted.serverId)];
    const streams = await Promise.all([hold(gone.value), hold(gone.value), hold(gone.value)]);
    const other = await hold(stays.value);

    // Act
    await stack.api('DELETE', `${path}/tokens/${gone.id}`);
    await Promise.all(streams.map(({ done }) => done));
    const isOtherOpen = other.isOpen;
    await stack.api('POST', `${path}/connections/kill`);
    await other.done;

    // Assess
    expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
    expect([isOtherOpen, other.isOpen]).toEqual([true, false]);
  }, 180_000);

  test('everything that was published went through it', async () => {
    const kinds = () => [...new Set(topics.map((topic) => topic.split('/').at(-1)))].sort();
    await until(() => kinds().length >= 3);

    console.log(`mosquitto: ${topics.length} messages: ${kinds().join(', ')}`);
    expect(kinds()).toEqual(expect.arrayContaining(['down', 'kill', 'revoked']));
  });
});
