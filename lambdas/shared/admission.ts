/**
 * The check that every request passes: shape and checksum without a look-up, then the HMAC, then token and server in one
 * strongly consistent read, uncached. A revocation that has committed is seen by the next request, whatever else fails.
 */
import { hkdfSync } from 'node:crypto';
import { tokenHashKey } from '../../aws/keys.ts';
import { readTokenAndServer } from '../../aws/tables/tokens.ts';
import { type PresentedToken, presentedToken } from '../../core/mcp/access.ts';
import { describe, type HeaderRecord, requestId } from '../../core/mcp/protocol.ts';
import { endedId, holds, isSessionId } from '../../core/mcp/session.ts';
import { takesSignIns } from '../../core/oauth/access.ts';
import { challengeOf } from '../../core/oauth/addresses.ts';
import type { TokenRow } from '../../core/records.ts';
import type { UpstreamTokensRow } from '../../core/request/credential/oauth2/storedTokens.ts';
import {
  type LiveServer,
  openedServer,
  type RefusedBecause,
  refusedBecause,
  scopesOf,
} from '../../core/tokens/check.ts';
import { hashToken, parseToken } from '../../core/tokens/format.ts';
import type { TokenScopes } from '../../core/tokens/scope.ts';
import { parseSessionSecret, sessionKey } from '../../core/tokens/sessionTokens.ts';
import { recordRefusal } from './clientEntries.ts';
import { type Reply, refuse } from './functionUrl.ts';
import { standaloneStreams } from './settings.ts';

/** What an admitted request is allowed on: the rows as the strong read found them. */
export interface Admission {
  readonly token: TokenRow;
  readonly server: LiveServer;
  /** The tools in reach; undefined is all. */
  readonly scopes?: TokenScopes | undefined;
  /** Of the access token that was presented, where somebody has signed in. */
  readonly accessHash?: string | undefined;
  /**
   * Bytes for one purpose that follow from the token as it was presented, which nobody stores: what is sealed under them is lost with
   * the token. The token itself goes no further than here.
   */
  readonly secretFor: (purpose: string) => Uint8Array;
  /** Of the base URL's credential, where there are some. */
  readonly upstreamTokens?: UpstreamTokensRow | undefined;
  /** The HTTP+SSE session that the request belongs to, while somebody holds its stream. */
  readonly sessionId?: string;
}

interface Asking {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: HeaderRecord;
  readonly body: string;
}

/** Undefined after it has answered the refusal, and entered that of a token that is known. */
export async function admit(
  { method, path, query, headers, body }: Asking,
  reply: Reply,
): Promise<Admission | undefined> {
  const presented = presentedToken(path, headers);
  if (!presented) {
    refuse(reply, 'not_found', { id: requestId(body) });
    return undefined;
  }
  const channel = standaloneStreams && !query.has('sessionId') ? headers['mcp-session-id'] : undefined;
  const admission = await findAdmission(presented, query.get('sessionId') ?? '', channel);
  if (admission === 'ended') {
    refuse(reply, 'session_unknown', { id: requestId(body) });
    return undefined;
  }
  if (admission && 'because' in admission) {
    refuseToken(reply, presented, headers, body);
    const described = method === 'POST' ? describe(parsed(body), headers, false) : { method, era: 'unknown' as const };
    await recordRefusal(admission.token, described, admission.because);
    return undefined;
  }
  if (!admission) refuseToken(reply, presented, headers, body);
  return admission;
}

/**
 * The same check once more, for what is under way and was admitted a while ago; its session must be held still. An access token that has
 * ended meanwhile was good when it was presented.
 */
export async function isStillAdmitted({ token, server, sessionId }: Admission): Promise<boolean> {
  const { tokenHash } = token;
  const reading = await readTokenAndServer(tokenHash, server.serverId, sessionId);
  return openedServer(reading) !== undefined && (sessionId === undefined || holds(reading.session, tokenHash));
}

/** A token that is known and opens nothing. */
interface Known {
  readonly token: TokenRow;
  readonly because: RefusedBecause;
}

/** @param asked a session of HTTP+SSE, '' for none; `channel`: one of 2025, whose rows say that it was ended */
async function findAdmission(
  { token: text, serverId }: PresentedToken,
  asked: string,
  channel: string | undefined,
): Promise<Admission | Known | 'ended' | undefined> {
  // A session's tokens are good at the one address that they were issued for (RFC 8707).
  const session = serverId === undefined ? undefined : parseSessionSecret('access', text);
  const parsed = session ?? parseToken(text);
  if (!parsed || (serverId !== undefined && serverId !== parsed.serverId)) return undefined;
  const key = await tokenHashKey();
  const tokenHash = hashToken(key, session ? sessionKey(session) : text);
  const accessHash = session && hashToken(key, text);
  const row = isSessionId(asked) ? asked : channel === undefined ? undefined : endedId(tokenHash, channel);
  const reading = await readTokenAndServer(tokenHash, parsed.serverId, row, { isForCalls: true });
  const now = Date.now();
  const server = openedServer(reading, now, accessHash);
  if (!reading.token) return undefined;
  // Where nobody signs in, a server has no address of its own.
  if (serverId !== undefined && server && !takesSignIns(server)) return undefined;
  if (!server) {
    const because = refusedBecause(reading, now, accessHash);
    return because && { token: reading.token, because };
  }
  const isHeld = holds(reading.session, tokenHash);
  if (isHeld && row !== asked) return 'ended';
  const scopes = scopesOf(reading.token, server);
  // Access tokens of a sign-in follow each other; the name of their session stays, and is stored as an HMAC alone, too.
  const lasting = session ? sessionKey(session) : text;
  const secretFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', lasting, '', `portcullis/${purpose}`, 32));
  const { token, upstreamTokens } = reading;
  return { token, server, scopes, accessHash, secretFor, upstreamTokens, ...(isHeld && { sessionId: asked }) };
}

/**
 * A plain `Bearer` challenge at the shared address: anything that points at OAuth metadata would make clients start a login. At a server's
 * own address it points there, whether that server takes sign-ins or not: its metadata says so.
 */
function refuseToken(
  reply: Reply,
  { mode, serverId, token }: PresentedToken,
  headers: HeaderRecord,
  body: string,
): void {
  const pointer = (id: string) => challengeOf(headers['x-viewer-host'] ?? '', id, token ? 'invalid_token' : undefined);
  const challenge = {
    status: 401,
    headers: { 'www-authenticate': serverId === undefined ? 'Bearer' : pointer(serverId) },
  };
  refuse(reply, 'token_unknown', { id: requestId(body), ...(mode === 'path' ? {} : challenge) });
}

/** Nobody has been let in: of a long body no more is wanted than that it came. */
function parsed(body: string): unknown {
  try {
    return body.length > 65_536 ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}
