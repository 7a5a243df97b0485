/**
 * Has the spec reader import a server's API description, from its URL, the upload, or what the sandbox has read of an MCP server, and
 * returns the result that it wrote to S3.
 * Used by the first phase of the pipeline and by the preview of a re-import.
 */
import { PortcullisError } from '../core/lib/errors.ts';
import { LIMITS } from '../core/lib/limits.ts';
import { filledBy } from '../core/model/credentialShape.ts';
import type { ImportChoices, ServerRow, ServerSource } from '../core/model/server.ts';
import type { ImportResult } from '../core/openapi/model/types.ts';
import { refusal } from '../core/request/credential/oauth2/tokenResponse.ts';
import type { SandboxRequest, SealedTokens } from '../core/sandbox/protocol.ts';
import { requireEnvironment } from './lib/environment.ts';
import {
  invokeSpecReader,
  isRefusal,
  type Refusal,
  type SpecReaderRequest,
  type SpecSource,
} from './services/invoke.ts';
import { readBytes, readJson } from './services/objects.ts';
import { callSandbox } from './services/sandbox.ts';

/** How one import is run. */
export interface ImportRun {
  /** Where the result is written, below staging/ of the specs bucket. */
  readonly key: string;
  /** The server tells clients the forms of answers. */
  readonly answerSchemas: boolean;
  /** The access token for the tools of an MCP server at which a person signs in. */
  readonly tokens?: SealedTokens | undefined;
}

type Described = Pick<ServerRow, 'serverId' | 'source' | 'auth' | 'baseUrl' | 'privateHosts' | 'resourcesAndPrompts'>;

/** Throws PortcullisError with the spec reader's code, or `source_missing`. */
export async function importDescription(server: Described, run: ImportRun): Promise<ImportResult> {
  const answer = await readDescription(server, run);
  if (isRefusal(answer)) {
    const { code, message, context } = answer.error;
    throw new PortcullisError(code, message, context && { context: context as never });
  }
  const result = await readJson<ImportResult>(requireEnvironment('BUCKET_SPECS'), run.key);
  if (!result) throw new PortcullisError('staging_missing', 'The result of the spec reader is gone. Try again.');
  return result;
}

/** Invokes the spec reader, which writes the result to the key. Throws PortcullisError `source_missing`. */
export async function readDescription(
  server: Described,
  { key, answerSchemas, tokens }: ImportRun,
): Promise<object | Refusal> {
  const request: SpecReaderRequest = {
    mode: 'import',
    source: await sourceOf(server, tokens),
    ...choicesOf(server.source),
    filled: filledBy(server.auth),
    ...(answerSchemas && { answerSchemas }),
    output: { key },
  };
  return invokeSpecReader(request);
}

const choicesOf = (source: ServerSource): ImportChoices =>
  source.kind !== 'openapi'
    ? {}
    : {
        ...(source.tags && { tags: source.tags }),
        ...(source.withoutRepairs && { withoutRepairs: source.withoutRepairs }),
        ...(source.root !== undefined && { root: source.root }),
      };

/** An uploaded document is sent to the spec reader in the invocation, because that function may read nothing of ours. */
async function sourceOf(
  { serverId, source, auth, baseUrl, privateHosts, resourcesAndPrompts }: Described,
  tokens: SealedTokens | undefined,
): Promise<SpecSource> {
  if (source.kind === 'mcp') {
    const { ciphertext } = auth;
    const listing = await readMcpListing({
      serverId,
      url: baseUrl,
      ...(ciphertext !== undefined && { ciphertext }),
      ...(privateHosts && { privateHosts }),
      ...(tokens && { tokens }),
      ...(resourcesAndPrompts && { withOthers: true }),
    });
    return { listing, url: baseUrl };
  }
  if (source.kind !== 'openapi')
    throw new PortcullisError(
      'source_missing',
      'The server has no API description, so there is no document to import.',
    );
  if ('url' in source) return source.sealedUrl ? { sealedUrl: source.sealedUrl, serverId } : { url: source.url };
  if ('missing' in source)
    throw new PortcullisError(
      'source_missing',
      'The server was copied without its API description. Enter its URL, or upload it, in the settings; then import again.',
    );
  const bytes = await readBytes(requireEnvironment('BUCKET_SPECS'), source.uploadKey);
  if (!bytes) throw new PortcullisError('source_missing', 'The uploaded document is gone. Upload it again.');
  return { document: Buffer.from(bytes).toString('base64') };
}

/** The sandbox gives up before: it may run longer than whoever waits here, because calls may. */
const LISTED_BY_MS = 2 * LIMITS.mcpListing.ms;

/**
 * The tools of an MCP server as it lists them (base64 of compressed JSON), read by the sandbox, because only that may open the credential.
 * @throws PortcullisError `mcp_unreachable`, `mcp_sign_in`, `upstream_invalid`, `credential_…`, `oauth_…`
 */
export async function readMcpListing(
  request: Omit<Extract<SandboxRequest, { kind: 'list' }>, 'kind'>,
  signal: AbortSignal = AbortSignal.timeout(LISTED_BY_MS),
): Promise<string> {
  const answer = await callSandbox({ kind: 'list', ...request }, { signal });
  if (answer.frame === 'listing') return answer.packed;
  const { code, message } = refusal(answer.frame === 'refused' ? answer.code : 'oauth_endpoint_failed', request.url);
  throw new PortcullisError(code, message);
}
