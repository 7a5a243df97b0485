/** The size of the functions' code, which a cold start reads and compiles before anything else. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundleOf, ENTRIES, type Entry } from '../../../lib/bundles.ts';

/** Kilobytes of the larger functions: what each has, and some ten percent. */
const LARGE: Partial<Record<Entry, number>> = {
  'management/handler': 3_850,
  'mcp-rpc/handler': 4_150,
  'mcp-stream/handler': 1_950,
  'pipeline/inject-governance': 2_450,
  'pipeline/reseal': 1_850,
  'pipeline/seal-sandbox': 1_800,
  'sandbox/handler': 2_500,
  'spec-reader/handler': 2_350,
};
/** Kilobytes of any other. */
const SMALL = 1_400;
const file = (entry: Entry) => join(bundleOf(entry), 'index.mjs');

test.each(ENTRIES)('%s is no larger than it has to be', (entry) => {
  expect(statSync(file(entry)).size / 1_024).toBeLessThan(LARGE[entry] ?? SMALL);
});

test.each(ENTRIES)('%s has credentials from the environment alone', (entry) => {
  expect(readFileSync(file(entry), 'utf8')).not.toMatch(
    /fromSSO|fromInstanceMetadata|AssumeRoleWithWebIdentityCommand/,
  );
});

test('mcp-rpc loads the MCP SDK at the first request that needs it', () => {
  const code = readFileSync(file('mcp-rpc/handler'), 'utf8');

  expect(code).toContain('init_sdkEndpoint(),sdkEndpoint_exports');
  // Not when the module is evaluated: the one place is the fast path's way out.
  expect(code.match(/init_sdkEndpoint\(\)/g)).toHaveLength(1);
});
