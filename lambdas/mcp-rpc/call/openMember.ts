/**
 * Whether a member of a toolset is called, and what came of its calls sent: token, toolset and member have to be as for a call, by their
 * rows, read with strong consistency.
 */
import { readTokenAndServer } from '../../../aws/tables/tokens.ts';
import { type LiveServer, openedServer, type TokenReading } from '../../../core/auth/tokens/check.ts';
import { holds } from '../../../core/mcp/session.ts';
import { membersOf, type ServerRow } from '../../../core/model/server.ts';
import { areOpen } from '../../../core/regions/gates.ts';
import type { Admission } from '../../shared/admission.ts';

/** The member, if calls of it are made now and it is in this toolset. */
export function openMember({ server, gates }: TokenReading, toolset: ServerRow, serverId: string) {
  const isMember = membersOf(toolset)?.some((member) => member.serverId === serverId) === true;
  const isOpen = server?.status === 'live' && server.bundle && !membersOf(server) && areOpen(gates);
  return isMember && isOpen ? (server as LiveServer) : undefined;
}

/** Whether an answer of the member may still be sent to this connection of the toolset. */
export async function isMemberOpen(
  { token: { tokenHash }, server, sessionId }: Pick<Admission, 'token' | 'server' | 'sessionId'>,
  serverId: string,
): Promise<boolean> {
  const [own, members] = await Promise.all([
    readTokenAndServer(tokenHash, server.serverId, sessionId),
    readTokenAndServer(tokenHash, serverId),
  ]);
  const toolset = openedServer(own);
  const isHeld = sessionId === undefined || holds(own.session, tokenHash);
  return toolset !== undefined && isHeld && openMember(members, toolset, serverId) !== undefined;
}
