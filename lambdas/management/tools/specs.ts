/**
 * Previews an API description, or an MCP server. The spec reader fetches and parses a description, the sandbox reads the tools of an MCP
 * server; this function only invokes them.
 */
import { readMcpListing } from '../../../aws/description.ts';
import { invokeSpecReader, type SpecSource } from '../../../aws/services/invoke.ts';
import { privateNetwork } from '../../../aws/services/privateNetwork.ts';
import type { BodyOf } from '../../../core/api/routes/index.ts';
import { newServerId } from '../../../core/lib/ids.ts';
import { checkBaseUrl, checkDocumentUrl, originOf } from '../../../core/lib/url/baseUrl.ts';
import type { HandlersOf } from '../http/request.ts';
import { sealCredential } from '../serverRow/credentials.ts';
import { checkForeign } from '../serverRow/ownAddress.ts';
import { compressedDocument } from './documents.ts';
import { readInTime } from './reading.ts';
import { checkUnmasked } from './source.ts';

/** What is left of a request's time has to suffice for the spec reader's answer. */
const LISTING_MS = 16_000;

/** Handler of `previewSpec`. */
export const specs: HandlersOf<'previewSpec'> = {
  previewSpec: async ({ body }) => {
    // Before there is a reading: what the sandbox reads, nobody else can go on with.
    const source = body.reading === undefined ? await sourceOf(body) : { url: '' };
    return readInTime('previews', body.reading, (key) =>
      invokeSpecReader({
        mode: 'preview',
        source,
        ...(body.tags && { tags: body.tags }),
        ...(body.withoutRepairs && { withoutRepairs: body.withoutRepairs }),
        ...(body.root !== undefined && { root: body.root }),
        output: { key },
      }),
    );
  },
};

async function sourceOf({ url, document, mcp }: BodyOf<'previewSpec'>): Promise<SpecSource> {
  if (mcp !== undefined) return mcpSource(mcp);
  if (document !== undefined) return { document: compressedDocument(document, '/document').bytes.toString('base64') };
  const checked = checkDocumentUrl(url as string).url;
  checkUnmasked(checked, '/url');
  return { url: checked };
}

/** The tools are read in a sandbox of a new id, with a credential that is sealed for that id and never stored. */
async function mcpSource({
  url,
  auth = { type: 'none' },
}: NonNullable<BodyOf<'previewSpec'>['mcp']>): Promise<SpecSource> {
  const { url: address, host } = checkBaseUrl(url);
  checkForeign(address);
  const serverId = newServerId();
  const origin = originOf(address);
  const privateHosts = privateNetwork().names.includes(host) ? { [origin]: {} } : undefined;
  const { ciphertext } = await sealCredential(serverId, auth, { origin }, privateHosts);
  const listing = await readMcpListing(
    { serverId, url: address, ...(ciphertext !== undefined && { ciphertext }), ...(privateHosts && { privateHosts }) },
    AbortSignal.timeout(LISTING_MS),
  );
  return { listing, url: address };
}
