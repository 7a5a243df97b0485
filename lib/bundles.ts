/**
 * Bundles the code of the functions: a folder with ES modules for each entry in lambdas/. One run of esbuild makes most of them and reads
 * shared modules once; the construct of aws-lambda-nodejs runs npm and esbuild for each function, which takes three times as long.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { type BuildOptions, type BuildResult, buildSync, type Metafile } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** Below lambdas/, without the extension. */
export const ENTRIES = [
  'audit-archiver/handler',
  'authorization/handler',
  'declared-server/handler',
  'events/deliver',
  'events/expiry',
  'events/publish',
  'login-groups/handler',
  'management/handler',
  'management/prepare',
  'mcp-rpc/handler',
  'mcp-stream/handler',
  'pages/handler',
  'pipeline/distribute',
  'pipeline/inject-governance',
  'pipeline/parse-spec',
  'pipeline/provision',
  'pipeline/record-failure',
  'pipeline/reseal',
  'pipeline/seal-sandbox',
  'sandbox/handler',
  'spec-reader/handler',
  'trace-forwarder/handler',
] as const;

/** A function's entry module below lambdas/, without `.ts`. */
export type Entry = (typeof ENTRIES)[number];

let bundles: string | undefined;

/**
 * A folder with only the entry's `index.mjs` and its chunks: below PORTCULLIS_BUNDLES, where `npm start` has bundled before, or one that
 * is removed when the process exits.
 * @param isNeeded false when CDK wants the template only, as for `cdk ls`: any folder does then
 * @throws the errors of esbuild
 */
export function bundleOf(entry: Entry, isNeeded = true): string {
  if (!isNeeded) return join(root, 'lambdas');
  bundles ??= process.env['PORTCULLIS_BUNDLES'] ?? bundled();
  return join(bundles, entry);
}

function bundled(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bundles-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  bundleAll(folder);
  return folder;
}

/**
 * What a client waits for. In their folders, what is imported dynamically lies in files of its own (chunks), which a cold start does not
 * read. The others are one file each, because a chunk of all of them would lie outside of their folders.
 */
export const SPLIT = ['mcp-rpc/handler', 'mcp-stream/handler', 'sandbox/handler'] as const satisfies readonly Entry[];
const isSplit = (entry: Entry): boolean => (SPLIT as readonly Entry[]).includes(entry);

/** Their `index.mjs`, which loads `main.mjs`: the bundle. */
const START = 'lambdas/start.js';

const INPUTS = 'inputs.json';

/**
 * Writes `<entry>/index.mjs` for each entry, and beside it the chunks that it imports.
 * @throws the errors of esbuild
 */
export function bundleAll(folder: string): void {
  const whole = build(
    folder,
    ENTRIES.filter((entry) => !isSplit(entry)),
    { metafile: true },
  );
  const split = SPLIT.map((entry) => build(folder, [entry], { ...splitting(entry), metafile: true }));
  for (const entry of SPLIT) copyFileSync(join(root, START), join(folder, entry, 'index.mjs'));
  const built = [whole, ...split].flatMap(({ metafile }) => metafile ?? []);
  const inputs = new Set([START, ...built.flatMap((metafile) => Object.keys(metafile.inputs))]);
  for (const file of addEngine(folder, built)) inputs.add(file);
  writeFileSync(join(folder, INPUTS), JSON.stringify([...inputs].sort()));
}

/** What loads the engine of policies, and where that lies as a package. */
const ENGINE = { loader: 'lambdas/shared/cedar.ts', folder: 'node_modules/@cedar-policy/cedar-wasm/web' };
const ENGINE_FILES = ['cedar_wasm.js', 'cedar_wasm_bg.wasm'];

/**
 * Puts the engine of policies beside the functions that load it, as files: it is read when a server has policies, and may be read again
 * (lambdas/shared/cedar.ts). Returns the files.
 */
function addEngine(folder: string, built: readonly Metafile[]): string[] {
  const loading = built
    .flatMap(({ outputs }) => Object.entries(outputs))
    .filter(([, { inputs }]) => ENGINE.loader in inputs)
    .map(([output]) => relative(folder, join(root, output)).split(sep));
  for (const [lambda = '', entry = ''] of loading) {
    const beside = join(folder, lambda, entry.endsWith('.mjs') ? '' : entry, 'cedar');
    mkdirSync(beside, { recursive: true });
    for (const file of ENGINE_FILES) copyFileSync(join(root, ENGINE.folder, file), join(beside, file));
    // It is a module, wherever the folder lies.
    writeFileSync(join(beside, 'package.json'), '{"type":"module"}\n');
  }
  return ENGINE_FILES.map((file) => `${ENGINE.folder}/${file}`);
}

/** The files that the bundles in a folder were made of, as paths from the repository. */
export const inputsOf = (folder: string): readonly string[] =>
  JSON.parse(readFileSync(join(folder, INPUTS), 'utf8')) as string[];

const ALIASES = {
  '@aws-sdk/credential-provider-node': './aws/services/environmentCredentials.ts',
  '@aws-sdk/lib-dynamodb': './aws/services/documentClient.js',
  'libphonenumber-js/max': './aws/services/phoneMetadata.js',
};

const NO_HTTP = './aws/services/noHttp.js';

const splitting = (entry: Entry): BuildOptions => ({
  splitting: true,
  chunkNames: `${entry}/[name]-[hash]`,
  alias: { ...ALIASES, 'node:http': NO_HTTP, 'node:http2': NO_HTTP },
});

/** What the files of an entry are made of, as esbuild reports it. Writes nothing. */
export function partsOf(entry: (typeof SPLIT)[number]): Metafile {
  const { metafile } = build('.', [entry], { ...splitting(entry), write: false, metafile: true });
  if (!metafile) throw new Error('esbuild has reported nothing.');
  return metafile;
}

function build(folder: string, entries: readonly Entry[], more: BuildOptions = {}): BuildResult {
  return buildSync({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => ({
      in: `lambdas/${entry}.ts`,
      out: `${entry}/${isSplit(entry) ? 'main' : 'index'}`,
    })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    // Patterns with `u` or `y` as `new RegExp(…)`: V8 reads a literal when it parses the file and again when it is evaluated, and classes of
    // Unicode (`\p{L}`) cost up to a millisecond each time.
    supported: { 'regexp-sticky-and-unicode-flags': false },
    format: 'esm',
    mainFields: ['module', 'main'],
    alias: ALIASES,
    // `debug` asks for it where something else has installed it: what is deployed would depend on that.
    external: ['supports-color'],
    // As Node builds its own undici: without the second parser of HTTP, which is an experiment.
    define: { esbuildDetection: '1' },
    // Identifiers are not minified, so that stack traces are readable. keepNames would set the name of each closure at run time.
    minifyWhitespace: true,
    minifySyntax: true,
    // With one character outside Latin-1, V8 would store the whole source with two bytes per character.
    charset: 'ascii',
    // CommonJS packages call `require` at run time.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
    ...more,
  });
}
