/** Runs a suite of test/local with mosquitto in place of our broker. */
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import mqtt from 'mqtt';
import { temporaryFolder } from '../../support/twins.ts';
import { until } from '../../support/until.ts';
import { PARTS } from '../support/parts.ts';
import { startMosquitto } from './server.ts';

/** Defines the tests of the suite, and one that messages of these kinds, the last parts of their topics, went through it. */
export async function runOnMosquitto(importSuite: () => Promise<unknown>, kinds: readonly string[]): Promise<void> {
  const { mosquitto } = PARTS;
  if (!mosquitto) return test.skip('over mosquitto (it is not installed: npm run oracles)', () => {});
  const folder = temporaryFolder();
  const broker = await startMosquitto(mosquitto, folder.path);
  const listener = await mqtt.connectAsync(broker.url);
  const seen = new Set<string>();
  listener.on('message', (topic) => seen.add(topic.split('/').at(-1) ?? ''));
  await listener.subscribeAsync('#');
  afterAll(async () => {
    await listener.endAsync(true);
    await broker.stop();
    folder.remove();
  });
  Object.assign(process.env, { MOSQUITTO: broker.url, STACK_PRELOAD: join(import.meta.dirname, 'stack.ts') });
  await importSuite();

  test('mosquitto had the messages', async () => {
    await until(() => kinds.every((kind) => seen.has(kind)));

    expect([...seen]).toEqual(expect.arrayContaining([...kinds]));
  });
}
