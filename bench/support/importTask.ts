/**
 * Reads one document with one reader in a process of its own, several times, and prints `{startMs, ms, listMs, tools,
 * bytes, peakMb}`: `ms` until all tools are there with their schemas, `listMs` to write them as the JSON of tools/list,
 * and `startMs` from the start of the process to the first tools, as in a function that was just started. Runs the
 * given number of rounds, or fewer (at least three) when the given time is over. import.bench.ts bundles it like the
 * functions, runs it, and stops it when it takes too long. Times are CPU times of the main thread, so that other work
 * on the machine has less effect.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defined } from '../../test/support/defined.ts';

const [reader, file, rounds, limitMs, rivalsPackage] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const rivals = createRequire(rivalsPackage);

interface Listed {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

/** Returns the tools, or whatever else can be counted. */
type Task = () => Promise<readonly Listed[]>;

const TASKS: Readonly<Record<string, () => Promise<Task>>> = {
  parse: async () => {
    const { CORE_SCHEMA, load } = await import('js-yaml');
    return async () => {
      const text = readFileSync(file, 'utf8');
      const isJson = text.trimStart().startsWith('{');
      const value = isJson ? JSON.parse(text) : (load(text, { schema: CORE_SCHEMA, json: true }) as object);
      return Object.keys(value).map((name) => ({ name }));
    };
  },
  portcullis: async () => {
    const { importDocument } = await import('../../core/openapi/index.ts');
    const limits = { maxTools: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
    return async () => (await importDocument(readFileSync(file), limits)).tools;
  },
  choice: async () => {
    const { importDocument } = await import('../../core/openapi/index.ts');
    return async () => {
      const result = await importDocument(readFileSync(file), {
        maxBytes: Number.POSITIVE_INFINITY,
        whenTooMany: 'survey',
      });
      return result.tags;
    };
  },
  'openapi-mcp-generator': async () => {
    const { getToolsFromOpenApi } = rivals('openapi-mcp-generator') as {
      getToolsFromOpenApi(path: string, options: object): Promise<Listed[]>;
    };
    return () => getToolsFromOpenApi(file, { dereference: true });
  },
  '@ivotoby/openapi-mcp-server': async () => {
    const { OpenAPISpecLoader } = (await import(rivals.resolve('@ivotoby/openapi-mcp-server'))) as {
      OpenAPISpecLoader: new () => {
        loadOpenAPISpec(path: string, method: 'file'): Promise<object>;
        parseOpenAPISpec(spec: object): Map<string, Listed>;
      };
    };
    return async () => {
      const loader = new OpenAPISpecLoader();
      return [...loader.parseOpenAPISpec(await loader.loadOpenAPISpec(file, 'file')).values()];
    };
  },
};

/** CPU time of the main thread, in milliseconds. */
async function timed<T>(work: () => Promise<T> | T): Promise<[T, number]> {
  const before = cpuMs();
  const result = await work();
  return [result, cpuMs() - before];
}

/** CPU time since the process started, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const listed = (tools: readonly Listed[]): number =>
  JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))).length;

const task = await defined(TASKS[reader])();
const ms: number[] = [];
const listMs: number[] = [];
let startMs = 0;
let tools = 0;
let bytes = 0;
const until = performance.now() + Number(limitMs);
for (let round = 0; round < Number(rounds) && (round < 3 || performance.now() < until); round++) {
  const [result, spent] = await timed(task);
  if (round === 0) startMs = cpuMs();
  const [length, more] = await timed(() => listed(result));
  ms.push(spent);
  listMs.push(more);
  tools = result.length;
  bytes = length;
}
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(JSON.stringify({ startMs, ms, listMs, tools, bytes, peakMb }));
process.exit(0);
