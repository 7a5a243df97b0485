/**
 * Runs one call in the sandbox, with the sealed credential of the host that its requests go to, and with a sealed access token if that
 * credential needs one.
 */
import { callSandbox, type SandboxAnswer, type SandboxOptions } from '../../../aws/services/sandbox.ts';
import { readTokenAndServer } from '../../../aws/tables/tokenReading.ts';
import { upstreamTokens as stored } from '../../../aws/tables/upstreamTokens.ts';
import { callerOf } from '../../../core/auth/account.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { CallRequest } from '../../../core/mcp/call.ts';
import type { BundleTool } from '../../../core/model/bundle.ts';
import { authOf, sealedHeadersOf } from '../../../core/model/hosts.ts';
import { SERVER_HOLDER } from '../../../core/request/credential/oauth2/storedTokens.ts';
import type { Progress } from '../../../core/response/progress.ts';
import { REPEATABLE } from '../../../core/response/retryAdvice.ts';
import type { SandboxRequest, SealedTokens } from '../../../core/sandbox/protocol.ts';
import { withAccessToken } from '../../shared/accessToken.ts';
import type { Admission } from '../../shared/admission.ts';
import { signingInOf } from '../../shared/signingIn.ts';
import type { CallContext } from './stage.ts';

type CallEvent = Extract<SandboxRequest, { kind: 'call' }>;

/** Throws SandboxError, `oauth_…`, `credential_replaced`. */
export async function sandboxCall(
  { server, token, upstreamTokens, edgeUrl, isStillOpen }: Admission & Pick<CallContext, 'isStillOpen'>,
  { program, annotations, sealedHeaders }: BundleTool,
  call: CallRequest,
  more: Pick<
    CallEvent,
    'callId' | 'continuation' | 'tokenSecret' | 'notes' | 'fields' | 'traceHeaders' | 'isTimed' | 'mayAsk' | 'answered'
  >,
): Promise<SandboxAnswer> {
  const { serverId, bundle } = server;
  const auth = authOf(program, server);
  const request: SandboxRequest = {
    kind: 'call',
    serverId,
    bundle: { id: bundle.id, mac: bundle.mac },
    tool: call.name,
    // Sent only once, because an invocation takes little more than the largest body.
    ...(call.arguments === call.plainArguments
      ? { arguments: call.plainArguments }
      : { arguments: {}, argumentsText: JSON.stringify(call.arguments) }),
    ...(auth.ciphertext === undefined ? {} : { ciphertext: auth.ciphertext }),
    ...(program.mcp && { caller: token.tokenId, ...(call.onProgress && { isFollowed: true as const }) }),
    ...(sealedHeaders && { sealedHeaders: sealedHeadersOf(sealedHeaders, server) }),
    ...more,
  };
  const { signal, onProgress } = call;
  const hearing =
    program.mcp && onProgress ? toldByServer(onProgress) : { onAlive: onProgress && (() => onProgress()) };
  const options = { ...hearing, signal, isReadOnly: annotations.readOnlyHint, asker: token.tokenId };
  const run = (tokens?: SealedTokens) => callSandbox({ ...request, ...(tokens && { tokens }) }, options);
  const authNow = async () => {
    const { server: now } = await readTokenAndServer(token.tokenHash, serverId);
    return now && authOf(program, now);
  };
  // An account is connected at the server that calls the API; the token may be that of a toolset.
  const signingIn = signingInOf(server, auth, authNow, callerOf(token, serverId, edgeUrl));
  if (!signingIn) return run();
  const { holder } = signingIn;
  // Shared tokens were read with the connection token, unless the server had none until now.
  const isRead = holder === SERVER_HOLDER && upstreamTokens !== undefined;
  const row = isRead ? (upstreamTokens ?? undefined) : await stored.read(serverId, holder);
  const isOpen = () => isStillOpen();
  return withAccessToken({ ...signingIn, isOpen }, row, { isRepeatable: REPEATABLE.has(program.verb), run });
}

/** Of a tool of an MCP server: what it tells is handed on as it comes, and a sign of life says it once more after a while of silence. */
function toldByServer(
  onProgress: NonNullable<CallRequest['onProgress']>,
): Pick<SandboxOptions, 'onAlive' | 'onProgress'> {
  let last: Progress = { progress: 0 };
  let at = 0;
  return {
    onAlive: () => {
      if (Date.now() - at < LIMITS.longCalls.progressMs) return;
      at = Date.now();
      onProgress(last);
    },
    onProgress: (told) => {
      const { progress, total } = told;
      last = { progress, ...(total !== undefined && { total }) };
      at = Date.now();
      onProgress(told);
    },
  };
}
