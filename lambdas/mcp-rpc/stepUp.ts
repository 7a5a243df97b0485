/**
 * Step-up (MCP Authorization, scope challenge handling). If the person has consented to reading only, a call of another tool is answered
 * with 403 and the scope that it needs, so that the client asks the person for it. A tool that the server's access rules exclude is
 * answered like an unknown one, and so is every tool in a batch or over HTTP+SSE, where an answer has no status of its own.
 */

import { challengeOf, SCOPES } from '../../core/auth/oauth/addresses.ts';
import { scopesOf } from '../../core/auth/tokens/check.ts';
import { isObject } from '../../core/lib/json/value.ts';
import { objectOf } from '../../core/mcp/arguments/jsonText.ts';
import type { Listing } from '../../core/mcp/listing.ts';
import type { Admission } from '../shared/admission.ts';
import { type OutOfScope, outOfScope } from './trail/entries.ts';

/** The called tool, if only the person's consent excludes it; undefined for all other messages. */
export function excludedByConsent(
  { token, server, scopes, sessionId }: Admission,
  whole: Listing,
  message: unknown,
): OutOfScope | undefined {
  const { signIn } = token;
  if (signIn?.granted !== 'read' || sessionId !== undefined || !isObject(message)) return undefined;
  if (message['method'] !== 'tools/call' || !isObject(message['params'])) return undefined;
  const { name } = message['params'];
  const given = objectOf(message['params']['arguments'] ?? {});
  if (typeof name !== 'string' || !given) return undefined;
  const call = { name, plainArguments: given };
  const refused = outOfScope(whole, scopes, call);
  if (!refused) return undefined;
  const more = scopesOf({ ...token, signIn: { ...signIn, granted: 'all' } }, server);
  return outOfScope(whole, more, call) ? undefined : refused;
}

/**
 * The WWW-Authenticate challenge of the refusal.
 * @param host the Host of the request
 * @param path its path, that of the server
 */
export const scopeChallenge = (host: string, path: string): string =>
  challengeOf(host, path, { error: 'insufficient_scope', scope: SCOPES.all });
