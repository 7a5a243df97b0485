/** The official conformance suite against servers that list the same tools in each way, and through a toolset. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Exposed } from '../../core/model/exposition.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import type { Upstream } from '../support/upstream.ts';
import { hostSuite, hostToolset } from './fixture.ts';

const root = resolve(import.meta.dirname, '..', '..');
/** A group or a search is listed in place of the tool whose schema the suite looks for. */
const NOT_LISTED = ['json-schema-2020-12:json-schema-2020-12-tool-found'];
/** What else is to fail where tools are not listed one by one and in full. */
const FAILING = {
  flat: [],
  // An outline has names and types; describe_tool returns the schema with these keywords.
  compact: [
    'json-schema-2020-12:json-schema-2020-12-$schema',
    'json-schema-2020-12:json-schema-2020-12-$defs',
    'json-schema-2020-12:json-schema-2020-12-additionalProperties',
    'json-schema-2020-12:sep-2106-anchor-keyword-preserved',
  ],
  grouped: NOT_LISTED,
  search: NOT_LISTED,
  toolset: [],
} as const satisfies Partial<Record<Exposed | 'toolset', readonly string[]>>;
type Way = keyof typeof FAILING;

/** One server is asked by one run at a time, because a run changes its tools. */
const RUNS: Readonly<Record<Way, readonly string[]>> = {
  flat: ['2026-07-28', '2025-11-25', '2025-06-18'],
  compact: ['2026-07-28'],
  grouped: ['2026-07-28'],
  search: ['2026-07-28'],
  toolset: ['2026-07-28', '2025-11-25', '2025-06-18'],
};
const WAYS = Object.keys(RUNS) as Way[];

/** Checks of this scenario give a first frame 0.6 s to arrive, which a busy machine may need; the suite has no other such limit. */
const TIMED = 'server-stateless';

let upstream: Upstream;
let stack: SharedStack;
/** By exposition and version; '' for none. */
let surprises: Promise<ReadonlyMap<string, string>>;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.conformance.example' });
  const servers = await Promise.all(
    WAYS.map((way) => (way === 'toolset' ? hostToolset(stack, upstream) : hostSuite(stack, upstream, way))),
  );
  surprises = allSurprises(servers.map(({ mcpUrl }) => mcpUrl));
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

interface Run {
  readonly url: string;
  readonly way: Way;
  readonly version: string;
}

/** Asks all servers at once, because a run waits more than it works; then once more, one by one, what may have come too late. */
async function allSurprises(urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<Run, string>();
  const runsOf = async (way: Way, url: string) => {
    for (const version of RUNS[way]) {
      const run = { url, way, version };
      found.set(run, await surpriseOf(run));
    }
  };
  await Promise.all(WAYS.map((way, at) => runsOf(way, urls[at] ?? '')));
  for (const [run, output] of found) if (isOnlyLate(output)) found.set(run, await inTime(run));
  return new Map([...found].map(([{ way, version }, output]) => [`${way} ${version}`, output]));
}

/** Runs the official suite as its command line does. The suite's own report says which check surprised it; '' for none. */
function surpriseOf({ url, way, version }: Run, which: readonly string[] = ['--suite', 'all']): Promise<string> {
  const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const everywhere = readFileSync(join(import.meta.dirname, `expected-failures-${version.slice(0, 4)}.yml`), 'utf8');
  const expected = join(stack.data, `expected-failures-${way}-${version}.yml`);
  writeFileSync(expected, `${everywhere}${FAILING[way].map((check) => `  - '${check}'\n`).join('')}`);
  const args = ['server', '--url', url, ...which, '--spec-version', version, '--expected-failures', expected];
  return new Promise((done) => {
    execFile(
      process.execPath,
      [suite, ...args],
      { cwd: stack.data, timeout: 240_000, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => done(error ? `${stdout}${stderr}` : ''),
    );
  });
}

/** Whether nothing surprised the suite outside of the scenario whose answers may have come too late. */
function isOnlyLate(output: string): boolean {
  const [, list = ''] = output.split('Unexpected failures (not in baseline)');
  const surprising = [...list.matchAll(/✗ (\S+)/g)].map(([, check]) => check);
  return surprising.length > 0 && surprising.every((check) => check?.startsWith(`${TIMED}:`));
}

/** Runs that scenario alone. What fails for another reason fails each time. */
async function inTime(run: Run): Promise<string> {
  let output = '';
  for (let times = 0; times < 5; times++) {
    output = await surpriseOf(run, ['--scenario', TIMED]);
    if (output === '') break;
  }
  return output;
}

describe.each(WAYS)('the official conformance suite, against tools that are listed %s', (way) => {
  test.each(RUNS[way])(
    'has no surprise for %s',
    async (version) => {
      expect((await surprises).get(`${way} ${version}`)?.slice(-6_000)).toBe('');
    },
    600_000,
  );
});
