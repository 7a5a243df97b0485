/**
 * Asks a host of somebody else how people sign in there, and registers this installation as a client (core/request/credential/oauth2,
 * discovery.ts and registration.ts). Through the guarded client, so at public addresses only; without a credential and without redirects.
 */
import type { ChallengeRequest, Refusal, RegistrationRequest } from '../../aws/services/invoke.ts';
import { jsonText } from '../../core/lib/json/lossless.ts';
import { initializeParams } from '../../core/mcpUpstream/messages.ts';
import { messageText, sessionHeaders } from '../../core/mcpUpstream/toolCall.ts';
import { createEgressClient, EgressError, pinnedFromHost } from '../../egress/index.ts';

const MAX_BYTES = 64 * 1_024;

/** What a refused request says, or what was registered: parsed JSON, not checked yet. */
export type SignInAnswer = { readonly challenge?: string } | { readonly document: unknown };

/** Sends one message. Failures are returned as refusals, not thrown. */
export async function askSignIn(request: ChallengeRequest | RegistrationRequest): Promise<SignInAnswer | Refusal> {
  const { url, ms } = request;
  const times = { connectMs: ms / 2, headersMs: ms, totalMs: ms };
  const client = createEgressClient({ methods: ['POST'], maxRedirects: 0, ...times, ...pinnedFromHost() });
  const isRegistration = request.mode === 'register';
  const headers: Array<readonly [string, string]> = isRegistration
    ? [
        ['accept', 'application/json'],
        ['content-type', 'application/json'],
      ]
    : sessionHeaders(undefined, undefined);
  try {
    const {
      status,
      headers: answered,
      body,
    } = await client.request({
      method: 'POST',
      url,
      headers: [...headers, ['user-agent', 'portcullis/1']],
      body: Buffer.from(isRegistration ? request.body : INITIALIZE),
      keepBytes: MAX_BYTES,
      // A server that lets everybody in may answer with a stream that never ends.
      onEvents: () => true,
    });
    if (!isRegistration) {
      const challenge = answered.get('www-authenticate');
      return challenge === null ? {} : { challenge };
    }
    if (status !== 200 && status !== 201) return refused(`It answered with status ${status}.`);
    return { document: JSON.parse(Buffer.from(body).toString()) };
  } catch (error) {
    if (error instanceof SyntaxError) return refused('It did not answer with JSON.');
    if (!(error instanceof EgressError)) throw error;
    return refused(`It cannot be reached (${error.code}).`);
  } finally {
    await client.close();
  }
}

/** The first message of an MCP client. */
const INITIALIZE = messageText(
  { method: 'initialize', members: jsonText(initializeParams()).slice(1, -1) },
  'who-signs-in-where',
);

const refused = (message: string): Refusal => ({ error: { code: 'temporarily_unavailable', message } });
