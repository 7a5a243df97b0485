/**
 * mcp-rpc: answers the POSTs of MCP clients. Admission, then the protocol (core/mcp), then the audit trail; no state is kept
 * between requests beyond verified bundles, so any instance serves any request.
 */
import { openConnections } from '../../aws/direct/opening.ts';
import { logFailure, logStart } from '../../aws/lib/log.ts';
import { loadBundle } from '../../aws/services/bundles.ts';
import { tokenHashKey } from '../../aws/services/keys.ts';
import { publishToSession } from '../../aws/services/push.ts';
import { stampTokenUse } from '../../aws/tables/tokenReading.ts';
import { BoundedMap } from '../../core/lib/boundedMap.ts';
import { isoNow } from '../../core/lib/ids.ts';
import { subjectsOf } from '../../core/limiting/limitSet.ts';
import { channelOf, newChannel } from '../../core/mcp/channel.ts';
import { serveMcp } from '../../core/mcp/endpoint.ts';
import { errorCodeOf } from '../../core/mcp/errors.ts';
import type { Answer, Exchange } from '../../core/mcp/exchange.ts';
import { type Listing, listingIn, listingOf, scopedListing } from '../../core/mcp/listing.ts';
import { refusedShape } from '../../core/mcp/messageLimits.ts';
import { type Described, describe, MODERN } from '../../core/mcp/protocol.ts';
import { isPong, PONG_ARRIVED } from '../../core/mcp/session.ts';
import { profileOf } from '../../core/model/schemaProfile.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { type Admission, admit, isStillAdmitted } from '../shared/admission.ts';
import { functionUrl, type Reply, refuse, type UrlRequest } from '../shared/functionUrl.ts';
import { changeStreams, standaloneStreams } from '../shared/settings.ts';
import { endSession, passOnCancellations } from './cancel.ts';
import { type Hosting, hostTools } from './hosting.ts';
import { type ChangeStream, openChangeStream } from './listen.ts';
import { rehearse } from './rehearsal.ts';
import { send } from './send.ts';
import { serveSessionPost } from './session.ts';
import { excludedByConsent, scopeChallenge } from './stepUp.ts';
import { outOfScope, recordOutOfScope, recordRequest } from './trail/entries.ts';
import { type Arrival, arrival, traceOfMessage } from './trail/requestTrace.ts';

/**
 * An answer that took longer than this is sent only after the token was checked again. Answers of calls are always checked (call/recheck.ts),
 * streams of changes are watched (lambdas/shared/watch.ts).
 */
const CHECK_AGAIN_MS = 1_000;

const ALLOWED = standaloneStreams ? 'POST, DELETE, OPTIONS' : 'POST, OPTIONS';

await openConnections(['dynamodb', 's3', 'lambda'], [tokenHashKey, rehearse]);
logStart();

/** Answers one POST of an MCP client, or the DELETE that ends its session. */
export const handler = functionUrl(async (request, reply) => {
  const began = performance.now();
  const admission = await admit(request, reply);
  if (!admission) return;
  const arrived = arrival(began, request.headers);
  if (request.method === 'DELETE' && standaloneStreams) return endSession(request, reply, admission);
  if (request.method !== 'POST') return refuse(reply, 'method_not_allowed', { headers: { allow: ALLOWED } });
  const afterwards: Promise<void>[] = [];
  try {
    await answer({ request, reply, admission, arrived, afterwards });
  } finally {
    // Lambda may freeze the instance as soon as this resolves. What ends may have left more to be done.
    for (let done = 0; done < afterwards.length; ) {
      const some = afterwards.slice(done);
      done = afterwards.length;
      await Promise.all(some);
    }
  }
});

/** One admitted POST, not read yet. */
interface Asked {
  readonly request: UrlRequest;
  readonly reply: Reply;
  readonly admission: Admission;
  readonly arrived: Arrival;
  /** Work that the function waits for after the answer was sent. */
  readonly afterwards: Promise<void>[];
}

/** One admitted POST. */
interface Post extends Asked {
  readonly parsed: unknown;
  readonly messages: readonly Described[];
  /** All tools of the server, regardless of the token's scope. */
  readonly whole: Listing;
  readonly hosting: Hosting;
  /** The session id that the answer of `initialize` gives to a legacy client. */
  readonly opened: string | undefined;
  readonly changes: ChangeStream | undefined;
}

/** Parses the messages, refuses those that no protocol version allows, and has the rest answered. */
async function answer({ request, reply, admission, arrived, afterwards }: Asked) {
  const { token, server, scopes, accessHash, sessionId = null } = admission;
  const parsed = parse(request.body);
  if (sessionId !== null && isPong(parsed)) {
    reply.send(202, { 'content-type': 'text/plain' }, 'Accepted');
    return publishToSession(sessionId, PONG_ARRIVED).catch((error: unknown) => logFailure('pong_not_sent', error));
  }
  afterwards.push(stampUse(token));
  if (sessionId === null && request.query.has('sessionId')) {
    return refuse(reply, 'session_unknown', { id: describe(parsed, request.headers).id });
  }
  const wrong = refusedShape(request.body, parsed);
  if (wrong) return refuse(reply, wrong);
  const bundle = await loadBundle(server.serverId, { id: server.bundle.id, mac: server.bundle.mac });
  const whole = listingOf(bundle, server.bundle.id, { listChanged: changeStreams });
  const described = [parsed]
    .flat()
    .map((message) => describe(message, request.headers, { session: sessionId !== null }));
  const opened = sessionId === null ? openedChannel(described[0]) : undefined;
  const channel = opened ?? sessionId ?? request.headers['mcp-session-id'];
  const { profile: known, ...told } = channelOf(channel);
  const messages = described.map((one) => ({
    ...one,
    ...told,
    ...(one.client !== undefined && { client: one.client }),
  }));
  const first = messages[0] ?? describe(undefined, request.headers, { session: sessionId !== null });
  const profile = bundle.schemaProfile ?? profileOf(first.client) ?? known ?? 'default';
  const listing = listingIn(scopes ? await scopedListing(whole, scopes) : whole, profile);
  const excluded = excludedByConsent(admission, whole, parsed);
  if (excluded) {
    const challenge = scopeChallenge(request.headers['x-viewer-host'] ?? '', request.path);
    refuse(reply, 'scope_insufficient', { challenge, id: first.id });
    return recordOutOfScope(admission, first, excluded, 0);
  }
  const listens = changeStreams && first.method === 'subscriptions/listen';
  const changes = listens
    ? await openChangeStream({
        tokenHash: token.tokenHash,
        serverId: server.serverId,
        accessHash,
        subjects: subjectsOf(token, server),
      })
    : undefined;
  if (listens && !changes) return refuse(reply, 'token_unknown', { id: first.id });

  // A modern client cancels by closing its connection; a legacy client posts a notification, which may reach any instance.
  if (channel !== undefined) afterwards.push(passOnCancellations(token.tokenHash, channel, parsed));
  const hosting = hostTools({ admission, arrived, bundle, listing, messages, first, channel, changes, afterwards });
  try {
    const post = { request, reply, admission, arrived, parsed, messages, whole, hosting, opened, changes, afterwards };
    await deliver(post);
  } catch (error) {
    if (sessionId === null) throw error;
    logFailure('session_message_not_answered', error);
  } finally {
    await changes?.close();
  }
}

/** A new id, for Streamable HTTP clients of a legacy era; later ones have no sessions. */
const openedChannel = (first: Described | undefined): string | undefined =>
  first?.method === 'initialize' && first.era !== MODERN ? newChannel(first.client) : undefined;

const withSession = (answer: Answer, opened: string | undefined): Answer =>
  opened === undefined || answer.status !== 200
    ? answer
    : { ...answer, headers: { ...answer.headers, 'mcp-session-id': opened } };

/** Has the protocol answer, sends the answer if its client may still have it, and records messages that called no tool. */
async function deliver(post: Post): Promise<void> {
  const { request, reply, admission, parsed, messages, hosting, opened, changes } = post;
  const { sessionId = null } = admission;
  const signal = changes ? AbortSignal.any([request.signal, changes.cut]) : request.signal;
  const exchange: Exchange = { ...request, signal };
  const began = Date.now();
  // The answer is sent over the session's stream. Clients send nothing more, not even a cancellation, before a message is accepted.
  if (sessionId !== null) reply.send(202, { 'content-type': 'text/plain' }, 'Accepted');
  let given =
    sessionId === null
      ? await serveMcp(exchange, parsed, hosting.hosted)
      : await serveSessionPost(sessionId, exchange, parsed, hosting.hosted);
  const took = Date.now() - began;
  const mayHear = async () =>
    changes !== undefined || Date.now() - began < CHECK_AGAIN_MS || isStillAdmitted(admission);
  // In a batch, the first answers have waited for the last one.
  const isOld = hosting.called.size === 0 ? took >= CHECK_AGAIN_MS : messages.length > 1;
  const isCut = sessionId === null && !changes && isOld && !(await admit(request, reply, true));
  try {
    const seconds = hosting.retryAfter();
    if (seconds !== undefined) given = { ...given, headers: { ...given.headers, 'retry-after': String(seconds) } };
    if (sessionId === null && !isCut) given = await send(reply, withSession(given, opened), signal, mayHear);
  } finally {
    enter(post, given, { isCut, took });
  }
}

/** Records the messages that called no tool; calls are recorded in call/record.ts. */
function enter(
  { admission, arrived, messages, whole, hosting, afterwards }: Post,
  given: Answer,
  { isCut, took }: { readonly isCut: boolean; readonly took: number },
): void {
  for (const described of messages) {
    if (described.id === undefined) continue;
    const isCall = hosting.called.has(described.id);
    if (isCut) {
      if (!isCall) traceList(described, { admission, arrived }, 'answer_withheld');
      afterwards.push(recordRequest(admission, described, 'answer_withheld', took));
      continue;
    }
    if (isCall) continue;
    // Determined after the answer was sent, so that the client cannot measure a difference.
    const { call, errorCode } = hosting.unmet.get(described.id) ?? {};
    const refused = outOfScope(whole, admission.scopes, call);
    if (refused) {
      afterwards.push(recordOutOfScope(admission, described, refused, took));
      continue;
    }
    const code = errorCode ?? errorCodeOf(given, described.id);
    traceList(described, { admission, arrived }, code);
    afterwards.push(recordRequest(admission, described, code, took));
  }
}

/** Ends the trace of a list of tools, which has its answer; other messages have none. */
function traceList(described: Described, { admission, arrived }: Pick<Post, 'admission' | 'arrived'>, error?: string) {
  if (described.method !== 'tools/list') return;
  const { serverId } = admission.server;
  traceOfMessage(described, arrived)?.finish({ method: 'tools/list', serverId, error });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Once a minute for each token and instance, so that a busy token does not become a hot row. */
const STAMP_EVERY_MS = 60_000;
const stamped = new BoundedMap<string, number>(1_000);

async function stampUse(token: TokenRow): Promise<void> {
  const { tokenHash } = token;
  const now = Date.now();
  if ((stamped.get(tokenHash) ?? 0) > now - STAMP_EVERY_MS) return;
  stamped.set(tokenHash, now);
  await stampTokenUse(token, isoNow(now)).catch((error: unknown) => logFailure('token_use_not_stamped', error));
}
