/** The size of the functions' code, which a cold start reads and compiles before anything else. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundleOf, ENTRIES, type Entry } from '../../../lib/bundles.ts';

/** Kilobytes that each function may have: what it has, and some ten percent. */
const BOUNDS: Readonly<Record<Entry, number>> = {
  'audit-archiver/handler': 750,
  'authorization/handler': 1_350,
  'events/deliver': 1_080,
  'events/expiry': 1_020,
  'events/publish': 1_050,
  'management/handler': 3_850,
  'mcp-rpc/handler': 4_150,
  'mcp-stream/handler': 1_950,
  'pipeline/distribute': 1_400,
  'pipeline/inject-governance': 2_450,
  'pipeline/parse-spec': 850,
  'pipeline/provision': 700,
  'pipeline/record-failure': 1_300,
  'pipeline/reseal': 1_850,
  'pipeline/seal-sandbox': 1_800,
  'sandbox/handler': 2_500,
  'spec-reader/handler': 2_350,
  'trace-forwarder/handler': 750,
};
const file = (entry: Entry) => join(bundleOf(entry), 'index.mjs');

test.each(ENTRIES)('%s is no larger than it has to be', (entry) => {
  expect(statSync(file(entry)).size / 1_024).toBeLessThan(BOUNDS[entry]);
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
