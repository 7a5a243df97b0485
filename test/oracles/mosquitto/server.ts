/** mosquitto, an MQTT broker that others wrote, on loopback. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { freePort } from '../../support/freePort.ts';
import { type LoopbackServer, startServer } from '../support/loopbackServer.ts';

/** Its settings are a file in `folder`. Throws when it does not answer within a minute. */
export async function startMosquitto(program: string, folder: string): Promise<LoopbackServer> {
  const port = await freePort();
  const url = `mqtt://127.0.0.1:${port}`;
  const settings = join(folder, 'mosquitto.conf');
  writeFileSync(settings, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_dest none\n`);
  const ask = async () => (await mqtt.connectAsync(url, { reconnectPeriod: 0 })).endAsync();
  return startServer(url, program, ['-c', settings], ask);
}
