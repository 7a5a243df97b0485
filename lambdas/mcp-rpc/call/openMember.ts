/**
 * Whether a member of a toolset is called, and what came of its calls sent: token, toolset and member have to be as for a call, by their
 * rows, read with strong consistency in one batch.
 */
import { readTokenAndServer } from '../../../aws/tables/tokenReading.ts';
import { type LiveServer, openedServer, type ServerReading } from '../../../core/auth/tokens/check.ts';
import { holds } from '../../../core/mcp/session.ts';
import { membersOf, type ServerRow } from '../../../core/model/server.ts';
import { areOpen } from '../../../core/regions/gates.ts';
import type { Admission } from '../../shared/admission.ts';

/** The member, if calls of it are made now and it is in this toolset. */
export function openMember({ server, gates }: ServerReading, toolset: ServerRow, serverId: string) {
  const isMember = membersOf(toolset)?.some((member) => member.serverId === serverId) === true;
  const isNear = server?.serverId === serverId && server.project === toolset.project;
  const isOpen = isNear && server.status === 'live' && server.bundle && !membersOf(server) && areOpen(gates);
  return isMember && isOpen ? (server as LiveServer) : undefined;
}

/** Whether an answer of the member may still be sent to this connection of the toolset. */
export async function isMemberOpen(
  { token: { tokenHash }, server, sessionId }: Pick<Admission, 'token' | 'server' | 'sessionId'>,
  serverId: string,
): Promise<boolean> {
  const reading = await readTokenAndServer(tokenHash, server.serverId, sessionId, { memberId: serverId });
  const { member, session } = reading;
  const toolset = openedServer(reading);
  const isHeld = sessionId === undefined || holds(session, tokenHash);
  return toolset !== undefined && isHeld && member !== undefined && openMember(member, toolset, serverId) !== undefined;
}
