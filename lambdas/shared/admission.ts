/**
 * The check that every request passes: shape and checksum without a look-up, then the HMAC, then token and server in one
 * strongly consistent read, uncached. A revocation that has committed is seen by the next request, whatever else fails.
 */
import { tokenHashKey } from '../../aws/keys.ts';
import { readTokenAndServer } from '../../aws/tables/tokens.ts';
import { type PresentedToken, presentedToken } from '../../core/mcp/access.ts';
import { describe, type HeaderRecord, requestId } from '../../core/mcp/protocol.ts';
import { endedId, holds, isSessionId } from '../../core/mcp/session.ts';
import type { TokenRow } from '../../core/records.ts';
import { type LiveServer, openedServer, type RefusedBecause, refusedBecause } from '../../core/tokens/check.ts';
import { hashToken, parseToken } from '../../core/tokens/format.ts';
import { recordRefusal } from './clientEntries.ts';
import { type Reply, refuse } from './functionUrl.ts';
import { standaloneStreams } from './settings.ts';

/** What an admitted request is allowed on: the rows as the strong read found them. */
export interface Admission {
  readonly token: TokenRow;
  readonly server: LiveServer;
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
  const admission = await findAdmission(presented.token, query.get('sessionId') ?? '', channel);
  if (admission === 'ended') {
    refuse(reply, 'session_unknown', { id: requestId(body) });
    return undefined;
  }
  if (admission && 'because' in admission) {
    refuseToken(reply, presented, body);
    const described = method === 'POST' ? describe(parsed(body), headers, false) : { method, era: 'unknown' as const };
    await recordRefusal(admission.token, described, admission.because);
    return undefined;
  }
  if (!admission) refuseToken(reply, presented, body);
  return admission;
}

/** The same check once more, for what is under way and was admitted a while ago; its session must be held still. */
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
  text: string,
  asked: string,
  channel: string | undefined,
): Promise<Admission | Known | 'ended' | undefined> {
  const parsed = parseToken(text);
  if (!parsed) return undefined;
  const tokenHash = hashToken(await tokenHashKey(), text);
  const row = isSessionId(asked) ? asked : channel === undefined ? undefined : endedId(tokenHash, channel);
  const reading = await readTokenAndServer(tokenHash, parsed.serverId, row);
  const server = openedServer(reading);
  if (!reading.token) return undefined;
  if (!server) {
    const because = refusedBecause(reading);
    return because && { token: reading.token, because };
  }
  const isHeld = holds(reading.session, tokenHash);
  if (isHeld && row !== asked) return 'ended';
  return { token: reading.token, server, ...(isHeld && { sessionId: asked }) };
}

/** A plain `Bearer` challenge: anything that points at OAuth metadata would make clients start a login. */
function refuseToken(reply: Reply, { mode }: PresentedToken, body: string): void {
  const challenge = { status: 401, headers: { 'www-authenticate': 'Bearer' } };
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
