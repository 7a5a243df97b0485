/** The tools of ../servers.ts with fastmcp of npm: node fastmcp.mjs <port> */
import { setTimeout as sleep } from 'node:timers/promises';
import { FastMCP, UserError } from 'fastmcp';
import { z } from 'zod';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const server = new FastMCP({ name: 'fastmcp-ts', version: '1.0.0' });
server.addTool({
  name: 'add_numbers',
  description: 'Adds two numbers.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  execute: async ({ a, b }) => ({
    content: [{ type: 'text', text: JSON.stringify({ sum: a + b }) }],
    structuredContent: { sum: a + b },
  }),
});
server.addTool({
  name: 'fail_always',
  description: 'Fails.',
  execute: async () => {
    throw new UserError('No such order for jane.doe@corp.test');
  },
});
server.addTool({
  name: 'count_slowly',
  description: 'Counts, and says how far it is.',
  parameters: z.object({ steps: z.number() }),
  execute: async ({ steps }, { reportProgress }) => {
    for (let step = 1; step <= steps; step++) {
      await sleep(300);
      await reportProgress({ progress: step, total: steps });
    }
    return `counted ${steps}`;
  },
});
server.addTool({
  name: 'show_everything',
  description: 'Answers with every kind of content.',
  execute: async () => ({
    content: [
      { type: 'text', text: 'A red dot' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'memo://plan',
          mimeType: 'application/json',
          text: '{"email":"jane.doe@corp.test","plan":"pro"}',
        },
      },
      { type: 'resource_link', uri: 'memo://more', name: 'more' },
    ],
  }),
});
for (let at = 1; at <= 4; at++) {
  server.addTool({ name: `extra_${at}`, description: 'One more.', execute: async () => 'more' });
}
await server.start({
  transportType: 'httpStream',
  httpStream: { port: Number(process.argv[2]), host: '127.0.0.1' },
});
