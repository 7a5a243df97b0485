/** Small bundles for tests, with tools that need no document. */

import type { JsonSchema } from '../../core/lib/json/value.ts';
import { annotationsOf } from '../../core/model/annotations.ts';
import type { Bundle, BundleTool } from '../../core/model/bundle.ts';
import { DEFAULT_GOVERNANCE, type GovernanceSettings } from '../../core/model/governance/settings.ts';
import { planGroups } from '../../core/tools/exposition.ts';

export const SERVER = 'srv_Test00Server';
export const BUNDLE_ID = 'a'.repeat(64);

export function bundleTool(
  name: string,
  change: Partial<BundleTool> & { readonly schema?: JsonSchema } = {},
): BundleTool {
  const { schema, ...rest } = change;
  return {
    toolId: `tool_${name}`,
    name,
    title: `Title of ${name}`,
    description: `Does ${name}`,
    inputSchema: schema ?? {
      type: 'object',
      properties: { id: { type: 'integer' }, note: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: annotationsOf({ verb: 'GET' }),
    cacheHint: 'none',
    program: { verb: 'GET', path: `/${name}`, parameters: [] },
    ...rest,
  };
}

export function bundleOf(tools: readonly BundleTool[], governance: Partial<GovernanceSettings> = {}): Bundle {
  return {
    format: 1,
    serverId: SERVER,
    name: 'Test server',
    upstream: { baseUrl: 'https://api.example.com', host: 'api.example.com', port: 443, timeoutMs: 30_000 },
    auth: { type: 'none' },
    governance: { ...DEFAULT_GOVERNANCE, ...governance },
    exposition: 'flat',
    tools,
  };
}

/** The same as a group under one tag. */
export function groupedBundleOf(tools: readonly BundleTool[], tag: string): Bundle {
  const planned = tools.map(({ name, annotations, program }) => ({ name, annotations, path: program.path, tag }));
  return { ...bundleOf(tools), exposition: 'grouped', groups: planGroups(planned) };
}

/** The same with the search exposition. */
export const searchedBundleOf = (tools: readonly BundleTool[]): Bundle => ({
  ...bundleOf(tools),
  exposition: 'search',
});

/** Bundles that are not in parts, as a sandbox loads them. */
export const wholeBundles = (loadBundle: () => Promise<Bundle>) => ({
  loadBundle,
  loadTool: () => Promise.reject(new Error('The bundle has no parts.')),
  proveParts: async () => {},
});
