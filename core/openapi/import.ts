/**
 * The import: bytes → tools. Reads the document, lists its operations, converts them, and does so again as long as
 * conversion asks for external documents that were not there yet. No I/O of its own: the caller hands it a fetcher.
 */
import { LIMITS } from '../limits.ts';
import type { ToolDraft } from '../tools/model.ts';
import { hintsOf } from './describe.ts';
import { frontEndOf } from './dialect.ts';
import { ImportRefused } from './errors.ts';
import { toolNames } from './names.ts';
import type { Context, FrontEnd, Operation } from './operation.ts';
import { Parameters } from './parameters.ts';
import { operationsOf } from './paths.ts';
import { Documents } from './reading/documents.ts';
import { absolutePointer } from './reading/place.ts';
import { arrayMember, member, openDocument, stringMember } from './reading/read.ts';
import { Assembler } from './schema/assemble.ts';
import { Converter } from './schema/convert.ts';
import { securityOf } from './security.ts';
import { type UsableServer, usableServers } from './servers.ts';
import { cleanText, forgetTexts } from './text.ts';
import { tagsOf, toolOf } from './tool.ts';
import type { ImportOptions, ImportResult } from './types.ts';
import { Warnings } from './warnings.ts';

/**
 * Imports one API description (JSON or YAML, Swagger 2.0 or OpenAPI 3.0 to 3.2).
 * Throws ImportRefused: `spec_invalid`, `spec_too_large`, `too_many_operations` (unless `whenTooMany` is `survey`),
 * `no_operations` when none has one of the tags. A document without operations gives no tools and a warning.
 */
export async function importDocument(bytes: Uint8Array | string, options: ImportOptions): Promise<ImportResult> {
  const opened = openDocument(bytes, options.maxBytes ?? LIMITS.document.bytes);
  const { frontEnd, root, isGuess } = frontEndOf(opened.value);
  const documents = new Documents(opened, options);
  for (;;) {
    const warnings = new Warnings();
    const context: Context = {
      documents,
      warnings,
      root,
      parameters: new Map(),
      pathParameters: new Map(),
      url: options.url,
    };
    if (isGuess)
      warnings.add(
        'version_guessed',
        `The version of the format is unclear; the document is read as ${frontEnd.dialect}.`,
        '#',
      );
    const result = converted(context, frontEnd, options);
    if (!documents.hasWanted) return result;
    await documents.loadWanted();
  }
}

function converted(context: Context, frontEnd: FrontEnd, options: ImportOptions): ImportResult {
  try {
    return convert(context, frontEnd, options);
  } finally {
    forgetTexts();
  }
}

function convert(context: Context, frontEnd: FrontEnd, options: ImportOptions): ImportResult {
  const { warnings, root } = context;
  const operations = operationsOf(context, frontEnd.dialect);
  const limit = options.maxTools ?? LIMITS.toolsPerServer;
  const groups = groupsOf(
    operations,
    operations.length > limit || options.tags?.some((tag) => tag.startsWith('/')) === true,
  );
  const chosen = options.tags ? byTags(operations, groups, options.tags) : operations;
  const servers = serversOf(context, frontEnd, chosen);
  const auth = securityOf(context, frontEnd, chosen);
  const isTooMany = chosen.length > limit;
  if (isTooMany) tooMany(context, operations, chosen, groups, limit, options);
  const tools = isTooMany ? [] : toolsOf(chosen, { context, frontEnd, servers, auth, options });
  if (operations.length === 0) {
    const only = root['webhooks'] ? ' It describes webhooks only, which are calls from the API, not to it.' : '';
    warnings.add(
      'no_operations',
      `The document has no operation under "paths", so there are no tools.${only}`,
      '#/paths',
    );
  }
  const info = member(root, 'info');
  return {
    title: cleanText(member(info, 'title'), 200),
    version: versionOf(member(info, 'version')),
    dialect: frontEnd.dialect,
    baseUrl: servers.baseUrl,
    servers: servers.all,
    tools,
    operations: operations.length,
    byVerb: countBy(operations.map(({ verb }) => verb)),
    tags: tagCounts(context, groups),
    auth,
    warnings: warnings.list(),
  };
}

const versionOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : cleanText(value as never, 100);

function countBy(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

/** Tags that a survey lists, the largest first when there are more. */
const MAX_TAGS = 1_000;

/**
 * The groups an owner can choose: an operation's tags; in a document that is too large and does not tag an operation, the
 * first segment of its path, written with its slash.
 */
function groupsOf(operations: readonly Operation[], needsChoice: boolean): Map<Operation, readonly string[]> {
  return new Map(
    operations.map((operation) => {
      const tags = tagsOf(operation.raw);
      if (tags.length > 0) return [operation, tags];
      return [operation, needsChoice ? [`/${operation.path.split('/')[1] ?? ''}`] : []];
    }),
  );
}

function byTags(
  operations: readonly Operation[],
  groups: ReadonlyMap<Operation, readonly string[]>,
  tags: readonly string[],
): Operation[] {
  const chosen = operations.filter((operation) => groups.get(operation)!.some((tag) => tags.includes(tag)));
  if (chosen.length > 0 || operations.length === 0) return chosen;
  const known = [...new Set([...groups.values()].flat())].slice(0, 50);
  throw new ImportRefused(
    'no_operations',
    `No operation has one of the tags ${tags.slice(0, 10).join(', ')}. The document's tags are ${known.join(', ') || 'none'}.`,
    { context: { tags: [...tags].slice(0, 50), known } },
  );
}

function tagCounts(context: Context, groups: ReadonlyMap<Operation, readonly string[]>): ImportResult['tags'] {
  const counts = new Map<string, number>();
  for (const tags of groups.values()) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const declared = new Map<string, string>();
  for (const tag of arrayMember(context.root, 'tags')) {
    const name = stringMember(tag, 'name');
    if (name) declared.set(name, cleanText(member(tag, 'description'), 300));
  }
  const order = [...declared.keys(), ...counts.keys()];
  const names = [...new Set(order)].filter((name) => counts.has(name));
  const shown =
    names.length <= MAX_TAGS
      ? names
      : names.sort((one, other) => counts.get(other)! - counts.get(one)!).slice(0, MAX_TAGS);
  return shown.map((name) => ({
    name,
    count: counts.get(name)!,
    ...(declared.get(name) && { description: declared.get(name)! }),
  }));
}

function tooMany(
  context: Context,
  operations: readonly Operation[],
  chosen: readonly Operation[],
  groups: ReadonlyMap<Operation, readonly string[]>,
  limit: number,
  options: ImportOptions,
): void {
  const tags = [...tagCounts(context, groups)].sort((left, right) => right.count - left.count).slice(0, 100);
  const message = `The document has ${operations.length} operations${chosen.length < operations.length ? `, ${chosen.length} of them with the chosen tags` : ''}; a server has at most ${limit} tools. Choose tags, for example ${tags
    .slice(0, 5)
    .map(({ name, count }) => `${name} (${count})`)
    .join(', ')}.`;
  if (options.whenTooMany !== 'survey') {
    throw new ImportRefused('too_many_operations', message, {
      context: { operations: operations.length, limit, tags: tags.map(({ name, count }) => ({ name, count })) },
    });
  }
  context.warnings.add('too_many_operations', message, '#/paths');
}

interface Servers {
  readonly baseUrl: string;
  readonly all: readonly string[];
  readonly own: ReadonlyMap<Operation, string>;
}

/** The document's servers; where it has none of its own, the one that most operations name. */
function serversOf(context: Context, frontEnd: FrontEnd, operations: readonly Operation[]): Servers {
  const { warnings, url } = context;
  const general = usableServers(frontEnd.servers(context) ?? [], url);
  const own = new Map<Operation, string>();
  // Most operations with a server of their own have the same one: each is judged once.
  const judged = new Map<string, UsableServer | undefined>();
  for (const operation of operations) {
    const entries = frontEnd.servers(context, operation);
    if (!entries) continue;
    const key = JSON.stringify(entries);
    if (!judged.has(key)) judged.set(key, usableServers(entries, url)[0]);
    const usable = judged.get(key);
    if (usable) own.set(operation, usable.url);
    else {
      warnings.add(
        'server_unusable',
        'None of the servers of this operation can be used (https with a public host name); it is called at the base URL.',
        absolutePointer(operation.target),
      );
    }
  }
  const counts = countBy([...own.values()]);
  const commonest = Object.keys(counts).sort((left, right) => counts[right]! - counts[left]!)[0];
  const baseUrl = general[0]?.url ?? commonest ?? '';
  if (general[0]?.wasHttp) {
    warnings.add(
      'server_http',
      `The document names ${general[0].url.replace('https:', 'http:')}; it is called by https. Give another base URL if the API has no https there.`,
      '#',
    );
  }
  if (baseUrl === '') {
    warnings.add(
      'server_missing',
      'The document names no usable server (https with a public host name). Give the base URL when the server is made.',
      '#',
    );
  }
  return { baseUrl, all: [...new Set([...general.map((server) => server.url), ...own.values()])], own };
}

interface Making {
  readonly context: Context;
  readonly frontEnd: FrontEnd;
  readonly servers: Servers;
  readonly auth: ImportResult['auth'];
  readonly options: ImportOptions;
}

function toolsOf(operations: readonly Operation[], { context, frontEnd, servers, auth, options }: Making): ToolDraft[] {
  const converter = new Converter(context.documents, context.warnings, frontEnd.ignoresReferenceSiblings);
  const names = toolNames(
    operations.map(({ verb, path, raw }) => ({
      verb,
      path,
      operationId: stringMember(raw, 'operationId'),
      hint: hintsOf(raw).name,
    })),
  );
  const { suggested } = auth;
  const making = {
    context,
    frontEnd,
    converter,
    assembler: new Assembler(converter.forms),
    parameters: new Parameters(
      context,
      converter,
      (options.credentialHeader ?? (suggested.type === 'header' ? suggested.name : undefined))?.toLowerCase(),
    ),
    baseUrlOf: (operation: Operation) => {
      const own = servers.own.get(operation);
      return own === servers.baseUrl ? undefined : own;
    },
  };
  const tools = operations.map((operation, index) => {
    if (index > 0 && index % 500 === 0) options.onProgress?.(`${index} of ${operations.length} endpoints converted`);
    return toolOf(operation, names[index]!, making);
  });
  warnOfOtherHosts(context, tools, servers.baseUrl);
  return tools;
}

/** A server's sandbox reaches one host: tools elsewhere cannot work until they have a server of their own. */
function warnOfOtherHosts(context: Context, tools: readonly ToolDraft[], baseUrl: string): void {
  if (baseUrl === '') return;
  const { origin } = new URL(baseUrl);
  for (const tool of tools) {
    if (tool.baseUrl === undefined) continue;
    const other = new URL(tool.baseUrl).origin;
    if (other === origin) continue;
    context.warnings
      .add(
        'server_other_host',
        `These tools belong to ${other}, another host than ${origin}; a server reaches its own host only. Make a second server for them.`,
        `#/paths (${other})`,
      )
      .tools.add(tool.name);
  }
}
