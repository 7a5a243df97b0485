/**
 * Imports an API description: bytes to tools. Reads the document, lists its operations and converts them. Repeats the
 * conversion until it needs no external document that is not loaded yet. Does no I/O: the caller passes in a fetcher.
 */
import { Buffer } from 'node:buffer';
import { hasWord } from '../lib/json/byteScanner.ts';
import { LIMITS } from '../lib/limits.ts';
import { filledBy } from '../model/credentialShape.ts';
import type { ToolDraft } from '../model/tool.ts';
import { securityOf } from './connection/security.ts';
import { type Servers, serversOf, warnOfOtherHosts } from './connection/servers.ts';
import { type ArchiveContents, listOf } from './document/archive.ts';
import { unescapePointer } from './document/location.ts';
import { member, objectMember, openDocument, stringMember } from './document/read.ts';
import { Documents } from './document/references.ts';
import { textMember } from './document/sourceText.ts';
import { ListStyles } from './model/listStyles.ts';
import type { Context, Operation, VersionReader } from './model/operation.ts';
import { Repairs } from './model/repairs.ts';
import { cleanText, forgetTexts } from './model/text.ts';
import type { ImportOptions, ImportResult } from './model/types.ts';
import { Warnings } from './model/warnings.ts';
import { aboutOf } from './output/about.ts';
import { AnswerMarkReader } from './output/answerMarks.ts';
import { AnswerSchemas } from './output/answerSchema.ts';
import { AnswerValueReader } from './output/answerValues.ts';
import { warnOfBrokenReferences } from './output/brokenReferences.ts';
import { hintsOf } from './output/describe.ts';
import { warnOfHiddenCharacters } from './output/hiddenPlaces.ts';
import { ResponseFields } from './output/responseFields.ts';
import { ResponseHeaders } from './output/responseHeaders.ts';
import { Successes } from './output/successResponse.ts';
import { byTags, countBy, groupsOf, tagCounts, tooMany } from './output/tagChoice.ts';
import { toolOf } from './output/tool.ts';
import { toolNames } from './output/toolNames.ts';
import { Parameters } from './parameters/parameters.ts';
import { Assembler } from './schema/assemble.ts';
import { SchemaConverter } from './schema/convert.ts';
import { operationsOf } from './versions/paths.ts';
import { readerOf } from './versions/version.ts';

/**
 * Imports one API description (JSON or YAML; Swagger 2.0, OpenAPI 3.0 to 3.2). A document without operations gives no
 * tools and a warning.
 * @throws PortcullisError `spec_invalid`, `spec_too_large`, `too_many_operations` (unless `whenTooMany` is `survey`),
 *   `no_operations` when no operation has one of the tags
 */
export async function importDocument(bytes: Uint8Array | string, options: ImportOptions): Promise<ImportResult> {
  const opened = openDocument(bytes, options.maxBytes ?? LIMITS.document.bytes);
  const { reader, root, isGuess } = readerOf(opened.value);
  const documents = new Documents(opened, options);
  const usesDeepObject = () => {
    const source =
      typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return hasWord(source, 'deep', 'Object');
  };
  for (;;) {
    const warnings = new Warnings();
    const context: Context = {
      documents,
      warnings,
      repairs: new Repairs(warnings, options.withoutRepairs),
      root,
      pathParameters: new Map(),
      parameters: new Map(),
      parameterIds: new Map(),
      bodies: new Map(),
      bodyParameters: new Set(),
      broken: new Set(),
      lists: new ListStyles(root, usesDeepObject),
      url: options.url,
    };
    if (isGuess)
      warnings.add(
        'version_guessed',
        `The version of the format is unclear; the document is read as ${reader.dialect}.`,
        '#',
      );
    const result = converted(context, reader, options);
    if (!documents.hasWanted) return result;
    await documents.loadWanted();
  }
}

function converted(context: Context, reader: VersionReader, options: ImportOptions): ImportResult {
  try {
    return convert(context, reader, options);
  } finally {
    forgetTexts();
  }
}

function convert(context: Context, reader: VersionReader, options: ImportOptions): ImportResult {
  const { warnings, root } = context;
  const operations = operationsOf(context, reader.dialect);
  const limit = options.maxTools ?? LIMITS.toolsPerServer;
  const groups = groupsOf(operations, limit, options.tags);
  const chosen = options.tags ? byTags(operations, groups, options.tags) : operations;
  const servers = serversOf(context, reader, chosen);
  const auth = securityOf(context, reader, chosen, servers.baseUrl);
  const isTooMany = chosen.length > limit;
  if (isTooMany) tooMany(context, operations, chosen, groups, limit, options);
  const tools = isTooMany ? [] : toolsOf(chosen, { context, reader, servers, auth, options });
  if (operations.length === 0) {
    const only = root['webhooks'] ? ' It describes webhooks only, which are calls from the API, not to it.' : '';
    warnings.add(
      'no_operations',
      `The document has no operation under "paths", so there are no tools.${only}`,
      '#/paths',
    );
  }
  if (!context.documents.hasWanted) {
    warnOfRepeatedKeys(context);
    warnOfHiddenCharacters(context);
  }
  if (options.archive) warnOfOtherDescriptions(context, options.archive);
  const info = objectMember(root, 'info');
  return {
    title: cleanText(member(info, 'title'), 200),
    version: cleanText(textMember(info, 'version') ?? null, 100),
    about: aboutOf(root),
    dialect: reader.dialect,
    baseUrl: servers.baseUrl,
    servers: servers.all,
    ...(servers.address && { address: servers.address }),
    tools,
    operations: operations.length,
    byVerb: countBy(operations.map(({ verb }) => verb)),
    tags: tagCounts(context, groups),
    auth,
    warnings: warnings.list(),
  };
}

/** Says which description of an archive was read, unless its owner has named it. */
function warnOfOtherDescriptions({ warnings }: Context, { root, descriptions, isChosen }: ArchiveContents): void {
  const others = descriptions.filter((path) => path !== root);
  if (isChosen || others.length === 0) return;
  warnings.add(
    'archive_root_guessed',
    `The archive has ${descriptions.length} API descriptions, and ${root} was read. Others: ${listOf(others)}. Name another one as root to read it instead.`,
    '#',
  );
}

function warnOfRepeatedKeys({ documents, warnings }: Context): void {
  for (const { pointer, lines } of documents.repeatedKeys()) {
    const [line] = lines;
    const places = lines.every((other) => other === line) ? `line ${line}` : `lines ${lines.join(' and ')}`;
    const lost = /#\/paths\/[^/]*$/.test(pointer) ? ', and the operations of the others are lost' : '';
    const key = unescapePointer(pointer.slice(pointer.lastIndexOf('/') + 1));
    warnings.add(
      'key_repeated',
      `The key "${key.slice(0, 200)}" stands ${lines.length} times in one object (${places}); the last one counts${lost}.`,
      pointer,
    );
  }
}

interface ConversionState {
  readonly context: Context;
  readonly reader: VersionReader;
  readonly servers: Servers;
  readonly auth: ImportResult['auth'];
  readonly options: ImportOptions;
}

function toolsOf(
  operations: readonly Operation[],
  { context, reader, servers, auth, options }: ConversionState,
): ToolDraft[] {
  const converter = new SchemaConverter(context, reader.ignoresReferenceSiblings);
  const names = toolNames(
    operations.map(({ verb, path, raw }) => ({
      verb,
      path,
      operationId: stringMember(raw, 'operationId'),
      hint: hintsOf(raw).name,
    })),
  );
  const { suggested } = auth;
  const answerMarks = new AnswerMarkReader(context);
  const toolContext = {
    context,
    reader,
    converter,
    assembler: new Assembler(converter.forms),
    parameters: new Parameters(
      context,
      converter,
      options.filled ?? filledBy({ ...suggested, headerName: suggested.name }),
    ),
    responseHeaders: new ResponseHeaders(context.documents),
    successes: new Successes(context),
    responseFields: new ResponseFields(context),
    answerMarks,
    answerValues: new AnswerValueReader(context, answerMarks),
    answerSchemas: options.answerSchemas ? new AnswerSchemas(context) : undefined,
    baseUrlOf: (operation: Operation) => {
      const own = servers.own.get(operation);
      return own === servers.baseUrl ? undefined : own;
    },
  };
  const tools = operations.map((operation, index) => {
    const name = names[index] ?? '';
    if (index > 0 && index % 500 === 0) options.onProgress?.(`${index} of ${operations.length} endpoints converted`);
    if (servers.unusableOwn?.operations.has(operation)) servers.unusableOwn.warning.tools.add(name);
    return toolOf(operation, name, toolContext);
  });
  warnOfOtherHosts(context, tools, servers.baseUrl);
  warnOfBrokenReferences(context, operations, names);
  return tools;
}
