/**
 * The check that every request passes: shape and checksum without a look-up, then the HMAC, then token and server in one
 * strongly consistent read, uncached. A revocation that has committed is seen by the next request, whatever else fails.
 */
import { tokenHashKey } from '../../aws/keys.ts';
import { readTokenAndServer } from '../../aws/tables/tokens.ts';
import { type PresentedToken, presentedToken } from '../../core/mcp/access.ts';
import type { HeaderRecord } from '../../core/mcp/protocol.ts';
import type { TokenRow } from '../../core/records.ts';
import { type LiveServer, openedServer } from '../../core/tokens/check.ts';
import { hashToken, parseToken } from '../../core/tokens/format.ts';
import { type Reply, refuse } from './functionUrl.ts';

export interface Admission {
  readonly token: TokenRow;
  readonly server: LiveServer;
}

interface Asking {
  readonly path: string;
  readonly headers: HeaderRecord;
}

/** Undefined after it has answered the refusal. */
export async function admit({ path, headers }: Asking, reply: Reply): Promise<Admission | undefined> {
  const presented = presentedToken(path, headers);
  if (!presented) {
    refuse(reply, 'not_found');
    return undefined;
  }
  const admission = await findAdmission(presented.token);
  if (!admission) refuseToken(reply, presented);
  return admission;
}

/** The same check once more, for what is under way and was admitted a while ago. */
export const isStillAdmitted = async ({ token, server }: Admission): Promise<boolean> =>
  openedServer(await readTokenAndServer(token.tokenHash, server.serverId)) !== undefined;

async function findAdmission(text: string): Promise<Admission | undefined> {
  const parsed = parseToken(text);
  if (!parsed) return undefined;
  const tokenHash = hashToken(await tokenHashKey(), text);
  const reading = await readTokenAndServer(tokenHash, parsed.serverId);
  const server = openedServer(reading);
  return reading.token && server && { token: reading.token, server };
}

/** A plain `Bearer` challenge: anything that points at OAuth metadata would make clients start a login. */
function refuseToken(reply: Reply, { mode }: PresentedToken): void {
  if (mode === 'path') refuse(reply, 'token_unknown');
  else refuse(reply, 'token_unknown', { status: 401, headers: { 'www-authenticate': 'Bearer' } });
}
