/** The suite of revocations with mosquitto in place of our broker. */
import { runOnMosquitto } from './mosquitto/suite.ts';

await runOnMosquitto(() => import('../local/mcpRevocation.test.ts'), ['down', 'revoked']);
