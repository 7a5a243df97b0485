/**
 * The call of a tool that the person has not allowed the client, and could: it is answered 403 with the scope that it takes (MCP
 * Authorization, scope challenge handling), so that the client asks for more. A tool that the rules of the server keep from the person is
 * told of to nobody, and neither is one in a batch or a session of HTTP+SSE, whose answers have no status of their own.
 */
import { isObject } from '../../core/json/value.ts';
import type { Listing } from '../../core/mcp/listing.ts';
import { challengeOf, SCOPES } from '../../core/oauth/addresses.ts';
import { scopesOf } from '../../core/tokens/check.ts';
import type { Admission } from '../shared/admission.ts';
import { type OutOfScope, outOfScope } from './entries.ts';

/** What the call of this one message lacks; undefined where asking for more would not help. */
export function neededScope(
  { token, server, scopes, sessionId }: Admission,
  whole: Listing,
  message: unknown,
): OutOfScope | undefined {
  const { signIn } = token;
  if (signIn?.granted !== 'read' || sessionId !== undefined || !isObject(message)) return undefined;
  if (message['method'] !== 'tools/call' || !isObject(message['params'])) return undefined;
  const { name, arguments: given = {} } = message['params'];
  if (typeof name !== 'string' || !isObject(given)) return undefined;
  const call = { name, plainArguments: given };
  const refused = outOfScope(whole, scopes, call);
  if (!refused) return undefined;
  const more = scopesOf({ ...token, signIn: { ...signIn, granted: 'all' } }, server);
  return outOfScope(whole, more, call) ? undefined : refused;
}

/** `WWW-Authenticate` of its refusal. `host`: as the client named it. */
export const scopeChallenge = (host: string, serverId: string): string =>
  challengeOf(host, serverId, { error: 'insufficient_scope', scope: SCOPES.all });
