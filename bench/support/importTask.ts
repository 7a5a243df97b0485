/**
 * One reader, one document, one process: reads it a few times and prints `{ms, tools, bytes, peakMb}`. Run by import.bench.ts,
 * which stops it when it takes too long. Times are those of the main thread's CPU, so that other work on the machine counts less.
 * The first time is the cold one, as a function that was just started has it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [reader, file, rounds] = process.argv.slice(2) as [string, string, string];
const rivals = createRequire(join(import.meta.dirname, '..', 'rivals', 'package.json'));

type Task = () => Promise<number> | number;

const TASKS: Readonly<Record<string, () => Promise<Task>>> = {
  parse: async () => {
    const { CORE_SCHEMA, load } = await import('js-yaml');
    return () => {
      const text = readFileSync(file, 'utf8');
      const isJson = text.trimStart().startsWith('{');
      return Object.keys(isJson ? JSON.parse(text) : (load(text, { schema: CORE_SCHEMA, json: true }) as object))
        .length;
    };
  },
  portcullis: async () => {
    const { importDocument } = await import('../../core/openapi/index.ts');
    const limits = { maxTools: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
    return async () => (await importDocument(readFileSync(file), limits)).tools.length;
  },
  choice: async () => {
    const { importDocument } = await import('../../core/openapi/index.ts');
    return async () => {
      const result = await importDocument(readFileSync(file), {
        maxBytes: Number.POSITIVE_INFINITY,
        whenTooMany: 'survey',
      });
      return result.tags.length;
    };
  },
  'openapi-mcp-generator': async () => {
    const { getToolsFromOpenApi } = rivals('openapi-mcp-generator') as {
      getToolsFromOpenApi(path: string, options: object): Promise<unknown[]>;
    };
    return async () => (await getToolsFromOpenApi(file, { dereference: true })).length;
  },
  '@ivotoby/openapi-mcp-server': async () => {
    const { OpenAPISpecLoader } = (await import(rivals.resolve('@ivotoby/openapi-mcp-server'))) as {
      OpenAPISpecLoader: new () => {
        loadOpenAPISpec(path: string, method: 'file'): Promise<object>;
        parseOpenAPISpec(spec: object): Map<string, unknown>;
      };
    };
    return async () => {
      const loader = new OpenAPISpecLoader();
      return loader.parseOpenAPISpec(await loader.loadOpenAPISpec(file, 'file')).size;
    };
  },
};

const task = await TASKS[reader]!();
const ms: number[] = [];
let tools = 0;
for (let round = 0; round < Number(rounds); round++) {
  const { user, system } = process.threadCpuUsage();
  tools = await task();
  const used = process.threadCpuUsage({ user, system });
  ms.push((used.user + used.system) / 1000);
}
process.stdout.write(JSON.stringify({ ms, tools, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) }));
process.exit(0);
