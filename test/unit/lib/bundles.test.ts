/** The size of the functions' code, which a cold start reads and compiles before anything else. */

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { bundleOf, ENTRIES, type Entry, partsOf, SPLIT } from '../../../lib/bundles.ts';
import { ensureBundled } from '../../../local/lib/bundled.ts';

/** Kilobytes of the larger functions: what each has, and some ten percent. */
const LARGE: Partial<Record<Entry, number>> = {
  // 120 of it are what checks the words of tools and ranks them for sentences (core/tools/check, core/tools/selection), 100 what brings
  // servers to their declarations (core/declarations), 60 changes that wait for a second person and SCIM.
  'management/handler': 4_440,
  // What compares tools, seals them and checks their words.
  'management/prepare': 2_600,
  // Compares a surface with the one of stored rows.
  'pipeline/distribute': 1_680,
  // 130 of it are words, endings and names of fields by which names of people are weighed (core/governance/facts/wordSets.ts), and 20 what the mode closed
  // knows, as in the sandbox. 40 are what checks proofs of possession (jose), which is loaded with the first token that needs one.
  'mcp-rpc/handler': 3_540,
  'pipeline/inject-governance': 2_450,
  'pipeline/reseal': 1_850,
  'pipeline/seal-sandbox': 1_800,
  // 30 of it are the sentences of rules (core/governance/rules.ts), as in mcp-rpc; and what a start does not read: 20 the client of MCP servers, 15 names in
  // sentences (core/governance/sentences).
  'sandbox/handler': 2_060,
  'spec-reader/handler': 2_350,
};
/** Kilobytes of any other. */
const SMALL = 1_400;
process.env['PORTCULLIS_BUNDLES'] = await ensureBundled();
const files = (entry: Entry) => globSync(join(bundleOf(entry), '*.mjs'));

test.each(ENTRIES)('%s is no larger than it has to be', (entry) => {
  expect(files(entry).reduce((sum, file) => sum + statSync(file).size, 0) / 1_024).toBeLessThan(LARGE[entry] ?? SMALL);
});

test.each(ENTRIES)('%s has credentials from the environment alone', (entry) => {
  for (const file of files(entry))
    expect(readFileSync(file, 'utf8')).not.toMatch(/fromSSO|fromInstanceMetadata|AssumeRoleWithWebIdentityCommand/);
});

test('the engine of policies lies as files beside the functions that load it, and beside no others', () => {
  const withEngine = ENTRIES.filter((entry) => existsSync(join(bundleOf(entry), 'cedar')));

  expect(withEngine).toEqual(['management/handler', 'mcp-rpc/handler', 'pipeline/reseal', 'pipeline/seal-sandbox']);
  for (const entry of withEngine)
    expect(readdirSync(join(bundleOf(entry), 'cedar')).sort()).toEqual([
      'cedar_wasm.js',
      'cedar_wasm_bg.wasm',
      'package.json',
    ]);
});

const ADMISSION = ['aws4', 'ulid', 'undici'];
const VALIDATION = ['ajv', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse', 're2js'];

/** What a start reads and evaluates: kilobytes and some ten percent, and the packages in them. */
const START: Record<(typeof SPLIT)[number], { readonly kilobytes: number; readonly packages: readonly string[] }> = {
  'mcp-rpc/handler': {
    kilobytes: 1_170,
    packages: [...ADMISSION, ...VALIDATION, '@smithy/core', 'ipaddr.js'],
  },
  'mcp-stream/handler': { kilobytes: 510, packages: ADMISSION },
  'sandbox/handler': {
    kilobytes: 1_740,
    packages: ['aws4', 'entities', 'ipaddr.js', 'libphonenumber-js', 'undici'],
  },
};

describe.each(SPLIT)('the start of %s', (entry) => {
  const { outputs } = partsOf(entry);
  const first = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === `lambdas/${entry}.ts`) ?? '';
  const read = new Set([first]);
  for (const name of read)
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && outputs[path]) read.add(path);
  const started = [...read].flatMap((name) => outputs[name] ?? []);
  const inputs = started.flatMap(({ inputs: each }) =>
    Object.entries(each).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );

  test('evaluates no more than it has to', () => {
    expect(started.reduce((sum, { bytes }) => sum + bytes, 0) / 1_024).toBeLessThan(START[entry].kilobytes);
  });

  // Node needs 3 to 8 ms of CPU for HTTP here, and 10 to 17 for HTTP/2.
  test('does not load HTTP of Node', () => {
    const builtIn = started.flatMap(({ imports }) => imports.flatMap(({ path, external }) => (external ? [path] : [])));

    expect(builtIn).toContain('node:tls');
    expect(builtIn.filter((name) => /^(?:node:)?http2?$/.test(name))).toEqual([]);
  });

  // With the first of them Node loads all of its own undici: some 30 ms of CPU, which the first call would pay.
  test('makes none of what Node has of the Fetch API', () => {
    const own = inputs.filter((path) => !path.startsWith('node_modules/')).map((path) => readFileSync(path, 'utf8'));

    expect(own.length).toBeGreaterThan(50);
    expect(own.filter((text) => /\bnew (?:Headers|Request|Response|FormData|WebSocket)\(/.test(text))).toEqual([]);
  });

  test('loads these packages alone: neither the SDKs of AWS and MCP nor what only some calls need', () => {
    const packages = new Set(inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));

    expect([...packages].sort()).toEqual(START[entry].packages.toSorted());
  });
});

// Otherwise Node parses each of its modules anew, a tenth of the sandbox's start.
test.each([['--expose-gc'], ['--expose-gc', '--disallow-code-generation-from-strings']])(
  'Node takes its own compiled modules under %s, and code from strings stays forbidden',
  (...flags) => {
    const folder = mkdtempSync(join(tmpdir(), 'flags-'));
    copyFileSync(join(bundleOf('sandbox/handler'), 'index.mjs'), join(folder, 'index.mjs'));
    writeFileSync(
      join(folder, 'main.mjs'),
      `import v8 from 'node:v8';
       let mayEval = true;
       try { (0, eval)('1'); } catch { mayEval = false; }
       console.log(JSON.stringify({ tag: v8.cachedDataVersionTag(), mayEval }));
       export const handler = undefined;`,
    );
    const run = (name: string, given: readonly string[]) =>
      JSON.parse(spawnSync(process.execPath, [...given, join(folder, name)], { encoding: 'utf8', env: {} }).stdout);

    const plain = run('main.mjs', []);
    const before = run('main.mjs', flags);
    const started = run('index.mjs', flags);
    rmSync(folder, { recursive: true });

    expect(before.tag).not.toBe(plain.tag);
    expect(started).toEqual({ tag: plain.tag, mayEval: before.mayEval });
  },
);

test('a telephone number is judged in a bundle as by the package', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phone-'));
  const outfile = join(folder, 'phone.mjs');
  const source = join(import.meta.dirname, '..', '..', '..', 'aws', 'services', 'phoneMetadata.js');
  buildSync({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node' });
  const bundled = (await import(outfile)) as { parsePhoneNumberFromString: typeof parsePhoneNumberFromString };
  rmSync(folder, { recursive: true });

  const numbers = ['+14155552671', '+4915123456789', '+442079460958', '+81312345678', '+999123', '+1', 'none'];
  const judged = (parse: typeof parsePhoneNumberFromString) =>
    numbers.map((text) => {
      const number = parse(text);
      return [text, number?.country, number?.isValid(), number?.isPossible()];
    });

  expect(judged(bundled.parsePhoneNumberFromString)).toEqual(judged(parsePhoneNumberFromString));
});
