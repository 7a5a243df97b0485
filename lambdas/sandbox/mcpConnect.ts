/**
 * Reads the tools of an MCP server for an import, and its resources and prompts where the owner lets them pass: finds out what it speaks, the
 * newest first, and reads all pages of its lists. It happens in
 * the sandbox, because most such servers want the credential for their list, and nothing else may open one. What was read is handed over as
 * it came; the spec reader, which has no rights, makes tools of it.
 */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { PortcullisError } from '../../core/lib/errors.ts';
import { jsonText } from '../../core/lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { type Listed, MCP_LISTS } from '../../core/mcpUpstream/definition.ts';
import type { McpListing } from '../../core/mcpUpstream/listing.ts';
import { STATELESS_VERSION, statelessMeta } from '../../core/mcpUpstream/messages.ts';
import { joinedHeaders, messageText, statelessHeaders } from '../../core/mcpUpstream/toolCall.ts';
import { isTriable } from '../../core/model/credential.ts';
import type { PrivateHosts } from '../../core/model/server.ts';
import { MCP_KINDS } from '../../core/model/tool.ts';
import {
  type Credential,
  credentialShape,
  parseSealed,
  partOf,
  withPart,
} from '../../core/request/credential/index.ts';
import { authoritiesDigest, destinationsOfCredential } from '../../core/request/credential/privateHosts.ts';
import { answerHeaders } from '../../core/response/headers.ts';
import { secretMasker } from '../../core/response/secrets/mask.ts';
import { statusText } from '../../core/response/status.ts';
import type { SandboxRequest } from '../../core/sandbox/protocol.ts';
import { EgressError, type EgressResponse } from '../../egress/index.ts';
import { sendAuthorized } from './authorized.ts';
import { namesSecret, type Vault } from './credential.ts';
import { type Exchanged, exchange, type Post } from './mcpExchange.ts';
import { type Ask, readList } from './mcpListing.ts';
import { beginSession, headersOf, type Session } from './mcpSession.ts';
import { throughStream } from './mcpSse.ts';
import type { Nonces } from './nonces.ts';
import { NO_HOSTS, type TokenClient, type Upstream } from './server.ts';
import { endpointClient, fetchToken } from './tokenEndpoint.ts';
import { withTokens } from './tokens.ts';

type ListRequest = Extract<SandboxRequest, { kind: 'list' }>;

/** What reading needs of the process. */
export interface Connecting {
  readonly vault: Vault;
  readonly nonces: Nonces;
  readonly tokenClient: (hosts: PrivateHosts) => TokenClient;
  readonly upstreamOf: (url: string, auth: Upstream['auth'], hosts: PrivateHosts, timeoutMs: number) => Upstream;
}

const MORE: ReadonlyArray<readonly [string, string]> = [['user-agent', 'portcullis/1']];

/**
 * The listing, compressed and in base64.
 * @throws PortcullisError `mcp_unreachable` when it is no MCP server, or answers no list; `upstream_invalid`, `credential_…`, `oauth_…`
 */
export async function listTools(
  request: ListRequest,
  { vault, nonces, tokenClient, upstreamOf }: Connecting,
  signal: AbortSignal,
): Promise<string> {
  const { url, privateHosts = NO_HOSTS } = request;
  const credential = await opened(request, vault, tokenClient(privateHosts));
  const auth = credential ? credentialShape(credential) : ({ type: 'none' } as const);
  const upstream = upstreamOf(url, auth, privateHosts, LIMITS.upstreamMs.default);
  const until = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.mcpListing.ms)]);
  const limits = { exchangeMs: LIMITS.upstreamMs.default, until: performance.now() + LIMITS.mcpListing.ms };
  const post: Post = (one, own = until) =>
    sendAuthorized(one, { upstream, credential, stored: request.ciphertext, nonces, signal: own, limits }, () => {});
  const masker = secretMasker(credential);
  try {
    const listing = await connected(request, post, until);
    return gzipSync(masker.text(jsonText(listing as unknown as JsonValue), { isJson: true })).toString('base64');
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw unreachable(masker.label(error.message), error);
  }
}

async function opened(
  { serverId, url, ciphertext, tokens: stored, privateHosts = NO_HOSTS }: ListRequest,
  vault: Vault,
  tokens: TokenClient,
): Promise<Credential | undefined> {
  if (ciphertext === undefined) return undefined;
  const origin = new URL(url).origin;
  let plaintext: Uint8Array;
  try {
    plaintext = await vault.decrypt(serverId, origin, ciphertext, { mayBeUnbound: false });
  } catch (cause) {
    throw new PortcullisError(
      'credential_unavailable',
      `The server’s credential cannot be opened for ${origin}. Give it again.`,
      { cause },
    );
  }
  if (namesSecret(plaintext)) ({ plaintext } = await vault.secrets.resolve(plaintext, origin));
  try {
    const { credential, authorities } = parseSealed(plaintext);
    if (authorities !== authoritiesDigest(destinationsOfCredential(origin, credential), privateHosts)) {
      throw new PortcullisError(
        'credential_unavailable',
        `The credential was given while other certificate authorities were trusted for ${origin} or its token endpoint. Give it again.`,
      );
    }
    const signIn = partOf(credential, 'oauth2');
    if (signIn === undefined) return credential;
    if (stored !== undefined)
      return await withTokens(vault, { bundle: { serverId } }, credential, { origin, ciphertext, tokens: stored });
    if (!isTriable(signIn)) {
      throw new PortcullisError(
        'mcp_sign_in',
        'The tools of an MCP server at which a person signs in, or whose refresh token is good for one use, can be read only once there is a server. Make it without looking at them, sign in on its page, and import them then.',
      );
    }
    const { token } = await fetchToken(signIn, endpointClient(credential, signIn, tokens), Date.now());
    return withPart(credential, { ...signIn, accessToken: token });
  } finally {
    plaintext.fill(0);
  }
}

type Said = Record<string, unknown>;
type Wanted = Pick<ListRequest, 'url' | 'withOthers'>;

async function connected(wanted: Wanted, post: Post, signal: AbortSignal): Promise<McpListing> {
  const { url } = wanted;
  const discovered = await discover(url, post);
  if ('said' in discovered) {
    const ask: Ask = (asked, id) => statelessly(url, post, asked.method, messageText(asked, id, statelessMeta()), id);
    return listingOf('stateless', STATELESS_VERSION, discovered.said, await listsOf(ask, discovered.said, wanted));
  }
  checkDoor(discovered.http);
  const begun = await beginSession(url, MORE, post);
  if ('session' in begun) {
    const { session } = begun;
    const lists = await listsOf(inSession(session, url, post), session.said, wanted);
    return listingOf('http', session.version, session.said, lists);
  }
  checkDoor(begun.http);
  // 2024-11-05: "if it fails with an HTTP 4xx status code … issue a GET request to the server URL".
  if (begun.http.status < 400 || begun.http.status > 499) throw noServer(begun);
  const streamed = await throughStream(url, MORE, post, signal, {}, async ({ ask, said }) => ({
    said,
    lists: await listsOf(ask, said, wanted),
  }));
  if ('value' in streamed) return listingOf('sse', '2024-11-05', streamed.value.said, streamed.value.lists);
  checkDoor(streamed.http);
  throw noServer(begun);
}

const inSession =
  (session: Session, url: string, post: Post): Ask =>
  (asked, id) => {
    const headers = headersOf(session, MORE);
    return exchange({ url, headers, text: messageText(asked, id), id, replyHeaders: headers }, post);
  };

function statelessly(url: string, post: Post, method: string, text: string, id: string): Promise<Exchanged> {
  const headers = joinedHeaders(MORE, statelessHeaders({ method }));
  return exchange({ url, headers, text, id, replyHeaders: headers }, post);
}

/** What a server of 2026-07-28 says of itself, or what another one answers to the question. */
async function discover(url: string, post: Post): Promise<{ readonly said: Said } | Exchanged> {
  const id = randomUUID();
  const asked = { method: 'server/discover', members: '' };
  let exchanged: Exchanged;
  try {
    exchanged = await statelessly(url, post, asked.method, messageText(asked, id, statelessMeta()), id);
  } catch (error) {
    // An older server may answer anything to it.
    if (error instanceof PortcullisError && error.code === 'upstream_invalid') return { http: NOTHING };
    throw error;
  }
  const { answer } = exchanged;
  if (!answer || 'error' in answer) return exchanged;
  const { supportedVersions, _meta: meta, instructions, capabilities } = answer.result;
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(STATELESS_VERSION)) return exchanged;
  const serverInfo =
    (meta as JsonObject | undefined)?.['io.modelcontextprotocol/serverInfo'] ?? answer.result['serverInfo'];
  return { said: { serverInfo, instructions, capabilities } };
}

const NOTHING: EgressResponse = {
  status: 404,
  headers: answerHeaders(),
  body: new Uint8Array(),
  totalBytes: 0,
  truncated: false,
  url: '',
};

type Lists = Pick<McpListing, 'tools' | 'others'>;

/** The tools, and what else is wanted of what the server says that it has. */
async function listsOf(ask: Ask, said: Said, { withOthers }: Wanted): Promise<Lists> {
  const { capabilities } = said;
  const has = (kind: Listed): boolean =>
    typeof capabilities === 'object' && capabilities !== null && MCP_LISTS[kind].capability in capabilities;
  const others: NonNullable<McpListing['others']>[] = [];
  if (withOthers) {
    for (const kind of MCP_KINDS) {
      const read = has(kind) ? await readList(ask, kind) : { list: [] };
      if ('list' in read) others.push({ [kind]: read.list });
      // A server with resources need not have templates.
      else if (kind !== 'template' || !isUnknownMethod(read)) throw noServer(read);
    }
  }
  const more = { ...(withOthers && { others: Object.assign({}, ...others) }) };
  if (withOthers && !has('tool')) return { tools: [], ...more };
  const read = await readList(ask);
  if ('list' in read) return { tools: read.list, ...more };
  throw noServer(read);
}

const isUnknownMethod = ({ answer }: Exchanged): boolean =>
  answer !== undefined && 'error' in answer && answer.error.code === -32601;

function listingOf(
  transport: McpListing['transport'],
  version: string,
  { serverInfo, instructions }: Said,
  lists: Lists,
): McpListing {
  const isNamed = typeof serverInfo === 'object' && serverInfo !== null && !Array.isArray(serverInfo);
  return {
    transport,
    version,
    serverInfo: isNamed ? (serverInfo as JsonObject) : {},
    ...(typeof instructions === 'string' && { instructions: instructions.slice(0, MAX_INSTRUCTIONS).toWellFormed() }),
    ...lists,
  };
}

const MAX_INSTRUCTIONS = 20_000;

/** A server that lets nobody in says so at once, whatever is spoken. */
function checkDoor({ status }: EgressResponse): void {
  if (status !== 401 && status !== 403) return;
  throw unreachable(`It answered ${statusText(status)}: it wants a credential, or another one.`);
}

function noServer({ http, answer }: Exchanged): PortcullisError {
  if (answer && 'error' in answer) return unreachable(`It answered the error ${answer.error.code}.`);
  return unreachable(`It answered ${statusText(http.status)}. Check the address; it mostly ends with /mcp.`);
}

const unreachable = (why: string, cause?: Error): PortcullisError =>
  new PortcullisError('mcp_unreachable', `The tools of the MCP server cannot be read. ${why}`, {
    ...(cause && { cause }),
  });
