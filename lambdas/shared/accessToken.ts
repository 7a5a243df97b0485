/**
 * Access tokens for calls. The caller has read the stored token; if it is still valid, it is passed to the sandbox with the call.
 * Otherwise one caller takes a lease on the row, has the sandbox exchange the server's grant or refresh token, and stores the new tokens,
 * sealed, before anybody uses them; the others wait and read. So a single-use refresh token is exchanged once, and its successor is
 * stored before the API sees the access token. An exchange continues when its client disconnects, and is never repeated blindly: when its
 * outcome is unknown, the next one begins only after the lease has expired.
 *
 * Nothing here can open a token.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callSandbox, type SandboxAnswer, SandboxError } from '../../aws/services/sandbox.ts';
import { report } from '../../aws/tables/events.ts';
import {
  copyUpstreamTokens,
  homeUpstreamTokens,
  type UpstreamTokensTable,
  upstreamTokens,
} from '../../aws/tables/upstreamTokens.ts';
import { hasCode, type PortcullisError } from '../../core/lib/errors.ts';
import { isoNow } from '../../core/lib/ids.ts';
import {
  distrusted,
  emptied,
  failed,
  hasEndedBy,
  isConnected,
  isDistrusted,
  isSingleUse,
  LEASE_MS,
  LEASE_RESERVE_MS,
  leased,
  sealedToken,
  spent,
  stateOf,
  stored,
  type UpstreamTokensRow,
  versionOfCredential,
  withoutFailure,
} from '../../core/request/credential/oauth2/storedTokens.ts';
import { refusal, refusalOfAccount } from '../../core/request/credential/oauth2/tokenResponse.ts';
import { credentialReplaced, type TokenRefusedCode } from '../../core/request/errors.ts';
import type { SandboxRequest, SealedTokens } from '../../core/sandbox/protocol.ts';
import type { SigningIn } from './signingIn.ts';

/** What obtaining a token needs: the table of tokens, and the sandbox, which asks the token endpoint. */
export interface TokenDependencies extends UpstreamTokensTable {
  readonly sandbox: (request: SandboxRequest) => Promise<SandboxAnswer>;
  /** Called with each row that was read or written elsewhere, to store this region's copy. */
  readonly copy?: (row: UpstreamTokensRow) => Promise<void>;
}

function aws({ auth }: SigningIn): TokenDependencies {
  const sandbox = (request: SandboxRequest) => callSandbox(request);
  const home = isSingleUse(auth.grant) ? homeUpstreamTokens() : undefined;
  return home ? { ...home, sandbox, copy: copyUpstreamTokens } : { ...upstreamTokens, sandbox };
}

const POLL_MS = 100;
/** How often a lease is taken again when the sandbox was too slow to begin within it, as in a cold start. */
const MAX_LATE = 5;

interface Held {
  readonly row: UpstreamTokensRow;
  readonly tokens: SealedTokens;
  /** Obtained for this very call: if the API refuses it, another one would not help. */
  readonly isFresh: boolean;
}

/** How often a call is made at most when its tokens expire or are revoked meanwhile. */
const MAX_ATTEMPTS = 3;

/** A call that needs an access token. */
interface TokenCall {
  /** Whether repeating it changes nothing upstream. */
  readonly isRepeatable: boolean;
  readonly run: (tokens: SealedTokens) => Promise<SandboxAnswer>;
}

/**
 * Makes a call with an access token. If the API refuses a token that has expired or was obtained earlier, a new one is obtained, and the
 * call is repeated, once and only if repeating it changes nothing upstream.
 *
 * @param row the stored tokens as read; undefined when none are stored
 * @throws `oauth_…`, `credential_replaced`, and what `run` throws
 */
export async function withAccessToken(
  signingIn: SigningIn,
  row: UpstreamTokensRow | undefined,
  call: TokenCall,
  given?: TokenDependencies,
): Promise<SandboxAnswer> {
  if (signingIn.lacksPerson) throw refused(signingIn, 'oauth_person_needed');
  const sealed = sealedToken(row, versionOfCredential(signingIn.auth.ciphertext), Date.now());
  if (row === undefined || sealed === undefined) {
    const dependencies = given ?? aws(signingIn);
    const held = await heldTokens(signingIn, row, dependencies);
    return afterAnswer(signingIn, held, await call.run(held.tokens), call, dependencies);
  }
  // Nearly always the stored token holds, and nothing more is made for it.
  const tokens = { holder: row.holder, sealed, ...(isDistrusted(row, Date.now()) && { isLast: true as const }) };
  const answer = await call.run(tokens);
  if (!isRefused(answer)) return answer;
  return afterAnswer(signingIn, { row, tokens, isFresh: false }, answer, call, given ?? aws(signingIn));
}

const isRefused = (answer: SandboxAnswer): boolean => answer.frame === 'result' && answer.isTokenRefused === true;

/** The answer, or that of the call with another token if the API has refused this one. */
async function afterAnswer(
  signingIn: SigningIn,
  first: Held,
  answered: SandboxAnswer,
  { isRepeatable, run }: TokenCall,
  dependencies: TokenDependencies,
): Promise<SandboxAnswer> {
  // If the row was written meanwhile, its writer has another token or is about to obtain one.
  const note = (change: UpstreamTokensRow) => dependencies.write(change).catch(unlessConflict);
  let held = first;
  let answer = answered;
  for (let attempt = 1; isRefused(answer); attempt++) {
    const hasEnded = hasEndedBy(held.row, Date.now());
    if (!hasEnded && isDistrusted(held.row, Date.now())) return answer;
    if (!hasEnded && held.isFresh) {
      await note(distrusted(held.row, Date.now()));
      return answer;
    }
    if (!isRepeatable || attempt === MAX_ATTEMPTS) {
      if (!hasEnded) await note(spent(held.row));
      return answer;
    }
    held = await heldTokens(signingIn, held.row, dependencies, { after: held.row.generation });
    answer = await run(held.tokens);
  }
  return answer;
}

/**
 * Obtains new tokens regardless of the stored ones, to check that it works; resolves to their row. Throws `oauth_…`, `credential_replaced`.
 */
export async function renewTokens(signingIn: SigningIn, dependencies = aws(signingIn)): Promise<UpstreamTokensRow> {
  if (signingIn.lacksPerson) throw refused(signingIn, 'oauth_person_needed');
  const row = await dependencies.read(signingIn.serverId, signingIn.holder);
  const isOwn = row?.credential === versionOfCredential(signingIn.auth.ciphertext);
  // It cannot be renewed; whether it still works, a call shows.
  if (isOwn && row.consent?.isFinal && row.failure === undefined) return row;
  const after = isOwn ? row.generation : 0;
  return (await heldTokens(signingIn, row && withoutFailure(row), dependencies, { after })).row;
}

/** @param after tokens up to this generation are not accepted */
async function heldTokens(
  signingIn: SigningIn,
  known: UpstreamTokensRow | undefined,
  dependencies: TokenDependencies,
  { after = 0 } = {},
): Promise<Held> {
  const { serverId, holder, auth } = signingIn;
  const credential = versionOfCredential(auth.ciphertext);
  const patience = Date.now() + LEASE_MS + 2 * POLL_MS;
  let hasExchanged = false;
  let late = 0;
  // What is known beside home is a copy, and may be from before somebody has connected.
  let isCopy = dependencies.copy !== undefined;
  for (let row = known; ; row = await dependencies.read(serverId, holder), isCopy = false) {
    const state = stateOf(row, credential, Date.now(), after);
    switch (state.kind) {
      case 'held':
        if (row !== known) await dependencies.copy?.(row as UpstreamTokensRow);
        return heldOf(row as UpstreamTokensRow, state.sealed, { isFresh: false });
      case 'failed':
        throw refused(signingIn, state.code);
      case 'leased':
        if (Date.now() > patience) throw refused(signingIn, 'oauth_endpoint_failed');
        await sleep(Math.min(POLL_MS, Math.max(1, state.until - Date.now())));
        break;
      case 'none': {
        if (auth.grant === 'authorizationCode' && !isConnected(row, credential)) {
          if (isCopy) break;
          throw refused(signingIn, 'oauth_not_connected');
        }
        const mine = await lease(signingIn, row, dependencies);
        const next = mine && (await exchanged(signingIn, mine, dependencies));
        if (next === 'late') {
          if (++late === MAX_LATE) throw refused(signingIn, 'oauth_endpoint_failed');
          break;
        }
        if (next?.sealed === undefined) break;
        await dependencies.copy?.(next);
        // A result of an exchange whose requester died before storing it (lambdas/sandbox/exchange.ts).
        if (hasEndedBy(next, Date.now()) && !hasExchanged) {
          hasExchanged = true;
          break;
        }
        return heldOf(next, next.sealed, { isFresh: true });
      }
    }
  }
}

const heldOf = (row: UpstreamTokensRow, sealed: string, { isFresh }: { readonly isFresh: boolean }): Held => ({
  row,
  tokens: { holder: row.holder, sealed, ...(isFresh && { isLast: true }) },
  isFresh,
});

const refused = ({ auth, owner }: SigningIn, code: TokenRefusedCode): PortcullisError =>
  owner ? refusalOfAccount(code, auth.tokenUrl, owner) : refusal(code, auth.tokenUrl);

function unlessConflict(error: unknown): undefined {
  if (hasCode(error, 'write_conflict')) return undefined;
  throw error;
}

/** The row with a lease of this caller; undefined when another caller was faster. */
async function lease(
  signingIn: SigningIn,
  row: UpstreamTokensRow | undefined,
  { write }: TokenDependencies,
): Promise<UpstreamTokensRow | undefined> {
  const { serverId, holder, auth } = signingIn;
  // Checked after the row was read and before it is written, so that a replaced credential never overwrites the tokens of its successor.
  if (!(await signingIn.isCurrent())) throw credentialReplaced();
  const key = { serverId, holder, credential: versionOfCredential(auth.ciphertext) };
  return write(leased(row, key, randomUUID(), Date.now())).catch(unlessConflict);
}

/**
 * The row with new tokens; undefined when another caller has stored newer ones; `late` when nothing was sent, because too little of the
 * lease was left, which is given back. Throws `oauth_…`.
 */
async function exchanged(
  signingIn: SigningIn,
  mine: UpstreamTokensRow,
  dependencies: TokenDependencies,
): Promise<UpstreamTokensRow | 'late' | undefined> {
  const { serverId, bundle, auth, holder, person } = signingIn;
  const { origin, ciphertext } = auth;
  const fail = (code: TokenRefusedCode, isUnsure: boolean) =>
    written(
      mine,
      // The caller that has the lease by now will find out.
      (row) =>
        row.lease?.id === mine.lease?.id
          ? failed(row, code, Date.now(), { isUnsure, isSingleUse: isSingleUse(auth.grant) })
          : undefined,
      dependencies,
    );
  let answer: SandboxAnswer;
  try {
    answer = await dependencies.sandbox({
      kind: 'exchange',
      serverId,
      bundle: { id: bundle.id, mac: bundle.mac },
      origin,
      ciphertext,
      holder,
      ...(person && { person }),
      ...(mine.sealed !== undefined && { sealed: mine.sealed }),
      generation: mine.generation,
      beginBefore: (mine.lease?.until ?? 0) - LEASE_RESERVE_MS,
    });
  } catch (error) {
    if (error instanceof SandboxError && error.code === 'exchange_late') {
      await fail('oauth_endpoint_failed', false);
      return 'late';
    }
    // A sandbox that could not be reached has sent nothing; for one that failed it is unknown.
    const isUnsure = error instanceof SandboxError && /^sandbox_/.test(error.code);
    await fail('oauth_endpoint_failed', isUnsure);
    throw error;
  }
  if (answer.frame === 'tokens') {
    const next = await written(mine, (row) => stored(row, answer, { isOfPerson: person !== undefined }), dependencies);
    // Who ends sessions ends them first and deletes what is stored then: what was not there yet is taken back here.
    if (next && person && signingIn.isOpen && !(await signingIn.isOpen())) {
      await written(next, emptied, dependencies);
      throw refused(signingIn, 'oauth_person_needed');
    }
    return next;
  }
  const { code, isUnsure } =
    answer.frame === 'refused' ? answer : ({ code: 'oauth_endpoint_failed', isUnsure: true } as const);
  if (await fail(code, isUnsure)) {
    const { hostname: host } = new URL(auth.tokenUrl);
    // One for each credential, reason and day, however many calls ask again.
    const once = [serverId, origin, versionOfCredential(ciphertext), code, isoNow().slice(0, 10)];
    await report('sign_in.failed.v1', { serverId, host, code }, once);
    throw refused(signingIn, code);
  }
  return undefined;
}

/**
 * Stores the result of an exchange, even if its lease has expired and another caller holds one, because that caller's exchange starts
 * from the token that was just used up. Undefined when newer tokens, or those of another credential, are stored.
 */
async function written(
  mine: UpstreamTokensRow,
  change: (row: UpstreamTokensRow) => UpstreamTokensRow | undefined,
  { read, write }: TokenDependencies,
): Promise<UpstreamTokensRow | undefined> {
  for (let row: UpstreamTokensRow | undefined = mine; ; row = await read(mine.serverId, mine.holder)) {
    if (row?.credential !== mine.credential || row.generation !== mine.generation) return undefined;
    const changed = change(row);
    if (!changed) return undefined;
    const done: UpstreamTokensRow | undefined = await write(changed).catch(unlessConflict);
    if (done) return done;
  }
}
