/**
 * The check of every request: format and checksum of the token without a look-up, then its HMAC, then token and server in one strongly
 * consistent read, uncached. The next request after a committed revocation is refused, whatever else fails.
 */
import { hkdfSync } from 'node:crypto';
import { emit, emitOf, emitThrottle } from '../../aws/lib/metrics.ts';
import { tokenHashKey } from '../../aws/services/keys.ts';
import { type FurtherRows, readTokenAndServer } from '../../aws/tables/tokenReading.ts';
import { challengeOf, edgeUrlOf } from '../../core/auth/oauth/addresses.ts';
import {
  type LiveServer,
  openedServer,
  type RefusalReason,
  refusalReason,
  type ServerReading,
  scopesOf,
} from '../../core/auth/tokens/check.ts';
import { hashToken, parseToken } from '../../core/auth/tokens/format.ts';
import { parseSessionSecret, sessionKey } from '../../core/auth/tokens/sessionTokens.ts';
import { BoundedMap } from '../../core/lib/boundedMap.ts';
import type { BreakerRow } from '../../core/limiting/breaker.ts';
import { type PresentedToken, presentedToken } from '../../core/mcp/access.ts';
import { describe, type HeaderRecord, requestId } from '../../core/mcp/protocol.ts';
import { endedId, holds, isSessionId } from '../../core/mcp/session.ts';
import { takesSignIns } from '../../core/model/accessRules.ts';
import { hasSharedTokens } from '../../core/model/credential.ts';
import type { TokenScopes } from '../../core/model/scope.ts';
import type { ServerRow } from '../../core/model/server.ts';
import { goodAccess } from '../../core/model/signIn.ts';
import type { TokenRow } from '../../core/model/token.ts';
import type { UpstreamTokensRow } from '../../core/request/credential/oauth2/storedTokens.ts';
import { recordRefusal } from './clientEntries.ts';
import { isFlooding } from './flood.ts';
import { type Reply, refuse } from './functionUrl.ts';
import { type ProofError, type Proving, refusalOfProof } from './proofs.ts';
import { standaloneStreams } from './settings.ts';

/** An admitted request, with the rows of the strongly consistent read. */
export interface Admission {
  readonly token: TokenRow;
  readonly server: LiveServer;
  /** The tools that the token may use; undefined means all. */
  readonly scopes?: TokenScopes | undefined;
  /** Hash of the presented access token, if it belongs to a session. */
  readonly accessHash?: string | undefined;
  /**
   * Derives bytes for one purpose from the presented token, which is stored nowhere: without the token, nothing sealed under them can be
   * opened. The token itself is not passed on.
   */
  readonly secretFor: (purpose: string) => Uint8Array;
  /** The URL of the stack as the client has addressed it. */
  readonly edgeUrl: string;
  /** The stored upstream tokens that all clients share; null when there are none, undefined when they were not read. */
  readonly upstreamTokens?: UpstreamTokensRow | null | undefined;
  /** The server's circuit breaker, where it has one and something has failed. */
  readonly breaker?: BreakerRow | undefined;
  /** The HTTP+SSE session of the request, if its stream is held. */
  readonly sessionId?: string;
  /** What its header says that it calls, '' where it says nothing; undefined where it calls no tool. */
  readonly calls?: () => string | undefined;
  /** Of a toolset: the member that the call is expected to be of, read in one batch with the rest. */
  readonly member?: ServerReading | undefined;
}

/** Headers for a client that goes on calling although its calls are refused. */
const AGAIN = { 'retry-after': '1' };

/** Which further rows a server has, as last read: those that it has not are not read with its next request. */
interface KnownRows extends FurtherRows {
  /** Of a toolset: the member that was last called by a name. */
  readonly members?: BoundedMap<string, string>;
}

const ALL_ROWS: KnownRows = { withBreaker: true, withTokens: true };
const furtherRows = new BoundedMap<string, KnownRows>(5_000);
const MEMBERS_REMEMBERED = 500;

function rememberRows(server: ServerRow | undefined): void {
  if (!server) return;
  const withBreaker = server.breaker !== undefined;
  const withTokens = hasSharedTokens(server);
  const known = furtherRows.get(server.serverId);
  if (known?.members) return;
  if (known?.withBreaker === withBreaker && known.withTokens === withTokens) return;
  furtherRows.set(server.serverId, { withBreaker, withTokens });
}

/** Has the toolset's next call of that name read the rows of this member with its own. */
export function rememberMember({ server, calls }: Pick<Admission, 'server' | 'calls'>, memberId: string): void {
  const called = calls?.();
  if (called === undefined) return;
  const members = furtherRows.get(server.serverId)?.members ?? new BoundedMap<string, string>(MEMBERS_REMEMBERED);
  members.set(called, memberId);
  furtherRows.set(server.serverId, { ...ALL_ROWS, members });
}

interface Asking {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: HeaderRecord;
  readonly body: string;
}

/**
 * Undefined after it has sent a refusal; a refusal of a known token is recorded in the audit trail.
 * @param isAgain the check is repeated for an answer: its calls were made, so a flood of refused ones does not withhold it
 */
export async function admit(asking: Asking, reply: Reply, isAgain = false): Promise<Admission | undefined> {
  const { method, path, query, headers, body } = asking;
  const presented = presentedToken(path, headers);
  if (!presented) {
    emit({ Refusals: 1 });
    refuse(reply, 'not_found', { id: requestId(body) });
    return undefined;
  }
  const channel = standaloneStreams && !query.has('sessionId') ? headers['mcp-session-id'] : undefined;
  const edgeUrl = edgeUrlOf(headers['x-viewer-host'] ?? '');
  const asked = query.get('sessionId') ?? '';
  const calls = () => (body.includes('"tools/call"') ? (headers['mcp-name'] ?? '') : undefined);
  const proving = { method, url: `${edgeUrl}${path}`, proof: headers['dpop'] };
  const admission = await findAdmission(presented, { edgeUrl, asked, channel, isAgain, calls, proving });
  if (admission === 'flooding') {
    refuse(reply, 'rate_limited', { headers: AGAIN, id: requestId(body) });
    return undefined;
  }
  if (admission === 'ended') {
    refuse(reply, 'session_unknown', { id: requestId(body) });
    return undefined;
  }
  if (admission && 'because' in admission) {
    emitOf(admission.token.serverId, { Refusals: 1 });
    if (admission.because === 'proof_refused') refuseProof(reply, asking, admission.error);
    else refuseToken(reply, presented, asking);
    const described = method === 'POST' ? describe(parsed(body), headers) : { method, era: 'unknown' as const };
    await recordRefusal(admission.token, described, admission.because);
    return undefined;
  }
  if (!admission) {
    emit({ Refusals: 1 });
    refuseToken(reply, presented, asking);
  }
  return admission;
}

/**
 * Repeats the check for a request that was admitted some time ago; its session must still be held. An access token that has expired
 * meanwhile was valid when it was presented.
 */
export async function isStillAdmitted({ token, server, sessionId }: Admission): Promise<boolean> {
  const { tokenHash } = token;
  const reading = await readTokenAndServer(tokenHash, server.serverId, sessionId);
  return openedServer(reading) !== undefined && (sessionId === undefined || holds(reading.session, tokenHash));
}

/** A known token that gives no access. */
interface Known {
  readonly token: TokenRow;
  readonly because: RefusalReason;
  /** With `proof_refused`. */
  readonly error?: ProofError;
}

interface Addressed {
  readonly edgeUrl: string;
  /** The id of an HTTP+SSE session, '' for none. */
  readonly asked: string;
  /** That of a 2025 session, whose row says that it was ended. */
  readonly channel: string | undefined;
  readonly isAgain: boolean;
  readonly calls: () => string | undefined;
  readonly proving: Proving;
}

async function findAdmission(
  { token: text, serverId, isDpop = false }: PresentedToken,
  { edgeUrl, asked, channel, isAgain, calls, proving }: Addressed,
): Promise<Admission | Known | 'ended' | 'flooding' | undefined> {
  // A session's tokens are valid at the one address that they were issued for (RFC 8707).
  const session = serverId === undefined ? undefined : parseSessionSecret('access', text);
  const parsed = session ?? parseToken(text);
  if (!parsed || (serverId !== undefined && serverId !== parsed.serverId)) return undefined;
  const key = await tokenHashKey();
  const tokenHash = hashToken(key, session ? sessionKey(session) : text);
  const accessHash = session && hashToken(key, text);
  const row = isSessionId(asked) ? asked : channel === undefined ? undefined : endedId(tokenHash, channel);
  if (!isAgain && isFlooding(tokenHash)) {
    emitThrottle(parsed.serverId, 'rate_limited');
    return 'flooding';
  }
  const further = furtherRows.get(parsed.serverId) ?? ALL_ROWS;
  const { members } = further;
  const called = members && calls();
  const memberId = called === undefined ? undefined : members?.get(called);
  const wanted = members ? { memberId, ...(memberId !== undefined && ALL_ROWS) } : further;
  const reading = await readTokenAndServer(tokenHash, parsed.serverId, row, wanted);
  rememberRows(reading.server);
  const now = Date.now();
  const server = openedServer(reading, now, accessHash);
  if (!reading.token) return undefined;
  // A server without sign-in has no address of its own.
  if (serverId !== undefined && server && !takesSignIns(server)) return undefined;
  if (!server) {
    const because = refusalReason(reading, now, accessHash);
    return because && { token: reading.token, because };
  }
  const { signIn } = reading.token;
  // Nothing is looked at for a token of which nobody says that it is bound. A repeated check has seen the proof.
  const isRequired = server.requireDpop === true && signIn !== undefined;
  if (!isAgain && (isDpop || isRequired || signIn?.access.some(({ jkt }) => jkt !== undefined))) {
    const jkt = signIn && accessHash !== undefined ? goodAccess(signIn, accessHash, now)?.jkt : undefined;
    const error = await refusalOfProof(proving, { token: text, jkt, isDpop, isRequired });
    if (error) return { token: reading.token, because: 'proof_refused', error };
  }
  const isHeld = holds(reading.session, tokenHash);
  if (isHeld && row !== asked) return 'ended';
  const scopes = scopesOf(reading.token, server);
  // The access tokens of a session are replaced regularly; the session's key stays the same, and is stored as an HMAC only.
  const lasting = session ? sessionKey(session) : text;
  const secretFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', lasting, '', `portcullis/${purpose}`, 32));
  const { token, breaker } = reading;
  const upstreamTokens = further.withTokens ? (reading.upstreamTokens ?? null) : undefined;
  const held = isHeld && { sessionId: asked };
  const { member } = reading;
  return { token, server, scopes, accessHash, secretFor, edgeUrl, upstreamTokens, breaker, ...held, calls, member };
}

/**
 * A plain `Bearer` challenge at the shared address, because a pointer to OAuth metadata would make clients start a login. At a server's
 * own address the challenge points to the metadata, whether the server accepts sign-in or not; the metadata says which.
 */
function refuseToken(reply: Reply, { mode, serverId, token }: PresentedToken, { path, headers, body }: Asking): void {
  const error = token === '' ? undefined : 'invalid_token';
  const pointer = () => challengeOf(headers['x-viewer-host'] ?? '', path, error && { error });
  const challenge = { status: 401, challenge: serverId === undefined ? 'Bearer' : pointer() };
  refuse(reply, 'token_unknown', { id: requestId(body), ...(mode === 'path' ? {} : challenge) });
}

/** RFC 9449 section 7.1. */
function refuseProof(reply: Reply, { path, headers, body }: Asking, error: ProofError | undefined): void {
  const challenge = challengeOf(headers['x-viewer-host'] ?? '', path, { ...(error && { error }), isOfDpop: true });
  refuse(reply, 'proof_refused', { challenge, id: requestId(body) });
}

/** Nobody has been admitted: a long body is not parsed. */
function parsed(body: string): unknown {
  try {
    return body.length > 65_536 ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}
