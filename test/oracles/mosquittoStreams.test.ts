/** The suite of streams with mosquitto in place of our broker. */
import { runOnMosquitto } from './mosquitto/suite.ts';

await runOnMosquitto(() => import('../local/mcpStreams.test.ts'), ['down', 'ended', 'kill', 'revoked', 'tools']);
