/**
 * The spec reader: fetches an API description (or takes an uploaded one, or what an MCP server lists), converts it, and returns a preview or writes the result to S3.
 * Its role has no other right, because documents are hostile. It also fetches the metadata documents of OAuth clients
 * (clientDocument.ts), and asks hosts how people sign in (signIn.ts). Expected failures are returned as `{error}`; only our own faults are thrown.
 */
import { requireEnvironment } from '../../aws/lib/environment.ts';
import type {
  ChallengeRequest,
  ClientReaderRequest,
  Refusal,
  RegistrationRequest,
  SpecReaderRequest,
} from '../../aws/services/invoke.ts';
import { writeJson } from '../../aws/services/objects.ts';
import { privateNetwork } from '../../aws/services/privateNetwork.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { canonicalJson, sha256 } from '../../core/lib/json/canonical.ts';
import { parseExact } from '../../core/lib/json/lossless.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { importListing, type McpListing } from '../../core/mcpUpstream/listing.ts';
import { importDocument } from '../../core/openapi/index.ts';
import type { ImportOptions, ImportResult } from '../../core/openapi/model/types.ts';
import { fetchDocument } from '../../egress/document.ts';
import { createEgressClient, type EgressClient, type PrivateHost, pinnedFromHost } from '../../egress/index.ts';
import { findingsOf } from './advice.ts';
import { type ClientDocument, readClientDocument } from './clientDocument.ts';
import { type Preview, previewOf } from './preview.ts';
import { askSignIn, type SignInAnswer } from './signIn.ts';
import { type Given, givenDocument, type NamedSource, namedSource, openListing } from './source.ts';

/** Where the result is, in the specs bucket. */
export interface Written {
  readonly key: string;
}

/** Previews or imports one API description, or fetches the document of a client. Throws for our own faults only. */
export async function handler(
  event: SpecReaderRequest | ClientReaderRequest | ChallengeRequest | RegistrationRequest,
): Promise<Written | ClientDocument | SignInAnswer | Refusal> {
  if (event.mode === 'challenge' || event.mode === 'register') return askSignIn(event);
  if ('url' in event) return readClientDocument(event);
  const { key } = event.output;
  if (!key.startsWith('staging/')) {
    return {
      error: { code: 'output_invalid', message: 'What is read is written below staging/ in the specs bucket.' },
    };
  }
  let client: EgressClient | undefined;
  try {
    const source = await namedSource(event.source);
    client = createEgressClient({ methods: ['GET'], privateHosts: privateHostOf(source), ...pinnedFromHost() });
    const read = { ...event, source };
    await write(key, event.mode === 'preview' ? await preview(read, client) : await imported(read, client));
    return { key };
  } catch (error) {
    if (!(error instanceof PortcullisError)) throw error;
    const { code, message, context } = error;
    const refusal = { error: { code, message, context } };
    await write(key, refusal);
    return refusal;
  } finally {
    await client?.close();
  }
}

/**
 * A host of the owner's network may be read where a person has given its address. A document cannot lead to another one: neither a
 * reference in it nor a redirect.
 */
function privateHostOf(source: NamedSource): PrivateHost[] {
  const { names, ranges } = privateNetwork();
  const host = 'document' in source || 'listing' in source ? undefined : new URL(source.url).hostname;
  return host !== undefined && names.includes(host) ? [{ host, ranges }] : [];
}

type ReadRequest = Omit<SpecReaderRequest, 'source'> & { readonly source: NamedSource };

/** For a document with more operations than a server may have tools, the preview shows its tags, so that a person can choose some. */
async function preview(event: ReadRequest, client: EgressClient): Promise<Preview> {
  if ('listing' in event.source) return previewOf(await listed(event, 'survey'), [], undefined);
  const given = await givenDocument(event.source, client, event.root);
  const [result, advice] = await Promise.all([
    importDocument(given.bytes, { ...optionsOf(event, given, client), whenTooMany: 'survey' }),
    findingsOf(given.bytes),
  ]);
  return previewOf(result, advice, given.archive);
}

const write = (key: string, value: object) => writeJson(requireEnvironment('BUCKET_SPECS'), key, value);

/** The tools of an MCP server, of which everything has been read. */
async function listed(event: ReadRequest, whenTooMany: 'refuse' | 'survey'): Promise<ImportResult> {
  const { source, answerSchemas = false } = event;
  if (!('listing' in source)) throw new Error('no listing');
  const { bytes } = openListing(source.listing);
  const listing = parseExact(Buffer.from(bytes).toString()) as unknown as McpListing;
  const result = await importListing(listing, source.url, { answerSchemas, whenTooMany });
  return { ...result, readDigest: sha256(canonicalJson({ listing: result.readDigest ?? '', answerSchemas })) };
}

async function imported(event: ReadRequest, client: EgressClient): Promise<ImportResult> {
  if ('listing' in event.source) return listed(event, 'refuse');
  const given = await givenDocument(event.source, client, event.root);
  const further: Record<string, string> = {};
  const result = await importDocument(given.bytes, optionsOf(event, given, client, further));
  for (const [name, bytes] of given.files ?? []) further[name] = sha256(bytes);
  const { tags, withoutRepairs, filled, answerSchemas = false, root } = event;
  const choices = { tags, withoutRepairs, filled, answerSchemas, root };
  const readDigest = sha256(canonicalJson({ document: sha256(given.bytes), further, choices }));
  return { ...result, readDigest };
}

/** @param fetched gets the digests of the documents that this one refers to, by URL */
const optionsOf = (
  event: ReadRequest,
  given: Given,
  client: EgressClient,
  fetched: Record<string, string> = {},
): ImportOptions => ({
  ...(given.url === undefined ? {} : { url: given.url }),
  ...(given.files === undefined ? {} : { files: given.files }),
  ...(given.archive === undefined ? {} : { archive: given.archive }),
  ...(event.tags === undefined ? {} : { tags: event.tags }),
  ...(event.withoutRepairs === undefined ? {} : { withoutRepairs: event.withoutRepairs }),
  ...(event.filled === undefined ? {} : { filled: event.filled }),
  ...(event.answerSchemas === undefined ? {} : { answerSchemas: event.answerSchemas }),
  fetchDocument: async (url) => {
    const document = await fetchDocument(client, url, { limit: LIMITS.document.externalBytes });
    fetched[url] = sha256(document.bytes);
    return document;
  },
});
