import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { hostSuite } from './fixture.ts';

const root = resolve(import.meta.dirname, '..', '..');
let upstream: Upstream;
let stack: LocalStack;
let hosted: HostedServer;

beforeAll(async () => {
  upstream = await startUpstream({ host: 'api.conformance.example' });
  stack = await startStack({ upstreams: [upstream] });
  hosted = await hostSuite(stack, upstream);
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

/** One check gives a first frame 0.6 s to arrive, which a busy machine may need; it is the suite's only limit of its kind. */
const TOO_LATE = 'Failed to receive progressive stream chunk execution frames';

/** Runs the official suite as its command line does. */
function runSuite(version: string, expectedFailures: string): Promise<{ code: number; output: string }> {
  const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const args = ['server', '--url', hosted.mcpUrl, '--suite', 'all', '--spec-version', version];
  return new Promise((done) => {
    execFile(
      process.execPath,
      [suite, ...args, '--expected-failures', join(import.meta.dirname, expectedFailures)],
      { cwd: stack.data, timeout: 240_000, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => done({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

/** The suite's own report says which check surprised it; '' for none. */
async function surpriseOf(version: string, expectedFailures: string): Promise<string> {
  let { code, output } = await runSuite(version, expectedFailures);
  for (let more = 2; code !== 0 && output.includes(TOO_LATE) && more > 0; more--)
    ({ code, output } = await runSuite(version, expectedFailures));
  return code === 0 ? '' : output.slice(-6_000);
}

describe('the official conformance suite', () => {
  test.each([
    ['2026-07-28', 'expected-failures-2026.yml'],
    ['2025-11-25', 'expected-failures-2025.yml'],
    ['2025-06-18', 'expected-failures-2025.yml'],
  ])(
    'has no surprise for %s',
    async (version, expectedFailures) => {
      expect(await surpriseOf(version, expectedFailures)).toBe('');
    },
    600_000,
  );

  test('has no surprise where tools are found by search, and calls them by their names', async () => {
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, { exposition: 'search' });

    expect(await surpriseOf('2026-07-28', 'expected-failures-search.yml')).toBe('');
  }, 600_000);
});
