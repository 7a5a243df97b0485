/** The tools of ../servers.ts with mcp-framework of npm: node mcp-framework.mjs <port> */
import { setTimeout as sleep } from 'node:timers/promises';
import { MCPServer, MCPTool } from 'mcp-framework';
// Schemas have to be made with the copy of zod that the library has.
import { z } from './node_modules/mcp-framework/node_modules/zod/index.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

class AddNumbers extends MCPTool {
  name = 'add_numbers';
  description = 'Adds two numbers.';
  schema = z.object({ a: z.number().describe('One'), b: z.number().describe('The other') });
  outputSchemaShape = z.object({ sum: z.number() });
  async execute({ a, b }) {
    return { sum: a + b };
  }
}

class FailAlways extends MCPTool {
  name = 'fail_always';
  description = 'Fails.';
  schema = z.object({});
  async execute() {
    throw new Error('No such order for jane.doe@corp.test');
  }
}

class CountSlowly extends MCPTool {
  name = 'count_slowly';
  description = 'Counts, and says how far it is.';
  schema = z.object({ steps: z.number().describe('How far') });
  async execute({ steps }) {
    for (let step = 1; step <= steps; step++) {
      await sleep(300);
      await this.reportProgress(step, steps);
    }
    return `counted ${steps}`;
  }
}

class ShowEverything extends MCPTool {
  name = 'show_everything';
  description = 'Answers with every kind of content.';
  schema = z.object({});
  async execute() {
    return [
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
    ];
  }
}

const extra = (at) =>
  class extends MCPTool {
    name = `extra_${at}`;
    description = 'One more.';
    schema = z.object({});
    async execute() {
      return 'more';
    }
  };

const server = new MCPServer({
  name: 'mcp-framework',
  version: '1.0.0',
  transport: { type: 'http-stream', options: { port: Number(process.argv[2]), endpoint: '/mcp' } },
});
for (const tool of [AddNumbers, FailAlways, CountSlowly, ShowEverything, ...[1, 2, 3, 4].map(extra)])
  server.addTool(tool);
await server.start();
